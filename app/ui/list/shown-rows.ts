/** Where the rows led that a list last showed in this window, in their order. */
export const shownRows: { paths: string[] } = { paths: [] };

/** Where the rows before and after the one that led to a page lead; nothing where it was no row of that list. */
export function besideRow(path: string): { previous?: string; next?: string } | undefined {
  const at = shownRows.paths.indexOf(path);
  return at < 0 ? undefined : { previous: shownRows.paths[at - 1], next: shownRows.paths[at + 1] };
}
