/** The data about users on the team pages besides their records. */
import { and, inArray, isNull, sql } from "drizzle-orm";
import { db } from "db";
import { sessions, signIns, type User, users } from "db/schema";
import { whereHasSecondFactor } from "~/core/access/access.server";
import { pick } from "~/core/values/pick";
import { lastOwner, lastOwnerStays } from "~/features/users/access-rules.server";
import { listPendingResets } from "./second-factor/reset.server";
import { levelsFor, mayKeepOut, grantRefusal, secondFactorResetRefusal } from "~/core/access/grants.server";

/** Adds to the users when they were last active, the state of their second factor, and what `me` may do. */
export async function membersOf(me: User, rows: User[]) {
  const ids = rows.map(({ id }) => id);
  const [seen, secured, resets] = [await lastSeen(ids), await havingSecondFactor(ids), await listPendingResets(ids)];
  const last = await lastOwner();
  return rows.map((row) => ({
    ...pick(row, "id", "name", "email", "image", "status", "access", "areas", "createdAt", "deactivatedAt"),
    hasLogin: row.uid !== null,
    isMe: row.id === me.id,
    lastSeen: seen.get(row.id) ?? null,
    secondFactor: secured.has(row.id),
    resetAt: resets.get(row.id) ?? null,
    mayReset: secured.has(row.id) && !secondFactorResetRefusal(me, row),
    mayChange: row.id !== last && grantRefusal(me, row, { access: "none", areas: {} }) === undefined,
    mayEnd: row.uid !== null && (row.id === me.id || mayKeepOut(me, row)),
  }));
}

export type Member = Awaited<ReturnType<typeof membersOf>>[number];

const latest = (one: number, other: number) => new Date(Math.max(one, other));

/** Returns when each user was last active: from an open session, or else the last sign-in. */
async function lastSeen(ids: number[]): Promise<Map<number, Date>> {
  const found = new Map<number, Date>();
  const bySession = await db
    .select({ id: sessions.userId, at: sql<number>`max(${sessions.lastSeenAt})` })
    .from(sessions)
    .where(inArray(sessions.userId, ids))
    .groupBy(sessions.userId);
  const bySignIn = await db
    .select({ id: signIns.userId, at: sql<number>`max(${signIns.at})` })
    .from(signIns)
    .where(and(inArray(signIns.userId, ids), isNull(signIns.refused)))
    .groupBy(signIns.userId);
  for (const { id, at } of [...bySession, ...bySignIn]) found.set(id, latest(at, found.get(id)?.getTime() ?? 0));
  return found;
}

async function havingSecondFactor(ids: number[]): Promise<Set<number>> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, ids), whereHasSecondFactor));
  return new Set(rows.map(({ id }) => id));
}

/** Returns the data for the pages about a user's access, and what `me` may do there. */
export async function aboutPerson(me: User, person: User) {
  const shown = pick(person, "id", "name", "email", "access", "areas", "status", "deactivatedAt", "accessTakenAt");
  const reason =
    grantRefusal(me, person, { access: "none", areas: {} }) ??
    ((await lastOwner()) === person.id ? lastOwnerStays(person) : undefined);
  return {
    person: { ...shown, hasLogin: person.uid !== null, isMe: person.id === me.id },
    levels: levelsFor(me),
    why: reason,
  };
}
