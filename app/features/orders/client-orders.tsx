import type { Order } from "db/schema";
import type { ListScreenView } from "~/core/list/list";
import { ListScreen } from "~/ui/list/screen/list-screen";
import { Money, TotalInCell } from "~/ui/values/money";
import { StatusBadge } from "~/ui/values/status-badge";
import { Time } from "~/ui/values/time";

interface OwnOrdersProps {
  orders: (Pick<Order, "id" | "status" | "createdAt" | "deliveredAt" | "totalAmount"> & {
    invoice: { number: string; id?: string } | null;
  })[];
  view: ListScreenView;
}

/** The client's own orders, read-only. */
export function OwnOrders({ orders, view }: OwnOrdersProps) {
  return (
    <ListScreen
      view={view}
      rows={orders}
      title="Your orders"
      summary="What you have bought, newest first."
      searchHint="Search number or item"
      rowLabel={(order) => `order #${order.id}`}
      empty={{ title: "No orders yet", text: "Your orders appear here." }}
      columns={[
        {
          key: "id",
          label: "Order",
          sort: "id",
          narrow: "first",
          cell: ({ id }) => (
            <a href={`/orders/${id}`} className="primary-cell num">
              #{id}
            </a>
          ),
        },
        {
          key: "invoice",
          label: "Invoice",
          sort: "invoice",
          cell: ({ invoice }) =>
            invoice?.id && (
              <a href={`/invoices/${invoice.id}/details`} className="link code whitespace-nowrap">
                {invoice.id}
              </a>
            ),
        },
        {
          key: "status",
          label: "Status",
          sort: "status",
          narrow: "end",
          cell: ({ status }) => <StatusBadge value={status} />,
        },
        {
          key: "placed",
          label: "Placed",
          sort: "createdAt",
          narrow: "second",
          className: "num text-muted",
          cell: ({ createdAt, totalAmount }) => (
            <>
              <Time value={createdAt} />
              <TotalInCell cents={totalAmount} />
            </>
          ),
        },
        {
          key: "total",
          label: "Total",
          sort: "total",
          className: "end font-medium",
          cell: ({ totalAmount }) => <Money cents={totalAmount} />,
        },
      ]}
    />
  );
}
