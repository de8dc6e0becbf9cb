import { type ChangeEvent, type ComponentProps, type ReactNode, useEffect, useRef, useState } from "react";
import { fieldText, maxPictureBytes, whyTooLarge } from "~/core/form/form-state";
import { classes } from "~/ui/classes";
import { describe, type FieldBase, FieldFrame } from "./field";

type Native<Tag extends "input" | "textarea" | "select"> = Omit<ComponentProps<Tag>, keyof FieldBase>;

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

interface FileFieldProps extends FieldBase, Native<"input"> {
  /** How large a file may be, in bytes: the same that the action tells `parseForm`. */
  largest?: number;
  /** Called with the files that will be sent: with none when they were taken back, or turned down. */
  onTaken?(files: File[]): void;
}

/**
 * A file to send; the form needs `encType="multipart/form-data"`. One that is too large is turned down beside the
 * field, where there are scripts, so that nobody waits for it to be sent in vain; saving works without it when the
 * button is pressed again. Files must be chosen again after an error.
 */
export function FileField({
  largest = maxPictureBytes,
  onTaken,
  name,
  label,
  hint,
  required,
  optional,
  form,
  className,
  id,
  ...native
}: FileFieldProps) {
  const [tooLarge, setTooLarge] = useState<string>();
  const [stopped, setStopped] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const state = tooLarge
    ? { fields: {}, errors: { [name]: tooLarge + (stopped ? " Or save once more, without it." : "") } }
    : form;
  const described = describe({ name, hint, form: state }, id);

  function turnDownLarge({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    const files = [...(input.files ?? [])];
    const why = whyTooLarge(files, largest);
    if (why) input.value = "";
    setTooLarge(why);
    setStopped(false);
    onTaken?.(why ? [] : files);
  }

  // The next press of the button would save without the file: the first one is stopped, so that nobody misses that it
  // was left out.
  useEffect(() => {
    if (!tooLarge) return;
    const stopOnce = (event: Event) => {
      event.preventDefault();
      setStopped(true);
      field.current?.focus();
    };
    const form = field.current?.form;
    form?.addEventListener("submit", stopOnce, { once: true });
    return () => form?.removeEventListener("submit", stopOnce);
  }, [tooLarge]);

  return (
    <FieldFrame {...{ name, label, hint, required, optional, form: state, className }} id={described.id}>
      <input
        ref={field}
        name={name}
        required={required}
        {...native}
        {...described}
        onChange={turnDownLarge}
        type="file"
        className={classes("input", "input-file")}
      />
    </FieldFrame>
  );
}
