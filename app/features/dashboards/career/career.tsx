import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatNumber } from "~/core/values/noun";
import { requireUser } from "~/auth/session.server";
import { careerPages } from "~/features/career/pages";
import { Person } from "~/features/career/parts/applications";
import { dayCount, stuckAfter } from "~/features/career/stages";
import { proof, rows } from "~/ui/chart/counted";
import { StatusBadge } from "~/ui/values/status-badge";
import { Time } from "~/ui/values/time";
import { careerReports } from "./career-reports.server";
import { careerDashboard } from "./career.server";
import { ChartCard, TableCard } from "~/ui/chart/cards";
import { Dashboard } from "../frame";
import { periodIn, shownPeriod } from "../period.server";

export const meta: MetaFunction = () => [{ title: "Career · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "reports.view");
  const period = periodIn(request);
  return {
    period: shownPeriod(period),
    ...(await careerDashboard(period)),
    open: await careerReports["open-jobs"].rows(period, 6),
    stuck: await careerReports.stuck.rows(period, 6),
    next: await careerReports["next-interviews"].rows(period, 6),
  };
}

export default function Career() {
  const { period, figures, funnel, times, sources, open, stuck, next } = useLoaderData<typeof loader>();
  const applied = `${period.from}..${period.to}`;
  return (
    <Dashboard title="Career" path="/career" pages={careerPages} period={period} figures={figures}>
      <ChartCard
        wide
        tenths={3}
        title="Hiring funnel"
        sub="Applications of these days, by the stages that they have reached since"
        html={funnel}
      />
      <ChartCard tenths={2} title="Sources" sub="Where the applications of these days came from" html={sources} />
      <ChartCard
        wide="whole"
        tenths={5}
        title="When people apply"
        sub={`By weekday and hour in ${period.timeZone}`}
        html={times}
      />
      <TableCard
        tenths={3}
        title="Next interviews"
        all={{ href: "/career/interviews?upcoming=yes&sort=startsAt", title: "All upcoming" }}
        csv="/career/next-interviews.csv"
        empty="No interviews are planned."
        rows={next}
        rowKey={({ id }) => id}
        columns={[
          {
            label: "Candidate",
            name: true,
            cell: (row) => (
              <Person
                href={`/career/applications/${row.applicationId}`}
                id={row.candidateId}
                name={row.candidateName}
              />
            ),
          },
          {
            label: "Starts",
            className: "num text-muted whitespace-nowrap",
            cell: ({ startsAt }) => <Time value={startsAt} clock />,
          },
        ]}
      />
      <TableCard
        wide
        tenths={4}
        title="Open jobs"
        sub="Those open the longest first"
        all={{ href: "/career/jobs?state=open&sort=openedAt", title: "All open jobs" }}
        csv={`/career/open-jobs.csv?${period.search}`}
        empty="No open jobs."
        rows={open}
        rowKey={({ id }) => id}
        columns={[
          {
            label: "Job",
            name: true,
            cell: ({ id, title }) => (
              <a className="primary-cell" href={`/career/jobs/${id}`}>
                <bdi>{title}</bdi>
              </a>
            ),
          },
          {
            label: "Department",
            className: "text-muted whitespace-nowrap",
            cell: ({ department, location }) => `${department}, ${location}`,
          },
          { label: "Open for", end: true, className: "whitespace-nowrap", cell: ({ daysOpen }) => dayCount(daysOpen) },
          {
            label: "In these days",
            end: true,
            cell: ({ id, now }) => (
              <a
                {...proof({ value: now, href: `/career/applications?job=${id}&applied=${applied}`, is: rows })}
                className="link"
              >
                {formatNumber(now)}
              </a>
            ),
          },
          {
            label: "Applications",
            end: true,
            className: "font-medium",
            cell: ({ id, all }) => (
              <a {...proof({ value: all, href: `/career/applications?job=${id}`, is: rows })} className="link">
                {formatNumber(all)}
              </a>
            ),
          },
        ]}
      />
      <TableCard
        wide="whole"
        tenths={3}
        title="Stuck candidates"
        sub={`In the same stage for more than ${stuckAfter} days, today`}
        all={{ href: "/career/applications?stuck=yes&sort=appliedAt", title: "All stuck" }}
        csv="/career/stuck.csv"
        empty="No application has waited too long."
        rows={stuck}
        rowKey={({ id }) => id}
        columns={[
          {
            label: "Candidate",
            name: true,
            cell: (row) => (
              <Person href={`/career/applications/${row.id}`} id={row.candidateId} name={row.candidateName} />
            ),
          },
          { label: "Stage", cell: ({ stage }) => <StatusBadge value={stage} /> },
          { label: "For", end: true, className: "whitespace-nowrap", cell: ({ days }) => dayCount(days) },
        ]}
      />
    </Dashboard>
  );
}
