import { config } from "config";
import type { Invoice } from "db/schema";
import { paidStatus } from "db/invoice-state";
import type { Dependents } from "~/core/resource/resource.server";
import { lockReason } from "~/features/locking/locking.server";
import { formatMoney } from "~/core/values/money";
import { formatDay } from "~/core/values/time-format";

/**
 * Returns what depends on an invoice: the money that was collected with it, and the customer's own copy. Nothing for a
 * locked one, which is not voided at all.
 */
export async function invoiceDependents(invoice: Invoice): Promise<Dependents | undefined> {
  if (await lockReason(invoice)) return undefined;
  const { id, status, totalAmount, sentAt, billingEmail } = invoice;
  const says = [
    status === paidStatus && `It is paid: what you collected falls by ${formatMoney(totalAmount)}.`,
    sentAt &&
      `It was sent${billingEmail && ` to ${billingEmail}`} on ${formatDay(sentAt, config.timeZone)}, and the customer keeps that copy.`,
  ].filter((text) => typeof text === "string");
  return says.length > 0
    ? { says, instead: { text: "Keep it and make a copy", href: `/invoices/create?copy=${id}` } }
    : undefined;
}
