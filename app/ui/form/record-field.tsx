import type { ComponentProps } from "react";
import type { Field } from "~/core/fields/fields";
import { SelectField, TextField } from "./fields";

interface Props extends Pick<ComponentProps<typeof TextField>, "form" | "hint" | "list" | "autoComplete" | "readOnly"> {
  of: Field;
  /** As the record has it; nothing where it is new. */
  value?: string;
}

/** The field of a form for a field of a record: what it is called, how long it may be and whether it must be said come from there. */
export function RecordField({ of, value, form, hint, ...native }: Props) {
  const common = { name: of.name, label: of.label, defaultValue: value, form, hint };
  if (of.kind === "choice") return <SelectField {...common} placeholder={of.none} options={of.options} />;
  if (of.kind === "email") return <TextField {...common} {...native} type="email" required maxLength={254} />;
  if (of.kind === "phone")
    return <TextField {...common} {...native} type="tel" placeholder="+44 20 5550 0118" maxLength={30} />;
  if (of.kind !== "text") throw new Error(`${of.name} has no field of its own kind in forms.`);
  return <TextField {...common} {...native} required={of.required !== undefined} maxLength={of.max} />;
}
