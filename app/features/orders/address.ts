import type { Order } from "db/schema";

/**
 * Returns an order's address with the company inserted below the customer's name, if the address begins with the name
 * and does not contain the company.
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
