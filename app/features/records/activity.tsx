import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatNumber } from "~/core/values/noun";
import { dayTitle } from "~/core/values/today.server";
import { requireUser } from "~/auth/session.server";
import { listScreen } from "~/core/list/define-list.server";
import { Button } from "~/ui/button";
import { ListScreen } from "~/ui/list/screen/list-screen";
import { Time } from "~/ui/values/time";
import { Changes, actionText, UndoButton } from "~/ui/record/history";
import { Form } from "~/ui/owned-form";
import { reachesAll } from "~/core/audit/visible-entries.server";
import { standingEntries } from "~/core/resource/undone-entries.server";
import { toEntries } from "~/core/audit/entries.server";
import { activityList } from "~/core/audit/list.server";

export const meta: MetaFunction = () => [{ title: "Activity · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "activity");
  const { rows, view } = await listScreen(activityList, me, request);
  const entries = (await toEntries(rows, me)).map((entry) => ({ ...entry, day: dayTitle(entry.at) }));
  const act = view.filters.find(({ name }) => name === "change")?.value;
  const isChangeable = entries.every(({ entity }) => reachesAll(me, entity, "change"));
  const mayUndo = isChangeable && (view.total > entries.length || entries.some(({ undo }) => undo === "open"));
  return { entries, view, act, left: act && mayUndo ? await standingEntries(act) : 0 };
}

/** Cells of one row whose first lines stand on one line. */
const firstLine = "align-baseline @2xl:h-auto @2xl:py-2.5";

export default function Activity() {
  const { entries, view, act, left } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      view={view}
      rows={entries}
      summary="Who changed what, and when. A change can be taken back until the same thing changes again."
      searchHint="Search record or person"
      rowLabel={(entry) => entry.label}
      actions={act && left > 0 && <UndoAll act={act} count={left} />}
      rowGroup={(entry) => entry.day}
      columns={[
        {
          key: "at",
          label: "When",
          sort: "at",
          narrow: "second",
          className: `num w-20 text-muted ${firstLine}`,
          cell: (entry) => <Time value={entry.at} clock="alone" />,
        },
        {
          key: "what",
          label: "What",
          narrow: "first",
          className: firstLine,
          cell: (entry) => (
            <>
              <div className="flex items-baseline gap-3">
                <Deed entry={entry} />
                <UndoButton entry={entry} />
              </div>
              <Changes entry={entry} />
              {entry.act && !act && (
                <a className="link text-sm" href={entry.act}>
                  One of many changed at once
                </a>
              )}
            </>
          ),
        },
      ]}
    />
  );
}

/** Undoes a whole batch, for actions that stopped midway and whose toast is gone. */
function UndoAll({ act, count }: { act: string; count: number }) {
  return (
    <Form method="post" action="/undo">
      <input type="hidden" name="batch" value={act} />
      <input type="hidden" name="back" value={`/activity?change=${act}`} />
      <Button icon="undo-2">{count === 1 ? "Undo this change" : `Undo all ${formatNumber(count)} changes`}</Button>
    </Form>
  );
}

type Row = Awaited<ReturnType<typeof loader>>["entries"][number];

/** The actor and the record; only one of them if they are the same person. */
function Deed({ entry }: { entry: Row }) {
  const own = entry.action === "security" && String(entry.byId) === entry.recordId;
  const record = (
    <a className="primary-cell" href={entry.href}>
      <bdi>{entry.label}</bdi>
    </a>
  );
  return (
    <p className="min-w-0">
      {own ? record : <bdi>{entry.byName}</bdi>} <span className="text-muted">{actionText(entry, "")}</span>{" "}
      {!own && record}
    </p>
  );
}
