/** The figures of the course dashboard, which indexes cover by time. */
import { and, count, gte, isNull, lt, type SQL, sql, sum } from "drizzle-orm";
import { timeZone } from "db/company-settings";
import { db } from "db";
import { startOfDay, startOfNextDay } from "db/dates";
import { enrolments, studySessions, testResults } from "db/schema";
import { formatNumber, howMany } from "~/core/values/noun";
import { enrolmentListing } from "~/features/course/enrolments.server";
import { resultListing } from "~/features/course/results.server";
import { studyListing } from "~/features/course/study.server";
import { daysText } from "~/core/list/days.server";
import { barList } from "~/ui/chart/bar-list.server";
import { rows } from "~/ui/chart/counted";
import { lineChart } from "~/ui/chart/line-chart.server";
import { sparkline } from "~/ui/chart/sparkline.server";
import { changeOf, decimal, type Figure, percent, pointsOf, ratio, shortNumber } from "../figures";
import { firstDayOf } from "../first-days.server";
import { comparedDay, type Days, type Period, sinceOf, untilSpan } from "../period";

/** Counts for a period: `finished` is the number of those enrolled in it who have completed their course by now. */
interface Counts {
  enrolled: number;
  finished: number;
  completed: number;
  minutes: number;
}

/** The first moment, and the first that is over. */
type Stretch = [first: number, next: number];

/** The course dashboard of a period: figures, and charts as they are drawn. */
export async function courseDashboard(period: Period) {
  const { before } = period;
  const spans = period.spansSince(await firstDayOf.study());
  const later: Stretch = [startOfNextDay(period.to, timeZone()).getTime(), Number.MAX_SAFE_INTEGER];
  const [now, then, since, ...counts] = await countsIn([
    stretchOf(period),
    stretchOf(before),
    later,
    ...spans.map(stretchOf),
    ...spans.map((span) => stretchOf(span.before)),
  ]);
  const minutes = (at: number) => counts[at]?.minutes ?? 0;
  const of = {
    now: now ?? noCounts,
    then: then ?? noCounts,
    since: since ?? noCounts,
    spans: counts.slice(0, spans.length),
  };
  return {
    figures: figuresOf(period, of, await openNow()),
    study: lineChart({
      label: `Study: ${minutesText(of.now.minutes)}, ${minutesText(of.then.minutes)} ${period.versus}`,
      names: { now: "Studied", before: period.versus },
      axis: shortNumber,
      since: sinceOf(period, spans),
      sums: { text: minutesText, href: (to) => studyHref(untilSpan(spans, to)) },
      points: spans.map(({ label, short, weekend, before, ...span }, at) => ({
        label,
        short,
        weekend,
        text: minutesText(minutes(at)),
        counted: { value: minutes(at), href: studyHref(span), is: "Minutes" },
        before: {
          label: before.label,
          value: minutes(spans.length + at),
          text: minutesText(minutes(spans.length + at)),
        },
      })),
    }),
    scores: await scoreBars(period),
  };
}

const noCounts: Counts = { enrolled: 0, finished: 0, completed: 0, minutes: 0 };

const stretchOf = ({ from, to }: Days): Stretch => [
  startOfDay(from, timeZone()).getTime(),
  startOfNextDay(to, timeZone()).getTime(),
];

const minutesText = (minutes: number) => `${formatNumber(minutes)} min`;

const countsIn = async (stretches: Stretch[]): Promise<Counts[]> => db.all<Counts>(countsQuery(stretches));

/** Returns the query that counts events in each stretch of time, in order. */
export function countsQuery(stretches: Stretch[]): SQL {
  const values = sql.join(
    stretches.map(([first, next], place) => sql`(${place}, ${first}, ${next})`),
    sql`, `,
  );
  const enrolled = sql`from ${enrolments} where ${enrolments.enrolledAt} >= first and ${enrolments.enrolledAt} < next`;
  return sql`
    with stretches (place, first, next) as (values ${values})
    select
      (select count(*) ${enrolled}) as enrolled,
      (select count(${enrolments.completedAt}) ${enrolled}) as finished,
      (select count(*) from ${enrolments} where ${enrolments.completedAt} >= first and ${enrolments.completedAt} < next) as completed,
      (select coalesce(sum(${studySessions.minutes}), 0) from ${studySessions} where ${studySessions.at} >= first and ${studySessions.at} < next) as minutes
    from stretches order by place`;
}

