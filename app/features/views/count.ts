/** Highest number of rows counted for a saved view. Browser-safe. */
export const maxViewCount = 1_000;

/** Returns the count in the menu; undefined while it is unknown. */
export const countText = (count: number | undefined) =>
  count === undefined ? undefined : count < maxViewCount ? String(count) : `${maxViewCount - 1}+`;
