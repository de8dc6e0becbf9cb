/** Decides who may give which access to whom, for forms, invitations and the lists' buttons. */
import { config } from "config";
import { type AccessLevel, accessLevels } from "db/lookups";
import type { User } from "db/schema";
import { type Access, may, maySignIn, rankOf } from "./access.server";
import { isSameAccess, type AccessGrant, accessTitle } from "./levels";

type Person = Pick<User, "name" | "status" | "deletedAt" | "access" | "areas">;

/** Returns the levels that a user may give, lowest first. Without `team.change` these are at most clients and staff. */
export function levelsFor(me: Access): AccessLevel[] {
  if (!may(me, "team.invite")) return [];
  const highest = rankOf(may(me, "team.change") ? me.access : "staff");
  return accessLevels
    .map(({ value }) => value)
    .filter((level) => level !== "none" && rankOf(level) <= Math.min(highest, rankOf(me.access)));
}

/** Returns why `by` may not give this access to a person (undefined for a new invitation); undefined if they may. */
export function grantRefusal(by: User, person: Person | undefined, to: AccessGrant): string | undefined {
  if (!maySignIn(by) || !may(by, "team.invite"))
    return "Your access does not let you give access to others. Ask an owner.";
  if (person && person.access !== "none" && !may(by, "team.change")) return hasAlready(person);
  if (to.access !== "none" && !levelsFor(by).includes(to.access))
    return `You may let people in as ${new Intl.ListFormat("en", { type: "disjunction" }).format(levelsFor(by))}. Ask an owner for more.`;
  return undefined;
}

function hasAlready({ name, status, ...access }: Person): string {
  const had = `${name} has access already, as ${accessTitle(access)}`;
  return status === "Pending"
    ? `${had}. Set their status to Active in Users to let them in with it, or ask an owner for another.`
    : `${had}, and only owners change that. Ask an owner.`;
}

/** Returns why a person in their current status cannot be given access; undefined if they can. */
export function accessObstacle({
  name,
  status,
  deletedAt,
}: Pick<Person, "name" | "status" | "deletedAt">): string | undefined {
  if (deletedAt) return `${name} is in the trash. Restore them in Users first.`;
  if (status === "Banned" || status === "Rejected")
    return `${name} is ${status.toLowerCase()}. Set their status to Active in Users first.`;
  return undefined;
}

/**
 * Whether a user may end another's sessions or change whether they can sign in: only owners may for users of the same
 * or a higher level.
 */
export const mayKeepOut = (by: Access, person: Pick<Access, "access">) =>
  may(by, "team.change") || rankOf(person.access) < rankOf(by.access);

/** Returns who may do so, for an error message. */
const levelRequired = (person: Pick<Access, "access">) =>
  rankOf(person.access) < rankOf("admin") ? "an owner or admin" : "an owner";

/** Returns why a user may not change whether a person can sign in; undefined if they may. */
export const statusChangeRefusal = (by: Access, person: Pick<User, "name" | "access" | "areas">): string | undefined =>
  person.access === "none" || mayKeepOut(by, person)
    ? undefined
    : `${person.name} has access as ${accessTitle(person)}, so only ${levelRequired(person)} says whether they may sign in.`;

/** Returns why `by` may not end all sessions of a person; undefined if they may. */
export const sessionEndRefusal = (by: Access & Pick<User, "id">, person: Pick<User, "id" | "name" | "access">) =>
  by.id === person.id || mayKeepOut(by, person)
    ? undefined
    : `Only an owner ends the sessions of ${person.name}. Ask an owner.`;

/**
 * Returns why `by` may not reset a person's lost second factor; undefined if they may. Nobody can reset their own, or
 * anyone with an unattended browser and the password could.
 */
export function secondFactorResetRefusal(
  by: User,
  person: Pick<User, "id" | "name" | "access" | "areas">,
): string | undefined {
  if (!maySignIn(by) || !may(by, "team.invite"))
    return "Your access does not let you reset a second factor. Ask an owner.";
  if (by.id === person.id)
    return `You cannot reset your own second factor. Log in with a recovery code, or ask ${by.access === "owner" ? "another" : "an"} owner.`;
  return mayKeepOut(by, person) ? undefined : `Only an owner resets the second factor of ${person.name}. Ask an owner.`;
}

/**
 * Returns the access of someone who registers with the address of a person without a login: what was given to that
 * person, or a client's if clients may register.
 */
export const accessByAddress = ({ access, areas }: AccessGrant): AccessGrant =>
  access === "none" && config.clientRegistration ? { access: "client", areas: {} } : { access, areas };

/**
 * Whether a user may change the sign-in address of a person without a login, which decides who gets that person's
 * access.
 */
const mayReaddress = (by: Access, person: AccessGrant) => levelsFor(by).includes(accessByAddress(person).access);

/** Returns why a user may not change the sign-in address of a person without a login; undefined if they may. */
export function addressChangeRefusal(by: Access, person: Pick<User, "name" | "access" | "areas">): string | undefined {
  const { access } = accessByAddress(person);
  if (access === "none" || mayReaddress(by, person)) return undefined;
  const whose =
    person.access === "none"
      ? `Whoever registers with the address of ${person.name} comes in as ${access} and sees what is theirs`
      : `${person.name} has access as ${accessTitle(person)}, which goes to whoever has this address`;
  return `${whose}, so only who may give that access changes it. Ask an owner.`;
}

/** Whether an access grants more than another. */
export const isMore = (after: AccessGrant, before: AccessGrant) =>
  !isSameAccess(after, before) &&
  (rankOf(after.access) > rankOf(before.access) ||
    (after.access === "staff" && before.access === "staff" && hasMoreAreas(after, before)));

const hasMoreAreas = ({ areas }: AccessGrant, { areas: before }: AccessGrant) =>
  Object.entries(areas).some(
    ([area, verb]) => before[area as keyof typeof before] !== "change" && before[area as keyof typeof before] !== verb,
  );
