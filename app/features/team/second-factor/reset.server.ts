/**
 * Resets a lost second factor: requested on the team page, and carried out by the link in the user's mail, or a day
 * later.
 */
import { and, eq, inArray, lte } from "drizzle-orm";
import { config } from "config";
import { db, type Transaction, write } from "db";
import { oneByOne } from "~/core/process/one-by-one.server";
import { type SecondFactorReset, secondFactorResets, type User, users } from "db/schema";
import { endSecondFactor, isSecondFactorOn } from "~/auth/second-factor/second-factor.server";
import { endSessions, refuseLate } from "~/auth/sessions/sessions.server";
import { digest, newSecret } from "~/core/process/secrets.server";
import { queueMail } from "~/core/mail/mail.server";
import { type Actor, recordSecurity, RuleViolation, system } from "~/core/resource/act.server";
import { personWith } from "../person.server";
import { secondFactorResetRefusal } from "~/core/access/grants.server";
import { resetCalledOffMail, resetDoneMail, secondFactorResetMail, resetOwnerMail } from "../team-mails";
import { resetHours } from "~/features/team/limits";
import { notifyEveryOwner } from "~/features/notifications/notify-owners.server";

type Read = Pick<Transaction, "select">;

interface Pending {
  reset: SecondFactorReset;
  person: User;
}

const isDue = () => lte(secondFactorResets.dueAt, new Date());

/** Asks for a reset. Nothing happens where one is pending: a button may be pressed twice. Throws `RuleViolation`. */
export async function askForReset(tx: Transaction, by: Actor, personId: number) {
  const [who, person] = [await personWith(tx, by.id), await personWith(tx, personId)];
  if (!who || !person) throw new RuleViolation({ "": "This person is not in the directory any more." });
  const reason = secondFactorResetRefusal(who, person);
  if (reason) throw new RuleViolation({ "": reason });
  if (!(await isSecondFactorOn(person.id, tx)))
    throw new RuleViolation({ "": `${person.name} has no second factor that could be reset.` });
  const code = newSecret(16);
  const dueAt = new Date(Date.now() + resetHours * 3_600_000);
  const [asked] = await tx
    .insert(secondFactorResets)
    .values({ userId: person.id, codeHash: digest(code), byId: who.id, createdAt: new Date(), dueAt })
    .onConflictDoNothing()
    .returning();
  if (!asked) return;
  await recordSecurity(tx, by, person, "asked to reset the second factor");
  await queueMail(
    tx,
    secondFactorResetMail(
      person.email,
      `${config.appUrl}/reset-second-factor?${new URLSearchParams({ oobCode: code })}`,
      dueAt,
    ),
  );
  const news = {
    person,
    text: "is to have their second factor reset",
    href: resetPath(person.id),
    mail: "Somebody is to have their second factor reset",
  };
  await notifyEveryOwner(tx, by, news, (to) => resetOwnerMail(to, person, dueAt), person.id);
}

/** Returns the address to request or cancel a reset. */
export const resetPath = (personId: number) => `/team/people/${personId}/reset-second-factor`;

/** Cancels a reset, for its user or for those who may request one, and mails both. Throws `RuleViolation`. */
export async function callOffReset(tx: Transaction, by: Actor, personId: number) {
  const [who, person] = [await personWith(tx, by.id), await personWith(tx, personId)];
  if (!who || !person) throw new RuleViolation({ "": "This person is not in the directory any more." });
  const reason = who.id === person.id ? undefined : secondFactorResetRefusal(who, person);
  if (reason) throw new RuleViolation({ "": reason });
  const [gone] = await tx.delete(secondFactorResets).where(eq(secondFactorResets.userId, personId)).returning();
  if (!gone) throw new RuleViolation({ "": "The reset was done or called off meanwhile." });
  await recordSecurity(tx, by, person, "called off the reset of the second factor");
  await queueMail(tx, resetCalledOffMail(person.email));
  const news = {
    person,
    text: "keeps their second factor: its reset was called off",
    href: `/team/people/${person.id}`,
    mail: "The reset of a second factor was called off",
  };
  await notifyEveryOwner(tx, by, news, resetCalledOffMail, person.id);
}

/** Returns the pending reset of a link's code, if it is valid. */
export async function resetWith(code: string, from: Read = db): Promise<Pending | undefined> {
  const [found] = await from
    .select({ reset: secondFactorResets, person: users })
    .from(secondFactorResets)
    .innerJoin(users, eq(users.id, secondFactorResets.userId))
    .where(eq(secondFactorResets.codeHash, digest(code)));
  return found && (await counts(from, found)) ? found : undefined;
}

/** Whether the reset is valid: only while its requester is allowed to request it. */
async function counts(from: Read, { reset, person }: Pending): Promise<boolean> {
  const by = await personWith(from, reset.byId);
  return by !== undefined && secondFactorResetRefusal(by, person) === undefined;
}

/**
 * Carries out the choice made on the page of a reset link. Returns false if the link is no longer valid; it works
 * once.
 */
export function followResetLink(code: string, act: "reset" | "call-off"): Promise<boolean> {
  return write(async (tx) => {
    const found = await resetWith(code, tx);
    if (!found) return false;
    if (act === "reset") await applyReset(tx, found.person, found.person);
    else await callOffReset(tx, found.person, found.person.id);
    return true;
  });
}

/** The second factor and all that belongs to it is gone, and so is all that its person has open to come in by. */
async function applyReset(tx: Transaction, by: Actor, person: User) {
  await endSecondFactor(tx, person.id);
  await endSessions(tx, person.id);
  await recordSecurity(tx, by, person, "reset the second factor");
  await queueMail(tx, resetDoneMail(person.email));
}

/**
 * Carries out a due reset during sign-in. Returns the time from which the sign-in counts, because earlier sessions
 * end. Throws `IdentityError` if all access ended since the sign-in `began`.
 */
export async function settleDueReset(personId: number, began: Date): Promise<Date | undefined> {
  const mine = and(eq(secondFactorResets.userId, personId), isDue());
  if ((await db.$count(secondFactorResets, mine)) === 0) return undefined;
  return write(async (tx) => {
    await refuseLate(tx, personId, began);
    return (await carryOutReset(tx, personId)) ? new Date() : undefined;
  });
}

/** Carries out all due resets. Returns how many. */
export async function settleDueResets(): Promise<number> {
  const due = await db.select({ userId: secondFactorResets.userId }).from(secondFactorResets).where(isDue());
  return oneByOne(
    due,
    ({ userId }) => `users ${userId}`,
    ({ userId }) => write((tx) => carryOutReset(tx, userId)),
  );
}

/** Carries out a due reset. Returns whether it was valid; an invalid one is deleted. */
async function carryOutReset(tx: Transaction, personId: number): Promise<boolean> {
  const [reset] = await tx
    .delete(secondFactorResets)
    .where(and(eq(secondFactorResets.userId, personId), isDue()))
    .returning();
  const person = await personWith(tx, personId);
  if (!reset || !person || !(await counts(tx, { reset, person }))) return false;
  await applyReset(tx, system, person);
  return true;
}

/** Returns the latest time of each user's pending reset, by user id. */
export async function listPendingResets(personIds: number[]): Promise<Map<number, Date>> {
  const rows = await db.select().from(secondFactorResets).where(inArray(secondFactorResets.userId, personIds));
  return new Map(rows.map(({ userId, dueAt }) => [userId, dueAt]));
}
