import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { maxPictureBytes, uploadSizeError } from "~/core/form/form-state";
import { buttonClass } from "~/ui/button";
import { classes } from "~/ui/classes";
import { describe, type FieldBase, FieldFrame, FieldNotes } from "./field";
import type { Native } from "./fields";

interface FileFieldProps extends FieldBase, Native<"input"> {
  /** Maximum file size, in bytes: the same as in the action's `parseForm`. */
  largest?: number;
  /** Called with the files to send; empty if they were removed or refused. */
  onTaken?(files: File[]): void;
  /** Places the control inside its label, which then accepts clicks and drops. */
  inLabel?: boolean;
  /** Content beside the control, which then looks like a button. */
  aside?: ReactNode;
}

/**
 * A file field; the form needs `encType="multipart/form-data"`, and files must be chosen again after an error. With
 * scripts, a file that is too large is refused before the upload, and the form can be saved without it.
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

  // Stops the first submit after a refused file, so that nobody misses that the file was left out.
  useEffect(() => {
    if (!tooLarge) return;
    const stopOnce = (event: Event) => {
      if (field.current?.value) return; // another file was chosen
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
