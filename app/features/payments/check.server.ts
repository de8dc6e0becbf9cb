/** Completes a payment and checks its rules, inside the transaction of each change. */
import { inArray } from "drizzle-orm";
import type { Transaction } from "db";
import { balanceOf } from "db/invoice-state";
import { type Allocation, type Invoice, invoices, type Payment } from "db/schema";
import { maxRows } from "~/core/form/rows";
import { type Actor, RuleViolation } from "~/core/resource/act.server";
import type { Draft } from "~/core/resource/resource.server";
import { formatMoney } from "~/core/values/money";
import { howMany } from "~/core/values/noun";
import { formatDate } from "~/core/values/time-format";
import { today } from "~/core/values/today.server";
import { findCustomer } from "~/features/customers/customers.server";
import { refuseClosed, refuseClosedChange, stampLocks } from "~/features/locking/locking.server";
import { refuseImportedEntry } from "./bank-reference.server";
import { creditOf } from "./credit.server";
import { labelOf } from "./label";
import { invoiceMarkedBy } from "./marked-payment.server";
import { paidOutBy, refundRefusal } from "./refund-confirmation.server";
import { updateInvoiceStatuses } from "./invoice-status.server";
import { unallocatedOf } from "./unallocated";

interface Change {
  before: Payment | undefined;
  values: Partial<Payment>;
}

/** Fills in the customer. An edit turns the payment of a marking into one of its own. */
export async function derivePaymentColumns(tx: Transaction, { before, values }: Change): Promise<Partial<Payment>> {
  const isEdited = Object.keys(values).some((name) => name !== "deletedAt");
  return {
    ...(before?.source === "marked" && isEdited && { source: "manual" as const }),
    ...(await customerCopy(tx, { before, values })),
  };
}

async function customerCopy(tx: Transaction, { before, values }: Change): Promise<Partial<Payment>> {
  const { customerId, customerName, allocations: [first] = [] } = values;
  if (customerId === undefined && !before) return first ? customerOf(tx, first) : {};
  if (customerId == null || customerId === before?.customerId) return {};
  const person = await findCustomer(customerId, tx);
  if (!person && customerName) return {}; // the customer of an invoice may have left the directory
  const invoiced = person || !first ? {} : await customerOf(tx, first);
  if (invoiced.customerId === customerId) return invoiced;
  if (!person) throw new RuleViolation({ customer: "This person is not in the directory. Choose another customer." });
  return { customerName: person.name };
}

/** Returns the customer of an invoice, for a payment that names only the invoice. */
async function customerOf(tx: Transaction, { invoiceId }: Allocation): Promise<Partial<Payment>> {
  const [invoice] = await loadInvoices(tx, [{ invoiceId }]);
  return invoice ? { customerId: invoice.customerId, customerName: invoice.customerName } : {};
}

const loadInvoices = (tx: Pick<Transaction, "select">, named: Pick<Allocation, "invoiceId">[]) =>
  tx
    .select()
    .from(invoices)
    .where(
      inArray(
        invoices.id,
        named.map(({ invoiceId }) => invoiceId),
      ),
    );

interface Checked {
  before: Payment | undefined;
  after: Draft<Payment>;
}

/** Throws unless who pays out more than before has confirmed their identity recently. */
async function assertMayPayOut({ before, after }: Checked, by: Actor) {
  if (paidOutBy(after) > paidOutBy(before)) await by.assertRecentlyAuthenticated?.(refundRefusal);
}

/** Throws `RuleViolation` with a message for each wrong value of a payment. */
export async function checkPayment(tx: Transaction, { before, after, by }: Checked & { by: Actor }) {
  if (before) await refuseClosedChange(tx, labelOf(before), before.date);
  if (after.deletedAt) return before && assertRemovable(tx, before);
  assertDate(before, after);
  assertAmount(after);
  if (after.date !== before?.date) await refuseClosed(tx, after.date, "date");
  const { allocations = [], customerId = null, kind = "payment" } = after;
  if (allocations.length > maxRows)
    throw new RuleViolation({ allocations: `A payment settles at most ${maxRows} invoices. Record several.` });
  if (customerId === null && allocations.length === 0) throw new RuleViolation({ customer: "Choose a customer" });
  const named = new Map((await loadInvoices(tx, allocations)).map((invoice) => [invoice.id, invoice]));
  const own = new Map(
    before && !before.deletedAt && before.kind === kind
      ? before.allocations.map((one) => [one.invoiceId, one.amount])
      : [],
  );
  const errors = Object.fromEntries(
    allocations.flatMap((allocation, index) => {
      const isRepeated = allocations.findIndex(({ invoiceId }) => invoiceId === allocation.invoiceId) < index;
      const error = isRepeated
        ? `${allocation.invoiceId} is named twice. Name it once, with the sum.`
        : allocationError({ ...after, customerId, kind }, allocation, named.get(allocation.invoiceId), own);
      return error ? [[`allocations.${index}.amount`, error]] : [];
    }),
  );
  if (Object.keys(errors).length > 0) throw new RuleViolation(errors);
  await assertRest(tx, { before, after });
  await refuseImportedEntry(tx, after);
  await assertMayPayOut({ before, after }, by);
}

type Names = Pick<Payment, "customerId" | "customerName" | "kind">;

