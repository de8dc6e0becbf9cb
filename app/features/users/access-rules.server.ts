/** The rules for changing a user: who may change whose status and address, and that an owner remains. */
import { and, eq } from "drizzle-orm";
import { db, type Transaction } from "db";
import { type User, users } from "db/schema";
import { isProvenAddress } from "~/auth/identity/account-address.server";
import { outOfAccessScope } from "~/auth/tokens/bearer.server";
import { isActive, isAdmitted, maySignIn, whereHasLogin } from "~/core/access/access.server";
import { accessByAddress, addressChangeRefusal, statusChangeRefusal } from "~/core/access/grants.server";
import type { Reader } from "~/core/list/reach.server";
import { type Actor, RuleViolation } from "~/core/resource/act.server";
import { userWithEmail } from "~/features/customers/find-by-email.server";

/** A user, or a new one without an id. */
export type DraftUser = Omit<User, "id"> & { id?: number };

/** Returns why users may not delete or lock out themselves: Account Deactivation asks first and can be reverted. */
export const ownAccountRefusal = (by: Pick<Actor, "id">, before: User, after: DraftUser) =>
  before.id === by.id && isActive(before) && !isActive(after)
    ? "This is your own account, so you cannot delete it or keep yourself out. To leave, use Account Deactivation in your settings."
    : undefined;

/** Whether `checkUser` would always refuse this undo for the reader. */
export function refusesUndo(before: User, after: User, by: Reader | undefined): boolean {
  const isReaddressed = before.email !== after.email;
  if (isReaddressed && before.uid !== null) return true;
  if (!by) return false;
  if (by.id === before.id) return ownAccountRefusal(by, before, after) !== undefined;
  return (
    (changesStatus(before, after) && statusChangeRefusal(by, before) !== undefined) ||
    (isReaddressed && addressChangeRefusal(by, before) !== undefined)
  );
}

/** Refuses changes of a user that break a rule, whether by form, API, bulk action or undo. Changes nothing. */
export async function checkUser(
  tx: Transaction,
  { before, after, by }: { before: User | undefined; after: DraftUser; by: Actor },
) {
  if (by.token?.access === false && changesAccess(before, after)) throw outOfAccessScope();
  if (before && changesSignIn(before, after)) await by.assertRecentlyAuthenticated?.();
  const ownRefusal = before && ownAccountRefusal(by, before, after);
  if (ownRefusal) throw new RuleViolation({ [after.deletedAt ? "" : "status"]: ownRefusal });
  if (!after.deletedAt) await refuseTakenEmail(tx, after);
  if (before?.uid && before.email !== after.email && !(await isProvenAddress(tx, before.uid, after.email))) {
    throw new RuleViolation({
      email: "This person signs in with this address, so only they can change it, under Account Settings",
    });
  }
  if (before && changesStatus(before, after)) await refuseStatusChange(tx, by, before);
  if (before && before.email !== after.email) await refuseAddressChange(tx, by, before);
  if (before?.uid && maySignIn(before) && !isAdmitted(after)) await refuseToLockEveryoneOut(tx, before);
}

const changesStatus = (before: User, after: DraftUser) =>
  before.status !== after.status || !before.deletedAt !== !after.deletedAt;

/** Whether a change affects who can sign in, so that forms ask to confirm one's identity first. */
const changesSignIn = (before: User, after: DraftUser) =>
  changesStatus(before, after) || (before.email !== after.email && accessByAddress(before).access !== "none");

/** Whether a change may affect access, now or later, so that an API token needs the scope for it. */
const changesAccess = (before: User | undefined, after: DraftUser) =>
  before ? before.email !== after.email || changesSignIn(before, after) : after.status === "Active";

/** Throws `RuleViolation` if the actor may not change the status of a person with equal or higher access. */
async function refuseStatusChange(tx: Transaction, by: Actor, person: User) {
  const who = await actorToCheck(tx, by, person);
  const reason = who && statusChangeRefusal(who, person);
  if (reason) throw new RuleViolation({ status: reason });
}

/** Throws `RuleViolation` if the actor changes an address that carries an access which they could not grant. */
async function refuseAddressChange(tx: Transaction, by: Actor, person: User) {
  const { access } = accessByAddress(person);
  const who = await actorToCheck(tx, by, { ...person, access });
  const reason = who && addressChangeRefusal(who, person);
  if (reason) throw new RuleViolation({ email: reason });
}

/**
 * Returns the actor's access, or undefined if no check applies: for the system, for the person themselves, and for a
 * person without access.
 */
async function actorToCheck(tx: Transaction, by: Actor, person: Pick<User, "id" | "access">) {
  if (by.id === null || by.id === person.id || person.access === "none") return undefined;
  const [who] = await tx.select({ access: users.access, areas: users.areas }).from(users).where(eq(users.id, by.id));
  return who ?? { access: "none" as const, areas: {} };
}

async function refuseTakenEmail(tx: Transaction, draft: DraftUser) {
  const other = await userWithEmail(draft, tx);
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
