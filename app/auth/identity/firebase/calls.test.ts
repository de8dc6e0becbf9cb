/** Firebase and network errors, and the messages that Portico shows for them. */
import { describe, expect, it } from "vitest";
import { withConfig } from "~/testing/database";
import { answer, closeGoogle, projectThat } from "~/testing/google";
import { refusal } from "~/auth/refusals.server";
import { IdentityError } from "~/auth/identity-errors";
import { Anything, beginCalls } from "./calls.server";

closeGoogle();

const rest = () => beginCalls().rest("signUp", { email: "nora@example.com" }, Anything);
const library = () => beginCalls().admin((auth) => auth.getUser("uid"));

/** Returns the result or error of a call to which Firebase responds with this status and body. */
async function outcome(act: () => Promise<unknown>, status: number, body: unknown): Promise<unknown> {
  const firebase = await projectThat((_, response) => answer(response, status, body));
  return withConfig({ firebase }, () => act().catch((error: unknown) => error));
}

/** Returns an error body in Google's format. */
const refused = (message: string, status = "INVALID_ARGUMENT", code = 400) => ({
  error: { code, message, status, errors: [{ message, domain: "global", reason: "invalid" }] },
});

/** Returns a refusal's code, message and status as a page shows them. */
function shown(error: unknown) {
  const { code, message, status } = refusal(error, "a1b2c3");
  return { code, status, isFault: error instanceof IdentityError && error.isFault, message };
}

const blocked = refused("Requests from referer <empty> are blocked.", "PERMISSION_DENIED", 403);
const methodBlocked = refused(
  "Requests to this API identitytoolkit method google.cloud.identitytoolkit.v1.AuthenticationService.SignUp are blocked.",
  "PERMISSION_DENIED",
  403,
);
const unused = refused(
  "Identity Toolkit API has not been used in project 123 before or it is disabled. Enable it by visiting https://console.developers.google.com/…",
  "PERMISSION_DENIED",
  403,
);

describe("an error response of Firebase's REST API", () => {
  it.each([
    ["EMAIL_EXISTS", "email-already-exists", 400],
    ["EMAIL_NOT_FOUND", "user-not-found", 403],
    ["INVALID_PASSWORD", "wrong-password", 403],
    ["INVALID_LOGIN_CREDENTIALS", "invalid-credential", 403],
    ["USER_DISABLED", "user-disabled", 403],
    ["USER_NOT_FOUND", "user-not-found", 403],
    [
      "TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account has been temporarily disabled due to many failed login attempts.",
      "too-many-requests",
      429,
    ],
    ["QUOTA_EXCEEDED : Exceeded daily quota for email verification.", "too-many-requests", 429],
    ["RESET_PASSWORD_EXCEED_LIMIT", "too-many-requests", 429],
    ["WEAK_PASSWORD : Password should be at least 6 characters", "weak-password", 400],
    [
      "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [Password must contain a numeric character]",
      "weak-password",
      400,
    ],
    ["INVALID_EMAIL", "invalid-email", 400],
    ["INVALID_NEW_EMAIL", "invalid-email", 400],
    ["EXPIRED_OOB_CODE", "expired-action-code", 400],
    ["INVALID_OOB_CODE", "invalid-action-code", 400],
    ["MISSING_OOB_CODE", "invalid-action-code", 400],
    ["CREDENTIAL_TOO_OLD_LOGIN_AGAIN", "requires-recent-login", 401],
    ["TOKEN_EXPIRED", "requires-recent-login", 401],
    ["INVALID_ID_TOKEN", "invalid-id-token", 401],
    ["ADMIN_ONLY_OPERATION", "registration-closed", 403],
    ["FEDERATED_USER_ID_ALREADY_LINKED", "email-already-exists", 400],
  ])("%s is %s", async (message, code, status) => {
    const error = await outcome(rest, 400, refused(message));
    expect(shown(error)).toEqual({ code, status, isFault: false, message: expect.stringMatching(/^[A-Z].+/) });
    expect(shown(error).message).not.toContain("a1b2c3");
  });

  it.each([
    ["OPERATION_NOT_ALLOWED", "configuration-not-found"],
    ["OPERATION_NOT_ALLOWED : Password sign in is disabled for this project.", "configuration-not-found"],
    ["PASSWORD_LOGIN_DISABLED", "configuration-not-found"],
    ["CONFIGURATION_NOT_FOUND", "configuration-not-found"],
    ["PROJECT_NOT_FOUND", "configuration-not-found"],
    ["UNAUTHORIZED_DOMAIN : Domain not allowlisted by project", "unauthorized-continue-uri"],
    ["INVALID_CONTINUE_URI : ((expected an absolute URI with valid scheme and host))", "unauthorized-continue-uri"],
    ["API key not valid. Please pass a valid API key.", "invalid-api-key"],
    ["API key expired. Please renew the API key.", "invalid-api-key"],
    ["INVALID_REQ_TYPE : Unsupported request parameters.", "invalid-req-type"],
    ['Invalid JSON payload received. Unknown name "x"', "bad-request"],
  ])("%s is a fault with the code %s", async (message, code) => {
    expect(shown(await outcome(rest, 400, refused(message)))).toMatchObject({ code, isFault: true, status: 503 });
  });

  it.each([
    ["a referrer that the key does not allow", 403, blocked, "invalid-api-key"],
    ["a method that the key does not allow", 403, methodBlocked, "invalid-api-key"],
    ["an API that is not turned on", 403, unused, "invalid-api-key"],
    [
      "a quota",
      429,
      refused("Quota exceeded for quota metric 'Queries'.", "RESOURCE_EXHAUSTED", 429),
      "too-many-requests",
    ],
    ["a failure of its own", 503, refused("The service is currently unavailable.", "UNAVAILABLE", 503), "bad-response"],
    [
      "a failure that calls itself a refusal",
      400,
      refused("Internal error encountered.", "INTERNAL", 500),
      "bad-response",
    ],
    ["a page instead of JSON", 404, "<html>not found</html>", "bad-request"],
    ["JSON of another kind", 400, { error: "no" }, "bad-request"],
    ["nothing", 400, "", "bad-request"],
    ["null", 400, "null", "bad-request"],
    ["success that is no JSON", 200, "<html>", "bad-response"],
    ["success without what was asked for", 200, "[]", "bad-response"],
    ["a redirect", 302, "", "bad-response"],
  ])("is recognised by more than a code: %s", async (_, status, body, code) => {
    expect(await outcome(rest, status, body)).toMatchObject({ name: "IdentityError", code, cause: expect.any(Error) });
  });

  it("an error response of Firebase's REST API with an unknown code is a fault with a general message and the reference", async () => {
    const error = await outcome(
      rest,
      400,
      refused("BLOCKING_FUNCTION_ERROR_RESPONSE : HTTP Cloud Function returned an error"),
    );
    expect(shown(error)).toMatchObject({ isFault: true, status: 503, message: expect.stringContaining("a1b2c3") });
  });
});

