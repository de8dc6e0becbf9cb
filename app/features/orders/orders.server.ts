import { and, count, desc, eq, gte, inArray, isNull, lt, min, sql } from "drizzle-orm";
import { timeZone } from "db/company-settings";
import { db, type Transaction } from "db";
import { textsIn } from "db/compare";
import { dayAt, startOfDay, startOfNextDay } from "db/dates";
import { whereInvoiceBills, whereInvoiceUnpaid } from "db/invoice-conditions";
import { paymentMethods } from "db/lookups";
import { invoices, type Order, orders, products, users } from "db/schema";
import { formatNumber, howMany } from "~/core/values/noun";
import { sameStatus } from "~/core/values/status";
import { may } from "~/core/access/access.server";
import { hrefOfAct } from "~/core/audit/act-notifications.server";
import { countMatching, sumMatching } from "~/core/list/counting.server";
import { recordId } from "~/core/values/ids";
import { listHref } from "~/core/list/list";
import { readStoredSums } from "~/core/list/list-read.server";
import { fromTo, momentIn } from "~/core/list/days.server";
import { parseListQuery } from "~/core/list/list-query.server";
import { formatMoney } from "~/core/values/money";
import { listingFor, type Reader } from "~/core/list/reach.server";
import { today } from "~/core/values/today.server";
import { notifyEveryone } from "~/features/notifications/notify.server";
import { withdrawUnread } from "~/features/notifications/withdraw.server";
import { type Act, type Actor, actToCreate } from "~/core/resource/act.server";
import type { Once } from "~/core/api/idempotency.server";
import { refuseTakenNumber } from "~/core/import/external-number.server";
import { defineResource } from "~/core/resource/define-resource.server";
import { scopeOf } from "~/core/resource/registry.server";
import { customerName } from "~/features/customers/customers.server";
import { orderColumns } from "./columns.server";
import { orderDependents } from "./dependents.server";
import { orderConfirmations, orderQuestion } from "./invoice-question.server";
import { orderFields, orderNoun } from "./fields";
import { findPersonByName } from "~/core/list/find-people.server";
import { completeOrder } from "./complete.server";
import { inGroup, isLost, orderGroups, storedTotals } from "./groups.server";
import { ordersNoted } from "./notes-search.server";
import { orderProgress, orderStages } from "./status/stages";
import { newsOfStatus } from "./status/status-mail.server";

