/** The initial values of the form for a new order. */
import { inArray } from "drizzle-orm";
import { db } from "db";
import { linesOfOrder } from "db/billing";
import { type Order, products } from "db/schema";
import type { Reader } from "~/core/list/reach.server";
import { referenceText } from "~/core/form/record-reference";
import { recordId } from "~/core/values/ids";
import { formRates } from "~/features/company/form-rates.server";
import { isTaxedByCustomer, resolveTaxes } from "~/features/company/line-tax.server";
import { readCompany } from "~/features/company/company.server";
import { findCustomer } from "~/features/customers/customers.server";
import { sumsOfForm } from "~/features/document-lines/form-sums";
import { readForm } from "~/core/form/form.server";
import { discountWithTax, withTax } from "~/features/taxes/document-sums";
import { orderResource } from "../orders.server";
import { readOrderForm, taxedOrder } from "./form.server";
import { orderValues } from "./form-values";

/** The order that an address repeats, if it names one; also from the trash. */
const repeatedOrder = (me: Reader, request: Request) =>
  orderResource.find(me, recordId(new URL(request.url).searchParams.get("copy")));

/** Returns the form values of an order like the one that `?copy=` names, or for the customer of `?customer=`. */
export async function newOrder(me: Reader, request: Request) {
  const repeated = await repeatedOrder(me, request);
  const order = repeated && (await withUsualTaxes(repeated));
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

/**
 * Returns an order whose customer was not taxable with the usual rates and the prices that include them, if the
 * company's prices do. Whoever the new order is for decides on its tax again.
 */
async function withUsualTaxes(order: Order): Promise<Order> {
  const { priceTax } = await readCompany();
  const isNet = priceTax === "included" && !order.includesTax && isTaxedByCustomer(taxedOrder(order)!);
  if (!isNet) return order;
  const ids = order.items.flatMap(({ id }) => id ?? []);
  const sold = await db
    .select({ id: products.id, taxRateId: products.taxRateId })
    .from(products)
    .where(inArray(products.id, ids));
  const named = order.items.map((item) => ({ named: undefined, product: sold.find(({ id }) => id === item.id) }));
  const [shippingTax, ...taxes] = await resolveTaxes([{ named: undefined }, ...named], {});
  const items = order.items.map(({ id, name, image, price, quantity }, place) => {
    const tax = taxes[place] || undefined;
    return { id, name, image, quantity, price: withTax(price, tax), ...tax };
  });
  return {
    ...order,
    items,
    discountAmount: discountWithTax(linesOfOrder({ items, discountAmount: 0 }), order.discountAmount),
    shippingChargeAmount: withTax(order.shippingChargeAmount, shippingTax || null),
    shippingTax: shippingTax || null,
  };
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
