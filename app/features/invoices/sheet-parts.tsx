/** Parts that the sheets of invoices and credit notes share. */
import type { InvoiceLine } from "db/schema";
import { formatPercent } from "~/core/values/money";
import { formatNumber } from "~/core/values/noun";
import { rateTitle } from "~/features/taxes/rate-title";
import { LineTable } from "~/ui/list/line-table";
import { Money } from "~/ui/values/money";

interface LinesProps {
  label: string;
  lines: InvoiceLine[];
  currency: string;
}

export const SheetLines = ({ label, lines, currency }: LinesProps) => (
  <div className="mt-10 max-sm:-mx-5 print:mt-8">
    <LineTable
      label={label}
      lines={lines}
      columns={[
        { label: "Description", as: "name", cell: lineName },
        {
          label: "Qty",
          as: "quantity",
          cell: ({ quantity, unit }) => [formatNumber(quantity), unit].filter(Boolean).join(" "),
        },
        { label: "Price", as: "price", cell: ({ price }) => <Money cents={price} currency={currency} /> },
        { label: "Discount", as: "discount", cell: ({ discount }) => discount > 0 && formatPercent(discount) },
        { label: "Amount", as: "total", cell: ({ total }) => <Money cents={total} currency={currency} /> },
      ]}
    />
  </div>
);

/** The title of a line, with its tax rate below it. */
const lineName = ({ title, taxName, rate }: InvoiceLine) => (
  <>
    <bdi>{title}</bdi>
    {taxName !== undefined && <bdi className="block text-xs text-muted">{rateTitle(taxName, rate ?? 0)}</bdi>}
  </>
);

/** Why no tax is charged, in the words that the law wants. */
export const SheetReasons = ({ reasons }: { reasons: string[] }) =>
  reasons.map((reason) => (
    <p key={reason} className="basis-full text-sm text-muted">
      <bdi>{reason}</bdi>
    </p>
  ));

/** The footer of the company, on each of its documents. */
export const SheetFooter = ({ text }: { text: string }) =>
  text && (
    <p className="keep mt-8 border-t border-border pt-4 text-xs whitespace-pre-line text-muted">
      <bdi>{text}</bdi>
    </p>
  );
