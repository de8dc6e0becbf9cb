import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { db, write } from "db";
import { supportTopics, ticketPriorities, ticketStatuses } from "db/lookups";
import { journal, messages, notifications, orders, replies, tickets, users } from "db/schema";
import { maySignIn, reachOf } from "~/core/access/access.server";
import { recalculateTicketTimes } from "~/features/support/tickets/conversation/clock.server";
import { snapshotAt } from "~/core/conflict/changes-since.server";
import { ticketResource } from "~/features/support/tickets/tickets.server";
import { testDatabase } from "~/testing/database";
import { demo } from "./users";

testDatabase({ samples: true });

const all = () => db.select().from(tickets).orderBy(tickets.id);

it("the sample has tickets of the last thirty days in every status, priority and topic", async () => {
  const rows = await all();
  expect(rows).toHaveLength(15);
  for (const { value } of ticketStatuses) expect(rows.some(({ status }) => status === value)).toBe(true);
  for (const { value } of ticketPriorities) expect(rows.some(({ priority }) => priority === value)).toBe(true);
  for (const { value } of supportTopics) expect(rows.some(({ topic }) => topic === value)).toBe(true);
  const month = Date.now() - 30 * 86_400_000;
  expect(
    rows.every(
      ({ createdAt, lastReplyAt }) =>
        createdAt.getTime() > month && lastReplyAt >= createdAt && lastReplyAt < new Date(),
    ),
  ).toBe(true);
  expect(rows.filter(({ requesterId }) => requesterId === demo.id)).toHaveLength(3);
});

it("sample tickets have assignees who answer, and orders of their requesters", async () => {
  const rows = await all();
  for (const { assigneeId, orderId, requesterId } of rows) {
    const [assignee] = assigneeId === null ? [] : await db.select().from(users).where(eq(users.id, assigneeId));
    if (assigneeId !== null) expect(assignee && maySignIn(assignee) && reachOf(assignee, "support.change")).toBe("all");
    if (orderId !== null)
      expect((await db.select().from(orders).where(eq(orders.id, orderId)))[0]?.customerId).toBe(requesterId);
  }
});

it("the times of each sample ticket follow from its conversation and its journal", async () => {
  const before = await all();
  await write(async (tx) => {
    for (const { id } of before) await recalculateTicketTimes(tx, id);
  });
  expect(await all()).toEqual(before);
  expect(before.some(({ answerDueAt }) => answerDueAt !== null)).toBe(true);
  for (const ticket of before)
    expect((await snapshotAt(ticketResource, ticket, 1)) ?? ticket).toMatchObject({ status: "Open", assigneeId: null });
});

it("the sample keeps messages out of the journal, and notes out of the requester's inbox", async () => {
  const told = JSON.stringify([
    await db.select().from(journal),
    await db.select().from(messages),
    await db.select().from(notifications),
  ]);
  const notes = await db.select().from(replies).where(eq(replies.internal, true));
  expect(notes.length).toBeGreaterThan(2);
  for (const { body, ticketId } of notes) if (ticketId === 4) expect(told).not.toContain(body.slice(0, 20));
  expect(JSON.stringify(await db.select().from(journal))).not.toContain("bookkeeper");
});

it("the sample leaves the demo user unread items", async () => {
  for (const inbox of [messages, notifications]) {
    const rows = await db.select().from(inbox);
    expect(rows.every(({ userId }) => userId === demo.id)).toBe(true);
    const unread = rows.filter(({ readAt }) => readAt === null).length;
    expect(unread).toBeGreaterThan(1);
    expect(unread).toBeLessThan(rows.length);
  }
});
