import type { FieldBase } from "~/ui/form/field";
import { TextField } from "~/ui/form/fields";

interface CodeFieldProps extends Pick<FieldBase, "hint" | "required" | "form"> {
  autoFocus?: boolean;
  /** Accepts only the app's digits, and no recovery codes. */
  digits?: boolean;
}

/** A field for a second factor code. Codes work once, so an action must not return the submitted value. */
export function CodeField({ digits = false, ...field }: CodeFieldProps) {
  return digits ? (
    <TextField
      name="code"
      label="6-digit code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={20}
      className="[&_.input]:max-w-56"
      {...field}
    />
  ) : (
    <TextField
      name="code"
      label="Code"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={100}
      {...field}
    />
  );
}
