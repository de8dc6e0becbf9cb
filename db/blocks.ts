/** The blocks of days that `sold_totals` has: of a span of days, the few that make it up. */

interface Block {
  level: number;
  first: number;
  last: number;
}

/** How many blocks of one level make one of the next. */
const base = 8;
const highest = 2;

/** The fewest runs of blocks that hold each day from `first` to `last` once. */
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
