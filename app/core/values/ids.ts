/** Parses a numeric id from a URL, form or JSON; returns 0, which no record has, if it is invalid. */
export function recordId(written: unknown): number {
  const text = typeof written === "number" || typeof written === "string" ? String(written) : "";
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
}
