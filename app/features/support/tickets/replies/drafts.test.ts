import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db, write } from "db";
import { journal, replyDrafts, type Ticket, type User } from "db/schema";
import { newFormKey } from "~/core/form/form.server";
import { cast, testDatabase } from "~/testing/database";
import { post, run, signedIn } from "~/testing/requests";
import { addTicket, pageOf, repliesOf, sendReply } from "~/testing/tickets";
import { cannedReplyResource } from "~/features/support/canned-replies/canned-replies.server";
import { action as discard } from "./discard-draft";
import { action as keep, loader as look } from "./draft";
import { moveDraft } from "./drafts.server";
import type { Meanwhile } from "./presence.server";
import { maxDraftLength } from "../limits";

testDatabase();

/** Ben is the requester, Ada the assignee. */
const { ada, ben } = cast;
const params = (ticket: Ticket) => ({ id: String(ticket.id) });

/** Posts a draft as the page's script does while typing. */
const typed = async (ticket: Ticket, person: User, fields: Record<string, string>) =>
  run<string>(keep, await signedIn(post(`/support/tickets/${ticket.id}/draft`, fields), person), params(ticket));

const meanwhile = async (ticket: Ticket, person: User, seen = 99) =>
  (
    await run<Meanwhile & { newer: number }>(
      look,
      await signedIn(`/support/tickets/${ticket.id}/draft?seen=${seen}`, person),
      params(ticket),
    )
  ).data;

const draft = async (ticket: Ticket, person: User) => {
  const { body, internal, savedAt } = (await pageOf(ticket, person)).writing;
  return { body, internal, isSaved: savedAt !== undefined };
};
const none = { body: "", internal: false, isSaved: false };

describe("a reply draft", () => {
  it("is available in every browser of its author, and to nobody else", async () => {
    const ticket = await addTicket(ben);
    expect((await typed(ticket, ada, { body: " Half a thou", internal: "on" })).status).toBe(204);
    expect(await draft(ticket, ada)).toEqual({ body: " Half a thou", internal: true, isSaved: true });
    expect(await draft(ticket, ben)).toEqual(none);
    expect(await draft(await addTicket(ben), ada)).toEqual(none);
    expect(JSON.stringify(await db.select().from(journal))).not.toContain("thou");
  });

  it("is deleted when it is sent, emptied or discarded, together with its files", async () => {
    const ticket = await addTicket(ben);
    await typed(ticket, ada, { body: "One" });
    await sendReply(ticket, ada, { body: "One" });
    expect(await draft(ticket, ada)).toEqual(none);
    await typed(ticket, ada, { body: "One\r\n" }); // from another window, which has it still
    expect(await draft(ticket, ada)).toEqual(none);
    await typed(ticket, ada, { body: "Two" });
    await typed(ticket, ada, { body: " " });
    expect(await draft(ticket, ada)).toEqual(none);
    await sendReply(ticket, ada, { body: "Three", keep: "draft" }, [new File(["a"], "a.txt")]);
    expect(await draft(ticket, ada)).toMatchObject({ body: "Three", isSaved: true });
    const { status, location } = await run(
      discard,
      await signedIn(post(`/support/tickets/${ticket.id}/draft/discard`), ada),
      params(ticket),
    );
    expect({ status, location }).toEqual({ status: 303, location: `/support/tickets/${ticket.id}` });
    expect((await pageOf(ticket, ada)).writing).toMatchObject({ body: "", files: [] });
  });

  it("a reply draft that arrives after the reply that it became is ignored", async () => {
    const ticket = await addTicket(ben);
    const key = newFormKey();
    await sendReply(ticket, ada, { body: "Sent", key });
    expect((await typed(ticket, ada, { body: "Sent\r\n", key })).status).toBe(204);
    expect(await draft(ticket, ada)).toEqual(none);
  });

  it("a reply draft from a form that has sent something else already is not saved, and not reported as saved", async () => {
    const ticket = await addTicket(ben);
    const key = newFormKey();
    await sendReply(ticket, ada, { body: "Sent", key });
    expect(await typed(ticket, ada, { body: "Quite another", key })).toMatchObject({
      status: 409,
      data: expect.stringContaining("has sent its message already"),
    });
    expect(await draft(ticket, ada)).toEqual(none);
  });

  it.each([
    ["a note", "a reply", "on", ""],
    ["a reply", "a note", "", "on"],
  ])("%s taken along to %s is a note as a whole", async (_, __, internal, internalThere) => {
    const [from, to] = [await addTicket(ben), await addTicket(ben)];
    await typed(from, ada, { body: "Taken along", internal });
    await typed(to, ada, { body: "There", internal: internalThere });
    await moveDraft(ada, from.id, to.id);
    expect(await draft(to, ada)).toEqual({ body: "There\n\nTaken along", internal: true, isSaved: true });
  });

  it("may be longer than a reply, but not unlimited; what cannot be saved is reported", async () => {
    const ticket = await addTicket(ben);
    expect((await typed(ticket, ada, { body: "x".repeat(100_000) })).status).toBe(204);
    const long = "x".repeat(maxDraftLength + 1);
    expect(await typed(ticket, ada, { body: long })).toMatchObject({
      status: 400,
      data: expect.stringContaining("200,000 characters"),
    });
    expect(await typed(ticket, ada, { body: "4242 4242 4242 4242" })).toMatchObject({
      status: 400,
      data: expect.stringContaining("card number"),
    });
    expect((await draft(ticket, ada)).body).toHaveLength(100_000);
    const answer = await sendReply(ticket, ada, { body: long, keep: "draft" });
    expect({ status: answer.status, form: answer.data.form }).toMatchObject({
      status: 400,
      form: { fields: { body: long }, errors: { body: expect.stringContaining("too long") } },
    });
  });

  it("can be saved by a button of the form too, without becoming a message", async () => {
    const ticket = await addTicket(ben);
    expect(await sendReply(ticket, ada, { body: "Half", keep: "draft" })).toMatchObject({
      status: 303,
      location: `/support/tickets/${ticket.id}#reply`,
    });
    expect(await draft(ticket, ada)).toMatchObject({ body: "Half" });
    expect(await repliesOf(ticket)).toHaveLength(1);
  });

  it("a reply draft of the requester is never a note", async () => {
    const ticket = await addTicket(ben);
    await typed(ticket, ben, { body: "Me too", internal: "on" });
    expect(await draft(ticket, ben)).toEqual({ body: "Me too", internal: false, isSaved: true });
  });

  it("does not follow its author to a missing ticket", async () => {
    expect(
      (await run(keep, await signedIn(post("/support/tickets/99/draft", { body: "x" }), ada), { id: "99" })).status,
    ).toBe(404);
  });
});

