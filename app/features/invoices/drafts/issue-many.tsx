import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { guard } from "~/auth/session.server";
import { afterAct } from "~/core/bulk/list-acts.server";
import { type FormState, fieldValues } from "~/core/form/form-state";
import { readForm, rejectForm } from "~/core/form/form.server";
import { samePath } from "~/core/http/respond.server";
import { recordId } from "~/core/values/ids";
import { formatNumber, howMany } from "~/core/values/noun";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { ErrorSummary, SaveBar } from "~/ui/form/form";
import { useNavigation } from "~/ui/navigation";
import { Form } from "~/ui/owned-form";
import { PageTitle } from "~/ui/page-title";
import { Money } from "~/ui/values/money";
import { invoiceNoun } from "../fields";
import { invoiceDraftResource } from "./drafts.server";
import { draftNoun } from "./fields";
import { draftsToIssue, issueDrafts, type LeftDraft, tryDrafts } from "./issue-many.server";

export const meta: MetaFunction = () => [{ title: "Issue drafts · Portico" }];

/** Loads the selected drafts (`ids`), or with `all` those in the list at `back`, and why some cannot be issued. */
export async function loader({ request }: LoaderFunctionArgs) {
  const me = await guard(request, invoiceDraftResource, "change");
  const { searchParams } = new URL(request.url);
  const back = samePath(searchParams.get("back"), "/invoices/drafts");
  const ids = searchParams.getAll("ids").map((id) => recordId(id));
  const { rows, others } = await draftsToIssue(
    me,
    searchParams.has("all") ? { list: new URL(back, request.url).searchParams } : { ids },
  );
  const each = (await tryDrafts(me, rows)).map(({ draft, ...one }) => ({
    seen: `${draft.id}:${draft.revision}`,
    href: invoiceDraftResource.href(String(draft.id)),
    label: invoiceDraftResource.describe([draft]),
    customerName: draft.customerName,
    totalAmount: draft.totalAmount,
    why: "why" in one ? one.why : undefined,
  }));
  const [ready, unfinished] = [each.filter(({ why }) => !why), each.filter(({ why }) => why)];
  return {
    back,
    others,
    ready,
    unfinished,
    titles: [
      `To issue: ${howMany(ready.length, draftNoun)}`,
      `Not finished: ${howMany(unfinished.length, draftNoun)}`,
    ] as const,
  };
}

/** Issues the ticked drafts. Those that cannot be issued are left out and named. */
export async function action({ request }: ActionFunctionArgs) {
  const me = await guard(request, invoiceDraftResource, "change");
  const form = await readForm(request);
  const seen = form.getAll("seen").map((text) => {
    const [id, revision] = String(text).split(":");
    return { id: recordId(id), revision: Number(revision) };
  });
  if (seen.length === 0) return rejectForm({ fields: {}, errors: { "": "Tick a draft to issue it." } });
  const { done, left } = await issueDrafts(me, seen);
  return afterAct(done, {
    back: samePath(form.get("back"), "/invoices/drafts"),
    said: (rows) => {
      const [first, last] = [rows[0]?.id, rows.at(-1)?.id];
      return rows.length === 1
        ? `${first} was issued`
        : `${howMany(rows.length, invoiceNoun)} were issued, ${first} to ${last}`;
    },
    stayed: describeLeft(left),
  });
}

/** Maximum drafts that are named with the reason. */
const maxNamed = 3;

function describeLeft(left: LeftDraft[]): string {
  const named = left.slice(0, maxNamed).map(({ label, why }) => `${label}: ${why.replace(/\.$/, "")}`);
  const others = left.length - named.length;
  return [
    ...(left.length > 0 ? [`Left out: ${named.join(". ")}`] : []),
    ...(others > 0 ? [`${formatNumber(others)} more`] : []),
  ].join(", and ");
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

export default function IssueDrafts() {
  const { back, others, ready, unfinished, titles } = useLoaderData<typeof loader>();
  const form = useActionData<{ form?: FormState }>()?.form;
  const busy = useNavigation().formMethod === "POST";
  return (
    <>
      <PageTitle
        title="Issue drafts"
        here="Issue"
        breadcrumb={[
          { href: "/invoices", title: "Invoices" },
          { href: back, title: "Drafts" },
        ]}
        summary="Each gets the next number, in the order of the drafts. One undo voids them all and brings the drafts back."
      />
      <ErrorSummary form={form} what="Nothing was issued." />
      <Form method="post" className="flex flex-col gap-5">
        <input type="hidden" name="back" value={back} />
        {others > 0 && <p>These are the first. {formatNumber(others)} more follow when these are issued.</p>}
        {ready.length > 0 ? (
          <Drafts title={titles[0]} rows={ready} form={form} />
        ) : (
          <Card title="None of these drafts can be issued" />
        )}
        {unfinished.length > 0 && <Drafts title={titles[1]} rows={unfinished} />}
        <SaveBar>
          <ButtonLink variant="ghost" href={back}>
            Cancel
          </ButtonLink>
          {ready.length > 0 && (
            <Button icon="receipt-text" busy={busy}>
              Issue what is ticked
            </Button>
          )}
        </SaveBar>
      </Form>
    </>
  );
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>["ready"][number];

function Drafts({ title, rows, form }: { title: string; rows: Row[]; form?: FormState }) {
  return (
    <Card title={title}>
      <ul className="divide-y divide-border border-t border-border">
        {rows.map(({ seen, href, label, customerName, totalAmount, why }) => (
          <li key={seen} className="flex gap-4 px-5 py-3">
            {!why && (
              <input
                type="checkbox"
                className="check mt-0.5"
                name="seen"
                value={seen}
                defaultChecked={fieldValues(form, "seen", [seen]).includes(seen)}
                aria-label={`Issue ${label}`}
              />
            )}
            <div className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-4 wrap-anywhere">
              <p>
                <a className="primary-cell" href={href}>
                  {label}
                </a>{" "}
                <bdi>{customerName}</bdi>
                {why && <span className="block text-sm text-muted">{why}</span>}
              </p>
              {totalAmount !== null && <Money cents={totalAmount} />}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
