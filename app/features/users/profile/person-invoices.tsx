import type { latestInvoices } from "~/features/invoices/invoices.server";
import { RecordList } from "~/ui/list/record-list";
import { Money } from "~/ui/values/money";
import { Day } from "~/ui/values/time";

/** The person's latest invoices. */
export function PersonInvoices({
  invoices,
  className,
}: {
  invoices: Awaited<ReturnType<typeof latestInvoices>>;
  className?: string;
}) {
  if (!invoices) return null;
  const { latest, all } = invoices;
  return (
    <RecordList
      title="Invoices"
      className={className}
      empty="No invoices yet."
      more={all}
      records={latest.map(({ id, state, dueDate, totalAmount, balance }) => ({
        href: `/invoices/${id}/details`,
        title: id,
        status: state,
        when: (
          <>
            Due <Day value={dueDate} />
            {balance !== 0 && balance !== totalAmount && (
              <>
                , <Money cents={balance} /> left
              </>
            )}
          </>
        ),
        cents: totalAmount,
      }))}
    />
  );
}
