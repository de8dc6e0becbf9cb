import { howMany } from "~/core/values/noun";

/** Returns a count such as "6 pieces, 3 products". */
export function countOf(items: { quantity: number }[]) {
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0);
  return `${howMany(pieces, "piece")}, ${howMany(items.length, "product")}`;
}