export const orderResource = defineResource({
  table: orders,
  noun: orderNoun,
  fields: orderFields,
  permissions: { view: "orders.view", change: "sales.change" },
  list: {
    path: "/orders",
    search: (columns) => [sql`'#' || ${orders.id}`, ...columns, textsIn(orders.items, "name")],
    index: { kind: "orders", number: orders.id, also: ordersNoted },
    fields: { created: { as: "moment", by: orders.createdAt } },
    filters: {
      status: { label: "Status", options: orderStages, by: orders.status, anyCase: true },
      payment: { label: "Payment method", options: paymentMethods, by: orders.paymentMethod, anyCase: true },
      from: {
        label: "Placed",
        type: "date",
        end: "from",
        by: (day) => gte(orders.createdAt, startOfDay(day, timeZone())),
      },
      to: {
        label: "Placed",
        type: "date",
        end: "to",
        by: (day) => lt(orders.createdAt, startOfNextDay(day, timeZone())),
      },
      delivered: { label: "Delivered on", type: "days", by: momentIn(orders.deliveredAt) },
      group: { label: "Group", options: orderGroups, by: inGroup },
      customer: {
        label: "Customer",
        type: "record",
        title: (id) => customerName(id, orders, orders.id),
        named: findPersonByName,
        by: (id) => eq(orders.customerId, recordId(id)),
        person: orders.customerId,
      },
    },
    sorts: {
      // As the API calls them.
      createAt: orders.createdAt,
      totalAmount: orders.totalAmount,
    },
    sort: "-createdAt",
    dayBuckets: [
      { requestedDays: ({ delivered }) => delivered, column: orders.deliveredAt, sort: orders.createdAt },
      { requestedDays: fromTo, column: orders.createdAt, sort: orders.id },
    ],
    tabs: "status",
    storedSums: storedTotals,
    sums: async (query, listing, stored = readStoredSums(listing, [query])[0]) => [
      { label: "Total", as: "money", value: stored?.total ?? (await sumMatching(listing, query, orders.totalAmount)) },
    ],
    own: {
      staffFilters: ["payment", "group"],
      rows: (me) => and(eq(orders.customerId, me.id), isNull(orders.deletedAt)),
    },
    columns: orderColumns,
  },
  import: true,
  completed: ["customerName", "subTotalAmount", "totalAmount"],
  statuses: orderStages,
  progress: orderProgress,
  label: (order) => `Order #${order.id}`,
  about: ({ customerName }) => customerName,
  derive: completeOrder,
  check: (tx, { after }) => refuseTakenNumber(tx, orders, after, (id) => `Order #${id}`),
  afterWrite: async (tx, { before, after: { id, status } }, act) => {
    if (act.undoes && before && !sameStatus(before.status, status))
      await withdrawUnread(tx, {
        href: `/orders/${id}`,
        text: newsOfStatus(id, before.status),
        undone: { batch: act.undoes, entity: "orders", recordId: String(id) },
      });
  },
  dependents: orderDependents,
  question: orderQuestion,
  confirmations: orderConfirmations,
  files: [orders.customerImage, orders.items],
});

/** Adds a new order and notifies subscribed users. */
export function placeOrder(by: Actor, values: Parameters<typeof orderResource.create>[1], once?: Once<Order>) {
  const place = async (tx: Transaction, act: Act) => {
    const order = await orderResource.within.create(tx, act, values);
    await notifyEveryone(tx, "newOrder", newsOf(order));
    return order;
  };
  return actToCreate<Order>(by, place, once);
}

/** Notifies about orders that came in together: about one individually, about several with one notification. */
export async function notifyOfOrders(
  tx: Transaction,
  { by, batch }: Act,
  { count, last }: { count: number; last: Order },
) {
  const many = {
    from: { name: by.name, image: null },
    text: `brought in ${formatNumber(count)} orders`,
    href: hrefOfAct(batch),
    mail: `${formatNumber(count)} orders came in by a file`,
  };
  await notifyEveryone(tx, "newOrder", count === 1 ? newsOf(last) : many);
}

const newsOf = ({ id, customerName, customerImage, totalAmount }: Order) => ({
  from: { name: customerName, image: customerImage },
  text: `placed order #${id}, ${formatMoney(totalAmount)}`,
  href: `/orders/${id}`,
  mail: `Order #${id} came in, ${formatMoney(totalAmount)}`,
});

const tiles = [
  { title: "Total Orders", icon: "shopping-cart", color: "neutral", status: "" },
  { title: "New Orders", icon: "sparkle", color: "primary", status: "New" },
  { title: "Delivered Orders", icon: "package-check", color: "success", status: "Delivered" },
  { title: "Cancelled Orders", icon: "circle-x", color: "error", status: "Cancelled" },
] as const;

/**
 * Returns the count and the total in cents of all orders that `reader` may see, and of groups of statuses, each with
 * a link to its rows.
 */
export async function orderTiles(reader: Reader) {
  const listing = listingFor(orderResource.listing, reader);
  const queries = tiles.map(({ status }) => ({
    ...parseListQuery(listing, new URLSearchParams({ status })),
    anyOrder: listing.isOwn,
  }));
  const stored = readStoredSums(listing, queries);
  return Promise.all(
    tiles.map(async ({ status, ...tile }, at) => {
      const query = queries[at]!;
      return {
        ...tile,
        totalOrder: stored[at]?.rows ?? (await countMatching(listing, query)),
        totalCents: stored[at]?.total ?? (await sumMatching(listing, query, orders.totalAmount)),
        href: listHref({ path: listing.path, search: "" }, { status }),
      };
    }),
  );
}

