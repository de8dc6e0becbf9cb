/** Reads and fills the form for changing an order. */
import { and, eq } from "drizzle-orm";
import { db } from "db";
import { whereInvoiceBills } from "db/invoice-conditions";
import { invoices, type Order } from "db/schema";
import { formRates } from "~/features/company/form-rates.server";
import { parseForm } from "~/core/form/form.server";
import { sumsOfForm } from "~/features/document-lines/form-sums";
import { orderFields } from "../fields";
import { stepOf } from "../status/stages";
import { ContactForm, readOrderForm, taxedOrder, treatmentOf } from "./form.server";
import { orderValues } from "./form-values";

/** The labels of the fields of the order form. */
export const orderFormFields = { ...orderFields, lines: orderFields.items, shippingTaxRate: orderFields.shippingTax };

/** Returns why items and charges of an order cannot be changed any more, as a sentence; undefined if they can. */
export async function reasonItemsAreFixed({ invoiceId, status }: Order): Promise<string | undefined> {
  if (stepOf(status) > 1 || stepOf(status) < 0)
    return `The order is ${status.toLowerCase()}, so its customer, items and charges stay as they are.`;
  if (invoiceId === null) return undefined;
  const [invoice] = await db
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(eq(invoices.id, invoiceId), whereInvoiceBills));
  return invoice && `${invoiceId} bills this order, so its customer, items and charges stay. Void or credit it first.`;
}

/** Returns the values of the form of an order, with the tax rates that it offers. */
export async function editableOrder(order: Order) {
  const rates = await formRates(taxedOrder(order));
  const values = orderValues(order);
  const fields = { ...values, customerTax: await treatmentOf(values.customer, { before: order }) };
  return { fields, rates, sums: sumsOfForm(fields, rates) };
}

/** Reads the posted form of an order; only addresses, contact data and payment if the rest is fixed. */
export const readOrderEdit = async (sent: FormData, before: Order, fixed: string | undefined) =>
  fixed === undefined ? readOrderForm(sent, { before }) : parseForm(sent, ContactForm);

/** Returns the function that gives the form fields of changed values. */
export const orderFieldsOf =
  (before: Order, isFixed: boolean) =>
  (values: Partial<Order>): Record<string, string> => {
    const fields = orderValues({ ...before, ...values });
    if (!isFixed) return fields;
    return Object.fromEntries(Object.entries(fields).filter(([name]) => name in ContactForm.shape));
  };
