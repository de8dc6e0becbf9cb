/** Tests which access each user may grant to whom, and its consequences. */
import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { db, write } from "db";
import { apiTokens, journal, notifications, sessions, signInSteps, type User, users } from "db/schema";
import { toEntries } from "~/core/audit/entries.server";
import { whereHasLogin } from "~/core/access/access.server";
import { deactivate } from "~/features/deactivation/deactivation.server";
import { queueMail } from "~/core/mail/mail.server";
import { cast, testDatabase, withConfig } from "~/testing/database";
import { run, signedIn } from "~/testing/requests";
import { loader as editPage } from "~/features/users/edit";
import { loader as list } from "~/features/users/list";
import { userResource } from "~/features/users/users.server";
import { loader as endPage } from "./end-sessions";
import { giveAccess } from "./give.server";
import type { AccessGrant } from "~/core/access/levels";
import { system } from "~/core/resource/act.server";

// Spied on, not replaced: what is mailed can be looked at.
vi.mock("~/core/mail/mail.server", { spy: true });

testDatabase();
beforeEach(() => void vi.mocked(queueMail).mockClear());

const { ada, ben, dan, pia, ban, tess } = cast;
const mails = () => vi.mocked(queueMail).mock.calls.map(([, mail]) => `${mail.to}: ${mail.subject}`);
const rowOf = async ({ id }: Pick<User, "id">) => (await db.select().from(users).where(eq(users.id, id)))[0] as User;
const set = (person: User, values: Partial<User>) =>
  write(async (tx) => void (await tx.update(users).set(values).where(eq(users.id, person.id))));
const as = (access: User["access"], areas: User["areas"] = {}): AccessGrant => ({ access, areas });
const give = (by: { id: number | null; name: string }, person: User, to: AccessGrant, seen?: string) =>
  write((tx) => giveAccess(tx, by, person.id, to, { seen }));
const staff = as("staff", { sales: "change" });

describe("granting access", () => {
  it("is possible for owners at any level", async () => {
    for (const to of [as("client"), staff, as("admin"), as("owner"), as("none")]) {
      await give(ada, dan, to);
      expect(await rowOf(dan)).toMatchObject(to);
    }
  });

  it("is possible for admins only for new users, as client or staff", async () => {
    await set(ben, { access: "admin" });
    await give(ben, dan, staff);
    expect(await rowOf(dan)).toMatchObject(staff);
    await expect(give(ben, dan, as("client"))).rejects.toThrow(
      "Dan Directory has access already, as staff in Sales (can change), and only owners change that. Ask an owner.",
    );
    await set(dan, { status: "Pending" });
    await expect(give(ben, dan, as("client"))).rejects.toThrow(
      "has access already, as staff in Sales (can change). Set their status to Active in Users to let them in with it",
    );
    await expect(give(ben, ada, as("none"))).rejects.toThrow("only owners change that");
    await set(dan, { access: "none", status: "Active" });
    for (const level of ["admin", "owner"] as const)
      await expect(give(ben, dan, as(level))).rejects.toThrow(
        "You may let people in as client or staff. Ask an owner for more.",
      );
    await expect(give(ben, ben, as("owner"))).rejects.toThrow("only owners change that");
  });

  it("is refused to everybody else, and to users who can no longer sign in", async () => {
    for (const values of [as("none"), as("client"), as("staff", { people: "change" })]) {
      await set(ben, values);
      await expect(give(ben, dan, as("client"))).rejects.toThrow("Your access does not let you give access to others.");
    }
    await set(ben, { access: "owner", status: "Banned" });
    await expect(give(ben, dan, as("client"))).rejects.toThrow("Your access does not let you");
  });

  it("is refused for banned and trashed people, but removing access is possible", async () => {
    await expect(give(ada, ban, staff)).rejects.toThrow(
      "Ban Banned is banned. Set their status to Active in Users first.",
    );
    await expect(give(ada, tess, staff)).rejects.toThrow("Tess Trashed is in the trash. Restore them in Users first.");
    await give(ada, ban, as("none"));
    expect(await rowOf(ban)).toMatchObject({ access: "none", status: "Banned" });
  });

  it("is refused if somebody changed it since the page was opened, and done once if submitted twice", async () => {
    await give(ada, dan, staff, "no access");
    await give(ada, dan, staff, "no access");
    expect(mails().filter((mail) => mail.startsWith(dan.email))).toEqual([
      `${dan.email}: You can log in to Portico now`,
    ]);
    await expect(give(ben, dan, as("client"), "no access")).rejects.toThrow(
      "The access of Dan Directory is staff in Sales (can change) now: somebody changed it meanwhile.",
    );
  });
});

