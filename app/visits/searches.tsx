import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "~/auth/session.server";
import { AreaTabs } from "~/dashboards/frame";
import { listView } from "~/lib/list.server";
import { ListScreen } from "~/ui/list-screen";
import { Time } from "~/ui/time";
import { analyticsPages } from "./pages";
import { searchListing } from "./visits.server";

export const meta: MetaFunction = () => [{ title: "Searches · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "reports.view");
  return listView(searchListing, request);
}

export default function Searches() {
  const { rows, view } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      view={view}
      rows={rows}
      title="Searches"
      summary="What was searched for in lists and answers. Searches that hold an e-mail address or a long number are not kept."
      noun={{ one: "search", many: "searches" }}
      searchHint="Search term or list"
      rowLabel={(row) => `Search for “${row.term}”`}
      empty={{ title: "No searches yet", text: "What people search for appears here." }}
      columns={[
        { key: "term", label: "Searched for", className: "c-main", cell: (row) => <a className="primary-cell" href={`${row.place}?${new URLSearchParams({ q: row.term }).toString()}`}><bdi>{row.term}</bdi></a> },
        { key: "place", label: "Where", className: "c-second text-muted", cell: (row) => row.place },
        { key: "at", label: "When", sort: "at", className: "c-hide num text-muted whitespace-nowrap", cell: (row) => <Time value={row.at} clock /> },
        { key: "found", label: "Found", className: "c-end num end", cell: (row) => row.found.toLocaleString("en-US") },
      ]}
    >
      <AreaTabs label="Analytics" pages={analyticsPages} current={view.path} />
    </ListScreen>
  );
}
