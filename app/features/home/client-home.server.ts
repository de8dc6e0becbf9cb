/** The client's home page: open invoices, open tickets and latest orders. */
import { and, desc, inArray } from "drizzle-orm";
import { db } from "db";
import { selectBalance } from "db/invoice-conditions";
import { tickets } from "db/schema";
import { invoiceResource } from "~/features/invoices/invoices.server";
import { balanceOf, invoiceStateOn } from "db/invoice-state";
import { sumMatching } from "~/core/list/counting.server";
import { listPage } from "~/core/list/list-plan.server";
import { parseListQuery } from "~/core/list/list-query.server";
import { pick } from "~/core/values/pick";
import { listingFor, type Reader } from "~/core/list/reach.server";
import { today } from "~/core/values/today.server";
import { creditOf } from "~/features/payments/credit.server";
import { owedBy } from "~/features/payments/owed.server";
import { latestOrders } from "~/features/orders/orders.server";
import { ticketResource } from "~/features/support/tickets/tickets.server";

/** Maximum rows listed per kind. */
const maxPerKind = 5;

export async function ownHomeOf(me: Reader) {
  return {
    invoices: await openInvoices(me),
    money: pick({ ...(await owedBy(me.id)), credit: await creditOf(me.id) }, "overdue", "credit"),
    orders: await latestOrders(me.id, me, maxPerKind),
    tickets: await openTickets(me),
  };
}

/** Returns the pending invoices by due date, with their count and their sum in cents. */
async function openInvoices(me: Reader) {
  const listing = listingFor(invoiceResource.listing, me);
  const query = {
    ...parseListQuery(listing, new URLSearchParams({ status: "pending", sort: "dueDate" })),
    size: maxPerKind,
  };
  const { rows, total } = await listPage(listing, query);
  const open = rows.map((invoice) => ({
    ...pick(invoice, "id", "dueDate"),
    balance: balanceOf(invoice),
    state: invoiceStateOn(invoice, today()),
  }));
  return { open, count: total, due: await sumMatching(listing, { ...query, anyOrder: true }, selectBalance) };
}

/** Returns the client's open and pending tickets, latest reply first. */
async function openTickets(me: Reader) {
  const { id, subject, status, lastReplyAt } = tickets;
  const theirs = and(listingFor(ticketResource.listing, me).scope, inArray(status, ["Open", "Pending"]));
  return db
    .select({ id, subject, status, lastReplyAt })
    .from(tickets)
    .where(theirs)
    .orderBy(desc(lastReplyAt), desc(id))
    .limit(maxPerKind);
}
