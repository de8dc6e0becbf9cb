/** Demanding a second factor of staff and above, and no longer. */
import { and, asc, eq } from "drizzle-orm";
import { db, type Transaction } from "db";
import { facts, secondFactorFact, type User, users } from "db/schema";
import { whereHasLogin, whereSecondFactorMissing } from "~/core/access/access.server";
import { isSecondFactorDemanded } from "~/auth/second-factor/demand.server";
import { isSecondFactorOn } from "~/auth/second-factor/second-factor.server";
import { queueMail } from "~/core/mail/mail.server";
import { recordSecurity, RuleViolation } from "~/core/resource/act.server";
import { secondFactorDemandedMail, secondFactorDemandMail } from "../team-mails";
import { notifyEveryOwner } from "~/features/notifications/notify-owners.server";

/** Returns the users with a login who lack a second factor, of those who can be required to have one. */
export const listWithoutSecondFactor = (from: Pick<Transaction, "select"> = db) =>
  from
    .select({ id: users.id, name: users.name, email: users.email, access: users.access })
    .from(users)
    .where(and(whereHasLogin, whereSecondFactorMissing))
    .orderBy(asc(users.name), asc(users.id));

/**
 * Turns the second-step requirement on or off; does nothing if it already is. Throws `RuleViolation` for an owner
 * without a second factor of their own, because everyone would be locked out if codes fail on this server.
 */
export async function demandSecondFactor(tx: Transaction, by: User, demanded: boolean) {
  if ((await isSecondFactorDemanded(tx)) === demanded) return;
  if (demanded && !(await isSecondFactorOn(by.id, tx)))
    throw new RuleViolation({ "": "Set up your own second step first, so that you know that it works here." });
  if (demanded) await tx.insert(facts).values({ name: secondFactorFact, value: new Date().toISOString() });
  else await tx.delete(facts).where(eq(facts.name, secondFactorFact));
  const note = demanded ? "demanded a second step of staff, admins and owners" : "ended the demand for a second step";
  await recordSecurity(tx, by, by, note, { isNews: false });
  await notifyEveryOwner(
    tx,
    by,
    {
      person: by,
      text: note,
      mail: demanded
        ? "A second step is demanded of staff, admins and owners"
        : "A second step is not demanded any more",
      href: "/team/second-step",
    },
    (to) => secondFactorDemandMail(to, demanded),
  );
  if (demanded)
    for (const { email } of await listWithoutSecondFactor(tx)) await queueMail(tx, secondFactorDemandedMail(email));
}
