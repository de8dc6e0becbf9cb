/** Today's open work. Each figure equals the number of rows in the list that it links to. */
import { type Permission, reachOf } from "~/core/access/access.server";
import { listHref } from "~/core/list/list";
import { countMatching } from "~/core/list/counting.server";
import type { Listing, ListTable } from "~/core/list/listing.server";
import { parseListQuery } from "~/core/list/list-query.server";
import { invoiceResource } from "~/features/invoices/invoices.server";
import { readStoredSums } from "~/core/list/list-read.server";
import { unreadOf } from "~/features/inbox/inbox.server";
import type { InboxReader } from "~/features/notifications/readable.server";
import { orderResource } from "~/features/orders/orders.server";
import { productResource } from "~/features/products/products.server";
import { waitingListing } from "~/features/team/lists.server";
import { ticketResource } from "~/features/support/tickets/tickets.server";
import { type Counted, rows } from "~/ui/chart/counted";

/** The rows of a list that something is true of. */
export async function counted<Table extends ListTable>(
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

/** Counts the overdue invoices and their sum in cents, from the same stored sums as the foot of their list. */
async function overdue(): Promise<Counted & { total: number }> {
  const filters = { status: "overdue" };
  const [sums] = readStoredSums(invoiceResource.listing, [{ q: "", filters, trash: false }]);
  const href = listHref({ path: invoiceResource.listing.path, search: "" }, filters);
  return { value: sums?.rows ?? 0, total: sums?.total ?? 0, href, is: rows };
}

export type Waiting = Awaited<ReturnType<typeof todayOf>>;

/** Returns the figures for today. A figure is undefined if `me` may not see all of its records. */
export async function todayOf(me: InboxReader) {
  const seen = async <Table extends ListTable>(
    needs: Permission,
    listing: Listing<Table>,
    filters: Record<string, string>,
  ) => (reachOf(me, needs) === "all" ? counted(listing, filters) : undefined);
  return {
    orders: await seen("orders.view", orderResource.listing, { status: "New" }),
    invoices: reachOf(me, "invoices.view") === "all" ? await overdue() : undefined,
    tickets: await seen("tickets.view", ticketResource.listing, { status: "Open" }),
    stock: await seen("sales.view", productResource.listing, { stock: "low" }),
    people: await seen("team.invite", waitingListing, {}),
    unread: await unreadOf.messages(me),
  };
}
