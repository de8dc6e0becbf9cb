import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatNumber } from "~/core/values/noun";
import { useMay } from "~/core/access/may";
import { requireUser } from "~/auth/session.server";
import { AreaTabs } from "~/ui/list/area-tabs";
import { listScreen } from "~/core/list/define-list.server";
import { Avatar } from "~/ui/values/avatar";
import { ListScreen } from "~/ui/list/screen/list-screen";
import { Time } from "~/ui/values/time";
import { analyticsPages } from "./pages";
import { visitor, withPeople } from "./visits.server";
import { visitList } from "./lists.server";

export const meta: MetaFunction = () => [{ title: "Visits · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "reports.view");
  const { rows, view } = await listScreen(visitList, me, request);
  return { rows: await withPeople(rows, me), view, nobody: visitor };
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>["rows"][number];

export default function Visits() {
  const { rows, view, nobody } = useLoaderData<typeof loader>();
  const seesPeople = useMay()("people.view");
  return (
    <ListScreen
      view={view}
      rows={rows}
      summary="Pages that one browser looked at, with less than half an hour between them. No address is kept, and nothing of whoever asks not to be counted."
      searchHint={seesPeople ? "Search person, country, browser or site" : "Search country, browser or site"}
      rowLabel={(visit) => (seesPeople ? `Visit of ${visit.person?.name ?? nobody}` : `Visit #${visit.id}`)}
      empty={{ title: "No visits yet", text: "Visits appear here a second after somebody has opened a page." }}
      columns={[
        seesPeople
          ? { key: "person", label: "Who", narrow: "first", cell: (visit) => <Who visit={visit} nobody={nobody} /> }
          : { key: "visit", label: "Visit", narrow: "first", className: "num", cell: (visit) => `#${visit.id}` },
        {
          key: "began",
          label: "Began",
          sort: "startedAt",
          narrow: "second",
          className: "num text-muted",
          cell: (visit) => <Time value={visit.startedAt} clock />,
        },
        { key: "country", label: "Country", className: "whitespace-nowrap", cell: (visit) => visit.country },
        { key: "browser", label: "Browser", className: "whitespace-nowrap", cell: (visit) => visit.browser },
        {
          key: "referrer",
          label: "Came from",
          room: "wide",
          className: "text-muted",
          cell: (visit) => <bdi>{visit.referrer}</bdi>,
        },
        {
          key: "pages",
          label: "Pages",
          narrow: "end",
          className: "num end",
          cell: (visit) => (
            <a className="link primary-cell" href={`/analytics/views?visit=${visit.id}`}>
              {formatNumber(visit.pages)}
            </a>
          ),
        },
        {
          key: "changes",
          label: "Changes",
          className: "num end",
          cell: (visit) => formatNumber(visit.changes),
        },
      ]}
    >
      <AreaTabs label="Analytics" pages={analyticsPages} current={view.path} />
    </ListScreen>
  );
}

function Who({ visit: { person }, nobody }: { visit: Row; nobody: string }) {
  if (!person) return <span className="text-muted">{nobody}</span>;
  return (
    <span className="flex items-center gap-2.5">
      <Avatar size="sm" person={person} />
      <a className="font-medium hover:underline" href={`/users/${person.id}`}>
        <bdi>{person.name}</bdi>
      </a>
    </span>
  );
}
