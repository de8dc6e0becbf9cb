import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { may } from "~/core/access/access.server";
import { guard } from "~/auth/session.server";
import { History } from "~/ui/record/history";
import { historyFor } from "~/core/audit/journal.server";
import { timeUntilPurge } from "~/core/list/deletions.server";
import { Conflict } from "~/ui/record/conflict";
import { saveEdit } from "~/core/pages/save.server";
import { ButtonLink } from "~/ui/button";
import { PageTitle } from "~/ui/page-title";
import { InTrash } from "~/ui/form/in-trash";
import { RecordMenu } from "~/ui/record/record-menu";
import { StatusBadge } from "~/ui/values/status-badge";
import { Time } from "~/ui/values/time";
import { markdownHtml } from "../markdown.server";
import { Prose } from "../prose";
import { FaqForm, faqValues } from "./faq-form";
import { draftSavedText } from "./limits";
import { readFaqForm } from "./faq-form.server";
import { faqResource } from "./faqs.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.faq.question ?? "FAQ"} · Portico` }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await guard(request, faqResource, "view");
  const faq = await faqResource.at(me, params);
  return {
    faq,
    goes: timeUntilPurge(faq.deletedAt),
    html: may(me, "support.change") ? undefined : markdownHtml(faq.answer),
    history: await historyFor(me, faqResource, faq.id),
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const me = await guard(request, faqResource, "change");
  const before = await faqResource.at(me, params);
  const { form, preview } = await readFaqForm(request);
  return (
    preview ??
    saveEdit(me, {
      of: faqResource,
      before,
      form,
      fieldsOf: faqValues,
      text: form.ok && !form.restore && form.values.status === "Draft" ? draftSavedText : undefined,
    })
  );
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";
export { shouldRevalidate } from "~/core/pages/revalidate";

export default function EditFaq() {
  const { faq, goes, html, history } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { id, question, status, createdAt, deletedAt } = faq;
  const path = `/support/faqs/manage/${id}`;
  const past = <History entries={history} more={`/activity?entity=faqs&record=${id}`} className="mt-5" />;
  return (
    <>
      <PageTitle
        title={<bdi>{question}</bdi>}
        here={`FAQ ${id}`}
        breadcrumb={[
          { href: "/support", title: "Support" },
          { href: "/support/faqs/manage", title: "FAQs" },
        ]}
        badge={<StatusBadge value={status} />}
        summary={
          <>
            Written <Time value={createdAt} />
          </>
        }
        actions={
          !deletedAt && (
            <>
              {status !== "Draft" && (
                <ButtonLink variant="outline" icon="eye" href={`/support/faqs/${id}`}>
                  View
                </ButtonLink>
              )}
              {html === undefined && <RecordMenu name={`FAQ ${id}`} trash={`${path}/trash`} />}
            </>
          )
        }
      />
      {deletedAt && !result ? (
        <>
          <InTrash name={`“${question}”`} restore={html === undefined ? `${path}/restore` : undefined}>
            Nobody can find it. It is removed for good {goes}, with what people said of it.
          </InTrash>
          {past}
        </>
      ) : result && "versions" in result ? (
        <Conflict name={question} versions={result.versions}>
          {deletedAt && <input type="hidden" name="restore" value="1" />}
        </Conflict>
      ) : html !== undefined ? (
        <>
          <Prose html={html} />
          {past}
        </>
      ) : (
        <FaqForm faq={faq} form={result?.form} preview={result && "html" in result ? result.html : undefined}>
          {past}
        </FaqForm>
      )}
    </>
  );
}
