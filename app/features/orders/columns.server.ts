/** What files have of an order. */
import type { Order } from "db/schema";
import { columnsOf } from "~/core/fields/files.server";
import { orderFields } from "./fields";
import { itemsText } from "./items/items-text";

const { customerCompany, ...others } = orderFields;

export const orderColumns = {
  ...columnsOf<Order>(others, { items: (order) => itemsText(order.items) }),
  ...columnsOf<Order>({ customerCompany }),
};
