import { describe, expect, it } from "vitest";
import { IdentityError, isKnownCode, messageFor } from "./identity-errors";

/** The error codes whose messages are fixed by the specification. */
const catalogue =
  `operation-not-supported-in-this-environment argument-error internal-error cancelled-popup-request web-storage-unsupported
  popup-closed-by-user popup-blocked network-request-failed unauthorized-domain invalid-auth-event invalid-api-key auth-domain-config-required
  email-already-exists email-already-in-use wrong-password invalid-credential user-not-found too-many-requests expired-action-code
  invalid-action-code requires-recent-login user-disabled`.split(/\s+/);

describe("the message for an error code", () => {
  it.each(catalogue)("exists for %s, with and without Firebase's prefix", (code) => {
    expect(isKnownCode(code)).toBe(true);
    expect(messageFor(`auth/${code}`)).toBe(messageFor(code));
    expect(messageFor(code)).toMatch(/^[A-Z].+\.$/);
  });

  it.each([
    ["EMAIL_EXISTS", "email-already-exists"],
    ["INVALID_LOGIN_CREDENTIALS", "invalid-credential"],
    ["TOO_MANY_ATTEMPTS_TRY_LATER", "too-many-requests"],
    ["EXPIRED_OOB_CODE", "expired-action-code"],
    ["auth/id-token-revoked", "requires-recent-login"],
  ])("is found for %s, as spelled by Firebase's REST API or its libraries", (theirs, ours) => {
    expect(new IdentityError(theirs)).toMatchObject({ code: ours, message: messageFor(ours), isFault: false });
  });

  it.each([
    "auth/api-key-not-valid.-please-pass-a-valid-api-key.",
    "auth/requests-from-referer-http://127.0.0.1:3000-are-blocked.",
    "auth/api-key-expired.-please-renew-the-api-key.",
  ])("names the API key for %s", (code) => expect(messageFor(code)).toBe(messageFor("invalid-api-key")));

  it("says whether the user or the site can fix it", () => {
    for (const code of ["timeout", "bad-response", "invalid-api-key", "nobody-foresaw-this"])
      expect(new IdentityError(code).isFault).toBe(true);
    for (const code of ["invalid-credential", "user-disabled", "popup-blocked"])
      expect(new IdentityError(code).isFault).toBe(false);
  });

  it("is the same for a wrong password and an unknown e-mail address", () => {
    const codes = ["wrong-password", "invalid-credential", "user-not-found", "auth/invalid-login-credentials"];
    expect(new Set(codes.map((code) => messageFor(code))).size).toBe(1);
    expect(messageFor("invalid-credential")).toContain("E-mail or password is not right");
  });

  it("is a general one with the reference for an unknown code", () => {
    expect(messageFor("auth/nobody-foresaw-this", "a1b2c3")).toContain("a1b2c3");
    expect(messageFor("__proto__")).toContain("Try again");
    expect(messageFor("constructor")).toContain("Try again");
  });
});
