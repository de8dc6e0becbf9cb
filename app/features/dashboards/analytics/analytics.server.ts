/** The figures of the analytics dashboard: sums of visits that the database keeps by day, see `db/schema/totals`. */
import { and, between, gt, inArray, sql } from "drizzle-orm";
import { db } from "db";
import { dayOfNumber } from "db/dates";
import { users, visitTotals } from "db/schema";
import { formatNumber, howMany } from "~/core/values/noun";
import { daysText } from "~/core/list/days.server";
import { barList } from "~/ui/chart/bar-list.server";
import { rows } from "~/ui/chart/counted";
import { lineChart } from "~/ui/chart/line-chart.server";
import { shareBar } from "~/ui/chart/share-bar.server";
import { sparkline } from "~/ui/chart/sparkline.server";
import { countsOf, rowsHref } from "./analytics-reports.server";
import { changeOf, type Figure, percent, pointsOf, ratio, shortNumber } from "../figures";
import { firstDayOf } from "../first-days.server";
import { type Days, numbersOf, type Period, sinceOf, untilSpan } from "../period";

/** Number of visits, and of those of each kind. */
interface Sums {
  visits: number;
  changed: number;
  returning: number;
}

/** Returns the figures and charts of the analytics dashboard for a period; people are counted only `withPeople`. */
export async function analyticsDashboard(period: Period, withPeople: boolean) {
  const days = await totalsOf({ from: period.before.from, to: period.to });
  const sumsIn = ({ from, to }: Days): Sums => summed(days.filter(({ day }) => day >= from && day <= to));
  const pieces = period.spansSince(await firstDayOf.visits());
  const spans = pieces.map((span) => ({ ...span, now: sumsIn(span), then: sumsIn(span.before) }));
  const [now, before] = [sumsIn(period), sumsIn(period.before)];
  const people = withPeople ? await activePeople([period, period.before, ...pieces]) : undefined;
  const figures = figuresOf(period, { now, before, spans: spans.map(({ now }) => now) }, people);
  return {
    figures,
    visits: lineChart({
      label: `Visits: ${formatNumber(now.visits)}, ${formatNumber(before.visits)} ${period.versus}`,
      names: { now: "Visits", before: period.versus },
      axis: shortNumber,
      since: sinceOf(period, pieces),
      sums: { text: formatNumber, href: (to) => rowsHref("visits", untilSpan(pieces, to)) },
      points: spans.map(({ label, short, weekend, now, then, before, ...span }) => ({
        label,
        short,
        weekend,
        text: formatNumber(now.visits),
        counted: { value: now.visits, href: rowsHref("visits", span), is: rows },
        before: { label: before.label, value: then.visits, text: formatNumber(then.visits) },
      })),
    }),
    countries: await bars(period, "country", "Visits by country", "Country"),
    referrers: await bars(period, "referrer", "Visits by referrer", "Referrer"),
    browsers: browserShares(period, await countsOf("browser", period)),
  };
}

async function totalsOf(of: Days) {
  const { first, last } = numbersOf(of);
  const kinds = ["visits", "changed", "returning"] as const;
  const totals = await db
    .select()
    .from(visitTotals)
    .where(and(inArray(visitTotals.kind, [...kinds]), between(visitTotals.day, first, last)));
  return totals.map(({ day, kind, count }) => ({ day: dayOfNumber(day), kind: kind as keyof Sums, count }));
}

function summed(days: Awaited<ReturnType<typeof totalsOf>>): Sums {
  const sums = { visits: 0, changed: 0, returning: 0 };
  for (const { kind, count } of days) sums[kind] += count;
  return sums;
}

/** Counts the distinct visitors per span; spans may overlap. Excludes users in the trash and erased ones. */
async function activePeople(spans: Days[]): Promise<number[]> {
  const numbered = spans.map((span) => ({ ...numbersOf(span), people: new Set<string>() }));
  const trashed = new Set(
    (
      await db
        .select({ id: users.id })
        .from(users)
        .where(gt(users.deletedAt, new Date(0)))
    ).map(({ id }) => String(id)),
  );
  for (const { day, ids } of personDays(
    Math.min(...numbered.map(({ first }) => first)),
    Math.max(...numbered.map(({ last }) => last)),
  )) {
    const here = ids.split(" ").filter((id) => !trashed.has(id));
    for (const { first, last, people } of numbered)
      if (day >= first && day <= last) for (const id of here) people.add(id);
  }
  return numbered.map(({ people }) => people.size);
}

