/** How what goes wrong at Firebase, or on the way there, becomes an `IdentityError`. */
import { z } from "zod";
import { BadRequestError, BadResponseError, CancelledError, NetworkError, TimeoutError } from "~/core/http/http";
import { IdentityError } from "~/auth/identity-errors";

/** The error to throw instead. What is no fault of Firebase's stays what it is: a bug shall look like one. */
export function translated(error: unknown): unknown {
  const because = { cause: error };
  if (error instanceof IdentityError) return error;
  if (error instanceof BadRequestError) return new IdentityError(codeIn(error.body), because);
  if (error instanceof NetworkError) return new IdentityError("provider-unreachable", because);
  if (error instanceof TimeoutError) return new IdentityError("timeout", because);
  if (error instanceof CancelledError) return new IdentityError("cancelled", because);
  if (error instanceof BadResponseError || error instanceof z.ZodError)
    return new IdentityError("bad-response", because);
  const { code, message } = error as { code?: unknown; message?: string };
  if (typeof code === "string" && /^(auth|app)\//.test(code))
    return new IdentityError(libraryCode(code, message ?? ""), because);
  return error;
}

const Refused = z.object({
  error: z.object({ code: z.number().optional(), message: z.string(), status: z.string().optional() }),
});

/**
 * Google puts its code first in the message: `WEAK_PASSWORD : Password should be …`. What concerns the key is a
 * sentence instead.
 */
function codeIn(body: unknown): string {
  const refused = Refused.safeParse(body);
  if (!refused.success) return "bad-request";
  const { code: httpStatus = 400, message, status } = refused.data.error;
  if (httpStatus >= 500) return "bad-response";
  if (httpStatus === 429) return "too-many-requests";
  if (/API key|are blocked|has not been used/i.test(message) || status === "PERMISSION_DENIED")
    return "invalid-api-key";
  const code = /^[A-Z_]+(?=$| :)/.exec(message)?.[0] ?? "bad-request";
  return special[code] ?? code;
}

/** What these mean to a site without other ways in than a password and Google, whose addresses are its own. */
const special: Record<string, string> = {
  OPERATION_NOT_ALLOWED: "configuration-not-found", // sign-in with a password is turned off in the project
  UNAUTHORIZED_DOMAIN: "unauthorized-continue-uri",
  INVALID_CONTINUE_URI: "unauthorized-continue-uri",
};

/** What the library calls an error says as much of how it failed as of why. */
function libraryCode(code: string, message: string): string {
  if (/Error while making request|fetching public keys|failed, reason:/.test(message))
    return code === "app/network-timeout" ? "timeout" : "provider-unreachable";
  if (/\/(invalid-credential|insufficient-permission)$/.test(code)) return "invalid-service-account";
  if (code === "auth/invalid-password") return "weak-password"; // it is always one that is to be set
  if (code === "auth/operation-not-allowed") return "configuration-not-found";
  if (code === "auth/internal-error") return codeBehind(message);
  return code.startsWith("app/") ? "bad-response" : code;
}

/** For a code that the library does not know it quotes the answer. */
function codeBehind(message: string): string {
  const quoted = /Raw server response: "(.+)"$/s.exec(message)?.[1];
  if (!quoted) return "bad-response";
  if (/"status":"(UNAUTHENTICATED|PERMISSION_DENIED)"/.test(quoted)) return "invalid-service-account";
  return codeIn(JSON.parse(quoted));
}