/** Returns why a payment cannot settle this much of an invoice, or a refund not take it back. */
function allocationError(
  { customerId, customerName, kind }: Names,
  { invoiceId, amount }: Allocation,
  invoice: Invoice | undefined,
  own: Map<string, number>,
): string | undefined {
  if (!invoice) return `There is no invoice ${invoiceId}.`;
  if (invoice.deletedAt) return `${invoiceId} is void. Reinstate it first.`;
  if (invoice.customerId !== customerId || (customerId === null && invoice.customerName !== customerName))
    return `${invoiceId} is an invoice of ${invoice.customerName}, not of this customer.`;
  if (!(amount > 0)) return "Enter an amount above 0, or leave this empty.";
  const before = own.get(invoiceId) ?? 0;
  if (kind === "refund") {
    const paid = invoice.paid + before;
    return amount <= paid ? undefined : `Enter at most ${formatMoney(paid)}, what was paid on ${invoiceId}.`;
  }
  const balance = balanceOf(invoice) + before;
  if (balance <= 0) return `${invoiceId} is paid in full.`;
  return amount <= balance ? undefined : `Enter at most ${formatMoney(balance)}, the balance due of ${invoiceId}.`;
}

function assertDate(before: Payment | undefined, { date }: Draft<Payment>) {
  if (date !== before?.date && date > today())
    throw new RuleViolation({ date: `Enter a date that is not in the future: today is ${formatDate(today())}.` });
}

/** Throws unless the amount is above 0, or 0 for applied credit. */
function assertAmount({ kind, amount, allocations = [] }: Draft<Payment>) {
  if (kind !== "credit" && amount <= 0) throw new RuleViolation({ amount: "Enter an amount above 0" });
  if (kind === "credit" && amount !== 0)
    throw new RuleViolation({ amount: "Credit that is applied moves no money: leave the amount out." });
  if (kind === "credit" && allocations.length === 0)
    throw new RuleViolation({ "": "Enter how much of the credit an invoice takes." });
}

/** Throws if the invoices come to more than the amount, or a refund or applied credit to more than the credit. */
async function assertRest(tx: Transaction, { before, after }: Checked) {
  const { amount, kind, customerId = null, customerName, allocations = [] } = after;
  const rest = unallocatedOf({ amount, allocations });
  if (kind === "credit" && customerId === null)
    throw new RuleViolation({ customer: `${customerName} is not in the directory, so they have no credit.` });
  if (rest < 0 && kind !== "credit")
    throw new RuleViolation({
      amount: `${howMany(allocations.length, "invoice")} ${allocations.length === 1 ? "takes" : "take"} ${formatMoney(amount - rest)}, more than the amount of ${formatMoney(amount)}. Enter at least ${formatMoney(amount - rest)}, or take less for the invoices.`,
    });
  if (customerId === null && rest > 0)
    throw new RuleViolation({
      amount: `${customerName} is not in the directory, so ${formatMoney(rest)} cannot be kept as credit. Enter ${formatMoney(amount - rest)}, or add them under Users first.`,
    });
  if (!kind || kind === "payment" || rest === 0 || customerId === null) return;
  const theirs = before && !before.deletedAt && before.customerId === customerId ? ownCredit(before) : 0;
  const credit = (await creditOf(customerId, tx)) - theirs;
  if (kind === "credit" && -rest > credit)
    throw new RuleViolation({
      [allocations.length === 1 ? "allocations.0.amount" : ""]:
        `${customerName} has a credit of ${formatMoney(credit)}. Enter at most that${allocations.length === 1 ? "" : " for all invoices together"}.`,
    });
  if (kind === "refund" && rest > credit)
    throw new RuleViolation({
      amount: `${customerName} has a credit of ${formatMoney(credit)}, and ${formatMoney(rest)} of this refund comes from no invoice. Enter at most ${formatMoney(Math.max(credit, 0) + amount - rest)}, or take it back from a paid invoice.`,
    });
}

/** Returns what a payment adds to the credit of its customer, in cents; below 0 for a refund. */
const ownCredit = (payment: Payment) => (payment.kind === "refund" ? -1 : 1) * unallocatedOf(payment);

/** Throws if a payment belongs to the marking of an invoice, which removes it. */
async function assertRemovable(tx: Transaction, payment: Payment) {
  const invoice = payment.deletedAt ? undefined : await invoiceMarkedBy(tx, payment);
  if (invoice)
    throw new RuleViolation({
      "": `This payment was recorded when ${invoice.id} was marked as complete. Mark ${invoice.id} as pending instead.`,
    });
}

/** Makes invoices follow a payment that was written. Throws if that leaves a customer with a negative credit. */
export async function updateAfterPayment(
  tx: Transaction,
  { before, after }: { before: Payment | undefined; after: Payment },
) {
  const versions = before ? [before, after] : [after];
  const invoiceIds = versions.flatMap(({ allocations }) => allocations.map(({ invoiceId }) => invoiceId));
  await updateInvoiceStatuses(tx, invoiceIds);
  await stampLocks(tx, invoiceIds);
  for (const customerId of new Set(versions.map((version) => version.customerId))) {
    const credit = customerId === null ? 0 : await creditOf(customerId, tx);
    const { customerName } = versions.find((version) => version.customerId === customerId) ?? after;
    if (credit < 0)
      throw new RuleViolation({
        "": `The credit of ${customerName} was used since: ${formatMoney(-credit)} of it would be missing. Delete the refund or the applied credit first.`,
      });
  }
}
