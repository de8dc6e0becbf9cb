/** The initial values of the form for a new order. */
import type { Reader } from "~/core/list/reach.server";
import { referenceText } from "~/core/form/record-reference";
import { recordId } from "~/core/values/ids";
import { formRates } from "~/features/company/form-rates.server";
import { findCustomer } from "~/features/customers/customers.server";
import { sumsOfForm } from "~/features/document-lines/form-sums";
import { readForm } from "~/core/form/form.server";
import { orderResource } from "../orders.server";
import { readOrderForm, taxedOrder } from "./form.server";
import { orderValues } from "./form-values";

/** The order that an address repeats, if it names one; also from the trash. */
const repeatedOrder = (me: Reader, request: Request) =>
  orderResource.find(me, recordId(new URL(request.url).searchParams.get("copy")));

/** Returns the form values of an order like the one that `?copy=` names, or for the customer of `?customer=`. */
export async function newOrder(me: Reader, request: Request) {
  const order = await repeatedOrder(me, request);
  const number = order?.customerId ?? recordId(new URL(request.url).searchParams.get("customer"));
  const person = await findCustomer(number);
  const customer = person && {
    customer: referenceText(person.name, person.id),
    customerTax: person.taxTreatment,
    isGuest: "",
    ...(order && { customerEmail: "", customerPhone: "", customerCompany: "" }),
  };
  // A customer who is no longer in the directory keeps their name on the new order.
  const guest = order && { ...order, customerId: null };
  const fields = { ...(guest ? orderValues(guest) : noCharges), ...customer };
  const rates = await formRates(taxedOrder(order), { isCopy: order !== undefined });
  return { fields, rates, sums: sumsOfForm(fields, rates), copied: order?.id };
}

const noCharges = { discountAmount: "0.00", shippingChargeAmount: "0.00", shippingTaxRate: "", taxAmount: "0.00" };

/** Reads the posted form of a new order as columns; `isCopy` says whether it repeats another. */
export async function readNewOrder(me: Reader, request: Request) {
  const before = await repeatedOrder(me, request);
  const isCopy = before !== undefined;
  const form = await readOrderForm(await readForm(request), { before, isCopy });
  if (!form.ok) return { ...form, isCopy };
  const { billing, shipping } = form.values;
  return { ...form, isCopy, values: { ...form.values, status: "New", billing: billing || shipping } };
}
