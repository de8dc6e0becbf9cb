/** Tests invitations: the access they grant, to whom and how often, and the errors of invalid links. */
import { desc, eq } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { db, write } from "db";
import { accounts, invitations, journal, mails, secondFactorResets, type User, users } from "db/schema";
import type { Account } from "~/auth/identity/provider";
import { admit } from "~/features/sign-in/admit.server";
import { action as register, loader as registerPage } from "~/features/sign-in/register";
import { newFormKey } from "~/core/form/form.server";
import { queueMail } from "~/core/mail/mail.server";
import { userResource } from "~/features/users/users.server";
import { asLocalSample, cast, testDatabase, withConfig } from "~/testing/database";
import { get, post, run, signedIn, toastOf } from "~/testing/requests";
import { savedMails } from "~/testing/mail-sentences";
import { deactivate } from "~/features/deactivation/deactivation.server";
import { giveAccess } from "../access/give.server";
import { loader as link } from "./invitation";
import { loader as page } from "./invitations";
import { action as inviteForm } from "./invite";
import { action as revokeForm } from "./revoke";
import { action as sendForm } from "./send-again";

// Spied on, not replaced: what is mailed can be looked at.
vi.mock("~/core/mail/mail.server", { spy: true });

testDatabase();
afterEach(() => void vi.useRealTimers());

const { ada, ben, dan, pia, ban, tess } = cast;
const email = "nora.new@example.com";
const nora: Account = { uid: "uid-nora", email, emailVerified: true, displayName: "Nora New", disabled: false };
const ofDan: Account = { ...nora, uid: "uid-dan", email: dan.email };
const set = (person: User, values: Partial<User>) =>
  write(async (tx) => void (await tx.update(users).set(values).where(eq(users.id, person.id))));
const closed = <Result>(act: () => Promise<Result>) =>
  withConfig({ clientRegistration: false, registration: "approval" }, act);

const inviting = async (by: User, fields: Record<string, string>) =>
  run<{ form: { errors: Record<string, string> } }>(
    inviteForm,
    await signedIn(post("/team/invite", { email, access: "staff", sales: "change", ...fields }), by),
  );
const errors = async (by: User, fields: Record<string, string>) => (await inviting(by, fields)).data.form?.errors ?? {};
const newest = async () => (await db.select().from(invitations).orderBy(desc(invitations.id)).limit(1))[0];
/** The link in the mail that was sent last. */
const mailed = () =>
  /http\S+invitation\?\S+/.exec(
    vi
      .mocked(queueMail)
      .mock.calls.map(([, mail]) => mail.text)
      .findLast((text) => text.includes("/invitation?")) ?? "",
  )?.[0] ?? "";
const pathOf = (address: string) => new URL(address).pathname + new URL(address).search;
const follow = async (address: string, as?: User) =>
  run<Record<string, unknown>>(link, as ? await signedIn(pathOf(address), as) : get(pathOf(address)));
const act = async (action: typeof revokeForm | typeof sendForm, by: User, of?: Awaited<ReturnType<typeof newest>>) => {
  const { id } = (of ?? (await newest()))!;
  return toastOf(await run(action, await signedIn(post("/team/invitations/1/act"), by), { id: String(id) }));
};

