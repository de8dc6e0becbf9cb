/** Changes a user's access. Every change, from any source, goes through this in one transaction. */
import { eq } from "drizzle-orm";
import { afterCommit, type Transaction } from "db";
import { type User, users } from "db/schema";
import { isAdmitted, maySignIn } from "~/core/access/access.server";
import { endSessions } from "~/auth/sessions/sessions.server";
import { logSecurityEvent } from "~/core/process/security-log.server";
import { queueMail } from "~/core/mail/mail.server";
import { notifyPerson } from "~/features/notifications/notify.server";
import { type Actor, newAct, record, RuleViolation } from "~/core/resource/act.server";
import { refuseToLockEveryoneOut } from "~/features/users/access-rules.server";
import { userResource } from "~/features/users/users.server";
import { type AccessGrant, isSameAccess, accessTitle, tidyAccess } from "~/core/access/levels";
import { revokeGrantsBy, revokeInvitationsTo } from "~/auth/revoke-invitations.server";
import { personWith } from "../person.server";
import { isMore, accessObstacle, grantRefusal } from "~/core/access/grants.server";
import { admittedMail } from "~/core/mail/account-mails";
import { accessChangedMail, accessEndedMail } from "../team-mails";
import { notifyOwners } from "~/features/notifications/notify-owners.server";

interface GrantDetails {
  /** The access that the form showed, as `accessTitle` formats it. */
  seen?: string;
}

/**
 * Gives a user this access and approves them if they were waiting; does nothing if they have it already. Throws
 * `RuleViolation` if `by` may not grant it, if no owner who can sign in would remain, or if the access has changed
 * since it was `seen`.
 */
export async function giveAccess(
  tx: Transaction,
  by: Actor,
  personId: number,
  wanted: AccessGrant,
  { seen }: GrantDetails = {},
): Promise<User> {
  const person = await personWith(tx, personId);
  if (!person) throw new RuleViolation({ "": "This person is not in the directory any more." });
  const to = tidyAccess(wanted);
  if (isSameAccess(person, to) && !(person.status === "Pending" && to.access !== "none")) return person;
  const reason =
    (await grantObstacle(tx, by, person, to)) ?? (to.access === "none" ? undefined : accessObstacle(person));
  if (reason) throw new RuleViolation({ "": reason });
  if (seen !== undefined && seen !== accessTitle(person))
    throw new RuleViolation({
      "": `The access of ${person.name} is ${accessTitle(person)} now: somebody changed it meanwhile. Look again before you change it.`,
    });
  if (to.access !== "owner" && person.uid && maySignIn(person)) await refuseToLockEveryoneOut(tx, person, "access");

  const after = await setAccess(tx, by, person, to);
  await notifyPersonOf(tx, person, after);
  return after;
}

/**
 * Returns why the grant is not allowed, or undefined. The system, which has no id, may do anything that leaves an
 * owner.
 */
async function grantObstacle(tx: Transaction, by: Actor, person: User, to: AccessGrant): Promise<string | undefined> {
  if (by.id === null) return undefined;
  const giver = await personWith(tx, by.id);
  return giver ? grantRefusal(giver, person, to) : "You are not in the directory any more.";
}

/**
 * Writes an access change with the journal, the log and the mail to owners, and ends everything issued under the old
 * access. The caller checks permission and the last owner, and mails the person.
 */
export async function setAccess(tx: Transaction, by: Actor, person: User, to: AccessGrant): Promise<User> {
  if (isAdmitted(person)) await endSessions(tx, person.id); // users who are not admitted yet keep their pending sign-in
  if (to.access !== "none" && person.status === "Pending") {
    await tx.update(users).set({ access: "none" }).where(eq(users.id, person.id)); // the approval then mails nobody
    await userResource.within.change(tx, newAct(by), person.id, { status: "Active" });
  }
  await revokeInvitationsTo(tx, person.email);
  if (!isMore(to, person)) await revokeGrantsBy(tx, person.id);
  const [after] = await tx
    .update(users)
    .set({ ...tidyAccess(to), accessTakenAt: to.access === "none" ? new Date() : null })
    .where(eq(users.id, person.id))
    .returning();
  if (!after) throw new Error("The person went away in the middle of a change.");
  await writeDown(tx, by, person, after);
  if (maySignIn(after) && (!maySignIn(person) || isMore(after, person))) await notifyOwners(tx, by, after);
  return after;
}

async function writeDown(tx: Transaction, by: Actor, before: User, after: User) {
  if (isSameAccess(before, after)) return;
  const note = `changed the access from ${accessTitle(before)} to ${accessTitle(after)}`;
  await record(tx, newAct(by), {
    entity: "users",
    recordId: String(after.id),
    label: after.name,
    action: "security",
    note,
  });
  afterCommit(() =>
    logSecurityEvent({
      event: "access",
      outcome: "success",
      userId: after.id,
      byId: by.id,
      what: `${accessTitle(before)} to ${accessTitle(after)}`,
    }),
  );
  if (before.access !== "none")
    await notifyPerson(
      tx,
      "security",
      { from: { name: by.name, image: null }, text: note, href: "/settings", mail: note },
      after.id,
    );
}

/** Mails the person about their new access, unless they cannot sign in anyway. */
async function notifyPersonOf(tx: Transaction, before: User, after: User) {
  if (maySignIn(after) && !maySignIn(before)) await queueMail(tx, admittedMail(after));
  else if (maySignIn(after)) await queueMail(tx, accessChangedMail(after, before));
  else if (maySignIn(before)) await queueMail(tx, accessEndedMail(after));
}
