/**
 * Adds, removes and moves rows of a form, such as an invoice's lines. Browser-safe: pages do so without a request if
 * JavaScript is on.
 */

/** Maximum rows of a list in a form. */
export const maxRows = 200;

export const noMoreRows = `At most ${maxRows} rows fit here. Remove one before you add another.`;

export type RowAct = "remove" | "up" | "down";

/** Returns the items with the one at index `at` removed or moved by one place; unchanged if that is impossible. */
export function rearrange<Item>(items: readonly Item[], act: RowAct, at: number): Item[] {
  const item = items[at];
  if (item === undefined) return [...items];
  const others = items.toSpliced(at, 1);
  return act === "remove" ? others : others.toSpliced(Math.max(0, act === "up" ? at - 1 : at + 1), 0, item);
}
