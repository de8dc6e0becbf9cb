/** Account deactivation: blocks sign-in, can be reverted for thirty days, and then erases the account. */
import { oneByOne } from "~/core/process/one-by-one.server";
import { and, eq, isNotNull, isNull, lt } from "drizzle-orm";
import { db, type Transaction, write } from "db";
import { apiTokens, messages, notifications, type User, users } from "db/schema";
import { whereAdmitted, may } from "~/core/access/access.server";
import { erasedOn } from "~/core/values/deactivated";
import { ownOf } from "~/features/inbox/inbox.server";
import { latestInvoices } from "~/features/invoices/invoices.server";
import { ordersOf } from "~/features/orders/orders.server";
import { deactivatedMail } from "~/core/mail/account-mails";
import { queueMail } from "~/core/mail/mail.server";
import { recordSecurity, RuleViolation } from "~/core/resource/act.server";
import { erasePerson } from "~/features/users/erase.server";
import { lastOwner, refuseToLockEveryoneOut } from "~/features/users/access-rules.server";
import { userResource } from "~/features/users/users.server";
import { revokeGrantsBy } from "~/auth/revoke-invitations.server";
import { identity } from "~/auth/identity/identity.server";
import { lockLogin } from "~/auth/identity/provider-work.server";
import { endSessions, listSessions } from "~/auth/sessions/sessions.server";

/** Counts what a deactivation affects. */
export async function countAffected(me: User) {
  const { id } = me;
  const invoices = await latestInvoices(id, me, 1);
  return {
    sessions: (await listSessions(id)).length,
    tokens: await db.$count(apiTokens, eq(apiTokens.userId, id)),
    inbox:
      (await db.$count(notifications, ownOf(notifications, me))) + (await db.$count(messages, ownOf(messages, me))),
    books: [...(may(me, "orders.view") ? [await ordersOf(id, me)] : []), ...(invoices ? [invoices.all] : [])],
  };
}

const ownLastOwner = "You are the last owner who can sign in. Make someone else an owner first.";

/** Returns why the user cannot deactivate their account; undefined if they can. */
export const deactivationRefusal = async ({ id }: Pick<User, "id">) =>
  (await lastOwner()) === id ? ownLastOwner : undefined;

/** Deactivates an account and ends all of its sessions. Returns why not, if it is the last owner who can sign in. */
export function deactivate(me: User): Promise<string | undefined> {
  return write(async (tx) => {
    try {
      const [now] = await tx.select().from(users).where(eq(users.id, me.id)); // their access may be another than when they asked
      await refuseToLockEveryoneOut(tx, now ?? me);
    } catch (error) {
      if (error instanceof RuleViolation) return ownLastOwner;
      throw error;
    }
    await tx
      .update(users)
      .set({ deactivatedAt: new Date() })
      .where(and(eq(users.id, me.id), isNull(users.deactivatedAt)));
    await endSessions(tx, me.id);
    await revokeGrantsBy(tx, me.id);
    // Firebase does not sign in to a disabled account, so nobody could come back: there it is disabled on our side
    // alone until it is erased.
    if (me.uid && identity().name === "local") await lockLogin(tx, me.uid, true);
    await recordSecurity(tx, me, me, "deactivated their account");
    await queueMail(tx, deactivatedMail(me.email, erasedOn(new Date())));
    return undefined;
  });
}

/** Reverts a deactivation. Returns false if the user has lost access in the meantime. */
export async function comeBack(tx: Transaction, person: User): Promise<boolean> {
  const [back] = await tx
    .update(users)
    .set({ deactivatedAt: null })
    .where(and(eq(users.id, person.id), whereAdmitted))
    .returning({ id: users.id });
  if (!back) return false;
  if (person.uid && identity().name === "local") await lockLogin(tx, person.uid, false);
  await recordSecurity(tx, person, person, "came back to their deactivated account");
  return true;
}

/** Erases people who deactivated their account before a given time, one per transaction. Returns how many. */
export async function eraseDeactivated(before: Date): Promise<number> {
  const over = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isNotNull(users.deactivatedAt), lt(users.deactivatedAt, before)));
  return oneByOne(
    over,
    ({ id }) => `users ${id}`,
    ({ id }) =>
      write(async (tx) => {
        // Users are erased from the trash. Skip those who came back in the meantime.
        const still = and(eq(users.id, id), lt(users.deactivatedAt, before));
        const [put] = await tx.update(users).set({ deletedAt: before }).where(still).returning({ id: users.id });
        return put !== undefined && erasePerson(tx, userResource, id, new Date());
      }),
  );
}
