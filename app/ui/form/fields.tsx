import type { ComponentProps, ReactNode } from "react";
import { fieldText } from "~/core/form/form-state";
import { describe, type FieldBase, FieldFrame } from "./field";

export type Native<Tag extends "input" | "textarea" | "select"> = Omit<ComponentProps<Tag>, keyof FieldBase>;

interface TextFieldProps extends FieldBase, Native<"input"> {
  /** Prefix inside the frame, such as the sign of a currency. */
  before?: ReactNode;
  /** Suffix inside the frame, such as "%". */
  after?: ReactNode;
  /** Content at the end of the label's line. */
  aside?: ReactNode;
}

/** A single-line text field. Set `type`, `inputMode` and `autoComplete`. */
export function TextField({
  name,
  label,
  hint,
  required,
  optional,
  form,
  before,
  after,
  aside,
  className,
  id,
  ...native
}: TextFieldProps) {
  const described = describe({ name, hint, form }, id);
  const input = (
    <input
      name={name}
      type="text"
      required={required}
      {...native}
      {...described}
      className="input"
      defaultValue={fieldText(form, name, native.defaultValue)}
    />
  );
  return (
    <FieldFrame {...{ name, label, hint, required, optional, form, aside, className }} id={described.id}>
      {before || after ? (
        <div className="affix">
          {before && <span>{before}</span>}
          {input}
          {after && <span>{after}</span>}
        </div>
      ) : (
        input
      )}
    </FieldFrame>
  );
}

/** A multi-line text field. */
export function TextareaField({
  name,
  label,
  hint,
  required,
  optional,
  form,
  className,
  id,
  ...native
}: FieldBase & Native<"textarea">) {
  const described = describe({ name, hint, form }, id);
  return (
    <FieldFrame {...{ name, label, hint, required, optional, form, className }} id={described.id}>
      <textarea
        name={name}
        required={required}
        {...native}
        {...described}
        className="input"
        defaultValue={fieldText(form, name, native.defaultValue)}
      />
    </FieldFrame>
  );
}

interface SelectFieldProps extends FieldBase, Native<"select"> {
  options: readonly { value: string; title: string }[];
  /** Label of the first, empty option, such as "Choose a role". */
  placeholder?: string;
}

/** A choice from a list. */
export function SelectField({
  name,
  label,
  hint,
  required,
  optional,
  form,
  options,
  placeholder,
  className,
  id,
  ...native
}: SelectFieldProps) {
  const described = describe({ name, hint, form }, id);
  return (
    <FieldFrame {...{ name, label, hint, required, optional, form, className }} id={described.id}>
      <select
        name={name}
        required={required}
        {...native}
        {...described}
        className="input"
        defaultValue={fieldText(form, name, native.defaultValue)}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.title}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
