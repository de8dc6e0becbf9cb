import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { confirmedForm } from "~/auth/reauthentication/confirm.server";
import { guard } from "~/auth/session.server";
import { newFormKey } from "~/core/form/form.server";
import { PageTitle } from "~/ui/page-title";
import { PaymentForm } from "./form/payment-form";
import { readPaymentForm } from "./form/form.server";
import { invoiceFromUrl, kindFromUrl, newPayment } from "./new-payment.server";
import { paymentResource } from "./payments.server";
import { confirmationOfRefund } from "./refund-confirmation.server";
import { saveNewPayment } from "./save.server";

export const meta: MetaFunction = () => [{ title: "Record payment · Portico" }];

/** `?customer=3` or `?invoice=INV-0003` selects whose payment it is; `?kind=refund` and `?kind=credit` its kind. */
export async function loader({ request }: LoaderFunctionArgs) {
  await guard(request, paymentResource, "change");
  const invoice = await invoiceFromUrl(request);
  return { ...(await newPayment(request, invoice)), invoice: invoice?.id, formKey: newFormKey() };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const me = await guard(request, paymentResource, "change");
  const invoice = await invoiceFromUrl(request);
  const isCredit = kindFromUrl(request) === "credit";
  const form = await readPaymentForm(request, { payer: invoice, isCredit });
  if (!form.ok) return saveNewPayment(me, form, invoice?.id);
  const { currentPassword: _, ...values } = form.values;
  const danger = confirmationOfRefund(undefined, values, invoice ? `/invoices/${invoice.id}/details` : "/payments");
  return confirmedForm({ request, context }, me, danger, form, () =>
    saveNewPayment(me, { ...form, values }, invoice?.id),
  );
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

const titles = { payment: "Record payment", refund: "Record refund", credit: "Use credit" };

export default function CreatePayment() {
  const { invoice, formKey, fields, rows } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <PageTitle
        title={titles[fields.kind]}
        breadcrumb={[
          { href: "/payments", title: "Payments" },
          ...(invoice ? [{ href: `/invoices/${invoice}/details`, title: invoice }] : []),
        ]}
        summary={
          fields.kind === "credit"
            ? "It lowers the customer’s credit and the balance of their invoices by the same amount."
            : "Portico moves no money: record what has arrived, or what you have paid back."
        }
      />
      <PaymentForm fields={fields} rows={rows} form={result?.form} formKey={formKey} />
    </>
  );
}
