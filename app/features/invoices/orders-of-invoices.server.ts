/** The orders that invoices are or were for: an order has one invoice at a time. */
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, max, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { db, type Transaction } from "db";
import { whereInvoiceBills } from "db/invoice-conditions";
import { formerInvoiceOrders, type Invoice, invoiceDrafts, invoices, journal, type Order, orders } from "db/schema";
import { reachOf } from "~/core/access/access.server";
import { listingFor, type Reader } from "~/core/list/reach.server";
import { type Act, RuleViolation } from "~/core/resource/act.server";
import { formatMoney } from "~/core/values/money";
import { orderResource } from "~/features/orders/orders.server";

type From = Pick<Transaction, "select">;

/** Returns the number of the order that an invoice is or was for; undefined if it was for none. */
export async function orderIdOf(invoiceId: string, from: From = db): Promise<number | undefined> {
  const [order] = await from
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.invoiceId, invoiceId))
    .orderBy(desc(orders.id))
    .limit(1);
  if (order) return order.id;
  const [former] = await from
    .select({ id: formerInvoiceOrders.orderId })
    .from(formerInvoiceOrders)
    .where(eq(formerInvoiceOrders.invoiceId, invoiceId));
  return former?.id;
}

async function orderOfInvoice(invoiceId: string, from: From): Promise<Order | undefined> {
  const id = await orderIdOf(invoiceId, from);
  return id === undefined ? undefined : orderResource.within.find(from, id);
}

/** An order as the page of its invoice names it. */
export interface NamedOrder {
  id: number;
  /** Whether the order was deleted. */
  isDeleted: boolean;
}

/** Returns the order of an invoice as this reader may know it; only who sees all orders learns of deleted ones. */
export async function orderNamedOn(invoiceId: string, reader: Reader): Promise<NamedOrder | undefined> {
  const { scope } = listingFor(orderResource.listing, reader);
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.invoiceId, invoiceId), isNull(orders.deletedAt), scope));
  if (order) return { id: order.id, isDeleted: false };
  const id = reachOf(reader, "orders.view") === "all" ? await orderIdOf(invoiceId) : undefined;
  if (id === undefined) return undefined;
  return { id, isDeleted: !(await orderResource.get(reader, id)) };
}

/** Returns why an invoice would be the second open one of its order; undefined if it would not. */
export async function replacementRefusal(invoice: Invoice, from: From = db): Promise<string | undefined> {
  const order = await orderOfInvoice(invoice.id, from);
  if (!order?.invoiceId || order.invoiceId === invoice.id) return undefined;
  const [replacement] = await from
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(eq(invoices.id, order.invoiceId), whereInvoiceBills));
  return replacement && `${replacement.id} replaced it for order #${order.id}`;
}

/** Returns that the total of its order changed since an invoice became void, with both totals; undefined if not. */
export async function changedOrderRefusal({ id, totalAmount }: Invoice, from: From = db): Promise<string | undefined> {
  const order = await orderOfInvoice(id, from);
  if (!order || order.totalAmount === totalAmount) return undefined;
  const [removal] = await from
    .select({ id: max(journal.id) })
    .from(journal)
    .where(
      and(eq(journal.entity, "invoices"), eq(journal.recordId, id), isNotNull(sql`${journal.after} ->> 'deletedAt'`)),
    );
  const was = sql<number>`${journal.before} ->> 'totalAmount'`;
  const [first] = await from
    .select({ was })
    .from(journal)
    .where(
      and(
        eq(journal.entity, "orders"),
        eq(journal.recordId, String(order.id)),
        gt(journal.id, removal?.id ?? 0),
        isNotNull(was),
      ),
    )
    .orderBy(asc(journal.id))
    .limit(1);
  if (!first || first.was === order.totalAmount) return undefined;
  return `it is over ${formatMoney(totalAmount)} and order #${order.id} comes to ${formatMoney(order.totalAmount)} now; create a new invoice from the order`;
}

/** Returns why an invoice would be the second open one of its draft; undefined if it would not. */
async function reissueRefusal({ id }: Invoice, from: From): Promise<string | undefined> {
  const drafts = from
    .select({ id: sql<number>`cast(${named.recordId} as integer)` })
    .from(created)
    .innerJoin(named, eq(named.batch, created.batch))
    .where(
      and(
        eq(created.entity, "invoices"),
        eq(created.recordId, id),
        eq(named.entity, "invoiceDrafts"),
        eq(sql`${named.after} ->> 'invoiceId'`, id),
      ),
    );
  const [again] = await from
    .select({ id: invoices.id, draft: invoiceDrafts.id })
    .from(invoiceDrafts)
    .innerJoin(invoices, eq(invoices.id, invoiceDrafts.invoiceId))
    .where(and(inArray(invoiceDrafts.id, drafts), ne(invoices.id, id), isNull(invoices.deletedAt)));
  return again && `${again.id} was issued from the same draft`;
}

const [created, named] = [alias(journal, "created"), alias(journal, "named")];

/**
 * Throws `RuleViolation` if an invoice is reinstated although its order or draft has another open invoice, or its order
 * has another total now.
 */
export async function refuseReinstatement(
  tx: Transaction,
  { before, after }: { before: Invoice | undefined; after: Pick<Invoice, "deletedAt"> },
) {
  if (!before?.deletedAt || after.deletedAt) return;
  const why =
    (await replacementRefusal(before, tx)) ??
    (await reissueRefusal(before, tx)) ??
    (await changedOrderRefusal(before, tx));
  if (why) throw new RuleViolation({ "": `${before.id} cannot be reinstated, because ${why}.` }, 409);
}

/** Names a reinstated invoice on its order again, unless an undo does that itself. */
export async function nameOnOrderAgain(
  tx: Transaction,
  { before, after }: { before: Invoice | undefined; after: Invoice },
  act: Act,
) {
  if (!before?.deletedAt || after.deletedAt || act.undoes) return;
  const order = await orderOfInvoice(after.id, tx);
  if (order && !order.deletedAt && order.invoiceId !== after.id)
    await orderResource.within.change(tx, act, order.id, { invoiceId: after.id });
}
