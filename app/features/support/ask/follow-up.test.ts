import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { config } from "config";
import { db, write } from "db";
import { replies, replyDrafts, type Ticket, tickets, type User, users } from "db/schema";
import { newFormKey } from "~/core/form/form.server";
import { cast, testDatabase } from "~/testing/database";
import { addOrder } from "~/testing/orders";
import { run, signedIn } from "~/testing/requests";
import { addTicket, pageOf, sendReply } from "~/testing/tickets";
import type { NewQuestion } from "./ask.server";
import { action as create, loader as page } from "./create";

testDatabase();

/** Ben is the requester of a closed ticket. */
const { ada, ben } = cast;
const closed = () => addTicket(ben, { status: "Closed", topic: "Invoices and tax" });
const file = () => new File(["wet"], "wet.txt");

/** Presses the button for a follow-up ticket and returns the new form's initial values. */
async function goOn(ticket: Ticket, person: User, fields: Record<string, string>, files: File[] = []) {
  const answer = await sendReply(ticket, person, { ...fields, keep: "follow-up" }, files);
  expect(answer).toMatchObject({ status: 303, location: `/support/create-ticket?from=${ticket.id}` });
  return (await run<NewQuestion>(page, await signedIn(answer.location ?? "", person))).data;
}

/** Sends the form of the new ticket as it was drawn, but for `fields`. */
async function send(
  { start, from, requester, formKey }: NewQuestion,
  person: User,
  fields: Record<string, string> = {},
) {
  const body = new FormData();
  const drawn = {
    subject: start.subject,
    topic: start.topic,
    priority: start.priority,
    body: start.body,
    from: String(from?.id ?? ""),
    key: formKey,
    offered: "yes",
  };
  for (const [name, value] of Object.entries({
    ...drawn,
    ...(requester && { requesterId: String(requester.id) }),
    ...fields,
  }))
    body.append(name, value);
  return run<{ files: { id: string; name: string }[] }>(
    create,
    await signedIn(new Request(`${config.appUrl}/support/create-ticket`, { method: "POST", body }), person),
  );
}

const newest = async () => (await db.select().from(tickets)).at(-1);

describe("a follow-up by the requester", () => {
  it("starts with their unsent reply, including files, and takes it along", async () => {
    const ticket = await closed();
    const question = await goOn(ticket, ben, { body: "It is back." }, [file()]);
    expect(question).toMatchObject({
      start: { subject: ticket.subject, topic: "Invoices and tax", priority: "Normal", body: "It is back." },
      files: [{ name: "wet.txt" }],
      from: { id: ticket.id, leavesDraft: false },
    });
    expect(question.requester).toBeUndefined();
    expect((await send(question, ben)).location).toBe(`/support/tickets/${(await newest())?.id}`);
    expect((await pageOf({ id: (await newest())?.id ?? 0 }, ben)).replies).toMatchObject([
      { authorId: ben.id, files: [{ name: "wet.txt" }] },
    ]);
    expect((await pageOf(ticket, ben)).writing).toMatchObject({ body: "", files: [] });
  });

  it("a follow-up by the requester that is only opened takes nothing away", async () => {
    const ticket = await closed();
    await goOn(ticket, ben, { body: "It is back." }, [file()]);
    expect((await pageOf(ticket, ben)).writing).toMatchObject({ body: "It is back.", files: [{ name: "wet.txt" }] });
  });

  it("a follow-up by the requester that is refused still has its files, and each can be removed", async () => {
    const question = await goOn(await closed(), ben, { body: "It is back." }, [file()]);
    const refused = await send(question, ben, { body: "" });
    expect([refused.status, refused.data.files.map(({ name }) => name)]).toEqual([400, ["wet.txt"]]);
    expect((await send(question, ben, { remove: refused.data.files[0]?.id ?? "" })).data.files).toEqual([]);
  });
});

describe("a follow-up by support", () => {
  it("refers to the same order, if there was one", async () => {
    const { id: orderId } = await addOrder({ customerId: ben.id });
    const about = await addTicket(ben, { status: "Closed", topic: "Orders and returns", orderId });
    expect((await goOn(about, ada, {})).start).toMatchObject({ subject: about.subject, orderId: String(orderId) });
    expect((await goOn(await closed(), ada, {})).start).toMatchObject({ orderId: "" });
  });

  it("is for the requester, and contains none of support's text as theirs", async () => {
    const ticket = await closed();
    const question = await goOn(ticket, ada, { body: "We look again." }, [file()]);
    expect(question).toMatchObject({
      start: { subject: ticket.subject, body: "" },
      files: [],
      requester: { id: ben.id, name: ben.name },
      from: { leavesDraft: true },
    });
    await send(question, ada, { body: "Ben rang: it is back." });
    expect(await newest()).toMatchObject({ requesterId: ben.id });
    expect((await pageOf({ id: (await newest())?.id ?? 0 }, ben)).replies).toMatchObject([
      { authorId: ben.id, files: [] },
    ]);
    expect((await pageOf(ticket, ada)).writing).toMatchObject({ body: "We look again.", files: [{ name: "wet.txt" }] });
  });

  it("is for its author if the requester is gone", async () => {
    const ticket = await closed();
    await write(async (tx) => void (await tx.update(users).set({ deletedAt: new Date() }).where(eq(users.id, ben.id))));
    expect((await goOn(ticket, ada, { body: "We look again." })).requester).toBeUndefined();
  });
});

it("a note never becomes the text of a question, whoever asks it", async () => {
  const ticket = await closed();
  await write(
    async (tx) =>
      void (await tx
        .insert(replyDrafts)
        .values({ userId: ben.id, ticketId: ticket.id, body: "Careful", internal: true })),
  );
  const { data } = await run<NewQuestion>(page, await signedIn(`/support/create-ticket?from=${ticket.id}`, ben));
  expect([data.start.body, data.from]).toEqual(["", { id: ticket.id, leavesDraft: true }]);
  await send({ ...data, formKey: newFormKey() }, ben, { body: "Another matter" });
  expect((await db.select().from(replyDrafts)).map(({ body }) => body)).toEqual(["Careful"]);
  expect((await db.select().from(replies)).map(({ body }) => body)).not.toContain("Careful");
});
