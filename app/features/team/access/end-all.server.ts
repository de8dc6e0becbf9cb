import { eq } from "drizzle-orm";
import type { Transaction } from "db";
import { users } from "db/schema";
import { endSessions } from "~/auth/sessions/sessions.server";
import { securityMail } from "~/core/mail/account-mails";
import { queueMail } from "~/core/mail/mail.server";
import { recordSecurity, RuleViolation } from "~/core/resource/act.server";
import { sessionEndRefusal } from "~/core/access/grants.server";

/**
 * Ends all sessions of a person except `here`, and whatever else lets them in. Throws `RuleViolation` if `by` is not
 * above them.
 */
export async function endAllSessions(
  tx: Transaction,
  by: { id: number; name: string },
  personId: number,
  here?: string,
) {
  const find = async (id: number) => (await tx.select().from(users).where(eq(users.id, id)))[0];
  const [who, person] = [await find(by.id), await find(personId)];
  if (!who || !person) throw new RuleViolation({ "": "This person is not in the directory any more." });
  const reason = sessionEndRefusal(who, person);
  if (reason) throw new RuleViolation({ "": reason });
  await endSessions(tx, person.id, here);
  await recordSecurity(tx, by, person, "ended all sessions and API tokens");
  if (person.uid)
    await queueMail(
      tx,
      securityMail(
        person.email,
        "You were logged out everywhere",
        "All your browsers were logged out, and your API tokens were revoked.",
      ),
    );
}
