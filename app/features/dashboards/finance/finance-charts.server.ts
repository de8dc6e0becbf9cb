/** The charts of the finance dashboard. */
import { methodChoice, methodChoices } from "~/features/payments/methods";
import { daysText } from "~/core/list/days.server";
import { formatMoney } from "~/core/values/money";
import { barList } from "~/ui/chart/bar-list.server";
import { lineChart } from "~/ui/chart/line-chart.server";
import { shareBar } from "~/ui/chart/share-bar.server";
import type { Age } from "./books.server";
import { percent, ratio, shortMoney } from "../figures";
import { invoicesHref, openOnFilters } from "./debts.server";
import { openFilters, paymentsHref } from "./finance-reports.server";
import { type Days, type Period, sinceOf, type Span, untilSpan } from "../period";

/** Returns a line chart of the collected amounts and those of the comparison period. */
export function cashLine(period: Period, spans: Span[], collected: (days: Days) => number): string {
  return lineChart({
    label: `Collected: ${formatMoney(collected(period))}, ${formatMoney(collected(period.before))} ${period.versus}`,
    names: { now: "Collected", before: period.versus },
    axis: shortMoney,
    since: sinceOf(period, spans),
    sums: { text: formatMoney, href: (to) => paymentsHref(untilSpan(spans, to)) },
    points: spans.map(({ label, short, weekend, before, ...span }) => {
      const [value, then] = [collected(span), collected(before)];
      return {
        label,
        short,
        weekend,
        text: formatMoney(value),
        counted: { value, href: paymentsHref(span), is: "Total" },
        before: { label: before.label, value: then, text: formatMoney(then) },
      };
    }),
  });
}

/** The names of the ages, from the youngest. */
const ageLabels = ["Not due yet", "1–30 days late", "31–60 days late", "61–90 days late", "Over 90 days late"];

/** Draws all that is owed, or was at the end of a past day, by how late it is. */
export function ageingBars(open: Age[], pastDay?: string): string {
  const all = open.reduce((sum, { total }) => sum + total, 0);
  return barList({
    label: "Outstanding by days past the due date",
    heads: ["Age", "Outstanding"],
    rows: ageLabels.flatMap((label, at) => {
      const age = open[at];
      if (!age) return [];
      const { isLate, from, to, total, later } = age;
      const due = daysText(from, to);
      const href = invoicesHref(
        pastDay
          ? { ...openOnFilters(pastDay), due }
          : { ...openFilters({ later }), status: isLate ? "overdue" : "pending", due },
      );
      return [
        {
          label,
          step: at + 1,
          text: formatMoney(total),
          counted: { value: total, href, is: "Balance due" },
          share: ratio(total, all) ?? 0,
        },
      ];
    }),
  });
}

const methodColors: Record<string, number> = { "Credit Card": 1, "Visa Card": 5, "Master Card": 2, Paypal: 4 };

/** Whether the chart has a row for a method that nothing was collected by. */
const isAlwaysShown = (method: string) => Object.hasOwn(methodColors, method);

/** Returns a chart of the payment methods of the amount collected in the period. */
export function methodShares(period: Period, paid: { method: string; total: number }[]): string {
  const all = paid.reduce((sum, { total }) => sum + total, 0);
  const parts = methodChoices.map(({ value: method, title: label }) => ({
    method,
    label,
    value: paid.reduce((sum, row) => (methodChoice(row.method) === method ? sum + row.total : sum), 0),
  }));
  return shareBar({
    label: "Collected by payment method",
    total: shortMoney(all),
    noun: "collected",
    heads: ["Method", "Collected", "Share"],
    parts: parts
      .filter(({ method, value }) => isAlwaysShown(method) || value !== 0)
      .toSorted((one, two) => two.value - one.value)
      .map(({ method, label, value }) => ({
        label,
        text: formatMoney(value),
        share: percent(ratio(value, all)),
        color: methodColors[method] ?? 6,
        counted: { value, href: paymentsHref(period, { method }), is: "Total" },
      })),
  });
}
