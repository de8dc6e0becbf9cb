import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { guard } from "~/auth/session.server";
import { may } from "~/core/access/access.server";
import { historyFor } from "~/core/audit/journal.server";
import { readForm } from "~/core/form/form.server";
import { timeUntilPurge } from "~/core/list/deletions.server";
import { Alert } from "~/ui/alert";
import { Card, CardBody } from "~/ui/card";
import { InTrash } from "~/ui/form/in-trash";
import { PageTitle } from "~/ui/page-title";
import { Conflict } from "~/ui/record/conflict";
import { History } from "~/ui/record/history";
import { RecordMenu } from "~/ui/record/record-menu";
import { treatmentOf } from "../form/form.server";
import { formRates } from "~/features/company/form-rates.server";
import { InvoiceForm } from "../form/invoice-form";
import { sumsOfForm } from "~/features/document-lines/form-sums";
import { describeEntry, invoiceDraftResource } from "./drafts.server";
import { formTexts } from "../form/form-texts.server";
import { issueFromForm, saveDraft } from "./save.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.name ?? "Draft"} · Portico` }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await guard(request, invoiceDraftResource, "view");
  const draft = await invoiceDraftResource.at(me, params);
  const rates = await formRates();
  const customerTax = await treatmentOf(String(draft.entries.customer ?? ""));
  const entries = { ...draft.entries, customerTax };
  return {
    draft,
    entries,
    name: invoiceDraftResource.describe([draft]),
    rates,
    texts: formTexts,
    sums: sumsOfForm(entries, rates),
    goes: timeUntilPurge(draft.deletedAt),
    history: await historyFor(me, invoiceDraftResource, draft.id),
    lines: may(me, "sales.change") ? undefined : Object.entries(draft.entries).flatMap(describeEntry),
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const me = await guard(request, invoiceDraftResource, "change");
  const before = await invoiceDraftResource.at(me, params);
  const sent = await readForm(request);
  return sent.get("act") === "issue" ? issueFromForm(me, before, sent) : saveDraft(me, before, sent);
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";
export { shouldRevalidate } from "~/core/pages/revalidate";

export default function EditDraft() {
  const { draft, entries, name, rates, texts, sums, goes, history, lines } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const path = `/invoices/drafts/${draft.id}`;
  return (
    <>
      <PageTitle
        title={name}
        breadcrumb={[
          { href: "/invoices", title: "Invoices" },
          { href: "/invoices/drafts", title: "Drafts" },
        ]}
        summary={
          <>
            {draft.customerName && (
              <>
                For <bdi>{draft.customerName}</bdi>.{" "}
              </>
            )}
            Not in the books. It gets its number when it is issued.
          </>
        }
        actions={!lines && !draft.deletedAt && <RecordMenu name={name} trash={`${path}/trash`} />}
      />
      {draft.invoiceId && (
        <Alert className="mb-5">
          It was issued as{" "}
          <a className="link" href={`/invoices/${draft.invoiceId}/details`}>
            {draft.invoiceId}
          </a>
          .
        </Alert>
      )}
      {draft.deletedAt && !result ? (
        !draft.invoiceId && (
          <InTrash name={name} restore={lines ? undefined : `${path}/restore`}>
            It is removed for good {goes}.
          </InTrash>
        )
      ) : result && "versions" in result ? (
        <Conflict name={name} versions={result.versions}>
          {draft.deletedAt && <input type="hidden" name="restore" value="1" />}
        </Conflict>
      ) : lines ? (
        <Card title="Entries">
          <CardBody>
            {lines.map((line) => (
              <p key={line}>
                <bdi>{line}</bdi>
              </p>
            ))}
          </CardBody>
        </Card>
      ) : (
        <InvoiceForm
          invoice={draft}
          isDraft
          fields={entries}
          rates={rates}
          texts={texts}
          sums={sums}
          form={result?.form}
        />
      )}
      <History entries={history} more={`/activity?entity=invoiceDrafts&record=${draft.id}`} className="mt-5" />
    </>
  );
}
