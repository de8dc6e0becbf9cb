/** What waits today: each figure counts the rows that it leads to. */
import { type Permission, reachOf } from "~/core/access/access.server";
import { listHref } from "~/core/list/list";
import { countMatching } from "~/core/list/counting.server";
import type { Listing, ListTable } from "~/core/list/listing.server";
import { parseListQuery } from "~/core/list/list-query.server";
import { invoiceListing } from "~/features/invoices/invoices.server";
import { unreadOf } from "~/features/inbox/inbox.server";
import type { InboxReader } from "~/features/inbox/readable.server";
import { orderListing } from "~/features/orders/orders.server";
import { productListing } from "~/features/products/products.server";
import { waitingListing } from "~/features/team/lists.server";
import { ticketListing } from "~/features/support/tickets/tickets.server";
import { type Counted, rows } from "~/ui/chart/counted";

/** The rows of a list that something is true of. */
async function counted<Table extends ListTable>(
  listing: Listing<Table>,
  filters: Record<string, string>,
): Promise<Counted> {
  const search = new URLSearchParams(filters);
  return {
    value: await countMatching(listing, parseListQuery(listing, search)),
    href: listHref({ path: listing.path, search: "" }, filters),
    is: rows,
  };
}

/** What of it this person sees all of; the rest is not counted for them. */
export async function todayOf(me: InboxReader) {
  const seen = async <Table extends ListTable>(
    needs: Permission,
    listing: Listing<Table>,
    filters: Record<string, string>,
  ) => (reachOf(me, needs) === "all" ? counted(listing, filters) : undefined);
  return {
    orders: await seen("orders.view", orderListing, { status: "New" }),
    invoices: await seen("invoices.view", invoiceListing, { status: "overdue" }),
    tickets: await seen("tickets.view", ticketListing, { status: "Open" }),
    stock: await seen("sales.view", productListing, { stock: "low" }),
    people: await seen("team.invite", waitingListing, {}),
    unread: await unreadOf.messages(me),
  };
}
