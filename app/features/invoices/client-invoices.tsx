import type { Invoice } from "db/schema";
import type { ListScreenView } from "~/core/list/list";
import { ListScreen } from "~/ui/list/screen/list-screen";
import { Money, TotalInCell } from "~/ui/values/money";
import { StatusBadge } from "~/ui/values/status-badge";
import { Day } from "~/ui/values/time";

interface OwnInvoicesProps {
  invoices: (Pick<Invoice, "id" | "issueDate" | "dueDate" | "totalAmount"> & {
    state: string;
    balance: number;
  })[];
  view: ListScreenView;
}

/** The client's own invoices, read-only. */
export function ClientInvoices({ invoices, view }: OwnInvoicesProps) {
  return (
    <ListScreen
      view={view}
      rows={invoices}
      title="Your invoices"
      summary="What you were asked to pay, newest first. Open one to print it and to see how to pay."
      searchHint="Search number or item"
      rowLabel={({ id }) => id}
      empty={{ title: "No invoices yet", text: "Your invoices appear here." }}
      columns={[
        {
          key: "id",
          label: "Invoice",
          sort: "id",
          narrow: "first",
          cell: ({ id }) => (
            <a href={`/invoices/${id}/details`} className="primary-cell code">
              {id}
            </a>
          ),
        },
        {
          key: "issued",
          label: "Issued",
          sort: "issueDate",
          className: "num text-muted",
          cell: ({ issueDate }) => <Day value={issueDate} />,
        },
        {
          key: "due",
          label: "Due",
          sort: "dueDate",
          narrow: "second",
          className: "num text-muted",
          cell: ({ dueDate, totalAmount, balance }) => (
            <>
              <Day value={dueDate} />
              <TotalInCell cents={totalAmount} />
              {balance !== 0 && balance !== totalAmount && (
                <span className="hidden @max-2xl:inline">
                  {", "}
                  <Money cents={balance} /> left
                </span>
              )}
            </>
          ),
        },
        {
          key: "total",
          label: "Total",
          sort: "total",
          className: "end",
          cell: ({ totalAmount }) => <Money cents={totalAmount} />,
        },
        {
          key: "balance",
          label: "To pay",
          className: "end",
          cell: ({ balance }) => (balance === 0 ? "–" : <Money cents={balance} />),
        },
        {
          key: "status",
          label: "Status",
          sort: "status",
          narrow: "end",
          cell: ({ state }) => <StatusBadge value={state} />,
        },
      ]}
    />
  );
}
