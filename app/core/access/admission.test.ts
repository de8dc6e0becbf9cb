import type { SQL } from "drizzle-orm";
import { expect, it } from "vitest";
import { db, write } from "db";
import { userStatuses } from "db/lookups";
import { type User, users } from "db/schema";
import { cast, testDatabase } from "~/testing/database";
import { isAdmitted, isWaiting, maySignIn, whereAdmitted, whereMaySignIn, whereWaiting } from "./access.server";

testDatabase();

/** Inserts a user for each combination of the columns that decide who is admitted. */
async function insertAllCombinations() {
  const [never, once] = [null, new Date("2026-11-01T09:00:00Z")];
  const rows: User[] = [];
  for (const { value: status } of userStatuses)
    for (const access of ["none", "client", "owner"] as const)
      for (const deletedAt of [never, once])
        for (const deactivatedAt of [never, once])
          for (const accessTakenAt of [never, once])
            for (const hasLogin of [true, false]) {
              const id = 100 + rows.length;
              const own = { id, uid: hasLogin ? `uid-${id}` : null, email: `user${id}@example.com` };
              rows.push({ ...cast.dan, ...own, status, access, deletedAt, deactivatedAt, accessTakenAt });
            }
  await write(async (tx) => void (await tx.insert(users).values(rows)));
  return db.select().from(users).orderBy(users.id);
}

it.each<[string, (user: User) => boolean, SQL | undefined]>([
  ["is admitted", isAdmitted, whereAdmitted],
  ["may sign in", maySignIn, whereMaySignIn],
  ["awaits admission", isWaiting, whereWaiting],
])("TypeScript and SQL agree about who %s", async (_, isSo, where) => {
  const all = await insertAllCombinations();
  const found = await db.select({ id: users.id }).from(users).where(where).orderBy(users.id);
  const wanted = all.filter(isSo).map(({ id }) => id);
  expect(found.map(({ id }) => id)).toEqual(wanted);
  expect(wanted.length).toBeGreaterThan(2);
  expect(wanted.length).toBeLessThan(all.length - 2);
});
