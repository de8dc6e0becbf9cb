/** Telling people that the due day of an invoice is over. */
import { and, gt, gte, isNull, like, lt } from "drizzle-orm";
import { addDays } from "db/dates";
import { selectBalance, whereInvoiceOverdue } from "db/invoice-conditions";
import { balanceOf } from "db/invoice-state";
import type { Transaction } from "db";
import { facts, type Invoice, invoices } from "db/schema";
import { formatNumber } from "~/core/values/noun";
import { formatMoney } from "~/core/values/money";
import { today } from "~/core/values/today.server";
import { notifyEveryone } from "~/features/notifications/notify.server";
import { formatDate } from "~/core/values/time-format";

/** Maximum age of an overdue notification, in days; older ones appear only in the list and the digest. */
const notifyWithinDays = 7;
/** Maximum notifications about single invoices; more are combined into one. */
const maxSingleNotifications = 10;

/** Name of the fact that stores the due date of the last notification; a different due date is notified again. */
const factOf = (id: string) => `overdue:${id}`;

/** Notifies about each newly overdue invoice, once per due date. Returns how many. */
export async function notifyOfOverdue(tx: Transaction): Promise<number> {
  const oldest = addDays(today(), -notifyWithinDays);
  await tx.delete(facts).where(and(like(facts.name, factOf("%")), lt(facts.value, oldest)));
  const overdue = await tx
    .select()
    .from(invoices)
    .where(
      and(
        isNull(invoices.deletedAt),
        ...whereInvoiceOverdue(today()),
        gte(invoices.dueDate, oldest),
        gt(selectBalance, 0),
      ),
    );
  const notified = new Map(
    (
      await tx
        .select()
        .from(facts)
        .where(like(facts.name, factOf("%")))
    ).map(({ name, value }) => [name, value]),
  );
  const newlyOverdue = overdue.filter(({ id, dueDate }) => notified.get(factOf(id)) !== dueDate);
  if (newlyOverdue.length > maxSingleNotifications) await notifyOfMany(tx, newlyOverdue.length);
  else for (const invoice of newlyOverdue) await notifyOfOne(tx, invoice);

  for (const { id, dueDate } of newlyOverdue)
    await tx
      .insert(facts)
      .values({ name: factOf(id), value: dueDate })
      .onConflictDoUpdate({ target: facts.name, set: { value: dueDate } });
  return newlyOverdue.length;
}

function notifyOfOne(tx: Transaction, invoice: Invoice) {
  const { id, customerName, customerImage, dueDate } = invoice;
  const what = `${formatMoney(balanceOf(invoice))}, due ${formatDate(dueDate)}`;
  const from = { name: customerName, image: customerImage };
  return notifyEveryone(tx, "invoiceOverdue", {
    from,
    text: `has not paid ${id}, ${what}`,
    href: `/invoices/${id}/details`,
    mail: `${id} is overdue: ${what}`,
  });
}

function notifyOfMany(tx: Transaction, count: number) {
  const what = `${formatNumber(count)} invoices that became overdue`;
  return notifyEveryone(tx, "invoiceOverdue", {
    from: { name: "Portico", image: null },
    text: `found ${what}`,
    href: "/invoices?status=overdue",
    mail: `There are ${what}`,
  });
}
