import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatNumber } from "~/core/values/noun";
import { requireUser } from "~/auth/session.server";
import { AreaTabs } from "~/ui/list/area-tabs";
import { listScreen } from "~/core/list/define-list.server";
import { pick } from "~/core/values/pick";
import { ListScreen } from "~/ui/list/screen/list-screen";
import { StatusBadge } from "~/ui/values/status-badge";
import { Time } from "~/ui/values/time";
import { listedJobs } from "./jobs.server";
import { careerPages } from "./pages";
import { jobList } from "./lists.server";

export const meta: MetaFunction = () => [{ title: "Jobs · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "reports.view");
  const { rows, view } = await listScreen(jobList, me, request);
  const jobs = await listedJobs(rows);
  return {
    jobs: jobs.map((job) =>
      pick(job, "id", "title", "department", "location", "employment", "openedAt", "closedAt", "applications"),
    ),
    view,
  };
}

export default function Jobs() {
  const { jobs, view } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      view={view}
      rows={jobs}
      summary="What the company has or had to give, the latest first."
      searchHint="Search job or place"
      rowLabel={(job) => job.title}
      empty={{ title: "No jobs yet", text: "Open jobs appear here." }}
      columns={[
        {
          key: "title",
          label: "Job",
          narrow: "first",
          cell: (job) => (
            <a href={`/career/jobs/${job.id}`} className="primary-cell">
              <bdi>{job.title}</bdi>
            </a>
          ),
        },
        { key: "department", label: "Department", cell: (job) => job.department },
        {
          key: "location",
          label: "Location",
          className: "text-muted",
          cell: (job) => `${job.location}, ${job.employment.toLowerCase()}`,
        },
        {
          key: "state",
          label: "State",
          narrow: "end",
          cell: (job) => <StatusBadge value={job.closedAt ? "Closed" : "Open"} />,
        },
        {
          key: "opened",
          label: "Opened",
          sort: "openedAt",
          narrow: "second",
          className: "num text-muted",
          cell: (job) => <Time value={job.openedAt} />,
        },
        {
          key: "applications",
          label: "Applications",
          className: "num end",
          cell: (job) => (
            <a className="link" href={`/career/applications?job=${job.id}`}>
              {formatNumber(job.applications)}
            </a>
          ),
        },
      ]}
    >
      <AreaTabs label="Career" pages={careerPages} current="/career/jobs" />
    </ListScreen>
  );
}
