import { timeZone } from "db/company-settings";
import { db } from "db";
import type { Invoice } from "db/schema";
import type { Dependents } from "~/core/resource/resource.server";
import { lockReason } from "~/features/locking/locking.server";
import { latestMarkedPayment } from "~/features/payments/marked-payment.server";
import { formatMoney } from "~/core/values/money";
import { formatDay } from "~/core/values/time-format";

/**
 * Returns what depends on an invoice: the money that was collected with it, the credit that it used, and the customer's
 * own copy. Nothing for a locked one, which is not voided at all.
 */
export async function invoiceDependents(invoice: Invoice): Promise<Dependents | undefined> {
  if (await lockReason(invoice)) return undefined;
  const { id, paid, sentAt, billingEmail } = invoice;
  const marked = await latestMarkedPayment(db, id);
  const credit = paid - (marked?.amount ?? 0); // other payments lock it
  const says = [
    marked && `It is paid: what you collected falls by ${formatMoney(marked.amount)}.`,
    credit > 0 && `It used ${formatMoney(credit)} of the customer’s credit, which is given back.`,
    sentAt &&
      `It was sent${billingEmail && ` to ${billingEmail}`} on ${formatDay(sentAt, timeZone())}, and the customer keeps that copy.`,
  ].filter((text) => typeof text === "string");
  return says.length > 0
    ? { says, instead: { text: "Keep it and make a copy", href: `/invoices/create?copy=${id}` } }
    : undefined;
}
