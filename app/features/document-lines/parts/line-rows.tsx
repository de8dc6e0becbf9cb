import { currencySign } from "~/core/values/money";
import { type ReactNode, useEffect } from "react";
import type { FormState } from "~/core/form/form-state";
import { Button } from "~/ui/button";
import { classes } from "~/ui/classes";
import { SelectField, TextField } from "~/ui/form/fields";
import { Money } from "~/ui/values/money";
import { Picker } from "~/ui/form/picker";
import { type Row, Rows } from "~/ui/form/rows";
import type { FormSums } from "../form-sums";
import type { FormRates } from "~/features/taxes/tax-parts";

/** The fields of a line, by their names in a row. */
export type LineFields = Record<keyof typeof blankLine, string>;

interface Props {
  form?: FormState;
  lines: LineFields[];
  rates: FormRates;
  /** The tax rate of a new line, as its field has it. */
  newRate: string;
  sums: FormSums;
  /** Adds up again, once a line has gone. */
  recount(): Promise<void>;
  notes?: Record<string, string>;
  /** URL that suggests products. */
  from: string;
  /** Whether lines have no unit and no discount, as those of orders. */
  isPlain?: boolean;
}

/** Initial values of a new line. */
const blankLine = { product: "", title: "", quantity: "1", unit: "", price: "", discount: "", taxRate: "" };

/** The lines of an invoice: columns on wide screens, otherwise stacked so that no number is truncated. */
export function LineRows({ form, lines, rates, newRate, sums, recount, notes, from, isPlain = false }: Props) {
  const blank = { ...blankLine, taxRate: newRate };
  return (
    <Rows
      name="lines"
      noun={{ one: "line", many: "lines" }}
      form={form}
      record={lines.length > 0 ? lines : [blank]}
      blank={blank}
      calledBy="title"
      byEnter
      frame={frame({ hasRates: rates.options.length > 0, isPlain })}
    >
      {(row) => (
        <LineRow
          row={row}
          form={form}
          sum={row.number in sums.lines ? sums.lines[row.number] : 0}
          isTaxedByCustomer={!!sums.customerTax}
          {...{ rates, recount, notes, from, isPlain }}
        />
      )}
    </Rows>
  );
}

/** Hides field labels visually on wide screens, where the columns have headings. */
const label = "@5xl:sr-only";

interface Layout {
  hasRates: boolean;
  isPlain: boolean;
}

/** Returns the classes of the columns, whose widths are in `styles/fields.css`. */
const columnsOf = ({ hasRates, isPlain }: Layout) =>
  classes("line-columns", hasRates && "is-taxed", isPlain && "is-plain");

const frame =
  (layout: Layout) =>
  ({ rows, add, error }: Record<"rows" | "add" | "error", ReactNode>) => (
    <div className="@container">
      <div className="grid gap-4 @5xl:gap-2.5">
        <div className={`label line-head ${columnsOf(layout)}`} aria-hidden="true">
          <span>Product</span>
          <span>Description</span>
          <span>Quantity</span>
          {!layout.isPlain && <span>Unit</span>}
          <span>Price</span>
          {!layout.isPlain && <span>Discount</span>}
          {layout.hasRates && <span>Tax</span>}
          <span className="text-right">Amount</span>
        </div>
        {rows}
        {error}
        <div>{add}</div>
      </div>
    </div>
  );

interface LineRowProps extends Pick<Props, "form" | "rates" | "recount" | "notes" | "from"> {
  row: Row;
  sum: number | undefined;
  isTaxedByCustomer: boolean;
  isPlain: boolean;
}

function LineRow({ row, form, sum, isTaxedByCustomer, rates, recount, notes, from, isPlain }: LineRowProps) {
  useEffect(() => () => void recount(), [recount]);
  const field = (name: keyof typeof blankLine, title: string) => ({
    form,
    name: row.name(name),
    label: <span className={label}>{title}</span>,
    defaultValue: row.value(name),
    autoComplete: "off",
  });
  return (
    <div
      role="group"
      aria-label={`Line ${row.index + 1}`}
      className={`line-row ${columnsOf({ hasRates: rates.options.length > 0, isPlain })}`}
    >
      <Picker
        {...field("product", "Product")}
        hint={notes?.[row.value("product")]}
        from={from}
        placeholder="None"
        className="whole"
      />
      <TextField {...field("title", "Description")} maxLength={200} className="whole" />
      <TextField {...field("quantity", "Quantity")} inputMode="decimal" />
      {!isPlain && <TextField {...field("unit", "Unit")} maxLength={20} placeholder="pcs" className="wide" />}
      <TextField {...field("price", "Price")} inputMode="decimal" before={currencySign()} className="wide" />
      {!isPlain && <TextField {...field("discount", "Discount")} inputMode="decimal" after="%" placeholder="0" />}
      {rates.options.length > 0 && (
        <SelectField
          {...field("taxRate", "Tax rate")}
          disabled={isTaxedByCustomer}
          {...rates.choices}
          className="wide"
        />
      )}
      <p className="line-sum">
        <span className={classes("label", label)}>Amount</span>
        <span className="min-h-9 content-center wrap-anywhere @5xl:text-right">
          {sum === undefined ? <span className="num">–</span> : <Money cents={sum} />}
        </span>
      </p>
      <Button {...row.remove} variant="ghost" size="icon" icon="x" className="line-remove" />
    </div>
  );
}
