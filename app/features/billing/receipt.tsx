import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "~/auth/session.server";
import { recordId } from "~/core/values/ids";
import { notFound } from "~/core/http/respond.server";
import { Facts } from "~/ui/card";
import { LineTable } from "~/ui/list/line-table";
import { Money } from "~/ui/values/money";
import { PageTitle } from "~/ui/page-title";
import { PrintButton } from "~/ui/print-button";
import { Party, Sheet, SheetHead } from "~/ui/sheet";
import { Time } from "~/ui/values/time";
import { Totals } from "~/ui/values/totals";
import { findReceipt } from "./charges.server";
import { receiptNumber } from "./receipt-number";
import { planCurrency } from "./plans";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Receipt ${data ? receiptNumber(data.charge.id) : ""} · Portico` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireUser(request, "billing");
  const charge = (await findReceipt(recordId(params.id))) ?? notFound("Receipt not found");
  return { charge };
}

/** The receipt of a charge with its data at that time, formatted for print. */
export default function Receipt() {
  const { id, at, lines, total, method, billedTo, periodStart, periodEnd } = useLoaderData<typeof loader>().charge;
  const number = receiptNumber(id);
  const [name = "", ...about] = billedTo.split("\n");
  return (
    <>
      <div className="no-print">
        <PageTitle
          title={`Receipt ${number}`}
          here={number}
          breadcrumb={[{ href: "/settings/plan-billing", title: "Plan & Billing" }]}
          summary={
            <>
              Recorded on <Time value={at} clock />
            </>
          }
          actions={
            <>
              <PrintButton variant="default" />
              <p className="hidden text-sm text-muted noscript:block">Print it from your browser’s menu.</p>
            </>
          }
        />
      </div>
      <div className="max-w-4xl">
        <Sheet label={`Receipt ${number}`}>
          <SheetHead from="Portico" kind="Receipt" number={number} />
          <div className="mt-10 grid gap-8 sm:grid-cols-[1fr_auto] print:mt-8">
            <Party title="Billed to" name={name} about={about} />
            <Facts
              className="num content-start"
              facts={[
                { term: "Date", value: <Time value={at} className="font-medium" /> },
                { term: "Period from", value: <Time value={periodStart} /> },
                { term: "Period to", value: <Time value={periodEnd} /> },
              ]}
            />
          </div>
          <div className="mt-10 max-sm:-mx-5 print:mt-8">
            <LineTable
              label="What was charged"
              lines={lines}
              columns={[
                { label: "Description", as: "name", cell: ({ text }) => text },
                {
                  label: "Amount",
                  as: "total",
                  cell: ({ amount }) => <Money currency={planCurrency} cents={amount} />,
                },
              ]}
            />
          </div>
          <div className="keep mt-6 flex flex-wrap justify-between gap-8 border-t border-border pt-6">
            <div className="max-w-72 text-sm text-muted">
              <h2 className="font-medium text-text">Payment</h2>
              <p className="mt-1">
                {method ? `Recorded as charged to ${method}. ` : "Nothing was to be paid. "}Portico records charges and
                collects none.
              </p>
            </div>
            <Totals
              currency={planCurrency}
              className="w-72 content-start max-sm:w-full"
              parts={[]}
              label="Total"
              total={total}
            />
          </div>
        </Sheet>
      </div>
    </>
  );
}
