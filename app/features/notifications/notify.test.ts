import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { config } from "config";
import { db, write } from "db";
import { supportTopics } from "db/lookups";
import { digests, type StoredPreferences, notifications, tickets, users, waitingMails } from "db/schema";
import { runMaintenance } from "~/maintenance/maintenance.server";
import { mailSettled } from "~/core/mail/mail.server";
import { placeOrder } from "~/features/orders/orders.server";
import { productResource } from "~/features/products/products.server";
import { recordSecurity } from "~/core/resource/act.server";
import { undoChange } from "~/core/undo/undo.server";
import { addReply } from "~/features/support/tickets/replies/replies.server";
import { ticketResource } from "~/features/support/tickets/tickets.server";
import { cast, testDatabase, inTimeZone } from "~/testing/database";
import { addInvoice } from "~/testing/invoices";
import { orderValues } from "~/testing/orders";
import { pack } from "~/testing/products";
import { countingTurns } from "~/testing/count-writes";
import { invoiceResource } from "~/features/invoices/invoices.server";
import { sendDigests } from "~/features/digest/digest.server";
import { sendWaitingMails, notifyEveryone } from "./notify.server";
import { preferencesOf } from "./preferences";

testDatabase();
const turnsOf = countingTurns();
const { ada, ben, dan } = cast;
const outbox = join(config.dataDir, "outbox");
const at = (instant: string) => void vi.setSystemTime(new Date(instant));

beforeEach(async () => {
  await mailSettled();
  rmSync(outbox, { recursive: true, force: true });
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-03-03T12:00:00Z") }); // a Tuesday
});
afterEach(() => void vi.useRealTimers());

/** The mails that were sent, oldest first, as text without the breaks of quoted-printable. */
async function mails() {
  await mailSettled();
  if (!existsSync(outbox)) return [];
  const texts = readdirSync(outbox)
    .sort()
    .map((file) =>
      readFileSync(join(outbox, file), "utf8")
        .replace(/=\n/g, "")
        .replace(/=3D/g, "=")
        .replace(/\n[ \t]/g, " "),
    );
  return texts.map((text) => ({
    to: /^To: (.*)$/m.exec(text)?.[1] ?? "",
    subject: /^Subject: (.*)$/m.exec(text)?.[1] ?? "",
    text,
  }));
}

/** A mail's text with the letters that mails write as codes. */
const decoded = (text = "") =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    "latin1",
  ).toString();

const wish = (
  id: number,
  wishes: {
    email?: string[];
    quiet?: StoredPreferences["quiet"];
    digest?: StoredPreferences["digest"];
    inApp?: string[];
  },
) =>
  write(async (tx) => {
    const { events } = preferencesOf(null);
    for (const [name, ways] of Object.entries(events))
      Object.assign(ways, {
        email: wishes.email?.includes(name) ?? ways.email,
        inApp: wishes.inApp?.includes(name) ?? ways.inApp,
      });
    await tx
      .update(users)
      .set({ notices: { events, digest: wishes.digest ?? null, quiet: wishes.quiet ?? null } })
      .where(eq(users.id, id));
  });

const news = {
  from: { name: "Dan", image: null },
  text: "placed order #1",
  href: "/orders/1",
  mail: "Order #1 came in",
};
const inboxes = async () => (await db.select().from(notifications)).map(({ userId, text }) => [userId, text]);

