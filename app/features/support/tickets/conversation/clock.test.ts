import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "db";
import { tickets } from "db/schema";
import { letIn } from "~/testing/client";
import { cast, testDatabase } from "~/testing/database";
import { addTicket } from "~/testing/tickets";
import { ticketResource } from "../tickets.server";

testDatabase();

const { ada, ben } = cast;

const dueAt = async (id: number) =>
  (await db.select({ due: tickets.answerDueAt }).from(tickets).where(eq(tickets.id, id)))[0]?.due?.getTime() ?? 0;

test("a client's Urgent sets no one-hour target until somebody takes the ticket", async () => {
  const client = await letIn(cast.pia);
  const normal = await addTicket(client);
  const urgent = await addTicket(client, { priority: "Urgent" });
  expect(Math.abs((await dueAt(urgent.id)) - (await dueAt(normal.id)))).toBeLessThan(60_000);
  await ticketResource.change(ada, urgent.id, { assigneeId: ada.id });
  expect(await dueAt(urgent.id)).toBeLessThan(await dueAt(normal.id));
});

test("an Urgent set by the team counts immediately", async () => {
  const client = await letIn(cast.pia);
  const [normal, changed] = [await addTicket(client), await addTicket(client)];
  await ticketResource.change(ada, changed.id, { priority: "Urgent" });
  const own = await addTicket(ben, { priority: "Urgent" });
  for (const { id } of [changed, own]) expect(await dueAt(id)).toBeLessThan(await dueAt(normal.id));
});
