/** The figures of the sales dashboard: sums that the database keeps by day, see `db/schema/totals`. */
import { between, inArray, sql } from "drizzle-orm";
import { db, prepared } from "db";
import { dayOfNumber } from "db/dates";
import { orderTotals, products } from "db/schema";
import { noteDrawing, outsideRequest } from "~/core/http/request-context.server";
import { formatNumber, howMany } from "~/core/values/noun";
import { formatMoney } from "~/core/values/money";
import { pick } from "~/core/values/pick";
import { lostStatuses } from "~/features/orders/groups.server";
import { noCategory } from "~/features/orders/items/sold.server";
import { orderStages } from "~/features/orders/status/stages";
import { barList } from "~/ui/chart/bar-list.server";
import { rows } from "~/ui/chart/counted";
import { lineChart } from "~/ui/chart/line-chart.server";
import { shareBar } from "~/ui/chart/share-bar.server";
import { sparkline } from "~/ui/chart/sparkline.server";
import { changeOf, type Figure, percent, pointsOf, ratio, shortMoney } from "../figures";
import { firstDayOf } from "../first-days.server";
import { type Days, numbersOf, type Period, sinceOf, type Span, untilSpan } from "../period";
import { itemsHref, type Sold, soldIn, topProducts } from "./sales-reports.server";

interface DayTotal {
  day: string;
  status: string;
  orders: number;
  total: number;
}

/** Sums of orders: `revenue` counts, `lost` was cancelled or returned. */
interface Sums {
  orders: number;
  lost: number;
  revenue: number;
  counting: number;
}

/** The sales dashboard of a period: figures, and charts as they are drawn. */
export async function salesDashboard(period: Period) {
  const sold = await soldIn(period);
  const sums = await sumsOf(period);
  return {
    figures: figuresOf(
      period,
      sums.of(period),
      sums.of(period.before),
      sums.spans.map(({ now }) => now),
    ),
    revenue: revenueChart(period, sums),
    statuses: statusShares(
      period,
      sums.days.filter(({ day }) => day >= period.from),
    ),
    categories: await categoryBars(period, sold),
    top: await topProducts(period, sold, 7),
  };
}

let cachedChart: { of: string; html: string } | undefined;

/**
 * The net revenue alone, by the pieces of a period that do not lie before the first order. To draw it takes longer than
 * to add it up, so it is drawn anew only when something has changed.
 */
export async function revenueLine(period: Period): Promise<string> {
  const first = (await firstDayOf.orders()) ?? period.from;
  const pieces = period.spans.filter(({ to }) => to >= first);
  const sums = await sumsOf(period, pieces);
  const of = JSON.stringify([
    period.from,
    period.to,
    sums.spans.map(({ from, now, then }) => [from, now.revenue, then.revenue]),
  ]);
  const shown = { ...period, from: pieces[0]?.from ?? period.from };
  // Cache the HTML of the chart: a data name is valid for one page only.
  if (cachedChart?.of !== of) cachedChart = { of, html: outsideRequest(() => revenueChart(shown, sums)) };
  return noteDrawing(cachedChart.html);
}

async function sumsOf(period: Period, only?: Span[]) {
  const days = await totalsOf({ from: period.before.from, to: period.to });
  const of = ({ from, to }: Days): Sums => summed(days.filter(({ day }) => day >= from && day <= to));
  const spans = only ?? period.spansSince(await firstDayOf.orders());
  return { days, of, spans: spans.map((span) => ({ ...span, now: of(span), then: of(span.before) })) };
}

function revenueChart(period: Period, { of, spans }: Awaited<ReturnType<typeof sumsOf>>): string {
  return lineChart({
    label: `Net revenue: ${formatMoney(of(period).revenue)}, ${formatMoney(of(period.before).revenue)} ${period.versus}`,
    names: { now: "Net revenue", before: period.versus },
    axis: shortMoney,
    since: sinceOf(period, spans),
    sums: { text: formatMoney, href: (to) => ordersHref(untilSpan(spans, to), { group: "revenue" }) },
    points: spans.map(({ label, short, weekend, now, then, before, ...span }) => ({
      label,
      short,
      weekend,
      text: formatMoney(now.revenue),
      counted: { value: now.revenue, href: ordersHref(span, { group: "revenue" }), is: "Total" },
      before: { label: before.label, value: then.revenue, text: formatMoney(then.revenue) },
    })),
  });
}

async function totalsOf({ from, to }: Days): Promise<DayTotal[]> {
  const { first, last } = numbersOf({ from, to });
  const totals = await totalsBetween({ first, last });
  return totals.map(({ day, ...rest }) => ({ day: dayOfNumber(day), ...rest }));
}

const totalsBetween = prepared((db) =>
  db
    .select()
    .from(orderTotals)
    .where(between(orderTotals.day, sql.placeholder("first"), sql.placeholder("last")))
    .prepare(),
);

