/** Mailing an invoice to its customer: each time is an entry of its journal. */
import { and, desc, eq, isNotNull } from "drizzle-orm";
import { db, type Transaction } from "db";
import { type Invoice, invoices, journal, type MailRow, mails, users } from "db/schema";
import { queueMail } from "~/core/mail/mail.server";
import { digest } from "~/core/process/secrets.server";
import { type Actor, actOnOne, ConflictError, record, RuleViolation } from "~/core/resource/act.server";
import { doubleClickMs, repeatWindowMs } from "~/core/form/form-keys.server";
import { formatMoney } from "~/core/values/money";
import { formatDate } from "~/core/values/time-format";
import { today } from "~/core/values/today.server";
import { readIssuer } from "~/features/company/company.server";
import { linkFor } from "~/features/customers/customer-mail.server";
import { contentHash, stampLocks } from "~/features/locking/locking.server";
import { notifyCustomer } from "~/features/notifications/notify.server";
import { balanceOf, invoiceStateOn } from "db/invoice-state";
import { invoiceResource } from "../invoices.server";
import { invoiceMail } from "./invoice-mail.server";

type From = Pick<Transaction, "select">;

const { entity } = invoiceResource;

const whereSent = (id: string) => and(eq(journal.entity, entity), eq(journal.recordId, id), eq(journal.action, "sent"));

/**
 * Returns the last mailing of an invoice: time, sender, recipient, text and delivery failure, and whether the invoice
 * counts as sent. Undefined if it was never mailed.
 */
export async function lastSent(id: string, from: From = db) {
  const [found] = await from
    .select({ entry: journal, sentAt: invoices.sentAt })
    .from(journal)
    .innerJoin(invoices, eq(invoices.id, journal.recordId))
    .where(whereSent(id))
    .orderBy(desc(journal.id))
    .limit(1);
  if (!found) return undefined;
  const { entry, sentAt } = found;
  const { at, byId, byName, note, after } = entry;
  const { billingEmail: to = "", content, mailedAt } = after ?? {};
  return {
    entry: entry.id,
    at,
    byId,
    byName,
    message: note ?? "",
    to: String(to),
    content,
    isLost: sentAt === null || sentAt.getTime() !== (mailedAt ?? sentAt.getTime()),
    wasSent: sentAt !== null,
  };
}

type LastSent = NonNullable<Awaited<ReturnType<typeof lastSent>>>;

/** Returns a digest of the parts of an invoice that matter to its customer, to detect changes since it was sent. */
const contentOf = (invoice: Invoice) => digest(JSON.stringify([contentHash(invoice), invoice.dueDate]));

/** Returns the digest that was stored when less of the content counted. */
const formerContentOf = ({ issueDate, dueDate, lines, shippingCharge, tax, totalAmount }: Invoice) =>
  digest(JSON.stringify([issueDate, dueDate, lines, shippingCharge, tax, totalAmount]));

const hasContent = (invoice: Invoice, { content }: LastSent) =>
  content === contentOf(invoice) || content === formerContentOf(invoice);

/** Returns when the invoice was last mailed, whether the mail failed, and whether the invoice has changed since. */
export async function sendingOf(invoice: Invoice) {
  const sent = await lastSent(invoice.id);
  const isOutdated = sent !== undefined && !hasContent(invoice, sent);
  return { at: sent?.at, isOutdated, ...(sent?.isLost && { isLost: true }) };
}

/** The address on an invoice, or else its customer's. Nothing once they were erased, though the books keep theirs. */
export async function addressFor({ billingEmail, customerId }: Invoice, from: From = db): Promise<string> {
  if (customerId === null) return billingEmail;
  const [customer] = await from.select({ email: users.email }).from(users).where(eq(users.id, customerId));
  return customer ? billingEmail || customer.email : "";
}

/** Returns the mail as it would be sent now, with a digest that detects changes before sending. */
export async function mailOf(
  invoice: Invoice,
  { to, message, sent }: { to: string; message: string; sent: LastSent | undefined },
  from: From = db,
) {
  const link = await linkFor(
    invoice.customerId,
    { href: invoiceResource.href(invoice.id), needs: "invoices.view" },
    from,
  );
  const company = await readIssuer(invoice.issuerId, from);
  const about = { today: today(), wasSent: sent?.wasSent ?? false, company, link };
  return {
    mail: invoiceMail(invoice, { to, message, ...about }),
    mark: digest(JSON.stringify(invoiceMail(invoice, { to: "", message: "", ...about }))),
  };
}

