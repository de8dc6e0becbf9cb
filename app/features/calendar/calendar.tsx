import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { config } from "config";
import { requireUser } from "~/auth/session.server";
import { today } from "~/core/values/today.server";
import { Alert } from "~/ui/alert";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { proof } from "~/ui/chart/counted";
import { PageTitle } from "~/ui/page-title";
import { DayCard } from "./day-card";
import { calendarWeeks, type CalendarDay, dayInFull, monthTotals } from "./days.server";
import { Legend } from "./entry";
import { calendarPath, monthBeside, monthHref, monthOf, monthTitle, readMonth, weeksOf } from "./month";
import { MonthGrid } from "./month-grid";
import { MonthJump } from "./month-jump";
import { MonthList } from "./month-list";
import { deliveriesMade, invoicesDue } from "./day-summary";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Calendar, ${monthTitle(data.month)}` : "Calendar"} · Portico` },
];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "sales.view");
  const now = today();
  const { month, day, notice } = readMonth(new URL(request.url).searchParams, now);
  const weeks = await calendarWeeks(weeksOf(month));
  const chosen = weeks.flat().find((of) => of.day === day);
  return {
    month,
    notice,
    weeks,
    totals: monthTotals(daysOf(month, weeks)),
    chosen: chosen && (await dayInFull(chosen)),
    today: now,
    timeZone: config.timeZone,
  };
}

const daysOf = (month: string, weeks: CalendarDay[][]) => weeks.flat().filter(({ day }) => monthOf(day) === month);

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

export default function Calendar() {
  const data = useLoaderData<typeof loader>();
  const { month, notice, weeks, chosen, timeZone } = data;
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
          <MonthGrid month={month} weeks={weeks} today={data.today} chosen={chosen?.day} />
          <MonthList days={daysOf(month, weeks)} today={data.today} />
        </Card>
        {chosen && <DayCard of={chosen} />}
      </div>
    </>
  );
}

/** Which month this is, what it comes to, and the months beside it. */
function Head({ month, totals: { due, delivered } }: Data) {
  const [before, after] = [monthBeside(month, -1), monthBeside(month, 1)];
  return (
    <div className="card-head">
      <div>
        <h2 className="text-lg font-semibold" id="month" aria-live="polite">
          {monthTitle(month)}
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
      <nav aria-label="Months" className="calendar-months no-print flex gap-1">
        <ButtonLink
          variant="outline"
          size="icon"
          icon="chevron-left"
          flip
          href={before && monthHref(before)}
          aria-label={before ? monthTitle(before) : "No earlier month"}
        />
        <ButtonLink variant="outline" href={calendarPath}>
          Today
        </ButtonLink>
        <ButtonLink
          variant="outline"
          size="icon"
          icon="chevron-right"
          flip
          href={after && monthHref(after)}
          aria-label={after ? monthTitle(after) : "No later month"}
        />
      </nav>
      <Legend />
    </div>
  );
}
