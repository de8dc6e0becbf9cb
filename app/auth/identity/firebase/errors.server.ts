/** Translates Firebase and network errors into `IdentityError`. */
import { z } from "zod";
import { BadRequestError, BadResponseError, CancelledError, NetworkError, TimeoutError } from "~/core/http/http";
import { IdentityError } from "~/auth/identity-errors";

/**
 * Returns the error to throw instead. Errors that do not come from Firebase are returned unchanged, so that bugs stay
 * visible.
 */
export function toIdentityError(error: unknown): unknown {
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
 * Returns the code of an error response. Google puts it first in the message (`WEAK_PASSWORD : Password should be …`),
 * except for errors about the key, which are sentences.
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
  return codeOverrides[code] ?? code;
}

/** Codes with another meaning here, where sign-in is by password or Google only. */
const codeOverrides: Record<string, string> = {
  OPERATION_NOT_ALLOWED: "configuration-not-found", // sign-in with a password is turned off in the project
  UNAUTHORIZED_DOMAIN: "unauthorized-continue-uri",
  INVALID_CONTINUE_URI: "unauthorized-continue-uri",
};

/** Returns the code for an error of the library, whose own codes mix how a call failed with why. */
function libraryCode(code: string, message: string): string {
  if (/Error while making request|fetching public keys|failed, reason:/.test(message))
    return code === "app/network-timeout" ? "timeout" : "provider-unreachable";
  if (/\/(invalid-credential|insufficient-permission)$/.test(code)) return "invalid-service-account";
  if (code === "auth/invalid-password") return "weak-password"; // the library reports this only for new passwords
  if (code === "auth/operation-not-allowed") return "configuration-not-found";
  if (code === "auth/internal-error") return codeBehind(message);
  return code.startsWith("app/") ? "bad-response" : code;
}

/** Returns the code in the response that the library quotes when it does not know a code. */
function codeBehind(message: string): string {
  const quoted = /Raw server response: "(.+)"$/s.exec(message)?.[1];
  if (!quoted) return "bad-response";
  if (/"status":"(UNAUTHENTICATED|PERMISSION_DENIED)"/.test(quoted)) return "invalid-service-account";
  return codeIn(JSON.parse(quoted));
}
