import { and, eq, isNull } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { db, write } from "db";
import { journal, messages, notifications, replies, tickets } from "db/schema";
import { undoChange } from "~/core/undo/undo.server";
import { newFormKey } from "~/core/form/form.server";
import { cast, testDatabase } from "~/testing/database";
import { letIn } from "~/testing/client";
import { toastOf } from "~/testing/requests";
import { addTicket, pageOf, repliesOf, sendReply } from "~/testing/tickets";
import { savedMails } from "~/testing/mail-sentences";
import { draftOf } from "./drafts.server";
import { ticketResource } from "../tickets.server";

testDatabase();

/** Ben is the requester, Ada the assignee. */
const { ada, ben } = cast;
const first = "Nothing has come yet.";
const rowOf = async (id: number) => (await db.select().from(tickets).where(eq(tickets.id, id)))[0];

afterEach(() => void vi.useRealTimers());

describe("a reply on a ticket", () => {
  it("is added, sets the status, assigns its author, and is notified to the requester", async () => {
    const ticket = await addTicket(ben);
    const answer = await sendReply(ticket, ada, { body: "It is on its **way**.", status: "Pending" });
    expect(answer).toMatchObject({ status: 303, location: `/support/tickets/${ticket.id}` });
    expect(await rowOf(ticket.id)).toMatchObject({ status: "Pending", assigneeId: ada.id, waitingSince: null });
    const inboxes = await db.select().from(messages).orderBy(messages.userId);
    expect(inboxes).toMatchObject([
      { userId: ada.id, readAt: expect.any(Date) },
      { userId: ben.id, readAt: null, text: expect.stringContaining("It is on its way.") },
    ]);
    expect((await pageOf(ticket, ben)).replies.map(({ html }) => html)).toEqual([
      `<p>${first}</p>\n`,
      "<p>It is on its <strong>way</strong>.</p>\n",
    ]);
  });

  it("shows a client the same message whether anybody was mailed or not", async () => {
    const client = await letIn(cast.pia);
    const ticket = await addTicket(client);
    const says = async () => toastOf(await sendReply(ticket, client, { body: "Any news?", key: newFormKey() })).text;
    const unassigned = await says();
    await ticketResource.change(ada, ticket.id, { assigneeId: ada.id });
    expect(await says()).toBe(unassigned);
    expect(unassigned).toContain("calls no mail back");
    expect(toastOf(await sendReply(ticket, ada, { body: "Here it is." })).text).toContain(savedMails());
  });

  it("is refused after twenty within a minute, and these are one notification that counts them", async () => {
    const ticket = await addTicket(ben);
    for (let number = 1; number <= 20; number++)
      expect((await sendReply(ticket, ada, { body: `Answer ${number}` })).status).toBe(303);
    const refused = await sendReply(ticket, ada, { body: "Answer 21" });
    expect(refused.status).toBe(409);
    expect(refused.data.form.errors[""]).toContain("20 messages within a minute");
    expect(refused.data.form.fields.body).toBe("Answer 21");
    const told = await db.select().from(notifications).where(eq(notifications.userId, ben.id));
    expect(told).toMatchObject([
      { text: `answered 20 times on ticket #${ticket.id} “${ticket.subject}”`, readAt: null },
    ]);
    expect(told[0]?.href).toContain("?reply=2#"); // the first of them
  });

  it("is marked as read in both boxes when its page is opened, and nothing else is", async () => {
    const ticket = await addTicket(ben);
    for (let number = 2; number <= 10; number++) await addTicket(ben);
    const eleventh = await addTicket(ben);
    for (const one of [ticket, eleventh]) await sendReply(one, ada, { body: "Here it is." });
    const unread = async (table: typeof messages | typeof notifications) =>
      (
        await db
          .select({ href: table.href })
          .from(table)
          .where(and(eq(table.userId, ben.id), isNull(table.readAt)))
      ).map(({ href }) => /tickets\/(\d+)/.exec(href)?.[1]);
    const both = async () => [await unread(messages), await unread(notifications)];
    expect(await both()).toEqual([
      ["1", "11"],
      ["1", "11"],
    ]);
    await pageOf(ticket, ada); // Ada's page load does not mark Ben's
    await pageOf(ticket, ben);
    expect(await both()).toEqual([["11"], ["11"]]);
  });

  it("a reply on a ticket that is undone disappears from inboxes, and the earlier message is shown there again", async () => {
    const ticket = await addTicket(ben);
    await sendReply(ticket, ada, { body: "First answer" });
    const { undo } = toastOf(await sendReply(ticket, ada, { body: "Sent by mistake" }));
    const bens = async () =>
      (await db.select().from(messages).where(eq(messages.userId, ben.id))).map(({ text }) => text);
    expect(await bens()).toEqual([expect.stringContaining("mistake")]);
    expect((await undoChange(ada, undo ?? "")).ok).toBe(true);
    expect(await bens()).toEqual([expect.stringContaining("First answer")]);
  });

  it("a reply on a ticket by the requester reopens the ticket", async () => {
    const ticket = await addTicket(ben, { status: "Solved" });
    await sendReply(ticket, ben, { body: "It is broken." });
    expect((await rowOf(ticket.id))?.status).toBe("Open");
    await sendReply(ticket, ben, { body: "Oh, it works.", status: "Solved" });
    expect((await rowOf(ticket.id))?.status).toBe("Solved");
  });

  it("a reply on a ticket that is sent twice is added once, and reported as sent", async () => {
    const ticket = await addTicket(ben);
    const form = { body: "Once.", key: newFormKey(), status: "Pending" };
    const answers = await Promise.all([sendReply(ticket, ada, form), sendReply(ticket, ada, form)]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect(await repliesOf(ticket)).toEqual([first, "Once."]);
  });

  it("is undone together with what it changed", async () => {
    const ticket = await addTicket(ben);
    const { undo } = toastOf(await sendReply(ticket, ada, { body: "Wrong ticket.", status: "Solved" }));
    expect(await undoChange(ada, undo ?? "")).toMatchObject({ ok: true });
    expect((await pageOf(ticket, ben)).replies).toHaveLength(1);
    expect(await rowOf(ticket.id)).toMatchObject({ status: "Open", assigneeId: null });
  });

  it("never puts its text into the journal", async () => {
    const ticket = await addTicket(ben, {}, "Secret question");
    await sendReply(ticket, ada, { body: "Secret answer" });
    expect(JSON.stringify(await db.select().from(journal))).not.toContain("Secret");
  });
});

describe("a reply is refused, and kept, when", () => {
  const refused = async (form: Record<string, string>, values = {}) => {
    const ticket = await addTicket(ben, values);
    const answer = await sendReply(ticket, ada, form);
    expect(await repliesOf(ticket)).toEqual([first]);
    return { ticket, ...answer, form: answer.data.form };
  };

  it.each(["", " \n ", "\u200b"])("there is nothing in it: %j", async (body) => {
    const { status, form } = await refused({ body });
    expect({ status, errors: form.errors }).toEqual({ status: 400, errors: { body: "Write a reply first" } });
  });

  it.each([20_001, 100_000])("it has %i characters", async (length) => {
    const body = "x".repeat(length);
    const { status, form, ticket } = await refused({ body });
    expect({ status, errors: form.errors }).toEqual({ status: 400, errors: { body: "Keep this to 20000 characters" } });
    expect(form.fields.body).toBe(body);
    expect((await draftOf(ada, ticket))?.body).toBe(body);
  });

  it("it contains a card number, which drafts do not store either", async () => {
    const { form, ticket } = await refused({ body: "My card is 4242 4242 4242 4242." });
    expect(form.errors.body).toContain("card number");
    expect(await draftOf(ada, ticket)).toBeUndefined();
  });

  it("the ticket is in the trash", async () => {
    const ticket = await addTicket(ben);
    await ticketResource.trash(ada, [ticket.id]);
    const { status, data } = await sendReply(ticket, ada, { body: "Too late" });
    expect({ status, ...data.form }).toMatchObject({
      status: 409,
      errors: { "": expect.stringContaining("in the trash") },
      fields: { body: "Too late" },
    });
    expect(await repliesOf(ticket)).toEqual([first]);
  });

  it("the ticket was merged, and leads to the other one with text and files", async () => {
    const other = await addTicket(ben);
    const ticket = await addTicket(ben);
    await write(
      async (tx) =>
        void (await tx
          .update(tickets)
          .set({ mergedInto: other.id, status: "Closed" })
          .where(eq(tickets.id, ticket.id))),
    );
    const { status, data } = await sendReply(ticket, ada, { body: "Too late", reopen: "1" }, [
      new File(["a"], "a.txt"),
    ]);
    expect({ status, ...data.form }).toMatchObject({
      status: 409,
      errors: { "": expect.stringContaining(`#${other.id}`) },
      fields: { body: "Too late" },
    });
    expect(await sendReply(ticket, ada, { body: "Too late", keep: "there" })).toMatchObject({
      status: 303,
      location: `/support/tickets/${other.id}#reply`,
    });
    expect((await pageOf(other, ada)).writing).toMatchObject({ body: "Too late", files: [{ name: "a.txt" }] });
    expect((await pageOf(ticket, ada)).writing).toMatchObject({ body: "", files: [] });
  });

  it("the ticket is closed, unless the reply reopens it", async () => {
    const { ticket, status, form } = await refused({ body: "One more thing" }, { status: "Closed" });
    expect({ status, form }).toMatchObject({
      status: 409,
      form: { errors: { "": expect.stringContaining("closed") }, fields: { body: "One more thing" } },
    });
    const { undo } = toastOf(await sendReply(ticket, ada, { body: "One more thing", reopen: "1" }));
    expect([await repliesOf(ticket), (await rowOf(ticket.id))?.status]).toEqual([[first, "One more thing"], "Open"]);
    await undoChange(ada, undo ?? "");
    expect([(await pageOf(ticket, ada)).replies.length, (await rowOf(ticket.id))?.status]).toEqual([1, "Closed"]);
  });

  it("others have replied meanwhile; sent again, it is added", async () => {
    const ticket = await addTicket(ben);
    const seen = String(Math.max(...(await pageOf(ticket, ada)).replies.map(({ id }) => id)));
    await sendReply(ticket, ben, { body: "Never mind." });
    const { status, data } = await sendReply(ticket, ada, { body: "We look for it.", seen });
    expect({ status, ...data.form }).toMatchObject({
      status: 409,
      errors: { "": expect.stringContaining("new message") },
      fields: { body: "We look for it." },
    });
    const now = String(Math.max(...(await pageOf(ticket, ada)).replies.map(({ id }) => id)));
    expect((await sendReply(ticket, ada, { body: "We look for it.", seen: now })).status).toBe(303);
    expect(await repliesOf(ticket)).toEqual([first, "Never mind.", "We look for it."]);
  });

  it("others have set another status meanwhile than the one to be set; sent again, it is added", async () => {
    const ticket = await addTicket(ben, { status: "Open" });
    const send = (seenStatus: string, status: string) =>
      sendReply(ticket, ada, { body: "We look for it.", seenStatus, status });
    await ticketResource.setStatus(cast.ben, [ticket.id], "Solved");
    const { status, data } = await send("Open", "Pending");
    expect({ status, ...data.form }).toMatchObject({
      status: 409,
      errors: { "": expect.stringContaining("is solved now, no longer open") },
      fields: { body: "We look for it." },
    });
    expect((await send("Solved", "Pending")).status).toBe(303);
    expect((await rowOf(ticket.id))?.status).toBe("Pending");
  });

  it("it was sent already from another window; with another word it is added", async () => {
    const ticket = await addTicket(ben);
    const seen = async () => String(Math.max(...(await pageOf(ticket, ada)).replies.map(({ id }) => id)));
    const send = async (body: string) => sendReply(ticket, ada, { body, seen: await seen(), key: newFormKey() });
    expect((await send("We look for it.")).status).toBe(303);
    expect((await send("We look for it.")).data.form.errors[""]).toContain("already");
    const { undo } = toastOf(await send("We look for it!"));
    await undoChange(ada, undo ?? "");
    expect((await send("We look for it!")).status).toBe(303);
    expect((await pageOf(ticket, ada)).replies).toHaveLength(3);
  });

  it("it was sent already and another message followed, unless that was long ago", async () => {
    const ticket = await addTicket(ben);
    const seen = async () => String(Math.max(...(await pageOf(ticket, ada)).replies.map(({ id }) => id)));
    const send = async (body: string) => sendReply(ticket, ada, { body, seen: await seen(), key: newFormKey() });
    await send("Thank you.");
    await sendReply(ticket, ben, { body: "Is it there?" });
    expect((await send("Thank you.")).data.form.errors[""]).toContain("already");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 11 * 60_000 });
    expect((await send("Thank you.")).status).toBe(303);
  });

  it("the ticket does not exist", async () => {
    expect((await sendReply({ id: 99 }, ada, { body: "Hello?" })).status).toBe(404);
  });

  it("a reply is not refused because of the author's own messages since, or notes that they cannot see", async () => {
    const ticket = await addTicket(ben);
    const [seen] = await db.select({ id: replies.id }).from(replies);
    await sendReply(ticket, ben, { body: "And one more thing." });
    await sendReply(ticket, ada, { body: "Careful with Ben.", internal: "on" });
    expect((await sendReply(ticket, ben, { body: "And another.", seen: String(seen?.id) })).status).toBe(303);
  });
});

