/**
 * Re-authentication: before a dangerous act a person shows, at most ten minutes before, that it is really them at this
 * browser.
 */
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

/** For so long one need not show it again, in milliseconds. */
const freshFor = 10 * 60_000;

/** How somebody can show who they are. */
export interface ReauthenticationMethods {
  password: boolean;
  google: boolean;
}

/** The fields that `ReauthenticationField` adds to a form: `Form.extend(reauthenticationFields)`. */
export const reauthenticationFields = { currentPassword: z.string().max(1000, "Enter your own password").optional() };

/** What a form for a dangerous act has to ask for besides: nothing, when that was shown shortly before. */
export async function reauthenticationFor(request: Request, me: User): Promise<ReauthenticationMethods | undefined> {
  return (await isRecentlyAuthenticated(request)) ? undefined : reauthenticationMethods(me);
}

/** Whether the person at this browser has shown shortly before that it is really them. */
export async function isRecentlyAuthenticated(request: Request): Promise<boolean> {
  const last = await reauthenticatedAt(request);
  return last !== undefined && Date.now() - last.getTime() < freshFor;
}

/** A provider that cannot be asked shall not keep a page from being shown: most have a password. */
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
 * Asks a form for its proof, unless there was one shortly before. Either the `headers` that every answer to the form
 * must carry from now on, because the session goes on under a new cookie; or the `answer` that says what is missing.
 */
export async function reauthenticate(
  request: Request,
  me: User,
  form: FormState & { values: { currentPassword?: string } },
  context: AppLoadContext | undefined,
): Promise<Proved> {
  if (await isRecentlyAuthenticated(request)) return { ok: true, headers: new Headers() };
  const { currentPassword } = form.values;
  if (!currentPassword) return { ok: false, answer: rejectForm(form, missing(await reauthenticationMethods(me))) };
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
 * Does at the provider what needs the person's own password, the form's `currentPassword`. Nothing when it is done,
 * else the answer: a wrong one is said beside its field, counted, and in the history. `fields` names the fields that
 * other codes belong to.
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
      if (error instanceof IdentityError && error.isFault) await tries.giveBack(); // nothing was guessed
      return refuseForm(form, error, context?.requestId, fields);
    }
    recordRefusal(request, me, { way: "password", why: "wrong-password", address });
    return rejectForm(form, { currentPassword: "This is not your password. Try again." });
  }
}

function missing({ password, google }: ReauthenticationMethods): Record<string, string> {
  if (password) return { currentPassword: "Enter your password to go on" };
  return {
    proof: google
      ? "Show that it is you first: press “Continue with Google” in the form."
      : "Show that it is you first. You have no password here: log out, choose one by “Forgot it?”, and log in with it.",
  };
}
