import type { FormState } from "~/lib/form-state";
import { TextField } from "~/ui/fields";
import { longestPassword, shortestPassword } from "./password-length";

/** Asks for a password to be chosen, and says what makes a good one. */
export function NewPasswordField({ label, form }: { label: string; form?: FormState }) {
  return (
    <TextField
      name="password"
      label={label}
      type="password"
      autoComplete="new-password"
      minLength={shortestPassword}
      maxLength={longestPassword}
      hint={`At least ${shortestPassword} characters. A few words in a row are good and easy to remember.`}
      required
      form={form}
    />
  );
}
