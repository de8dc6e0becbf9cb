/** What the ways in have in common: the way back, the session, and refusals in words. */
import { redirect, type TypedResponse } from "@remix-run/node";
import { unsaved } from "~/lib/form.server";
import type { FormState } from "~/lib/form-state";
import { log } from "~/lib/log.server";
import { samePath } from "~/lib/respond.server";
import { waitSentence } from "./attempts.server";
import type { Account } from "./identity.server";
import { IdentityError, isKnownCode, messageFor } from "./messages";
import { admit } from "./people.server";
import { signIn } from "./session.server";

/** Where a visitor was on the way to, by `?from=`. Only paths on this site are followed. */
export const wayBack = (request: Request) => samePath(new URL(request.url).searchParams.get("from"), "/");

/** A path that keeps `?from=`, such as `/register?from=%2Fusers`. */
export function keepFrom(path: string, from: string): string {
  return from === "/" ? path : `${path}?${new URLSearchParams({ from })}`;
}

/** Opens a session for the account's person and leads to where they were going. Throws `IdentityError` for who must stay out. */
export async function enter(request: Request, account: Account, options: { remember: boolean; address: string }): Promise<TypedResponse<never>> {
  const person = await admit(account);
  return redirect(wayBack(request), { status: 303, headers: await signIn(request, person, options) });
}

/** The code and sentence of a refusal. Errors that are none are thrown on. Codes that nobody foresaw are logged under the reference. */
export function refusal(error: unknown, reference: string | undefined): { code: string; message: string } {
  if (!(error instanceof IdentityError)) throw error;
  if (!isKnownCode(error.code)) log.error({ err: error, id: reference }, "the identity provider gave a code that has no sentence");
  return { code: error.code, message: messageFor(error.code, reference) };
}

/** Shows the form again to who has tried too often. `wait` is in seconds. */
export function refuseForNow(form: FormState, wait: number) {
  return unsaved(form, { "": waitSentence(wait) }, { status: 429, headers: { "Retry-After": String(wait) } });
}
