/**
 * Daily limit on wrong app codes per user, because a six-digit code could be guessed from many networks. Recovery
 * codes are too long to guess and are not limited.
 */
import { afterCommit, type Transaction } from "db";
import { type User, users } from "db/schema";
import { eq } from "drizzle-orm";
import { logSecurityEvent } from "~/core/process/security-log.server";
import { wrongCodesMail } from "~/core/mail/account-mails";
import { queueMail } from "~/core/mail/mail.server";
import { countDaily, dailyCount } from "../attempts.server";
import { describePlace, type Place } from "../sessions/place.server";

/** Maximum wrong codes in 24 hours, counted from the first. */
const maxWrong = 20;
/** Number of wrong codes after which the user is notified by mail. */
const notifyAfter = 5;

/** Returns why app codes are refused at the moment, or undefined if they are accepted. */
export async function appCodesRefused(
  from: Pick<Transaction, "select">,
  userId: User["id"],
): Promise<string | undefined> {
  const { count, endsAt } = await dailyCount(from, "wrong-code", String(userId));
  if (count < maxWrong || !endsAt) return undefined;
  const hours = Math.ceil((endsAt.getTime() - Date.now()) / 3_600_000);
  return `Too many wrong codes were entered for this account. For the next ${hours === 1 ? "hour" : `${hours} hours`} only a recovery code is accepted.`;
}

/** Counts a wrong app code, in the transaction that refuses it. */
export async function countWrongCode(tx: Transaction, userId: User["id"], place: Place): Promise<void> {
  const count = await countDaily(tx, "wrong-code", String(userId));
  if (count === maxWrong)
    afterCommit(() => logSecurityEvent({ event: "rate-limit", outcome: "failure", userId, what: "second-factor" }));
  if (count !== notifyAfter) return;
  const [person] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
  const last = describePlace(place);
  if (person) await queueMail(tx, wrongCodesMail(person.email, { count, most: maxWrong, last }));
}