describe("notifications", () => {
  it("reach only users who can sign in and want them", async () => {
    await wish(ben.id, { inApp: [], email: [] });
    for (const person of Object.values(cast)) if (person !== ben) await wish(person.id, { email: ["newOrder"] });
    await write((tx) => notifyEveryone(tx, "newOrder", news));
    expect(await inboxes()).toEqual([[ada.id, "placed order #1"]]);
    expect((await mails()).map(({ to }) => to)).toEqual([ada.email]);
  });

  it("do not reach users with a deactivated account", async () => {
    await wish(ada.id, { email: ["newOrder"] });
    await write(
      async (tx) => void (await tx.update(users).set({ deactivatedAt: new Date() }).where(eq(users.id, ada.id))),
    );
    await write((tx) => notifyEveryone(tx, "newOrder", news));
    expect(await inboxes()).toEqual([[ben.id, "placed order #1"]]);
    expect(await mails()).toEqual([]);
  });

  it("are part of the transaction: a rolled-back change notifies nobody", async () => {
    await wish(ada.id, { email: ["newOrder"] });
    const failed = write(async (tx) => {
      await notifyEveryone(tx, "newOrder", news);
      throw new Error("taken back");
    });
    await expect(failed).rejects.toThrow("taken back");
    expect([await inboxes(), await mails()]).toEqual([[], []]);
  });

  it("notifications of an order name its customer in the app, and nobody in the mail, which has an unsubscribe link", async () => {
    await wish(ada.id, { email: ["newOrder"] });
    await placeOrder(ben, orderValues);
    const [mail] = await mails();
    expect(mail).toMatchObject({ to: ada.email, subject: "New order: Order #1 came in, $41.30" });
    expect(mail?.text).toContain(`${config.appUrl}/orders/1`);
    expect(mail?.text).not.toContain(dan.name);
    expect(mail?.text).toMatch(
      new RegExp(`^List-Unsubscribe: <${config.appUrl}/unsubscribe\\?person=1&from=newOrder&code=[\\w-]{43}>$`, "m"),
    );
    expect(mail?.text).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
  });

  it("notifications of low stock are sent when it falls to five, and not again below", async () => {
    const made = await productResource.create(ada, { ...pack, stock: 6 });
    const id = made.ok ? made.row.id : 0;
    for (const stock of [5, 4, 9, 0]) await productResource.change(ada, id, { stock });
    expect(await inboxes()).toEqual(
      [5, 0].flatMap((stock) =>
        [ada, ben].map((person) => [person.id, stock ? "is low in stock: 5 left" : "is out of stock"]),
      ),
    );
  });

  it("notifications of one's own account go to nobody else, and their mails are sent separately", async () => {
    await write((tx) => recordSecurity(tx, ada, ada, "changed the password"));
    await write((tx) => recordSecurity(tx, ada, ada, "registered", { isNews: false }));
    expect(await inboxes()).toEqual([[ada.id, "changed the password"]]);
    expect(await mails()).toEqual([]);
  });
});

describe("many notifications of one kind", () => {
  const order = (number: number) =>
    write((tx) =>
      notifyEveryone(tx, "newOrder", { ...news, text: `placed order #${number}`, mail: `Order #${number} came in` }),
    );
  beforeEach(() => wish(ada.id, { email: ["newOrder", "lowStock"] }));

  it("are one mail immediately and one for the rest, which names the first and counts the others", async () => {
    for (let number = 1; number <= 58; number++) await order(number);
    expect((await mails()).map(({ subject }) => subject)).toEqual(["New order: Order #1 came in"]);
    expect(await inboxes()).toHaveLength(2 * 58);
    at("2026-03-03T12:05:00Z");
    await runMaintenance();
    const [, second, ...others] = await mails();
    expect(others).toEqual([]);
    expect(second?.subject).toBe("57 things happened at Portico");
    expect(second?.text).toContain("Order #21 came in.");
    expect(second?.text).not.toContain("Order #22 came in.");
    expect(second?.text).toContain(`and 37 more:\n${config.appUrl}/notifications\n`);
  });

  it("many notifications of one kind over a longer time are one mail every five minutes", async () => {
    await order(1);
    await order(2);
    at("2026-03-03T12:05:00Z");
    await runMaintenance();
    await order(3);
    expect(await mails()).toHaveLength(2);
    at("2026-03-03T12:10:00Z");
    await order(4);
    expect(await mails()).toHaveLength(3);
  });

  it("do not start with a change that was rolled back", async () => {
    const failed = write(async (tx) => {
      await notifyEveryone(tx, "newOrder", news);
      throw new Error("taken back");
    });
    await expect(failed).rejects.toThrow("taken back");
    await order(7);
    expect((await mails()).map(({ subject }) => subject)).toEqual(["New order: Order #7 came in"]);
  });

  it("many notifications of one kind in one change are combined too, and delay neither other kinds nor other people", async () => {
    await wish(ben.id, { email: ["newOrder"] });
    await write(async (tx) => {
      for (let number = 0; number < 3; number++) await notifyEveryone(tx, "newOrder", news);
      await notifyEveryone(tx, "lowStock", { ...news, mail: "Pen is out of stock" });
    });
    expect((await mails()).map(({ to, subject }) => [to, subject]).sort()).toEqual([
      [ada.email, "Low stock: Pen is out of stock"],
      [ada.email, "New order: Order #1 came in"],
      [ben.email, "New order: Order #1 came in"],
    ]);
    expect(await db.$count(waitingMails)).toBe(4);
  });
});

