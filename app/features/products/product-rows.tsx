import type { ComponentProps } from "react";
import type { Product } from "db/schema";
import type { FormState } from "~/core/form/form-state";
import { Button } from "~/ui/button";
import { Card, CardBody } from "~/ui/card";
import { describe, FieldNotes } from "~/ui/form/field";
import { type Row, Rows } from "~/ui/form/rows";

interface ListProps {
  form?: FormState;
  product?: Pick<Product, "features" | "offers">;
}

/** The product's features, as rows of name and value. */
export function Features({ form, product }: ListProps) {
  return (
    <ShortRows
      title="Features"
      name="features"
      noun={{ one: "feature", many: "features" }}
      form={form}
      record={product?.features}
      calledBy="name"
      cells={[
        { field: "name", label: "Name of feature", placeholder: "Volume", maxLength: 60, className: "w-1/3" },
        { field: "value", label: "Value of feature", placeholder: "28 litres", maxLength: 200, className: "flex-1" },
      ]}
    />
  );
}

/** The product's offers to customers. */
export function Offers({ form, product }: ListProps) {
  return (
    <ShortRows
      title="Offers"
      name="offers"
      noun={{ one: "offer", many: "offers" }}
      form={form}
      record={product?.offers}
      texts
      calledBy=""
      cells={[{ label: "Offer", placeholder: "Free shipping on larger orders", maxLength: 200, className: "flex-1" }]}
    />
  );
}

interface CellRules {
  /** The field of the row; undefined for a list of texts, whose errors belong to the list. */
  field?: string;
  /** The row's number follows. */
  label: string;
  placeholder: string;
  maxLength: number;
  className: string;
}

/** A card of rows that are one line each. */
function ShortRows({
  title,
  cells,
  ...list
}: Omit<ComponentProps<typeof Rows>, "children" | "frame"> & { title: string; cells: CellRules[] }) {
  return (
    <Rows
      {...list}
      frame={({ rows, add, error }) => (
        <Card title={title} aside={add} bare>
          <CardBody className="grid gap-2.5">
            {rows}
            {error}
          </CardBody>
        </Card>
      )}
    >
      {(row) => (
        <div className="flex items-start gap-2">
          {cells.map((cell) => (
            <Cell key={cell.label} row={row} form={list.form} {...cell} />
          ))}
          <Button variant="ghost" size="icon" icon="x" {...row.remove} />
        </div>
      )}
    </Rows>
  );
}

function Cell({ row, field, form, label, className, ...input }: CellRules & { row: Row; form?: FormState }) {
  const name = row.name(field);
  const told = field === undefined ? undefined : form; // errors of texts are shown on the list
  const described = describe({ name, form: told }, row.id(field));
  return (
    <div className={`field ${className}`}>
      <input
        name={name}
        className="input"
        autoComplete="off"
        aria-label={`${label} ${row.index + 1}`}
        defaultValue={row.value(field)}
        {...input}
        {...described}
      />
      <FieldNotes id={described.id} name={name} form={told} />
    </div>
  );
}
