import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db, write } from "db";
import { journal, replies } from "db/schema";
import { loader as activity } from "~/features/records/activity";
import { loader as exported } from "~/features/records/export";
import { ticketResource } from "~/features/support/tickets/tickets.server";
import { cast, testDatabase } from "~/testing/database";
import { run, signedIn } from "~/testing/requests";
import { addTicket, sendReply } from "~/testing/tickets";
import { history } from "./journal.server";
import { type Entry, undoChange } from "./undo.server";

testDatabase();

const { ada, ben } = cast;

interface Shown {
  entries: (Entry & { also?: string })[];
  view: { total: number };
}

/** What the list at this address says, newest first, each as "action label also". */
async function shown(search = "", by = ada) {
  const { data } = await run<Shown>(activity, await signedIn(`/activity?${search}`, by));
  expect(data.view.total).toBe(data.entries.length);
  return data.entries.map(({ action, label, also }) => [action, label, also].filter(Boolean).join(" "));
}

const batches = async () =>
  (await db.select({ batch: journal.batch }).from(journal).orderBy(journal.id)).map(({ batch }) => batch);

describe("an act that is one thing to people is one line", () => {
  it("of a ticket with its first message, and of an answer that sets its status", async () => {
    const { id } = await addTicket(ben);
    expect(await shown()).toEqual([`created Ticket #${id} with a message`]);
    await sendReply({ id }, ada, { body: "It is on its way.", status: "Pending" });
    expect((await shown())[0]).toBe(`changed Ticket #${id} with a message`);
    expect(await shown(`person=${ada.id}`)).toHaveLength(1);
  });

  it("but an answer alone, and a change alone, stand by themselves", async () => {
    const ticket = await addTicket(ben);
    await ticketResource.change(ada, ticket.id, { assigneeId: ada.id });
    await sendReply(ticket, ada, { body: "It is on its way." });
    expect((await shown()).slice(0, 2)).toEqual([
      `created Message on ticket #${ticket.id}`,
      `changed Ticket #${ticket.id}`,
    ]);
  });

  it("is taken back as a whole, which is one line too", async () => {
    const { id } = await addTicket(ben);
    const [act] = await batches();
    expect(await undoChange(ada, act!)).toMatchObject({ ok: true });
    expect(await shown()).toEqual([`deleted Ticket #${id} and a message`, `created Ticket #${id} with a message`]);
  });

  it("keeps both where one of both is asked for, in the act itself, in the file and in the ticket's history", async () => {
    const { id } = await addTicket(ben);
    await sendReply({ id }, ada, { body: "It is on its way.", status: "Pending" });
    const message = `created Message on ticket #${id}`;
    expect(await shown("entity=replies")).toEqual([message, message]);
    expect(await shown("action=created")).toEqual([message, message, `created Ticket #${id}`]);
    expect(await shown("q=message")).toEqual([message, message]);
    expect(await shown(`change=${(await batches())[0]}`)).toEqual([message, `created Ticket #${id}`]);
    const { data } = await run<unknown[]>(exported, await signedIn("/activity.json", ada));
    expect(data).toHaveLength(4);
    expect((await history(ticketResource, id)).map(({ action }) => action)).toEqual(["changed", "created"]);
  });

  it("says nothing of a message that its reader may not see", async () => {
    const { id } = await addTicket(ada);
    await write(async (tx) => {
      await tx.update(replies).set({ internal: true }).where(eq(replies.ticketId, id));
    });
    expect(await shown()).toEqual([`created Ticket #${id}`]);
  });
});
