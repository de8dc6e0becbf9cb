/**
 * Decides who may sign in and who may do what, in code and in SQL. Guards, menus, buttons, `/api`, exports, search, the
 * activity and undo all use it; job titles (`users.role`) grant no permissions.
 */
import { and, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import { type AccessArea, type AccessLevel, accessLevels } from "db/lookups";
import { authenticators, facts, secondFactorFact, type User, users } from "db/schema";

/** How much a permission covers: all records, only the user's own, or none. */
export type Reach = "all" | "own" | "none";

type Area<Name extends AccessArea = AccessArea> = `${Name}.${"view" | "change"}`;

/**
 * Reach of clients; of staff, or the area or both areas that they need for "all"; and of admins. Owners reach
 * everything.
 */
type Row = readonly [
  client: Reach,
  staff: Reach | Area | readonly [Area, otherwise: Reach] | { both: readonly [Area, Area] },
  admin: Reach,
];

const table = {
  // permission: [client, staff, admin]
  "second-factor": ["all", "all", "all"], // set up one's own second factor
  account: ["all", "all", "all"], // one's own profile, settings, notifications and messages
  screens: ["none", "all", "all"], // the sign-in pages in the menu, to look at
  search: ["all", "all", "all"], // results are limited to visible records
  undo: ["own", "all", "all"], // only changes the user could make themselves
  api: ["all", "all", "all"], // the way in; each kind of record asks for its own permission
  "faqs.view": ["all", "all", "all"], // published FAQs
  "faqs.team": ["none", "all", "all"], // FAQs for the team only
  "orders.view": ["own", "sales.view", "all"],
  "invoices.view": ["own", "sales.view", "all"],
  "creditNotes.view": ["own", "sales.view", "all"],
  "creditNotes.change": ["none", "sales.change", "all"], // issue them; nobody changes one
  "customers.view": ["none", { both: ["people.view", "sales.view"] }, "all"], // balance, credit and revenue of customers, with their addresses
  "payments.view": ["own", "sales.view", "all"],
  "payments.change": ["none", "sales.change", "all"], // record, change and delete payments and refunds
  "tickets.view": ["own", ["support.view", "own"], "all"],
  "tickets.ask": ["own", ["support.change", "own"], "all"], // create tickets and answer in them
  "sales.view": ["none", "sales.view", "all"], // products, what was sold, the calendar
  "sales.change": ["none", "sales.change", "all"],
  "support.view": ["none", "support.view", "all"], // canned replies, drafts of FAQs, what was searched for
  "support.change": ["none", "support.change", "all"],
  "people.view": ["none", "people.view", "all"],
  "people.change": ["none", "people.change", "all"],
  "reports.view": ["none", "reports.view", "all"], // dashboards, visits, courses, careers: nothing there is changed
  "reports.sales": ["none", { both: ["reports.view", "sales.view"] }, "all"], // the dashboards of sales and finance, which count orders and invoices
  activity: ["none", "all", "all"], // entries of visible records
  views: ["none", "all", "all"],
  imports: ["none", "all", "all"], // one's own files, of records that one may change
  "team.view": ["none", "none", "all"],
  "team.invite": ["none", "none", "all"], // let people in as clients or staff
  "team.change": ["none", "none", "none"], // change anybody's access
  billing: ["none", "none", "none"],
  taxes: ["none", "none", "none"], // change tax rates; they are visible with sales
  company: ["none", "none", "none"], // erase people, require a second factor, change what documents say of the company
} as const satisfies Record<string, Row>;

export type Permission = keyof typeof table;
export const permissions = Object.keys(table) as Permission[];

/**
 * The fields that decide access. `token` is set for API tokens, which are limited to their areas; `owesSecondFactor` if
 * a required second factor is not set up, which is then all that the user may do.
 */
export type Access = Pick<User, "access" | "areas"> & { token?: unknown; owesSecondFactor?: boolean };

/** Returns how much a permission covers for a user. */
export function reachOf({ access, areas, token, owesSecondFactor }: Access, permission: Permission): Reach {
  if (owesSecondFactor && permission !== "second-factor") return "none";
  const [client, staff, admin]: Row = table[permission];
  if (access === "owner") return "all";
  if (access === "admin") return admin;
  if (access === "client") return client;
  return access === "staff" ? staffReach(areas, staff, token !== undefined) : "none";
}

function staffReach(areas: User["areas"], rule: Row[1], isToken: boolean): Reach {
  const has = (needed: Area) => {
    const [area, verb] = needed.split(".") as [AccessArea, "view" | "change"];
    return areas[area] === "change" || areas[area] === verb;
  };
  if (rule === "all" || rule === "own" || rule === "none") return rule;
  if (typeof rule === "string") return has(rule) ? "all" : "none";
  if ("both" in rule) return rule.both.every(has) ? "all" : "none";
  return has(rule[0]) ? "all" : isToken ? "none" : rule[1];
}

/** Whether a user has a permission, even if only for their own records. */
export const may = (person: Access, permission: Permission) => reachOf(person, permission) !== "none";

/** Returns all permissions of a user; the browser shows controls accordingly. */
export const permissionsOf = (person: Access) => permissions.filter((permission) => may(person, permission));

/** Permissions to view and to change the records of a kind; `defineResource` takes them. */
export type RecordPermissions = Record<"view" | "change", Permission>;

/** Returns the rank of a level, from 0 for "none". */
export const rankOf = (access: AccessLevel) => accessLevels.findIndex(({ value }) => value === access);

/**
 * Condition on `users`: has any access. Written as a literal to match the partial index; a bound value would make
 * SQLite replan the query on each run.
 */
export const whereHasAccess = sql`${users.access} <> 'none'`;

/**
 * Condition on `users`: admitted, and not banned, rejected, pending or in the trash. Includes deactivated users, who
 * may come back.
 */
export const whereAdmitted = and(eq(users.status, "Active"), isNull(users.deletedAt), whereHasAccess);
/** Whether a user is active and not in the trash, so that only access is missing, if anything, to be admitted. */
export const isActive = ({ status, deletedAt }: Pick<User, "status" | "deletedAt">) =>
  status === "Active" && !deletedAt;
/** `whereAdmitted` for a row. */
export const isAdmitted = (person: Pick<User, "status" | "deletedAt" | "access">) =>
  isActive(person) && person.access !== "none";

/** Condition on `users`: may sign in. */
export const whereMaySignIn = and(whereAdmitted, isNull(users.deactivatedAt));
/** `whereMaySignIn` for a row. */
export const maySignIn = (person: Pick<User, "status" | "deletedAt" | "deactivatedAt" | "access">) =>
  isAdmitted(person) && !person.deactivatedAt;

/**
 * Condition on `users`: awaits admission. They have a login, are not rejected, and have not had their access revoked.
 */
export const whereWaiting = and(
  isNotNull(users.uid),
  isNull(users.deletedAt),
  or(
    eq(users.status, "Pending"),
    and(eq(users.status, "Active"), eq(users.access, "none"), isNull(users.accessTakenAt)),
  ),
);
/** `whereWaiting` for a row. */
export const isWaiting = ({
  uid,
  deletedAt,
  status,
  access,
  accessTakenAt,
}: Pick<User, "uid" | "deletedAt" | "status" | "access" | "accessTakenAt">) =>
  uid !== null && !deletedAt && (status === "Pending" || (status === "Active" && access === "none" && !accessTakenAt));

/** Condition on `users`: has set up a second factor. */
export const whereHasSecondFactor = sql`exists (select 1 from ${authenticators} where ${authenticators.userId} = ${users.id} and ${authenticators.confirmedAt} is not null)`;

/** Levels that can be required to set up a second factor. */
const askedForSecondFactor: AccessLevel[] = ["staff", "admin", "owner"];
export const canBeAskedForSecondFactor = ({ access }: Pick<User, "access">) => askedForSecondFactor.includes(access);
/** Condition on `users`: can be required to set up a second factor and has none. */
export const whereSecondFactorMissing = and(
  inArray(users.access, askedForSecondFactor),
  sql`not ${whereHasSecondFactor}`,
);
/** Condition on `users`: may only sign in to set up the required second factor, see `owesSecondFactor` of `Access`. */
export const whereOwesSecondFactor = and(
  whereSecondFactorMissing,
  sql`exists (select 1 from ${facts} where ${facts.name} = ${secondFactorFact})`,
);

/** Condition on `users`: may sign in and has a login, so they get notifications and can help others. */
export const whereHasLogin = and(whereMaySignIn, isNotNull(users.uid));