describe("the mail about a reply on a ticket", () => {
  const secretNote = "They are wrong, of course.";
  async function ticketOf(requester: { id: number; name: string; email: string } | undefined) {
    const by = requester ?? { id: null, name: "Walk-in", email: "walkin@example.com" };
    await wish(ada.id, { email: ["ticketAnswered"] });
    return write(async (tx) => {
      const values = {
        subject: "Where is my pen?",
        status: "Open" as const,
        priority: "Normal" as const,
        topic: supportTopics[0]!.value,
        requesterId: by.id,
        requesterName: by.name,
        requesterEmail: by.email,
      };
      const [ticket] = await tx.insert(tickets).values(values).returning();
      return ticket!.id;
    });
  }
  async function answerTo(
    requester: Parameters<typeof ticketOf>[0],
    values: { quiet?: StoredPreferences["quiet"] } = {},
  ) {
    const id = await ticketOf(requester);
    if (values.quiet) await wish(ada.id, { email: ["ticketAnswered"], quiet: values.quiet });
    expect(await addReply(ben, id, { body: secretNote, internal: true })).toMatchObject({ ok: true });
    expect(await addReply(ben, id, { body: "It is *on its way*." })).toMatchObject({ ok: true });
    return mails();
  }

  it("goes to the requester with the reply's text; a note is never mailed", async () => {
    const [mail, ...others] = (await answerTo(ada)).filter(({ to }) => to === ada.email);
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/Ticket.answered.*There.is.an.answer.on/);
    expect(mail?.text).toContain("It is on its way.");
    expect(mail?.text).not.toContain(secretNote);
  });

  it("is sent each time, however soon after the last", async () => {
    await answerTo(ada);
    await addReply(ben, 1, { body: "It is there." });
    const texts = (await mails()).filter(({ to }) => to === ada.email).map(({ text }) => /It is .*/.exec(text)?.[0]);
    expect(texts.sort()).toEqual(["It is on its way.", "It is there."]);
  });

  it("goes from the requester to the assignee with author and text, and a short subject", async () => {
    const id = await ticketOf(ben);
    await write(async (tx) => void (await tx.update(tickets).set({ assigneeId: ada.id })));
    expect(await addReply(ben, id, { body: "It is *still lost*." })).toMatchObject({ ok: true });
    const [mail, ...others] = (await mails()).filter(({ to }) => to === ada.email);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe(`${ben.name} wrote on ticket #1`);
    expect(decoded(mail?.text)).toContain(
      `${ben.name} wrote on ticket #1 “Where is my pen?”.\n\nIt is still lost.\n\n`,
    );
  });

  it("waits for the end of quiet hours as a sentence only", async () => {
    expect(await answerTo(ada, { quiet: { from: 12, to: 13 } })).toEqual([]);
    at("2026-03-03T13:00:00Z");
    await runMaintenance();
    const [mail] = await mails();
    expect(decoded(mail?.text)).toContain("There is an answer on ticket #1 “Where is my pen?”.");
    expect(mail?.text).not.toContain("on its way");
  });

  it.each([
    ["nobody in the directory", undefined],
    ["has never signed in", dan],
  ])("goes to the address of the ticket if its requester is %s", async (_, requester) => {
    const [mail, ...others] = await answerTo(requester);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to: requester?.email ?? "walkin@example.com",
      subject: "Ticket #1: Where is my pen?",
    });
    expect(mail?.text).toContain("It is on its way.");
    expect(mail?.text).not.toContain(secretNote);
  });

  it.each([
    ["Solved", "marked as solved ticket #1 “Where is my pen?”", "Your ticket #1 “Where is my pen?” is solved"],
    ["Closed", "closed ticket #1 “Where is my pen?”", "Your ticket #1 “Where is my pen?” is closed"],
  ] as const)(
    "is followed by a mail about the new status, %s, if the requester wants it",
    async (status, text, mail) => {
      const id = await ticketOf(ada);
      await wish(ada.id, { email: ["ticketSettled"] });
      expect(await ticketResource.change(ben, id, { status })).toMatchObject({ ok: true });
      expect(await inboxes()).toEqual([[ada.id, text]]);
      expect((await mails()).map(({ to, text }) => [to, decoded(text).includes(`${mail}.`)])).toEqual([
        [ada.email, true],
      ]);
    },
  );

  it("the mail about a reply on a ticket of a status is not sent if unwanted, done by the requester, part of a reply, or undone", async () => {
    const id = await ticketOf(ada);
    await wish(ada.id, { email: ["ticketAnswered"], inApp: ["ticketSettled"] });
    await ticketResource.change(ada, id, { status: "Solved" });
    expect(await inboxes()).toEqual([]);
    expect(await addReply(ben, id, { body: "It is there.", status: "Closed" })).toMatchObject({ ok: true });
    expect((await inboxes()).filter(([, text]) => /closed/.test(String(text)))).toEqual([]);
    const reopened = await ticketResource.change(ben, id, { status: "Open" });
    if (!reopened.ok) throw new Error(reopened.reason);
    expect(await undoChange(ben, reopened.batch ?? "")).toMatchObject({ ok: true });
    expect((await inboxes()).filter(([, text]) => /closed|solved/.test(String(text)))).toEqual([]);
    expect((await mails()).filter(({ to }) => to === ada.email)).toHaveLength(1);
  });

  it("goes to the address of a requester without an account when the ticket is solved", async () => {
    const id = await ticketOf(undefined);
    await ticketResource.change(ben, id, { status: "Solved" });
    expect(
      (await mails()).map(({ to, text }) => [
        to,
        decoded(text).includes("Your ticket #1 “Where is my pen?” is solved."),
      ]),
    ).toEqual([["walkin@example.com", true]]);
  });

  it("goes to nobody who is banned or in the trash", async () => {
    for (const person of [cast.ban, cast.tess]) {
      await write(async (tx) => void (await tx.update(users).set({ uid: null }).where(eq(users.id, person.id))));
      expect(await answerTo(person)).toEqual([]);
    }
  });
});

