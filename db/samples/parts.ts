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
