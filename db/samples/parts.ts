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

/** Whole numbers from 0 to below `most` that look like chance and are the same for the same seed. */
export function spread(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}
