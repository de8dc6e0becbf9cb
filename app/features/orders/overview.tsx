import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { Invoice, Order } from "db/schema";
import { may, reachOf } from "~/core/access/access.server";
import { useMay } from "~/core/access/may";
import { confirmed } from "~/auth/reauthentication/confirm.server";
import { guard } from "~/auth/session.server";
import { amountsOf } from "~/core/bulk/bulk-request.server";
import { history } from "~/core/audit/journal.server";
import type { Entry } from "~/core/audit/entries.server";
import { maxNoteLength } from "~/core/form/form-state";
import type { Reader } from "~/core/list/reach.server";
import { timeUntilPurge } from "~/core/list/deletions.server";
import { mailTroubles } from "~/core/mail/mail.server";
import { UnsentMails } from "~/ui/record/unsent-mails";
import { Alert } from "~/ui/alert";
import { Button, ButtonLink } from "~/ui/button";
import { Money } from "~/ui/values/money";
import { PageTitle } from "~/ui/page-title";
import { InTrash } from "~/ui/form/in-trash";
import { RecordMenu } from "~/ui/record/record-menu";
import { MenuLink } from "~/ui/overlay/menu";
import { StatusBadge } from "~/ui/values/status-badge";
import { Time } from "~/ui/values/time";
import { Form } from "~/ui/owned-form";
import { setOrderStatus } from "./status/change-status.server";
import { endsOrder, orderConfirmations, orderQuestion } from "./invoice-question.server";
import { countOf } from "./count";
import { statusChoices } from "./status/effects";
import { eventOf, itemsAtFirst } from "./status/events";
import { progressOf } from "~/features/orders/status/progress";
import { isKnownCustomer, knownInvoices, knownProducts, orderResource, ordersOf, openInvoice } from "./orders.server";
import { Addresses, Customer, Items, Payment } from "./cards";
import { Progress } from "~/features/orders/status/progress-steps";
import { StatusForm } from "./status/status-form";
import { Timeline } from "./status/timeline";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Order #${data.order.id}` : "Order"} · Portico` },
];

/** The timeline shows no more than this; the rest is in the activity. */
const maxEvents = 100;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await guard(request, orderResource, "view");
  const row = await orderResource.at(me, params);
  const entries = await history(orderResource, row.id, maxEvents, me);
  const seesAll = reachOf(me, "orders.view") === "all";
  return {
    order: row,
    goes: timeUntilPurge(row.deletedAt),
    seesAll,
    ...(seesAll ? await loadStaffData(row, entries, me) : noWork),
    steps: progressOf(row, entries),
    count: countOf(row.items),
    ordered: countOf(itemsAtFirst(entries) ?? row.items),
    invoice: (await knownInvoices([row], me))[0],
  };
}

/** Loads the data that only staff see on an order's page. */
async function loadStaffData(row: Order, entries: Entry[], me: Reader) {
  const { customerId } = row;
  return {
    choices: statusChoices(row, entries),
    events: entries.map(eventOf),
    products: await knownProducts(row),
    hasCustomer: may(me, "people.view") && (await isKnownCustomer(customerId)),
    placed: customerId === null ? undefined : await ordersOf(customerId, me),
    unsent: await mailTroubles({ entity: "orders", recordId: row.id }),
    openInvoice: await openInvoice(row, me),
    ...(await questionOf(row)),
  };
}

/** Returns the question about the invoice of an order that ends, with its amounts as the form posts them. */
async function questionOf(row: Order) {
  const question = await orderQuestion.of(row, { act: "set", status: "Cancelled" });
  return { question, amounts: question && amountsOf(question) };
}

/** The staff data for the customer's own page: empty. */
const noWork: Awaited<ReturnType<typeof loadStaffData>> = {
  choices: [],
  events: [],
  products: [],
  hasCustomer: false,
  placed: undefined,
  unsent: [],
  openInvoice: undefined,
  question: undefined,
  amounts: undefined,
};

