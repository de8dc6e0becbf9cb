/** Sign-in error messages, one sentence per provider error code. Browser-safe. */

const wrongPassword = "E-mail or password is not right. Check both and try again.";
const mayNot = "This account may not sign in.";
const googleSetupMessage =
  "Continue with Google is not set up right on this site. Use e-mail and password, and tell whoever runs it.";
const serverSetUp =
  "Logging in is not set up correctly on this site. Tell the site's administrator: the log says what is wrong.";

const sentences: Record<string, string> = {
  "operation-not-supported-in-this-environment":
    "Your browser cannot open the Google window from this page. Use e-mail and password.",
  "argument-error": googleSetupMessage,
  "internal-error": "Google could not be reached from this browser. Check what blocks it, or use e-mail and password.",
  "cancelled-popup-request": "A newer Google window was opened. Finish signing in there.",
  "web-storage-unsupported":
    "Your browser keeps no data for this site, which Google needs. Allow cookies and site data, or use e-mail and password.",
  "popup-closed-by-user": "The Google window was closed. Try again.",
  "popup-blocked": "Your browser blocked the window. Allow it, or use e-mail.",
  "network-request-failed": "The network did not answer. Check your connection and try again.",
  "unauthorized-domain":
    "Google does not know this address of the site. Use e-mail and password, and tell whoever runs it.",
  "invalid-auth-event": "The Google window answered something that cannot be used. Try again.",
  "invalid-api-key":
    "Logging in is not set up correctly on this site: Google does not accept its API key. Tell the site's administrator.",
  "auth-domain-config-required": googleSetupMessage,
  "email-already-exists": "There is an account with this e-mail address already. Log in, or reset the password.",
  "wrong-password": wrongPassword,
  "invalid-credential": wrongPassword,
  "user-not-found": wrongPassword,
  "too-many-requests": "That was tried too often. Wait a while and try again.",
  "too-many-mails":
    "Several mails went to this address today, so no more are sent for now. Look in its inbox and its spam folder, or try again tomorrow.",
  "expired-action-code": "This link is older than an hour. Ask for a new one.",
  "invalid-action-code":
    "This link was used already, or a newer one replaced it. If it worked the first time, log in. Otherwise open the newest mail, or ask for a new one.",
  "requires-recent-login": "For this, your login must be fresh. Log in again first.",
  "user-disabled": mayNot,

  // Refusals of a way to sign in.
  "operation-not-allowed": "Continue with Google is not turned on here. Use e-mail and password.",
  "weak-password": "Choose a longer password.",
  "password-holds-name": "Your name is in this password, so it is easy to guess. Choose another one",
  "password-holds-address": "Your e-mail address is in this password, so it is easy to guess. Choose another one",
  "invalid-email": "Enter a full address, such as name@example.com",
  "invalid-id-token": "What came back from Google could not be verified. Try again.",
  "used-id-token": "This login was used already. Try again.",
  "account-exists-with-different-credential":
    "You logged in another way before with this e-mail address. Use e-mail and password.",
  "user-cancelled": "You did not let Google tell this site who you are. Try again, or use e-mail and password.",
  "email-not-verified": "Verify your e-mail address first: open the link in the mail that we sent you.",
  "second-factor-required":
    "This account has a second factor at Firebase, which this site cannot ask for. Tell the site's administrator.",
  "person-pending": "Your account awaits approval. You can log in as soon as someone on the team approves it.",
  "person-kept-out": mayNot,
  "access-taken":
    "The access of this account has ended, so it may not sign in. If you think that this is a mistake, ask whoever runs Portico for you.",
  "person-tied": "Another login belongs to this e-mail address. Log in the way you did before.",
  "login-needed": "Log in first, with the address that you have had so far: then this link makes the new one yours.",
  "other-account":
    "This link is for another account than the one that you are logged in to here, so nothing was changed. Open it where that one is logged in.",
  "address-taken": "Somebody else has this e-mail address by now, so yours was not changed.",
  "registration-closed": "Registration is closed here. Ask whoever runs this site for an account.",

  // Failures to reach the provider: the error kinds of `core/http/http.ts`, and faulty settings.
  "provider-unreachable": "The sign-in service could not be reached. Try again in a moment.",
  timeout: "The sign-in service took too long to answer. Try again in a moment.",
  cancelled: "Logging in was cancelled. Try again.",
  "bad-request": "The sign-in service did not understand this site. Try again; if it stays, tell whoever runs it.",
  "bad-response": "The sign-in service gave an answer that cannot be used. Try again in a moment.",
  "configuration-not-found": serverSetUp,
  "invalid-service-account": serverSetUp,
  "unauthorized-continue-uri":
    "No mail can be sent, because Firebase does not know this address of the site. Tell the site's administrator.",
};

