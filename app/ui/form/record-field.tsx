import type { ComponentProps } from "react";
import type { Field } from "~/core/fields/fields";
import { SelectField, TextareaField, TextField } from "./fields";

interface Props extends Omit<ComponentProps<typeof TextField>, "name" | "label" | "defaultValue" | "value"> {
  of: Field;
  /** As the form has it; nothing where the record is new. */
  value?: string;
  /** Of a field for several lines. */
  rows?: number;
}

/** The field of a form for a field of a record: what it is called, how long it may be and whether it must be said come from there. */
export function RecordField({ of, value, rows, ...more }: Props) {
  const { form, hint, optional, className } = more;
  const common = { name: of.name, label: of.label, defaultValue: value, form, hint, optional, className };
  switch (of.kind) {
    case "choice":
      return (
        <SelectField
          {...common}
          required={!of.none}
          placeholder={(of.none ?? more.placeholder ?? of.ask) || undefined}
          options={of.options}
        />
      );
    case "longText":
      return <TextareaField {...common} required={of.required !== undefined} maxLength={of.max} rows={rows} />;
    case "email":
      return <TextField {...more} {...common} type="email" required maxLength={254} />;
    case "phone":
      return <TextField {...more} {...common} type="tel" placeholder="+44 20 5550 0118" maxLength={30} />;
    case "money":
      return <TextField {...more} {...common} required={of.ask !== undefined} before="$" inputMode="decimal" />;
    case "percent":
      return <TextField {...more} {...common} after="%" inputMode="decimal" />;
    case "whole":
      return <TextField {...more} {...common} required={of.ask !== undefined} inputMode="numeric" />;
    case "text":
      return <TextField {...more} {...common} required={of.required !== undefined} maxLength={of.max} />;
    default:
      throw new Error(`${of.name} has no field of its own kind in forms.`);
  }
}
