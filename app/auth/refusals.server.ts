/** Turns refusals of sign-in and re-authentication into form responses with messages and statuses. */
import { rejectForm } from "~/core/form/form.server";
import type { FormState } from "~/core/form/form-state";
import { log } from "~/core/process/log.server";
import { takeAttempt, waitSentence } from "./attempts.server";
import { IdentityError, messageFor } from "./identity-errors";

/** HTTP statuses by code; 403 for all others. */
const statuses: Record<string, number> = {
  "weak-password": 400,
  "password-holds-name": 400,
  "password-holds-address": 400,
  "invalid-email": 400,
  "email-already-exists": 400,
  "expired-action-code": 400,
  "invalid-action-code": 400,
  "invalid-id-token": 401,
  "used-id-token": 401,
  "requires-recent-login": 401,
  "too-many-requests": 429,
  "too-many-mails": 429,
};

/**
 * Returns the code, message and status of a refusal: 503 if the provider is at fault, which is also logged with the
 * reference. Rethrows all other errors.
 */
export function refusal(
  error: unknown,
  reference: string | undefined,
): { code: string; message: string; status: number } {
  if (!(error instanceof IdentityError)) throw error;
  const { code, isFault } = error;
  if (isFault) log.error({ err: error, reason: code, id: reference }, "the identity provider could not be asked");
  return { code, message: messageFor(code, reference), status: isFault ? 503 : (statuses[code] ?? 403) };
}

/**
 * Runs `follow` for a mailed code with a rate limit, because made-up codes cost a provider call each. Throws
 * `IdentityError`, also when the limit is reached.
 */
export async function tryCode<Answer>(code: string, address: string, follow: () => Promise<Answer>): Promise<Answer> {
  const tries = await takeAttempt("code", code, address);
  if (!tries.ok) throw new IdentityError("too-many-requests");
  try {
    const answer = await follow();
    await tries.giveBack();
    return answer;
  } catch (error) {
    if (error instanceof IdentityError && error.isFault) await tries.giveBack();
    throw error;
  }
}

/** Maps refusals of a new password to its field. */
export const ofNewPassword = {
  "weak-password": "password",
  "password-holds-name": "password",
  "password-holds-address": "password",
};

/** Returns the form with the refusal's message, at the field that `fields` names for its code, else above the form. */
export function refuseForm(
  form: FormState,
  error: unknown,
  reference: string | undefined,
  fields: Record<string, string> = {},
) {
  const { code, message, status } = refusal(error, reference);
  const field = fields[code];
  return rejectForm(form, { [field ?? ""]: message }, status);
}

/** Returns the form with a rate limit message. `wait` is in seconds. */
export function refuseForNow(form: FormState, wait: number, headers = new Headers()) {
  headers.set("Retry-After", String(wait));
  return rejectForm(form, { "": waitSentence(wait) }, { status: 429, headers });
}