/** Maps Firebase's codes, from its libraries and its REST API, to the codes used here. */
const aliases: Record<string, string> = {
  "email-already-in-use": "email-already-exists",
  "email-exists": "email-already-exists",
  "invalid-login-credentials": "invalid-credential",
  "email-not-found": "user-not-found",
  "invalid-password": "wrong-password",
  "invalid-new-email": "invalid-email",
  "missing-password": "wrong-password",
  "too-many-attempts-try-later": "too-many-requests",
  "reset-password-exceed-limit": "too-many-requests",
  "quota-exceeded": "too-many-requests",
  "expired-oob-code": "expired-action-code",
  "invalid-oob-code": "invalid-action-code",
  "missing-oob-code": "invalid-action-code",
  "user-token-expired": "requires-recent-login",
  "credential-too-old-login-again": "requires-recent-login",
  "token-expired": "requires-recent-login",
  "id-token-expired": "requires-recent-login",
  "id-token-revoked": "requires-recent-login",
  "password-does-not-meet-requirements": "weak-password",
  "federated-user-id-already-linked": "email-already-exists",
  "admin-only-operation": "registration-closed",
  "admin-restricted-operation": "registration-closed",
  "password-login-disabled": "configuration-not-found",
  "multi-factor-auth-required": "second-factor-required",
  "project-not-found": "configuration-not-found",
  "insufficient-permission": "invalid-service-account",
};

/** Codes that are the provider's or this site's fault, not the user's. */
const faults = new Set([
  "provider-unreachable",
  "timeout",
  "cancelled",
  "bad-request",
  "bad-response",
  "invalid-api-key",
  "configuration-not-found",
  "invalid-service-account",
  "unauthorized-continue-uri",
]);

/**
 * A refusal by an identity provider or at sign-in. Its message is the sentence for its code, unless another is given.
 */
export class IdentityError extends Error {
  override name = "IdentityError";
  /** A code of the catalogue above, or an unknown one. */
  readonly code: string;
  constructor(code: string, { sentence, ...options }: ErrorOptions & { sentence?: string } = {}) {
    super(sentence ?? messageFor(code), options);
    this.code = plainCode(code);
  }
  /** Whether the provider or this site is at fault, so that the same attempt may succeed later. */
  get isFault(): boolean {
    return faults.has(this.code) || !isKnownCode(this.code);
  }
}

/**
 * Maps a provider's code to the code used here: `auth/popup-blocked` → `popup-blocked`, `EMAIL_EXISTS` →
 * `email-already-exists`.
 */
function plainCode(code: string): string {
  const plain = code
    .replace(/^auth\//, "")
    .toLowerCase()
    .replaceAll("_", "-");
  // Google reports key errors as a sentence, which its SDK turns into a code:
  // "api-key-not-valid.-please-pass-a-valid-api-key."
  if (/^api-key-|^requests-(from|to)-.*-blocked/.test(plain)) return "invalid-api-key";
  return Object.hasOwn(aliases, plain) ? (aliases[plain] ?? plain) : plain;
}

/** Whether a code has its own message. */
export const isKnownCode = (code: string) => Object.hasOwn(sentences, plainCode(code));

/** Returns the message for a code. Unknown codes get a general message with the log's reference. */
export function messageFor(code: string, reference?: string): string {
  const plain = plainCode(code);
  const known = Object.hasOwn(sentences, plain) ? sentences[plain] : undefined;
  return (
    known ??
    `Signing in did not work, and it is not your fault. Try again${reference ? `; if it stays, tell us the reference ${reference}` : ""}.`
  );
}
