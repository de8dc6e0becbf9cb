import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { guard } from "~/auth/session.server";
import { notFound, redirectWithErrors, redirectWithToast } from "~/core/http/respond.server";
import { orderResource } from "~/features/orders/orders.server";
import { toRecord } from "~/core/bulk/list-acts.server";
import { invoiceOrder } from "./invoice-order.server";
import { invoiceResource } from "./invoices.server";

export { default } from "~/ui/form-only";

/** Takes forms only: who comes by address is led on to the order. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await guard(request, invoiceResource, "change");
  return toRecord(orderResource.asSeenBy(me), params);
}

/** Creates the invoice of an order and redirects to it; redirects to the existing one if there is one. */
export async function action({ request, params }: ActionFunctionArgs) {
  const me = await guard(request, invoiceResource, "change");
  const order = await orderResource.at(me, params);
  const made = await invoiceOrder(me, order.id);
  if (!made.ok)
    return made.reason === "refused"
      ? redirectWithErrors(orderResource.href(String(order.id)), made.errors)
      : notFound(orderResource.absent);
  const { id } = made.row;
  return redirectWithToast(
    invoiceResource.href(id),
    made.batch
      ? { text: `${id} was made from order #${order.id}`, undo: made.batch }
      : { text: `Order #${order.id} has this invoice already` },
  );
}
