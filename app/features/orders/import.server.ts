/** The CSV import of orders: the fields of `POST /api/orders`, one order per row. */
import { z } from "zod";
import { bodyOf, headsByApiName, importFieldsOf } from "~/core/fields/import.server";
import { CellErrors, type GivenCells, importerOf } from "~/core/import/importer.server";
import { externalNumberKey } from "~/core/import/external-number.server";
import { canonicalAddress } from "db/email-address";
import { omitUndefined } from "~/core/values/pick";
import { choice } from "~/core/form/rules";
import { paymentMethods } from "db/lookups";
import { fold } from "db/fold";
import { type Order, orders } from "db/schema";
import { customerIdField, customerNamed } from "~/features/customers/customer-cells.server";
import { orderFields, orderNoun } from "./fields";
import { NewOrder, OrderBody, writtenColumns } from "./api.server";
import { orderColumns } from "./columns.server";
import { combineOrderRows, orderParts, shopifyOrders, wooCommerceOrders } from "./import-rows.server";
import { readItems } from "./items/items-cell.server";
import { orderResource, notifyOfOrders } from "./orders.server";
import { mostItems, tooManyItems } from "./rules.server";
import { orderStages } from "./status/stages";

/**
 * The API takes any word for a status; in a file, one that is none of these is a slip that no list would show again.
 */
const status = choice(orderStages, "Choose a status").default("New");

const noItems = "Enter at least one item: its name, its quantity and its price, each in a column";
const items = z.array(OrderBody.shape.items.element, noItems).min(1, noItems).max(mostItems, tooManyItems);

/** Import options of the fields that differ from the API. */
const inImports = {
  id: { also: ["order"] },
  customerName: {
    words: true,
    hint: "A name, or the e-mail address of a user, from whom the rest is copied where it is not said.",
  },
  externalNumber: {
    hint: "The order's number in the shop that it comes from. Rows with the same one, one below the other, are one order, and an order that has it already is updated.",
  },
  billing: { joins: true },
  shipping: { joins: true },
  subTotalAmount: { ifDifferent: "note" },
  totalAmount: { ifDifferent: "refuse" },
  status: { options: orderStages },
  paymentMethod: { options: paymentMethods },
  items: {
    hint: "Such as: 2 × Trail Backpack 28L; 1 × Gift wrapping @ 4.50. Products may be named by their codes; a price may follow; a name with a semicolon stands in quotes.",
  },
  shippingChargeAmount: {
    label: "Shipping charge",
    also: ["shipping", "shipping charge amount", "shipping cost", "postage"],
  },
  taxAmount: { also: ["taxes", "tax amount", "vat"] },
} satisfies Parameters<typeof importFieldsOf<Order, typeof orderFields>>[2];

export const orderImport = importerOf({
  of: orderResource,
  fields: {
    ...importFieldsOf<Order>(orderFields, orderNoun, inImports, orderColumns),
    ...orderParts,
    customerId: customerIdField,
  },
  key: externalNumberKey(orders),
  identity: [
    { field: "email", of: (order) => order.customerEmail, read: canonicalAddress },
    { field: "customer", of: (order) => order.customerName, read: fold },
  ],
  group: { by: ["externalNumber"], combine: combineOrderRows },
  formats: [shopifyOrders, wooCommerceOrders],
  create: NewOrder.safeExtend({ status, items }),
  body: OrderBody.extend({ status }),
  say: async ({ items, customer, customerId, ...cells }: GivenCells, before: Order | undefined, row: GivenCells) => {
    const body = bodyOf(orderFields, cells);
    return omitUndefined({
      ...body,
      customer: {
        ...(body.customer as object | undefined),
        ...(await customerNamed({ customer, customerId, email: cells.email }, row)),
      },
      items: items === undefined ? undefined : await itemsIn(items, before),
    });
  },
  values: writtenColumns,
  names: { ...headsByApiName(orderFields), "customer.id": "customerId" },
  tell: notifyOfOrders,
});

async function itemsIn(cell: string, before?: Order) {
  const items = await readItems(cell, before?.items);
  if (typeof items === "string") throw new CellErrors({ items });
  return items;
}
