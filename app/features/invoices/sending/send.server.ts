/** Mailing an invoice to its customer: each time is an entry of its journal, which is all that is kept of it. */
import { and, desc, eq } from "drizzle-orm";
import { config } from "config";
import { db, type Transaction } from "db";
import { type Invoice, journal, users } from "db/schema";
import { may, whereHasLogin } from "~/core/access/access.server";
import { queueMail } from "~/core/mail/mail.server";
import { type Actor, actOnOne, ConflictError, record, RuleViolation } from "~/core/resource/act.server";
import { madeBefore, rememberMade } from "~/core/resource/form-keys.server";
import { formatMoney } from "~/core/values/money";
import { formatDay } from "~/core/values/time-format";
import { today } from "~/core/values/today.server";
import { notifyCustomer } from "~/features/notifications/notify.server";
import { invoiceResource } from "../invoices.server";
import { invoiceMail } from "./invoice-mail";

type From = Pick<Transaction, "select">;

/** When an invoice was mailed last, by whom, and where to; nothing while it was not. */
export async function lastSent(id: string, from: From = db) {
  const [entry] = await from
    .select()
    .from(journal)
    .where(and(eq(journal.entity, invoiceResource.entity), eq(journal.recordId, id), eq(journal.action, "sent")))
    .orderBy(desc(journal.id))
    .limit(1);
  return entry && { entry: entry.id, at: entry.at, by: entry.byName, to: String(entry.after?.billingEmail ?? "") };
}

/** The mail as it would be sent now. */
export async function mailOf(invoice: Invoice, { to, message }: { to: string; message: string }, from: From = db) {
  return invoiceMail(invoice, {
    to,
    message,
    today: today(),
    company: config.company,
    help: config.support,
    link: (await canOpen(invoice, from)) ? config.appUrl + invoiceResource.href(invoice.id) : undefined,
  });
}

/** Whether the customer has a login with which they reach their invoices. */
async function canOpen({ customerId }: Invoice, from: From) {
  if (customerId === null) return false;
  const [person] = await from
    .select()
    .from(users)
    .where(and(eq(users.id, customerId), whereHasLogin));
  return person !== undefined && may(person, "invoices.view");
}

interface Sending {
  to: string;
  message: string;
  /** The invoice that the form showed the mail of. */
  revision: number;
  /** The newest `lastSent` that it showed; 0 for none. */
  last: number;
  /** The form's one-time key. */
  key?: string;
}

/** Names the forms that send, among all one-time keys. */
const sendings = "invoices sent";

/**
 * Queues the mail, writes that into the journal, and tells a customer who has a login. Refused where the invoice is
 * another by now than the form showed, or somebody sent it meanwhile; a form that is sent twice sends one mail.
 */
export function sendInvoice(by: Actor, id: string, { to, message, revision, last, key }: Sending) {
  return actOnOne<Invoice>(by, async (tx, act) => {
    const invoice = await invoiceResource.within.find(tx, id);
    if (!invoice) return undefined;
    if (key && (await madeBefore(tx, sendings, key))) return invoice;
    if (invoice.deletedAt) throw new RuleViolation({ "": `${id} is in the trash now. Restore it first.` });
    if (invoice.revision !== revision) throw new ConflictError(invoice);
    const sent = await lastSent(id, tx);
    if (sent && sent.entry !== last)
      throw new RuleViolation({
        "": `${sent.by} sent it to ${sent.to} meanwhile. Send it once more only if you mean to.`,
      });

    await queueMail(tx, await mailOf(invoice, { to, message }, tx));
    const { entity } = invoiceResource;
    await record(tx, act, { entity, recordId: id, label: id, action: "sent", after: { billingEmail: to } });
    if (key) await rememberMade(tx, sendings, key, id);
    const href = invoiceResource.href(id);
    await notifyCustomer(tx, "invoiceSent", { by, customerId: invoice.customerId, text: newsOf(invoice), href });
    return invoice;
  });
}

function newsOf({ id, totalAmount, dueDate, status }: Invoice) {
  const due = status === "pending" ? `due ${formatDay(new Date(dueDate), "UTC")}` : "paid";
  return `sent you ${id}, ${formatMoney(totalAmount)}, ${due}`;
}
