import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { guard } from "~/auth/session.server";
import { newFormKey, parseForm } from "~/core/form/form.server";
import { saveNew } from "~/core/pages/save.server";
import { PageTitle } from "~/ui/page-title";
import { CannedForm } from "./canned-form";
import { cannedReplyResource } from "./canned-replies.server";
import { cannedTrail } from "./breadcrumb";
import { CannedReplyForm } from "./rules.server";

export const meta: MetaFunction = () => [{ title: "Create canned reply · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await guard(request, cannedReplyResource, "change");
  return { formKey: newFormKey() };
}

export async function action({ request }: ActionFunctionArgs) {
  const me = await guard(request, cannedReplyResource, "change");
  return saveNew(me, { of: cannedReplyResource, form: await parseForm(request, CannedReplyForm) });
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

export default function CreateCannedReply() {
  const { formKey } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <PageTitle
        title="Create canned reply"
        breadcrumb={cannedTrail}
        summary="Everybody who answers tickets can use it."
      />
      <CannedForm form={result?.form} formKey={formKey} />
    </>
  );
}
