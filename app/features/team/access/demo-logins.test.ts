import { execFileSync } from "node:child_process";
import { dirname } from "node:path";
import { eq, inArray, isNotNull } from "drizzle-orm";
import { expect, it } from "vitest";
import { config } from "config";
import { closeDatabase, db, write } from "db";
import { prepareDatabase } from "db/migrate";
import { demo, demoPeople } from "db/samples/users";
import { accounts, apiTokens, journal, sessions, type User, users } from "db/schema";
import { local } from "~/auth/identity/local.server";
import { admit } from "~/features/sign-in/admit.server";
import { asLocalSample, testDatabase } from "~/testing/database";
import { loader as team } from "~/features/team/team";
import { post, run, signedIn, toastOf } from "~/testing/requests";
import { giveByHand } from "./grant-from-terminal.server";
import { action, loader } from "./demo-accounts";
import { removeDemoLogins } from "./demo-logins.server";

testDatabase({ samples: true });

const nora = { uid: "nora", email: "nora@fjord.test", emailVerified: true, displayName: "Nora New", disabled: false };
const registerInSample = () => asLocalSample(() => admit(nora), { registration: "open" });
const demoIds = demoPeople.map(({ id }) => id);

it("removing the demo accounts ends their sessions and tokens, keeps their people, and lets the server start", async () => {
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

it("if only demo accounts exist, the first person to register becomes the owner", async () => {
  expect(await removeDemoLogins()).toContain("Nobody can sign in now: the first person to register becomes the owner.");
  expect(await db.$count(users, isNotNull(users.uid))).toBe(0);
  expect(await admit(nora)).toMatchObject({ access: "owner" });
});

it("demo accounts stay if no other user with a login is an owner", async () => {
  await registerInSample();
  await expect(removeDemoLogins()).rejects.toThrow(/^Nothing was removed: .*npm run access -- ada@example\.com owner$/);
  expect(await db.$count(accounts)).toBe(demoPeople.length);
});

it("removing the demo accounts works as a command", async () => {
  await closeDatabase();
  const said = execFileSync(process.execPath, ["--import", "tsx", "scripts/access.ts", "--remove-demo"], {
    cwd: config.root,
    encoding: "utf8",
    env: { ...process.env, DATA_DIR: dirname(config.databaseFile) },
  });
  expect(said).toMatch(/^Removed the demo accounts .+\nNobody can sign in now/);
});

const path = "/team/demo-accounts";
const findPerson = async (email: string) => (await db.select().from(users).where(eq(users.email, email)))[0] as User;
const remove = async (by: User) =>
  run<{ form: { errors: Record<string, string> } }>(action, await signedIn(post(path, { act: "remove" }), by));
const isOffered = async (by: User) =>
  (await run<{ hasDemoAccounts: boolean }>(team, await signedIn("/team", by))).data.hasDemoAccounts;

async function addOwner(): Promise<User> {
  await registerInSample();
  await giveByHand(nora.email, "owner", []);
  return findPerson(nora.email);
}

it("the page about demo accounts refuses to remove the only owner, and says how to make another one", async () => {
  const me = await findPerson(demo.email);
  const refusal = /^Only demo accounts can sign in as an owner\. Make an account of your own an owner first: /;
  expect((await run(loader, await signedIn(path, me))).data).toMatchObject({
    hasOwn: true,
    refusal: expect.stringMatching(refusal),
  });
  for (const others of ["none", "an admin"]) {
    if (others === "an admin") await registerInSample();
    const answer = await remove(me);
    expect([answer.status, answer.data.form.errors[""]]).toEqual([400, expect.stringMatching(refusal)]);
    expect(await db.$count(accounts)).toBe(demoPeople.length);
  }
});

it("an owner can remove the demo accounts on a page, which is offered only while there are any", async () => {
  const owner = await addOwner();
  expect(await isOffered(owner)).toBe(true);
  expect(await remove(owner)).toMatchObject({ status: 303, location: "/team" });
  expect([await db.$count(accounts), await isOffered(owner)]).toEqual([0, false]);
  const acts = await db.select().from(journal).where(eq(journal.note, "changed the access from owner to no access"));
  expect(acts.map(({ byName }) => byName)).toEqual([owner.name]);
  expect(toastOf(await remove(owner)).text).toBe("There is no demo account in this database.");
});

it("an owner who removes their own demo account is led to the login page", async () => {
  await addOwner();
  const answer = await remove(await findPerson(demo.email));
  expect(answer).toMatchObject({ status: 303, location: "/login" });
  expect(toastOf(answer).text).toMatch(/^Removed the demo accounts /);
  expect([await db.$count(accounts), await db.$count(sessions)]).toEqual([0, 0]);
});

it("only owners are offered the removal of the demo accounts", async () => {
  await registerInSample();
  const admin = await findPerson(nora.email);
  expect([await isOffered(admin), (await remove(admin)).status]).toEqual([false, 403]);
});
