/**
 * Rows in a form, such as an invoice's lines: adding, removing and moving them. Browser-safe, since pages do it at once
 * where they can.
 */

/** No list in a form has more rows than this. */
export const maxRows = 200;

export const noMoreRows = `At most ${maxRows} rows fit here. Remove one before you add another.`;

export type RowAct = "remove" | "up" | "down";

/**
 * The items without the one at a place, or with it one place further up or down. All as they are where that cannot be.
 */
export function rearranged<Item>(items: readonly Item[], act: RowAct, at: number): Item[] {
  const item = items[at];
  if (item === undefined) return [...items];
  const others = items.toSpliced(at, 1);
  return act === "remove" ? others : others.toSpliced(Math.max(0, act === "up" ? at - 1 : at + 1), 0, item);
}
