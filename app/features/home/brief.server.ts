/** The home page's brief: late tickets, and the first rows of each queue. */
import { rowsByIds } from "db";
import { daysBetween } from "db/dates";
import { balanceOf } from "db/invoice-state";
import { type User, users } from "db/schema";
import { reachOf } from "~/core/access/access.server";
import type { Listing, ListTable } from "~/core/list/listing.server";
import { parseListQuery } from "~/core/list/list-query.server";
import { pageRows } from "~/core/list/list-read.server";
import { pick } from "~/core/values/pick";
import { today } from "~/core/values/today.server";
import { invoiceResource } from "~/features/invoices/invoices.server";
import type { InboxReader } from "~/features/notifications/readable.server";
import { orderResource } from "~/features/orders/orders.server";
import { productResource } from "~/features/products/products.server";
import { ticketResource } from "~/features/support/tickets/tickets.server";
import { waitingListing } from "~/features/team/lists.server";
import type { Counted } from "~/ui/chart/counted";
import { counted, type Waiting } from "./today.server";

/** Maximum rows per queue; the first queue stands next to the taller chart and shows one more. */
const [most, mostBesideChart] = [3, 4];

/** The first rows of a list that are counted already. */
async function firstOf<Table extends ListTable>(
  listing: Listing<Table>,
  of: Counted | undefined,
  search: Record<string, string>,
  size = most,
) {
  if (!of || of.value === 0) return [];
  const query = { ...parseListQuery(listing, new URLSearchParams(search)), size };
  return pageRows(listing, query, { total: of.value });
}

/** Returns the late tickets and the first rows of each queue, limited to the records that `me` may see all of. */
export async function briefOf(me: InboxReader, waiting: Waiting) {
  const late =
    reachOf(me, "tickets.view") === "all" ? await counted(ticketResource.listing, { answer: "late" }) : undefined;
  return {
    late,
    queues: {
      invoices: (
        await firstOf(
          invoiceResource.listing,
          waiting.invoices,
          { status: "overdue", sort: "dueDate" },
          mostBesideChart,
        )
      ).map((invoice) => ({
        ...pick(invoice, "id", "customerId", "customerName", "customerImage", "status", "sentAt"),
        balance: balanceOf(invoice),
        daysLate: daysBetween(invoice.dueDate, today()),
      })),
      tickets: await firstTickets(waiting.tickets, late),
      orders: (await firstOf(orderResource.listing, waiting.orders, { status: "New", sort: "createdAt" })).map(
        (order) =>
          pick(order, "id", "customerId", "customerName", "customerImage", "status", "totalAmount", "createdAt"),
      ),
      people: (await firstOf(waitingListing, waiting.people, {})).map((person) =>
        pick(person, "id", "name", "image", "createdAt"),
      ),
      stock: (await firstOf(productResource.listing, waiting.stock, { stock: "low", sort: "stock" })).map((product) =>
        pick(product, "id", "title", "featureImage", "stock"),
      ),
    },
  };
}

/**
 * Returns the tickets past their response time, longest overdue first; if there are none, the open tickets, latest
 * reply first.
 */
async function firstTickets(open: Counted | undefined, late: Counted | undefined) {
  const isLate = late !== undefined && late.value > 0;
  const rows = isLate
    ? await firstOf(ticketResource.listing, late, { answer: "late", sort: "due" })
    : await firstOf(ticketResource.listing, open, { status: "Open" });
  const people = new Map(
    ((await rowsByIds(users, users.id, [...new Set(rows.map(({ requesterId }) => requesterId))])) as User[]).map(
      (person) => [person.id, person.image],
    ),
  );
  return rows.map(({ requesterId, requesterName, ...ticket }) => ({
    ...pick(ticket, "id", "subject", "lastReplyAt", "answerDueAt"),
    isLate,
    requester: { id: requesterId ?? 0, name: requesterName, image: people.get(requesterId ?? 0) },
  }));
}

export type Brief = Awaited<ReturnType<typeof briefOf>>;
