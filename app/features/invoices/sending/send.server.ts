/** Mailing an invoice to its customer: each time is an entry of its journal. */
import { and, desc, eq, lte } from "drizzle-orm";
import { db, type Transaction } from "db";
import { type Invoice, invoices, journal, type MailRow, users } from "db/schema";
import { queueMail } from "~/core/mail/mail.server";
import { digest } from "~/core/process/secrets.server";
import { type Actor, actOnOne, ConflictError, record, RuleViolation } from "~/core/resource/act.server";
import { pressedTwice } from "~/core/resource/form-keys.server";
import { formatMoney } from "~/core/values/money";
import { formatDate } from "~/core/values/time-format";
import { today } from "~/core/values/today.server";
import { linkFor } from "~/features/customers/customer-mail.server";
import { notifyCustomer } from "~/features/notifications/notify.server";
import { stateOf } from "../form/state";
import { invoiceResource } from "../invoices.server";
import { invoiceMail } from "./invoice-mail.server";

type From = Pick<Transaction, "select">;

const { entity } = invoiceResource;

/**
 * When an invoice was mailed last, by whom, where to and with which words, and whether that mail was given up; nothing
 * while it was not.
 */
export async function lastSent(id: string, from: From = db) {
  const [found] = await from
    .select({ entry: journal, sentAt: invoices.sentAt })
    .from(journal)
    .innerJoin(invoices, eq(invoices.id, journal.recordId))
    .where(and(eq(journal.entity, entity), eq(journal.recordId, id), eq(journal.action, "sent")))
    .orderBy(desc(journal.id))
    .limit(1);
  if (!found) return undefined;
  const { entry, sentAt } = found;
  const { at, byId, byName, note, after } = entry;
  const { billingEmail: to = "", content } = after ?? {};
  return { entry: entry.id, at, byId, byName, message: note ?? "", to: String(to), content, isLost: sentAt === null };
}

type Sent = NonNullable<Awaited<ReturnType<typeof lastSent>>>;

/** What of an invoice its customer goes by, as one text that can be compared. */
const contentOf = ({ issueDate, dueDate, lines, shippingCharge, tax, totalAmount }: Invoice) =>
  digest(JSON.stringify([issueDate, dueDate, lines, shippingCharge, tax, totalAmount]));

/** When an invoice was mailed last, if it was, and whether its customer did not get it, or has another one by now. */
export async function sendingOf(invoice: Invoice) {
  const sent = await lastSent(invoice.id);
  const isOutdated = sent !== undefined && sent.content !== contentOf(invoice);
  return { at: sent?.at, isOutdated, ...(sent?.isLost && { isLost: true }) };
}

/** The address on an invoice, or else its customer's. Nothing once they were erased, though the books keep theirs. */
export async function addressFor({ billingEmail, customerId }: Invoice): Promise<string> {
  if (customerId === null) return billingEmail;
  const [customer] = await db.select({ email: users.email }).from(users).where(eq(users.id, customerId));
  return customer ? billingEmail || customer.email : "";
}

/** The mail as it would be sent now, and a mark by which it is known whether it has become another. */
export async function mailOf(
  invoice: Invoice,
  { to, message, sent }: { to: string; message: string; sent: Sent | undefined },
  from: From = db,
) {
  const link = await linkFor(
    invoice.customerId,
    { href: invoiceResource.href(invoice.id), needs: "invoices.view" },
    from,
  );
  const about = { today: today(), wasSent: sent !== undefined && !sent.isLost, link };
  return {
    mail: invoiceMail(invoice, { to, message, ...about }),
    mark: digest(JSON.stringify(invoiceMail(invoice, { to: "", message: "", ...about }))),
  };
}

/** In the change that gives a mail up: an invoice that it brought counts as sent no more, unless it was sent again. */
export async function noteUndelivered(tx: Transaction, mail: MailRow) {
  if (mail.entity !== entity || mail.recordId === null) return;
  const sentByIt = and(eq(invoices.id, mail.recordId), lte(invoices.sentAt, mail.createdAt));
  await tx.update(invoices).set({ sentAt: null }).where(sentByIt);
}

interface Sending {
  to: string;
  message: string;
  /** Of the mail that the form showed. */
  mark: string;
  /** The newest `lastSent` that it showed; 0 for none. */
  last: number;
}

/**
 * Queues the mail, writes that into the journal, and tells a customer who has a login. Refused where the mail is
 * another by now than the form showed, or somebody sent it meanwhile; a form that is sent twice sends one mail.
 */
export function sendInvoice(by: Actor, id: string, { to, message, mark, last }: Sending) {
  return actOnOne<Invoice>(by, async (tx, act) => {
    const invoice = await invoiceResource.within.find(tx, id);
    if (!invoice) return undefined;
    if (invoice.deletedAt) throw new RuleViolation({ "": `${id} is in the trash now. Restore it first.` });
    const sent = await lastSent(id, tx);
    if (sent && sent.entry !== last) {
      const isOwn = sent.byId === by.id;
      const isSame = sent.to === to && sent.message === message;
      if (isOwn && isSame && Date.now() - sent.at.getTime() < pressedTwice) return invoice;
      throw new RuleViolation({
        "": `${isOwn ? "You" : sent.byName} sent it to ${sent.to} while this page was open. Send it again only if it should go twice.`,
      });
    }
    const now = await mailOf(invoice, { to, message, sent }, tx);
    if (now.mark !== mark) throw new ConflictError(invoice);

    await tx.update(invoices).set({ sentAt: new Date() }).where(eq(invoices.id, id)); // no later than its mail is written
    await queueMail(tx, now.mail);
    const label = invoiceResource.describe([invoice]);
    await record(tx, act, {
      entity,
      recordId: id,
      label,
      action: "sent",
      after: { billingEmail: to, content: contentOf(invoice) },
      note: message || null,
    });
    const news = { by, customerId: invoice.customerId, text: newsOf(invoice, sent), href: invoiceResource.href(id) };
    await notifyCustomer(tx, "invoiceSent", news);
    return invoice;
  });
}

function newsOf(invoice: Invoice, sent: Sent | undefined) {
  const { id, totalAmount, dueDate } = invoice;
  const due = formatDate(dueDate);
  const state = stateOf(invoice, today());
  const stands = { pending: `due ${due}`, overdue: `overdue since ${due}`, complete: "paid" }[state];
  return `${sent && !sent.isLost && state === "overdue" ? "reminded you of" : "sent you"} ${id}: ${formatMoney(totalAmount)}, ${stands}`;
}
