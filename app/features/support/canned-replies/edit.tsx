import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { may } from "~/core/access/access.server";
import { guard } from "~/auth/session.server";
import { History } from "~/ui/record/history";
import { historyFor } from "~/core/audit/journal.server";
import { parseForm } from "~/core/form/form.server";
import { timeUntilPurge } from "~/core/list/deletions.server";
import { Conflict } from "~/ui/record/conflict";
import { saveEdit } from "~/core/pages/save.server";
import { PageTitle } from "~/ui/page-title";
import { InTrash } from "~/ui/form/in-trash";
import { RecordMenu } from "~/ui/record/record-menu";
import { markdownHtml } from "../markdown.server";
import { Prose } from "../prose";
import { CannedForm } from "./canned-form";
import { cannedReplyResource } from "./canned-replies.server";
import { formValues } from "~/core/fields/form-values";
import { cannedReplyFields } from "./fields";
import { CannedReplyForm } from "./rules.server";
import { cannedTrail } from "./breadcrumb";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.canned.title ?? "Canned reply"} · Portico` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await guard(request, cannedReplyResource, "view");
  const canned = await cannedReplyResource.at(me, params);
  return {
    canned,
    goes: timeUntilPurge(canned.deletedAt),
    html: may(me, "support.change") ? undefined : markdownHtml(canned.body),
    history: await historyFor(me, cannedReplyResource, canned.id),
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const me = await guard(request, cannedReplyResource, "change");
  const before = await cannedReplyResource.at(me, params);
  return saveEdit(me, {
    of: cannedReplyResource,
    before,
    form: await parseForm(request, CannedReplyForm),
    fieldsOf: formValues(cannedReplyFields),
  });
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";
export { shouldRevalidate } from "~/core/pages/revalidate";

export default function EditCannedReply() {
  const { canned, goes, html, history } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const path = `/support/canned-replies/${canned.id}`;
  const past = (
    <History entries={history} more={`/activity?entity=cannedReplies&record=${canned.id}`} className="mt-5" />
  );
  return (
    <>
      <PageTitle
        title={<bdi>{canned.title}</bdi>}
        here={canned.title}
        breadcrumb={cannedTrail}
        actions={html === undefined && !canned.deletedAt && <RecordMenu name={canned.title} trash={`${path}/trash`} />}
      />
      {canned.deletedAt && !result && (
        <InTrash name={canned.title} restore={html === undefined ? `${path}/restore` : undefined}>
          It is offered nowhere. It is removed for good {goes}.
        </InTrash>
      )}
      {canned.deletedAt && !result ? (
        past
      ) : result && "versions" in result ? (
        <Conflict name={canned.title} versions={result.versions}>
          {canned.deletedAt && <input type="hidden" name="restore" value="1" />}
        </Conflict>
      ) : html !== undefined ? (
        <>
          <Prose html={html} />
          {past}
        </>
      ) : (
        <CannedForm record={canned} form={result?.form} after={past} />
      )}
    </>
  );
}