const yearOf = (day: string) => day.slice(0, 4);

/**
 * Returns the number of orders of a customer that the reader may see, such as "7 orders since 2023", and the link to
 * them. The year is omitted for the current year.
 */
export async function ordersOf(customerId: number, reader: Reader) {
  const listing = listingFor(orderResource.listing, reader);
  const search = listing.isOwn ? "" : `?customer=${customerId}`;
  const number = await countMatching(listing, parseListQuery(listing, new URLSearchParams(search)));
  const theirs = and(listing.scope, eq(orders.customerId, customerId), isNull(orders.deletedAt));
  const [first] = await db
    .select({ at: min(orders.createdAt) })
    .from(orders)
    .where(theirs);
  const year = first?.at && yearOf(dayAt(first.at, timeZone()));
  const since = number > 1 && year && year < yearOf(today()) ? ` since ${year}` : "";
  return {
    text: `${howMany(number, "order")}${since}`,
    href: orderResource.listing.path + search,
  };
}

/**
 * Returns a customer's latest orders, newest first, with the link to all; undefined for a reader who may see no
 * orders.
 */
export async function latestOrders(customerId: number, reader: Reader, limit = 5) {
  if (!may(reader, "orders.view")) return undefined;
  const theirs = and(
    listingFor(orderResource.listing, reader).scope,
    eq(orders.customerId, customerId),
    isNull(orders.deletedAt),
  );
  const { id, status, createdAt, totalAmount } = orders;
  const latest = await db
    .select({ id, status, createdAt, totalAmount })
    .from(orders)
    .where(theirs)
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
  return { latest, all: await ordersOf(customerId, reader) };
}

/** Returns the invoices that the orders reference and this reader may see; a reference may outlive its invoice. */
export async function knownInvoices(
  named: Pick<Order, "invoiceId">[],
  reader: Reader,
): Promise<{ id: string; inTrash: boolean; isCredited: boolean }[]> {
  const ids = named.flatMap(({ invoiceId }) => invoiceId ?? []);
  if (ids.length === 0) return [];
  const known = await db
    .select({ id: invoices.id, deletedAt: invoices.deletedAt, bills: sql<number>`${whereInvoiceBills}` })
    .from(invoices)
    .where(and(inArray(invoices.id, ids), scopeOf("invoices", reader)));
  return known.map(({ id, deletedAt, bills }) => {
    const inTrash = deletedAt !== null;
    return { id, inTrash, isCredited: !inTrash && !bills };
  });
}

/** Returns the invoice of a cancelled or returned order if it is still to be paid. */
export async function openInvoice({ status, invoiceId }: Pick<Order, "status" | "invoiceId">, reader: Reader) {
  if (invoiceId === null || !isLost(status)) return undefined;
  const { id, totalAmount, deletedAt } = invoices;
  const open = and(eq(id, invoiceId), whereInvoiceUnpaid, isNull(deletedAt));
  return (
    await db
      .select({ id, totalAmount })
      .from(invoices)
      .where(and(open, scopeOf("invoices", reader)))
  )[0];
}

/** Returns the ids of the order's products that are not deleted. */
export async function knownProducts({ items }: Pick<Order, "items">): Promise<number[]> {
  const ids = items.flatMap(({ id }) => id ?? []);
  if (ids.length === 0) return [];
  return (
    await db
      .select({ id: products.id })
      .from(products)
      .where(and(inArray(products.id, ids), isNull(products.deletedAt)))
  ).map(({ id }) => id);
}

/** Whether a user with this id exists, including one in the trash. */
export async function isKnownCustomer(id: number | null): Promise<boolean> {
  return id !== null && (await db.select({ count: count() }).from(users).where(eq(users.id, id)))[0]?.count === 1;
}
