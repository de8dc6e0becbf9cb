/** Tests that a user whose access was removed neither awaits approval nor gets access by registering again. */
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { db, write } from "db";
import { type User, users } from "db/schema";
import { admit } from "~/features/sign-in/admit.server";
import { cast, password, testDatabase, withConfig } from "~/testing/database";
import { get, post, run, signedIn } from "~/testing/requests";
import { loader as personPage } from "~/features/users/edit";
import { userResource } from "~/features/users/users.server";
import { giveAccess } from "./give.server";
import { invite } from "../invitations/invitations.server";
import type { AccessGrant } from "~/core/access/levels";
import { action as takeAway, loader as takeAwayPage } from "./take-away";
import { loader as team } from "../team";

testDatabase();
const { ada, ben } = cast;
const account = { uid: ben.uid ?? "", email: ben.email, emailVerified: true, displayName: ben.name, disabled: false };
const give = (access: AccessGrant["access"]) => write((tx) => giveAccess(tx, ada, ben.id, { access, areas: {} }));
const set = (values: Partial<User>) =>
  write(async (tx) => void (await tx.update(users).set(values).where(eq(users.id, ben.id))));
const rowOf = async () => (await db.select().from(users).where(eq(users.id, ben.id)))[0] as User;
const textOf = async () =>
  (await run<{ access: string }>(personPage, await signedIn(`/users/${ben.id}`, ada), { id: String(ben.id) })).data
    .access;
const waiting = async () =>
  (await run<{ people: { name: string }[] }>(team, await signedIn("/team/waiting", ada))).data.people.map(
    ({ name }) => name,
  );

describe("a user whose access was removed", () => {
  it("is told so, on the page and at login, and does not wait for approval", async () => {
    await give("none");
    await expect(admit(account)).rejects.toMatchObject({ code: "access-taken" });
    expect(await textOf()).toBe("Access was taken away: cannot sign in");
    expect(await waiting()).toEqual([cast.pia.name]);
    expect((await rowOf()).accessTakenAt).toBeInstanceOf(Date);
  });

  it("is like any other user once they have access again", async () => {
    await give("none");
    await give("client");
    expect((await rowOf()).accessTakenAt).toBeNull();
    expect(await admit(account)).toMatchObject({ id: ben.id, access: "client" });
  });

  it.each([
    ["take it away", () => give("none"), "access-taken"],
    ["set them to Pending", () => userResource.setStatus(ada, [ben.id], "Pending"), "person-pending"],
  ])(
    "does not get it back by an older invitation that they had not used when somebody came to %s",
    async (_, keepOut, code) => {
      await give("none");
      await write((tx) => invite(tx, ada, { email: ben.email, access: "staff", areas: { sales: "change" } }));
      await give("client");
      await keepOut();
      await expect(admit(account)).rejects.toMatchObject({ code });
      expect((await rowOf()).access).not.toBe("staff");
      await give("none");
      await write((tx) => invite(tx, ada, { email: ben.email, access: "client", areas: {} }));
      expect(await admit(account), "but by a new one").toMatchObject({ access: "client" });
    },
  );

  it("waits for approval if their status is set to Pending", async () => {
    await give("none");
    await set({ status: "Pending" });
    expect(await waiting()).toEqual([cast.pia.name, ben.name].toSorted());
    await expect(admit(account)).rejects.toMatchObject({ code: "person-pending" });
  });

  it.each([
    ["with a new login", () => set({ uid: null }), "access-taken"],
    ["after a move to the trash", () => set({ uid: null, deletedAt: new Date() }), "person-pending"],
  ])("does not become a client by registering %s, even if clients register themselves", async (_, leave, code) => {
    await give("none");
    await leave();
    await withConfig({ sampleData: false, clientRegistration: true }, () =>
      expect(admit({ ...account, uid: "uid-anew" })).rejects.toMatchObject({ code }),
    );
  });
});

describe("a user who lost access and is added to the directory again, if clients register themselves,", () => {
  const anew = (values: Partial<User> = {}) =>
    write(
      async (tx) =>
        (
          await tx
            .insert(users)
            .values({ name: "Ben Again", email: ben.email, role: "", status: "Active", ...values })
            .returning()
        )[0] as User,
    );
  const comes = (uid = account.uid) =>
    withConfig({ sampleData: false, clientRegistration: true }, () => admit({ ...account, uid }));
  const now = async ({ id }: User) => (await db.select().from(users).where(eq(users.id, id)))[0];
  const trashed = { deletedAt: new Date() };

  it.each([
    ["lost their access", { access: "none", accessTakenAt: new Date(), ...trashed }],
    ["was banned", { status: "Banned", ...trashed }],
    ["was rejected", { status: "Rejected", ...trashed }],
    ["was banned under another address", { status: "Banned", email: "other@example.com", ...trashed }],
  ] as [string, Partial<User>][])("waits for approval if they %s", async (_, was) => {
    await set(was);
    const person = await anew();
    for (let visit = 1; visit <= 2; visit++) await expect(comes()).rejects.toMatchObject({ code: "person-pending" });
    expect(await now(person)).toMatchObject({ uid: account.uid, access: "none" });
    expect(await waiting()).toContain(person.name);
  });

  it("waits for approval with a new login as well", async () => {
    await set({ status: "Banned", ...trashed });
    const person = await anew();
    await expect(comes("uid-anew")).rejects.toMatchObject({ code: "person-pending" });
    expect(await now(person)).toMatchObject({ uid: "uid-anew", access: "none" });
  });

  it.each(["Pending", "Rejected", "Banned"] as const)(
    "gets no access that the status Active alone would grant later, while they are %s",
    async (status) => {
      await set({ email: "gone@example.com" });
      const person = await anew({ status });
      await expect(comes("uid-anew")).rejects.toMatchObject({
        code: status === "Pending" ? "person-pending" : "person-kept-out",
      });
      expect(await now(person)).toMatchObject({ access: "none" });
    },
  );
});

it("the page that removes access asks for the password itself, so that no other page repeats it", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const browser = await signedIn("/x", ada);
  const cookie = { Cookie: browser.headers.get("Cookie") ?? "" };
  const [path, params] = [`/team/people/${ben.id}/take-away`, { id: String(ben.id) }];
  const asked = async () => (await run<{ proof?: object }>(takeAwayPage, get(path, cookie), params)).data.proof;
  expect(await asked()).toBeUndefined();
  vi.setSystemTime(Date.now() + 11 * 60_000);
  expect(await asked()).toEqual({ password: true, google: false });
  expect(await run(takeAway, post(path, { currentPassword: password }, cookie), params)).toMatchObject({
    status: 303,
    location: "/team",
  });
  expect((await rowOf()).access).toBe("none");
  vi.useRealTimers();
});
