/** Who may give which access to whom: said once, for forms, invitations, the lists' buttons and whatever asks later. */
import { config } from "config";
import { type AccessLevel, accessLevels } from "db/lookups";
import type { User } from "db/schema";
import { type Access, may, maySignIn, rankOf } from "./access.server";
import { isSameAccess, type AccessGrant, accessTitle } from "./levels";

type Person = Pick<User, "name" | "status" | "deletedAt" | "access" | "areas">;

/** The levels that somebody may give, lowest first. Whoever may not change access lets in clients and staff. */
export function levelsFor(me: Access): AccessLevel[] {
  if (!may(me, "team.invite")) return [];
  const highest = rankOf(may(me, "team.change") ? me.access : "staff");
  return accessLevels
    .map(({ value }) => value)
    .filter((level) => level !== "none" && rankOf(level) <= Math.min(highest, rankOf(me.access)));
}

/** Why `by` may not give this access to a person, or to nobody yet; nothing where they may. */
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

/** Why nobody can be given access as they are; nothing where they can. */
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
 * Whether somebody may log another person out, or say whether they are let in: of who is not below them, that is for
 * owners.
 */
export const mayKeepOut = (by: Access, person: Pick<Access, "access">) =>
  may(by, "team.change") || rankOf(person.access) < rankOf(by.access);

/** Who may do so, for somebody who may not. */
const whoKeepsOut = (person: Pick<Access, "access">) =>
  rankOf(person.access) < rankOf("admin") ? "an owner or admin" : "an owner";

/** Why somebody may not say whether a person may sign in; nothing where they may. */
export const statusChangeRefusal = (by: Access, person: Pick<User, "name" | "access" | "areas">): string | undefined =>
  person.access === "none" || mayKeepOut(by, person)
    ? undefined
    : `${person.name} has access as ${accessTitle(person)}, so only ${whoKeepsOut(person)} says whether they may sign in.`;

/** Why `by` may not end all sessions of a person; nothing where they may. */
export const sessionEndRefusal = (by: Access & Pick<User, "id">, person: Pick<User, "id" | "name" | "access">) =>
  by.id === person.id || mayKeepOut(by, person)
    ? undefined
    : `Only an owner ends the sessions of ${person.name}. Ask an owner.`;

/**
 * Why `by` may not have a person's lost second step reset; nothing where they may. Nobody resets their own: whoever
 * finds a browser open could, with a password.
 */
export function secondStepResetRefusal(
  by: User,
  person: Pick<User, "id" | "name" | "access" | "areas">,
): string | undefined {
  if (!maySignIn(by) || !may(by, "team.invite"))
    return "Your access does not let you reset a second step. Ask an owner.";
  if (by.id === person.id)
    return `You cannot reset your own second step. Log in with a recovery code, or ask ${by.access === "owner" ? "another" : "an"} owner.`;
  return mayKeepOut(by, person) ? undefined : `Only an owner resets the second step of ${person.name}. Ask an owner.`;
}

/**
 * What whoever registers with the address of a person without a login gets: the access that was given to it; or a
 * client's, where clients register by themselves.
 */
export const accessByAddress = ({ access, areas }: AccessGrant): AccessGrant =>
  access === "none" && config.clientRegistration ? { access: "client", areas: {} } : { access, areas };

/** Whether somebody may say by which address a person without a login gets in: that is to say who has the access. */
const mayReaddress = (by: Access, person: AccessGrant) => levelsFor(by).includes(accessByAddress(person).access);

/** Why somebody may not say by which address a person without a login gets in; nothing where they may. */
export function addressChangeRefusal(by: Access, person: Pick<User, "name" | "access" | "areas">): string | undefined {
  const { access } = accessByAddress(person);
  if (access === "none" || mayReaddress(by, person)) return undefined;
  const whose =
    person.access === "none"
      ? `Whoever registers with the address of ${person.name} comes in as ${access} and sees what is theirs`
      : `${person.name} has access as ${accessTitle(person)}, which goes to whoever has this address`;
  return `${whose}, so only who may give that access changes it. Ask an owner.`;
}

/** Whether an access lets somebody do something that another does not. */
export const isMore = (after: AccessGrant, before: AccessGrant) =>
  !isSameAccess(after, before) &&
  (rankOf(after.access) > rankOf(before.access) ||
    (after.access === "staff" && before.access === "staff" && hasMoreAreas(after, before)));

const hasMoreAreas = ({ areas }: AccessGrant, { areas: before }: AccessGrant) =>
  Object.entries(areas).some(
    ([area, verb]) => before[area as keyof typeof before] !== "change" && before[area as keyof typeof before] !== verb,
  );
