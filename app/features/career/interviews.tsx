import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "~/auth/session.server";
import { AreaTabs } from "~/ui/list/area-tabs";
import { listScreen } from "~/core/list/define-list.server";
import { ListScreen } from "~/ui/list/screen/list-screen";
import { Time } from "~/ui/values/time";
import { listedInterviews } from "./interviews.server";
import { careerPages } from "./pages";
import { Person } from "./parts/applications";
import { interviewList } from "./lists.server";

export const meta: MetaFunction = () => [{ title: "Interviews · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "reports.view");
  const { rows, view } = await listScreen(interviewList, me, request);
  return { interviews: await listedInterviews(rows), view };
}

export default function Interviews() {
  const { interviews, view } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      view={view}
      rows={interviews}
      summary="Talks with candidates, past and to come."
      searchHint="Search candidate or interviewer"
      rowLabel={(row) => `the interview of ${row.candidateName}`}
      empty={{ title: "No interviews yet", text: "Interviews appear here when a candidate is invited." }}
      columns={[
        {
          key: "candidate",
          label: "Candidate",
          narrow: "first",
          cell: (row) => (
            <Person href={`/career/applications/${row.applicationId}`} id={row.candidateId} name={row.candidateName} />
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
        {
          key: "starts",
          label: "Starts",
          sort: "startsAt",
          narrow: "second",
          className: "num whitespace-nowrap",
          cell: (row) => <Time value={row.startsAt} clock />,
        },
        {
          key: "kind",
          label: "Kind",
          narrow: "end",
          className: "text-muted whitespace-nowrap",
          cell: (row) => `${row.kind}, ${row.minutes} min`,
        },
        {
          key: "interviewer",
          label: "Interviewer",
          cell: (row) => <bdi>{row.interviewerName}</bdi>,
        },
        { key: "outcome", label: "Outcome", room: "wider", className: "text-muted", cell: (row) => row.outcome ?? "–" },
      ]}
    >
      <AreaTabs label="Career" pages={careerPages} current="/career/interviews" />
    </ListScreen>
  );
}
