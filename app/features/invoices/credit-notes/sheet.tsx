import type { CreditNote, Issuer } from "db/schema";
import { customerLines, issuerLines } from "../sheet";
import { SheetFooter, SheetLines, SheetReasons } from "../sheet-parts";
import { reasonsOf } from "../sheet-totals";
import { taxParts } from "~/features/taxes/tax-parts";
import { Facts } from "~/ui/card";
import { Party, Sheet, SheetHead } from "~/ui/sheet";
import { Day } from "~/ui/values/time";
import { Totals } from "~/ui/values/totals";

interface Props {
  note: Omit<CreditNote, "createdAt" | "deletedAt">;
  /** Tax number of the customer and the service period, as the invoice names them. */
  taxNumber: string;
  period?: string;
  /** The company as the credit note names it. */
  from: Omit<Issuer, "createdAt">;
}

/** The credit note as its customer gets it, on paper too. */
export function CreditNoteSheet({ note, taxNumber, period, from }: Props) {
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
            ...(period ? [{ term: "Service", value: period }] : []),
          ]}
        />
      </div>
      <SheetLines label="Credited lines" lines={note.lines} currency={from.currency} />
      <div className="keep mt-6 flex flex-wrap justify-between gap-8 border-t border-border pt-6">
        <div className="max-w-72 grow basis-44 text-sm text-muted">
          <h2 className="font-medium text-text">Reason</h2>
          <p className="mt-1 wrap-anywhere">
            <bdi>{note.reason}</bdi>
          </p>
        </div>
        <Totals
          className="ms-auto w-72 content-start max-sm:w-full"
          currency={from.currency}
          parts={[
            { label: "Subtotal", cents: note.totalAmount - note.shippingCharge - (note.includesTax ? 0 : note.tax) },
            { label: "Shipping", cents: note.shippingCharge },
            ...taxParts(note),
          ]}
          label="Total credit"
          total={note.totalAmount}
        />
        <SheetReasons reasons={reasonsOf(note)} />
      </div>
      <SheetFooter text={from.footer} />
    </Sheet>
  );
}
