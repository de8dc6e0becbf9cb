import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatPercent } from "~/core/values/money";
import { formatNumber } from "~/core/values/noun";
import { formatDate } from "~/core/values/time-format";
import { requireUser } from "~/auth/session.server";
import { proof, rows as rowsCounted } from "~/ui/chart/counted";
import { Money } from "~/ui/values/money";
import { Day } from "~/ui/values/time";
import { ChartCard, TableCard } from "~/ui/chart/cards";
import { Customer } from "../customer";
import { debtLinks, isPast, owedByNobody } from "./debts.server";
import { financeReports } from "./finance-reports.server";
import { financeDashboard } from "./finance.server";
import { Dashboard } from "../frame";
import { periodIn, shownPeriod } from "../period.server";

export const meta: MetaFunction = () => [{ title: "Finance · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "reports.sales");
  const period = periodIn(request);
  return {
    period: shownPeriod(period),
    ...(await financeDashboard(period)),
    overdue: await financeReports.overdue.rows(period, 6),
    debtors: await financeReports.debtors.rows(period, 6),
    nobody: await owedByNobody(period),
    links: debtLinks(period),
    pastDay: isPast(period) ? period.to : undefined,
    payments: await financeReports.payments.rows(period, 6),
    taxes: await financeReports.taxes.rows(period, 20),
  };
}

type Data = Awaited<ReturnType<typeof loader>>;

export default function Finance() {
  const { period, figures, cash, ageing, methods, overdue, debtors, nobody, links, pastDay, payments, taxes } =
    useLoaderData<typeof loader>();
  const asOf = pastDay && formatDate(pastDay);
  return (
    <Dashboard title="Finance" path="/finance" period={period} figures={figures}>
      <ChartCard wide tenths={4} title="Cash in" sub="Payments less refunds, by their date" html={cash} />
      <ChartCard
        tenths={3}
        title="Ageing"
        sub="Outstanding at the end of the period, by days past the due date"
        html={ageing}
      />
      <TableCard
        wide
        tenths={4}
        title={asOf ? "Overdue invoices" : "Overdue to chase"}
        sub={`Oldest due date first, as of ${asOf ?? "today"}`}
        all={{ href: links.overdue, title: "All overdue" }}
        csv={`/finance/overdue.csv?${period.search}`}
        empty={asOf ? `No invoices were overdue on ${asOf}.` : "No invoices are overdue."}
        rows={overdue}
        rowKey={({ id }) => id}
        columns={[
          { label: "Invoice", cell: ({ id }) => <InvoiceLink id={id} /> },
          { label: "Customer", name: true, cell: (invoice) => <Customer of={invoice} /> },
          {
            label: "Due",
            className: "num text-muted whitespace-nowrap",
            cell: ({ dueDate }) => <Day value={dueDate} />,
          },
          { label: "Days late", end: true, cell: ({ daysLate }) => formatNumber(daysLate) },
          {
            label: "Amount",
            end: true,
            className: "font-medium",
            cell: ({ balance }) => <Money cents={balance} />,
          },
        ]}
      />
      <ChartCard tenths={3} title="Payment methods" sub="Of what was collected" html={methods} />
      <TableCard
        wide
        tenths={4}
        title="Latest payments"
        all={{ href: `/payments?days=${period.from}..${period.to}`, title: "All payments" }}
        csv={`/finance/payments.csv?${period.search}`}
        empty="No payments in this period."
        rows={payments}
        rowKey={({ id }) => id}
        columns={[
          { label: "Payment", cell: ({ id }) => <PaymentLink id={id} /> },
          { label: "Customer", name: true, cell: (payment) => <Customer of={payment} /> },
          { label: "Invoices", cell: ({ invoices }) => <PaidInvoices ids={invoices} /> },
          {
            label: "Date",
            className: "num text-muted whitespace-nowrap",
            cell: ({ date }) => <Day value={date} />,
          },
          { label: "Amount", end: true, className: "font-medium", cell: ({ amount }) => <Money cents={amount} /> },
        ]}
      />
      <TableCard
        tenths={2}
        title="Largest debtors"
        sub={asOf ? `By what they owed on ${asOf}` : "By what they owe now"}
        all={asOf ? { href: links.open, title: "All open" } : { href: links.open, title: "All pending" }}
        csv={`/finance/debtors.csv?${period.search}`}
        empty={asOf ? `No customer owed anything on ${asOf}.` : "No customer owes anything."}
        rows={debtors}
        rowKey={({ customerId }) => customerId}
        columns={[
          { label: "Customer", name: true, cell: (debtor) => <Customer of={debtor} /> },
          {
            label: "Invoices",
            end: true,
            cell: ({ invoices, href }) => (
              <a {...proof({ value: invoices, href, is: rowsCounted })} className="link">
                {formatNumber(invoices)}
              </a>
            ),
          },
          {
            label: "Owed",
            end: true,
            cell: ({ total, href }) => (
              <a {...proof({ value: total, href, is: "Balance due" })} className="link font-medium">
                <Money cents={total} />
              </a>
            ),
          },
        ]}
        foot={nobody && <DebtWithoutCustomer owed={nobody} isPast={asOf !== undefined} />}
      />
      <TableCard
        wide="whole"
        title="Tax"
        sub="Of the invoices and credit notes of the period, by rate"
        all={{ href: `/finance/accounts.zip?${period.search}`, title: "Files for the accountant" }}
        csv={`/finance/taxes.csv?${period.search}`}
        empty="No invoices were issued in this period."
        rows={taxes}
        rowKey={({ name, rate, category }) => `${name} ${rate} ${category}`}
        columns={[
          { label: "Tax", name: true, cell: ({ name }) => name },
          { label: "Rate", end: true, cell: ({ rate }) => (rate === null ? "–" : formatPercent(rate)) },
          { label: "Invoiced", end: true, cell: ({ sales }) => <Money cents={sales} /> },
          { label: "Credited", end: true, cell: ({ credits }) => <Money cents={credits} /> },
          { label: "Net", end: true, cell: ({ net }) => <Money cents={net} /> },
          { label: "Tax due", end: true, className: "font-medium", cell: ({ tax }) => <Money cents={tax} /> },
        ]}
      />
    </Dashboard>
  );
}

function InvoiceLink({ id }: { id: string }) {
  return (
    <a className="primary-cell code whitespace-nowrap" href={`/invoices/${id}/details`}>
      {id}
    </a>
  );
}

function PaymentLink({ id }: { id: number }) {
  return (
    <a className="primary-cell whitespace-nowrap" href={`/payments/${id}`}>
      #{id}
    </a>
  );
}

/** The first invoice of a payment, and how many more it settles. */
function PaidInvoices({ ids: [first, ...others] }: { ids: string[] }) {
  if (first === undefined) return <span className="text-muted">None</span>;
  return (
    <span className="whitespace-nowrap">
      <a className="link code" href={`/invoices/${first}/details`}>
        {first}
      </a>
      {others.length > 0 && ` and ${others.length} more`}
    </span>
  );
}

function DebtWithoutCustomer({
  owed: { total, href },
  isPast,
}: {
  owed: NonNullable<Data["nobody"]>;
  isPast: boolean;
}) {
  return (
    <>
      Beside these,{" "}
      <a {...proof({ value: total, href, is: "Balance due" })} className="link">
        <Money cents={total} />
      </a>{" "}
      {isPast ? "was" : "is"} owed by customers who are not in the directory.
    </>
  );
}