describe("an invitation", () => {
  it("grants exactly its access to whoever first signs in with its address, once", async () => {
    expect(await inviting(ada, { email: "Nora.New@Example.com" })).toMatchObject({
      status: 303,
      location: "/team/invitations",
    });
    expect(await db.$count(mails, eq(mails.recipient, email))).toBe(1);
    expect((await newest())?.codeHash).not.toContain(new URL(mailed()).searchParams.get("oobCode"));
    const person = await closed(() => admit(nora));
    expect(person).toMatchObject({ status: "Active", access: "staff", areas: { sales: "change" } });
    expect(
      (
        await db
          .select()
          .from(journal)
          .where(eq(journal.recordId, String(person.id)))
      ).map(({ note }) => note),
    ).toContain("changed the access from no access to staff in Sales (can change)");
    await set(person, { access: "none" });
    await expect(closed(() => admit(nora))).rejects.toMatchObject({ code: "person-pending" });
  });

  it("is created once by a form that is sent six times, with one mail and a valid link", async () => {
    const key = newFormKey();
    for (let time = 1; time <= 6; time++) {
      expect(await inviting(ada, { key })).toMatchObject({ status: 303, location: "/team/invitations" });
      if (time === 3) vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 }); // Back, and sent again
    }
    vi.useRealTimers();
    expect(await db.$count(invitations)).toBe(1);
    expect(await db.$count(mails, eq(mails.recipient, email))).toBe(1);
    expect((await follow(mailed())).status).toBe(200);
    expect(await errors(ada, { key, sales: "view" })).toHaveProperty("email");
    expect(await errors(ada, { key: newFormKey() })).toEqual({}); // pressed twice in two windows
  });

  it("sends only one mail to a colleague who registers through its link and is in", async () => {
    vi.mocked(queueMail).mockClear();
    await inviting(ada, {});
    const path = String((await follow(mailed())).data.register);
    const typed = { name: "Nora New", email, password: "a long one for the test" };
    const answer = await closed(() => run(register, post(path, typed)));
    expect([answer.status, answer.location]).toEqual([303, "/"]);
    const theirs = vi.mocked(queueMail).mock.calls.filter(([, mail]) => mail.to === email);
    expect(theirs.map(([, mail]) => mail.subject)).toEqual([expect.stringContaining("invited")]);
    expect(await db.select().from(users).where(eq(users.email, email))).toMatchObject([{ access: "staff" }]);
    expect((await run(register, post(path, typed))).status).not.toBe(303);
  });

  it("an invitation also works if the sample would grant more, and if registration is closed", async () => {
    await inviting(ada, { access: "client" });
    expect(await asLocalSample(() => admit(nora), { registration: "closed" })).toMatchObject({
      access: "client",
    });
  });

  it("admits people in the directory, and people who already wait", async () => {
    for (const person of [dan, pia]) {
      await set(pia, { access: "none" });
      await inviting(ada, { email: person.email });
    }
    expect(await closed(() => admit(ofDan))).toMatchObject({ id: dan.id, access: "staff", status: "Active" });
    expect(await closed(() => admit({ ...nora, uid: pia.uid ?? "", email: pia.email }))).toMatchObject({
      id: pia.id,
      access: "staff",
      status: "Active",
    });
  });

  it("is notified to all owners when it is used", async () => {
    await inviting(ada, {});
    vi.mocked(queueMail).mockClear();
    await closed(() => admit(nora));
    expect(vi.mocked(queueMail).mock.calls.map(([, mail]) => mail.to)).toEqual([ada.email, ben.email]);
  });

  it("is possible for addresses without access, and for nobody who is banned or has access already", async () => {
    expect(await errors(ada, { email: ban.email.toUpperCase() })).toEqual({
      email: "Ban Banned is banned. Set their status to Active in Users first.",
    });
    expect(await errors(ada, { email: tess.email })).toEqual({
      email: "Tess Trashed is in the trash. Restore them in Users first.",
    });
    expect(await errors(ada, { email: ben.email })).toEqual({
      email: "Ben Active has this address, and access already. Change it on the team page.",
    });
    expect(await errors(ada, { sales: "" })).toEqual({
      sales: "Choose at least one area: staff without any can do nothing",
    });
    await inviting(ada, {});
    expect(await inviting(ada, {})).toMatchObject({ status: 303 }); // pressed twice
    expect(await errors(ben, {})).toEqual({
      email: "This address has an invitation that waits already. Send that again, or revoke it first.",
    });
  });

  it("is possible for admins as client or staff, and for nobody below them", async () => {
    await set(ben, { access: "admin" });
    expect(await errors(ben, { access: "admin" })).toEqual({
      "": "You may let people in as client or staff. Ask an owner for more.",
    });
    expect(await errors(ben, { access: "none" })).toEqual({ access: "Choose a level" });
    expect(await inviting(ben, {})).toMatchObject({ status: 303 });
    await set(ben, { access: "staff", areas: { people: "change" } });
    expect(await inviting(ben, {})).toMatchObject({ status: 403 });
  });

  it("is void once its sender may no longer send it, or its person was banned", async () => {
    await inviting(ben, {});
    await set(ben, { access: "client" });
    await expect(closed(() => admit(nora))).rejects.toMatchObject({ code: "person-pending" });
    expect(await follow(mailed())).toMatchObject({
      status: 400,
      data: { why: "Whoever invited you may not let people in any more. Ask somebody else on the team to invite you." },
    });
    await inviting(ada, { email: dan.email });
    await set(dan, { status: "Banned" });
    await expect(closed(() => admit(ofDan))).rejects.toMatchObject({ code: "person-kept-out" });
    expect(await follow(mailed())).toMatchObject({
      status: 400,
      data: { why: expect.stringContaining("may not sign in") },
    });
  });
});

