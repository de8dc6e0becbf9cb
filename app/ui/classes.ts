/** Joins class names and skips empty ones. Returns undefined if none is left. */
export function classes(...names: (string | false | null | undefined)[]) {
  return names.filter(Boolean).join(" ") || undefined;
}
