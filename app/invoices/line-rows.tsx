import { type ReactNode, useEffect } from "react";
import type { FormState } from "~/lib/form-state";
import { Button } from "~/ui/button";
import { classes } from "~/ui/classes";
import { TextField } from "~/ui/fields";
import { Money } from "~/ui/money";
import { type Row, Rows } from "~/ui/rows";
import type { lineFields } from "./fields";
import type { LiveSums } from "./live";

interface Props {
  form?: FormState;
  lines: ReturnType<typeof lineFields>[];
  sums: LiveSums;
  /** Adds up again, once a line has come or gone. */
  recount(): void;
}

/** What a new line begins with. */
export const blankLine = { product: "", title: "", quantity: "1", price: "", discount: "" };

/** The lines of an invoice. Columns on large screens, one under the other on small ones. */
export function LineRows({ form, lines, sums, recount }: Props) {
  return (
    <Rows name="lines" noun={{ one: "line", many: "lines" }} form={form} record={lines.length > 0 ? lines : [blankLine]} blank={blankLine} calledBy="title" frame={frame}>
      {(row) => <LineRow row={row} form={form} sum={sums.lines[row.number]} recount={recount} />}
    </Rows>
  );
}

const columns = "lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_5rem_8rem_6.5rem_7rem_2.25rem]";
/** Where the columns have no heads, each field has its own. */
const label = "lg:sr-only";

const frame = ({ rows, add, error }: Record<"rows" | "add" | "error", ReactNode>) => (
  <div className="grid gap-4 lg:gap-2.5">
    <div className={classes("label hidden gap-3 lg:grid", columns)} aria-hidden="true">
      <span>Product</span>
      <span>Description</span>
      <span>Quantity</span>
      <span>Price</span>
      <span>Discount</span>
      <span className="flex justify-end">Amount</span>
    </div>
    {rows}
    {error}
    <div>{add}</div>
  </div>
);

interface LineRowProps extends Pick<Props, "form" | "recount"> {
  row: Row;
  sum: number | undefined;
}

function LineRow({ row, form, sum, recount }: LineRowProps) {
  useEffect(() => {
    recount();
    return recount;
  }, [recount]);
  const field = (name: keyof typeof blankLine, title: string) => ({ form, name: row.name(name), label: <span className={label}>{title}</span>, defaultValue: row.value(name), autoComplete: "off" });
  return (
    <div role="group" aria-label={`Line ${row.index + 1}`} className={classes("grid grid-cols-6 items-start gap-3 max-lg:border-b max-lg:border-border max-lg:pb-4", columns)}>
      <TextField {...field("product", "Product")} list="products" placeholder="None" className="col-span-6 sm:col-span-3 lg:col-span-1" />
      <TextField {...field("title", "Description")} maxLength={200} className="col-span-6 sm:col-span-3 lg:col-span-1" />
      <TextField {...field("quantity", "Quantity")} inputMode="numeric" className="col-span-2 lg:col-span-1" />
      <TextField {...field("price", "Price")} inputMode="decimal" before="$" className="col-span-2 lg:col-span-1" />
      <TextField {...field("discount", "Discount")} inputMode="decimal" after="%" placeholder="0" className="col-span-2 lg:col-span-1" />
      <p className="col-span-5 flex min-h-9 items-center justify-between gap-3 lg:col-span-1 lg:mt-1.5 lg:justify-end">
        <span className={classes("label", label)}>Amount</span>
        {sum === undefined ? <span className="num">–</span> : <Money cents={sum} />}
      </p>
      <Button {...row.remove} variant="ghost" size="icon" icon="x" className="justify-self-end lg:mt-1.5" />
    </div>
  );
}
