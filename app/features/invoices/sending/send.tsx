import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { guard } from "~/auth/session.server";
import { fieldText } from "~/core/form/form-state";
import { parseForm, rejectForm } from "~/core/form/form.server";
import { email, longText } from "~/core/form/rules";
import { hasMailServer, queuedTo } from "~/core/http/mail-sentences.server";
import { notFound, redirectWithToast } from "~/core/http/respond.server";
import { today } from "~/core/values/today.server";
import { Button, ButtonLink } from "~/ui/button";
import { Card, CardBody, Facts } from "~/ui/card";
import { TextareaField, TextField } from "~/ui/form/fields";
import { ErrorSummary } from "~/ui/form/form";
import { InTrash } from "~/ui/form/in-trash";
import { useWatch } from "~/ui/form/watch";
import { PageTitle } from "~/ui/page-title";
import { NoMailServer } from "~/ui/record/no-mail-server";
import { StatusBadge } from "~/ui/values/status-badge";
import { Time } from "~/ui/values/time";
import { Form } from "~/ui/owned-form";
import { invoiceStateOn } from "db/invoice-state";
import { invoiceResource } from "../invoices.server";
import { sendLabel } from "./label";
import { addressFor, lastSent, mailOf, sendInvoice } from "./send.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Send ${data ? `invoice ${data.id}` : "an invoice"} · Portico` },
];

/** Maximum length of the message, in characters. */
const maxMessageLength = 1_000;

const SendRules = z.object({
  to: email(),
  message: longText({ max: maxMessageLength, tabs: true }),
  mark: z.string().catch(""),
  last: z.coerce.number().catch(0),
  again: z.coerce.number().catch(0),
});

export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await guard(request, invoiceResource, "change");
  const invoice = await invoiceResource.at(me, params);
  const { id, revision } = invoice;
  const [to, sent] = [await addressFor(invoice), await lastSent(id)];
  const { mail, mark } = await mailOf(invoice, { to, message: "", sent });
  const state = invoiceStateOn(invoice, today());
  return {
    id,
    revision,
    inTrash: invoice.deletedAt !== null,
    state,
    to,
    sent,
    mark,
    mail: { subject: mail.subject, text: mail.text, replyTo: mail.headers?.["Reply-To"] },
    hasMailServer: hasMailServer(),
    label: sendLabel(state, sent?.wasSent ?? false),
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const me = await guard(request, invoiceResource, "change");
  const { id } = await invoiceResource.at(me, params);
  const form = await parseForm(request, SendRules);
  if (!form.ok) return rejectForm(form);
  const done = await sendInvoice(me, id, form.values);
  if (done.ok) return redirectWithToast(invoiceResource.href(id), { text: queuedTo(id, form.values.to) });
  if (done.reason === "absent") return notFound(invoiceResource.absent);
  const errors =
    done.reason === "stale"
      ? { "": "It has changed while this page was open. Check the new e-mail below, then send it." }
      : done.errors;
  const { to, message } = form.fields; // hidden fields are renewed with the page
  const again = String((await lastSent(id))?.entry ?? 0);
  return rejectForm(
    { fields: { to: to ?? "", message: message ?? "", again }, errors },
    {},
    done.reason === "refused" ? (done.status ?? 409) : 409,
  );
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";
export { shouldRevalidate } from "~/core/pages/revalidate";

export default function SendInvoice() {
  const { id, inTrash, state, mail, sent, hasMailServer } = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
  return (
    <>
      <PageTitle
        title={`Send invoice ${id}`}
        here="Send"
        breadcrumb={[
          { href: "/invoices", title: "Invoices" },
          { href: `/invoices/${id}/details`, title: id },
        ]}
        badge={<StatusBadge value={state} />}
        summary={
          sent && (
            <>
              {sent.isLost ? "Could not be delivered when it was last sent" : "Last sent"} to <bdi>{sent.to}</bdi> by{" "}
              <bdi>{sent.byName}</bdi>, <Time value={sent.at} clock />
            </>
          )
        }
      />
      <div className="grid max-w-3xl gap-5">
        <ErrorSummary form={form} what="The invoice was not sent." className="mb-0!" />
        {inTrash && (
          <InTrash isVoid name={id} restore={`/invoices/${id}/restore`}>
            Reinstate it to send it.
          </InTrash>
        )}
        {!hasMailServer && <NoMailServer />}
        {(form || !inTrash) && <SendForm />}
        <Card title="The e-mail">
          <CardBody className="grid gap-4">
            <Facts
              facts={[
                { term: "Subject", value: <bdi className="wrap-anywhere">{mail.subject}</bdi> },
                ...(mail.replyTo ? [{ term: "Replies go to", value: <bdi>{mail.replyTo}</bdi> }] : []),
              ]}
            />
            <p className="border-t border-border pt-4 text-sm whitespace-pre-line wrap-anywhere" dir="auto">
              {mail.text}
            </p>
          </CardBody>
        </Card>
      </div>
    </>
  );
}

function SendForm() {
  const { id, revision, to, sent, mark, label } = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
  const { watch, round, state } = useWatch(form, revision);
  return (
    <Card>
      <CardBody>
        <Form method="post" noValidate key={round} className="grid gap-5" {...watch}>
          <input type="hidden" name="mark" value={fieldText(form, "mark", mark)} />
          <input type="hidden" name="last" value={fieldText(form, "last", sent?.entry ?? 0)} />
          {form && <input type="hidden" name="again" value={fieldText(form, "again", 0)} />}
          <TextField form={form} name="to" label="To" type="email" required defaultValue={to} autoComplete="off" />
          <TextareaField
            form={form}
            name="message"
            label="Message"
            optional
            rows={3}
            maxLength={maxMessageLength}
            hint="Appears between the greeting and the invoice."
          />
          <div className="flex flex-wrap items-center gap-2">
            <Button icon="send">{label}</Button>
            <ButtonLink variant="ghost" href={`/invoices/${id}/details`}>
              Cancel
            </ButtonLink>
            {state}
          </div>
        </Form>
      </CardBody>
    </Card>
  );
}
