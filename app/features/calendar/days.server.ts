/** The invoices due and the orders delivered on each day of the calendar. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { inArray, type SQL, sql } from "drizzle-orm";
import { config } from "config";
import { timeZone } from "db/company-settings";
import { db } from "db";
import { startOfDay, startOfNextDay } from "db/dates";
import { invoices, orders } from "db/schema";
import { invoiceResource } from "~/features/invoices/invoices.server";
import { invoiceStateOn, unpaidStatus } from "db/invoice-state";
import { listPage } from "~/core/list/list-plan.server";
import { daysText } from "~/core/list/days.server";
import type { ListTable, Listing } from "~/core/list/listing.server";
import { parseListQuery } from "~/core/list/list-query.server";
import { pick } from "~/core/values/pick";
import { today } from "~/core/values/today.server";
import { orderResource } from "~/features/orders/orders.server";
import { type Counted, rows } from "~/ui/chart/counted";
import type { CalendarView } from "./month";

/** Maximum entries of a day in a month and in a week, and in the list of the selected day. */
const [mostInDay, mostInList] = [{ month: 3, week: 10 }, 10];

interface DayRow {
  day: string;
  due: number;
  /** Number of unpaid invoices among those due. */
  unpaid: number;
  delivered: number;
  /** The ids of the first ones, as JSON. */
  firstDue: string;
  firstDelivered: string;
}

/**
 * Returns, for each day, the counts and the first rows, unpaid invoices first. Counts use the index of the date, only
 * as many rows are read as a day shows, and `+status` keeps SQLite from using the index of statuses.
 */
export function daysQuery(days: string[], view: CalendarView): SQL {
  const most = mostInDay[view];
  const spans = JSON.stringify(
    days.map((day) => [day, startOfDay(day, timeZone()).getTime(), startOfNextDay(day, timeZone()).getTime()]),
  );
  const isDue = sql`${invoices.deletedAt} is null and ${invoices.dueDate} = span.value ->> 0`;
  const isDelivered = sql`${orders.deletedAt} is null and ${orders.deliveredAt} >= span.value ->> 1 and ${orders.deliveredAt} < span.value ->> 2`;
  return sql`
    select span.value ->> 0 as day,
      (select count(*) from ${invoices} where ${isDue}) as due,
      (select count(*) from ${invoices} where ${isDue} and +${invoices.status} = ${sql.raw(`'${unpaidStatus}'`)}) as unpaid,
      (select json_group_array(id) from (select ${invoices.id} as id from ${invoices} where ${isDue} order by +${invoices.status} desc, ${invoices.id} limit ${most})) as firstDue,
      (select count(*) from ${orders} where ${isDelivered}) as delivered,
      (select json_group_array(id) from (select ${orders.id} as id from ${orders} where ${isDelivered} order by ${orders.deliveredAt}, ${orders.id} limit ${most})) as firstDelivered
    from json_each(${spans}) as span`;
}

/**
 * Returns the days of these weeks with counts, links to the full lists, and the entries where all fit. Yields to
 * other requests between weeks.
 */
export async function calendarWeeks(weeks: string[][], view: CalendarView) {
  const found = [];
  for (const week of weeks) {
    found.push(await calendarDays(week, view));
    await nextTurn();
  }
  return found;
}

async function calendarDays(days: string[], view: CalendarView) {
  const now = today();
  const counted = db.all<DayRow>(daysQuery(days, view)).map((row) => ({ ...row, ...visibleIds(row, mostInDay[view]) }));
  const dueById = await invoicesById(
    counted.flatMap(({ dueIds }) => dueIds),
    now,
  );
  const deliveredById = await ordersById(counted.flatMap(({ deliveredIds }) => deliveredIds));
  return counted.map(({ day, due, unpaid, delivered, dueIds, deliveredIds }) => ({
    day,
    due: { value: due, href: dueHref(day), is: rows },
    unpaid: unpaidOf(day, unpaid, now),
    paid: { value: due - unpaid, href: `${dueHref(day)}&status=complete`, is: rows },
    delivered: { value: delivered, href: deliveredHref(day), is: rows },
    invoices: dueIds.flatMap((id) => dueById.get(id) ?? []),
    deliveries: deliveredIds.flatMap((id) => deliveredById.get(id) ?? []),
  }));
}

export type CalendarDay = Awaited<ReturnType<typeof calendarDays>>[number];

/** Returns the count of unpaid invoices that were due on a day. */
function unpaidOf(day: string, value: number, now: string) {
  const state = invoiceStateOn({ status: unpaidStatus, dueDate: day }, now);
  return { value, state, href: `${dueHref(day)}&status=${state}`, is: rows };
}

/** Returns the ids of a day's entries, or none if there are too many to show. */
const visibleIds = ({ due, delivered, firstDue, firstDelivered }: DayRow, limit: number) =>
  due + delivered > limit
    ? { dueIds: [], deliveredIds: [] }
    : { dueIds: JSON.parse(firstDue) as string[], deliveredIds: JSON.parse(firstDelivered) as number[] };

async function invoicesById(ids: string[], now: string) {
  const { id, customerName, dueDate, status } = invoices;
  const found = await db.select({ id, customerName, dueDate, status }).from(invoices).where(inArray(id, ids));
  return new Map(
    found.map((invoice) => [
      invoice.id,
      { ...pick(invoice, "id", "customerName"), state: invoiceStateOn(invoice, now) },
    ]),
  );
}

async function ordersById(ids: number[]) {
  const { id, customerName } = orders;
  const found = await db.select({ id, customerName }).from(orders).where(inArray(id, ids));
  return new Map(found.map((order) => [order.id, order]));
}

// Sorted by what a day is found by: the list then begins at that day too, however many rows there are.
const dueHref = (from: string, to = from) => `/invoices?due=${daysText(from, to)}&sort=dueDate`;
const deliveredHref = (from: string, to = from) => `/orders?delivered=${daysText(from, to)}&sort=deliveredAt`;

/** Returns the totals of the days, with links to the lists. */
export function totalsOf(days: CalendarDay[]) {
  const [from, to] = [days[0]?.day ?? "", days.at(-1)?.day ?? ""];
  const sum = (kind: "due" | "delivered") => days.reduce((total, day) => total + day[kind].value, 0);
  return {
    due: { value: sum("due"), href: dueHref(from, to), is: rows },
    delivered: { value: sum("delivered"), href: deliveredHref(from, to), is: rows },
  };
}

/** The list of one day, which is counted already: its first invoices and deliveries, and where all of them are. */
export async function dayInFull({ day, due, delivered }: CalendarDay) {
  const now = today();
  const invoicesDue = await firstListed(invoiceResource.listing, due);
  const deliveries = await firstListed(orderResource.listing, delivered);
  return {
    day,
    due,
    delivered,
    invoices: invoicesDue.map((invoice) => ({
      ...pick(invoice, "id", "customerName", "totalAmount"),
      state: invoiceStateOn(invoice, now),
    })),
    deliveries: deliveries.map((order) => pick(order, "id", "customerName", "totalAmount", "status", "deliveredAt")),
  };
}

export type DayInFull = Awaited<ReturnType<typeof dayInFull>>;

/** The first rows of the list behind a number. */
async function firstListed<Table extends ListTable>(listing: Listing<Table>, { href, value }: Counted) {
  const query = parseListQuery(listing, new URL(href, config.appUrl).searchParams);
  return (await listPage(listing, { ...query, size: mostInList }, { total: value })).rows;
}