describe("a person who waits for approval", () => {
  it("is approved with the level that an admin chooses, once, and gets a mail", async () => {
    await set(ben, { access: "admin" });
    await set(pia, { access: "none" });
    await give(ben, pia, as("client"));
    await give(ben, pia, as("client"));
    expect(await rowOf(pia)).toMatchObject({ status: "Active", access: "client" });
    expect(mails()).toEqual([
      `${ada.email}: Somebody was given access to Portico`,
      `${pia.email}: You can log in to Portico now`,
    ]);
  });

  it("may get another level than before from an owner", async () => {
    await give(ben, pia, staff);
    expect(await rowOf(pia)).toMatchObject({ status: "Active", ...staff });
    expect(mails().filter((mail) => mail.startsWith(pia.email))).toHaveLength(1);
  });

  it("is not approved by the status alone", async () => {
    await set(pia, { access: "none" });
    await userResource.setStatus(ada, [pia.id], "Active");
    expect(await rowOf(pia)).toMatchObject({ status: "Active", access: "none" });
    expect(mails()).toEqual([]);
  });
});

describe("a change of access", () => {
  it("ends sessions, tokens and unfinished logins immediately, and says so by mail", async () => {
    await signedIn("/", ben);
    await write(async (tx) => {
      await tx.insert(apiTokens).values({
        userId: ben.id,
        name: "t",
        tokenHash: "h",
        start: "s",
        areas: {},
        expiresAt: new Date(Date.now() + 60_000),
      });
      await tx.insert(signInSteps).values({
        tokenHash: "s",
        userId: ben.id,
        owes: "code",
        way: "password",
        remember: false,
        expiresAt: new Date(Date.now() + 60_000),
      });
    });
    await give(ada, ben, as("none"));
    for (const table of [sessions, apiTokens, signInSteps])
      expect(await db.$count(table, eq(table.userId, ben.id))).toBe(0);
    expect(mails()).toEqual([`${ben.email}: Your access to Portico has ended`]);
  });

  it("is journalled with the old and the new access", async () => {
    await give(ada, ben, staff);
    const entries = await db
      .select()
      .from(journal)
      .where(and(eq(journal.recordId, String(ben.id)), eq(journal.action, "security")));
    expect(entries).toMatchObject([
      { byId: ada.id, note: "changed the access from owner to staff in Sales (can change)" },
    ]);
    expect(mails()).toEqual([`${ben.email}: Your access to Portico was changed`]);
  });

  it("is notified to owners if it grants more: in the app to the others, by mail to all", async () => {
    await give(ada, dan, staff);
    expect(await db.select().from(notifications)).toMatchObject([
      { userId: ben.id, text: "can sign in as staff in Sales (can change)", href: `/team/people/${dan.id}` },
    ]);
    vi.mocked(queueMail).mockClear();
    await give(ada, dan, as("staff", { sales: "change", support: "view" }));
    const owners = [ada, ben].map(({ email }) => `${email}: Somebody was given access to Portico`);
    expect(mails()).toEqual([...owners, `${dan.email}: Your access to Portico was changed`]);
    vi.mocked(queueMail).mockClear();
    await give(ada, dan, as("staff", { sales: "view" }));
    expect(mails()).toEqual([`${dan.email}: Your access to Portico was changed`]);
  });
});

describe("the mail about a change of access", () => {
  const text = async (person: User, values: Partial<User>, to: AccessGrant) => {
    await set(person, values);
    vi.mocked(queueMail).mockClear();
    await give(ada, person, to);
    return vi.mocked(queueMail).mock.calls.find(([, mail]) => mail.to === person.email)?.[1].text ?? "";
  };
  const client = as("client");
  const noLogin = { ...client, uid: null };

  it.each([
    [
      "another access",
      staff,
      "You were logged out everywhere, and your API tokens were revoked.\nLog in here:",
      "/login",
    ],
    ["none any more", as("none"), "was taken away, and you were logged out everywhere", ""],
  ])("says that the user was logged out if they had a login: %s", async (_, to, said, link) => {
    const mail = await text(ben, client, to);
    expect(mail).toContain(said);
    expect(mail).toContain(link);
  });

  it.each([
    ["another access", staff, "Create an account with this e-mail address:", "/register"],
    ["none any more", as("none"), "Your access to Portico was taken away.", ""],
  ])("does not say so if they never had one: %s", async (_, to, said, link) => {
    const mail = await text(dan, noLogin, to);
    expect(mail).toContain(said);
    expect(mail).toContain(link);
    expect(mail).not.toMatch(/logged out|log in|revoked/i);
  });
});

