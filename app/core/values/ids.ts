/**
 * A record's number as addresses, forms and JSON write it, as a number or as text; for anything else 0, which no record
 * has.
 */
export function recordId(written: unknown): number {
  const text = typeof written === "number" || typeof written === "string" ? String(written) : "";
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
}
