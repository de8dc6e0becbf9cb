import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatNumber } from "~/core/values/noun";
import { requireUser } from "~/auth/session.server";
import { coursePages } from "~/features/course/pages";
import { PersonName, Progress, StateBadge } from "~/features/course/parts/people-and-progress";
import { riskRule } from "~/features/course/risk.server";
import { proof, rows } from "~/ui/chart/counted";
import { Day, Time } from "~/ui/values/time";
import { ChartCard, TableCard } from "~/ui/chart/cards";
import { courseDashboard } from "./course.server";
import { courseReports, soonDay } from "./course-reports.server";
import { decimal, percent } from "../figures";
import { Dashboard } from "../frame";
import { periodIn, shownPeriod } from "../period.server";

export const meta: MetaFunction = () => [{ title: "Course · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "reports.view");
  const period = periodIn(request);
  return {
    period: shownPeriod(period),
    ...(await courseDashboard(period)),
    courses: await courseReports["by-course"].rows(period, 8),
    risk: await courseReports["at-risk"].rows(period, 6),
    rule: riskRule,
    tasks: await courseReports.due.rows(period, 6),
    soon: soonDay(),
  };
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

export default function Course() {
  const { period, figures, study, scores, courses, risk, rule, tasks, soon } = useLoaderData<typeof loader>();
  return (
    <Dashboard title="Course" path="/course" pages={coursePages} period={period} figures={figures}>
      <ChartCard wide tenths={4} title="Study minutes" sub="What learners spent on their lessons" html={study} />
      <ChartCard
        tenths={3}
        title="Scores by topic"
        sub="The mean of the tests of these days, of 100 points"
        html={scores}
      >
        {scores === "" && <p className="text-sm text-muted">Nobody took a test in these days.</p>}
      </ChartCard>
      <Courses courses={courses} period={period} />
      <TasksDue tasks={tasks} soon={soon} />
      <AtRisk risk={risk} rule={rule} />
    </Dashboard>
  );
}

function Courses({ courses, period }: Pick<Loaded, "courses" | "period">) {
  const days = `${period.from}..${period.to}`;
  const enrolled = (id: number) => `/course/enrolments?course=${id}&enrolled=${days}`;
  return (
    <TableCard
      wide
      tenths={5}
      title="Courses"
      sub="Who enrolled in these days, and what of that is completed by now"
      all={{ href: "/course/courses", title: "All courses" }}
      csv={`/course/by-course.csv?${period.search}`}
      empty="There are no courses yet."
      rows={courses}
      rowKey={({ id }) => id}
      columns={[
        {
          label: "Course",
          name: true,
          cell: ({ id, title }) => (
            <a className="primary-cell" href={`/course/courses/${id}`}>
              <bdi>{title}</bdi>
            </a>
          ),
        },
        { label: "Enrolled", end: true, cell: ({ id, learners }) => <Count value={learners} href={enrolled(id)} /> },
        {
          label: "Completed",
          end: true,
          cell: ({ id, completed }) => <Count value={completed} href={`${enrolled(id)}&state=completed`} />,
        },
        { label: "Rate", end: true, cell: ({ rate }) => rate !== null && percent(rate) },
        {
          label: "Tests",
          end: true,
          cell: ({ id, results }) => <Count value={results} href={`/course/results?course=${id}&taken=${days}`} />,
        },
        { label: "Mean score", end: true, cell: ({ mean }) => mean !== null && decimal(mean) },
      ]}
    />
  );
}

/** A number with a link to the rows that it counts. */
function Count({ value, href }: { value: number; href: string }) {
  return (
    <a {...proof({ value, href, is: rows })} className="link">
      {formatNumber(value)}
    </a>
  );
}

function TasksDue({ tasks, soon }: Pick<Loaded, "tasks" | "soon">) {
  return (
    <TableCard
      tenths={3}
      title="Tasks due"
      sub="Overdue first, then the next 14 days"
      all={{ href: `/course/tasks?state=open&due=..${soon}`, title: "All due" }}
      csv="/course/due.csv"
      empty="No tasks are due in the next two weeks."
      rows={tasks}
      rowKey={({ id }) => id}
      columns={[
        { label: "Task", name: true, cell: (task) => <Task task={task} /> },
        {
          label: "Due",
          end: true,
          className: "whitespace-nowrap",
          cell: ({ dueDate, state }) => (
            <>
              <Day value={dueDate} />
              {state === "Overdue" && (
                <span className="mt-1 block">
                  <StateBadge state={state} />
                </span>
              )}
            </>
          ),
        },
      ]}
    />
  );
}

function Task({ task: { enrolmentId, title, learner } }: { task: Loaded["tasks"][number] }) {
  return (
    <div className="@lg:min-w-40">
      <a className="primary-cell" href={`/course/enrolments/${enrolmentId}`}>
        <bdi>{title}</bdi>
      </a>
      <p className="text-sm text-muted">
        <bdi>{learner.name}</bdi>
      </p>
    </div>
  );
}

function AtRisk({ risk, rule }: Pick<Loaded, "risk" | "rule">) {
  return (
    <TableCard
      wide="whole"
      tenths={5}
      title="Learners at risk"
      sub={rule}
      all={{ href: "/course/enrolments?risk=at-risk", title: "All at risk" }}
      csv="/course/at-risk.csv"
      empty="No learner is behind."
      rows={risk}
      rowKey={({ id }) => id}
      columns={[
        { label: "Learner", cell: ({ learner }) => <PersonName person={learner} /> },
        {
          label: "Course",
          name: true,
          cell: ({ id, course }) => (
            <a className="primary-cell" href={`/course/enrolments/${id}`}>
              <bdi>{course}</bdi>
            </a>
          ),
        },
        { label: "Lessons", cell: ({ lessonsDone, lessons }) => <Progress done={lessonsDone} lessons={lessons} /> },
        {
          label: "Last studied",
          className: "num text-muted whitespace-nowrap",
          cell: ({ lastStudiedAt }) => (lastStudiedAt ? <Time value={lastStudiedAt} /> : "Never"),
        },
        { label: "Why", className: "text-muted", cell: ({ why }) => <div className="@3xl:min-w-48">{why}</div> },
      ]}
    />
  );
}