/** Changes the status. The other acts have routes of their own. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const me = await guard(request, orderResource, "change");
  const order = await orderResource.at(me, params);
  const danger = (form: FormData) => {
    const what = { act: "set", status: String(form.get("status")), choice: String(form.get("choice")) } as const;
    const back = orderResource.href(String(order.id));
    return endsOrder(order, what) ? orderConfirmations.confirmationOf(what, `order #${order.id}`, back) : undefined;
  };
  return confirmed({ request, context }, me, danger, () => setOrderStatus(me, request, order));
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";
export { shouldRevalidate } from "~/core/pages/revalidate";

export default function OrderOverview() {
  const {
    order,
    seesAll,
    choices,
    steps,
    count,
    ordered,
    events,
    products,
    invoice,
    hasCustomer,
    placed,
    unsent,
    openInvoice,
    question,
    amounts,
    goes,
  } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const mayChange = useMay()("sales.change");
  return (
    <>
      <PageTitle
        title={`Order #${order.id}`}
        here={`#${order.id}`}
        breadcrumb={[{ href: "/orders", title: "Orders" }]}
        badge={<StatusBadge value={order.status} />}
        summary={
          <>
            Placed <Time value={order.createdAt} clock /> by <bdi className="wrap-anywhere">{order.customerName}</bdi>
            {order.externalNumber && (
              <>
                {" · External number "}
                <bdi className="wrap-anywhere">{order.externalNumber}</bdi>
              </>
            )}
          </>
        }
        actions={
          seesAll ? (
            !order.deletedAt && <Actions id={order.id} invoice={invoice} />
          ) : (
            <OwnActions id={order.id} invoice={invoice} />
          )
        }
      />
      {order.deletedAt && (
        <div className="mb-5">
          <InTrash name={`Order #${order.id}`} restore={mayChange ? `/orders/${order.id}/restore` : undefined}>
            Lists and figures leave it out. It is removed for good {goes}.
          </InTrash>
        </div>
      )}
      <UnsentMails mails={unsent} />
      {openInvoice && <StillBilled {...openInvoice} />}
      <div className="with-aside">
        <div className="grid gap-5">
          <Progress steps={steps} />
          <Items order={order} count={count} known={products} />
          {seesAll && (
            <Timeline
              events={events}
              placed={{ at: order.createdAt, text: ordered }}
              more={`/activity?entity=orders&record=${order.id}`}
            />
          )}
        </div>
        <aside className="grid gap-5" aria-label="Order details">
          {seesAll && mayChange && (!order.deletedAt || result) && (
            <StatusForm
              key={order.id}
              order={order}
              choices={choices}
              question={question}
              amounts={amounts}
              email={order.customerEmail}
              longest={maxNoteLength}
              result={result}
            />
          )}
          {seesAll && <Customer order={order} known={hasCustomer} placed={placed} />}
          <Payment order={order} />
          <Addresses order={order} />
        </aside>
      </div>
    </>
  );
}

/** Warns that an ended order still has an open invoice, because a change of status leaves invoices unchanged. */
function StillBilled({ id, totalAmount }: Pick<Invoice, "id" | "totalAmount">) {
  return (
    <Alert family="warning" className="mb-5">
      <strong>This order has ended, its invoice has not.</strong>{" "}
      <a className="link code" href={`/invoices/${id}/details`}>
        {id}
      </a>{" "}
      still asks for <Money cents={totalAmount} />.
    </Alert>
  );
}

interface ActionsProps {
  id: number;
  invoice?: { id: string; inTrash: boolean; isCredited: boolean };
}

/** The actions of the customer on their own order. */
function OwnActions({ id, invoice }: ActionsProps) {
  return (
    <>
      {invoice && (
        <ButtonLink variant="outline" icon="receipt-text" href={`/invoices/${invoice.id}/details`}>
          Invoice {invoice.id}
        </ButtonLink>
      )}
      <ButtonLink icon="life-buoy" href={`/support/create-ticket?order=${id}`}>
        Ask about this order
      </ButtonLink>
    </>
  );
}

function Actions({ id, invoice }: ActionsProps) {
  const mayChange = useMay()("sales.change");
  return (
    <>
      {invoice && (
        <ButtonLink variant="outline" icon="receipt-text" href={`/invoices/${invoice.id}/details`}>
          Invoice {invoice.id}
          {invoice.inTrash && ", void"}
          {invoice.isCredited && ", credited"}
        </ButtonLink>
      )}
      {mayChange && (!invoice || invoice.inTrash || invoice.isCredited) && (
        <Form method="post" action={`/orders/${id}/invoice`}>
          <Button variant="outline" icon="receipt-text">
            Create invoice
          </Button>
        </Form>
      )}
      <ButtonLink
        variant="outline"
        size="icon"
        icon="printer"
        href={`/orders/${id}/packing-slip`}
        aria-label="Packing slip"
        title="Packing slip"
      />
      {mayChange && (
        <RecordMenu name={`order #${id}`} trash={`/orders/${id}/trash`}>
          <MenuLink icon="pencil-line" href={`/orders/${id}/edit`}>
            Edit
          </MenuLink>
          <MenuLink icon="copy" href={`/orders/create?copy=${id}`}>
            Repeat order
          </MenuLink>
        </RecordMenu>
      )}
    </>
  );
}
