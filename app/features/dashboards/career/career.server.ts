/** The figures and charts of the career dashboard. */
import { and, countDistinct, eq, gte, isNull, lt, or } from "drizzle-orm";
import { formatNumber, howMany } from "~/core/values/noun";
import { appliedBetween, daysToHire, hiredAt } from "~/features/career/applications.server";
import { hours, placesOf, weekdays } from "~/features/career/clock.server";
import { dayCount, orderedStages } from "~/features/career/stages";
import { timeZone } from "db/company-settings";
import { db } from "db";
import { dayNumberAt, dayOfNumber, startOfDay, startOfNextDay } from "db/dates";
import { type ApplicationStage, applicationSources } from "db/lookups";
import { applications, careerJobs, stageEvents } from "db/schema";
import { daysText } from "~/core/list/days.server";
import { rows } from "~/ui/chart/counted";
import { funnel } from "~/ui/chart/funnel.server";
import { heatMap } from "~/ui/chart/heat-map.server";
import { shareBar } from "~/ui/chart/share-bar.server";
import { sparkline } from "~/ui/chart/sparkline.server";
import { changeOf, decimal, type Figure, percent, ratio } from "../figures";
import { comparedDay, type Days, type Period } from "../period";

type Applied = Awaited<ReturnType<typeof appliedBetween>>[number] & { day: string };

/** The career dashboard of a period: figures, and charts as they are drawn. */
export async function careerDashboard(period: Period) {
  const both = { from: period.before.from, to: period.to };
  const applied = withDays(await appliedBetween(...momentsOf(both)), ({ appliedAt }) => appliedAt);
  const now = rowsWithin(applied, period);
  return {
    figures: [
      await openJobs(period),
      figureOf(period, {
        title: "Applications",
        filter: "applied",
        numbers: (days) => rowsWithin(applied, days).length,
      }),
      await reachedFigure(period, "Shortlisted"),
      ...(await hiring(period)),
    ],
    funnel: await stagesFunnel(period, now.length),
    times: timesOf(period, now),
    sources: sourceShares(period, now),
  };
}

const momentsOf = ({ from, to }: Days): [Date, Date] => [startOfDay(from, timeZone()), startOfNextDay(to, timeZone())];

/** Adds to each row its day in the site's time zone. */
const withDays = <Row extends object>(found: Row[], at: (row: Row) => Date) =>
  found.map((row) => ({ ...row, day: dayOfNumber(dayNumberAt(at(row).getTime(), timeZone())) }));

const rowsWithin = <Row extends { day: string }>(found: Row[], { from, to }: Days) =>
  found.filter(({ day }) => day >= from && day <= to);

/** Returns the link to the applications with an event in the period. */
const applicationsHref = ({ from, to }: Days, more: Record<string, string> = {}, filter = "applied") =>
  `/career/applications?${new URLSearchParams({ ...more, [filter]: daysText(from, to) }).toString()}`;

/** A figure that counts the applications of some days. */
function figureOf(
  period: Period,
  { title, filter, numbers }: { title: string; filter: string; numbers(days: Days): number },
): Figure {
  const value = numbers(period);
  return {
    title,
    text: formatNumber(value),
    of: { value, href: applicationsHref(period, {}, filter), is: rows },
    change: changeOf(value, numbers(period.before), "more"),
    versus: period.versus,
    spark: sparkline({ adds: true, values: period.spans.map(numbers) }),
  };
}

/** Jobs that are open today, against those that were when the period began. */
async function openJobs(period: Period): Promise<Figure> {
  const { from, spans } = period;
  const began = startOfDay(from, timeZone());
  const jobs = await db
    .select({ openedAt: careerJobs.openedAt, closedAt: careerJobs.closedAt })
    .from(careerJobs)
    .where(or(isNull(careerJobs.closedAt), gte(careerJobs.closedAt, began)));
  const openAt = (moment: Date) =>
    jobs.filter(({ openedAt, closedAt }) => openedAt < moment && (!closedAt || closedAt >= moment)).length;
  const value = jobs.filter(({ closedAt }) => !closedAt).length;
  return {
    title: "Open jobs",
    text: formatNumber(value),
    of: { value, href: "/career/jobs?state=open", is: rows },
    change: changeOf(value, openAt(began)),
    versus: comparedDay(from, period),
    // From what it is compared with, each span as it ended.
    spark: sparkline({ values: [began, ...spans.map(({ to }) => startOfNextDay(to, timeZone()))].map(openAt) }),
  };
}

/** Returns the applications that reached a stage in a period, once per day. */
async function applicationsReaching(stage: ApplicationStage, days: Days) {
  const [from, before] = momentsOf(days);
  const events = await db
    .select({ id: stageEvents.applicationId, at: stageEvents.at })
    .from(stageEvents)
    .where(and(eq(stageEvents.stage, stage), gte(stageEvents.at, from), lt(stageEvents.at, before)));
  return withDays(events, ({ at }) => at);
}

const distinct = (events: { id: number }[]) => [...new Set(events.map(({ id }) => id))];

async function reachedFigure(period: Period, stage: "Shortlisted"): Promise<Figure> {
  const events = await applicationsReaching(stage, { from: period.before.from, to: period.to });
  return figureOf(period, {
    title: stage,
    filter: stage.toLowerCase(),
    numbers: (days) => distinct(rowsWithin(events, days)).length,
  });
}