/** After a mail is given up, resets the invoice's `sentAt` to its last mail that was not given up, or to null. */
export async function noteUndelivered(tx: Transaction, { recordId, ...mail }: MailRow) {
  if (mail.entity !== entity || recordId === null) return;
  const entries = await tx.select().from(journal).where(whereSent(recordId)).orderBy(desc(journal.id));
  const times = entries.map(({ after }) => Number(after?.mailedAt));
  const ofInvoice = and(eq(mails.entity, entity), eq(mails.recordId, recordId), isNotNull(mails.failedAt));
  const givenUp = await tx.select({ at: mails.createdAt }).from(mails).where(ofInvoice);
  const lost = givenUp.map(({ at }) => times.find((time) => time <= at.getTime()));
  let last = (await invoiceResource.within.find(tx, recordId))?.sentAt?.getTime();
  for (const [place, { after }] of entries.entries())
    if (times[place] === last && lost.includes(last)) last = after?.sentBefore ? Number(after.sentBefore) : undefined;
  await tx
    .update(invoices)
    .set({ sentAt: last === undefined ? null : new Date(last) })
    .where(eq(invoices.id, recordId));
  await stampLocks(tx, [recordId]);
}

interface Sending {
  to: string;
  message: string;
  /** Set if the address was not entered by a user: it must then still equal `addressFor` the invoice. */
  isItsOwn?: boolean;
  /** Digest of the mail that the form showed. */
  mark: string;
  /** The newest `lastSent` that it showed; 0 for none. */
  last: number;
  /** Id of the earlier identical mail that the sender was warned about; 0 for none. */
  again?: number;
}

/**
 * Queues the mail, writes a journal entry, and notifies a customer who has a login. Rejects if the mail changed or
 * someone sent it since the form was loaded; repeated submissions send one mail.
 */
export function sendInvoice(by: Actor, id: string, { to, isItsOwn, message, mark, last, again }: Sending) {
  return actOnOne<Invoice>(by, async (tx, act) => {
    const invoice = await invoiceResource.within.find(tx, id);
    if (!invoice) return undefined;
    if (invoice.deletedAt) throw new RuleViolation({ "": `${id} is void now. Reinstate it first.` });
    const sent = await lastSent(id, tx);
    if (sent && sent.entry !== last) {
      const isOwn = sent.byId === by.id;
      const isSame = sent.to === to && sent.message === message;
      if (isOwn && isSame && Date.now() - sent.at.getTime() < doubleClickMs) return invoice;
      throw new RuleViolation({
        "": `${isOwn ? "You" : sent.byName} sent it to ${sent.to} while this page was open. Send it again only if it should go twice.`,
      });
    }
    if (sent && !sent.isLost && !isItsOwn && again !== sent.entry && isRepeated(sent, { by, to, message, invoice }))
      throw new RuleViolation({ "": repeatedText(sent) });
    if (isItsOwn && to !== (await addressFor(invoice, tx)))
      throw new RuleViolation({ "": `The address of ${id} is another by now.` });
    const now = await mailOf(invoice, { to, message, sent }, tx);
    if (now.mark !== mark) throw new ConflictError(invoice);

    const sentAt = new Date(); // no later than its mail is written
    await tx.update(invoices).set({ sentAt }).where(eq(invoices.id, id));
    await stampLocks(tx, [id]);
    await queueMail(tx, now.mail);
    const sentBefore = invoice.sentAt?.getTime() ?? null;
    const label = invoiceResource.describe([invoice]);
    await record(tx, act, {
      entity,
      recordId: id,
      label,
      action: "sent",
      after: { billingEmail: to, content: contentOf(invoice), mailedAt: sentAt.getTime(), sentBefore },
      note: message || null,
    });
    const news = { by, customerId: invoice.customerId, text: newsOf(invoice, sent), href: invoiceResource.href(id) };
    await notifyCustomer(tx, "invoiceSent", news);
    return invoice;
  });
}

/** Whether the user sent the same mail to the same address within the last hour, for example by going back. */
const isRepeated = (
  sent: LastSent,
  { by, to, message, invoice }: Pick<Sending, "to" | "message"> & { by: Actor; invoice: Invoice },
) =>
  sent.byId === by.id &&
  sent.to === to &&
  sent.message === message &&
  hasContent(invoice, sent) &&
  Date.now() - sent.at.getTime() < repeatWindowMs;

const repeatedText = ({ to }: LastSent) =>
  `You sent it to ${to} a short while ago. Send it once more only if it should go twice.`;

function newsOf(invoice: Invoice, sent: LastSent | undefined) {
  const { id, totalAmount, dueDate } = invoice;
  const due = formatDate(dueDate);
  const state = invoiceStateOn(invoice, today());
  const amount = state === "complete" ? totalAmount : balanceOf(invoice);
  const stands = { pending: `due ${due}`, overdue: `overdue since ${due}`, complete: "paid" }[state];
  return `${sent?.wasSent && state === "overdue" ? "reminded you of" : "sent you"} ${id}: ${formatMoney(amount)}, ${stands}`;
}
