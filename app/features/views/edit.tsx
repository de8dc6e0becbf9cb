import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { guard } from "~/auth/session.server";
import { History } from "~/ui/record/history";
import { historyFor } from "~/core/audit/journal.server";
import { parseForm } from "~/core/form/form.server";
import { pick } from "~/core/values/pick";
import { timeUntilPurge } from "~/core/list/deletions.server";
import { Conflict } from "~/ui/record/conflict";
import { saveEdit } from "~/core/pages/save.server";
import { Button, ButtonLink } from "~/ui/button";
import { Card, CardBody, Facts } from "~/ui/card";
import { PageTitle } from "~/ui/page-title";
import { InTrash } from "~/ui/form/in-trash";
import { RecordMenu } from "~/ui/record/record-menu";
import { Form } from "~/ui/owned-form";
import { described } from "./describe-view.server";
import { pinnedOf } from "./pins.server";
import { ViewForm as ViewRules } from "./rules.server";
import { Shows, ViewForm } from "./view-form";
import { ownersOf, ownView, viewsOf, viewResource } from "./views.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.view.name ?? "View"} · Portico` }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await guard(request, viewResource, "view");
  const view = await viewsOf(me).at(params);
  return {
    view: pick(view, "id", "name", "shared", "revision", "deletedAt"),
    goes: timeUntilPurge(view.deletedAt),
    isOwn: view.ownerId === me.id,
    owner: (await ownersOf([view])).get(view.ownerId) ?? "",
    shows: (await described(me, view)) ?? { title: "A list that is there no longer", href: "/views", parts: [] },
    isPinned: (await pinnedOf(me)).some(({ id }) => id === view.id),
    history: await historyFor(me, viewResource, view.id),
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const me = await guard(request, viewResource, "change");
  const before = await ownView(me, params);
  const fieldsOf = ({ name, shared }: { name: string; shared: boolean }) => ({ name, shared: shared ? "yes" : "no" });
  return saveEdit(me, { of: viewResource, before, form: await parseForm(request, ViewRules), fieldsOf });
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";
export { shouldRevalidate } from "~/core/pages/revalidate";

export default function EditView() {
  const { view, goes, isOwn, owner, shows, isPinned, history } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const path = `/views/${view.id}`;
  const past = <History entries={history} more={`/activity?entity=views&record=${view.id}`} className="mt-5" />;
  const acts = !view.deletedAt && (
    <>
      <ButtonLink variant="outline" icon="arrow-right" flip href={shows.href}>
        Open
      </ButtonLink>
      <Pin path={path} isPinned={isPinned} />
      {isOwn && <RecordMenu name={view.name} trash={`${path}/trash`} />}
    </>
  );
  return (
    <>
      <PageTitle
        title={<bdi>{view.name}</bdi>}
        here={view.name}
        breadcrumb={[{ href: "/views", title: "Views" }]}
        actions={acts}
      />
      {view.deletedAt && !result && (
        <InTrash name={view.name} restore={isOwn ? `${path}/restore` : undefined}>
          It is in nobody’s menu. It is removed for good {goes}.
        </InTrash>
      )}
      {result && "versions" in result ? (
        <Conflict
          name={view.name}
          versions={result.versions}
          readings={{ shared: (kept) => (kept === "yes" ? "Everybody" : "Only its owner") }}
        >
          {view.deletedAt && <input type="hidden" name="restore" value="1" />}
        </Conflict>
      ) : isOwn && !(view.deletedAt && !result) ? (
        <ViewForm shows={shows} view={view} form={result?.form}>
          {past}
        </ViewForm>
      ) : (
        <>
          {!isOwn && <OfOther owner={owner} shows={shows} />}
          {past}
        </>
      )}
    </>
  );
}

function Pin({ path, isPinned }: { path: string; isPinned: boolean }) {
  return (
    <Form method="post" action={`${path}/pin`}>
      <input type="hidden" name="back" value={path} />
      <Button variant="outline" name="pinned" value={isPinned ? "no" : "yes"} icon={isPinned ? "pin-off" : "pin"}>
        {isPinned ? "Unpin" : "Pin"}
      </Button>
    </Form>
  );
}

/** A view shared by another user, read-only. */
function OfOther({ owner, shows }: { owner: string; shows: Parameters<typeof Shows>[0]["shows"] }) {
  return (
    <Card title="View">
      <CardBody>
        <Facts facts={[{ term: "Shared by", value: <bdi>{owner}</bdi> }]} />
        <div className="mt-3">
          <Shows shows={shows} />
        </div>
      </CardBody>
    </Card>
  );
}