describe("an error of Firebase's library", () => {
  it.each([
    ["EMAIL_EXISTS", "email-already-exists"],
    ["USER_NOT_FOUND", "user-not-found"],
    ["WEAK_PASSWORD : Password should be at least 6 characters", "weak-password"],
    ["PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements", "weak-password"],
    ["TOO_MANY_ATTEMPTS_TRY_LATER", "too-many-requests"],
    ["OPERATION_NOT_ALLOWED", "configuration-not-found"],
    ["CONFIGURATION_NOT_FOUND", "configuration-not-found"],
    ["PROJECT_NOT_FOUND", "configuration-not-found"],
    ["INSUFFICIENT_PERMISSION", "invalid-service-account"],
    ["PERMISSION_DENIED", "invalid-service-account"],
  ])("%s is %s", async (message, code) => {
    expect(await outcome(library, 400, refused(message))).toMatchObject({ name: "IdentityError", code });
  });

  it.each([
    [
      "a right that the service account does not have",
      403,
      refused("The caller does not have permission", "PERMISSION_DENIED", 403),
      "invalid-service-account",
    ],
    [
      "a service account that is gone",
      401,
      refused("Request had invalid authentication credentials.", "UNAUTHENTICATED", 401),
      "invalid-service-account",
    ],
    ["an API that is not turned on", 403, unused, "invalid-service-account"],
    ["a quota", 429, refused("Quota exceeded", "RESOURCE_EXHAUSTED", 429), "too-many-requests"],
    ["a failure of its own", 500, refused("Internal error encountered.", "INTERNAL", 500), "bad-response"],
    ["a page instead of JSON", 500, "<html>oh no</html>", "bad-response"],
    ["success that is no JSON", 200, "<html>", "bad-response"],
    ["success without what was asked for", 200, { users: "none" }, "bad-response"],
  ])("is recognised by more than a code: %s", async (_, status, body, code) => {
    expect(await outcome(library, status, body)).toMatchObject({ name: "IdentityError", code });
  });
});

describe("a Firebase server that", () => {
  it("does not exist is reported as unreachable", async () => {
    const firebase = {
      apiKey: "key",
      authDomain: "demo.firebaseapp.com",
      projectId: "demo",
      emulatorHost: "127.0.0.1:1",
    };
    await withConfig({ firebase }, async () => {
      for (const act of [rest, library])
        expect(shown(await act().catch((error: unknown) => error))).toMatchObject({
          code: "provider-unreachable",
          status: 503,
          isFault: true,
        });
    });
  });

  it("closes the connection is reported as unreachable", async () => {
    const firebase = await projectThat((request) => request.socket.destroy());
    await withConfig({ firebase }, async () => {
      await expect(rest()).rejects.toMatchObject({ code: "provider-unreachable" });
    });
  });

  it("a Firebase server that stalls is given up five seconds after the start of the act", async () => {
    const firebase = await projectThat(
      (request, response) =>
        void (request.url?.includes("signUp") && setTimeout(() => answer(response, 200, {}), 1_000)),
    );
    const late = (least: number, most: number) => (error: unknown) => {
      expect(shown(error)).toMatchObject({ code: "timeout", status: 503, isFault: true });
      const waited = Number(/within (\d+) ms/.exec(String((error as Error).cause))?.[1]);
      expect(waited).toBeGreaterThan(least);
      expect(waited).toBeLessThanOrEqual(most);
    };
    await withConfig({ firebase }, async () => {
      const [byRest, byLibrary, second] = [beginCalls(), beginCalls(), beginCalls()];
      await Promise.all([
        byRest.rest("lookup", {}, Anything).catch(late(4_500, 5_000)),
        byLibrary.admin((auth) => auth.getUser("uid")).catch(late(4_500, 5_000)),
        second
          .rest("signUp", {}, Anything)
          .then(() => second.rest("lookup", {}, Anything))
          .catch(late(0, 4_000)),
      ]);
    });
    expect.assertions(9);
  });
});
