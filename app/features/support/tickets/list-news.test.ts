import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { write } from "db";
import type { User } from "db/schema";
import { poll } from "~/features/live/live.server";
import { letIn } from "~/testing/client";
import { cast, testDatabase } from "~/testing/database";
import { signedIn } from "~/testing/requests";
import { streamsOfPages } from "~/testing/streams";
import { addTicket } from "~/testing/tickets";
import { type ListNews, newestEntry } from "./list-news.server";
import { addReply } from "./replies/replies.server";
import { ticketResource } from "./tickets.server";

testDatabase();

/** Ben is the requester, Ada the assignee. */
const { ada, ben } = cast;

const listen = streamsOfPages();

/** Opens a ticket list as `person`; the returned function polls once and returns what the stream has sent. */
async function openList(person: User) {
  const { next } = await listen(await signedIn("/", person), `?tickets=${await newestEntry()}`);
  const sent: ListNews[] = [];
  void (async () => {
    for (let text = await next(); text !== "(over)"; text = await next()) {
      const data = /^event: watch\ndata: (.*)\n/.exec(text)?.[1];
      if (data) sent.push(JSON.parse(data) as ListNews);
    }
  })();
  return async () => {
    await poll();
    await new Promise((resolve) => setTimeout(resolve, 0));
    return sent.splice(0);
  };
}

test("an open ticket list is sent a new ticket and a colleague's changes at the next poll, once", async () => {
  const old = await addTicket(ben);
  const next = await openList(ada);
  expect((await next()).at(-1)?.rows).toEqual([]);
  const fresh = await addTicket(ben);
  expect((await next()).at(-1)?.rows).toMatchObject([{ id: fresh.id, status: "Open" }]);
  await ticketResource.setStatus(ben, [old.id], "Solved");
  expect((await next()).at(-1)?.rows).toMatchObject([
    { id: old.id, status: "Solved" },
    { id: fresh.id, status: "Open" },
  ]);
  expect(await next()).toEqual([]);
});

test("an open ticket list is sent a ticket that somebody answers", async () => {
  const ticket = await addTicket(ben);
  const next = await openList(ben);
  await next();
  await addReply(ada, ticket.id, { body: "Here." });
  expect((await next()).at(-1)?.rows).toMatchObject([{ id: ticket.id }]);
});

test("a client's open ticket list is sent nothing about other people's tickets, nor the assignee of their own", async () => {
  const client = await letIn(cast.pia);
  const theirs = await addTicket(client);
  const next = await openList(client);
  await next();
  const others = await addTicket(ben);
  await addReply(ada, others.id, { body: "Here." });
  expect(await next()).toEqual([]);
  await ticketResource.change(ada, theirs.id, { assigneeId: ada.id });
  expect((await next()).at(-1)?.rows).toMatchObject([{ id: theirs.id, assignee: null, answerDueAt: null }]);
});

test("a client's open ticket list is sent nothing about an internal note on their own ticket", async () => {
  const client = await letIn(cast.pia);
  const theirs = await addTicket(client);
  const [team, own] = [await openList(ada), await openList(client)];
  await team();
  await own();
  await addReply(ada, theirs.id, { body: "Looks like fraud.", internal: true });
  expect([(await team()).length, await own()]).toEqual([1, []]);
});

test("a client's open ticket list is sent their own ticket that went to the trash", async () => {
  const client = await letIn(cast.pia);
  const theirs = await addTicket(client);
  const next = await openList(client);
  await next();
  await ticketResource.trash(ada, [theirs.id]);
  expect(await next()).toMatchObject([{ rows: [], entry: await newestEntry() }]);
});

test("an open ticket list is sent more simultaneous changes than one query can name", async () => {
  const next = await openList(ada);
  await next();
  await write(
    async (tx) =>
      void tx.run(
        sql`with recursive some(number) as (select 1 union all select number + 1 from some where number < 40000)
        insert into journal (entity, record_id, action, label, by_name, batch, at)
        select 'replies', number, 'changed', '', '', 'many', 1 from some`,
      ),
  );
  const [news] = await next();
  expect(news?.entry).toBe(await newestEntry());
});
