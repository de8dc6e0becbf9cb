/** Tests that owners are notified whenever someone gains sign-in or more access, by any way. */
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { db, write } from "db";
import { notifications, type User, users } from "db/schema";
import { admit } from "~/features/sign-in/admit.server";
import { queueMail } from "~/core/mail/mail.server";
import { cast, testDatabase, withConfig } from "~/testing/database";
import { userResource } from "~/features/users/users.server";
import { giveByHand } from "~/features/team/access/grant-from-terminal.server";
import { giveAccess } from "~/features/team/access/give.server";
import { invite } from "~/features/team/invitations/invitations.server";
import type { AccessGrant } from "~/core/access/levels";
import { undoChange } from "~/core/undo/undo.server";
import { changeCompany } from "~/testing/company";

// Spied on, not replaced: what is mailed can be looked at.
vi.mock("~/core/mail/mail.server", { spy: true });

testDatabase();
beforeEach(() => void vi.mocked(queueMail).mockClear());

const { ada, ben, dan, pia, ban } = cast;
const set = (person: User, values: Partial<User>) =>
  write(async (tx) => void (await tx.update(users).set(values).where(eq(users.id, person.id))));
const give = (person: User, access: AccessGrant["access"], areas: AccessGrant["areas"] = {}) =>
  write((tx) => giveAccess(tx, ada, person.id, { access, areas }));
const accountOf = (person: Pick<User, "email" | "name">) => ({
  uid: "uid-anew",
  email: person.email,
  emailVerified: true,
  displayName: person.name,
  disabled: false,
});
const nora = { email: "nora.new@example.com", name: "Nora New" };
const status = (person: User, to: User["status"]) => userResource.setStatus(ada, [person.id], to);

/** The first lines of the mails to owners about given access, with their addresses. */
const told = () =>
  vi
    .mocked(queueMail)
    .mock.calls.map(([, mail]) => mail)
    .filter(({ subject }) => subject === "Somebody was given access to Portico")
    .map(({ to, text }) => `${to}: ${text.split("\n\n")[0]?.replace("\n", " ")}`);
const toOwners = (what: string, owners: User[] = [ada, ben]) => owners.map(({ email }) => `${email}: ${what}`);

const ways: [string, () => Promise<unknown>, string][] = [
  [
    "is approved with a level",
    async () => (await set(pia, { access: "none" }), give(pia, "client")),
    "Pia Pending (pia@example.com) can sign in to Portico as client. Ada Active chose that.",
  ],
  [
    "who was rejected with access is set Active",
    () => status(pia, "Active"),
    "Pia Pending (pia@example.com) can sign in to Portico as client. Ada Active chose that.",
  ],
  [
    "is given access before they have a login",
    () => give(dan, "staff", { sales: "view" }),
    "Dan Directory (dan@example.com) can sign in to Portico as staff in Sales (can view). Ada Active chose that.",
  ],
  [
    "signs in for the first time with it",
    async () => (await set(dan, { access: "client" }), admit(accountOf(dan))),
    "Dan Directory (dan@example.com) can sign in to Portico as client.",
  ],
  [
    "is given more areas",
    async () => (
      await set(ban, { status: "Active", access: "staff", areas: { sales: "view" } }),
      give(ban, "staff", { sales: "change" })
    ),
    "Ban Banned (ban@example.com) can sign in to Portico as staff in Sales (can change). Ada Active chose that.",
  ],
  [
    "is raised",
    async () => (await set(ban, { status: "Active" }), give(ban, "admin")),
    "Ban Banned (ban@example.com) can sign in to Portico as admin. Ada Active chose that.",
  ],
  [
    "accepts an invitation",
    async () => (
      await write((tx) => invite(tx, ada, { email: nora.email, access: "staff", areas: { people: "view" } })),
      admit(accountOf(nora))
    ),
    "Nora New (nora.new@example.com) can sign in to Portico as staff in People (can view). Ada Active chose that.",
  ],
  [
    "becomes a client by registering",
    () => withConfig({ sampleData: false, clientRegistration: true }, () => admit(accountOf(nora))),
    "Nora New (nora.new@example.com) can sign in to Portico as client.",
  ],
  [
    "becomes a client by the address of a customer",
    () => withConfig({ sampleData: false, clientRegistration: true }, () => admit(accountOf(dan))),
    "Dan Directory (dan@example.com) can sign in to Portico as client.",
  ],
  [
    "is made an admin on the machine itself",
    () => giveByHand(dan.email, "admin", []),
    "Dan Directory (dan@example.com) can sign in to Portico as admin.",
  ],
];

describe("owners are told when somebody", () => {
  it.each(ways)("%s", async (_, act, what) => {
    await act();
    expect(told()).toEqual(toOwners(what));
    expect(await db.$count(notifications, eq(notifications.needs, "team.view:all"))).toBeGreaterThan(0);
  });
});

describe("owners are not told when somebody", () => {
  it.each<[string, () => Promise<unknown>]>([
    ["has less", async () => (await set(ban, { status: "Active", access: "admin" }), give(ban, "client"))],
    ["has none any more", () => give(ben, "none")],
    [
      "waits",
      () =>
        withConfig({ clientRegistration: false, sampleData: false }, () =>
          expect(admit(accountOf(nora))).rejects.toMatchObject({ code: "person-pending" }),
        ),
    ],
    ["is set Active who has no access", async () => (await set(pia, { access: "none" }), status(pia, "Active"))],
    ["is banned", () => status(ben, "Banned")],
  ])("%s", async (_, act) => {
    await act();
    expect(told()).toEqual([]);
  });
});

it("all owners get a mail, and the others a notification, when bank details change or the change is undone", async () => {
  await changeCompany({ footer: "Thank you" });
  const { batch } = await changeCompany({ payment: "IBAN 2" });
  await undoChange(ben, batch!, undefined);
  const bankMails = vi.mocked(queueMail).mock.calls.filter(([, { subject }]) => subject.startsWith("The bank details"));
  expect(bankMails.map(([, { to, text }]) => `${to}: ${text.split(" changed")[0]}`)).toEqual([
    ...toOwners("Ada Active"),
    ...toOwners("Ben Active"),
  ]);
  const told = await db.select({ userId: notifications.userId, text: notifications.text }).from(notifications);
  expect(told).toEqual([ben, ada].map(({ id }) => ({ userId: id, text: "changed the bank details on invoices" })));
});