it.each([
  ["is in the trash", (id: number) => ticketResource.trash(ada, [id])],
  [
    "was removed for good",
    (id: number) => write(async (tx) => void (await tx.delete(tickets).where(eq(tickets.id, id)))),
  ],
])("a draft is not taken to a ticket that %s, and is kept", async (why, lose: (id: number) => Promise<unknown>) => {
  const other = await addTicket(ben);
  const ticket = await addTicket(ben, { status: "Closed" });
  await write(
    async (tx) => void (await tx.update(tickets).set({ mergedInto: other.id }).where(eq(tickets.id, ticket.id))),
  );
  await lose(other.id);
  const { status, data } = await sendReply(ticket, ada, { body: "Too late", keep: "there" });
  expect({ status, ...data.form }).toMatchObject({
    status: 409,
    errors: { "": expect.stringContaining(`#${other.id} ${why}`) },
    fields: { body: "Too late" },
  });
  expect((await draftOf(ada, ticket))?.body).toBe("Too late");
});

it("links on a ticket lead back to the list that it was opened from", async () => {
  const [ticket, other] = [await addTicket(ben), await addTicket(ben)];
  const search = "?list=q%3Dparcel";
  expect((await sendReply(ticket, ada, { body: "Here." }, [], search)).location).toBe(
    `/support/tickets/${ticket.id}${search}`,
  );
  expect((await sendReply(ticket, ada, { body: "", keep: "canned", canned: "3" }, [], search)).location).toBe(
    `/support/tickets/${ticket.id}${search}&canned=3#reply`,
  );
  await write(
    async (tx) => void (await tx.update(tickets).set({ mergedInto: other.id }).where(eq(tickets.id, ticket.id))),
  );
  expect((await sendReply(ticket, ada, { body: "Over", keep: "there" }, [], search)).location).toBe(
    `/support/tickets/${other.id}${search}#reply`,
  );
});

describe("a closed ticket", () => {
  it("accepts notes without being reopened", async () => {
    const ticket = await addTicket(ben, { status: "Closed" });
    expect((await sendReply(ticket, ada, { body: "He rang again.", internal: "on", reopen: "1" })).status).toBe(303);
    expect([await repliesOf(ticket), (await rowOf(ticket.id))?.status]).toEqual([[first, "He rang again."], "Closed"]);
  });
});
