import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { reachOf } from "~/core/access/access.server";
import { guard } from "~/auth/session.server";
import { listScreen } from "~/core/list/define-list.server";
import { pick } from "~/core/values/pick";
import { statusPath } from "~/core/values/status";
import { Avatar } from "~/ui/values/avatar";
import { fieldColumn } from "~/ui/list/field-column";
import { ListScreen } from "~/ui/list/screen/list-screen";
import { MenuButton, MenuLink } from "~/ui/overlay/menu";
import { Money, TotalInCell } from "~/ui/values/money";
import { StatusBadge } from "~/ui/values/status-badge";
import { Time } from "~/ui/values/time";
import { orderFields } from "./fields";
import { knownInvoices, orderTiles, orderResource } from "./orders.server";
import { nextStep, stepOf } from "./status/stages";
import { OwnOrders } from "./client-orders";
import { Tiles } from "./status/tiles";

export const meta: MetaFunction = () => [{ title: "Orders · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await guard(request, orderResource, "view");
  const { rows, view } = await listScreen(orderResource.list, me, request);
  const invoices = await knownInvoices(rows, me);
  const orders = rows.map((order) => ({
    ...pick(
      order,
      "id",
      "customerId",
      "customerName",
      "customerEmail",
      "customerImage",
      "status",
      "paymentMethod",
      "createdAt",
      "deliveredAt",
      "totalAmount",
    ),
    /** The invoice that it names; there may be none of that number any more. */
    invoice:
      order.invoiceId === null
        ? null
        : { number: order.invoiceId, ...invoices.find(({ id }) => id === order.invoiceId) },
  }));
  return {
    orders,
    view,
    isOwn: reachOf(me, "orders.view") === "own",
    tiles: view.trash || view.failed ? [] : await orderTiles(me),
  };
}

type Row = Awaited<ReturnType<typeof loader>>["orders"][number];

export default function Orders() {
  const { orders, view, isOwn, tiles } = useLoaderData<typeof loader>();
  if (isOwn) return <OwnOrders orders={orders} view={view} />;
  return (
    <ListScreen
      view={view}
      rows={orders}
      summary="What customers have bought, newest first."
      searchHint="Search customer, number, item, address or note"
      rowLabel={(order) => `order #${order.id}`}
      empty={{
        title: "No orders yet",
        text: "Create one, or let them arrive through the API or an import.",
      }}
      columns={[
        { key: "id", label: "Order", sort: "id", narrow: "first", cell: (order) => <Numbered order={order} /> },
        fieldColumn<Row>(orderFields.invoiceId, {
          room: "wider",
          cell: (order) => <InvoiceLink invoice={order.invoice} />,
        }),
        fieldColumn<Row>(orderFields.customerName, {
          cell: (order) => <Customer order={order} />,
        }),
        fieldColumn<Row>(orderFields.status, {
          narrow: "end",
          cell: (order) => <StatusBadge value={order.status} />,
        }),
        {
          key: "payment",
          label: "Payment",
          sort: "payment",
          room: "wider",
          className: "text-muted",
          cell: (order) => <span className="clip">{order.paymentMethod}</span>,
        },
        fieldColumn<Row>(orderFields.createdAt, {
          narrow: "second",
          className: "num text-muted",
          cell: (order) => <Placed order={order} />,
        }),
        fieldColumn<Row>(orderFields.totalAmount, {
          className: "end font-medium",
          cell: (order) => <Money cents={order.totalAmount} />,
        }),
      ]}
      bulk={[
        { label: "Mark as shipping", icon: "truck", name: "status", value: "Shipping" },
        { label: "Mark as delivered", icon: "package-check", name: "status", value: "Delivered" },
        { label: "Mark as new", icon: "sparkle", name: "status", value: "New", rare: true },
        { label: "Mark as pending", icon: "clock", name: "status", value: "Pending", rare: true },
        { label: "Mark as returned", icon: "undo-2", name: "status", value: "Return", rare: true },
        { label: "Cancel orders", icon: "circle-x", name: "status", value: "Cancelled", rare: true },
      ]}
      rowAmount={(order) => order.totalAmount}
      rowMenu={(order) => <RowMenu order={order} trash={view.trash} />}
    >
      {tiles.length > 0 && <Tiles tiles={tiles} />}
    </ListScreen>
  );
}

/** The order's number; on phones also the customer's name. */
function Numbered({ order }: { order: Row }) {
  return (
    <>
      <a href={`/orders/${order.id}`} className="primary-cell num">
        #{order.id}
      </a>{" "}
      {/* The line begins with its number, so it runs from left to right on a mirrored page too. */}
      <span className="ml-2 hidden @max-2xl:inline">
        <bdi>{order.customerName}</bdi>
      </span>
    </>
  );
}

function InvoiceLink({ invoice }: Pick<Row, "invoice">) {
  if (!invoice?.id) return <span className="code text-muted">{invoice?.number}</span>;
  return (
    <>
      <a href={`/invoices/${invoice.id}/details`} className="link code whitespace-nowrap">
        {invoice.id}
      </a>
      {invoice.inTrash && <span className="second-line">void</span>}
    </>
  );
}

function Customer({ order }: { order: Row }) {
  return (
    <div className="person">
      <Avatar person={{ id: order.customerId ?? 0, name: order.customerName, image: order.customerImage }} />
      <div>
        <bdi className="block truncate">{order.customerName}</bdi>
        <p>{order.customerEmail}</p>
      </div>
    </div>
  );
}

/** The date of the order above that of its delivery; on narrow screens with the total, which has no column there. */
function Placed({ order }: { order: Row }) {
  return (
    <>
      <Time value={order.createdAt} />
      <TotalInCell cents={order.totalAmount} />
      {order.deliveredAt && (
        <span className="second-line detail @max-2xl:hidden">
          delivered <Time value={order.deliveredAt} />
        </span>
      )}
    </>
  );
}

function RowMenu({ order, trash }: { order: Row; trash: boolean }) {
  if (trash)
    return (
      <MenuButton icon="undo-2" formAction={`/orders/${order.id}/restore`}>
        Restore
      </MenuButton>
    );
  const next = nextStep(order.status);
  const status = { formAction: statusPath(`/orders/${order.id}`, order.status), name: "status" };
  return (
    <>
      <MenuLink icon="eye" href={`/orders/${order.id}`}>
        Open
      </MenuLink>
      <MenuLink icon="pencil-line" href={`/orders/${order.id}/edit`}>
        Edit
      </MenuLink>
      <MenuLink icon="copy" href={`/orders/create?copy=${order.id}`}>
        Repeat order
      </MenuLink>
      <MenuLink icon="printer" href={`/orders/${order.id}/packing-slip`}>
        Packing slip
      </MenuLink>
      {next && (
        <MenuButton icon={nextIcons[next]} {...status} value={next}>{`Mark as ${next.toLowerCase()}`}</MenuButton>
      )}
      {stepOf(order.status) >= 0 && next && (
        <MenuButton icon="circle-x" {...status} value="Cancelled">
          Cancel order
        </MenuButton>
      )}
      <MenuButton icon="trash-2" danger formAction={`/orders/${order.id}/trash`}>
        Delete
      </MenuButton>
    </>
  );
}

const nextIcons = { New: "sparkle", Pending: "clock", Shipping: "truck", Delivered: "package-check" } as const;
