import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { guard } from "~/auth/session.server";
import { newFormKey } from "~/core/form/form.server";
import { saveNew } from "~/core/pages/save.server";
import { PageTitle } from "~/ui/page-title";
import { FaqForm } from "./faq-form";
import { draftSavedText } from "./limits";
import { readFaqForm } from "./faq-form.server";
import { faqResource } from "./faqs.server";
import { faqFields } from "./fields";

export const meta: MetaFunction = () => [{ title: "Write a FAQ · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await guard(request, faqResource, "change");
  const asked = new URL(request.url).searchParams.get("question") ?? "";
  return { formKey: newFormKey(), question: asked.slice(0, faqFields.question.max) };
}

export async function action({ request }: ActionFunctionArgs) {
  const me = await guard(request, faqResource, "change");
  const { form, preview } = await readFaqForm(request);
  return (
    preview ??
    saveNew(me, { of: faqResource, form, text: ({ status }) => (status === "Draft" ? draftSavedText : undefined) })
  );
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

export default function CreateFaq() {
  const { formKey, question } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <PageTitle
        title="Write a FAQ"
        breadcrumb={[
          { href: "/support", title: "Support" },
          { href: "/support/faqs/manage", title: "FAQs" },
        ]}
        summary="A question that people ask often, and what helps them. It comes last in its topic."
      />
      <FaqForm
        form={result?.form}
        formKey={formKey}
        question={question}
        preview={result && "html" in result ? result.html : undefined}
      />
    </>
  );
}
