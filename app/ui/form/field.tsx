import type { ReactNode } from "react";
import { fieldError, fieldId, type FormState } from "~/core/form/form-state";
import { classes } from "~/ui/classes";
import { Icon } from "~/ui/icons/icon";

/** Properties of all fields. `form` contains the submitted values and errors of a rejected form. */
export interface FieldBase {
  name: string;
  label: ReactNode;
  /** Help text below the field. */
  hint?: ReactNode;
  required?: boolean;
  /** Marks the field as optional, for forms in which most are required. */
  optional?: boolean;
  form?: FormState;
}

/** Returns the attributes that link a control to its hint and error. */
export function describe({ name, hint, form }: Pick<FieldBase, "name" | "hint" | "form">, id = fieldId(name)) {
  const error = fieldError(form, name);
  const described = classes(hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`);
  return { id, "aria-invalid": error ? true : undefined, "aria-describedby": described } as const;
}

export function LabelMarks({ required, optional }: Pick<FieldBase, "required" | "optional">) {
  return (
    <>
      {required && (
        <span className="req" aria-hidden="true">
          *
        </span>
      )}
      {optional && (
        <>
          {" "}
          <span className="opt">optional</span>
        </>
      )}
    </>
  );
}

/** The hint and the error below the control with this id. */
export function FieldNotes({ id, name, hint, form }: Pick<FieldBase, "name" | "hint" | "form"> & { id: string }) {
  const error = fieldError(form, name);
  return (
    <>
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p className="error" id={`${id}-error`}>
          <Icon name="circle-alert" />
          <span>{error}</span>
        </p>
      )}
    </>
  );
}

interface FieldFrameProps extends FieldBase {
  id: string;
  /** Content at the end of the label's line, such as "Forgot it?". */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** Frame of a field: the label above, the hint and the error below. */
export function FieldFrame({ id, label, aside, required, optional, className, children, ...base }: FieldFrameProps) {
  const text = (
    <label className="label" htmlFor={id}>
      {label}
      <LabelMarks required={required} optional={optional} />
    </label>
  );
  return (
    <div className={classes("field", className)}>
      {aside ? (
        <div className="flex items-baseline justify-between gap-3">
          {text}
          {aside}
        </div>
      ) : (
        text
      )}
      {children}
      <FieldNotes id={id} {...base} />
    </div>
  );
}

interface GroupFrameProps extends FieldBase {
  id: string;
  className?: string;
  children: ReactNode;
}

/** Several controls with one legend. The error summary links to the group. */
export function GroupFrame({ id, label, required, optional, className, children, ...base }: GroupFrameProps) {
  const { "aria-describedby": described } = describe(base, id);
  return (
    <fieldset id={id} tabIndex={-1} aria-describedby={described} className={classes("field", className)}>
      <legend className="label mb-2">
        {label}
        <LabelMarks required={required} optional={optional} />
      </legend>
      {children}
      <FieldNotes id={id} {...base} />
    </fieldset>
  );
}