describe("mails in quiet hours", () => {
  const order = () => write((tx) => notifyEveryone(tx, "newOrder", news));

  it("wait for their end, and are sent as one", async () => {
    await wish(ada.id, { email: ["newOrder", "lowStock"], quiet: { from: 22, to: 7 } });
    at("2026-03-03T23:30:00Z");
    await order();
    await write((tx) =>
      notifyEveryone(tx, "lowStock", { ...news, mail: "Pen is out of stock", href: "/products/1/overview" }),
    );
    at("2026-03-04T06:59:00Z");
    expect(await runMaintenance()).toContain("Sent 0 mails that waited for quiet hours to end.");
    expect(await mails()).toEqual([]);
    at("2026-03-04T07:00:00Z");
    expect(await runMaintenance()).toContain("Sent 1 mail that waited for quiet hours to end.");
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: ada.email, subject: "2 things happened at Portico" });
    expect(mail?.text).toContain("Order #1 came in.\n");
    expect(mail?.text).toContain("from=newOrder%2ClowStock");
    await runMaintenance();
    expect(await mails()).toHaveLength(1);
  });

  it("follow the site's time zone", () =>
    inTimeZone("America/New_York", async () => {
      await wish(ada.id, { email: ["newOrder"], quiet: { from: 22, to: 7 } });
      at("2026-03-03T23:30:00Z"); // half past six in the evening there
      await order();
      expect(await mails()).toHaveLength(1);
      at("2026-03-04T03:30:00Z"); // half past ten
      await order();
      expect(await db.$count(waitingMails)).toBe(1);
    }));

  it("wait no longer than a day, even if all but one hour are quiet", async () => {
    await wish(ada.id, { email: ["newOrder"], quiet: { from: 9, to: 8 } });
    await write(
      async (tx) =>
        void (await tx.insert(waitingMails).values({
          userId: ada.id,
          event: "newOrder",
          text: "Order #1 came in",
          href: "/orders/1",
          createdAt: new Date("2026-03-02T12:30:00Z"),
        })),
    );
    await runMaintenance();
    expect(await mails()).toEqual([]);
    at("2026-03-03T12:30:00Z");
    await runMaintenance();
    expect(await mails()).toHaveLength(1);
  });

  it.each([
    ["is banned", { status: "Banned" as const }],
    ["is in the trash", { deletedAt: new Date() }],
    ["has left", { deactivatedAt: new Date() }],
    ["wants none any more", { notices: { ...preferencesOf(null), quiet: null } }],
  ])("are deleted when their user %s", async (_, change) => {
    await wish(ada.id, { email: ["newOrder"], quiet: { from: 0, to: 23 } });
    await order();
    await write(async (tx) => void (await tx.update(users).set(change).where(eq(users.id, ada.id))));
    await runMaintenance();
    expect(await mails()).toEqual([]);
    expect(await db.$count(waitingMails)).toBe(0);
  });
});

