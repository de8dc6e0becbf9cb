import type { latestOrders } from "~/features/orders/orders.server";
import { RecordList } from "~/ui/list/record-list";
import { Time } from "~/ui/values/time";

/** The person's latest orders. */
export function PersonOrders({
  orders,
  className,
}: {
  orders: Awaited<ReturnType<typeof latestOrders>>;
  className?: string;
}) {
  if (!orders) return null;
  const { latest, all } = orders;
  return (
    <RecordList
      title="Orders"
      className={className}
      empty="No orders yet."
      more={all}
      records={latest.map(({ id, status, createdAt, totalAmount }) => ({
        href: `/orders/${id}`,
        title: `#${id}`,
        status,
        when: <Time value={createdAt} />,
        cents: totalAmount,
      }))}
    />
  );
}
