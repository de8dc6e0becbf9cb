/**
 * Rows of a saved view are counted up to here: nobody reads the difference between thousands in a menu. Browser-safe.
 */
export const countedUpTo = 1_000;

/** A count as it stands in the menu; nothing while it is not known. */
export const countText = (count: number | undefined) =>
  count === undefined ? undefined : count < countedUpTo ? String(count) : `${countedUpTo - 1}+`;
