/**
 * Completes an order with values that only the server sets: the customer's copy, the totals and the delivery date.
 * Also checks that the invoice is the customer's.
 */
import { eq } from "drizzle-orm";
import type { Transaction } from "db";
import { invoices, type Order } from "db/schema";
import { linesOfOrder } from "db/billing";
import { maxRows } from "~/core/form/rows";
import { formatMoney, maxCents } from "~/core/values/money";
import { documentSums } from "~/features/taxes/document-sums";
import { hasRates } from "~/features/taxes/tax-parts";
import { markUsed } from "~/features/taxes/tax-rates.server";
import { sameStatus } from "~/core/values/status";
import { RuleViolation } from "~/core/resource/act.server";
import { findCustomer } from "~/features/customers/customers.server";
import { deliveryBy } from "./status/effects";

/** An order that is about to be, and the values that make or change it. */
interface Change {
  before: Order | undefined;
  values: Partial<Order>;
}

/** Completes an order inside the transaction that writes it. Throws `RuleViolation`. */
export async function completeOrder(tx: Transaction, change: Change): Promise<Partial<Order>> {
  const more = { ...(await customerOf(tx, change)), ...totalsOf(change), ...deliveryOf(change) };
  const after = { ...change.before, ...change.values, ...more };
  if (change.values.items) await markUsed(tx, usedRates(after));
  if (change.values.items || change.values.discountAmount) refuseTooManyLines(after);
  refuseDeliveryBeforeOrder(after, change);
  await refuseForeignInvoice(tx, after, change);
  return more;
}

/** Throws `RuleViolation` if the invoice of the order would have too many lines, with those of the discount. */
function refuseTooManyLines({ items = [], discountAmount = 0 }: Partial<Order>) {
  const lines = linesOfOrder({ items, discountAmount }).length;
  if (lines <= maxRows) return;
  const discounts = lines - items.length;
  const others = discounts > 0 ? `, ${discounts} of them for the discount` : "";
  throw new RuleViolation({
    items: `Its invoice would have ${lines} lines${others}. Keep it to ${maxRows}: make several orders of it.`,
  });
}

/**
 * Copies a new customer's current data to the order, except for fields that the change sets itself. Fails if the
 * customer does not exist.
 */
async function customerOf(tx: Transaction, { before, values }: Change): Promise<Partial<Order>> {
  const id = values.customerId;
  if (id == null || id === before?.customerId) return {};
  const customer = await findCustomer(id, tx);
  if (!customer)
    throw new RuleViolation({
      customer: `There is no user ${id}. Name a customer who is in the directory, or leave the id out.`,
    });
  const { name, company, email, phone, image } = customer;
  const copy = {
    customerName: name,
    customerCompany: company,
    customerEmail: email,
    customerPhone: phone,
    customerImage: image,
  };
  return Object.fromEntries(Object.entries(copy).filter(([column]) => values[column as keyof Order] === undefined));
}

const usedRates = ({ items = [], shippingTax }: Partial<Order>) => [
  ...new Set([...items, ...(shippingTax ? [shippingTax] : [])].flatMap(({ taxRateId }) => taxRateId ?? [])),
];

/** The columns that a total is made of. */
const parts = ["items", "discountAmount", "taxAmount", "shippingChargeAmount", "shippingTax", "includesTax"] as const;

function totalsOf({ before, values }: Change): Partial<Order> {
  if (before && parts.every((part) => values[part] === undefined)) return {};
  const {
    items = [],
    discountAmount = 0,
    taxAmount = 0,
    shippingChargeAmount = 0,
    shippingTax = null,
    includesTax = false,
  } = { ...before, ...values };
  return {
    ...addUp({ items, discountAmount, taxAmount, shippingChargeAmount, shippingTax, includesTax }),
    ...(!hasRates(items) && { shippingTax: null, includesTax: false }),
  };
}

type Charges = Pick<Order, "items" | "discountAmount" | "taxAmount" | "shippingChargeAmount"> &
  Partial<Pick<Order, "shippingTax" | "includesTax">>;

