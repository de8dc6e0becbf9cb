import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { guard } from "~/auth/session.server";
import { readForm, rejectForm } from "~/core/form/form.server";
import { saveEdit } from "~/core/pages/save.server";
import { InTrash } from "~/ui/form/in-trash";
import { PageTitle } from "~/ui/page-title";
import { Conflict } from "~/ui/record/conflict";
import {
  editableOrder,
  orderFieldsOf,
  orderFormFields,
  readOrderEdit,
  reasonItemsAreFixed,
} from "./form/edit-order.server";
import { readOrderForm } from "./form/form.server";
import { hasItemFields } from "./form/form-values";
import { OrderForm } from "./form/order-form";
import { orderResource } from "./orders.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Edit order #${data.order.id}` : "Edit order"} · Portico` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await guard(request, orderResource, "change");
  const order = await orderResource.at(me, params);
  return { order, fixed: await reasonItemsAreFixed(order), ...(await editableOrder(order)) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const me = await guard(request, orderResource, "change");
  const before = await orderResource.at(me, params);
  const fixed = await reasonItemsAreFixed(before);
  const sent = await readForm(request);
  // A form that was opened before the items were fixed is refused as a whole, and shown again.
  if (fixed !== undefined && hasItemFields(Object.fromEntries(sent)))
    return rejectForm(await readOrderForm(sent, { before }), { "": fixed }, 409);
  const form = await readOrderEdit(sent, before, fixed);
  return saveEdit(me, {
    of: { ...orderResource, fields: orderFormFields },
    before,
    form,
    fieldsOf: orderFieldsOf(before, fixed !== undefined),
  });
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";
export { shouldRevalidate } from "~/core/pages/revalidate";

export default function EditOrder() {
  const { order, fixed, ...shown } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const path = `/orders/${order.id}`;
  return (
    <>
      <PageTitle
        title={`Edit order #${order.id}`}
        here="Edit"
        breadcrumb={[
          { href: "/orders", title: "Orders" },
          { href: path, title: `#${order.id}` },
        ]}
      />
      {order.deletedAt && !result ? (
        <InTrash name={`Order #${order.id}`} restore={`${path}/restore`}>
          Restore it to change it.
        </InTrash>
      ) : result && "versions" in result ? (
        <Conflict name={`Order #${order.id}`} versions={result.versions}>
          {order.deletedAt && <input type="hidden" name="restore" value="1" />}
        </Conflict>
      ) : (
        <OrderForm
          key={order.id}
          order={order}
          fixed={hasItemFields(result?.form.fields) ? undefined : fixed}
          {...shown}
          form={result?.form}
        />
      )}
    </>
  );
}
