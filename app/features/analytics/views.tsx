import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "~/auth/session.server";
import { AreaTabs } from "~/ui/list/area-tabs";
import { listScreen } from "~/core/list/define-list.server";
import { ListScreen } from "~/ui/list/screen/list-screen";
import { Time } from "~/ui/values/time";
import { analyticsPages } from "./pages";
import { pageViewList } from "./lists.server";

export const meta: MetaFunction = () => [{ title: "Page views · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "reports.view");
  return listScreen(pageViewList, me, request);
}

export default function Views() {
  const { rows, view } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      view={view}
      rows={rows}
      summary="Each page that was looked at, without which record it showed."
      searchHint="Search page"
      rowLabel={(row) => `View of ${row.page}`}
      empty={{ title: "No page views yet", text: "Page views appear here within a second." }}
      columns={[
        { key: "page", label: "Page", narrow: "first", className: "font-medium", cell: (row) => <bdi>{row.page}</bdi> },
        {
          key: "at",
          label: "When",
          sort: "at",
          narrow: "second",
          className: "num text-muted",
          cell: (row) => <Time value={row.at} clock />,
        },
        {
          key: "visit",
          label: "Visit",
          narrow: "end",
          className: "num end",
          cell: (row) => (
            <a className="link primary-cell" href={`${view.path}?visit=${row.visitId}`}>{`#${row.visitId}`}</a>
          ),
        },
      ]}
    >
      <AreaTabs label="Analytics" pages={analyticsPages} current={view.path} />
    </ListScreen>
  );
}
