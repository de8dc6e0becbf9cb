import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { timeZone } from "db/company-settings";
import { requireUser } from "~/auth/session.server";
import { today } from "~/core/values/today.server";
import { Alert } from "~/ui/alert";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { proof } from "~/ui/chart/counted";
import { PageTitle } from "~/ui/page-title";
import { DayCard } from "./day-card";
import { calendarWeeks, type CalendarDay, dayInFull, totalsOf } from "./days.server";
import { Legend } from "./entry";
import {
  type CalendarView,
  calendarPath,
  monthBeside,
  monthHref,
  monthOf,
  monthTitle,
  readMonth,
  readView,
  weekBeside,
  weekHref,
  weekOf,
  weeksOf,
  weekTitle,
} from "./month";
import { MonthGrid } from "./month-grid";
import { MonthJump } from "./month-jump";
import { MonthList } from "./month-list";
import { deliveriesMade, invoicesDue } from "./day-summary";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Calendar, ${titleOf(data)}` : "Calendar"} · Portico` },
];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "sales.view");
  const now = today();
  const params = new URL(request.url).searchParams;
  const view = readView(params);
  const { month, day, notice } = readMonth(params, now);
  const at = day ?? `${month}-01`;
  const weeks = await calendarWeeks(view === "week" ? [weekOf(at)] : weeksOf(month), view);
  const chosen = weeks.flat().find((of) => of.day === day);
  return {
    view,
    month,
    at,
    notice,
    weeks,
    totals: totalsOf(daysOf(view, month, weeks)),
    chosen: chosen && (await dayInFull(chosen)),
    today: now,
    timeZone: timeZone(),
  };
}

/** Returns the days in the period, without the days of adjacent months. */
const daysOf = (view: CalendarView, month: string, weeks: CalendarDay[][]) =>
  weeks.flat().filter(({ day }) => view === "week" || monthOf(day) === month);

const titleOf = ({ view, month, at }: Pick<Data, "view" | "month" | "at">) =>
  view === "week" ? weekTitle(at) : monthTitle(month);

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

export default function Calendar() {
  const data = useLoaderData<typeof loader>();
  const { view, month, notice, weeks, chosen, timeZone } = data;
  return (
    <>
      <PageTitle
        title="Calendar"
        summary={`Invoices on the day they are due, orders on the day they were delivered. Days are those of ${timeZone}.`}
        actions={<MonthJump month={month} />}
      />
      {notice && (
        <Alert family="info" role="status" className="mb-5">
          {notice}
        </Alert>
      )}
      <div className="calendar-page">
        <Card>
          <Head {...data} />
          <MonthGrid view={view} month={month} weeks={weeks} today={data.today} chosen={chosen?.day} />
          <MonthList view={view} days={daysOf(view, month, weeks)} today={data.today} />
        </Card>
        {chosen && <DayCard of={chosen} />}
      </div>
    </>
  );
}

/** The calendar's title, its totals, and links to other periods. */
function Head(data: Data) {
  const { view, month, at, chosen, totals } = data;
  const { due, delivered } = totals;
  return (
    <div className="card-head">
      <div>
        <h2 className="text-lg font-semibold" id="month" aria-live="polite">
          {titleOf(data)}
        </h2>
        <p className="card-sub">
          <a className="link num" {...proof(due)}>
            {invoicesDue(due.value)}
          </a>
          ,{" "}
          <a className="link num" {...proof(delivered)}>
            {deliveriesMade(delivered.value)}
          </a>
        </p>
      </div>
      <nav aria-label={view === "week" ? "Weeks" : "Months"} className="calendar-months no-print flex gap-1">
        <Beside {...besideOf(data, -1)} icon="chevron-left" none={`No earlier ${view}`} />
        <ButtonLink variant="outline" href={view === "week" ? `${calendarPath}?view=week` : calendarPath}>
          Today
        </ButtonLink>
        <Beside {...besideOf(data, 1)} icon="chevron-right" none={`No later ${view}`} />
      </nav>
      <nav aria-label="Show" className="calendar-views seg no-print">
        <a href={chosen ? `${calendarPath}?day=${at}` : monthHref(month)} aria-current={view === "month" || undefined}>
          Month
        </a>
        <a href={weekHref(at)} aria-current={view === "week" || undefined}>
          Week
        </a>
      </nav>
      <Legend />
    </div>
  );
}

/** The address and the title of the month or week before or after the one that is shown, if there is one. */
function besideOf({ view, month, at }: Data, step: 1 | -1): { href?: string; title?: string } {
  const beside = view === "week" ? weekBeside(at, step) : monthBeside(month, step);
  if (beside === undefined) return {};
  return view === "week"
    ? { href: weekHref(beside), title: weekTitle(beside) }
    : { href: monthHref(beside), title: monthTitle(beside) };
}

interface BesideProps {
  href?: string;
  title?: string;
  icon: "chevron-left" | "chevron-right";
  /** Label of the disabled link if there is no other month or week. */
  none: string;
}

const Beside = ({ href, title, icon, none }: BesideProps) => (
  <ButtonLink variant="outline" size="icon" icon={icon} flip href={href} aria-label={title ?? none} />
);
