/** Tests that an open conversation learns from the page's stream who else is writing, and of new messages. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { write } from "db";
import { replyDrafts, type User } from "db/schema";
import { poll } from "~/features/live/live.server";
import { cast, testDatabase } from "~/testing/database";
import { signedIn } from "~/testing/requests";
import { streamsOfPages } from "~/testing/streams";
import { addTicket, pageOf } from "~/testing/tickets";
import { discardDraft, keepDraft } from "./drafts.server";
import type { Meanwhile } from "./presence.server";
import { addReply } from "./replies.server";
import { ticketResource } from "../tickets.server";

testDatabase();

/** Ben is the requester, Ada the assignee. */
const { ada, ben } = cast;

const listen = streamsOfPages();

/** Opens a page's stream; the returned function polls once and returns its updates of the ticket, in order. */
async function watching(person: User, search: string) {
  const { next } = await listen(await signedIn("/", person), search);
  const told: (Meanwhile | null)[] = [];
  void (async () => {
    for (let text = await next(); text !== "(over)"; text = await next()) {
      const data = /^event: watch\ndata: (.*)\n/.exec(text)?.[1];
      if (data) told.push(JSON.parse(data) as Meanwhile | null);
    }
  })();
  return async () => {
    await poll();
    await new Promise((resolve) => setTimeout(resolve, 0));
    return told.splice(0);
  };
}

test("a message by somebody else is sent at the next poll, once, but a note not to the requester", async () => {
  const ticket = await addTicket(ben);
  const [first] = (await pageOf(ticket, ada)).replies;
  const [adas, bens] = [await watching(ada, `?ticket=${ticket.id}`), await watching(ben, `?ticket=${ticket.id}`)];
  expect((await adas()).at(-1)).toMatchObject({ writers: [], newest: first?.id, status: "Open" });
  expect((await bens()).at(-1)).toMatchObject({ writers: [], newest: 0, status: "Open" });
  expect(await addReply(ben, ticket.id, { body: "Hello?" })).toMatchObject({ ok: true });
  const [told, ...others] = await adas();
  expect(others).toEqual([]);
  expect(told?.newest).toBeGreaterThan(first?.id ?? 0);
  expect(await adas()).toEqual([]);
  await addReply(ada, ticket.id, { body: "A note", internal: true });
  expect(await bens()).toEqual([]);
  await addReply(ada, ticket.id, { body: "Here." });
  expect(await bens()).toHaveLength(1);
});

test("a change of the ticket's status is sent at the next poll, once", async () => {
  const ticket = await addTicket(ben);
  const adas = await watching(ada, `?ticket=${ticket.id}`);
  await adas();
  await ticketResource.setStatus(cast.ben, [ticket.id], "Solved");
  expect(await adas()).toMatchObject([{ status: "Solved" }]);
  expect(await adas()).toEqual([]);
});

test("a colleague's change of priority or assignee is sent to an open ticket at the next poll, once", async () => {
  const ticket = await addTicket(ben);
  const adas = await watching(ada, `?ticket=${ticket.id}`);
  await adas();
  for (const change of [{ priority: "Urgent" as const }, { assigneeId: ada.id }]) {
    await ticketResource.change(ada, ticket.id, change);
    expect(await adas()).toHaveLength(1);
    expect(await adas()).toEqual([]);
  }
});

test("replying is shown at the next poll, and ends when it is sent, discarded or paused for twenty seconds", async () => {
  const ticket = await addTicket(ben);
  const bens = await watching(ben, `?ticket=${ticket.id}`);
  await bens();
  const writes = { body: "I look", internal: false };
  const isWriting = { writers: [{ internal: false }], newest: 0, status: "Open", revision: ticket.revision };
  await keepDraft(ada, ticket, writes);
  expect(await bens()).toEqual([isWriting]);
  await keepDraft(ada, ticket, { ...writes, body: "I look into it" });
  expect(await bens()).toEqual([]);
  await discardDraft(ada, ticket.id);
  expect(await bens()).toEqual([{ ...isWriting, writers: [] }]);
  await keepDraft(ada, ticket, writes);
  expect(await bens()).toEqual([isWriting]);
  await write(
    async (tx) =>
      void (await tx
        .update(replyDrafts)
        .set({ updatedAt: new Date(Date.now() - 20_001) })
        .where(eq(replyDrafts.userId, ada.id))),
  );
  expect(await bens()).toEqual([{ ...isWriting, writers: [] }]);
});

test("nothing about a ticket is sent to other pages, or about a deleted one", async () => {
  const ticket = await addTicket(ben);
  const [elsewhere, strange] = [await watching(ada, ""), await watching(ada, "?ticket=999")];
  expect((await strange()).at(-1)).toBeNull();
  await addReply(ben, ticket.id, { body: "Hello?" });
  expect([await elsewhere(), await strange()]).toEqual([[], []]);
});
