/** Tests that tickets are found by their messages, by users who may read them. */
import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db, write } from "db";
import { replies, tickets, type User } from "db/schema";
import { runMaintenance } from "~/maintenance/maintenance.server";
import type { ListView } from "~/core/list/list";
import { findAll } from "~/features/search/find.server";
import { cast, testDatabase } from "~/testing/database";
import { run, signedIn } from "~/testing/requests";
import { addTicket } from "~/testing/tickets";
import { loader as exported } from "~/features/records/export";
import { loader as list } from "./list";
import { addReply, replyResource } from "./replies/replies.server";
import { ticketResource } from "./tickets.server";

testDatabase();

/** Ben is the requester, Ada the assignee. */
const { ada, ben } = cast;

async function say(by: User, ticket: { id: number }, body: string, internal = false) {
  const done = await addReply(by, ticket.id, { body, internal });
  if (!done.ok) throw new Error(done.reason);
  return (await db.select().from(replies).where(eq(replies.ticketId, ticket.id))).at(-1)!;
}

const listed = async (q: string, person: User) => {
  const { data } = await run<{ tickets: { id: number }[]; view: ListView }>(
    list,
    await signedIn(`/support/tickets?${new URLSearchParams({ q })}`, person),
  );
  return { ids: data.tickets.map(({ id }) => id), total: data.view.total };
};
const hits = async (q: string, person: User) =>
  (await findAll(q, 5, person)).groups.find(({ kind }) => kind === "tickets")?.hits ?? [];

describe("a message in a ticket", () => {
  it("finds its ticket in the list, the export, the global search and the palette, with its position", async () => {
    const ticket = await addTicket(ben);
    await addTicket(ben);
    const reply = await say(ada, ticket, "The **Zephyrine** courier lost it, ok.");
    expect(await listed("zephyrine", ada)).toEqual({ ids: [ticket.id], total: 1 });
    expect(await listed("ok zéphyrine", ada)).toEqual({ ids: [ticket.id], total: 1 });
    expect(await listed("zephyrine elephant", ada)).toEqual({ ids: [], total: 0 });
    const file = await run<unknown>(exported, await signedIn("/support/tickets.json?q=zephyrine", ada));
    expect(file.status).toBe(200);
    expect(await hits("zephyrine", ada)).toMatchObject([
      {
        title: ticket.subject,
        href: `/support/tickets/${ticket.id}?reply=${reply.id}#reply-${reply.id}`,
        marked: [ticket.subject, expect.stringContaining("The <mark>Zephyrine</mark> courier lost it, ok.")],
      },
    ]);
  });

  it("a message in a ticket that is a note finds it only for users who may read notes", async () => {
    const ticket = await addTicket(ben);
    await say(ada, ticket, "Quixotic customer", true);
    expect([(await listed("quixotic", ada)).ids, (await listed("quixotic", ben)).ids]).toEqual([[ticket.id], []]);
    expect([await hits("quixotic", ada), await hits("quixotic", ben)].map(({ length }) => length)).toEqual([1, 0]);
    const own = await addTicket(ada);
    await say(ben, own, "Quixotic as well", true);
    expect([(await listed("quixotic", ada)).ids, (await listed("quixotic", ben)).ids]).toEqual([[ticket.id], [own.id]]);
  });

  it("finds nothing in the trash, is found after a restore and with changed text, and never after the ticket is erased", async () => {
    const ticket = await addTicket(ben);
    const { id } = await say(ada, ticket, "Nebulous");
    await replyResource.trash(ada, [id]);
    expect((await listed("nebulous", ada)).ids).toEqual([]);
    await replyResource.restore(ada, [id]);
    expect((await listed("nebulous", ada)).ids).toEqual([ticket.id]);
    await write((tx) => tx.update(replies).set({ body: "Crystalline" }).where(eq(replies.id, id)));
    expect([(await listed("nebulous", ada)).ids, (await listed("crystalline", ada)).ids]).toEqual([[], [ticket.id]]);
    await ticketResource.trash(ada, [ticket.id]);
    expect((await listed("crystalline", ada)).ids).toEqual([]);
    await write((tx) =>
      tx
        .update(tickets)
        .set({ deletedAt: new Date("2026-01-01") })
        .where(eq(tickets.id, ticket.id)),
    );
    await runMaintenance();
    expect(db.all(sql`select rowid from reply_search where reply_search match '"crystalline"'`)).toEqual([]);
  });
});
