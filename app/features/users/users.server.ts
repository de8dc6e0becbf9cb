import { and, eq, inArray, sql } from "drizzle-orm";
import { afterCommit, db, type Transaction } from "db";
import { journal, peopleTotals, type User, users, visits } from "db/schema";
import { isActive, isAdmitted, maySignIn, whereHasLogin, whereWaiting } from "~/core/access/access.server";
import { isProvenAddress } from "~/auth/identity/account-address.server";
import { lockLogin } from "~/auth/identity/provider-work.server";
import { endSessions } from "~/auth/sessions/sessions.server";
import { outOfAccessScope } from "~/auth/tokens/bearer.server";
import { letInMail } from "~/core/mail/account-mails";
import { queueMail } from "~/core/mail/mail.server";
import type { ListQuery, StoredSums } from "~/core/list/listing.server";
import { momentIn } from "~/core/list/days.server";
import type { Reader } from "~/core/list/reach.server";
import { logSecurityEvent } from "~/core/process/security-log.server";
import { type Act, type Actor, RuleViolation } from "~/core/resource/act.server";
import { patchFor } from "~/core/resource/bulk-outcome.server";
import { defineResource } from "~/core/resource/define-resource.server";
import { endGivenBy, revokeInvitationsTo } from "~/auth/revoke-invitations.server";
import { accessByAddress, statusChangeRefusal, addressChangeRefusal } from "~/core/access/grants.server";
import { whoHasEmail } from "~/features/customers/find-by-email.server";
import { notifyOwners } from "~/features/notifications/notify-owners.server";
import { readablePreferences } from "~/features/notifications/readable-preferences";
import { readLinks } from "./profile/networks";
import { userDependents } from "./dependents.server";
import { userFields, userNoun } from "./fields";
import { peopleConfirmations } from "./confirmations.server";
import { noLevelNote } from "./without-level.server";

/** Returns the stored counts for a list that is filtered only by status and role; undefined for any other filter. */
function storedSums({ q, filters, trash }: Pick<ListQuery, "q" | "filters" | "trash">): StoredSums | undefined {
  const { status, role, ...others } = filters;
  if (q || trash || Object.keys(others).length > 0) return undefined;
  const where = and(
    status ? eq(peopleTotals.status, status) : undefined,
    role ? eq(peopleTotals.role, role) : undefined,
  );
  return { table: peopleTotals, sums: { rows: peopleTotals.people }, where };
}

export const userResource = defineResource({
  table: users,
  noun: userNoun,
  fields: userFields,
  permissions: { view: "people.view", change: "people.change" },
  list: {
    path: "/users",
    index: { kind: "users", number: users.id },
    filters: {
      visited: {
        label: "Visited",
        type: "days",
        needs: "reports.view",
        by: (days) =>
          sql`exists (select 1 from ${visits} where ${visits.personId} = ${users.id} and ${and(...momentIn(visits.startedAt)(days))})`,
      },
    },
    sort: "-createdAt",
    tabs: "status",
    storedSums,
    confirmDownload: () => ({
      title: "Download people?",
      text: "The file holds the names, addresses and telephone numbers of all whom the list shows. Keep it where nobody else reads it, and delete it when you no longer need it.",
      button: "Download the file",
      back: "/users",
    }),
  },
  import: true,
  check: checkUser,
  afterWrite: logAccess,
  refusesUndo: (user, patch, by) => refusesUndo(user, { ...user, ...patch }, by),
  remainingSteps: noLevelNote,
  confirmations: peopleConfirmations,
  readableValues: { links: readLinks, notices: readablePreferences },
  trashWarning: "Signed-in users are signed out at once and cannot sign in again.",
  skipInBulk: (user, { by, what }) => ownAccountRefusal(by, user, { ...user, ...patchFor(what) }),
  ownerOnly: ["links", "notices"],
  unaudited: ["uid", "access", "areas", "deactivatedAt", "accessEndedAt", "accessTakenAt"],
  dependents: userDependents,
  files: [users.image],
  ownEntriesFilter: (me) => and(eq(journal.recordId, String(me.id)), inArray(journal.action, ["changed", "security"])),
});

/** Counts the users who await approval: the figure on the home page, and the rows of `/team/waiting`. */
export const countAwaitingApproval = () => db.$count(users, whereWaiting);

/** A user, or a new one without an id. */
type Draft = Omit<User, "id"> & { id?: number };

const isKeptOut = ({ status }: Draft) => status === "Banned" || status === "Rejected";
const isOut = (person: Draft) => isKeptOut(person) || person.deletedAt !== null;

/** Returns why users may not delete or lock out themselves: Account Deactivation asks first and can be reverted. */
const ownAccountRefusal = (by: Pick<Actor, "id">, before: User, after: Draft) =>
  before.id === by.id && isActive(before) && !isActive(after)
    ? "This is your own account, so you cannot delete it or keep yourself out. To leave, use Account Deactivation in your settings."
    : undefined;

/** Whether `checkUser` would always refuse this undo for the reader. */
function refusesUndo(before: User, after: User, by: Reader | undefined): boolean {
  const isMoved = before.email !== after.email;
  if (isMoved && before.uid !== null) return true;
  if (!by) return false;
  if (by.id === before.id) return ownAccountRefusal(by, before, after) !== undefined;
  return (
    (changesStanding(before, after) && statusChangeRefusal(by, before) !== undefined) ||
    (isMoved && addressChangeRefusal(by, before) !== undefined)
  );
}

