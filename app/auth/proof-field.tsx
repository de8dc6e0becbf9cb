import { useSession } from "~/auth/session-context";
import type { FormState } from "~/lib/form-state";
import { TextField } from "~/ui/fields";
import { GoogleButton } from "./google-button";
import type { ProofAsked } from "./proof.server";

/** Asks in a form for a dangerous act that people show again who they are; nothing, where they did so shortly before. */
export function ProofField({ proof, form }: { proof: ProofAsked | undefined; form?: FormState }) {
  const { google } = useSession();
  if (!proof) return null;
  return (
    <div className="grid gap-3">
      {proof.password && (
        <TextField
          name="currentPassword"
          label="Your password"
          type="password"
          autoComplete="current-password"
          hint={proof.google ? "Or continue with Google below. You are asked again after ten minutes." : "To show that it is you. You are asked again after ten minutes."}
          required
          form={form}
        />
      )}
      {!proof.password && <p className="text-sm text-muted">Show that it is you first. You are asked again after ten minutes.</p>}
      {proof.google && google && <GoogleButton settings={google} proves />}
    </div>
  );
}