/** Returns the figures for hires and for the days from application to hiring. */
async function hiring(period: Period): Promise<Figure[]> {
  const both = { from: period.before.from, to: period.to };
  const events = await applicationsReaching("Hired", both);
  const took = await daysTaken(both);
  const hires = (days: Days) => distinct(rowsWithin(events, days));
  const sum = (days: Days) => hires(days).reduce((sum, id) => sum + (took.get(id) ?? 0), 0);
  const mean = (days: Days) => ratio(sum(days), hires(days).length);
  const hired = figureOf(period, { title: "Hired", filter: "hired", numbers: (days) => hires(days).length });
  const [now, href] = [mean(period), applicationsHref(period, {}, "hired")];
  const time: Figure = {
    title: "Time to hire",
    text: now === null ? "–" : `${decimal(now)} ${now === 1 ? "day" : "days"}`,
    of: {
      part: { value: sum(period), href, is: daysToHire, text: dayCount(sum(period)) },
      over: true,
      whole: {
        value: hires(period).length,
        href,
        is: rows,
        text: howMany(hires(period).length, "hire"),
      },
    },
    change: changeOf(now, mean(period.before), "less"),
    versus: period.versus,
    spark: sparkline({ values: period.spans.map(mean) }),
  };
  return [hired, time];
}

/** Returns the days from application to hiring, for those hired in the period, by application id. */
async function daysTaken(days: Days): Promise<Map<number, number>> {
  const [from, before] = momentsOf(days);
  const hired = await db
    .select({ id: applications.id, appliedAt: applications.appliedAt, hiredAt })
    .from(stageEvents)
    .innerJoin(applications, eq(applications.id, stageEvents.applicationId))
    .where(and(eq(stageEvents.stage, "Hired"), gte(stageEvents.at, from), lt(stageEvents.at, before)));
  const number = (moment: number) => dayNumberAt(moment, timeZone());
  return new Map(hired.map(({ id, appliedAt, hiredAt }) => [id, number(hiredAt ?? 0) - number(appliedAt.getTime())]));
}

/** Returns a funnel of the stages reached by the period's applicants, with the drop at each step. */
async function stagesFunnel(period: Period, applied: number): Promise<string> {
  const [from, before] = momentsOf(period);
  const reached = await db
    .select({ stage: stageEvents.stage, came: countDistinct(stageEvents.applicationId) })
    .from(applications)
    .innerJoin(stageEvents, eq(stageEvents.applicationId, applications.id))
    .where(and(gte(applications.appliedAt, from), lt(applications.appliedAt, before)))
    .groupBy(stageEvents.stage);
  const came = (stage: string) => reached.find((row) => row.stage === stage)?.came ?? 0;
  const steps = orderedStages.map((stage) => ({ stage, value: stage === "Applied" ? applied : came(stage) }));
  return funnel({
    label: "How far the applications of the period have come",
    heads: ["Stage", "Applications", "Change"],
    steps: steps.map(({ stage, value }, place) => ({
      label: stage,
      text: formatNumber(value),
      drop: place === 0 ? "" : changeFromStep(value, steps[place - 1]?.value ?? 0),
      counted: { value, href: applicationsHref(period, stage === "Applied" ? {} : { reached: stage }), is: rows },
    })),
  });
}

/** Returns a change such as "−38%", or "–" if the previous step has none. */
function changeFromStep(value: number, before: number): string {
  const share = ratio(value - before, before);
  if (share === null) return "–";
  return `${share < 0 ? "−" : share > 0 ? "+" : ""}${Math.round(Math.abs(share) * 100)}%`;
}

function timesOf(period: Period, applied: Applied[]): string {
  const counts = weekdays.map(() => hours.map(() => 0));
  for (const { appliedAt } of applied) {
    const { weekday, hour } = placesOf(appliedAt);
    const row = counts[weekday];
    if (row) row[hour] = (row[hour] ?? 0) + 1;
  }
  return heatMap({
    label: "Applications by weekday and hour",
    corner: "Weekday",
    rows: weekdays,
    columns: hours.map((hour) => hour.slice(0, 2)),
    cells: weekdays.map((weekday, row) =>
      hours.map((hour, column) => {
        const value = counts[row]?.[column] ?? 0;
        return {
          text: formatNumber(value),
          counted: { value, href: applicationsHref(period, { weekday, hour }), is: rows },
        };
      }),
    ),
  });
}

function sourceShares(period: Period, applied: Applied[]): string {
  const parts = applicationSources.map(({ value: source, title }, place) => ({
    title,
    source,
    color: place + 1,
    value: applied.filter((row) => row.source === source).length,
  }));
  return shareBar({
    label: "Applications by source",
    total: formatNumber(applied.length),
    noun: applied.length === 1 ? "application" : "applications",
    heads: ["Source", "Applications", "Share"],
    parts: parts
      .toSorted((one, two) => two.value - one.value)
      .map(({ title, source, color, value }) => ({
        label: title,
        color,
        text: formatNumber(value),
        share: percent(ratio(value, applied.length)),
        counted: { value, href: applicationsHref(period, { source }), is: rows },
      })),
  });
}
