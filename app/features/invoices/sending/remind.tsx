import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { guard } from "~/auth/session.server";
import { type FormState, fieldValues } from "~/core/form/form-state";
import { readForm, rejectForm } from "~/core/form/form.server";
import { hasMailServer, queuedMails } from "~/core/http/mail-sentences.server";
import { redirectWithToast, samePath } from "~/core/http/respond.server";
import { recordId } from "~/core/values/ids";
import { formatNumber, howMany } from "~/core/values/noun";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { ErrorSummary, SaveBar } from "~/ui/form/form";
import { PageTitle } from "~/ui/page-title";
import { NoMailServer } from "~/ui/record/no-mail-server";
import { Time } from "~/ui/values/time";
import { Form } from "~/ui/owned-form";
import { reminderOf, sendReminders, toRemind } from "./reminders.server";
import { invoiceResource } from "../invoices.server";
import { useNavigation } from "~/ui/navigation";

export const meta: MetaFunction = () => [{ title: "Send reminders · Portico" }];

const mails = { one: "mail", many: "mails" };

/**
 * Loads the reminders for the selected invoices (`ids`), or with `all` for those in the list at `back`, after the
 * invoice `after`. With `ids`, `after` is the start of the next page.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const me = await guard(request, invoiceResource, "change");
  const { searchParams } = new URL(request.url);
  const back = samePath(searchParams.get("back"), "/invoices");
  const list = new URL(back, request.url).searchParams;
  const after = recordId(searchParams.get("after")) || undefined;
  const isAll = searchParams.has("all");
  const { rows, others } = await toRemind(me, isAll ? { list, after } : { ids: searchParams.getAll("ids") });
  const each = await Promise.all(rows.map(reminderOf));
  return {
    back,
    mails: each.flatMap((one) => ("mail" in one ? one : [])),
    passedOver: each.flatMap((one) => ("why" in one ? one : [])),
    others,
    hasMailServer: hasMailServer(),
    next: isAll ? (others > 0 ? rows.at(-1)?.number : undefined) : after,
  };
}

const remindAt = (back: string, more: [name: string, value: string][]) =>
  `/invoices/remind?${new URLSearchParams([["back", back], ...more])}`;

const othersAt = (back: string, after: number) =>
  remindAt(back, [
    ["all", "1"],
    ["after", String(after)],
  ]);

/** Sends the selected reminders and goes on to the next page. Those that failed are shown again with the reason. */
export async function action({ request }: ActionFunctionArgs) {
  const me = await guard(request, invoiceResource, "change");
  const form = await readForm(request);
  const back = samePath(form.get("back"), "/invoices");
  const next = recordId(form.get("next")) || undefined;
  const seen = form.getAll("seen").map(String);
  if (seen.length === 0) return rejectForm({ fields: {}, errors: { "": "Tick a mail to send it." } });
  const { sent, left } = await sendReminders(me, seen);
  const [first] = left;
  const text = sent === 0 ? "No mail was sent" : queuedMails(sent);
  if (!first) return redirectWithToast(next ? othersAt(back, next) : back, { text });
  const ids = left.map(({ id }): [string, string] => ["ids", id]);
  return redirectWithToast(remindAt(back, next ? [...ids, ["after", String(next)]] : ids), {
    text: `${text}. ${left.length === 1 ? "One was not sent" : `${formatNumber(left.length)} were not sent`}: ${first.why} Look again.`,
    tone: "error",
  });
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

export default function Remind() {
  const answer = useActionData<{ form?: FormState }>();
  const { back, mails: shown, passedOver, others, next, ...loaded } = useLoaderData<typeof loader>();
  const busy = useNavigation().formMethod === "POST";
  return (
    <>
      <PageTitle
        title="Send reminders"
        here="Send reminders"
        breadcrumb={[{ href: back, title: back === "/" ? "Home" : "Invoices" }]}
        summary={shown.length > 0 && `${howMany(shown.length, mails)} can be sent. No undo calls a mail back.`}
      />
      <ErrorSummary form={answer?.form} what="Nothing was sent." />
      {!loaded.hasMailServer && shown.length > 0 && <NoMailServer className="mb-5" />}
      <Form method="post" className="flex flex-col gap-5">
        <input type="hidden" name="back" value={back} />
        {next && <input type="hidden" name="next" value={next} />}
        {next && (
          <p>
            {others > 0 && `Of so many, only the overdue are shown: these, then ${formatNumber(others)} more. `}
            <a className="link" href={othersAt(back, next)}>
              Go on without sending
            </a>
          </p>
        )}
        {shown.length > 0 ? <Mails /> : <Card title="There is nothing to send" />}
        {passedOver.length > 0 && <SkippedInvoices />}
        <SaveBar>
          <ButtonLink variant="ghost" href={back}>
            Cancel
          </ButtonLink>
          {shown.length > 0 && (
            <Button icon="send" busy={busy}>
              Send what is ticked
            </Button>
          )}
        </SaveBar>
      </Form>
    </>
  );
}

type RemindPage = ReturnType<typeof useLoaderData<typeof loader>>;

function Mails() {
  const { mails: shown } = useLoaderData<typeof loader>();
  const form = useActionData<{ form?: FormState }>()?.form;
  return (
    <Card title={`To send: ${howMany(shown.length, mails)}`} sub="Untick what is not to go.">
      <ul className="divide-y divide-border border-t border-border">
        {shown.map((one) => (
          <ReminderRow
            key={one.id}
            {...one}
            isTicked={fieldValues(form, "seen", one.isSentToday ? [] : [one.seen]).includes(one.seen)}
          />
        ))}
      </ul>
    </Card>
  );
}

/** One reminder: the invoice and the recipient, with the full mail in a disclosure. */
function ReminderRow({ isTicked, ...one }: RemindPage["mails"][number] & { isTicked: boolean }) {
  const { id, customerName, href, to, sentAt, isLost, mail, seen } = one;
  return (
    <li className="flex gap-4 px-5 py-3.5">
      <input
        type="checkbox"
        className="check mt-0.5"
        name="seen"
        value={seen}
        defaultChecked={isTicked}
        aria-label={`Send ${id}`}
      />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <div className="flex flex-wrap justify-between gap-x-4">
          <p>
            <a className="primary-cell code" href={href}>
              {id}
            </a>{" "}
            <bdi>{customerName}</bdi>
          </p>
          <p className="text-sm text-muted">
            {sentAt ? (isLost ? "Could not be delivered " : "Sent ") : "Never sent"}
            {one.isSentToday ? "today already" : sentAt && <Time value={sentAt} />}
          </p>
        </div>
        <p className="text-sm text-muted">
          To <bdi>{to}</bdi>
        </p>
        <details>
          <summary className="link reach w-fit text-sm">{mail.subject}</summary>
          <p className="mt-2 text-sm whitespace-pre-line" dir="auto">
            {mail.text}
          </p>
        </details>
      </div>
    </li>
  );
}

function SkippedInvoices() {
  const { passedOver } = useLoaderData<typeof loader>();
  return (
    <Card title={`Passed over: ${howMany(passedOver.length, "invoice")}`}>
      <ul className="divide-y divide-border border-t border-border">
        {passedOver.map(({ id, href, why }) => (
          <li key={id} className="px-5 py-2.5">
            <a className="primary-cell code" href={href}>
              {id}
            </a>{" "}
            <span className="text-muted">{why}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
