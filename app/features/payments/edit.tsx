import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { confirmedForm } from "~/auth/reauthentication/confirm.server";
import { guard } from "~/auth/session.server";
import { db } from "db";
import { may, reachOf } from "~/core/access/access.server";
import { historyFor } from "~/core/audit/journal.server";
import { timeUntilPurge } from "~/core/list/deletions.server";
import { Alert } from "~/ui/alert";
import { InTrash } from "~/ui/form/in-trash";
import { PageTitle } from "~/ui/page-title";
import { Conflict } from "~/ui/record/conflict";
import { History } from "~/ui/record/history";
import { RecordMenu } from "~/ui/record/record-menu";
import { Badge } from "~/ui/values/badge";
import { Money } from "~/ui/values/money";
import { Day } from "~/ui/values/time";
import { readPaymentForm } from "./form/form.server";
import { paymentValues } from "./form/form-values";
import { PaymentForm } from "./form/payment-form";
import { kindTitles } from "./label";
import { invoiceMarkedBy } from "./marked-payment.server";
import { invoiceRows } from "./open-invoices.server";
import { paymentResource } from "./payments.server";
import { confirmationOfRefund } from "./refund-confirmation.server";
import { savePayment } from "./save.server";
import { valueOf } from "./unallocated";
import { PaymentView } from "./view";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.name ?? "Payment"} · Portico` }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await guard(request, paymentResource, "view");
  const payment = await paymentResource.at(me, params);
  const mayChange = may(me, "payments.change");
  const isOwn = reachOf(me, "payments.view") === "own";
  return {
    payment,
    name: paymentResource.describe([payment]),
    mayChange,
    rows: mayChange ? await invoiceRows(payment, payment) : [],
    marked: (await invoiceMarkedBy(db, payment))?.id,
    goes: timeUntilPurge(payment.deletedAt),
    history: isOwn ? undefined : await historyFor(me, paymentResource, payment.id),
  };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const me = await guard(request, paymentResource, "change");
  const before = await paymentResource.at(me, params);
  const origin = { payer: before, payment: before, isCredit: before.kind === "credit" };
  const form = await readPaymentForm(request, origin);
  if (!form.ok) return savePayment(me, before, form);
  const { currentPassword: _, ...values } = form.values;
  const danger = confirmationOfRefund(before, values, `/payments/${before.id}`);
  return confirmedForm({ request, context }, me, danger, form, () => savePayment(me, before, { ...form, values }));
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";
export { shouldRevalidate } from "~/core/pages/revalidate";

export default function EditPayment() {
  const { payment, name, mayChange, rows, marked, goes, history } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const path = `/payments/${payment.id}`;
  const past = history && (
    <History entries={history} more={`/activity?entity=payments&record=${payment.id}`} className="mt-5" />
  );
  return (
    <>
      <PageTitle
        title={name}
        breadcrumb={[{ href: "/payments", title: "Payments" }]}
        badge={payment.kind !== "payment" && <Badge icon="undo-2">{kindTitles[payment.kind]}</Badge>}
        summary={
          <>
            <Money cents={valueOf(payment)} /> {payment.kind === "refund" ? "to" : "from"}{" "}
            <bdi>{payment.customerName}</bdi>
            , <Day value={payment.date} />
          </>
        }
        actions={mayChange && !payment.deletedAt && !marked && <RecordMenu name={name} trash={`${path}/trash`} />}
      />
      {payment.deletedAt && !result && (
        <InTrash name={name} restore={mayChange ? `${path}/restore` : undefined}>
          It settles no invoice. It is removed for good {goes}.
        </InTrash>
      )}
      {marked && <MarkedNotice invoice={marked} mayChange={mayChange} />}
      {payment.deletedAt && !result ? (
        past
      ) : result && "versions" in result ? (
        <Conflict name={name} versions={result.versions}>
          {payment.deletedAt && <input type="hidden" name="restore" value="1" />}
        </Conflict>
      ) : mayChange ? (
        <PaymentForm payment={payment} fields={paymentValues(payment)} rows={rows} form={result?.form} after={past} />
      ) : (
        <>
          <PaymentView payment={payment} />
          {past}
        </>
      )}
    </>
  );
}

/** Says that marking an invoice recorded the payment, so that it goes when the invoice is pending again. */
function MarkedNotice({ invoice, mayChange }: { invoice: string; mayChange: boolean }) {
  return (
    <Alert className="mb-5">
      <strong>
        It was recorded when{" "}
        <a className="link whitespace-nowrap" href={`/invoices/${invoice}/details`}>
          {invoice}
        </a>{" "}
        was marked as complete.
      </strong>{" "}
      It follows the total of {invoice}
      {mayChange
        ? ". To remove it, mark the invoice as pending. Once you save a change here, it no longer follows it."
        : "."}
    </Alert>
  );
}
