import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatNumber } from "~/core/values/noun";
import { requireUser } from "~/auth/session.server";
import { pick } from "~/core/values/pick";
import { readCompany } from "~/features/company/company.server";
import { Alert } from "~/ui/alert";
import { Facts } from "~/ui/card";
import { PageTitle } from "~/ui/page-title";
import { PrintButton } from "~/ui/print-button";
import { SheetIssuer } from "~/ui/sheet";
import { Table } from "~/ui/list/table";
import { Time } from "~/ui/values/time";
import { addressOf } from "./address";
import { countOf } from "./count";
import { orderResource } from "./orders.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Packing slip ${data ? `#${data.order.id}` : ""} · Portico` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await requireUser(request, "sales.view");
  const order = await orderResource.at(me, params);
  const company = await readCompany();
  const items = order.items.map((item) => pick(item, "name", "quantity"));
  return {
    order: {
      ...pick(order, "id", "deletedAt", "createdAt", "customerName", "customerCompany", "customerPhone", "shipping"),
      items,
    },
    count: countOf(items),
    from: company.name,
    logo: company.logo,
  };
}

/** The packing slip: quantities and shipping address, without prices. Formatted for print. */
export default function PackingSlip() {
  const { order, count, from, logo } = useLoaderData<typeof loader>();
  const number = `#${order.id}`;
  return (
    <>
      <div className="no-print">
        <PageTitle
          title="Packing slip"
          breadcrumb={[
            { href: "/orders", title: "Orders" },
            { href: `/orders/${order.id}`, title: number },
          ]}
          summary="What goes into the parcel, without prices."
          actions={
            <>
              <PrintButton variant="default" />
              <p className="hidden text-sm text-muted noscript:block">Print it from your browser’s menu.</p>
            </>
          }
        />
      </div>
      <article className="card sheet p-10 max-sm:p-5 print:p-0" aria-label={`Packing slip for order ${number}`}>
        {order.deletedAt && (
          <Alert family="warning" className="mb-8">
            <strong>Order {number} is in the trash.</strong> Pack it only once it is restored.
          </Alert>
        )}
        <header className="flex flex-wrap items-start justify-between gap-6">
          <SheetIssuer name={from} logo={logo} />
          <div className="sm:text-end">
            <p className="text-sm text-muted">Packing slip</p>
            <h2 className="num text-xl font-semibold">Order {number}</h2>
          </div>
        </header>
        <div className="keep mt-10 grid gap-8 sm:grid-cols-[minmax(0,1fr)_16rem] print:mt-8">
          <section>
            <h3 className="text-sm text-muted">Ship to</h3>
            <address className="mt-1 text-lg leading-6 whitespace-pre-line not-italic wrap-anywhere">
              {addressOf(order, order.shipping || order.customerName)}
            </address>
          </section>
          <Facts
            className="num self-start"
            facts={[
              { term: "Ordered", value: <Time value={order.createdAt} /> },
              { term: "Customer", value: <bdi>{order.customerName}</bdi> },
              ...(order.customerCompany ? [{ term: "Company", value: <bdi>{order.customerCompany}</bdi> }] : []),
              ...(order.customerPhone ? [{ term: "Phone", value: <bdi>{order.customerPhone}</bdi> }] : []),
            ]}
          />
        </div>
        <div className="mt-10 max-sm:-mx-5 print:mt-8">
          <Table label="What to pack">
            <thead>
              <tr>
                <th scope="col">Product</th>
                <th scope="col" className="end">
                  Quantity
                </th>
                <th scope="col" className="w-24 end">
                  Packed
                </th>
              </tr>
            </thead>
            <tbody>
              {order.items.map((item, index) => (
                <tr key={index}>
                  <td className="wrap-anywhere">
                    <bdi className="font-medium">{item.name}</bdi>
                  </td>
                  <td className="end text-lg font-semibold">{formatNumber(item.quantity)}</td>
                  <td className="end">
                    <span className="inline-block size-4.5 rounded-sm border border-border-control align-middle" />
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
        <p className="mt-4 text-sm text-muted">{count}</p>
      </article>
    </>
  );
}
