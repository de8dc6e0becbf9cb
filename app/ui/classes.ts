/** Joins class names and leaves out what is not there. */
export function classes(...names: (string | false | null | undefined)[]) {
  return names.filter(Boolean).join(" ") || undefined;
}
