/** Refusals of who signs in, or shows who they are, in words: as a page's form says them, and with their status. */
import { rejectForm } from "~/core/form/form.server";
import type { FormState } from "~/core/form/form-state";
import { log } from "~/core/process/log.server";
import { takeAttempt, waitSentence } from "./attempts.server";
import { IdentityError, messageFor } from "./identity-errors";

/** What is refused is forbidden (403), unless it is rather one of these. */
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
 * The code, sentence and status of a refusal: 503 when the provider cannot be asked. Errors that are none are thrown
 * on. What is nobody's fault who signs in is in the log, under the reference.
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
 * Follows a mailed code. Made-up ones cost the provider a call each, so they are counted. Throws `IdentityError`, also
 * for who tried too many.
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

/** What is wrong with a password to be chosen is said beside its field. */
export const ofNewPassword = {
  "weak-password": "password",
  "password-holds-name": "password",
  "password-holds-address": "password",
};

/**
 * Shows the form again with the sentence of a refusal: beside a field if `fields` names one for its code, else above.
 */
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

/** Shows the form again to who has tried too often. `wait` is in seconds. */
export function refuseForNow(form: FormState, wait: number, headers = new Headers()) {
  headers.set("Retry-After", String(wait));
  return rejectForm(form, { "": waitSentence(wait) }, { status: 429, headers });
}
