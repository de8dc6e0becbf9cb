import { execFileSync } from "node:child_process";
import { dirname } from "node:path";
import { eq, inArray, isNotNull } from "drizzle-orm";
import { expect, it } from "vitest";
import { config } from "config";
import { closeDatabase, db, write } from "db";
import { prepareDatabase } from "db/migrate";
import { demo, demoPeople } from "db/samples/users";
import { accounts, apiTokens, journal, users } from "db/schema";
import { local } from "~/auth/identity/local.server";
import { admit } from "~/features/sign-in/admit.server";
import { asLocalSample, testDatabase } from "~/testing/database";
import { giveByHand } from "./by-hand.server";
import { removeDemoLogins } from "./demo-logins.server";

testDatabase({ samples: true });

const nora = { uid: "nora", email: "nora@fjord.test", emailVerified: true, displayName: "Nora New", disabled: false };
const registerInSample = () => asLocalSample(() => admit(nora), { registration: "open" });
const demoIds = demoPeople.map(({ id }) => id);

it("removing the demo accounts ends all that they opened, keeps their people, and lets the start go on", async () => {
  await registerInSample();
  await giveByHand(nora.email, "owner", []);
  const token = { userId: demo.id, name: "Till", tokenHash: "hash", start: "po", areas: {}, expiresAt: new Date() };
  await write(async (tx) => void (await tx.insert(apiTokens).values(token)));

  const [removed, remaining] = await removeDemoLogins();
  expect(removed).toMatch(/^Removed the demo accounts .*demo@portico\.example/);
  expect(remaining).toContain("nora@fjord.test (owner)");
  await expect(local.signIn(demo.email, demo.password)).rejects.toMatchObject({ code: "invalid-credential" });
  expect([await db.$count(accounts), await db.$count(apiTokens)]).toEqual([0, 0]);
  const people = await db.select().from(users).where(inArray(users.id, demoIds));
  expect(people.map(({ uid, access }) => [uid, access])).toEqual(demoIds.map(() => [null, "none"]));
  expect(
    await db.select().from(journal).where(eq(journal.note, "changed the access from owner to no access")),
  ).toHaveLength(1);
  await expect(prepareDatabase()).resolves.toMatchObject({ seeded: false });
  expect(await removeDemoLogins()).toEqual(["There is no demo account in this database."]);
});

it("where the demo accounts are the only ones, the first person to register becomes the owner", async () => {
  expect(await removeDemoLogins()).toContain("Nobody can sign in now: the first person to register becomes the owner.");
  expect(await db.$count(users, isNotNull(users.uid))).toBe(0);
  expect(await admit(nora)).toMatchObject({ access: "owner" });
});

it("the demo accounts stay where only they hold the owner among people who have a login", async () => {
  await registerInSample();
  await expect(removeDemoLogins()).rejects.toThrow(/^Nothing was removed: .*npm run access -- ada@example\.com owner$/);
  expect(await db.$count(accounts)).toBe(demoPeople.length);
});

it("removing the demo accounts is a command", async () => {
  await closeDatabase();
  const said = execFileSync(process.execPath, ["--import", "tsx", "scripts/access.ts", "--remove-demo"], {
    cwd: config.root,
    encoding: "utf8",
    env: { ...process.env, DATA_DIR: dirname(config.databaseFile) },
  });
  expect(said).toMatch(/^Removed the demo accounts .+\nNobody can sign in now/);
});
