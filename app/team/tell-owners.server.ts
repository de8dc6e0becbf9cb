import { and, eq, ne } from "drizzle-orm";
import type { Transaction } from "db";
import { type User, users } from "db/schema";
import { isHere } from "~/auth/access.server";
import { queueMail } from "~/mail/mail.server";
import { tellPerson } from "~/notices/tell.server";
import type { Actor } from "~/records/act.server";
import { sayAccess } from "./levels";
import { ownerMail } from "./team-mails";

/**
 * Tells every owner, in the app and by mail, that somebody can sign in by now or may do more: also the one who did it, by mail, for it may have been
 * somebody else at their browser. Not who it is about.
 */
export async function tellOwners(tx: Transaction, by: Actor, person: User) {
  const owners = await tx.select({ id: users.id, email: users.email }).from(users).where(and(eq(users.access, "owner"), isHere, ne(users.id, person.id)));
  const what = `can sign in as ${sayAccess(person)}`;
  for (const owner of owners) {
    if (owner.id !== by.id) await tellPerson(tx, "security", { from: { name: person.name, image: person.image }, text: what, href: `/team/people/${person.id}`, mail: `Somebody ${what}` }, owner.id);
    await queueMail(tx, ownerMail(owner.email, person));
  }
}
