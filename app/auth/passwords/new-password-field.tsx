import type { FormState } from "~/core/form/form-state";
import { PasswordField } from "~/ui/form/password-field";
import { maxPasswordLength, minPasswordLength } from "./password-length";

interface NewPasswordFieldProps {
  label: string;
  /** Whose it will be, for the browser to keep it under, where the form does not ask for the e-mail. */
  of?: string;
  form?: FormState;
}

/** Asks for a password to be chosen, and says what makes a good one. */
export function NewPasswordField({ label, of, form }: NewPasswordFieldProps) {
  return (
    <>
      {of && <input type="text" name="username" autoComplete="username" defaultValue={of} hidden readOnly />}
      <PasswordField
        name="password"
        label={label}
        autoComplete="new-password"
        minLength={minPasswordLength}
        maxLength={maxPasswordLength}
        hint={`At least ${minPasswordLength} characters. A few words in a row are good and easy to remember.`}
        required
        form={form}
      />
    </>
  );
}