describe("who else is replying", () => {
  it("is shown by name to colleagues, until thirty seconds after the last input", async () => {
    const ticket = await addTicket(cast.dan);
    await typed(ticket, ben, { body: "I am at it" });
    expect((await meanwhile(ticket, ada)).writers).toEqual([{ name: "Ben Active", internal: false }]);
    expect((await pageOf(ticket, ada)).writing.writers).toEqual([{ name: "Ben Active", internal: false }]);
    expect((await meanwhile(ticket, ben)).writers).toEqual([]);
    await write(
      async (tx) =>
        void (await tx
          .update(replyDrafts)
          .set({ updatedAt: new Date(Date.now() - 29_000) })
          .where(eq(replyDrafts.userId, ben.id))),
    );
    expect((await meanwhile(ticket, ada)).writers).toEqual([]);
  });

  it("is shown without a name to the requester, and not at all for a note", async () => {
    const ticket = await addTicket(ben);
    await typed(ticket, ada, { body: "Careful with Ben", internal: "on" });
    expect((await meanwhile(ticket, ben)).writers).toEqual([]);
    await typed(ticket, ada, { body: "Hello Ben" });
    expect((await meanwhile(ticket, ben)).writers).toEqual([{ internal: false }]);
  });

  it("is sent together with the number of new messages by others", async () => {
    const ticket = await addTicket(ben);
    const seen = (await pageOf(ticket, ada)).replies.at(-1)?.id ?? 0;
    await sendReply(ticket, ben, { body: "And" });
    await sendReply(ticket, ben, { body: "another" });
    await sendReply(ticket, ada, { body: "Thing" });
    expect((await meanwhile(ticket, ada, seen)).newer).toBe(2);
    expect((await meanwhile(ticket, ben, seen)).newer).toBe(1);
  });
});

describe("a canned reply in a draft", () => {
  const add = async (values: { title: string; body: string }) => {
    const made = await cannedReplyResource.create(ada, values);
    return made.ok ? made.row.id : 0;
  };

  it("is appended to the draft, with the requester's first name", async () => {
    const ticket = await addTicket(ben);
    const id = await add({ title: "Hello", body: "Hello {name}, {name}!" });
    expect(await sendReply(ticket, ada, { body: "First.", keep: "canned", canned: String(id) })).toMatchObject({
      status: 303,
      location: `/support/tickets/${ticket.id}?canned=${id}#reply`,
    });
    expect((await pageOf(ticket, ada, `?canned=${id}`)).writing).toMatchObject({
      body: "First.\n\nHello Ben, Ben!",
      canned: [{ title: "Hello", body: "Hello Ben, Ben!" }],
    });
  });

  it("is not offered to the requester, nor from the trash", async () => {
    const ticket = await addTicket(ben);
    const id = await add({ title: "Hello", body: "Hello" });
    expect((await pageOf(ticket, ben, `?canned=${id}`)).writing).toMatchObject({ body: "", canned: [] });
    await cannedReplyResource.trash(ada, [id]);
    expect((await pageOf(ticket, ada, `?canned=${id}`)).writing).toMatchObject({ body: "", canned: [] });
    for (const none of ["99", "x", ""]) expect((await pageOf(ticket, ada, `?canned=${none}`)).writing.body).toBe("");
  });
});
