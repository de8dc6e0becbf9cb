import type { CreditNote, Issuer } from "db/schema";
import { formatPercent } from "~/core/values/money";
import { formatNumber } from "~/core/values/noun";
import { customerLines, issuerLines } from "../sheet";
import { reasonsOf } from "../stored-sums";
import { Facts } from "~/ui/card";
import { LineTable } from "~/ui/list/line-table";
import { Party, Sheet, SheetHead } from "~/ui/sheet";
import { Money } from "~/ui/values/money";
import { Day } from "~/ui/values/time";
import { Totals } from "~/ui/values/totals";

interface Props {
  note: Omit<CreditNote, "createdAt" | "deletedAt">;
  /** Tax number of the customer, as the invoice names it. */
  taxNumber: string;
  /** The company as the credit note names it. */
  from: Omit<Issuer, "createdAt">;
}

/** The credit note as its customer gets it, on paper too. */
export function CreditNoteSheet({ note, taxNumber, from }: Props) {
  return (
    <Sheet label={`Credit note ${note.id}`}>
      <SheetHead from={from.name} logo={from.logo} kind="Credit note" number={note.id} />
      <div className="mt-10 grid gap-8 sm:grid-cols-[1fr_1.4fr_auto] print:mt-8">
        <Party title="From" name={from.name} about={issuerLines(from)} />
        <Party
          title="Credited to"
          name={note.customerName}
          about={customerLines({ ...note, customerTaxNumber: taxNumber })}
        />
        <Facts
          className="num content-start"
          facts={[
            { term: "Date", value: <Day value={note.date} /> },
            { term: "Invoice", value: note.invoiceId },
          ]}
        />
      </div>
      <div className="mt-10 max-sm:-mx-5 print:mt-8">
        <LineTable
          label="Credited lines"
          lines={note.lines}
          columns={[
            { label: "Description", as: "name", cell: ({ title }) => <bdi>{title}</bdi> },
            { label: "Qty", as: "quantity", cell: ({ quantity }) => formatNumber(quantity) },
            { label: "Price", as: "price", cell: ({ price }) => <Money cents={price} /> },
            { label: "Discount", as: "discount", cell: ({ discount }) => discount > 0 && formatPercent(discount) },
            { label: "Amount", as: "total", cell: ({ total }) => <Money cents={total} /> },
          ]}
        />
      </div>
      <div className="keep mt-6 flex flex-wrap justify-between gap-8 border-t border-border pt-6">
        <div className="max-w-72 grow basis-44 text-sm text-muted">
          <h2 className="font-medium text-text">Reason</h2>
          <p className="mt-1 wrap-anywhere">
            <bdi>{note.reason}</bdi>
          </p>
        </div>
        <Totals
          className="ms-auto w-72 content-start max-sm:w-full"
          parts={[
            { label: "Subtotal", cents: note.totalAmount - note.shippingCharge - (note.includesTax ? 0 : note.tax) },
            { label: "Shipping", cents: note.shippingCharge },
            { label: "Tax", cents: note.tax },
          ]}
          label="Total credit"
          total={note.totalAmount}
        />
        {reasonsOf(note).map((reason) => (
          <p key={reason} className="basis-full text-sm text-muted">
            <bdi>{reason}</bdi>
          </p>
        ))}
      </div>
      {from.footer && (
        <p className="keep mt-8 border-t border-border pt-4 text-xs whitespace-pre-line text-muted">
          <bdi>{from.footer}</bdi>
        </p>
      )}
    </Sheet>
  );
}
