/** What may be brought in of orders by CSV: what `POST /api/orders` takes, one order in a row. */
import { z } from "zod";
import { config } from "config";
import { atTime, startOfDay } from "db/dates";
import { CellErrors, type Given, importerOf } from "~/core/import/importer.server";
import { omitUndefined as said } from "~/core/values/pick";
import { choice, email } from "~/core/form/rules";
import { paymentMethods } from "db/lookups";
import type { Order } from "db/schema";
import { whoHasEmail } from "~/features/users/users.server";
import { orderFields } from "./fields";
import { columnsOf, NewOrder, OrderBody } from "./api.server";
import { orderColumns } from "./columns.server";
import { readItems } from "./items/items-cell.server";
import { orderResource, notifyOfOrders } from "./orders.server";
import { orderStages } from "./status/stages";

const labels = orderFields;
const aMoment = `A moment such as 2026-11-21T10:15:00Z, or a day such as 2026-11-21 or 21.11.2026. Days, and times without a zone, are those of ${config.timeZone}.`;

/**
 * The API takes any word for a status; in a file, one that is none of these is a slip that no list would show again.
 */
const status = choice(orderStages, "Choose a status").default("New");

export const orderImport = importerOf({
  of: orderResource,
  fields: {
    id: { label: "Number", also: ["order", "order id", "order number"], show: orderColumns.id },
    invoice: { ...labels.invoiceId, also: ["invoice number", "invoice id"], show: orderColumns.invoice },
    customer: {
      ...labels.customerName,
      also: ["customer name", "name"],
      hint: "A name, or the e-mail address of a user, from whom the rest is copied where it is not said.",
      show: orderColumns.customer,
    },
    customerId: {
      ...labels.customerId,
      also: ["user id", "customer id"],
      hint: "The number of a user, from whom the rest is copied where it is not said.",
      show: (order) => order.customerId,
    },
    email: { ...labels.customerEmail, also: ["customer email", "mail"], show: orderColumns.email },
    phone: { ...labels.customerPhone, also: ["customer phone", "telephone", "tel"], show: orderColumns.phone },
    company: {
      ...labels.customerCompany,
      also: ["customer company", "organisation", "firm"],
      show: orderColumns.company,
    },
    status: { ...labels.status, also: ["state"], options: orderStages, show: orderColumns.status },
    paymentMethod: {
      ...labels.paymentMethod,
      also: ["payment", "paid by"],
      options: paymentMethods,
      show: orderColumns.paymentMethod,
    },
    paymentId: { ...labels.paymentId, also: ["payment id", "transaction"], show: orderColumns.paymentId },
    placed: {
      ...labels.createdAt,
      as: "day",
      also: ["date", "order date", "created", "created at"],
      hint: aMoment,
      show: orderColumns.placed,
    },
    delivered: {
      ...labels.deliveredAt,
      as: "day",
      also: ["delivered at", "delivery date"],
      hint: aMoment,
      show: orderColumns.delivered,
    },
    items: {
      ...labels.items,
      also: ["lines", "products"],
      hint: "Such as: 2 × Trail Backpack 28L; 1 × Gift wrapping @ 4.50. Products may be named by their codes; a price may follow; a name with a semicolon stands in quotes.",
      show: orderColumns.items,
    },
    subtotal: {
      ...labels.subTotalAmount,
      as: "money",
      also: ["subtotal amount"],
      show: orderColumns.subtotal,
      fixed: true,
    },
    discount: { ...labels.discountAmount, as: "money", also: ["discount amount"], show: orderColumns.discount },
    tax: { ...labels.taxAmount, as: "money", also: ["tax amount", "vat"], show: orderColumns.tax },
    shippingCharge: {
      ...labels.shippingChargeAmount,
      as: "money",
      label: "Shipping charge",
      also: ["shipping charge amount", "postage"],
      show: orderColumns.shippingCharge,
    },
    total: { ...labels.totalAmount, as: "money", also: ["total amount"], show: orderColumns.total, fixed: true },
    billing: { ...labels.billing, also: ["billing"], show: orderColumns.billing },
    shipping: { ...labels.shipping, also: ["shipping", "delivery address"], show: orderColumns.shipping },
  },
  create: NewOrder.safeExtend({ status }),
  body: OrderBody.extend({ status }),
  say: async (
    { customer, customerId, email, phone, company, paymentMethod, paymentId, placed, items, ...rest }: Given,
    before: Order | undefined,
    row: Given,
  ) =>
    said({
      customer: said({ ...(await namedBy(customer, customerId, row.customerId)), email, phone, company }),
      payment: said({ id: paymentId, paymentMethod }),
      createAt: momentOf(placed),
      items: items === undefined ? undefined : await itemsIn(items, before),
      status: rest.status,
      billing: rest.billing,
      shipping: rest.shipping,
      invoiceId: rest.invoice,
      deliveredAt: momentOf(rest.delivered),
      discountAmount: rest.discount,
      taxAmount: rest.tax,
      shippingChargeAmount: rest.shippingCharge,
    }),
  values: columnsOf,
  names: {
    "customer.id": "customerId",
    "customer.name": "customer",
    "customer.email": "email",
    "customer.phone": "phone",
    "customer.company": "company",
    "payment.id": "paymentId",
    payment: "paymentMethod",
    createAt: "placed",
    deliveredAt: "delivered",
    invoiceId: "invoice",
    discountAmount: "discount",
    taxAmount: "tax",
    shippingChargeAmount: "shippingCharge",
  },
  tell: notifyOfOrders,
});

const day = z.iso.date();
const localTime = z.iso.datetime({ local: true });

/**
 * A cell as a moment with its zone: days begin, and clocks show the time, where the server counts its days. As it is
 * where it is neither.
 */
function momentOf(cell: string | undefined) {
  if (day.safeParse(cell).data) return startOfDay(cell ?? "", config.timeZone).toISOString();
  return cell?.endsWith("Z") === false && localTime.safeParse(cell).success
    ? atTime(cell, config.timeZone).toISOString()
    : cell;
}

const address = email();

/**
 * Who a cell names: a person of the directory where it is their e-mail address, which is nobody's name. What the row
 * says of their id may be no news, and yet contradicts it.
 */
async function namedBy(
  cell: string | undefined,
  id: string | undefined,
  rowsId: string | undefined,
): Promise<{ id?: string; name?: string }> {
  const written = addressIn(cell ?? "");
  if (cell === undefined || !written.includes("@")) return { id, name: cell };
  const read = address.safeParse(written);
  if (!read.success && /\s/.test(written)) return { id, name: cell };
  if (!read.success)
    throw new CellErrors({
      customer: `“${written}” is no full address, such as name@example.com. Write one, or the customer's name.`,
    });
  const person = await whoHasEmail({ email: read.data });
  if (!person)
    throw new CellErrors({
      customer: `Nobody in the directory has the address ${read.data}. Write the customer's name here, and the address in a column of its own.`,
    });
  if (rowsId?.trim() && rowsId.trim() !== String(person.id))
    throw new CellErrors({
      customer: `${read.data} is the address of user ${person.id}, and the customer's id is another. Leave one of the two out.`,
    });
  return { id: String(person.id) };
}

/** The address in a cell as mail programs write it, such as `Ida <ida@example.com>`; or all of the cell. */
const addressIn = (cell: string) =>
  (/<([^<>]*)>\s*$/.exec(cell)?.[1] ?? cell)
    .trim()
    .replace(/^mailto:/i, "")
    .trim();

async function itemsIn(cell: string, before?: Order) {
  const items = await readItems(cell, before?.items);
  if (typeof items === "string") throw new CellErrors({ items });
  return items;
}
