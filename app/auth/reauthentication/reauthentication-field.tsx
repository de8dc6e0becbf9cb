import { useSession } from "~/auth/session-context";
import { fieldError, fieldId, type FormState } from "~/core/form/form-state";
import { PasswordField } from "~/ui/form/password-field";
import { GoogleButton } from "~/auth/google/google-button";
import type { ReauthenticationMethods } from "./reauthentication.server";

/** Asks the user to re-authenticate within a form; renders nothing if they did so recently. */
export function ReauthenticationField({
  proof,
  form,
}: {
  proof: ReauthenticationMethods | undefined;
  form?: FormState;
}) {
  const { google } = useSession();
  const asked = proof ?? refusedFor(form);
  if (!asked) return null;
  return (
    <div id={fieldId("proof")} tabIndex={-1} className="grid gap-3">
      {asked.password && (
        <PasswordField
          name="currentPassword"
          label="Your password"
          autoComplete="current-password"
          hint={
            asked.google
              ? "Or continue with Google below. You are asked again after ten minutes."
              : "To show that it is you. You are asked again after ten minutes."
          }
          required
          form={form}
        />
      )}
      {!asked.password && (
        <p className="text-sm text-muted">
          {asked.google
            ? "Show that it is you first. You are asked again after ten minutes."
            : "To show that it is you, log out, choose a password by “Forgot it?”, and log in with it."}
        </p>
      )}
      {asked.google && google && <GoogleButton settings={google} proves />}
    </div>
  );
}

/**
 * Returns the methods to ask for according to a rejected form, because the page may have been loaded while the last
 * proof was fresh.
 */
function refusedFor(form: FormState | undefined): ReauthenticationMethods | undefined {
  if (fieldError(form, "currentPassword") !== undefined) return { password: true, google: false };
  return fieldError(form, "proof") === undefined ? undefined : { password: false, google: true };
}
