import type { FormState } from "~/core/form/form-state";
import { PasswordField } from "~/ui/form/password-field";
import { maxPasswordLength, minPasswordLength } from "./password-length";

interface NewPasswordFieldProps {
  label: string;
  /** The user name for the browser's password manager, in forms without an e-mail field. */
  of?: string;
  form?: FormState;
}

/** A field for a new password, with a hint on what makes a good one. */
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
