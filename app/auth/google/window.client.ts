/**
 * What happens in Google's window and right after it: loaded with Firebase, when somebody is about to press the button.
 */
import { forgetGoogle } from "~/auth/identity/firebase/firebase.client";
import { IdentityError } from "~/auth/identity-errors";

export { forgetGoogle, onSignedOut, openGoogle, prepare } from "~/auth/identity/firebase/firebase.client";

export interface Exchanged {
  to?: string;
  /** The account that this browser signed in to is no more: another took its place, whose session this is. */
  forget?: boolean;
  code?: string;
  message?: string;
}

/**
 * Trades the token at the server, whose word is the truth: when it refuses a login, Firebase forgets too. One that only
 * proves something is kept either way.
 */
export async function exchange(token: string, path: string, keep: boolean, signal: AbortSignal): Promise<Exchanged> {
  const answer = await fetch(path, { method: "POST", headers: { Authorization: `Bearer ${token}` }, signal });
  const said = (await answer.json().catch(() => ({ code: "bad-response" }))) as Exchanged;
  const { forget = true, code = answer.ok && (keep || said.to) ? undefined : "bad-response", message } = said;
  if (forget && !keep) await forgetGoogle();
  if (!code) return said;
  throw new IdentityError(code, { sentence: message });
}
