import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { requireUser } from "~/auth/session.server";
import { newFormKey, parseForm, unsaved } from "~/core/form/form.server";
import { email, longText } from "~/core/form/rules";
import { notFound, redirectWithToast } from "~/core/http/respond.server";
import { today } from "~/core/values/today.server";
import { findCustomer } from "~/features/customers/customers.server";
import { Alert } from "~/ui/alert";
import { Button, ButtonLink } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { TextareaField, TextField } from "~/ui/form/fields";
import { ErrorSummary } from "~/ui/form/form";
import { useWatch } from "~/ui/form/watch";
import { PageTitle } from "~/ui/page-title";
import { StatusBadge } from "~/ui/values/status-badge";
import { Time } from "~/ui/values/time";
import { stateOf } from "../form/state";
import { invoiceResource } from "../invoices.server";
import { lastSent, mailOf, sendInvoice } from "./send.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Send ${data ? `invoice ${data.id}` : "an invoice"} · Portico` },
];

/** In characters. */
const longest = 2_000;

const SendRules = z.object({
  to: email(),
  message: longText({ max: longest }),
  last: z.coerce.number().catch(0),
});

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "sales.change");
  const invoice = await invoiceResource.at(params);
  if (invoice.deletedAt) throw redirect(invoiceResource.href(invoice.id));
  const { id, revision, billingEmail, customerId } = invoice;
  const customer = customerId === null ? undefined : await findCustomer(customerId);
  const to = billingEmail || (customer?.email ?? "");
  const { subject, text } = await mailOf(invoice, { to, message: "" });
  return {
    id,
    revision,
    state: stateOf(invoice, today()),
    to,
    subject,
    text,
    sent: await lastSent(id),
    key: newFormKey(),
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const me = await requireUser(request, "sales.change");
  const { id } = await invoiceResource.at(params);
  const form = await parseForm(request, SendRules);
  if (!form.ok) return unsaved(form);
  const { revision, key, values } = form;
  const done = await sendInvoice(me, id, { ...values, revision, key });
  if (done.ok) return redirectWithToast(invoiceResource.href(id), { text: `${id} is on its way to ${values.to}` });
  if (done.reason === "absent") return notFound(invoiceResource.absent);
  const errors =
    done.reason === "stale"
      ? { "": "The invoice was changed meanwhile, and so was the mail. Look at it below, then send it." }
      : done.errors;
  return unsaved({ fields: form.fields, errors }, {}, done.reason === "refused" ? (done.status ?? 409) : 409);
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

export default function SendInvoice() {
  const { id, state, subject, text, sent } = useLoaderData<typeof loader>();
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
      />
      <div className="grid max-w-3xl gap-5">
        <ErrorSummary form={form} what="The invoice was not sent." className="mb-0!" />
        {sent && (
          <Alert family="info">
            <bdi>{sent.by}</bdi> sent it to <bdi className="wrap-anywhere">{sent.to}</bdi> on{" "}
            <Time value={sent.at} clock />.
          </Alert>
        )}
        <SendForm />
        <Card title="The mail" sub={<bdi className="wrap-anywhere">{subject}</bdi>}>
          <CardBody>
            <p className="text-sm whitespace-pre-line wrap-anywhere" dir="auto">
              {text}
            </p>
          </CardBody>
        </Card>
      </div>
    </>
  );
}

function SendForm() {
  const { id, revision, to, sent, key } = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
  const { watch, round, state } = useWatch(form, revision);
  return (
    <Card>
      <CardBody>
        <Form method="post" noValidate key={round} className="grid gap-5" {...watch}>
          <input type="hidden" name="revision" value={revision} />
          <input type="hidden" name="last" value={sent?.entry ?? 0} />
          <input type="hidden" name="key" value={key} />
          <TextField form={form} name="to" label="To" type="email" required defaultValue={to} autoComplete="off" />
          <TextareaField
            form={form}
            name="message"
            label="Message"
            optional
            rows={3}
            maxLength={longest}
            hint="Stands above the invoice, after the greeting."
          />
          <div className="flex flex-wrap items-center gap-2">
            <Button icon="send">Send invoice</Button>
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
