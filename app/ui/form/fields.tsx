import type { ComponentProps, ReactNode } from "react";
import { fieldText } from "~/core/form/form-state";
import { describe, type FieldBase, FieldFrame } from "./field";

export type Native<Tag extends "input" | "textarea" | "select"> = Omit<ComponentProps<Tag>, keyof FieldBase>;

interface TextFieldProps extends FieldBase, Native<"input"> {
  /** Stands in the frame before what is typed, such as "$". */
  before?: ReactNode;
  /** Stands in the frame after what is typed, such as "%". */
  after?: ReactNode;
  /** Stands at the end of the label's line. */
  aside?: ReactNode;
}

/** One line of text. Say its `type`, `inputMode` and `autoComplete`. */
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

/** Several lines of text. */
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
  /** The first line, which chooses nothing, such as "Choose a role". */
  placeholder?: string;
}

/** One of a list. */
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
