import type { FieldBase } from "~/ui/form/field";
import { TextField } from "~/ui/form/fields";

interface CodeFieldProps extends Pick<FieldBase, "hint" | "required" | "form"> {
  autoFocus?: boolean;
  /** Takes digits of the app only, and no recovery code. */
  digits?: boolean;
}

/** Asks for a code of the second factor. It works once, so an action must not send back what was typed. */
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
