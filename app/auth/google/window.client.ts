/** Firebase and the token exchange, loaded together when someone is about to press the Google button. */
import { forgetGoogle } from "~/auth/identity/firebase/firebase.client";
import { IdentityError } from "~/auth/identity-errors";

export { forgetGoogle, onSignedOut, openGoogle, prepare } from "~/auth/identity/firebase/firebase.client";

export interface Exchanged {
  to?: string;
  /**
   * Tells the browser to sign out of its Firebase account, because another account replaced it and owns the session.
   */
  forget?: boolean;
  code?: string;
  message?: string;
}

/**
 * Exchanges the token for a session at the server. If the server refuses a login, this also signs out of Firebase;
 * `keep` prevents that for identity checks.
 */
export async function exchange(token: string, path: string, keep: boolean, signal: AbortSignal): Promise<Exchanged> {
  const answer = await fetch(path, { method: "POST", headers: { Authorization: `Bearer ${token}` }, signal });
  const said = (await answer.json().catch(() => ({ code: "bad-response" }))) as Exchanged;
  const { forget = true, code = answer.ok && (keep || said.to) ? undefined : "bad-response", message } = said;
  if (forget && !keep) await forgetGoogle();
  if (!code) return said;
  throw new IdentityError(code, { sentence: message });
}
