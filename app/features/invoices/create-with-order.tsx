import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { guard } from "~/auth/session.server";
import { newFormKey } from "~/core/form/form.server";
import { saveNew } from "~/core/pages/save.server";
import { newOrder, readNewOrder } from "~/features/orders/form/new-order.server";
import { orderResource } from "~/features/orders/orders.server";
import { CreateOrder } from "~/features/orders/parts/create-order";
import { createInvoicedOrder } from "./invoice-order.server";
import { invoiceResource } from "./invoices.server";

export const meta: MetaFunction = () => [{ title: "Create order · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await guard(request, orderResource, "change");
  return { ...(await newOrder(me, request)), formKey: newFormKey() };
}

/** Creates an order and its invoice in one act, and redirects to the invoice. */
export async function action({ request }: ActionFunctionArgs) {
  const me = await guard(request, orderResource, "change");
  const form = await readNewOrder(me, request);
  return saveNew(me, {
    of: { ...orderResource, create: createInvoicedOrder },
    form,
    to: ({ id, invoiceId }) => (invoiceId ? invoiceResource.href(invoiceId) : orderResource.href(String(id))),
    text: ({ id, invoiceId }) => `Order #${id} was created, and ${invoiceId} for it`,
    isCopy: form.isCopy,
  });
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

export default function CreateInvoicedOrder() {
  const shown = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return <CreateOrder {...shown} form={result?.form} />;
}
