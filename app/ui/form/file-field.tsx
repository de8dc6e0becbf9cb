import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { maxPictureBytes, uploadSizeError } from "~/core/form/form-state";
import { buttonClass } from "~/ui/button";
import { classes } from "~/ui/classes";
import { describe, type FieldBase, FieldFrame, FieldNotes } from "./field";
import type { Native } from "./fields";

interface FileFieldProps extends FieldBase, Native<"input"> {
  /** How large a file may be, in bytes: the same that the action tells `parseForm`. */
  largest?: number;
  /** Called with the files that will be sent: with none when they were taken back, or turned down. */
  onTaken?(files: File[]): void;
  /** The control stands in its label, which is pressed, or dropped onto, in its place. */
  inLabel?: boolean;
  /** Stands beside the control, which is a button where there are scripts. */
  aside?: ReactNode;
}

/**
 * A file to send; the form needs `encType="multipart/form-data"`. One that is too large is turned down beside the
 * field, where there are scripts, so that nobody waits for it to be sent in vain; saving works without it when the
 * button is pressed again. Files must be chosen again after an error.
 */
export function FileField({
  largest = maxPictureBytes,
  onTaken,
  inLabel,
  aside,
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
    const why = uploadSizeError(files, largest);
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
      if (field.current?.value) return; // another one, which is sent as it is taken
      event.preventDefault();
      setStopped(true);
      field.current?.focus();
    };
    const form = field.current?.form;
    form?.addEventListener("submit", stopOnce, { once: true });
    return () => form?.removeEventListener("submit", stopOnce);
  }, [tooLarge]);

  const control = (
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
  );
  if (aside !== undefined)
    return (
      <div className={classes("field", className)}>
        <div className="flex flex-wrap items-center gap-2">
          <label className={buttonClass({ variant: "outline", size: "sm" }, "file-button")}>
            {label}
            {control}
          </label>
          {aside}
        </div>
        <FieldNotes id={described.id} {...{ name, hint, form: state }} />
      </div>
    );
  const text = inLabel ? (
    <>
      {label}
      {control}
    </>
  ) : (
    label
  );
  return (
    <FieldFrame {...{ name, label: text, hint, required, optional, form: state, className }} id={described.id}>
      {!inLabel && control}
    </FieldFrame>
  );
}
