/**
 * Edit distance between two words (optimal string alignment): insertions, deletions, substitutions and swaps of
 * neighbouring letters. Browser-safe.
 */
export function distance(one: string, other: string): number {
  const [a, b] = [[...one], [...other]];
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, letter] of a.entries()) {
    const row = [i + 1];
    for (const [j, there] of b.entries()) {
      const swapped = i > 0 && j > 0 && letter === b[j - 1] && a[i - 1] === there ? (before[j - 1] ?? 0) + 1 : Infinity;
      row.push(
        Math.min((last[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1, (last[j] ?? 0) + (letter === there ? 0 : 1), swapped),
      );
    }
    [before, last] = [last, row];
  }
  return last.at(-1) ?? 0;
}
