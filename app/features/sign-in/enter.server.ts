/** Shared by all ways to sign in: the return path, and the session. */
import { redirect, replace, type TypedResponse } from "@remix-run/node";
import type { User } from "db/schema";
import { redirectWithToast, samePath } from "~/core/http/respond.server";
import { takeAttempt } from "~/auth/attempts.server";
import { identity } from "~/auth/identity/identity.server";
import type { Account } from "~/auth/identity/provider";
import { admit } from "./admit.server";
import { rememberMailed } from "~/auth/mails/mailed.server";
import { IdentityError, messageFor } from "~/auth/identity-errors";
import { asksForCode, beginStep, forgetStep, type PendingSignIn, type Step } from "~/auth/second-factor/steps.server";
import { settleDueReset } from "~/features/team/second-factor/reset.server";
import { type SignInOptions, signIn } from "~/auth/sign-in.server";
import { recordRefusal } from "~/auth/sessions/sign-ins.server";

/** Returns the path from `?from=` to return to after sign-in; only paths on this site are allowed. */
export const pathAfterSignIn = (request: Request) => samePath(new URL(request.url).searchParams.get("from"), "/");

/** A path that keeps `?from=`, such as `/register?from=%2Fusers`. */
export function keepFrom(path: string, from: string): string {
  return from === "/" ? path : `${path}?${new URLSearchParams({ from })}`;
}

/**
 * Opens a session and redirects to where the user was going; an unverified address gets a new mail and the page that
 * waits for it. Throws `IdentityError` if the user may not sign in.
 */
export async function completeSignIn(
  request: Request,
  account: Account,
  options: Omit<SignInOptions, "validSince">,
): Promise<TypedResponse<never>> {
  if (!account.emailVerified && !account.disabled) return toVerification(request, account, options.address);
  const person = await writingRefusal(request, account.email, options, admit(account));
  return continueSignIn(request, person, { ...options, validSince: account.validSince });
}

const stepPaths = { code: "/login/verify", return: "/login/return" } satisfies Record<Step["owes"], string>;

/** The sign-in steps completed besides the password or the provider's sign-in. */
type CompletedSteps = { [step in Step["owes"]]?: boolean };

/** Opens the session, or redirects to the first missing step. */
async function continueSignIn(
  request: Request,
  person: User,
  { began: before, ...came }: SignInOptions,
  paid: CompletedSteps = {},
): Promise<TypedResponse<never>> {
  const arrival = { ...came, began: (await settleDueReset(person.id, before)) ?? before };
  const owes =
    !paid.code && (await asksForCode(request, person.id))
      ? "code"
      : person.deactivatedAt && !paid.return
        ? "return"
        : undefined;
  if (owes)
    return redirect(keepFrom(stepPaths[owes], pathAfterSignIn(request)), {
      status: 303,
      headers: await beginStep(person.id, owes, arrival),
    });
  const headers = await signIn(request, person, arrival);
  if (paid.code || paid.return) headers.append("Set-Cookie", await forgetStep());
  return replace(pathAfterSignIn(request), { status: 303, headers }); // Back is to lead past the form, which would lead on
}

/** Continues a pending sign-in after a completed step; restarts it if all access of the user has ended since. */
export async function resumeSignIn(
  { step, person }: PendingSignIn,
  request: Request,
  { began, address }: Pick<SignInOptions, "began" | "address">,
  paid: CompletedSteps,
): Promise<TypedResponse<never>> {
  const { way, remember, validSince } = step;
  return continueSignIn(
    request,
    person,
    { way, remember, address, began, validSince: validSince ?? undefined },
    paid,
  ).catch((error: unknown) => {
    if (isLate(error)) return tooLate(request);
    throw error;
  });
}

const isLate = (error: unknown) => error instanceof IdentityError && error.code === "invalid-credential";

/** Redirects an expired pending sign-in to its beginning, with the reason. */
export async function tooLate(
  request: Request,
  text = "You are logged in already, or ten minutes have passed: then log in again.",
): Promise<TypedResponse<never>> {
  return redirectWithToast(
    keepFrom("/login", pathAfterSignIn(request)),
    { text, tone: "error" },
    new Headers({ "Set-Cookie": await forgetStep() }),
  );
}

/** Writes a refused sign-in to the journal of the address's owner and rethrows it. */
export async function writingRefusal<Result>(
  request: Request,
  email: string,
  { way, address }: Pick<SignInOptions, "way" | "address">,
  admitted: Promise<Result>,
): Promise<Result> {
  return admitted.catch((error: unknown) => {
    if (error instanceof IdentityError && !error.isFault)
      recordRefusal(request, { email }, { way, why: error.code, address });
    throw error;
  });
}

/** Mails the verification link, unless the limit is reached, and redirects to the page that waits for it. */
async function toVerification(request: Request, account: Account, address: string) {
  const { email, signUp } = account;
  const from = pathAfterSignIn(request);
  const { ok } = await takeAttempt("verification", email, address);
  const link = ok ? await identity().sendVerification(account, from) : undefined;
  const headers = new Headers(await rememberMailed({ purpose: "verification", email, link, signUp, certain: ok }));
  return redirectWithToast(
    keepFrom("/email-verification", from),
    { text: messageFor("email-not-verified"), tone: "error" },
    headers,
  );
}
