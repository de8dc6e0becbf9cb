import { currencySign } from "~/core/values/money";
import { type ReactNode, useEffect } from "react";
import type { LineTax } from "db/schema";
import type { FormState } from "~/core/form/form-state";
import { Button } from "~/ui/button";
import { classes } from "~/ui/classes";
import { SelectField, TextField } from "~/ui/form/fields";
import { Money } from "~/ui/values/money";
import { Picker } from "~/ui/form/picker";
import { type Row, Rows } from "~/ui/form/rows";
import type { FormSums } from "../form-sums";
import { rateChoices } from "~/features/taxes/rate-choices";

/** The fields of a line, by their names in a row. */
export type LineFields = Record<keyof typeof blankLine, string>;

interface Props {
  form?: FormState;
  lines: LineFields[];
  rates: LineTax[];
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
      frame={frame({ hasRates: rates.length > 0, isPlain })}
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

const columns = "@5xl:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)_5rem_4.5rem_9rem_6rem_6.5rem_2.25rem]";
const columnsWithTax = "@5xl:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)_4.5rem_4.5rem_7.5rem_5.5rem_7rem_6.5rem_2.25rem]";
const plainColumns = "@5xl:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)_5rem_9rem_6.5rem_2.25rem]";
const plainColumnsWithTax = "@5xl:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)_5rem_9rem_9rem_6.5rem_2.25rem]";
const folded = "@3xs:grid-cols-5 @xl:grid-cols-[6rem_minmax(0,1fr)_6.5rem_minmax(0,1fr)_2.25rem]";
/** Hides field labels visually on wide screens, where the columns have headings. */
const label = "@5xl:sr-only";

interface Layout {
  hasRates: boolean;
  isPlain: boolean;
}

const columnsOf = ({ hasRates, isPlain }: Layout) =>
  isPlain ? (hasRates ? plainColumnsWithTax : plainColumns) : hasRates ? columnsWithTax : columns;

const frame =
  (layout: Layout) =>
  ({ rows, add, error }: Record<"rows" | "add" | "error", ReactNode>) => (
    <div className="@container">
      <div className="grid gap-4 @5xl:gap-2.5">
        <div className={classes("label hidden gap-3 @5xl:grid", columnsOf(layout))} aria-hidden="true">
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
      className={classes(
        "grid items-start gap-3 @max-5xl:border-b @max-5xl:border-border @max-5xl:pb-4",
        folded,
        columnsOf({ hasRates: rates.length > 0, isPlain }),
      )}
    >
      <Picker
        {...field("product", "Product")}
        hint={notes?.[row.value("product")]}
        from={from}
        placeholder="None"
        className="@3xs:col-span-5 @xl:col-span-2 @5xl:col-span-1"
      />
      <TextField
        {...field("title", "Description")}
        maxLength={200}
        className="@3xs:col-span-5 @xl:col-span-3 @5xl:col-span-1"
      />
      <TextField {...field("quantity", "Quantity")} inputMode="decimal" className="@3xs:col-span-2 @xl:col-span-1" />
      {!isPlain && (
        <TextField
          {...field("unit", "Unit")}
          maxLength={20}
          placeholder="pcs"
          className="@3xs:col-span-3 @xl:col-span-1"
        />
      )}
      <TextField
        {...field("price", "Price")}
        inputMode="decimal"
        before={currencySign()}
        className="@3xs:col-span-3 @xl:col-span-1"
      />
      {!isPlain && (
        <TextField
          {...field("discount", "Discount")}
          inputMode="decimal"
          after="%"
          placeholder="0"
          className="@3xs:col-span-2 @xl:col-span-1"
        />
      )}
      {rates.length > 0 && (
        <SelectField
          {...field("taxRate", "Tax rate")}
          disabled={isTaxedByCustomer}
          {...rateChoices(rates)}
          className="@3xs:col-span-3 @xl:col-span-2 @5xl:col-span-1"
        />
      )}
      <p className="grid gap-1.5 @3xs:col-span-2 @xl:col-span-1 @5xl:mt-1.5">
        <span className={classes("label", label)}>Amount</span>
        <span className="min-h-9 content-center wrap-anywhere @5xl:text-right">
          {sum === undefined ? <span className="num">–</span> : <Money cents={sum} />}
        </span>
      </p>
      <Button
        {...row.remove}
        variant="ghost"
        size="icon"
        icon="x"
        className="justify-self-end @3xs:col-start-5 @3xs:mt-6 @5xl:col-auto @5xl:mt-1.5"
      />
    </div>
  );
}
