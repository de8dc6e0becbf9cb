/** Statuses are words, compared ignoring case. Browser-safe. */

export const sameStatus = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** Returns a status as it reads within a sentence: "The order is returned now", "marked as shipping". */
export const statusWord = (status: string) => (sameStatus(status, "Return") ? "returned" : status.toLowerCase());

/**
 * Returns the URL that sets the status of a record, such as `/orders/5`. It carries the status, and the amount in
 * cents if one is shown, that the user `seen`, so that nobody overwrites or confirms another one unknowingly.
 */
export const statusPath = (record: string, seen: string, amountCents?: number) =>
  `${record}/status?seen=${encodeURIComponent(seen)}${amountCents === undefined ? "" : `&total=${amountCents}`}`;
