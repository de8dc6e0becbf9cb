/** The figures and charts of the finance dashboard: sums that the database keeps by day, see `invoiceTotals`. */
import { and, between, eq, gte, inArray, sql } from "drizzle-orm";
import { db } from "db";
import { addDays, dayNumber, dayOfNumber } from "db/dates";
import { invoiceTotals } from "db/schema";
import { formatMoney } from "~/lib/money";
import { changeOf, counted, type Figure, ratio } from "./figures";
import { ageingBars, cashColumns, methodDonut } from "./finance-charts.server";
import { invoicesHref, openByDueDay, paidHref } from "./finance-reports.server";
import { type Days, labelOf, numbersOf, type Period } from "./period";
import { rows } from "~/ui/chart/counted";
import { sparkline } from "~/ui/chart/sparkline.server";
import { today } from "./period.server";

type Kind = "issued" | "paid" | "late";

interface Sums {
  invoices: number;
  total: number;
  days: number;
}

/** The finance dashboard of a period: figures, and charts as they are drawn. */
export async function financeDashboard(period: Period) {
  const open = await openByDueDay();
  const books = await booksSince(period.before.from, open);
  return {
    figures: figuresOf(period, books),
    cash: cashColumns(period, (days) => books.sumIn("paid", days).total),
    ageing: ageingBars(open, today()),
    methods: methodDonut(period, await paidByMethod(period)),
  };
}

async function paidByMethod(days: Days) {
  const { first, last } = numbersOf(days);
  const { kind, day, method, total } = invoiceTotals;
  return db.select({ method, total: sql<number>`sum(${total})` }).from(invoiceTotals).where(and(eq(kind, "paid"), between(day, first, last))).groupBy(method);
}

/** What was issued and paid on some days, and what was open and overdue at the end of a day, from a first day on. What stands now is known, so that history before it is not read. */
async function booksSince(firstDay: string, open: Awaited<ReturnType<typeof openByDueDay>>) {
  const days = await movedSince(firstDay);
  const sumIn = (kind: Kind, { from, to }: Partial<Days>): Sums => {
    const sums = { invoices: 0, total: 0, days: 0 };
    for (const row of days) {
      if (row.kind !== kind || (from && row.day < from) || (to && row.day > to)) continue;
      sums.invoices += row.invoices;
      sums.total += row.total;
      sums.days += row.days;
    }
    return sums;
  };
  const now = today();
  const openNow = open.reduce((sum, { total }) => sum + total, 0);
  const lateNow = open.reduce((sum, { day, total }) => (day < now ? sum + total : sum), 0);
  return {
    sumIn,
    openNow,
    lateNow,
    openAt: (day: string) => (day >= now ? openNow : openNow - sumIn("issued", { from: addDays(day, 1) }).total + sumIn("paid", { from: addDays(day, 1) }).total),
    lateAt: (day: string) => lateNow - sumIn("late", { from: addDays(day, 1), to: now }).total,
  };
}

async function movedSince(firstDay: string) {
  const { kind, day, invoices, total, days } = invoiceTotals;
  const moved = await db
    .select({ kind, day, invoices: sql<number>`sum(${invoices})`, total: sql<number>`sum(${total})`, days: sql<number>`sum(${days})` })
    .from(invoiceTotals)
    .where(and(inArray(kind, ["issued", "paid", "late"]), gte(day, dayNumber(firstDay))))
    .groupBy(kind, day);
  return moved.map(({ day, ...sums }) => ({ ...sums, day: dayOfNumber(day) }));
}

function figuresOf(period: Period, { sumIn, openNow, lateNow, openAt, lateAt }: Awaited<ReturnType<typeof booksSince>>): Figure[] {
  const { from, to, before, spans, versus } = period;
  const [issued, issuedBefore] = [sumIn("issued", { from, to }), sumIn("issued", before)];
  const [paid, paidBefore] = [sumIn("paid", { from, to }), sumIn("paid", before)];
  const eve = addDays(from, -1);
  const standing = { when: "now", versus: dayName(eve) };
  const ends = [eve, ...spans.map(({ to }) => to)];
  const totals = (kind: Kind) => sparkline({ values: spans.map((span) => sumIn(kind, span).total) });
  const mean = ({ days, invoices }: Sums) => ratio(days, invoices);
  return [
    { title: "Invoiced", text: formatMoney(issued.total), of: { value: issued.total, href: invoicesHref({ from, to }), is: "Total" }, change: changeOf(issued.total, issuedBefore.total, "more"), versus, spark: totals("issued") },
    { title: "Collected", text: formatMoney(paid.total), of: { value: paid.total, href: paidHref(period), is: "Total" }, change: changeOf(paid.total, paidBefore.total, "more"), versus, spark: totals("paid") },
    { title: "Outstanding", text: formatMoney(openNow), of: { value: openNow, href: invoicesHref({ status: "pending" }), is: "Total" }, change: changeOf(openNow, openAt(eve)), ...standing, spark: sparkline({ values: ends.map(openAt) }) },
    { title: "Overdue", text: formatMoney(lateNow), of: { value: lateNow, href: invoicesHref({ status: "overdue" }), is: "Total" }, change: changeOf(lateNow, lateAt(eve), "less"), ...standing, spark: sparkline({ values: ends.map(lateAt) }) },
    {
      title: "Days to pay",
      text: daysText(mean(paid)),
      of: {
        part: { value: paid.days, href: paidHref(period), is: "Days to pay", text: `${counted(paid.days)} ${paid.days === 1 ? "day" : "days"}` },
        whole: { value: paid.invoices, href: paidHref(period), is: rows, text: `${counted(paid.invoices)} paid` },
      },
      change: changeOf(mean(paid), mean(paidBefore), "less"),
      versus,
      spark: sparkline({ values: spans.map((span) => mean(sumIn("paid", span))) }),
    },
  ];
}

/** Such as "13.3 days", or "–". */
const daysText = (days: number | null) => (days === null ? "–" : `${days.toLocaleString("en-US", { maximumFractionDigits: 1 })} ${days === 1 ? "day" : "days"}`);

/** Such as "23 Oct", with the year where it is not this one. */
const dayName = (day: string) => labelOf({ from: day, to: day }).replace(` ${today().slice(0, 4)}`, "");
