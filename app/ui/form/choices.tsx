import type { ComponentProps, ReactNode } from "react";
import { fieldText, fieldValues } from "~/core/form/form-state";
import { classes } from "~/ui/classes";
import { describe, type FieldBase, FieldNotes, GroupFrame, LabelMarks } from "./field";

type Native = Omit<ComponentProps<"input">, keyof FieldBase>;

/** A checkbox. It sends its `value` ("on" by default) when checked. */
export function CheckboxField({
  name,
  label,
  hint,
  required,
  optional,
  form,
  className,
  id,
  value = "on",
  defaultChecked,
  ...native
}: FieldBase & Native) {
  const described = describe({ name, hint, form }, id);
  const ticked = fieldValues(form, name, defaultChecked ? [String(value)] : []).includes(String(value));
  return (
    <div className={classes("field", className)}>
      <label className="flex items-start gap-2.5">
        <input
          type="checkbox"
          name={name}
          value={value}
          required={required}
          {...native}
          {...described}
          defaultChecked={ticked}
          className="check mt-0.5"
        />
        <span>
          {label}
          <LabelMarks required={required} optional={optional} />
        </span>
      </label>
      <FieldNotes id={described.id} {...{ name, hint, form }} />
    </div>
  );
}

/** An on/off switch that takes effect when the form is saved. Sends like a checkbox. */
export function SwitchField({
  name,
  label,
  hint,
  form,
  className,
  id,
  value = "on",
  defaultChecked,
  required: _required,
  optional: _optional,
  ...native
}: FieldBase & Native) {
  const described = describe({ name, hint, form }, id);
  const on = fieldValues(form, name, defaultChecked ? [String(value)] : []).includes(String(value));
  return (
    <div className={classes("field", className)}>
      <label className="flex items-center justify-between gap-3">
        {label}
        <input
          type="checkbox"
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox reports its own state
          role="switch"
          name={name}
          value={value}
          {...native}
          {...described}
          defaultChecked={on}
          className="switch"
        />
      </label>
      <FieldNotes id={described.id} {...{ name, hint, form }} />
    </div>
  );
}

interface RadioFieldProps extends FieldBase {
  options: readonly { value: string; title: ReactNode; description?: ReactNode }[];
  defaultValue?: string;
  className?: string;
  id?: string;
}

/** A choice of one option, each with an explanation. */
export function RadioField({
  name,
  label,
  hint,
  required,
  optional,
  form,
  options,
  defaultValue,
  className,
  id,
}: RadioFieldProps) {
  const chosen = fieldText(form, name, defaultValue);
  return (
    <GroupFrame
      {...{ name, label, hint, required, optional, form, className }}
      id={describe({ name, hint, form }, id).id}
    >
      <div className="grid gap-3">
        {options.map((option) => (
          <label key={option.value} className="flex gap-3">
            <input
              type="radio"
              className="radio mt-0.5"
              name={name}
              value={option.value}
              required={required}
              defaultChecked={option.value === chosen}
            />
            <span>
              <span className="block">{option.title}</span>
              {option.description && <span className="text-sm text-muted">{option.description}</span>}
            </span>
          </label>
        ))}
      </div>
    </GroupFrame>
  );
}

const swatches = {
  blue: "bg-swatch-blue",
  red: "bg-swatch-red",
  orange: "bg-swatch-orange",
  green: "bg-swatch-green",
  purple: "bg-swatch-purple",
  pink: "bg-swatch-pink",
} as const;

/** A colour swatch for a product. */
export function Swatch({ color }: { color: keyof typeof swatches }) {
  return <span className={classes("size-3.5 rounded-full ring-1 ring-black/10", swatches[color])} />;
}

interface ChipsFieldProps extends FieldBase {
  /** `swatch` shows a colour before the title. */
  options: readonly { value: string; title: ReactNode; swatch?: keyof typeof swatches }[];
  defaultValue?: readonly string[];
  className?: string;
  id?: string;
}

/** A choice of any number of short options. */
export function ChipsField({
  name,
  label,
  hint,
  required,
  optional,
  form,
  options,
  defaultValue = [],
  className,
  id,
}: ChipsFieldProps) {
  const chosen = fieldValues(form, name, defaultValue);
  return (
    <GroupFrame
      {...{ name, label, hint, required, optional, form, className }}
      id={describe({ name, hint, form }, id).id}
    >
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <label key={option.value} className="chip">
            <input type="checkbox" name={name} value={option.value} defaultChecked={chosen.includes(option.value)} />
            {option.swatch && <Swatch color={option.swatch} />}
            {option.title}
          </label>
        ))}
      </div>
    </GroupFrame>
  );
}
