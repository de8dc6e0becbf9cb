import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db, write } from "db";
import { journal, type User, users } from "db/schema";
import { asLocalSample, cast, testDatabase, withConfig } from "~/testing/database";
import type { Account } from "~/auth/identity/provider";
import { local } from "~/auth/identity/local.server";
import { admit } from "./admit.server";

testDatabase();

const coded = (code: string) => expect.objectContaining({ code });
const accountOf = (person: User): Account => ({
  uid: person.uid ?? "uid-new",
  email: person.email,
  emailVerified: true,
  displayName: person.name,
  disabled: false,
});
const nora: Account = {
  uid: "uid-nora",
  email: "nora.new@example.com",
  emailVerified: true,
  displayName: "",
  disabled: false,
};

const rowOf = async (email: string) => (await db.select().from(users).where(eq(users.email, email)))[0];
const entriesOf = (person: User | undefined) =>
  db
    .select()
    .from(journal)
    .where(eq(journal.recordId, String(person?.id)));

describe("an account that signs in", () => {
  it("is the user that it is linked to", async () => {
    expect(await admit(accountOf(cast.ada))).toEqual(cast.ada);
    expect(await entriesOf(cast.ada)).toEqual([]);
  });

  it("is linked at its first visit to the person with its verified address, who still waits for approval", async () => {
    const account = accountOf(cast.dan);
    await withConfig({ clientRegistration: false }, () =>
      expect(admit(account)).rejects.toEqual(coded("person-pending")),
    );
    expect(await rowOf(cast.dan.email)).toMatchObject({ id: cast.dan.id, uid: "uid-new", access: "none", revision: 1 });
    expect(await entriesOf(cast.dan)).toMatchObject([
      { action: "security", note: "registered", before: null, after: null },
    ]);
    await write(async (tx) => void (await tx.update(users).set({ access: "client" }).where(eq(users.id, cast.dan.id))));
    expect(await admit(account)).toMatchObject({ id: cast.dan.id, revision: 1 });
  });

  it("is linked to nobody before its address is verified", async () => {
    await expect(admit({ ...accountOf(cast.dan), emailVerified: false })).rejects.toEqual(coded("email-not-verified"));
    expect(await rowOf(cast.dan.email)).toEqual(cast.dan);
  });

  it("follows its person who was put in the trash and then added to the directory again", async () => {
    const [anew] = await write((tx) =>
      tx
        .insert(users)
        .values({ name: "Tess Again", email: cast.tess.email, role: "", status: "Active", access: "client" })
        .returning(),
    );
    const account = accountOf(cast.tess);
    for (let visit = 0; visit < 2; visit++)
      expect(await admit(account)).toMatchObject({ id: anew?.id, uid: account.uid });
    const [old] = await db.select().from(users).where(eq(users.id, cast.tess.id));
    expect(old).toEqual({ ...cast.tess, uid: null });
    expect(await entriesOf(anew)).toMatchObject([{ action: "security", note: "registered" }]);
  });

  it.each<[string, Partial<User>]>([
    ["with access", { access: "staff" }],
    ["while they waited", { status: "Pending", access: "none" }],
  ])("admits nobody as a client who was put in the trash %s and added to the directory again", async (_, values) => {
    await write(async (tx) => {
      await tx.update(users).set(values).where(eq(users.id, cast.tess.id));
      await tx.insert(users).values({ name: "Tess Again", email: cast.tess.email, role: "", status: "Active" });
    });
    await withConfig({ clientRegistration: true, sampleData: false }, () =>
      expect(admit(accountOf(cast.tess))).rejects.toMatchObject({ code: "person-pending" }),
    );
  });

  it("does not follow its address to another user's record, nor to a banned one", async () => {
    const [anew] = await write((tx) =>
      tx
        .insert(users)
        .values({ name: "Tess Again", email: cast.tess.email, role: "", status: "Banned", uid: "uid-other" })
        .returning(),
    );
    await expect(admit(accountOf(cast.tess))).rejects.toEqual(coded("person-tied"));
    await write(
      async (tx) =>
        void (await tx
          .update(users)
          .set({ uid: null })
          .where(eq(users.id, anew?.id ?? 0))),
    );
    await expect(admit(accountOf(cast.tess))).rejects.toEqual(coded("person-kept-out"));
  });

  it("cannot take over the user of another account", async () => {
    await expect(admit({ ...nora, email: cast.ada.email })).rejects.toEqual(coded("person-tied"));
    expect(await rowOf(cast.ada.email)).toEqual(cast.ada);
  });

  it("is refused if it is disabled, and so are pending, banned, rejected and trashed users", async () => {
    await expect(admit({ ...accountOf(cast.ada), disabled: true })).rejects.toEqual(coded("user-disabled"));
    await expect(admit(accountOf(cast.pia))).rejects.toEqual(coded("person-pending"));
    for (const person of [cast.ban, cast.rex, cast.tess])
      await expect(admit(accountOf(person))).rejects.toEqual(coded("person-kept-out"));
  });
});

