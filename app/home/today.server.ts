/** What waits today: each figure counts the rows that it leads to. */
import { countMatching } from "~/lib/list.server";
import { type Listing, type ListQuery, type ListTable, parseListQuery } from "~/lib/listing.server";
import { invoiceListing } from "~/invoices/invoices.server";
import { keptSums } from "~/invoices/totals.server";
import { unreadOf } from "~/inbox/inbox.server";
import { orderListing } from "~/orders/orders.server";
import { totalsByDay } from "~/orders/groups.server";
import { productListing } from "~/products/products.server";
import { ticketListing } from "~/support/tickets/tickets.server";
import { type Counted, rows } from "~/ui/chart/counted";
import { userListing } from "~/users/users.server";

/** The rows of a list that something is true of. */
async function counted<Table extends ListTable>(listing: Listing<Table>, filters: Record<string, string>): Promise<Counted> {
  const search = new URLSearchParams(filters);
  return { value: await countMatching(listing, parseListQuery(listing, search)), href: `${listing.path}?${search}`, is: rows };
}

/** The same, from sums that are kept by day: there may be many. */
async function kept<Table extends ListTable>(listing: Listing<Table>, filters: Record<string, string>, count: (query: ListQuery) => Promise<number | undefined>): Promise<Counted> {
  const search = new URLSearchParams(filters);
  const value = await count(parseListQuery(listing, search));
  return value === undefined ? counted(listing, filters) : { value, href: `${listing.path}?${search}`, is: rows };
}

export const todayOf = async (personId: number) => ({
  orders: await kept(orderListing, { status: "New" }, async (query) => (await totalsByDay(query))?.orders),
  invoices: await kept(invoiceListing, { status: "overdue" }, async (query) => (await keptSums(query))?.invoices),
  tickets: await counted(ticketListing, { status: "Open" }),
  stock: await counted(productListing, { stock: "low" }),
  people: await counted(userListing, { status: "Pending" }),
  unread: await unreadOf.messages(personId),
});