describe("the link of an invitation", () => {
  it("leads to registering with its address only, or to the login", async () => {
    await inviting(ada, {});
    const open = await follow(mailed());
    expect(open.data).toMatchObject({ email, as: "staff in Sales (can change)", hasLogin: false });
    const path = String(open.data.register);
    await withConfig({ registration: "closed" }, async () => {
      expect((await run(registerPage, get(path))).data).toMatchObject({ invited: { email }, action: path });
      const typed = { name: "Nora New", password: "a long one for the test" };
      expect(await run(register, post(path, { ...typed, email: "other@example.com" }))).toMatchObject({
        status: 400,
        data: { form: { errors: { email: `Your invitation is for ${email}: it counts with that address alone` } } },
      });
      expect(await run(register, post("/register?invitation=madeup", { ...typed, email }))).toMatchObject({
        status: 403,
      });
      expect(await run(register, post(path, { ...typed, email: email.toUpperCase() }))).toMatchObject({
        status: 303,
        location: "/",
      });
    });
  });

  it("uses the name of a person in the directory, and asks others for theirs", async () => {
    await inviting(ada, { email: dan.email });
    const path = String((await follow(mailed())).data.register);
    expect((await run(registerPage, get(path))).data).toMatchObject({ invited: { email: dan.email, name: dan.name } });
    await run(register, post(path, { name: "Somebody Else", email: dan.email, password: "a long one for the test" }));
    expect(await db.select({ name: accounts.displayName }).from(accounts).where(eq(accounts.email, dan.email))).toEqual(
      [{ name: dan.name }],
    );
    await inviting(ada, {});
    expect(
      (await run<{ invited: { name?: string } }>(registerPage, get(String((await follow(mailed())).data.register))))
        .data.invited.name,
    ).toBeUndefined();
  });

  it("says to another signed-in user that it is not theirs, and changes nothing", async () => {
    await inviting(ada, {});
    expect((await follow(mailed(), ben)).data).toMatchObject({ email, elsewhere: ben.email });
    expect(await newest()).toMatchObject({ usedAt: null });
  });

  it("says why it is invalid: unknown, revoked, sent again, expired, used", async () => {
    expect((await follow("http://x/invitation?oobCode=madeup")).data).toMatchObject({
      why: expect.stringContaining("is not known here"),
    });
    await inviting(ada, {});
    const first = mailed();
    const before = await newest();
    expect(await act(sendForm, ben)).toMatchObject({
      text: `${email} is invited again. ${savedMails()}.`,
    });
    expect(mailed()).not.toBe(first);
    expect(await act(sendForm, ben, before)).toMatchObject({
      tone: "error",
      text: expect.stringContaining("was replaced by a newer one meanwhile"),
    });
    expect(await follow(first)).toMatchObject({
      status: 400,
      data: { why: expect.stringContaining("a newer one replaced it") },
    });
    expect((await follow(mailed())).status).toBe(200);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 7 * 86_400_000 + 1000 });
    expect((await follow(mailed())).data).toMatchObject({ why: expect.stringContaining("older than 7 days") });
    await expect(closed(() => admit(nora))).rejects.toMatchObject({ code: "person-pending" });
    vi.useRealTimers();
    await closed(() => admit(nora));
    expect((await follow(mailed())).data).toMatchObject({
      why: "This invitation was used already: it works once. Log in.",
    });
    expect(await act(revokeForm, ada)).toMatchObject({
      tone: "error",
      text: expect.stringContaining("was used or revoked meanwhile"),
    });
  });

  it.each(["Banned", "Rejected", "trash"])(
    "leads nowhere for good once whoever is invited was kept out: %s",
    async (how) => {
      await inviting(ada, { email: dan.email });
      if (how === "trash") await userResource.trash(ada, [dan.id]);
      else await userResource.setStatus(ada, [dan.id], how);
      if (how === "trash") await userResource.restore(ada, [dan.id]);
      else await userResource.setStatus(ada, [dan.id], "Active");
      expect((await follow(mailed())).data).toMatchObject({ why: expect.stringContaining("was taken back") });
    },
  );

  it("is invalid once it was revoked, also for a person who has registered since", async () => {
    await inviting(ada, {});
    expect(await act(revokeForm, ben)).toMatchObject({
      text: `The invitation of ${email} is revoked. Its link leads nowhere any more.`,
    });
    expect((await follow(mailed())).data).toMatchObject({ why: expect.stringContaining("was taken back") });
    await expect(closed(() => admit(nora))).rejects.toMatchObject({ code: "person-pending" });
  });

  it.each<[string, () => Promise<unknown>]>([
    ["was banned", () => userResource.setStatus(ada, [ben.id], "Banned")],
    [
      "got less access",
      () => write((tx) => giveAccess(tx, ada, ben.id, { access: "staff", areas: { people: "change" } })),
    ],
    ["left", () => deactivate(ben)],
  ])("becomes invalid for good once its sender %s, and so does a reset that they requested", async (_, end) => {
    await set(ben, { access: "admin" });
    await set(dan, { access: "client" });
    await inviting(ben, {});
    await write(
      async (tx) =>
        void (await tx
          .insert(secondFactorResets)
          .values({ userId: dan.id, codeHash: "x", byId: ben.id, createdAt: new Date(), dueAt: new Date() })),
    );
    await end();
    await set(ben, { status: "Active", access: "admin", deactivatedAt: null });
    expect((await follow(mailed())).data).toMatchObject({ why: expect.stringContaining("was taken back") });
    expect(await db.$count(secondFactorResets)).toBe(0);
  });

  it("stays valid if its sender gets more access", async () => {
    await set(ben, { access: "admin" });
    await inviting(ben, {});
    await write((tx) => giveAccess(tx, ada, ben.id, { access: "owner", areas: {} }));
    expect((await follow(mailed())).status).toBe(200);
  });

  it("becomes invalid for good if its address is added to the directory as banned", async () => {
    await inviting(ada, {});
    const made = await userResource.create(ada, { name: "Nora New", email, role: "", status: "Banned" });
    await userResource.setStatus(ada, [made.ok ? made.row.id : 0], "Active");
    expect((await follow(mailed())).data).toMatchObject({ why: expect.stringContaining("was taken back") });
  });

  it.each<[string, "Active" | "Banned"]>([
    ["with a ban", "Active"],
    ["of who is banned", "Banned"],
  ])("becomes invalid for good if its address becomes that %s", async (_, status) => {
    await inviting(ada, {});
    await set(dan, { status });
    await userResource.change(ada, dan.id, { email, status: "Banned" });
    const [row] = (await run<{ invitations: object[] }>(page, await signedIn("/team/invitations", ada))).data
      .invitations;
    expect(row).toBeUndefined();
    await userResource.setStatus(ada, [dan.id], "Active");
    expect((await follow(mailed())).data).toMatchObject({ why: expect.stringContaining("was taken back") });
  });

  it("the link of an invitation to a banned person is marked in the list, and cannot be sent again", async () => {
    await inviting(ada, {});
    await set(dan, { email, status: "Banned" });
    const { invitations } = (await run<{ invitations: object[] }>(page, await signedIn("/team/invitations", ada))).data;
    expect(invitations).toMatchObject([{ isVoid: true, keptOut: expect.stringContaining("Dan Directory is banned") }]);
  });

  it("the link of an invitation for an owner cannot be sent again or revoked by an admin", async () => {
    await inviting(ada, { access: "admin" });
    await set(ben, { access: "admin" });
    for (const form of [sendForm, revokeForm])
      expect(await act(form, ben)).toMatchObject({
        tone: "error",
        text: "You may let people in as client or staff. Ask an owner for more.",
      });
    expect(await newest()).toMatchObject({ revokedAt: null });
    const shown = async (by: User) =>
      (await run<{ invitations: object[] }>(page, await signedIn("/team/invitations", by))).data.invitations;
    expect([await shown({ ...ben, access: "admin" }), await shown(ada)]).toMatchObject([
      [{ isAbove: true }],
      [{ isAbove: false }],
    ]);
  });
});

describe("the page of a new invitation", () => {
  it("shows the link itself only where the app shows the links of mails", async () => {
    const after = async (address: string) => {
      const sent = await inviting(ada, { email: address });
      return sent.headers.getSetCookie().some((line) => line.startsWith("mailed"));
    };
    expect(await after("first@example.com")).toBe(false);
    expect(await asLocalSample(() => after("second@example.com"))).toBe(true);
  });
});
