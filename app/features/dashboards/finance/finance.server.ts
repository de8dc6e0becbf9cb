/** The figures and charts of the finance dashboard: sums that the database keeps by day, see `invoiceTotals`. */
import { addDays } from "db/dates";
import { formatNumber, howMany } from "~/core/values/noun";
import { formatMoney } from "~/core/values/money";
import { today } from "~/core/values/today.server";
import { rows } from "~/ui/chart/counted";
import { sparkline } from "~/ui/chart/sparkline.server";
import { type Books, booksSince, collectedByMethod, openByAge, type Sums } from "./books.server";
import { changeOf, decimal, type Figure, ratio } from "../figures";
import { ageingBars, cashLine, methodShares } from "./finance-charts.server";
import { invoicesHref, isPast, openOnFilters, overdueOnFilters } from "./debts.server";
import { openFilters, paidHref, paymentsHref } from "./finance-reports.server";
import { firstDayOf } from "../first-days.server";
import { comparedDay, type Period, shortDay, type Span } from "../period";

/** The finance dashboard of a period: figures, and charts as they are drawn. */
export async function financeDashboard(period: Period) {
  const open = await openByAge(today());
  const books = await booksSince(period.before.from, open);
  const spans = period.spansSince(await firstDayOf.invoices());
  return {
    figures: figuresOf(period, spans, books, openFilters({ later: open.reduce((sum, { later }) => sum + later, 0) })),
    cash: cashLine(period, spans, (days) => books.sumIn("collected", days).total),
    ageing: isPast(period) ? ageingBars(await openByAge(period.to), period.to) : ageingBars(open),
    methods: methodShares(period, await collectedByMethod(period)),
  };
}

function figuresOf(
  period: Period,
  spans: Span[],
  { sumIn, openAt, lateAt }: Books,
  openToday: Record<string, string>,
): Figure[] {
  const { from, to, before, versus } = period;
  const [issued, issuedBefore] = [sumIn("issued", { from, to }), sumIn("issued", before)];
  const [collected, collectedBefore] = [sumIn("collected", { from, to }), sumIn("collected", before)];
  const [paid, paidBefore] = [sumIn("paid", { from, to }), sumIn("paid", before)];
  const eve = addDays(from, -1);
  const standing = { versus: comparedDay(eve, period) };
  const [asOf, openHref, lateHref] = isPast(period)
    ? [` on ${shortDay(to)}`, openOnFilters(to), overdueOnFilters(to)]
    : ["", openToday, { status: "overdue" }];
  const ends = [addDays(spans[0]?.from ?? from, -1), ...spans.map(({ to }) => to)];
  const totals = (kind: "issued" | "collected") =>
    sparkline({ adds: true, values: spans.map((span) => sumIn(kind, span).total) });
  const mean = ({ days, invoices }: Sums) => ratio(days, invoices);
  return [
    {
      title: "Invoiced",
      text: formatMoney(issued.total),
      of: { value: issued.total, href: invoicesHref({ from, to }), is: "Total" },
      change: changeOf(issued.total, issuedBefore.total, "more"),
      versus,
      spark: totals("issued"),
    },
    {
      title: "Collected",
      text: formatMoney(collected.total),
      of: { value: collected.total, href: paymentsHref(period), is: "Total" },
      change: changeOf(collected.total, collectedBefore.total, "more"),
      versus,
      spark: totals("collected"),
    },
    {
      title: `Outstanding${asOf}`,
      text: formatMoney(openAt(to)),
      of: { value: openAt(to), href: invoicesHref(openHref), is: "Balance due" },
      change: changeOf(openAt(to), openAt(eve)),
      ...standing,
      spark: sparkline({ values: ends.map(openAt) }),
    },
    {
      title: `Overdue${asOf}`,
      text: formatMoney(lateAt(to)),
      of: { value: lateAt(to), href: invoicesHref(lateHref), is: "Balance due" },
      change: changeOf(lateAt(to), lateAt(eve), "less"),
      ...standing,
      spark: sparkline({ values: ends.map(lateAt) }),
    },
    {
      title: "Days to pay",
      text: daysText(mean(paid)),
      of: {
        part: {
          value: paid.days,
          href: paidHref(period),
          is: "Days to pay",
          text: formatNumber(paid.days),
        },
        over: true,
        whole: { value: paid.invoices, href: paidHref(period), is: rows, text: howMany(paid.invoices, "invoice") },
      },
      change: changeOf(mean(paid), mean(paidBefore), "less"),
      versus,
      spark: sparkline({ values: spans.map((span) => mean(sumIn("paid", span))) }),
    },
  ];
}

/** Returns a text such as "13.3 days", or "–". */
const daysText = (days: number | null) => (days === null ? "–" : `${decimal(days)} ${days === 1 ? "day" : "days"}`);