describe("a user whose account was lost", () => {
  const anew = (person: User): Account => ({ ...accountOf(person), uid: "uid-anew" });
  const loseLogin = (person: User) => local.delete(person.uid ?? "");

  it("is linked to a new account that verifies the address", async () => {
    await loseLogin(cast.ada);
    for (let visit = 1; visit <= 2; visit++)
      expect(await admit(anew(cast.ada))).toMatchObject({ id: cast.ada.id, uid: "uid-anew", revision: 1 });
    expect(await entriesOf(cast.ada)).toMatchObject([{ action: "security", note: "came back with a new login" }]);
  });

  it("is not linked to an account with an unverified address, or to a disabled one", async () => {
    await loseLogin(cast.ada);
    await expect(admit({ ...anew(cast.ada), emailVerified: false })).rejects.toEqual(coded("email-not-verified"));
    await expect(admit({ ...anew(cast.ada), disabled: true })).rejects.toEqual(coded("user-disabled"));
    expect(await rowOf(cast.ada.email)).toEqual(cast.ada);
  });

  it("stays banned if they were banned", async () => {
    for (const person of [cast.ban, cast.rex, cast.pia, cast.tess]) {
      await loseLogin(person);
      await expect(admit({ ...anew(person), uid: `uid-anew-${person.id}` })).rejects.toMatchObject({
        code: person === cast.pia ? "person-pending" : "person-kept-out",
      });
    }
  });

  it("does not include users who have an account, even a disabled one", async () => {
    await local.disable(cast.ada.uid ?? "", true);
    await expect(admit(anew(cast.ada))).rejects.toEqual(coded("person-tied"));
    expect(await rowOf(cast.ada.email)).toEqual(cast.ada);
  });

  it("is not detected while the provider cannot be reached, so nobody takes their place", async () => {
    const firebase = {
      apiKey: "key",
      authDomain: "demo.firebaseapp.com",
      projectId: "demo",
      emulatorHost: "127.0.0.1:1",
    };
    await withConfig({ firebase }, async () => {
      await expect(admit(anew(cast.ada))).rejects.toEqual(coded("provider-unreachable"));
    });
    expect(await rowOf(cast.ada.email)).toEqual(cast.ada);
  });
});

describe("a new user", () => {
  const arrive = (registration: "open" | "approval" | "closed") => withConfig({ registration }, () => admit(nora));

  it("becomes an admin in a sample, with a name made of the address if there is no other", async () => {
    const person = await asLocalSample(() => arrive("open"));
    expect(person).toMatchObject({
      name: "Nora New",
      email: nora.email,
      uid: nora.uid,
      status: "Active",
      access: "admin",
    });
    expect(await entriesOf(person)).toMatchObject([
      { action: "created", byName: "Portico" },
      { action: "security", byId: person.id },
    ]);
  });

  it("waits in a sample too if registration requires approval", async () => {
    await asLocalSample(() => expect(arrive("approval")).rejects.toEqual(coded("person-pending")), {
      clientRegistration: false,
    });
  });

  it("waits for approval in a sample that was requested from another machine", async () => {
    await withConfig({ sampleData: true, clientRegistration: false }, () =>
      expect(arrive("open")).rejects.toEqual(coded("person-pending")),
    );
  });

  it.each(["open", "approval"] as const)("waits for approval if registration is %s", async (registration) => {
    await withConfig({ clientRegistration: false }, () =>
      expect(arrive(registration)).rejects.toEqual(coded("person-pending")),
    );
    expect(await rowOf(nora.email)).toMatchObject({ status: "Pending", access: "none" });
  });

  it("becomes a client if clients register themselves, whether known or new", async () => {
    expect(await arrive("approval")).toMatchObject({ status: "Active", access: "client" });
    expect(await admit(accountOf(cast.dan))).toMatchObject({ id: cast.dan.id, access: "client" });
  });

  it("waits if somebody with that address was banned and deleted since, even if clients register themselves", async () => {
    await write(
      async (tx) =>
        void (await tx
          .update(users)
          .set({ access: "none", uid: null, deletedAt: new Date() })
          .where(eq(users.id, cast.ban.id))),
    );
    await expect(admit({ ...accountOf(cast.ban), uid: "uid-anew" })).rejects.toEqual(coded("person-pending"));
    expect(
      await db
        .select()
        .from(users)
        .where(and(eq(users.email, cast.ban.email), eq(users.access, "client"))),
    ).toEqual([]);
  });

  it("is refused if registration is closed, and leaves no data behind", async () => {
    await expect(arrive("closed")).rejects.toEqual(coded("registration-closed"));
    expect(await rowOf(nora.email)).toBeUndefined();
    expect(await db.select().from(journal)).toEqual([]);
  });

  it("is admitted without approval only once if the first two come at the same moment", async () => {
    await write(async (tx) => void (await tx.delete(users)));
    const two = [nora, { ...nora, uid: "uid-2", email: "second@example.com" }];
    const came = await withConfig({ registration: "approval", clientRegistration: false }, () =>
      Promise.allSettled(two.map((account) => admit(account))),
    );
    expect(came.map((one) => one.status)).toEqual(["fulfilled", "rejected"]);
    expect((await db.select({ access: users.access }).from(users)).map(({ access }) => access)).toEqual([
      "owner",
      "none",
    ]);
  });

  it("is one person, even if both requests of a double click arrive", async () => {
    const [one, other] = await Promise.all([admit(nora), admit(nora)]);
    expect(one.id).toBe(other.id);
  });
});
