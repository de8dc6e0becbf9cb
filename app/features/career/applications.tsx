import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "~/auth/session.server";
import { AreaTabs } from "~/ui/list/area-tabs";
import { listScreen } from "~/core/list/define-list.server";
import { ListScreen } from "~/ui/list/screen/list-screen";
import { StatusBadge } from "~/ui/values/status-badge";
import { Time } from "~/ui/values/time";
import { listedApplications } from "./applications.server";
import { careerPages } from "./pages";
import { InStage, Person } from "./parts/applications";
import { applicationList } from "./lists.server";

export const meta: MetaFunction = () => [{ title: "Applications · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "reports.view");
  const { rows, view } = await listScreen(applicationList, me, request);
  return { applications: await listedApplications(rows), view };
}

export default function Applications() {
  const { applications, view } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      view={view}
      rows={applications}
      summary="Who applied for which job, and how far they have come."
      searchHint="Search candidate or job"
      rowLabel={(row) => `the application of ${row.candidateName}`}
      empty={{ title: "No applications yet", text: "Applications appear here when someone applies for a job." }}
      columns={[
        {
          key: "candidate",
          label: "Candidate",
          narrow: "first",
          cell: (row) => (
            <Person href={`/career/applications/${row.id}`} id={row.candidateId} name={row.candidateName} />
          ),
        },
        {
          key: "job",
          label: "Job",
          cell: (row) => (
            <a className="link" href={`/career/jobs/${row.jobId}`}>
              <bdi>{row.jobTitle}</bdi>
            </a>
          ),
        },
        { key: "source", label: "Source", room: "wider", className: "text-muted", cell: (row) => row.source },
        {
          key: "applied",
          label: "Applied",
          sort: "appliedAt",
          narrow: "second",
          className: "num text-muted",
          cell: (row) => <Time value={row.appliedAt} />,
        },
        { key: "stage", label: "Stage", narrow: "end", cell: (row) => <StatusBadge value={row.stage} /> },
        {
          key: "days",
          label: "In stage",
          className: "num end whitespace-nowrap",
          cell: (row) => <InStage {...row} />,
        },
      ]}
    >
      <AreaTabs label="Career" pages={careerPages} current="/career/applications" />
    </ListScreen>
  );
}