it("delayed mails and digests are created for fifty people per change, so that others can write in between", async () => {
  const { events } = preferencesOf(null);
  const many = Array.from({ length: 60 }, (_, number) => ({
    ...dan,
    id: 100 + number,
    access: "client" as const,
    uid: `many-${number}`,
    email: `${number}@example.com`,
    notices: { events, quiet: null, digest: { day: 2, hour: 11 } },
  }));
  await write(async (tx) => {
    await tx.insert(users).values(many);
    await tx
      .insert(waitingMails)
      .values(many.map(({ id }) => ({ userId: id, event: "newOrder", text: "Order #1 came in", href: "/orders/1" })));
  });
  expect(await turnsOf(sendWaitingMails)).toBeGreaterThanOrEqual(2);
  expect(await db.$count(waitingMails)).toBe(0);
  expect(await turnsOf(sendDigests)).toBeGreaterThanOrEqual(2);
  expect(await db.$count(digests)).toBe(many.length);
});

describe("an overdue invoice", () => {
  const overdue = async () => (await inboxes()).filter(([userId]) => userId === ada.id).map(([, text]) => text);
  beforeEach(() => wish(ada.id, { email: [] }));

  it("is notified once when its due day is over", async () => {
    await addInvoice({ issueDate: "2026-02-01", dueDate: "2026-03-03" });
    await runMaintenance();
    expect(await overdue()).toEqual([]);
    at("2026-03-04T00:00:00Z");
    expect(await runMaintenance()).toContain("Told of 1 invoice that became overdue.");
    await mailSettled();
    at("2026-03-04T01:00:00Z");
    await runMaintenance();
    at("2026-03-20T01:00:00Z");
    await runMaintenance();
    expect(await overdue()).toEqual(["has not paid INV-0001, $30.00, due 3 Mar 2026"]);
    expect((await mails()).map(({ to, subject }) => [to, subject])).toEqual([
      [ben.email, "Invoice overdue: INV-0001 is overdue: $30.00, due 3 Mar 2026"],
    ]);
  });

  it("is notified again when its new due day is over", async () => {
    const { id } = await addInvoice({ issueDate: "2026-02-01", dueDate: "2026-03-02" });
    await runMaintenance();
    await invoiceResource.change(ada, id, { dueDate: "2026-03-04" });
    at("2026-03-05T12:00:00Z");
    await runMaintenance();
    expect(await overdue()).toHaveLength(2);
  });

  it("is not notified if it is complete, in the trash, or overdue for weeks", async () => {
    await addInvoice({ issueDate: "2026-01-01", dueDate: "2026-02-20" });
    const done = await addInvoice({ issueDate: "2026-02-01", dueDate: "2026-03-02" });
    await invoiceResource.setStatus(ada, [done.id], "complete");
    const gone = await addInvoice({ issueDate: "2026-02-01", dueDate: "2026-03-02" });
    await invoiceResource.trash(ada, [gone.id]);
    await runMaintenance();
    expect(await overdue()).toEqual([]);
  });

  it("is notified together with others if there are many at once", async () => {
    for (let number = 0; number < 11; number++) await addInvoice({ issueDate: "2026-02-01", dueDate: "2026-03-02" });
    await runMaintenance();
    expect(await overdue()).toEqual(["found 11 invoices that became overdue"]);
  });
});

