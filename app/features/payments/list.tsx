import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { guard } from "~/auth/session.server";
import { reachOf } from "~/core/access/access.server";
import { listScreen } from "~/core/list/define-list.server";
import { pick } from "~/core/values/pick";
import { fieldColumn } from "~/ui/list/field-column";
import { RecordLink } from "~/ui/list/record-link";
import { RecordRowMenu } from "~/ui/list/record-row-menu";
import { ListScreen } from "~/ui/list/screen/list-screen";
import { Money } from "~/ui/values/money";
import { Day } from "~/ui/values/time";
import { paymentFields } from "./fields";
import { paymentResource } from "./payments.server";
import { unallocatedOf } from "./unallocated";

export const meta: MetaFunction = () => [{ title: "Payments · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await guard(request, paymentResource, "view");
  const { rows, view } = await listScreen(paymentResource.list, me, request);
  return {
    payments: rows.map((payment) => ({
      ...pick(payment, "id", "kind", "date", "amount", "method", "reference", "customerName", "source"),
      name: paymentResource.describe([payment]),
      invoices: payment.allocations.map(({ invoiceId }) => invoiceId),
      rest: unallocatedOf(payment),
    })),
    isOwn: reachOf(me, "payments.view") === "own",
    view,
  };
}

type Row = Awaited<ReturnType<typeof loader>>["payments"][number];

export default function Payments() {
  const { payments, view, isOwn } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      view={view}
      rows={payments}
      title={isOwn ? "Your payments" : undefined}
      summary={isOwn ? "What you have paid, newest first." : "What customers have paid, and what was paid back."}
      searchHint="Search customer, reference or note"
      rowLabel={({ name }) => name}
      rowEdit={isOwn ? undefined : pageOf}
      rowAmount={signedAmount}
      empty={isOwn ? { title: "No payments yet", text: "Your payments appear here." } : undefined}
      columns={[
        { key: "id", label: "Payment", sort: "id", narrow: "first", cell: (row) => <Name row={row} /> },
        fieldColumn<Row>(paymentFields.date, { className: "num text-muted", cell: ({ date }) => <Day value={date} /> }),
        ...(isOwn
          ? []
          : [
              fieldColumn<Row>(paymentFields.customerName, {
                narrow: "second",
                cell: ({ customerName, date }) => (
                  <>
                    <bdi>{customerName}</bdi>
                    <p className="hidden text-sm text-muted @max-2xl:block">
                      <Day value={date} />
                    </p>
                  </>
                ),
              }),
            ]),
        { key: "invoices", label: "Invoices", cell: (row) => <Invoices row={row} /> },
        fieldColumn<Row>(paymentFields.method, { room: "wider", className: "text-muted" }),
        fieldColumn<Row>(paymentFields.amount, {
          className: "end",
          narrow: "end",
          cell: (row) => <Money cents={signedAmount(row)} />,
        }),
      ]}
      bulk={[]}
      rowMenu={(row) => <RecordRowMenu href={pageOf(row)} trash={view.trash} />}
    />
  );
}

const pageOf = ({ id }: Row) => `/payments/${id}`;

/** A refund counts below 0, as in the sum below the list. */
const signedAmount = ({ kind, amount }: Row) => (kind === "refund" ? -amount : amount);

const Name = ({ row }: { row: Row }) => <RecordLink href={pageOf(row)} name={row.name} />;

/** Invoices shown in a row; of more it says how many there are. */
const maxShown = 2;

function Invoices({ row: { invoices, rest, kind } }: { row: Row }) {
  const more = invoices.length - maxShown;
  return (
    <span className="text-muted">
      {invoices.slice(0, maxShown).map((id, place) => (
        <span key={id}>
          {place > 0 && ", "}
          <a className="link code whitespace-nowrap" href={`/invoices/${id}/details`}>
            {id}
          </a>
        </span>
      ))}
      {more > 0 && ` and ${more} more`}
      {rest !== 0 && (
        <>
          {invoices.length > 0 && ", "}
          <Money cents={Math.abs(rest)} /> {kind === "payment" ? "as credit" : "of credit"}
        </>
      )}
    </span>
  );
}
