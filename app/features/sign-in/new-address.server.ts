/** Changes a signed-in user's e-mail address: requested, cancelled, or applied when the mailed link is opened. */
import { eq } from "drizzle-orm";
import { db, type Transaction, write } from "db";
import { type User, users } from "db/schema";
import { addressChangedMail, securityMail } from "~/core/mail/account-mails";
import { queueMail } from "~/core/mail/mail.server";
import { newAct, recordSecurity } from "~/core/resource/act.server";
import { userWithEmail } from "~/features/customers/find-by-email.server";
import { userResource } from "~/features/users/users.server";
import { isAdmitted, may } from "~/core/access/access.server";
import { IdentityError } from "~/auth/identity-errors";
import { identity } from "~/auth/identity/identity.server";
import type { Move, ShownLink } from "~/auth/identity/provider";
import { endLinks, openLink } from "~/auth/identity/links.server";

/** Returns the requested address whose link is still open, and when it expires. */
export async function waitingAddress({ uid }: User): Promise<{ email: string; until: Date } | undefined> {
  const link = uid ? await openLink(uid, "change") : undefined;
  return link && { email: link.email, until: link.expiresAt };
}

/**
 * Mails a link to the new address and a warning to the current one. Throws `IdentityError`; only users who may see
 * the directory get `address-taken`.
 */
export async function askForAddress(me: User, email: string): Promise<ShownLink> {
  // Do not reveal to others that somebody in the directory has the address: only the link in the mail to it tells them.
  // The provider does say to everyone whether there is an account with it, as at registration.
  if (may(me, "people.view") && (await userWithEmail({ id: me.id, email }))) throw new IdentityError("address-taken");
  const link = await identity().changeEmail(me.uid ?? "", email, "/settings");
  const what = `Somebody who is logged in to your account asked for a new e-mail address:\n${email}\n\nIt counts once the link is opened that was mailed there. You can cancel that\nin your settings; a new password does too.`;
  await write(async (tx) => {
    await recordSecurity(tx, me, me, "asked for a new e-mail address");
    await queueMail(tx, securityMail(me.email, "A new e-mail address was asked for", what));
  });
  return link;
}

/** Cancels the requested address and invalidates its link. Returns whether there was one. */
export async function cancelAddress(me: User): Promise<boolean> {
  const waiting = await waitingAddress(me);
  if (!waiting || !me.uid) return false;
  const uid = me.uid;
  await write(async (tx) => {
    await endLinks(tx, uid, "change");
    await recordSecurity(tx, me, me, "gave up the new e-mail address that they had asked for");
  });
  return true;
}

/**
 * Returns the checks and changes for a followed link. It must be opened where its owner is signed in (`me`), because
 * the reader of a mistyped address must not get the account.
 */
export const moveOf = (me: User | undefined): Move => ({
  async check(uid, email) {
    const person = await personOf(db, uid);
    if (person.id !== me?.id) throw new IdentityError(me ? "other-account" : "login-needed");
    await refuseTaken(db, person, email);
  },
  async apply(tx, uid, email) {
    const person = await personOf(tx, uid);
    await refuseTaken(tx, person, email);
    await userResource.within.change(tx, newAct(person), person.id, { email });
    await queueMail(tx, addressChangedMail(person.email, email));
  },
});

type Read = Pick<Transaction, "select">;

/** Returns the user of an account, unless they are locked out. */
async function personOf(from: Read, uid: string): Promise<User> {
  const [person] = await from.select().from(users).where(eq(users.uid, uid));
  if (!person || !isAdmitted(person)) throw new IdentityError("person-kept-out");
  return person;
}

async function refuseTaken(from: Read, { id }: User, email: string) {
  if (await userWithEmail({ id, email }, from)) throw new IdentityError("address-taken");
}