/** Checks the rules for every change of a user, whether by form, API, bulk action or undo. */
async function checkUser(
  tx: Transaction,
  { before, after, by }: { before: User | undefined; after: Draft; by: Actor },
) {
  if (by.token?.access === false && changesAccess(before, after)) throw outOfAccessScope();
  if (before && letsInOrOut(before, after)) await by.assertRecentlyAuthenticated?.();
  const ownStays = before && ownAccountRefusal(by, before, after);
  if (ownStays) throw new RuleViolation({ [after.deletedAt ? "" : "status"]: ownStays });
  if (!after.deletedAt) await refuseTakenEmail(tx, after);
  if (before?.uid && before.email !== after.email && !(await isProvenAddress(tx, before.uid, after.email))) {
    throw new RuleViolation({
      email: "This person signs in with this address, so only they can change it, under Account Settings",
    });
  }
  if (before && changesStanding(before, after)) await refuseAbove(tx, by, before);
  if (before && before.email !== after.email) await refuseReaddress(tx, by, before);
  const isLetGo = before && isAdmitted(before) && !isAdmitted(after);
  if (isLetGo) {
    if (before.uid && maySignIn(before)) await refuseToLockEveryoneOut(tx, before);
    await endSessions(tx, before.id); // of who deactivated their account, the login by which they come back
    await endGivenBy(tx, before.id);
  }
  await revokeInvitationsOf(tx, before, after);
  if (before?.status === "Pending" && after.uid && maySignIn(after)) await queueMail(tx, letInMail(after.email));
  if (before?.uid && isKeptOut(before) !== isKeptOut(after)) await lockLogin(tx, before.uid, isKeptOut(after));
}

const changesStanding = (before: User, after: Draft) =>
  before.status !== after.status || !before.deletedAt !== !after.deletedAt;

/**
 * Revokes invitations to a user who loses access or is locked out, and invitations to an address that such a user
 * receives.
 */
async function revokeInvitationsOf(tx: Transaction, before: User | undefined, after: Draft) {
  const isLetGo = before && isAdmitted(before) && !isAdmitted(after);
  if (before && (isLetGo || (isOut(after) && !isOut(before)))) await revokeInvitationsTo(tx, before.email);
  if (isOut(after) && !(before && isOut(before) && before.email === after.email))
    await revokeInvitationsTo(tx, after.email);
}

/** Whether a change affects who can sign in, so that forms ask to confirm one's identity first. */
const letsInOrOut = (before: User, after: Draft) =>
  changesStanding(before, after) || (before.email !== after.email && accessByAddress(before).access !== "none");

/** Whether a change may affect access, now or later, so that an API token needs the scope for it. */
const changesAccess = (before: User | undefined, after: Draft) =>
  before ? before.email !== after.email || letsInOrOut(before, after) : after.status === "Active";

/** Throws `RuleViolation` if the actor may not change the status of a person with equal or higher access. */
async function refuseAbove(tx: Transaction, by: Actor, person: User) {
  const who = await actorAbout(tx, by, person);
  const why = who && statusChangeRefusal(who, person);
  if (why) throw new RuleViolation({ status: why });
}

/** Throws `RuleViolation` if the actor changes an address that carries an access which they could not grant. */
async function refuseReaddress(tx: Transaction, by: Actor, person: User) {
  const { access } = accessByAddress(person);
  const who = await actorAbout(tx, by, { ...person, access });
  const why = who && addressChangeRefusal(who, person);
  if (why) throw new RuleViolation({ email: why });
}

/**
 * Returns the actor's access, or undefined if no check applies: for the system, for the person themselves, and for a
 * person without access.
 */
async function actorAbout(tx: Transaction, by: Actor, person: Pick<User, "id" | "access">) {
  if (by.id === null || by.id === person.id || person.access === "none") return undefined;
  const [who] = await tx.select({ access: users.access, areas: users.areas }).from(users).where(eq(users.id, by.id));
  return who ?? { access: "none" as const, areas: {} };
}

/** Writes to the log who gave or took sign-in from a user with a login. */
async function logAccess(
  tx: Transaction,
  { before, after }: { before: User | undefined; after: User },
  { by }: Act,
): Promise<void> {
  if (before?.status === "Pending" && !maySignIn(before) && maySignIn(after)) await notifyOwners(tx, by, after);
  const [was, is] = [before && accessOf(before), accessOf(after)];
  if (after.uid === null || !was || was === is) return;
  afterCommit(() =>
    logSecurityEvent({ event: "access", outcome: "success", userId: after.id, byId: by.id, what: `${was} to ${is}` }),
  );
}

const accessOf = ({ status, deletedAt }: User) => (deletedAt ? "in the trash" : status);

async function refuseTakenEmail(tx: Transaction, draft: Draft) {
  const other = await whoHasEmail(draft, tx);
  if (other) throw new RuleViolation({ email: `${other.name} already has this e-mail address. Use another one.` });
}

/** Throws `RuleViolation` if this is the last owner who can sign in. */
export async function refuseToLockEveryoneOut(tx: Transaction, person: User, field = "status") {
  if ((await lastOwner(tx)) === person.id) throw new RuleViolation({ [field]: lastOwnerStays(person) });
}

/** Returns the id of the only owner who can sign in; undefined if there are several. */
export async function lastOwner(from: Pick<Transaction, "select"> = db): Promise<number | undefined> {
  const [one, other] = await from
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.access, "owner"), whereHasLogin))
    .limit(2);
  return other ? undefined : one?.id;
}

export const lastOwnerStays = ({ name }: Pick<User, "name">) =>
  `${name} is the last owner who can sign in. Make someone else an owner first.`;
