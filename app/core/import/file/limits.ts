/** How much a file may hold that is brought in. Browser-safe: the form says it, the reading holds to it. */
export const maxFileBytes = 25 * 1024 * 1024;
export const maxRows = 100_000;
export const maxColumns = 200;
/** In characters. */
export const maxCellLength = 20_000;

/** How many files of one person are kept at a time. */
export const maxOfOne = 5;

/** How many rows a page shows of what a file would do. */
export const pageSize = 50;
