/** Statuses are words, compared without regard to case. Browser-safe. */

export const sameStatus = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** A status within a sentence: "The order is returned now", "marked as shipping". */
export const statusWord = (status: string) => (sameStatus(status, "Return") ? "returned" : status.toLowerCase());

/**
 * Where a button posts that sets the status of the record at a path, such as `/orders/5`. It says which status was
 * `seen` beside the button, so that nobody overwrites another one unknowingly.
 */
export const statusPath = (record: string, seen: string) => `${record}/status?seen=${encodeURIComponent(seen)}`;
