/** Tests what a client writes on a ticket that is merged or trashed meanwhile. */
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db, write } from "db";
import { attachments, notifications, replies, type Ticket, tickets, type User } from "db/schema";
import { newFormKey } from "~/core/form/form.server";
import { action as create, loader as createPage } from "~/features/support/ask/create";
import { undoChange } from "~/core/undo/undo.server";
import { letIn } from "~/testing/client";
import { cast, testDatabase } from "~/testing/database";
import { get, post, run, signedIn, toastOf } from "~/testing/requests";
import { addTicket, pageOf, repliesOf, sendReply } from "~/testing/tickets";
import { action as discard } from "./discard-draft";
import { action as draft, loader as watch } from "./draft";
import { discardDraft, draftOf, keepDraft } from "./drafts.server";
import { meanwhileAt } from "./presence.server";
import { addReply } from "./replies.server";
import { mergeTicket } from "../merge.server";
import { loader as page } from "../ticket";
import { ticketResource } from "../tickets.server";

testDatabase();
const { ada, dan } = cast;
const text = () => new File(["broken"], "broken.txt", { type: "text/plain" });

let client: User;
let ticket: Ticket;
let into: Ticket;
/** The last message id in the form when it was rendered. */
let seen: string;

beforeEach(async () => {
  client = await letIn(cast.pia);
  ticket = await addTicket(client, { subject: "Parcel is late" }, "Mine.");
  into = await addTicket(client, { subject: "Parcel is lost" }, "Mine too.");
  seen = String(Math.max(...(await db.select().from(replies)).map(({ id }) => id)));
});

const params = () => ({ id: String(ticket.id) });
const filesOf = async (replyId: number | null) =>
  (await db.select().from(attachments)).filter((file) => file.replyId === replyId).map(({ name }) => name);
const lastReply = async () => (await db.select().from(replies)).at(-1)!;
const open = async () => run(page, await signedIn(`/support/tickets/${ticket.id}`, client), params());

describe("a reply to a ticket that was merged meanwhile", () => {
  beforeEach(async () => void (await mergeTicket(ada, ticket.id, into.id)));

  it("is sent to the ticket that it was merged into, with its files, and names both subjects", async () => {
    await keepDraft(client, ticket, { body: "It came bro", internal: false });
    const key = newFormKey();
    const answer = await sendReply(ticket, client, { body: "It came broken.", seen, key }, [text()]);
    expect([answer.status, answer.location]).toEqual([303, `/support/tickets/${into.id}`]);
    expect(toastOf(answer).text).toContain(
      `Ticket #${ticket.id} “Parcel is late” was merged into ticket #${into.id} “Parcel is lost”`,
    );
    expect(await repliesOf(into)).toContain("It came broken.");
    expect(await filesOf((await lastReply()).id)).toEqual(["broken.txt"]);
    expect([await draftOf(client, ticket), (await pageOf(into, client)).writing.body]).toEqual([undefined, ""]);
    await sendReply(ticket, client, { body: "It came broken.", seen, key });
    expect((await repliesOf(into)).filter((body) => body === "It came broken.")).toHaveLength(1);
  });

  it("waits there with its files if there is a new message to read, after any draft there", async () => {
    await addReply(ada, into.id, { body: "We look into it." });
    await keepDraft(client, into, { body: "Begun here.", internal: false });
    const answer = await sendReply(ticket, client, { body: "It came broken.", seen }, [text()]);
    expect([answer.status, answer.location]).toEqual([303, `/support/tickets/${into.id}#reply`]);
    expect(toastOf(answer).text).toMatch(/was merged into.*A new message came in while you wrote/);
    const { writing } = await pageOf(into, client);
    expect(writing).toMatchObject({ body: "Begun here.\n\nIt came broken.", files: [{ name: "broken.txt" }] });
    await sendReply(into, client, {
      body: writing.body,
      seen: String((await lastReply()).id),
      draftsOf: writing.draftsOf,
    });
    expect(await filesOf((await lastReply()).id)).toEqual(["broken.txt"]);
    expect((await pageOf(into, client)).writing).toMatchObject({ body: "", files: [] });
  });

  it("keeps the draft of the merged ticket if the reply that brings it is refused", async () => {
    await keepDraft(client, ticket, { body: "It came broken.", internal: false });
    const { draftsOf } = (await pageOf(into, client)).writing;
    const refused = await sendReply(into, client, { body: "x".repeat(200_001), seen, draftsOf });
    expect(refused.status).toBe(400);
    expect((await pageOf(into, client)).writing.body).toBe("It came broken.");
    await addReply(ada, into.id, { body: "We look into it." });
    const unread = await sendReply(into, client, { body: "It came broken, twice.", seen, draftsOf });
    expect(unread.status).toBe(409);
    expect((await pageOf(into, client)).writing.body).toBe("It came broken, twice.");
  });

  it("marks as solved only what its author has seen", async () => {
    const answer = await sendReply(ticket, client, { body: "Thank you.", seen, status: "Solved" });
    expect(answer.location).toBe(`/support/tickets/${into.id}#reply`);
    expect(await ticketResource.unrestricted.find(into.id)).toMatchObject({ status: "Open" });
    expect((await pageOf(into, client)).writing.body).toBe("Thank you.");
  });

  it("is shown as text if it cannot be stored anywhere", async () => {
    const answer = await sendReply(ticket, client, { body: "x".repeat(200_001), seen });
    expect(answer).toMatchObject({
      status: 409,
      data: { message: expect.stringMatching(/was merged into.*so nothing was sent\. This is too long/) as string },
    });
  });

  it("keeps its draft available, and says at once what happened to the ticket", async () => {
    const moved = `Ticket #${ticket.id} “Parcel is late” was merged into ticket #${into.id} “Parcel is lost”.`;
    expect(await meanwhileAt(client, String(ticket.id))?.()).toMatchObject({ moved });
    expect(
      await run(watch, await signedIn(`/support/tickets/${ticket.id}/draft?seen=1`, client), params()),
    ).toMatchObject({
      status: 200,
      data: { moved },
    });
    const sent = await signedIn(post(`/support/tickets/${ticket.id}/draft`, { body: "It came bro" }), client);
    expect(await run(draft, sent, params())).toMatchObject({
      status: 409,
      data: expect.stringContaining(moved) as string,
    });
    expect((await open()).location).toBe(`/support/tickets/${into.id}?merged=${ticket.id}`);
    const shown = await pageOf(into, client, `?merged=${ticket.id}`);
    expect(shown).toMatchObject({ merged: "Parcel is late", writing: { body: "It came bro" } });
    expect(shown.events.map(({ text, entry }) => [text, entry])).toEqual([
      [`Ticket #${ticket.id} “Parcel is late” was merged into this one, #${into.id} “Parcel is lost”`, undefined],
    ]);
    const discarded = await signedIn(post(`/support/tickets/${into.id}/draft/discard`), client);
    await run(discard, discarded, { id: String(into.id) });
    expect((await pageOf(into, client)).writing.body).toBe("");
  });

  it("follows a second merge, and is notified", async () => {
    const third = await addTicket(client, { subject: "All parcels" }, "Third.");
    await mergeTicket(ada, into.id, third.id);
    await sendReply(ticket, client, { body: "It came broken.", seen: String((await lastReply()).id) });
    expect(await repliesOf(third)).toContain("It came broken.");
    const told = await db.select().from(notifications).where(eq(notifications.userId, client.id));
    expect(told.map(({ text, href }) => [text, href])).toContainEqual([
      `merged ticket #${ticket.id} “Parcel is late” into #${into.id} “Parcel is lost”`,
      `/support/tickets/${into.id}`,
    ]);
  });
});

