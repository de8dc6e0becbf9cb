import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatNumber } from "~/core/values/noun";
import { requireUser } from "~/auth/session.server";
import { listScreen } from "~/core/list/define-list.server";
import { ListScreen } from "~/ui/list/screen/list-screen";
import { Money } from "~/ui/values/money";
import { Time } from "~/ui/values/time";
import { soldList } from "./list.server";

export const meta: MetaFunction = () => [{ title: "Items sold · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "sales.view");
  return listScreen(soldList, me, request);
}

export default function Sold() {
  const { rows, view } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      view={view}
      rows={rows}
      summary="Each item of each order that counts as revenue, before the order’s discount, tax and shipping."
      searchHint="Search product or order"
      rowLabel={(item) => `${item.name} of order #${item.orderId}`}
      empty={{ title: "Nothing sold yet", text: "Items appear here with their orders." }}
      columns={[
        { key: "name", label: "Item", narrow: "first", cell: (item) => <Item item={item} /> },
        {
          key: "order",
          label: "Order",
          narrow: "second",
          className: "num",
          cell: (item) => <a className="link" href={`/orders/${item.orderId}`}>{`#${item.orderId}`}</a>,
        },
        {
          key: "placed",
          label: "Placed",
          sort: "placedAt",
          className: "num text-muted whitespace-nowrap",
          cell: (item) => <Time value={item.placedAt} />,
        },
        {
          key: "quantity",
          label: "Pieces",
          className: "num end",
          cell: (item) => formatNumber(item.quantity),
        },
        {
          key: "amount",
          label: "Revenue",
          narrow: "end",
          className: "num end font-medium",
          cell: (item) => <Money cents={item.amount} />,
        },
      ]}
    />
  );
}

function Item({ item: { name, productId } }: { item: { name: string; productId: number } }) {
  if (productId === 0) return <bdi>{name}</bdi>;
  return (
    <a href={`/products/${productId}/overview`} className="primary-cell">
      <bdi>{name}</bdi>
    </a>
  );
}
