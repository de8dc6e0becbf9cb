/** The requirement of a second factor for staff and above. */
import { and, asc, eq } from "drizzle-orm";
import { db, type Transaction } from "db";
import { facts, secondFactorFact, type User, users } from "db/schema";
import { whereHasLogin, whereSecondFactorMissing } from "~/core/access/access.server";
import { isSecondFactorRequired } from "~/auth/second-factor/requirement.server";
import { isSecondFactorOn } from "~/auth/second-factor/second-factor.server";
import { queueMail } from "~/core/mail/mail.server";
import { recordSecurity, RuleViolation } from "~/core/resource/act.server";
import { secondFactorRequiredMail, secondFactorRequirementMail } from "../team-mails";
import { notifyEveryOwner } from "~/features/notifications/notify-owners.server";

/** Returns the users with a login who lack a second factor, of those who can be required to have one. */
export const listWithoutSecondFactor = (from: Pick<Transaction, "select"> = db) =>
  from
    .select({ id: users.id, name: users.name, email: users.email, access: users.access })
    .from(users)
    .where(and(whereHasLogin, whereSecondFactorMissing))
    .orderBy(asc(users.name), asc(users.id));

/**
 * Turns the second-factor requirement on or off; does nothing if it already is. Throws `RuleViolation` for an owner
 * without a second factor of their own, because everyone would be locked out if codes fail on this server.
 */
export async function setSecondFactorRequired(tx: Transaction, by: User, required: boolean) {
  if ((await isSecondFactorRequired(tx)) === required) return;
  if (required && !(await isSecondFactorOn(by.id, tx)))
    throw new RuleViolation({ "": "Set up your own second factor first, so that you know that it works here." });
  if (required) await tx.insert(facts).values({ name: secondFactorFact, value: new Date().toISOString() });
  else await tx.delete(facts).where(eq(facts.name, secondFactorFact));
  const note = required ? "required a second factor of staff, admins and owners" : "stopped requiring a second factor";
  await recordSecurity(tx, by, by, note, { isNews: false });
  await notifyEveryOwner(
    tx,
    by,
    {
      person: by,
      text: note,
      mail: required
        ? "A second factor is required of staff, admins and owners"
        : "A second factor is no longer required",
      href: "/team/second-factor",
    },
    (to) => secondFactorRequirementMail(to, required),
  );
  if (required)
    for (const { email } of await listWithoutSecondFactor(tx)) await queueMail(tx, secondFactorRequiredMail(email));
}