async function openNow(): Promise<number> {
  const [row] = await db.select({ open: count() }).from(enrolments).where(isNull(enrolments.completedAt));
  return row?.open ?? 0;
}

const listHref = (path: string, filters: Record<string, string>) =>
  `${path}?${new URLSearchParams(filters).toString()}`;
const enrolmentsHref = (filters: Record<string, string>) => listHref(enrolmentListing.path, filters);
const studyHref = ({ from, to }: Days) => listHref(studyListing.path, { studied: daysText(from, to) });

interface PeriodCounts {
  now: Counts;
  then: Counts;
  /** After the period. */
  since: Counts;
  spans: Counts[];
}

function figuresOf(period: Period, { now, then, since, spans }: PeriodCounts, open: number): Figure[] {
  const { from, to, versus } = period;
  const days = daysText(from, to);
  const begun = { value: now.enrolled, href: enrolmentsHref({ enrolled: days }), is: rows };
  const rate = ({ finished, enrolled }: Counts) => ratio(finished, enrolled);
  const [first = open, ...ends] = openAtEnds(open, since, spans);
  const spark = (value: (counts: Counts) => number) => sparkline({ adds: true, values: spans.map(value) });
  return [
    {
      title: "Enrolled",
      text: formatNumber(now.enrolled),
      of: begun,
      change: changeOf(now.enrolled, then.enrolled, "more"),
      versus,
      spark: spark(({ enrolled }) => enrolled),
    },
    {
      title: "In progress now",
      text: formatNumber(open),
      of: { value: open, href: enrolmentsHref({ state: "in-progress" }), is: rows },
      change: changeOf(open, first),
      versus: comparedDay(from, period),
      spark: sparkline({ values: ends }),
    },
    {
      title: "Completed",
      text: formatNumber(now.completed),
      of: { value: now.completed, href: enrolmentsHref({ completed: days }), is: rows },
      change: changeOf(now.completed, then.completed, "more"),
      versus,
      spark: spark(({ completed }) => completed),
    },
    {
      title: "Completion rate",
      text: percent(rate(now)),
      of: {
        part: {
          value: now.finished,
          href: enrolmentsHref({ enrolled: days, state: "completed" }),
          is: rows,
          text: `${formatNumber(now.finished)} completed`,
        },
        whole: { ...begun, text: `${formatNumber(now.enrolled)} enrolled` },
      },
      change: pointsOf(rate(now), rate(then), "more"),
      versus,
      spark: sparkline({ values: spans.map(rate) }),
    },
    {
      title: "Hours of study",
      text: decimal(now.minutes / 60),
      of: { value: now.minutes, href: studyHref(period), is: "Minutes" },
      change: changeOf(now.minutes, then.minutes, "more"),
      versus,
      spark: spark(({ minutes }) => minutes),
    },
  ];
}

/** Returns the number in progress at the start of the period and at the end of each span, counted back from now. */
function openAtEnds(open: number, since: Counts, spans: Counts[]): number[] {
  const back: number[] = [open - since.enrolled + since.completed];
  for (const { enrolled, completed } of spans.toReversed()) back.push((back.at(-1) ?? 0) - enrolled + completed);
  return back.reverse();
}

/** Asks for the tests of each topic between two moments. */
export function scoresQuery(first: number, next: number) {
  const taken = and(gte(testResults.at, new Date(first)), lt(testResults.at, new Date(next)));
  return db
    .select({ topic: testResults.topic, results: count(), points: sum(testResults.score).mapWith(Number) })
    .from(testResults)
    .where(taken)
    .groupBy(testResults.topic);
}

/** The mean score of each topic, the best first. */
async function scoreBars({ from, to }: Period): Promise<string> {
  const topics = await scoresQuery(...stretchOf({ from, to }));
  const means = topics
    .map(({ points, ...of }) => ({ ...of, mean: points / of.results }))
    .toSorted((one, other) => other.mean - one.mean);
  if (means.length === 0) return "";
  return barList({
    label: "Mean score by topic, of 100 points",
    heads: ["Topic", "Mean score"],
    rows: means.map(({ topic, mean, results }) => ({
      label: topic,
      text: `${decimal(mean)} · ${howMany(results, "result")}`,
      counted: { value: results, href: listHref(resultListing.path, { topic, taken: daysText(from, to) }), is: rows },
      share: mean / 100,
    })),
  });
}
