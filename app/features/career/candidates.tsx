import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatNumber } from "~/core/values/noun";
import { requireUser } from "~/auth/session.server";
import { AreaTabs } from "~/ui/list/area-tabs";
import { listScreen } from "~/core/list/define-list.server";
import { pick } from "~/core/values/pick";
import { ListScreen } from "~/ui/list/screen/list-screen";
import { Time } from "~/ui/values/time";
import { listedCandidates } from "./candidates.server";
import { careerPages } from "./pages";
import { Person } from "./parts/applications";
import { candidateList } from "./lists.server";

export const meta: MetaFunction = () => [{ title: "Candidates · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "reports.view");
  const { rows, view } = await listScreen(candidateList, me, request);
  const people = await listedCandidates(rows);
  return {
    people: people.map((person) => pick(person, "id", "name", "headline", "country", "createdAt", "applications")),
    view,
  };
}

export default function Candidates() {
  const { people, view } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      view={view}
      rows={people}
      summary="Everybody who ever applied for a job here."
      searchHint="Search name or e-mail"
      rowLabel={(person) => person.name}
      empty={{ title: "No candidates yet", text: "People who apply for a job appear here." }}
      columns={[
        {
          key: "name",
          label: "Candidate",
          sort: "name",
          narrow: "first",
          cell: (person) => <Person href={`/career/candidates/${person.id}`} {...person} />,
        },
        {
          key: "headline",
          label: "Does",
          className: "text-muted",
          cell: (person) => <bdi>{person.headline}</bdi>,
        },
        { key: "country", label: "Country", narrow: "second", cell: (person) => person.country },
        {
          key: "added",
          label: "First applied",
          sort: "createdAt",
          narrow: "end",
          className: "num text-muted whitespace-nowrap",
          cell: (person) => <Time value={person.createdAt} />,
        },
        {
          key: "applications",
          label: "Applications",
          className: "num end",
          cell: (person) => (
            <a className="link" href={`/career/applications?candidate=${person.id}`}>
              {formatNumber(person.applications)}
            </a>
          ),
        },
      ]}
    >
      <AreaTabs label="Career" pages={careerPages} current="/career/candidates" />
    </ListScreen>
  );
}