function summed(days: DayTotal[]): Sums {
  const sums = { orders: 0, lost: 0, revenue: 0, counting: 0 };
  for (const { status, orders, total } of days) {
    sums.orders += orders;
    if (lostStatuses.includes(status)) sums.lost += orders;
    else {
      sums.counting += orders;
      sums.revenue += total;
    }
  }
  return sums;
}

const ordersHref = ({ from, to }: Days, more: Record<string, string> = {}) =>
  `/orders?${new URLSearchParams({ ...more, from, to }).toString()}`;

function figuresOf(period: Period, now: Sums, before: Sums, spans: Sums[]): Figure[] {
  const { versus } = period;
  const all = { value: now.orders, href: ordersHref(period), is: rows };
  const revenue = { value: now.revenue, href: ordersHref(period, { group: "revenue" }), is: "Total" };
  const average = ({ revenue, counting }: Sums) => ratio(revenue, counting);
  const lostShare = ({ lost, orders }: Sums) => ratio(lost, orders);
  const averageNow = average(now);
  return [
    {
      title: "Net revenue",
      text: formatMoney(now.revenue),
      of: revenue,
      change: changeOf(now.revenue, before.revenue, "more"),
      versus,
      spark: sparkline({ adds: true, values: spans.map(({ revenue }) => revenue) }),
    },
    {
      title: "Orders",
      text: formatNumber(now.orders),
      of: all,
      change: changeOf(now.orders, before.orders, "more"),
      versus,
      spark: sparkline({ adds: true, values: spans.map(({ orders }) => orders) }),
    },
    {
      title: "Average order",
      text: averageNow === null ? "–" : formatMoney(Math.round(averageNow)),
      of: {
        part: { ...revenue, text: formatMoney(now.revenue) },
        over: true,
        whole: {
          ...revenue,
          value: now.counting,
          is: rows,
          text: howMany(now.counting, "order"),
        },
      },
      change: changeOf(averageNow, average(before), "more"),
      versus,
      spark: sparkline({ values: spans.map(average) }),
    },
    {
      title: "Cancelled or returned",
      text: percent(lostShare(now)),
      of: {
        part: { value: now.lost, href: ordersHref(period, { group: "lost" }), is: rows, text: formatNumber(now.lost) },
        whole: { ...all, text: howMany(now.orders, "order") },
      },
      change: pointsOf(lostShare(now), lostShare(before), "less"),
      versus,
      spark: sparkline({ values: spans.map(lostShare) }),
    },
  ];
}

/** The chart color of each status, matching its badge. */
const statusColors: Record<string, number> = { new: 1, pending: 2, cancelled: 3, delivered: 4, shipping: 5, return: 6 };

function statusShares(period: Period, days: DayTotal[]): string {
  const count = (of: (status: string) => boolean) =>
    days.reduce((sum, { status, orders }) => (of(status) ? sum + orders : sum), 0);
  const total = count(() => true);
  const known = orderStages.map(({ value, title }) => ({
    label: title,
    color: statusColors[value.toLowerCase()] ?? 6,
    value: count((status) => status === value.toLowerCase()),
    filter: { status: value },
  }));
  const other = {
    label: "Other",
    color: 6,
    value: total - known.reduce((sum, { value }) => sum + value, 0),
    filter: { group: "other" },
  };
  const parts = [...known, ...(other.value > 0 ? [other] : [])].toSorted((one, two) => two.value - one.value);
  return shareBar({
    label: "Orders by status",
    total: formatNumber(total),
    noun: total === 1 ? "order" : "orders",
    heads: ["Status", "Orders", "Share"],
    parts: parts.map(({ label, color, value, filter }) => ({
      label,
      color,
      text: formatNumber(value),
      share: percent(ratio(value, total)),
      counted: { value, href: ordersHref(period, filter), is: rows },
    })),
  });
}

/** The categories of some products, however many: of those alone. */
export const categoriesQuery = (ids: number[]) =>
  db
    .select(pick(products, "id", "category"))
    .from(products)
    .where(inArray(products.id, sql`(select value from json_each(${JSON.stringify(ids)}))`));

async function categoryBars(period: Period, sold: Sold[]): Promise<string> {
  const kinds = await categoriesQuery(sold.map(({ productId }) => productId));
  const categoryOf = new Map(kinds.map(({ id, category }) => [id, category]));
  const sums = new Map<string, number>();
  for (const { productId, amount } of sold) {
    const category = categoryOf.get(productId) ?? noCategory;
    sums.set(category, (sums.get(category) ?? 0) + amount);
  }
  return barList({
    label: "Revenue by category",
    heads: ["Category", "Revenue"],
    rows: [...sums]
      .toSorted(([, one], [, two]) => two - one)
      .map(([category, amount]) => ({
        label: category,
        text: formatMoney(amount),
        counted: { value: amount, href: itemsHref(period, { category }), is: "Revenue" },
      })),
  });
}
