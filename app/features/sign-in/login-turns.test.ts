/** Tests that a sign-in makes few transactions, because each may wait for a batch of an import. */
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { db, write } from "db";
import { attempts, authenticators, sessions, signInSteps, users } from "db/schema";
import { seal } from "~/core/process/secrets.server";
import { cast, password, testDatabase } from "~/testing/database";
import { post, run } from "~/testing/requests";
import { countingTurns } from "~/testing/count-writes";
import { action as login } from "./login";

testDatabase();
const turnsOf = countingTurns();
const { ada } = cast;
const logIn = () => run(login, post("/login", { email: ada.email, password }));
const counts = async () => (await db.select().from(attempts)).map(({ count }) => count);

it("a login creates a session in two transactions, and resets the counted attempt in the second", async () => {
  expect(await turnsOf(logIn)).toBe(2);
  expect(await db.$count(sessions)).toBe(1);
  expect(await counts()).toEqual([0]);
});

it("a login that needs a second factor takes two transactions as well", async () => {
  await write(
    async (tx) =>
      void (await tx.insert(authenticators).values({
        userId: ada.id,
        secret: seal("GEZDGNBVGY3TQOJQ", `authenticator of user ${ada.id}`),
        confirmedAt: new Date(),
      })),
  );
  expect(await turnsOf(logIn)).toBe(2);
  expect(await db.$count(signInSteps)).toBe(1);
  expect(await counts()).toEqual([0]);
});

it("the right password of a banned user resets the counted attempt in its own transaction", async () => {
  await write(async (tx) => void (await tx.update(users).set({ status: "Banned" }).where(eq(users.id, ada.id))));
  expect((await logIn()).status).toBe(403);
  expect(await db.$count(sessions)).toBe(0);
  expect(await counts()).toEqual([0]);
});

it("a wrong password is counted as an attempt", async () => {
  expect((await run(login, post("/login", { email: ada.email, password: "wrong" }))).status).toBe(403);
  expect(await counts()).toEqual([1, 1]);
});
