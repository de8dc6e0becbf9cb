/** Paths of the rows that a list last showed in this window, in order. */
export const shownRows: { paths: string[] } = { paths: [] };

/** Returns the paths of the rows before and after the one with this path, or undefined if it was not in that list. */
export function neighboursOfRow(path: string): { previous?: string; next?: string } | undefined {
  const at = shownRows.paths.indexOf(path);
  return at < 0 ? undefined : { previous: shownRows.paths[at - 1], next: shownRows.paths[at + 1] };
}
