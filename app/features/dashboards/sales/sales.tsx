import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatNumber } from "~/core/values/noun";
import { requireUser } from "~/auth/session.server";
import { Money } from "~/ui/values/money";
import { StatusBadge } from "~/ui/values/status-badge";
import { Thumb } from "~/ui/values/thumb";
import { Time } from "~/ui/values/time";
import { proof } from "~/ui/chart/counted";
import { ChartCard, TableCard } from "~/ui/chart/cards";
import { Customer } from "../customer";
import { isKnown } from "../figures";
import { Dashboard } from "../frame";
import { periodIn, shownPeriod } from "../period.server";
import { salesDashboard } from "./sales.server";
import { salesReports } from "./sales-reports.server";
import { Trend } from "../tiles";

export const meta: MetaFunction = () => [{ title: "Sales · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "reports.sales");
  const period = periodIn(request);
  return {
    period: shownPeriod(period),
    ...(await salesDashboard(period)),
    low: await salesReports["low-stock"].rows(period, 5),
    latest: await salesReports["latest-orders"].rows(period, 6),
  };
}

export default function Sales() {
  const { period, figures, revenue, statuses, categories, top, low, latest } = useLoaderData<typeof loader>();
  const during = `from=${period.from}&to=${period.to}`;
  return (
    <Dashboard title="Sales" path="/sales" period={period} figures={figures}>
      <ChartCard wide tenths={4} title="Net revenue" sub="All orders but those cancelled or returned" html={revenue} />
      <ChartCard tenths={3} title="Orders by status" sub="As they stand now" html={statuses} />
      <TableCard
        wide
        tenths={4}
        title="Top products"
        sub="By revenue, before discounts of the order, tax and shipping"
        all={{ href: `/orders/items?placed=${period.from}..${period.to}`, title: "All items sold" }}
        csv={`/sales/top-products.csv?${period.search}`}
        empty="No sales in this period."
        rows={top}
        rowKey={({ id }) => id}
        columns={[
          { label: "Product", name: true, cell: (product) => <ProductName product={product} /> },
          { label: "Category", className: "text-muted whitespace-nowrap", cell: ({ category }) => category },
          {
            label: "Sold",
            end: true,
            cell: ({ quantity, href }) => (
              <a {...proof({ value: quantity, href, is: "Pieces" })} className="link">
                {formatNumber(quantity)}
              </a>
            ),
          },
          {
            label: "Revenue",
            end: true,
            cell: ({ amount, href }) => (
              <a {...proof({ value: amount, href, is: "Revenue" })} className="link font-medium">
                <Money cents={amount} />
              </a>
            ),
          },
          ...(top.some(({ change }) => isKnown(change))
            ? [
                {
                  label: "Change",
                  end: true,
                  cell: ({ change }: (typeof top)[number]) => isKnown(change) && <Trend change={change} />,
                },
              ]
            : []),
        ]}
      />
      <ChartCard
        tenths={3}
        title="Revenue by category"
        sub="Of the items sold, as their products are sorted today"
        html={categories}
      />
      <TableCard
        wide
        tenths={4}
        title="Latest orders"
        all={{ href: `/orders?${during}`, title: "All orders" }}
        csv={`/sales/latest-orders.csv?${period.search}`}
        empty="No orders in this period."
        rows={latest}
        rowKey={({ id }) => id}
        columns={[
          { label: "Order", cell: ({ id }) => <a className="primary-cell num" href={`/orders/${id}`}>{`#${id}`}</a> },
          { label: "Customer", name: true, cell: (order) => <Customer of={order} /> },
          { label: "Status", cell: ({ status }) => <StatusBadge value={status} /> },
          {
            label: "Placed",
            className: "num text-muted whitespace-nowrap",
            cell: ({ createdAt }) => <Time value={createdAt} />,
          },
          {
            label: "Total",
            end: true,
            className: "font-medium",
            cell: ({ totalAmount }) => <Money cents={totalAmount} />,
          },
        ]}
      />
      <TableCard
        tenths={2}
        title="Low stock"
        sub="5 pieces or fewer, today"
        all={{ href: "/products?stock=low", title: "All low" }}
        csv="/sales/low-stock.csv"
        empty="No products are low in stock."
        rows={low}
        rowKey={({ id }) => id}
        columns={[
          {
            label: "Product",
            name: true,
            cell: (product) => <ProductName product={{ ...product, image: product.featureImage }} />,
          },
          { label: "Left", end: true, className: "font-medium", cell: ({ stock }) => stock },
        ]}
      />
    </Dashboard>
  );
}

function ProductName({
  product: { id, title, image },
}: {
  product: { id: number; title: string; image: string | null };
}) {
  return (
    <div className="flex items-center gap-3">
      <Thumb src={image} className="size-9!" />
      <a className="primary-cell" href={`/products/${id}/overview`}>
        <bdi>{title}</bdi>
      </a>
    </div>
  );
}
