import type { FormState } from "~/lib/form-state";
import type { Product } from "db/schema";
import { Button } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { describe, FieldNotes } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { type Row, Rows } from "~/ui/rows";

interface RowsProps {
  form?: FormState;
  product?: Pick<Product, "features" | "offers">;
}

/** What a product is made of, as pairs of a name and a value. */
export function Features({ form, product }: RowsProps) {
  return (
    <Rows
      name="features"
      noun={{ one: "feature", many: "features" }}
      form={form}
      record={product?.features}
      calledBy="name"
      frame={({ rows, add, error }) => (
        <Card title="Features" aside={add} bare>
          <CardBody className="grid gap-2.5">
            {rows}
            {error}
          </CardBody>
        </Card>
      )}
    >
      {(row) => (
        <div className="flex items-start gap-2">
          <Cell row={row} field="name" form={form} label={`Name of feature ${row.index + 1}`} placeholder="Volume" maxLength={60} className="w-1/3" />
          <Cell row={row} field="value" form={form} label={`Value of feature ${row.index + 1}`} placeholder="28 litres" maxLength={200} className="flex-1" />
          <Remove button={row.remove} />
        </div>
      )}
    </Rows>
  );
}

/** What customers are promised beside the price. */
export function Offers({ form, product }: RowsProps) {
  return (
    <Rows
      name="offers"
      noun={{ one: "offer", many: "offers" }}
      form={form}
      record={product?.offers}
      texts
      calledBy=""
      frame={({ rows, add, error }) => (
        <Card title="Offers" aside={add} bare>
          <CardBody className="grid gap-2.5">
            {rows}
            {error}
          </CardBody>
        </Card>
      )}
    >
      {(row) => (
        <div className="flex items-start gap-2">
          <Cell row={row} label={`Offer ${row.index + 1}`} placeholder="Free shipping over $80" maxLength={200} className="flex-1" />
          <Remove button={row.remove} />
        </div>
      )}
    </Rows>
  );
}

interface CellProps {
  row: Row;
  /** Which field of the row; none in a list of texts, whose faults are said of the list. */
  field?: string;
  form?: FormState;
  label: string;
  placeholder: string;
  maxLength: number;
  className: string;
}

function Cell({ row, field, form, label, className, ...input }: CellProps) {
  const name = row.name(field);
  const described = describe({ name, form }, row.id(field));
  return (
    <div className={`field ${className}`}>
      <input name={name} className="input" autoComplete="off" aria-label={label} defaultValue={row.value(field)} {...input} {...described} />
      <FieldNotes id={described.id} name={name} form={form} />
    </div>
  );
}

function Remove({ button }: { button: Row["remove"] }) {
  return (
    <Button variant="ghost" size="icon" {...button}>
      <Icon name="x" />
    </Button>
  );
}
