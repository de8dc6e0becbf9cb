/** The columns of an order in CSV exports. */
import type { Order } from "db/schema";
import { fileColumnsOf } from "~/core/fields/files.server";
import { orderFields } from "./fields";
import { itemsText } from "./items/items-text";

const { customerCompany, externalNumber, ...others } = orderFields;

/** The columns in order. New columns are added at the end, because programs may read files by position. */
export const orderColumns = {
  ...fileColumnsOf<Order, typeof others>(others, { items: (order) => itemsText(order.items) }),
  ...fileColumnsOf<Order>({ customerCompany, externalNumber }),
};
