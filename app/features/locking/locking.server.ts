/** Decides which invoices are locked: their content never changes again. */
import { isDeepStrictEqual } from "node:util";
import { and, asc, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import { db, type Transaction } from "db";
import { dayAt } from "db/dates";
import { allocations, companies, type Company, creditNotes, type Invoice, invoices, payments } from "db/schema";
import { digest } from "~/core/process/secrets.server";
import { RuleViolation } from "~/core/resource/act.server";
import { pick } from "~/core/values/pick";
import { formatDate, formatDay } from "~/core/values/time-format";
import { timeZone } from "db/company-settings";

type From = Pick<Transaction, "select">;
type LockRules = Pick<Company, "invoiceLock" | "closingDate">;
type NewInvoice = Omit<Invoice, "id"> & { id?: string };

/** The columns that a locked invoice keeps: everything that its customer reads on it but the due date. */
const contentColumns = [
  "number",
  "issueDate",
  "issuerId",
  "customerName",
  "customerCompany",
  "billingEmail",
  "billingPhone",
  "billingAddress",
  "lines",
  "shippingCharge",
  "tax",
  "taxes",
  "shippingTax",
  "includesTax",
  "totalAmount",
] as const;

/** Content columns that are younger than some hashes, and count in a hash only if they are not empty. */
const laterContentColumns = ["customerTaxNumber", "poNumber", "serviceFrom", "serviceTo"] as const;

/** Returns a SHA-256 of an invoice's content. */
export function contentHash(invoice: Invoice) {
  const later = laterContentColumns.filter((column) => invoice[column]);
  return digest(JSON.stringify(pick(invoice, ...contentColumns, ...later)));
}

/** Returns the settings that decide which invoices are locked. */
export async function lockRules(from: From): Promise<LockRules> {
  const [rules] = await from
    .select({ invoiceLock: companies.invoiceLock, closingDate: companies.closingDate })
    .from(companies)
    .where(eq(companies.id, 1));
  return rules ?? { invoiceLock: "sent", closingDate: "" };
}

/** Returns why an invoice is locked, as a clause such as "it was sent on 3 Nov 2026"; undefined if it is editable. */
export async function lockReason(invoice: Invoice, from: From = db): Promise<string | undefined> {
  const rules = await lockRules(from);
  if (invoice.issueDate <= rules.closingDate) return closedText(rules.closingDate);
  if (invoice.sentAt && rules.invoiceLock === "sent") return `it was sent on ${formatDay(invoice.sentAt, timeZone())}`;
  const [payment] = await from
    .select({ id: payments.id })
    .from(allocations)
    .innerJoin(payments, eq(payments.id, allocations.sourceId))
    .where(
      and(
        eq(allocations.invoiceId, invoice.id),
        eq(allocations.source, "payment"),
        ne(payments.source, "marked"),
        ne(payments.kind, "credit"), // voiding gives it back
      ),
    )
    .limit(1);
  if (payment) return "a payment was recorded for it";
  const [note] = await from
    .select({ id: creditNotes.id })
    .from(creditNotes)
    .where(eq(creditNotes.invoiceId, invoice.id))
    .orderBy(asc(creditNotes.number))
    .limit(1);
  return note && `${note.id} credits it`;
}

/** Whether an invoice was issued in a closed period: its due date is in the accountant's files of that time. */
export const isInClosedPeriod = async ({ issueDate }: Pick<Invoice, "issueDate">, from: From = db): Promise<boolean> =>
  issueDate <= (await lockRules(from)).closingDate;

const closedText = (closingDate: string) => `the books are closed up to ${formatDate(closingDate)}`;

/** Throws `RuleViolation` if a write would change a locked invoice, void it, or date it in a closed period. */
export async function refuseLocked(tx: Transaction, { before, after }: { before?: Invoice; after: NewInvoice }) {
  if (!before) return refuseClosed(tx, after.issueDate, "issueDate");
  const isContentChanged = [...contentColumns, ...laterContentColumns].some(
    (column) => !isDeepStrictEqual(before[column], after[column]),
  );
  const isVoided = !before.deletedAt && after.deletedAt !== null;
  const isReinstated = before.deletedAt !== null && !after.deletedAt;
  const changesBooks = isContentChanged || isVoided || isReinstated;
  if (before.dueDate !== after.dueDate) await refuseClosedDueDate(tx, before);
  if (changesBooks || before.status !== after.status) await refuseClosedMark(tx, { before, after });
  if (!changesBooks) return;
  const why = await lockReason(before, tx);
  if (why) throw new RuleViolation({ "": lockedText(before.id, why, { isVoided, isReinstated }) }, 409);
  await refuseClosed(tx, after.issueDate, "issueDate");
}

/** Throws if the invoice was issued in a closed period. */
async function refuseClosedDueDate(tx: Transaction, invoice: Invoice) {
  if (!(await isInClosedPeriod(invoice, tx))) return;
  const { closingDate } = await lockRules(tx);
  throw new RuleViolation({
    dueDate: `The due date of ${invoice.id} cannot be changed, because ${closedText(closingDate)}`,
  });
}

/** Throws if the invoice was marked as complete on a closed day: its payment of that day would change. */
async function refuseClosedMark(tx: Transaction, { before, after }: { before: Invoice; after: NewInvoice }) {
  for (const { completedAt } of [before, after])
    if (completedAt) await refuseClosedChange(tx, before.id, dayAt(completedAt, timeZone()));
}

function lockedText(id: string, why: string, { isVoided, isReinstated }: { isVoided: boolean; isReinstated: boolean }) {
  if (isReinstated) return `${id} cannot be reinstated, because ${why}. Create a new invoice instead.`;
  if (isVoided) return `${id} cannot be voided, because ${why}. Create a credit note instead.`;
  return `${id} is locked, because ${why}. Create a credit note for what is wrong, or a new invoice.`;
}

/** Throws `RuleViolation` at `field` if `date` is in a closed period. */
export async function refuseClosed(from: From, date: string, field: string) {
  const { closingDate } = await lockRules(from);
  if (date <= closingDate)
    throw new RuleViolation({ [field]: `Enter a date after ${formatDate(closingDate)}: ${closedText(closingDate)}` });
}

/** Throws `RuleViolation` if a record dated in a closed period would change. */
export async function refuseClosedChange(from: From, label: string, date: string) {
  const { closingDate } = await lockRules(from);
  if (date <= closingDate)
    throw new RuleViolation({ "": `${label} cannot be changed, because ${closedText(closingDate)}.` }, 409);
}

/** Returns the SQL of `lockReason`: whether an invoice is locked. */
const selectIsLocked = ({ closingDate, invoiceLock }: LockRules) => {
  const payment = sql`select 1 from ${allocations} inner join ${payments} on ${payments.id} = ${allocations.sourceId}
    where ${allocations.invoiceId} = ${invoices.id} and ${allocations.source} = 'payment'
    and ${payments.source} <> 'marked' and ${payments.kind} <> 'credit'`;
  const note = sql`select 1 from ${creditNotes} where ${creditNotes.invoiceId} = ${invoices.id}`;
  return sql<number>`(${invoices.issueDate} <= ${closingDate} or (${invoices.sentAt} is not null and ${invoiceLock} = 'sent')
    or exists (${payment}) or exists (${note}))`;
};

/** Stores the content hash of invoices that are locked by now, and removes that of invoices that no longer are. */
export async function stampLocks(tx: Transaction, ids: string[]) {
  const isLocked = selectIsLocked(await lockRules(tx));
  const found = await tx.select({ invoice: invoices, isLocked }).from(invoices).where(inArray(invoices.id, ids));
  for (const { invoice, isLocked } of found) {
    if (Boolean(isLocked) === (invoice.lockedHash !== null)) continue;
    await tx
      .update(invoices)
      .set({ lockedHash: isLocked ? contentHash(invoice) : null })
      .where(eq(invoices.id, invoice.id));
  }
}

/** Returns the ids of the invoices among `where` that `stampLocks` would change, as a closing date leaves them. */
export async function staleLocks(from: From, where: SQL | undefined): Promise<string[]> {
  const isLocked = selectIsLocked(await lockRules(from));
  const isStale = sql`(${invoices.lockedHash} is not null) <> ${isLocked}`;
  return (await from.select({ id: invoices.id }).from(invoices).where(and(where, isStale))).map(({ id }) => id);
}

/** Stamps the latest invoices after the company changed its rules; maintenance stamps the others. */
export const stampLatestLocks = async (tx: Transaction) =>
  stampLocks(tx, await staleLocks(tx, sql`${invoices.number} > (select max(number) - 2000 from invoices)`));
