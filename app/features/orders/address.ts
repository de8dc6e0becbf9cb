import type { Order } from "db/schema";

/**
 * An address of an order, with the customer's company under their name where it begins with that and does not name the
 * company itself.
 */
export function addressOf(
  { customerName, customerCompany }: Pick<Order, "customerName" | "customerCompany">,
  text: string,
) {
  const [name = "", ...rest] = text.split("\n");
  if (!customerCompany || name.trim() !== customerName || rest.some((line) => line.trim() === customerCompany))
    return text;
  return [name, customerCompany, ...rest].join("\n");
}
