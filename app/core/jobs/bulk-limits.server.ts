/**
 * Limits of bulk actions. Larger ones are previewed, executed and undone by a job, in transactions short enough that no
 * other write waits a second, because a row takes one to three milliseconds.
 */
export const bulkLimits = { maxRowsAtOnce: 200, rowsPerTransaction: 20 };
