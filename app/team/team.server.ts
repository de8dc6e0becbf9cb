/** What the team page shows: who has access, and who waits for it. */
import { and, asc, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import { db } from "db";
import { authenticators, sessions, signIns, type User, users } from "db/schema";
import { notFound } from "~/lib/respond.server";
import { only } from "~/lib/only";
import { levelsFor, mayKeepOut, whyMayNotGive } from "./rules.server";

/** How many people stand on a page. */
export const size = 50;

const isThere = isNull(users.deletedAt);
const lists = { team: inArray(users.access, ["owner", "admin", "staff"]), clients: eq(users.access, "client") };
export type TeamList = keyof typeof lists;

/** Owners first. */
const byLevel = sql`case ${users.access} when 'owner' then 0 when 'admin' then 1 when 'staff' then 2 else 3 end`;

/** Who waits to be let in: with a login, and not let in yet nor turned down. */
const waits = and(isThere, isNotNull(users.uid), or(eq(users.status, "Pending"), and(eq(users.status, "Active"), eq(users.access, "none"))));

const shown = { id: users.id, name: users.name, email: users.email, image: users.image, status: users.status, access: users.access, areas: users.areas, uid: users.uid, createdAt: users.createdAt, deactivatedAt: users.deactivatedAt, deletedAt: users.deletedAt };

/** How many there are in each list. */
export async function countTeam() {
  return { team: await db.$count(users, and(isThere, lists.team)), clients: await db.$count(users, and(isThere, lists.clients)) };
}

/** The people of a list that have access, each with when they were last seen, whether a second step is asked of them, and what `me` may do. */
export async function listTeam(me: User, list: TeamList, page: number) {
  const rows = await db
    .select(shown)
    .from(users)
    .where(and(isThere, lists[list]))
    .orderBy(byLevel, asc(users.name), asc(users.id))
    .limit(size)
    .offset((page - 1) * size);
  const ids = rows.map(({ id }) => id);
  const [seen, secured] = [await lastSeen(ids), await withSecondStep(ids)];
  return rows.map((row) => ({
    ...only(row, "id", "name", "email", "image", "status", "access", "areas", "deactivatedAt"),
    hasLogin: row.uid !== null,
    isMe: row.id === me.id,
    lastSeen: seen.get(row.id) ?? null,
    secondStep: secured.has(row.id),
    mayChange: whyMayNotGive(me, row, { access: "none", areas: {} }) === undefined,
    mayEnd: row.id === me.id || mayKeepOut(me, row),
  }));
}

/** The people who wait to be let in, the first to come first. */
export async function listWaiting() {
  const rows = await db.select(shown).from(users).where(waits).orderBy(asc(users.id)).limit(size);
  return rows.map((row) => only(row, "id", "name", "email", "image", "status", "createdAt"));
}

const latest = (one: number, other: number) => new Date(Math.max(one, other));

/** By an open session, or else by the latest sign-in. */
async function lastSeen(ids: number[]): Promise<Map<number, Date>> {
  const found = new Map<number, Date>();
  const bySession = await db.select({ id: sessions.userId, at: sql<number>`max(${sessions.lastSeenAt})` }).from(sessions).where(inArray(sessions.userId, ids)).groupBy(sessions.userId);
  const bySignIn = await db.select({ id: signIns.userId, at: sql<number>`max(${signIns.at})` }).from(signIns).where(and(inArray(signIns.userId, ids), isNull(signIns.refused))).groupBy(signIns.userId);
  for (const { id, at } of [...bySession, ...bySignIn]) found.set(id, latest(at, found.get(id)?.getTime() ?? 0));
  return found;
}

async function withSecondStep(ids: number[]): Promise<Set<number>> {
  const rows = await db.select({ id: authenticators.userId }).from(authenticators).where(and(inArray(authenticators.userId, ids), isNotNull(authenticators.confirmedAt)));
  return new Set(rows.map(({ id }) => id));
}

/** The person whom an address of the team page names. Throws a 404. */
export async function personAt({ id }: { id?: string }): Promise<User> {
  const [person] = /^\d{1,15}$/.test(id ?? "") ? await db.select().from(users).where(and(eq(users.id, Number(id)), isThere)) : [];
  return person ?? notFound("There is no such person in the directory.");
}

/** What the pages about one person's access show of them, and what `me` may do there. */
export function aboutPerson(me: User, person: User) {
  const shown = only(person, "id", "name", "email", "access", "areas", "status", "deactivatedAt");
  return { person: { ...shown, hasLogin: person.uid !== null, isMe: person.id === me.id }, levels: levelsFor(me), why: whyMayNotGive(me, person, { access: "none", areas: {} }) };
}