describe("a reply to a ticket that was put in the trash meanwhile", () => {
  beforeEach(async () => void (await ticketResource.trash(ada, [ticket.id])));

  it("waits with its files in a form for a new ticket, which includes it", async () => {
    const answer = await sendReply(ticket, client, { body: "It came broken.", seen }, [text()]);
    expect([answer.status, answer.location]).toEqual([303, `/support/create-ticket?from=${ticket.id}`]);
    const form = await signedIn(get(answer.location ?? ""), client);
    expect((await run(createPage, form)).data).toMatchObject({
      from: { id: ticket.id, removed: "Parcel is late" },
      start: { subject: "Parcel is late", body: "It came broken." },
      files: [{ name: "broken.txt" }],
    });
    const fields = { subject: "Parcel", topic: "Orders and returns", priority: "Normal", body: "It came broken." };
    const more = { offered: "yes", key: newFormKey(), from: String(ticket.id) };
    const made = await run(create, await signedIn(post("/support/create-ticket", { ...fields, ...more }), client));
    expect(made.status).toBe(303);
    expect(await filesOf((await lastReply()).id)).toEqual(["broken.txt"]);
    expect(await draftOf(client, ticket)).toBeUndefined();
  });

  it("is found again through the ticket's URL, and without a reply there is no page", async () => {
    expect((await open()).status).toBe(404);
    await keepDraft(client, ticket, { body: "It came bro", internal: false });
    expect((await open()).location).toBe(`/support/create-ticket?from=${ticket.id}`);
    expect(await meanwhileAt(client, String(ticket.id))?.()).toMatchObject({
      moved: `Ticket #${ticket.id} “Parcel is late” was removed.`,
    });
    await discardDraft(client, ticket.id);
    expect((await sendReply(ticket, client, { body: "" })).status).toBe(404);
  });
});

it("only the requester learns what happened to a ticket", async () => {
  const other = await addTicket(dan, {}, "Dan asks.");
  await ticketResource.trash(ada, [other.id]);
  expect((await sendReply(other, client, { body: "Mine?" })).status).toBe(404);
  expect(await meanwhileAt(client, String(other.id))?.()).toBeUndefined();
  await write(
    async (tx) => void (await tx.update(tickets).set({ mergedInto: other.id }).where(eq(tickets.id, ticket.id))),
  );
  expect((await sendReply(ticket, client, { body: "Mine?" })).status).toBe(404);
});

it("undoing a merge keeps a reply that was sent meanwhile in its place", async () => {
  const merged = await mergeTicket(ada, ticket.id, into.id);
  await sendReply(ticket, client, { body: "It came broken.", seen });
  await undoChange(ada, (merged.ok && merged.batch) || "");
  expect(await repliesOf(into)).toContain("It came broken.");
  expect((await open()).status).toBe(200);
});
