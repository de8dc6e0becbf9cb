/** Changes the password of a user who knows the current one. */
import type { AppLoadContext } from "@remix-run/node";
import { db, type Transaction } from "db";
import type { User } from "db/schema";
import type { rejectForm } from "~/core/form/form.server";
import type { FormState } from "~/core/form/form-state";
import { securityMail } from "~/core/mail/account-mails";
import { queueMail } from "~/core/mail/mail.server";
import { recordSecurity } from "~/core/resource/act.server";
import { recordOfKey, doubleClickMs, storeKey } from "~/core/form/form-keys.server";
import { ofNewPassword } from "~/auth/refusals.server";
import { identity } from "~/auth/identity/identity.server";
import { IdentityError } from "~/auth/identity-errors";
import { tryPassword } from "~/auth/reauthentication/reauthentication.server";
import { currentSession } from "~/auth/sessions/cookie.server";
import { markReauthenticated } from "~/auth/sign-in.server";
import { rememberDevice } from "~/auth/sessions/known-device.server";
import { endSessions } from "~/auth/sessions/sessions.server";

type Form = FormState & { values: { currentPassword: string; password: string } };
type Changed = { ok: true; headers: Headers } | { ok: false; answer: ReturnType<typeof rejectForm> };

/**
 * Changes a password: other sessions and all API tokens end, no browser is trusted any more, and this one goes on under
 * a new cookie, by the `headers` that the answer must carry. A form that is pressed twice, so that its old password is
 * no longer the right one, is answered alike both times.
 */
export function changePassword(
  request: Request,
  me: User,
  form: Form,
  context: AppLoadContext | undefined,
): Promise<Changed> {
  return runInUserQueue(me.id, async () => {
    const { currentPassword, password } = form.values;
    const here = await currentSession(request);
    const also = (tx: Transaction) => endEverythingElse(tx, me, { here, key: form.key });
    const change = () =>
      identity()
        .changePassword(me.uid ?? "", currentPassword, password, also)
        .catch(async (error: unknown) => {
          if (
            !(error instanceof IdentityError) ||
            error.code !== "wrong-password" ||
            !(await isPressedTwice(me, form.key))
          )
            throw error;
        });
    const refused = await tryPassword({ request, context, me, form }, change, ofNewPassword);
    if (refused) return { ok: false, answer: refused };
    const headers = await markReauthenticated(request);
    headers.append("Set-Cookie", await rememberDevice(request, me.id)); // it was known until all access ended, and is used by its owner
    return { ok: true, headers };
  });
}

const turns = new Map<number, Promise<unknown>>();

/** Runs the actions of each user one after the other, so that a second submission sees the result of the first. */
function runInUserQueue<Result>(userId: number, act: () => Promise<Result>): Promise<Result> {
  const turn = (turns.get(userId) ?? Promise.resolve()).then(act, act);
  turns.set(userId, turn);
  const over = () => void (turns.get(userId) === turn && turns.delete(userId));
  turn.then(over, over);
  return turn;
}

const entity = "passwords";

const isPressedTwice = async (me: User, key = "") =>
  (await recordOfKey(db, entity, key, doubleClickMs)) === String(me.id);

const passwordChangedText =
  "The password of your account was changed. Every other browser was logged\nout, and your API tokens were revoked.";

/** Ends all other sessions, in the transaction that changes the password. */
async function endEverythingElse(
  tx: Transaction,
  me: User,
  { here, key }: { here: string | undefined; key: string | undefined },
) {
  if (key !== undefined) await storeKey(tx, entity, key, String(me.id));
  await endSessions(tx, me.id, here);
  await recordSecurity(tx, me, me, "changed the password");
  await queueMail(tx, securityMail(me.email, "Your password was changed", passwordChangedText));
}