describe("the weekly digest", () => {
  beforeEach(async () => {
    for (const { id } of [ada, ben]) await wish(id, { digest: id === ada.id ? { day: 2, hour: 13 } : null, email: [] });
    await placeOrder(ada, { ...orderValues, createdAt: new Date("2026-03-02T10:00:00Z") });
    await placeOrder(ada, { ...orderValues, createdAt: new Date("2026-02-02T10:00:00Z") });
  });

  it("is sent at its hour, once, with numbers that match the linked rows", async () => {
    await runMaintenance();
    expect(await mails()).toEqual([]);
    at("2026-03-03T13:05:00Z");
    expect(await runMaintenance()).toContain("Sent 1 weekly digest.");
    at("2026-03-03T14:05:00Z");
    await runMaintenance();
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to: ada.email,
      subject: "Your week at Portico: 1 new order, 1 person awaiting approval",
    });
    expect(mail?.text).toContain(`${config.appUrl}/orders?from=2026-02-24&to=2026-03-02`);
    expect(mail?.text).toContain("List-Unsubscribe: <");
    at("2026-03-10T13:00:00Z");
    expect(await sendDigests()).toBe(1);
  });

  it("is sent late by a server that was off for hours, and dropped after a day", async () => {
    at("2026-03-04T12:59:00Z");
    expect(await sendDigests()).toBe(1);
    at("2026-03-11T13:01:00Z");
    expect(await sendDigests()).toBe(0);
  });

  it("is not sent twice to a user who chooses a later hour of the same day", async () => {
    at("2026-03-03T13:05:00Z");
    expect(await sendDigests()).toBe(1);
    await wish(ada.id, { digest: { day: 2, hour: 15 } });
    at("2026-03-03T15:05:00Z");
    expect(await sendDigests()).toBe(0);
  });

  it("is not sent if there is nothing to report, nor later that day", async () => {
    await write(
      async (tx) => void (await tx.update(users).set({ status: "Active" }).where(eq(users.status, "Pending"))),
    );
    at("2026-03-31T13:05:00Z");
    expect(await sendDigests()).toBe(0);
    await placeOrder(ada, { ...orderValues, createdAt: new Date("2026-03-30T10:00:00Z") });
    at("2026-03-31T14:05:00Z");
    expect(await sendDigests()).toBe(0);
    expect(await mails()).toEqual([]);
  });

  it("is not sent to a user who was banned meanwhile", async () => {
    await write(async (tx) => void (await tx.update(users).set({ status: "Banned" }).where(eq(users.id, ada.id))));
    at("2026-03-03T13:05:00Z");
    expect(await sendDigests()).toBe(0);
  });
});
