/** Four records A, B, C and D with a different order for each column. */

/**
 * Columns with their order, such as `BADC`. No order equals or reverses another one, so that a test fails if it
 * confuses columns.
 */
type Columns = Record<string, string>;

/** Returns a record's position in a column's order, from 0. */
export const placesIn =
  <Names extends Columns>(columns: Names) =>
  (record: string, column: keyof Names) =>
    columns[column]?.indexOf(record) ?? -1;

/** Returns the expected order of each sort, in both directions. */
export const sortsOf = (columns: Columns) =>
  Object.entries(columns).flatMap(([column, order]): [string, string][] => [
    [column, order],
    [`-${column}`, [...order].reverse().join("")],
  ]);
