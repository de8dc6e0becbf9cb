/** What waits today: each figure counts the rows that it leads to. */
import { countMatching } from "~/lib/counting.server";
import { type Listing, type ListTable, parseListQuery } from "~/lib/listing.server";
import { invoiceListing } from "~/invoices/invoices.server";
import { unreadOf } from "~/inbox/inbox.server";
import { orderListing } from "~/orders/orders.server";
import { productListing } from "~/products/products.server";
import { ticketListing } from "~/support/tickets/tickets.server";
import { type Counted, rows } from "~/ui/chart/counted";
import { userListing } from "~/users/users.server";

/** The rows of a list that something is true of. */
async function counted<Table extends ListTable>(listing: Listing<Table>, filters: Record<string, string>): Promise<Counted> {
  const search = new URLSearchParams(filters);
  return { value: await countMatching(listing, parseListQuery(listing, search)), href: `${listing.path}?${search}`, is: rows };
}

export const todayOf = async (personId: number) => ({
  orders: await counted(orderListing, { status: "New" }),
  invoices: await counted(invoiceListing, { status: "overdue" }),
  tickets: await counted(ticketListing, { status: "Open" }),
  stock: await counted(productListing, { stock: "low" }),
  people: await counted(userListing, { status: "Pending" }),
  unread: await unreadOf.messages(personId),
});
