/** Statuses are words, compared without regard to case. Browser-safe. */

export const sameStatus = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** A status within a sentence: "The order is returned now", "marked as shipping". */
export const statusWord = (status: string) => (sameStatus(status, "Return") ? "returned" : status.toLowerCase());

/**
 * Where a button posts that sets the status of the record at a path, such as `/orders/5`. It says which status was
 * `seen` beside the button, and which amount in cents where one is shown, so that nobody overwrites or confirms another
 * one unknowingly.
 */
export const statusPath = (record: string, seen: string, totalCents?: number) =>
  `${record}/status?seen=${encodeURIComponent(seen)}${totalCents === undefined ? "" : `&total=${totalCents}`}`;
