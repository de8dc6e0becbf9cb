import type { ComponentProps } from "react";
import type { Field } from "~/core/fields/fields";
import type { FormState } from "~/core/form/form-state";
import { currencySign } from "~/core/values/money";
import { SelectField, TextareaField, TextField } from "./fields";

interface Props extends Omit<ComponentProps<typeof TextField>, "name" | "label" | "defaultValue" | "value"> {
  of: Field;
  /** The record's value as form text; undefined for a new record. */
  value?: string;
  /** Number of lines of a multi-line field. */
  rows?: number;
  /** Focuses the field of a new record, unless the form was rejected. */
  first?: boolean;
}

/** The form field of a record's field, from which it takes label, length and whether it is required. */
export function RecordField({ of, value, rows, first, ...more }: Props) {
  const { form, hint, optional, className } = more;
  const required =
    !("mayBeEmpty" in of) &&
    (of.kind === "email" || ("required" in of && !!of.required) || (of.kind !== "choice" && "ask" in of));
  const common = { name: of.name, label: of.label, defaultValue: value, form, hint, optional, className, required };
  if (of.kind === "choice")
    return (
      <SelectField
        {...common}
        defaultValue={value ?? of.usual}
        required={!of.none}
        placeholder={of.usual ? undefined : (of.none ?? more.placeholder ?? of.ask) || undefined}
        options={of.options}
      />
    );
  const maxLength = "max" in of ? of.max : undefined;
  if (of.kind === "longText")
    return <TextareaField {...common} maxLength={maxLength} rows={rows} autoComplete={more.autoComplete} />;
  const autoFocus = first && beginsWith(value, form);
  return <TextField {...more} {...common} {...{ maxLength, autoFocus }} {...attributes[of.kind]} />;
}

/** Whether a form should focus a field of this value: it is empty, and the form was not rejected. */
export const beginsWith = (value: string | undefined, form: FormState | undefined) =>
  !value && (!form || form.restored !== undefined);

/** Input attributes by kind of field. Kinds without a form field are missing. */
const attributes: Partial<Record<Field["kind"], Partial<ComponentProps<typeof TextField>>>> = {
  email: { type: "email", maxLength: 254 },
  phone: { type: "tel", placeholder: "+44 20 5550 0118", maxLength: 30 },
  day: { type: "date" },
  money: {
    inputMode: "decimal",
    get before() {
      return currencySign();
    },
  },
  percent: { after: "%", inputMode: "decimal" },
  whole: { inputMode: "numeric" },
};
