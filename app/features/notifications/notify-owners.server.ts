import { and, eq, ne } from "drizzle-orm";
import type { Transaction } from "db";
import { type User, users } from "db/schema";
import { whereHasLogin } from "~/core/access/access.server";
import { ownerMail } from "~/core/mail/account-mails";
import { type Mail, queueMail } from "~/core/mail/mail.server";
import { type NewNotification, notifyPerson } from "./notify.server";
import type { Actor } from "~/core/resource/act.server";
import { accessTitle } from "~/core/access/levels";

type OwnerNews = Pick<NewNotification, "text" | "href" | "mail"> & { person: Pick<User, "name" | "image"> };

/**
 * Notifies all owners in the app and by mail. The acting owner gets the mail too, in case someone else used their
 * browser.
 */
export async function notifyEveryOwner(
  tx: Transaction,
  by: Pick<Actor, "id">,
  { person: { name, image }, ...event }: OwnerNews,
  mailTo: (to: string) => Mail,
  but?: number,
) {
  const owners = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(eq(users.access, "owner"), whereHasLogin, but === undefined ? undefined : ne(users.id, but)));
  for (const owner of owners) {
    if (owner.id !== by.id)
      await notifyPerson(tx, "security", { from: { name, image }, ...event, needs: "team.view" }, owner.id);
    await queueMail(tx, mailTo(owner.email));
  }
}

/** Notifies all owners, except the person concerned, that a person can now sign in or has more access. */
export async function notifyOwners(tx: Transaction, by: Actor, person: User) {
  const what = `can sign in as ${accessTitle(person)}`;
  await notifyEveryOwner(
    tx,
    by,
    { person, text: what, href: `/team/people/${person.id}`, mail: `Somebody ${what}` },
    (to) => ownerMail(to, person, by.id === null ? undefined : by.name),
    person.id,
  );
}
