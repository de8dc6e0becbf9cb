/** Mailing the overdue among many invoices to their customers, each as its own page would send it. */
import { and, desc, inArray, lt } from "drizzle-orm";
import { timeZone } from "db/company-settings";
import { db } from "db";
import { dayAt } from "db/dates";
import { type Invoice, invoices } from "db/schema";
import { listPage } from "~/core/list/list-plan.server";
import { parseListQuery } from "~/core/list/list-query.server";
import { listingFor, type Reader } from "~/core/list/reach.server";
import type { Actor } from "~/core/resource/act.server";
import { formatDate } from "~/core/values/time-format";
import { today } from "~/core/values/today.server";
import { whereInvoiceOverdue } from "db/invoice-conditions";
import { balanceOf, invoiceStateOn } from "db/invoice-state";
import { invoiceResource } from "../invoices.server";
import { addressFor, lastSent, mailOf, sendInvoice } from "./send.server";

/** Maximum invoices read and mailed per batch. */
const reminderBatchSize = 100;

interface Selected {
  list: URLSearchParams;
  /** Cursor: only invoices after this number. */
  after?: number;
}

/**
 * The invoices with these numbers, or else those of a list, as its query says. Where those are too many for once, only
 * the overdue ones, the newest first; and how many of them come after these.
 */
export async function toRemind(me: Reader, chosen: { ids: string[] } | Selected) {
  if ("ids" in chosen) {
    const ids = [...new Set(chosen.ids)].slice(0, reminderBatchSize);
    const rows = await db.select().from(invoices).where(inArray(invoices.id, ids)).orderBy(desc(invoices.number));
    return { rows, others: 0 };
  }
  const { list, after } = chosen;
  const listing = listingFor(invoiceResource.listing, me);
  const sort = { key: "id", descending: true };
  const query = { ...parseListQuery(listing, list), sort, page: 1, size: reminderBatchSize };
  const all = after === undefined ? await listPage(listing, query) : undefined;
  if (all && all.total <= reminderBatchSize) return { rows: all.rows, others: 0 };
  const isAfter = after === undefined ? undefined : lt(invoices.number, after);
  const narrowed = { ...listing, scope: and(listing.scope, ...whereInvoiceOverdue(today()), isAfter) };
  const { rows, total } = await listPage(narrowed, query);
  return { rows, others: total - rows.length };
}

/** Returns the reminder for an invoice with its form values, or `why` none can be sent, as a sentence. */
export async function reminderOf(invoice: Invoice) {
  const { id, customerName, dueDate, deletedAt } = invoice;
  const about = { id, customerName, href: invoiceResource.href(id) };
  const state = invoiceStateOn(invoice, today());
  if (deletedAt) return { ...about, why: "It is void." };
  if (state === "complete") return { ...about, why: "It has been paid." };
  if (balanceOf(invoice) === 0) return { ...about, why: "Nothing is to be paid on it." };
  if (state === "pending") return { ...about, why: `It is not overdue: it is due on ${formatDate(dueDate)}.` };
  const to = await addressFor(invoice);
  if (!to) return { ...about, why: "There is no e-mail address to send it to." };
  const sent = await lastSent(id);
  const { mail, mark } = await mailOf(invoice, { to, message: "", sent });
  return {
    ...about,
    to,
    sentAt: sent?.at,
    isLost: sent?.isLost,
    isSentToday: sent !== undefined && !sent.isLost && dayAt(sent.at, timeZone()) === today(),
    mail: { subject: mail.subject, text: mail.text },
    seen: [id, sent?.entry ?? 0, mark, to].join(" "),
  };
}

/**
 * Sends the mails that a form showed, one transaction each. Returns how many were sent, and the invoices that failed
 * with the reason.
 */
export async function sendReminders(by: Actor, seen: string[]) {
  const left: { id: string; why: string }[] = [];
  const ofEach = seen.slice(0, reminderBatchSize);
  for (const one of ofEach) {
    const [id = "", last, mark = "", ...to] = one.split(" ");
    const sending = { to: to.join(" "), isItsOwn: true, message: "", mark, last: Number(last) };
    const why = reminderFailure(id, await sendInvoice(by, id, sending));
    if (why) left.push({ id, why });
  }
  return { sent: ofEach.length - left.length, left };
}

function reminderFailure(id: string, done: Awaited<ReturnType<typeof sendInvoice>>) {
  if (done.ok) return undefined;
  if (done.reason === "refused") return Object.values(done.errors).join(" ");
  return done.reason === "absent" ? `${id} is not there any more.` : `${id} has changed while this page was open.`;
}
