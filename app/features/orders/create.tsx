import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { guard } from "~/auth/session.server";
import { newFormKey } from "~/core/form/form.server";
import { saveNew } from "~/core/pages/save.server";
import { newOrder, readNewOrder } from "./form/new-order.server";
import { orderResource } from "./orders.server";
import { CreateOrder } from "./parts/create-order";

export const meta: MetaFunction = () => [{ title: "Create order · Portico" }];

/** `?customer=3` selects the customer; `?copy=12` repeats an order. */
export async function loader({ request }: LoaderFunctionArgs) {
  const me = await guard(request, orderResource, "change");
  return { ...(await newOrder(me, request)), formKey: newFormKey() };
}

export async function action({ request }: ActionFunctionArgs) {
  const me = await guard(request, orderResource, "change");
  const form = await readNewOrder(me, request);
  return saveNew(me, {
    of: orderResource,
    form,
    to: ({ id }) => orderResource.href(String(id)),
    isCopy: form.isCopy,
  });
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

export default function CreateOrderPage() {
  const shown = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return <CreateOrder {...shown} form={result?.form} />;
}
