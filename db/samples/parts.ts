/** What the samples share: counting days, and finding what others refer to. */
export const hour = 3_600_000;
export const day = 24 * hour;

export const daysAfter = (moment: Date, days: number) => new Date(moment.getTime() + days * day);

/** The row with that id; samples refer only to what there is. */
export function byId<Row extends { id: number }>(rows: Row[], id: number): Row {
  const row = rows.find((row) => row.id === id);
  if (!row) throw new Error(`The sample has no ${id}`);
  return row;
}

/** Numbers from 0 to 1 that look like chance, and are the same each time for the same seed (mulberry32). */
export function spread(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
