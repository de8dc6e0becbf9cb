/** Four records A, B, C and D that stand in another order for each column. */

/**
 * Each column with its order, such as `BADC`. No order is that of another column, or the other way round: a test that
 * takes one for the other fails.
 */
type Columns = Record<string, string>;

/** Which place a record has in a column's order, from 0. */
export const placesIn =
  <Names extends Columns>(columns: Names) =>
  (record: string, column: keyof Names) =>
    columns[column]?.indexOf(record) ?? -1;

/** What lists sorted by each column show, in both directions. */
export const sortsOf = (columns: Columns) =>
  Object.entries(columns).flatMap(([column, order]): [string, string][] => [
    [column, order],
    [`-${column}`, [...order].reverse().join("")],
  ]);