/**
 * Returns the ids of the visitors per day. Read once for all overlapping spans, with one string per day because there
 * may be many.
 */
function personDays(first: number, last: number) {
  const { kind, day, value, count } = visitTotals;
  return db.all<{ day: number; ids: string }>(sql`
    select ${day} as day, group_concat(${value}, ' ') as ids from ${visitTotals}
    where ${kind} = 'person' and ${day} between ${first} and ${last} and ${count} > 0 group by ${day}
  `);
}

function figuresOf(
  period: Period,
  { now, before, spans }: { now: Sums; before: Sums; spans: Sums[] },
  people: number[] | undefined,
): Figure[] {
  const { versus, from, to } = period;
  const [activeNow = 0, activeBefore = 0, ...active] = people ?? [];
  const all = { value: now.visits, href: rowsHref("visits", period), is: rows };
  const share = ({ returning, visits }: Sums) => ratio(returning, visits);
  const compared = (
    title: string,
    now: number,
    before: number,
    href: string,
    values: number[],
    adds = true,
  ): Figure => ({
    title,
    text: formatNumber(now),
    of: { value: now, href, is: rows },
    change: changeOf(now, before, "more"),
    versus,
    spark: sparkline({ adds, values }),
  });
  return [
    compared(
      "Visits",
      now.visits,
      before.visits,
      all.href,
      spans.map(({ visits }) => visits),
    ),
    ...(people
      ? [
          compared(
            "Active people",
            activeNow,
            activeBefore,
            `/users?${new URLSearchParams({ visited: daysText(from, to) }).toString()}`,
            active,
            false, // a visitor on two days counts once
          ),
        ]
      : []),
    compared(
      "Visits that changed something",
      now.changed,
      before.changed,
      rowsHref("visits", period, { changed: "yes" }),
      spans.map(({ changed }) => changed),
    ),
    {
      title: "Returning share",
      text: percent(share(now)),
      of: {
        part: {
          value: now.returning,
          href: rowsHref("visits", period, { returning: "yes" }),
          is: rows,
          text: formatNumber(now.returning),
        },
        whole: { ...all, text: howMany(now.visits, "visit") },
      },
      change: pointsOf(share(now), share(before), "more"),
      versus,
      spark: sparkline({ values: spans.map(share) }),
    },
  ];
}

/** Maximum bars that fit on a card. */
const maxBars = 8;

/**
 * Returns a bar chart of the values with the most visits. The remainder has no bar, because no list matches it; the
 * card links to all visits.
 */
async function bars(period: Period, kind: "country" | "referrer", label: string, head: string) {
  const counts = await countsOf(kind, period);
  const shown = counts.slice(0, maxBars).map(({ value, count }) => ({
    label: value,
    text: formatNumber(count),
    counted: { value: count, href: rowsHref("visits", period, { [kind]: value }), is: rows },
  }));
  return { html: barList({ label, heads: [head, "Visits"], rows: shown }), shown: shown.length, of: counts.length };
}

/** Maximum parts of a pie chart: there are six colors, and the smallest parts share the last. */
const maxParts = 6;

function browserShares(period: Period, counts: { value: string; count: number }[]): string {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const fits = counts.length <= maxParts;
  const rest = fits ? [] : counts.slice(maxParts - 1);
  const parts = [
    ...counts
      .slice(0, fits ? maxParts : maxParts - 1)
      .map(({ value, count }) => ({ label: value, names: value, value: count })),
    ...(rest.length > 0
      ? [
          {
            label: "All others",
            names: rest.map(({ value }) => value).join(", "),
            value: rest.reduce((sum, { count }) => sum + count, 0),
          },
        ]
      : []),
  ];
  return shareBar({
    label: "Visits by browser",
    total: formatNumber(total),
    noun: total === 1 ? "visit" : "visits",
    heads: ["Browser", "Visits", "Share"],
    parts: parts.map(({ label, names, value }, place) => ({
      label,
      color: place + 1,
      text: formatNumber(value),
      share: percent(ratio(value, total)),
      counted: { value, href: rowsHref("visits", period, { browser: names }), is: rows },
    })),
  });
}
