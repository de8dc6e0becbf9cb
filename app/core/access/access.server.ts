/**
 * Who may sign in, and who may do what: the one place that decides either, for code and for SQL. Guards, menus,
 * buttons, `/api`, exports, search, the activity and undo all ask here. Job titles (`users.role`) carry no permissions.
 */
import { and, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import { type AccessArea, type AccessLevel, accessLevels } from "db/lookups";
import { authenticators, facts, secondStepFact, type User, users } from "db/schema";

/** How much of something a person may reach: all of it, their own part alone, or nothing. */
export type Reach = "all" | "own" | "none";

type Area<Name extends AccessArea = AccessArea> = `${Name}.${"view" | "change"}`;

/**
 * What clients reach; what staff reach, or the area that they need for all of it, or both areas; what admins reach.
 * Owners reach everything.
 */
type Row = readonly [
  client: Reach,
  staff: Reach | Area | readonly [Area, otherwise: Reach] | { both: readonly [Area, Area] },
  admin: Reach,
];

const table = {
  // permission: [client, staff, admin]
  "second-step": ["all", "all", "all"], // set up one's own second step
  account: ["all", "all", "all"], // one's own profile, settings, notifications and messages
  screens: ["none", "all", "all"], // the sign-in pages in the menu, to look at
  search: ["all", "all", "all"], // which finds only what its reader may see
  undo: ["own", "all", "all"], // of what one may change oneself
  api: ["all", "all", "all"], // the way in; each kind of record asks for its own permission
  "faqs.view": ["all", "all", "all"], // what is published
  "faqs.team": ["none", "all", "all"], // what is for the team only
  "orders.view": ["own", "sales.view", "all"],
  "invoices.view": ["own", "sales.view", "all"],
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
  activity: ["none", "all", "all"], // of the records that one may see
  views: ["none", "all", "all"],
  imports: ["none", "all", "all"], // one's own files, of records that one may change
  "team.view": ["none", "none", "all"],
  "team.invite": ["none", "none", "all"], // let people in as clients or staff
  "team.change": ["none", "none", "none"], // change anybody's access
  billing: ["none", "none", "none"],
  company: ["none", "none", "none"], // erase people, demand a second step
} as const satisfies Record<string, Row>;

export type Permission = keyof typeof table;
export const permissions = Object.keys(table) as Permission[];

/**
 * What access is decided by; `token` where it is a token's, which opens its areas and nothing besides; `owesSecondStep`
 * where a second step is demanded that the person has not set up: until then they may do that and nothing besides.
 */
export type Access = Pick<User, "access" | "areas"> & { token?: unknown; owesSecondStep?: boolean };

/** How much of something a person may reach. */
export function reachOf({ access, areas, token, owesSecondStep }: Access, permission: Permission): Reach {
  if (owesSecondStep && permission !== "second-step") return "none";
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

/** Whether a person may do something at all, be it with their own alone. */
export const may = (person: Access, permission: Permission) => reachOf(person, permission) !== "none";

/** Everything that a person may do at all: what the browser draws its controls by. */
export const permissionsOf = (person: Access) => permissions.filter((permission) => may(person, permission));

/** What a kind of record asks for, by its name in the journal: seeing it, and changing it. */
const recordPermissions = {
  users: { view: "people.view", change: "people.change" },
  products: { view: "sales.view", change: "sales.change" },
  reviews: { view: "sales.view", change: "sales.change" },
  orders: { view: "orders.view", change: "sales.change" },
  invoices: { view: "invoices.view", change: "sales.change" },
  tickets: { view: "tickets.view", change: "support.change" },
  replies: { view: "tickets.view", change: "support.change" },
  cannedReplies: { view: "support.view", change: "support.change" },
  faqs: { view: "support.view", change: "support.change" },
  views: { view: "views", change: "views" },
} satisfies Record<string, { view: Permission; change: Permission }>;

/** The name of a kind of record that has permissions. */
export type RecordKind = keyof typeof recordPermissions;

export const isRecordKind = (name: string): name is RecordKind => Object.hasOwn(recordPermissions, name);

/** The permission that seeing or changing records of a kind needs. */
export const permissionFor = (kind: RecordKind, verb: "view" | "change"): Permission => recordPermissions[kind][verb];

/** Returns `name` as a kind of record. Throws a sentence for a kind without permissions. */
export function recordKindOf(name: string): RecordKind {
  if (isRecordKind(name)) return name;
  throw new Error(
    `Nobody can see or change ${name} yet: add a line for ${name} to recordPermissions in app/core/access/access.server.ts.`,
  );
}

/** The level's place between nothing (0) and everything. */
export const rankOf = (access: AccessLevel) => accessLevels.findIndex(({ value }) => value === access);

/**
 * Who has any access, as a condition on `users`, in the words in which an index is kept of them: a bound value would
 * make SQLite compare it with that index at each run, and so plan each run anew.
 */
export const hasAccess = sql`${users.access} <> 'none'`;

/**
 * Who is admitted, as a condition on `users`: nobody who is banned, rejected, pending or in the trash. Somebody who
 * deactivated their account is: they may come back.
 */
export const whereAdmitted = and(eq(users.status, "Active"), isNull(users.deletedAt), hasAccess);
/** The same of a row. */
export const isAdmitted = ({ status, deletedAt, access }: Pick<User, "status" | "deletedAt" | "access">) =>
  status === "Active" && !deletedAt && access !== "none";

/** Who may sign in, as a condition on `users`. */
export const whereMaySignIn = and(whereAdmitted, isNull(users.deactivatedAt));
/** The same of a row. */
export const maySignIn = (person: Pick<User, "status" | "deletedAt" | "deactivatedAt" | "access">) =>
  isAdmitted(person) && !person.deactivatedAt;

/**
 * Who waits to be let in, as a condition on `users`: with a login, and neither turned down nor somebody whose access
 * was taken away.
 */
export const whereWaiting = and(
  isNotNull(users.uid),
  isNull(users.deletedAt),
  or(
    eq(users.status, "Pending"),
    and(eq(users.status, "Active"), eq(users.access, "none"), isNull(users.accessTakenAt)),
  ),
);
/** The same of a row. */
export const isWaiting = ({
  uid,
  deletedAt,
  status,
  access,
  accessTakenAt,
}: Pick<User, "uid" | "deletedAt" | "status" | "access" | "accessTakenAt">) =>
  uid !== null && !deletedAt && (status === "Pending" || (status === "Active" && access === "none" && !accessTakenAt));

/** Who has set up a second step, as a condition on `users`. */
export const hasSecondStep = sql`exists (select 1 from ${authenticators} where ${authenticators.userId} = ${users.id} and ${authenticators.confirmedAt} is not null)`;

/** Of whom a second step can be demanded. */
const askedForSecondStep: AccessLevel[] = ["staff", "admin", "owner"];
export const canBeAskedForSecondStep = ({ access }: Pick<User, "access">) => askedForSecondStep.includes(access);
/** The same as a condition on `users`, of those who have set up none. */
export const lacksSecondStep = and(inArray(users.access, askedForSecondStep), sql`not ${hasSecondStep}`);
/**
 * Who may sign in to set up the second step that is demanded of them, and for nothing else, as a condition on `users`:
 * what `Access` calls `owesSecondStep`.
 */
export const owesSecondStep = and(
  lacksSecondStep,
  sql`exists (select 1 from ${facts} where ${facts.name} = ${secondStepFact})`,
);

/** Who may sign in and has: they are told of things, and can help. */
export const whereHasLogin = and(whereMaySignIn, isNotNull(users.uid));
