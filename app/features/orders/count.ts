/** Such as "6 pieces, 3 products". */
export function countOf(items: { quantity: number }[]) {
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0);
  const count = (number: number, noun: string) => `${number.toLocaleString("en-US")} ${noun}${number === 1 ? "" : "s"}`;
  return `${count(pieces, "piece")}, ${count(items.length, "product")}`;
}