describe("the last owner who can sign in", () => {
  const sentence = "Ben Active is the last owner who can sign in. Make someone else an owner first.";

  it("cannot be demoted, also not by themselves or on the machine", async () => {
    await give(ben, ada, as("admin"));
    for (const by of [ben, system])
      for (const to of [as("admin"), as("none")]) await expect(give(by, ben, to)).rejects.toThrow(sentence);
  });

  it("cannot leave with a request that began before they were the last one", async () => {
    await give(ada, ben, as("admin"));
    expect(await deactivate({ ...ada, access: "staff" })).toContain("You are the last owner who can sign in.");
  });

  it("stays when two owners demote each other at the same moment", async () => {
    const done = await Promise.allSettled([give(ada, ben, staff), give(ben, ada, staff), deactivate(ada)]);
    expect(done.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(await db.$count(users, and(eq(users.access, "owner"), whereHasLogin))).toBe(1);
  });
});

describe("the status of somebody with access", () => {
  it("cannot be changed by users with less access", async () => {
    await set(ben, { access: "staff", areas: { people: "change" } });
    await set(dan, { access: "staff", areas: { people: "change" }, uid: "uid-6" });
    for (const [person, who] of [
      [ada, "an owner"],
      [dan, "an owner or admin"],
    ] as const) {
      for (const act of [userResource.setStatus(ben, [person.id], "Banned"), userResource.trash(ben, [person.id])]) {
        expect(await act).toMatchObject({
          ok: false,
          errors: { status: expect.stringContaining(`so only ${who} says whether they may sign in`) },
        });
      }
    }
    await set(dan, { access: "client" });
    expect(await userResource.setStatus(ben, [dan.id], "Banned")).toMatchObject({ ok: true });
    expect(await userResource.setStatus(ben, [dan.id], "Active")).toMatchObject({ ok: true });
  });

  it("is not offered for undo, and neither is an address, to users with less access", async () => {
    await set(dan, { uid: null });
    for (const values of [{ role: "Manager" }, { status: "Pending" as const }, { email: "dan.new@example.com" }])
      await userResource.change(ada, dan.id, values);
    const offered = async (access: User["access"]) => {
      await set(dan, { access });
      const reader = { ...ben, access: "staff" as const, areas: { people: "change" as const } };
      const entries = await toEntries(await db.select().from(journal).orderBy(journal.id), reader);
      return entries.map(({ undo }) => undo);
    };
    await withConfig({ clientRegistration: false }, async () =>
      expect([await offered("none"), await offered("client"), await offered("staff")]).toEqual([
        ["open", "open", "open"],
        ["open", "open", "none"],
        ["open", "none", "none"],
      ]),
    );
  });

  it("is not offered in forms and lists to users with less access", async () => {
    await set(ben, { access: "staff", areas: { people: "change" } });
    await set(dan, { access: "client" });
    const page = async (person: User) =>
      (
        await run<{ statusStays?: string }>(editPage, await signedIn(`/users/${person.id}`, ben), {
          id: String(person.id),
        })
      ).data.statusStays;
    expect([await page(ada), await page(dan)]).toEqual([
      `${ada.name} has access as owner, so only an owner says whether they may sign in.`,
      undefined,
    ]);
    await set(dan, { access: "staff", uid: null });
    const { data: form } = await run<{ emailStays?: string }>(editPage, await signedIn("/users/6", ben), { id: "6" });
    expect(form.emailStays).toMatch(/^Dan Directory has access as staff.*only who may give that access changes it/);
    await set(dan, { access: "client" });
    const { users } = (await run<{ users: { id: number; isAbove?: true }[] }>(list, await signedIn("/users", ben)))
      .data;
    expect(users.filter(({ isAbove }) => isAbove).map(({ id }) => id)).toEqual([ada.id]);
    await set(ben, { access: "admin", areas: {} });
    const { data } = await run<{ why?: string }>(endPage, await signedIn("/team/people/1/end-sessions", ben), {
      id: "1",
    });
    expect(data.why).toBe(`Only an owner ends the sessions of ${ada.name}. Ask an owner.`);
  });

  it.each<[string, Partial<User>]>([
    ["deactivated their account", { deactivatedAt: new Date() }],
    ["is banned", { status: "Banned" }],
    ["waits", { status: "Pending" }],
  ])("cannot be changed by users with less access either if its user %s", async (_, values) => {
    await set(ben, { access: "staff", areas: { people: "change" } });
    await set(dan, { access: "owner", uid: "uid-6", ...values });
    const status = values.status === "Banned" ? "Active" : "Banned";
    for (const act of [userResource.setStatus(ben, [dan.id], status), userResource.trash(ben, [dan.id])])
      expect(await act).toMatchObject({ ok: false, errors: { status: expect.stringContaining("only an owner says") } });
  });

  it("is also protected from a change of address by users who could not grant the access", async () => {
    let moves = 0;
    const readdress = (by: User) => userResource.change(by, dan.id, { email: `dan${++moves}@example.com` });
    await set(dan, { access: "client", uid: null });
    await set(ben, { access: "staff", areas: { people: "change" } });
    expect(await readdress(ben)).toMatchObject({
      ok: false,
      errors: {
        email:
          "Dan Directory has access as client, which goes to whoever has this address, so only who may give that access changes it. Ask an owner.",
      },
    });
    await set(ben, { access: "admin" });
    expect(await readdress(ben)).toMatchObject({ ok: true });
    await set(dan, { access: "admin" });
    expect(await readdress(ben)).toMatchObject({ ok: false });
    expect(await readdress(ada)).toMatchObject({ ok: true });
    await set(dan, { access: "none" });
    await set(ben, { access: "staff", areas: { people: "change" } });
    await withConfig({ clientRegistration: false }, async () =>
      expect(await readdress(ben)).toMatchObject({ ok: true }),
    );
  });
});
