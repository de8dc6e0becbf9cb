import type { ComponentProps } from "react";
import type { Field } from "~/core/fields/fields";
import type { FormState } from "~/core/form/form-state";
import { SelectField, TextareaField, TextField } from "./fields";

interface Props extends Omit<ComponentProps<typeof TextField>, "name" | "label" | "defaultValue" | "value"> {
  of: Field;
  /** As the form has it; nothing where the record is new. */
  value?: string;
  /** Of a field for several lines. */
  rows?: number;
  /** Whoever opens the form for a new record can type here at once; not where something of it was refused. */
  first?: boolean;
}

/**
 * The field of a form for a field of a record: what it is called, how long it may be and whether it must be said come
 * from there.
 */
export function RecordField({ of, value, rows, first, ...more }: Props) {
  const { form, hint, optional, className } = more;
  const required =
    (of.kind === "email" && !of.mayBeEmpty) ||
    ("required" in of && !!of.required) ||
    (of.kind !== "choice" && "ask" in of);
  const common = { name: of.name, label: of.label, defaultValue: value, form, hint, optional, className, required };
  if (of.kind === "choice")
    return (
      <SelectField
        {...common}
        required={!of.none}
        placeholder={(of.none ?? more.placeholder ?? of.ask) || undefined}
        options={of.options}
      />
    );
  const maxLength = "max" in of ? of.max : undefined;
  if (of.kind === "longText")
    return <TextareaField {...common} maxLength={maxLength} rows={rows} autoComplete={more.autoComplete} />;
  const autoFocus = first && beginsWith(value, form);
  return <TextField {...more} {...common} {...{ maxLength, autoFocus }} {...attributes[of.kind]} />;
}

/** Whether whoever opens a form begins with a field of this value: one that is empty, and where nothing was refused. */
export const beginsWith = (value: string | undefined, form: FormState | undefined) =>
  !value && (!form || form.restored !== undefined);

/** What inputs of a kind have; kinds without a field of their own in forms are not asked for. */
const attributes: Partial<Record<Field["kind"], Partial<ComponentProps<typeof TextField>>>> = {
  email: { type: "email", maxLength: 254 },
  phone: { type: "tel", placeholder: "+44 20 5550 0118", maxLength: 30 },
  day: { type: "date" },
  money: { before: "$", inputMode: "decimal" },
  percent: { after: "%", inputMode: "decimal" },
  whole: { inputMode: "numeric" },
};
