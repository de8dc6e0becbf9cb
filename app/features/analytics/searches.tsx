import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatNumber } from "~/core/values/noun";
import { requireUser } from "~/auth/session.server";
import { AreaTabs } from "~/ui/list/area-tabs";
import { listScreen } from "~/core/list/define-list.server";
import { ListScreen } from "~/ui/list/screen/list-screen";
import { Time } from "~/ui/values/time";
import { pathsFor } from "~/features/views/lists.server";
import { analyticsPages } from "./pages";
import { searchList } from "./lists.server";

export const meta: MetaFunction = () => [{ title: "Searches · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "reports.view");
  const { rows, view } = await listScreen(searchList, me, request);
  const open = new Set(["/search", "/support/faqs", ...pathsFor(me)]);
  return {
    rows: rows.map((row) => ({
      ...row,
      href: open.has(row.place) ? `${row.place}?${new URLSearchParams({ q: row.term }).toString()}` : undefined,
    })),
    view,
  };
}

export default function Searches() {
  const { rows, view } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      view={view}
      rows={rows}
      summary="What was searched for in lists and answers. Searches that hold an e-mail address or a long number are not kept."
      searchHint="Search term or list"
      rowLabel={(row) => `Search for “${row.term}”`}
      empty={{ title: "No searches yet", text: "Searches appear here." }}
      columns={[
        {
          key: "term",
          label: "Searched for",
          narrow: "first",
          cell: ({ href, term }) =>
            href ? (
              <a className="primary-cell" href={href}>
                <bdi>{term}</bdi>
              </a>
            ) : (
              <bdi className="font-medium">{term}</bdi>
            ),
        },
        { key: "place", label: "Where", narrow: "second", className: "text-muted", cell: (row) => row.place },
        {
          key: "at",
          label: "When",
          sort: "at",
          className: "num text-muted whitespace-nowrap",
          cell: (row) => <Time value={row.at} clock />,
        },
        {
          key: "found",
          label: "Found",
          narrow: "end",
          className: "num end",
          cell: (row) => formatNumber(row.found),
        },
      ]}
    >
      <AreaTabs label="Analytics" pages={analyticsPages} current={view.path} />
    </ListScreen>
  );
}
