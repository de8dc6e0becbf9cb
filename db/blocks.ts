/** A run of blocks at one level of `sold_totals`, which lets a span of days be summed from a few rows. */

interface Block {
  level: number;
  first: number;
  last: number;
}

/** Number of blocks of one level that make up a block of the next. */
const base = 8;
const highest = 2;

/** Returns the fewest runs of blocks that cover each day from `first` to `last` exactly once. */
export function blocksOf(first: number, last: number, level = 0): Block[] {
  if (first > last) return [];
  const [from, to] = [Math.ceil(first / base), Math.floor((last + 1) / base) - 1];
  if (level === highest || from > to) return [{ level, first, last }];
  const around = [
    { level, first, last: from * base - 1 },
    { level, first: (to + 1) * base, last },
  ].filter((run) => run.first <= run.last);
  return [...around, ...blocksOf(from, to, level + 1)];
}
