/** Limits of imported files. Browser-safe, as both the form and the parser use them. */
export const maxFileBytes = 25 * 1024 * 1024;
export const maxRows = 100_000;
export const maxColumns = 200;
/** Maximum length of a cell, in characters. */
export const maxCellLength = 20_000;

/** Maximum files kept per user. */
export const maxOfOne = 5;

/** Rows per page of the dry run's result. */
export const pageSize = 50;
