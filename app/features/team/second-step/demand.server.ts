/** Demanding a second step of staff and above, and no longer. */
import { and, asc, eq } from "drizzle-orm";
import { db, type Transaction } from "db";
import { facts, secondStepFact, type User, users } from "db/schema";
import { whereHasLogin, lacksSecondStep } from "~/core/access/access.server";
import { isSecondStepDemanded } from "~/auth/second-factor/demand.server";
import { isTwoFactorOn } from "~/auth/second-factor/two-factor.server";
import { queueMail } from "~/core/mail/mail.server";
import { recordSecurity, RuleViolation } from "~/core/resource/act.server";
import { secondStepDemandedMail, secondStepDemandMail } from "../team-mails";
import { notifyEveryOwner } from "~/features/notifications/notify-owners.server";

/** Returns the users with a login who lack a second step, of those who can be required to have one. */
export const listWithoutSecondStep = (from: Pick<Transaction, "select"> = db) =>
  from
    .select({ id: users.id, name: users.name, email: users.email, access: users.access })
    .from(users)
    .where(and(whereHasLogin, lacksSecondStep))
    .orderBy(asc(users.name), asc(users.id));

/**
 * Turns the second-step requirement on or off; does nothing if it already is. Throws `RuleViolation` for an owner
 * without a second step of their own, because everyone would be locked out if codes fail on this server.
 */
export async function demandSecondStep(tx: Transaction, by: User, demanded: boolean) {
  if ((await isSecondStepDemanded(tx)) === demanded) return;
  if (demanded && !(await isTwoFactorOn(by.id, tx)))
    throw new RuleViolation({ "": "Set up your own second step first, so that you know that it works here." });
  if (demanded) await tx.insert(facts).values({ name: secondStepFact, value: new Date().toISOString() });
  else await tx.delete(facts).where(eq(facts.name, secondStepFact));
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
    (to) => secondStepDemandMail(to, demanded),
  );
  if (demanded)
    for (const { email } of await listWithoutSecondStep(tx)) await queueMail(tx, secondStepDemandedMail(email));
}
