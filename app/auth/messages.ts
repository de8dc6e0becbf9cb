/** What people read when sign-in does not work: one sentence for each code that a provider can give. Browser-safe. */

const wrongPassword = "E-mail or password is not right. Check both and try again.";
const mayNot = "This account may not sign in.";
const setUp = "Continue with Google is not set up right on this site. Use e-mail and password, and tell whoever runs it.";

const sentences: Record<string, string> = {
  // SPEC section 8
  "operation-not-supported-in-this-environment": "Your browser cannot open the Google window from this page. Use e-mail and password.",
  "argument-error": setUp,
  "internal-error": "Google could not be reached from this browser. Check what blocks it, or use e-mail and password.",
  "cancelled-popup-request": "A newer Google window was opened. Finish signing in there.",
  "web-storage-unsupported": "Your browser keeps no data for this site, which Google needs. Allow cookies and site data, or use e-mail and password.",
  "popup-closed-by-user": "The Google window was closed. Try again.",
  "popup-blocked": "Your browser blocked the window. Allow it, or use e-mail.",
  "network-request-failed": "The network did not answer. Check your connection and try again.",
  "unauthorized-domain": "Google does not know this address of the site. Use e-mail and password, and tell whoever runs it.",
  "invalid-auth-event": "The Google window answered something that cannot be used. Try again.",
  "invalid-api-key": setUp,
  "auth-domain-config-required": setUp,
  "email-already-exists": "There is an account with this e-mail address already. Log in, or reset the password.",
  "wrong-password": wrongPassword,
  "invalid-credential": wrongPassword,
  "user-not-found": wrongPassword,
  "too-many-requests": "That was tried too often. Wait a while and try again.",
  "expired-action-code": "This link is older than an hour. Ask for a new one.",
  "invalid-action-code": "This link was used already, or a newer one replaced it. If it worked the first time, log in. Otherwise open the newest mail, or ask for a new one.",
  "requires-recent-login": "For this, your login must be fresh. Log in again first.",
  "user-disabled": mayNot,

  // the ways in
  "operation-not-allowed": "Continue with Google is not turned on here. Use e-mail and password.",
  "weak-password": "Choose a longer password.",
  "invalid-email": "Enter a full address, such as name@example.com",
  timeout: "The sign-in service took too long to answer. Try again in a moment.",
  "email-not-verified": "Verify your e-mail address first: open the link in the mail that we sent you.",
  "person-pending": "Your account awaits approval. You can log in as soon as someone on the team approves it.",
  "person-kept-out": mayNot,
  "person-tied": "Another login belongs to this e-mail address. Log in the way you did before.",
  "registration-closed": "Registration is closed here. Ask whoever runs this site for an account.",
};

/** Firebase's own names for codes that have another name here. */
const aliases: Record<string, string> = {
  "email-already-in-use": "email-already-exists",
  "invalid-login-credentials": "invalid-credential",
  "user-token-expired": "requires-recent-login",
};

/** What a provider, or a way in, refused. Its code is one of the catalogue above, or one that nobody foresaw; its message is the sentence. */
export class IdentityError extends Error {
  override name = "IdentityError";
  constructor(readonly code: string) {
    super(messageFor(code));
  }
}

/** A provider's code without its prefix and under the name that is used here, such as `auth/popup-blocked` → `popup-blocked`. */
function plainCode(code: string): string {
  const plain = code.replace(/^auth\//, "");
  return Object.hasOwn(aliases, plain) ? (aliases[plain] ?? plain) : plain;
}

/** Whether a code has a sentence of its own. */
export const isKnownCode = (code: string) => Object.hasOwn(sentences, plainCode(code));

/** The sentence for a code. For a code that nobody foresaw a general one, with the reference that the log has too. */
export function messageFor(code: string, reference?: string): string {
  const plain = plainCode(code);
  const known = Object.hasOwn(sentences, plain) ? sentences[plain] : undefined;
  return known ?? `Signing in did not work, and it is not your fault. Try again${reference ? `; if it stays, tell us the reference ${reference}` : ""}.`;
}
