import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { guard } from "~/auth/session.server";
import type { FormState } from "~/core/form/form-state";
import { readForm } from "~/core/form/form.server";
import { notFound, redirectWithErrors, redirectWithToast } from "~/core/http/respond.server";
import { pick } from "~/core/values/pick";
import { orderResource } from "~/features/orders/orders.server";
import { toRecord } from "~/core/bulk/list-acts.server";
import { Button } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { ErrorSummary, FormButtons } from "~/ui/form/form";
import { Form } from "~/ui/owned-form";
import { PageTitle } from "~/ui/page-title";
import { Money } from "~/ui/values/money";
import { Day } from "~/ui/values/time";
import { invoiceOrder, reinstatableInvoice, voidChoices } from "./invoice-order.server";
import { invoiceResource } from "./invoices.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Invoice order #${data?.order ?? ""} · Portico` },
];

/** Asks what becomes of the void invoice of an order, if it can be reinstated; leads on to any other order. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await guard(request, invoiceResource, "change");
  const order = await orderResource.at(me, params);
  const invoice = order.deletedAt ? undefined : await reinstatableInvoice(order);
  if (!invoice) throw await toRecord(orderResource.asSeenBy(me), params);
  return { order: order.id, ordered: order.totalAmount, invoice: pick(invoice, "id", "issueDate", "totalAmount") };
}

/** Creates the invoice of an order and redirects to it; redirects to the existing one if there is one. */
export async function action({ request, params }: ActionFunctionArgs) {
  const me = await guard(request, invoiceResource, "change");
  const order = await orderResource.at(me, params);
  const sent = (await readForm(request)).get("act");
  const choice = voidChoices.find((one) => one === sent);
  if (!choice && !order.deletedAt && (await reinstatableInvoice(order)))
    return redirect(`/orders/${order.id}/invoice`, 303);
  const made = await invoiceOrder(me, order.id, choice);
  if (!made.ok)
    return made.reason === "refused"
      ? redirectWithErrors(orderResource.href(String(order.id)), made.errors)
      : notFound(orderResource.absent);
  const { id } = made.row;
  return redirectWithToast(
    invoiceResource.href(id),
    made.batch
      ? {
          text: choice === "reinstate" ? `${id} reinstated` : `${id} was made from order #${order.id}`,
          undo: made.batch,
        }
      : { text: `Order #${order.id} has this invoice already` },
  );
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

export default function InvoiceOrder() {
  const { order, ordered, invoice } = useLoaderData<typeof loader>();
  const form = useActionData<{ form?: FormState }>()?.form;
  const href = `/orders/${order}`;
  return (
    <>
      <PageTitle
        title={`Invoice order #${order}`}
        here="Invoice"
        breadcrumb={[
          { href: "/orders", title: "Orders" },
          { href, title: `#${order}` },
        ]}
      />
      <ErrorSummary form={form} what="No invoice was created." />
      <Card>
        <CardBody className="grid gap-4">
          <p>
            The invoice of this order,{" "}
            <a className="link" href={`/invoices/${invoice.id}/details`}>
              {invoice.id}
            </a>{" "}
            of <Money cents={invoice.totalAmount} /> from <Day value={invoice.issueDate} />, is void. Reinstate it as it
            was, or create a new invoice over <Money cents={ordered} />. Then {invoice.id} stays void.
          </p>
          <Form method="post" action={`${href}/invoice`}>
            <FormButtons cancel={href}>
              <Button name="act" value="reinstate" icon="undo-2">
                Reinstate {invoice.id}
              </Button>
              <Button name="act" value="new" variant="outline" icon="receipt-text">
                Create a new invoice
              </Button>
            </FormButtons>
          </Form>
        </CardBody>
      </Card>
    </>
  );
}
