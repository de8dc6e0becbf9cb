/** Re-authentication: a dangerous action requires proof of identity from the last ten minutes. */
import type { AppLoadContext } from "@remix-run/node";
import { z } from "zod";
import type { User } from "db/schema";
import { rejectForm } from "~/core/form/form.server";
import type { FormState } from "~/core/form/form-state";
import { currentRequester, passwordQueue } from "~/core/http/work-queues.server";
import { takeAttempt } from "~/auth/attempts.server";
import { refuseForm, refuseForNow } from "~/auth/refusals.server";
import { identity } from "~/auth/identity/identity.server";
import { IdentityError } from "~/auth/identity-errors";
import { markReauthenticated, reauthenticatedAt } from "~/auth/sign-in.server";
import { recordRefusal } from "~/auth/sessions/sign-ins.server";

/** How long a proof lasts, in milliseconds. */
const freshFor = 10 * 60_000;

/** The ways in which a user can re-authenticate. */
export interface ReauthenticationMethods {
  password: boolean;
  google: boolean;
}

/** The fields that `ReauthenticationField` adds to a form: `Form.extend(reauthenticationFields)`. */
export const reauthenticationFields = { currentPassword: z.string().max(1000, "Enter your own password").optional() };

/** Returns the methods that a form has to offer, or undefined if the user has authenticated recently. */
export async function reauthenticationFor(request: Request, me: User): Promise<ReauthenticationMethods | undefined> {
  return (await isRecentlyAuthenticated(request)) ? undefined : reauthenticationMethods(me);
}

/** Whether the user has authenticated in this session recently. */
export async function isRecentlyAuthenticated(request: Request): Promise<boolean> {
  const last = await reauthenticatedAt(request);
  return last !== undefined && Date.now() - last.getTime() < freshFor;
}

/**
 * Returns the user's ways to re-authenticate. If the provider cannot be reached it assumes a password, so that the
 * page still loads.
 */
export async function reauthenticationMethods(me: User): Promise<ReauthenticationMethods> {
  try {
    const ways = await identity().waysIn(me.uid ?? "");
    return { password: ways.includes("password"), google: ways.includes("google") };
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error;
    return { password: true, google: false };
  }
}

type Answer = ReturnType<typeof rejectForm>;
type Proved = { ok: true; headers: Headers } | { ok: false; answer: Answer };

/**
 * Re-authenticates by a form's password, unless the user did so recently. Returns either the `headers` that every
 * response must carry, because the session continues under a new cookie, or the `answer` that says what is missing.
 */
export async function reauthenticate(
  request: Request,
  me: User,
  form: FormState & { values: { currentPassword?: string } },
  context: AppLoadContext | undefined,
): Promise<Proved> {
  if (await isRecentlyAuthenticated(request)) return { ok: true, headers: new Headers() };
  const { currentPassword } = form.values;
  if (!currentPassword)
    return { ok: false, answer: rejectForm(form, missingProofError(await reauthenticationMethods(me))) };
  const refused = await tryPassword({ request, context, me, form }, () =>
    identity().checkPassword(me.uid ?? "", currentPassword),
  );
  return refused ? { ok: false, answer: refused } : { ok: true, headers: await markReauthenticated(request) };
}

interface Attempt {
  request: Request;
  context: AppLoadContext | undefined;
  me: User;
  form: FormState;
}

/**
 * Runs a provider call that needs the user's own password (`currentPassword`); `fields` maps other error codes to
 * fields. Returns undefined on success, else the form's response; a wrong password is shown at its field, counted and
 * recorded.
 */
export const tryPassword = (
  attempt: Attempt,
  act: () => Promise<unknown>,
  fields: Record<string, string> = {},
): Promise<Answer | undefined> => passwordQueue.hold(currentRequester(), () => tryPasswordInTurn(attempt, act, fields));

async function tryPasswordInTurn(
  { request, context, me, form }: Attempt,
  act: () => Promise<unknown>,
  fields: Record<string, string>,
): Promise<Answer | undefined> {
  const address = context?.address ?? "";
  const tries = await takeAttempt("sign-in", me.email, address);
  if (!tries.ok) return refuseForNow(form, tries.wait);
  try {
    await act();
    await tries.giveBack();
    return undefined;
  } catch (error) {
    if (!(error instanceof IdentityError) || error.code !== "wrong-password") {
      if (error instanceof IdentityError && error.isFault) await tries.giveBack(); // not a guess
      return refuseForm(form, error, context?.requestId, fields);
    }
    recordRefusal(request, me, { way: "password", why: "wrong-password", address });
    return rejectForm(form, { currentPassword: "This is not your password. Try again." });
  }
}

function missingProofError({ password, google }: ReauthenticationMethods): Record<string, string> {
  if (password) return { currentPassword: "Enter your password to go on" };
  return {
    proof: google
      ? "Show that it is you first: press “Continue with Google” in the form."
      : "Show that it is you first. You have no password here: log out, choose one by “Forgot it?”, and log in with it.",
  };
}
