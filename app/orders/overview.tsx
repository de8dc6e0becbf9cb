import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { requireUser } from "~/auth/session.server";
import { history } from "~/journal/journal.server";
import { longestNote } from "~/lib/form-state";
import { trashDays } from "~/lib/trash";
import { mailTroubles } from "~/mail/mail.server";
import { UnsentMails } from "~/mail/unsent-mails";
import { Button, ButtonLink } from "~/ui/button";
import { PageTitle } from "~/ui/page-title";
import { DeleteButton, InTrash } from "~/ui/record-form";
import { StatusBadge } from "~/ui/status-badge";
import { Time } from "~/ui/time";
import { setOrderStatus } from "./change-status.server";
import { countOf } from "./count";
import { statusChoices } from "./effects";
import { eventOf, itemsAtFirst } from "./events";
import { journeyOf } from "./journey";
import { isKnownCustomer, knownInvoices, knownProducts, orderRecords, ordersOf } from "./orders.server";
import { Addresses, Customer, Items, Payment } from "./parts";
import { Progress } from "./progress";
import { StatusForm } from "./status-form";
import { Timeline } from "./timeline";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data ? `Order #${data.order.id}` : "Order"} · Portico` }];

/** The timeline shows no more than this; the rest is in the activity. */
const mostEvents = 100;

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request);
  const row = await orderRecords.at(params);
  const entries = await history(orderRecords, row.id, mostEvents);
  const { customerId } = row;
  return {
    order: row,
    choices: statusChoices(row, entries),
    steps: journeyOf(row, entries),
    count: countOf(row.items),
    ordered: countOf(itemsAtFirst(entries) ?? row.items),
    events: entries.map(eventOf),
    products: await knownProducts(row),
    invoice: (await knownInvoices([row]))[0],
    hasCustomer: await isKnownCustomer(customerId),
    placed: customerId === null ? undefined : await ordersOf(customerId),
    unsent: await mailTroubles({ entity: "orders", recordId: row.id }),
  };
}

/** Changes the status. The other acts have routes of their own. */
export async function action({ request, params }: ActionFunctionArgs) {
  const me = await requireUser(request);
  return setOrderStatus(me, request, await orderRecords.at(params));
}

export { keepForm as clientAction } from "~/lib/unreached";
export { shouldRevalidate } from "~/records/revalidate";

export default function OrderOverview() {
  const { order, choices, steps, count, ordered, events, products, invoice, hasCustomer, placed, unsent } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <PageTitle
        title={`Order #${order.id}`}
        here={`#${order.id}`}
        breadcrumb={[{ href: "/orders", title: "Orders" }]}
        badge={<StatusBadge value={order.status} />}
        summary={<>Placed <Time value={order.createdAt} clock /> by <bdi className="wrap-anywhere">{order.customerName}</bdi></>}
        actions={!order.deletedAt && <Actions id={order.id} invoice={invoice} />}
      />
      {order.deletedAt && (
        <div className="mb-5">
          <InTrash name={`Order #${order.id}`} restore={`/orders/${order.id}/restore`}>
            Lists and figures leave it out. After {trashDays} days it is removed for good.
          </InTrash>
        </div>
      )}
      <UnsentMails mails={unsent} />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-5">
          <Progress steps={steps} />
          <Items order={order} count={count} known={products} />
          <Timeline events={events} placed={{ at: order.createdAt, text: ordered }} more={`/activity?entity=orders&record=${order.id}`} />
        </div>
        <aside className="grid gap-5" aria-label="Order details">
          {!order.deletedAt && <StatusForm order={order} choices={choices} email={order.customerEmail} longest={longestNote} result={result} />}
          <Customer order={order} known={hasCustomer} placed={placed} />
          <Payment order={order} />
          <Addresses order={order} />
        </aside>
      </div>
    </>
  );
}

function Actions({ id, invoice }: { id: number; invoice?: { id: string; inTrash: boolean } }) {
  return (
    <>
      {invoice ? (
        <ButtonLink variant="outline" icon="receipt-text" href={`/invoices/${invoice.id}/details`}>
          Invoice {invoice.id}
          {invoice.inTrash && ", in the trash"}
        </ButtonLink>
      ) : (
        <Form method="post" action={`/orders/${id}/invoice`}>
          <Button variant="outline" icon="receipt-text">
            Create invoice
          </Button>
        </Form>
      )}
      <ButtonLink variant="outline" size="icon" icon="printer" href={`/orders/${id}/packing-slip`} aria-label="Packing slip" title="Packing slip" />
      <DeleteButton action={`/orders/${id}/trash`} />
    </>
  );
}