/**
 * Returns the totals of an order, in cents: items − discount + tax + shipping. The tax is computed if an item has a tax
 * rate. Throws `RuleViolation` if a total is negative or above `maxCents`, or if a discount makes the tax negative.
 */
export function addUp({ shippingTax = null, includesTax = false, ...charges }: Charges) {
  if (!hasRates(charges.items)) return addUpAmounts(charges);
  const { items, discountAmount, shippingChargeAmount: shippingCharge } = charges;
  const { subTotalAmount } = addUpAmounts({ ...charges, taxAmount: 0 });
  if (discountAmount > subTotalAmount)
    throw new RuleViolation({
      discountAmount: `The discount is more than the items come to, ${formatMoney(subTotalAmount)}. Make it smaller.`,
    });
  const lines = linesOfOrder({ items, discountAmount });
  const sums = documentSums({ lines, shippingCharge, shippingTax, tax: 0, includesTax });
  if (!sums) throw new RuleViolation({ items: `An order can come to ${formatMoney(maxCents)} at most` });
  return { subTotalAmount, taxAmount: sums.tax, totalAmount: sums.total };
}

function addUpAmounts({ items, discountAmount, taxAmount, shippingChargeAmount }: Charges) {
  // Exact, because a price times a quantity can be more than a number holds.
  const subTotal = items.reduce((sum, { price, quantity }) => sum + BigInt(price) * BigInt(quantity), 0n);
  const total = subTotal - BigInt(discountAmount) + BigInt(taxAmount) + BigInt(shippingChargeAmount);
  if (subTotal > maxCents || total > maxCents)
    throw new RuleViolation({ items: `An order can come to ${formatMoney(maxCents)} at most` });
  if (total < 0n)
    throw new RuleViolation({ discountAmount: "The discount is more than all the rest. Make it smaller." });
  return { subTotalAmount: Number(subTotal), totalAmount: Number(total) };
}

/** Returns the delivery date for a change of status: now for "Delivered", unless the change sets a date itself. */
function deliveryOf({ before, values: { status, deliveredAt } }: Change): Partial<Order> {
  if (status === undefined || (before && sameStatus(status, before.status))) return {};
  if (deliveredAt) return { deliveredAt };
  const day = deliveredAt === undefined ? (before?.deliveredAt ?? null) : deliveredAt;
  const becomes = { set: new Date(), cleared: null, kept: day };
  return { deliveredAt: becomes[deliveryBy(status, day)] };
}

function refuseDeliveryBeforeOrder(after: Partial<Order>, { values }: Change) {
  const { createdAt = new Date(), deliveredAt } = after; // default: now
  const said = values.createdAt !== undefined || values.deliveredAt !== undefined;
  if (said && deliveredAt && deliveredAt < createdAt)
    throw new RuleViolation({ deliveredAt: "Enter a moment after the order was placed" });
}

/**
 * Throws `RuleViolation` if the change names an invoice that does not exist or is another customer's. Customers
 * without an id are compared by name.
 */
async function refuseForeignInvoice(
  tx: Transaction,
  { invoiceId, customerId, customerName }: Partial<Order>,
  { before }: Change,
) {
  const isNew = invoiceId !== before?.invoiceId;
  if (invoiceId == null || (!isNew && customerId === before?.customerId)) return;
  const [invoice] = await tx.select().from(invoices).where(eq(invoices.id, invoiceId));
  if (!invoice && !isNew) return;
  if (!invoice) throw new RuleViolation({ invoiceId: `There is no invoice ${invoiceId}` });
  if (invoice.deletedAt && isNew)
    throw new RuleViolation({ invoiceId: `${invoiceId} is void. Reinstate it first, or name another invoice.` });
  const isTheirs =
    invoice.customerId == null || customerId == null
      ? invoice.customerName === customerName
      : invoice.customerId === customerId;
  if (!isTheirs)
    throw new RuleViolation({
      invoiceId: `${invoiceId} is another customer's. Name one that was made out to ${customerName}.`,
    });
}
