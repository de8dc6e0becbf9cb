import { asc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db, write } from "db";
import { messages, replies, type Ticket, tickets, type User } from "db/schema";
import { loader as home } from "~/features/home/home";
import { history } from "~/core/audit/journal.server";
import { undoChange } from "~/core/undo/undo.server";
import { action as setStatus } from "~/features/records/status";
import { letIn } from "~/testing/client";
import { cast, testDatabase } from "~/testing/database";
import { type Answer, post, run, signedIn, toast, toastOf } from "~/testing/requests";
import { addTicket } from "~/testing/tickets";
import { savedMails } from "~/testing/mail-sentences";
import { ticketContext } from "./ticket-context.server";
import { action as edit, loader as editPage } from "./edit";
import { lastSetters, ticketEvents } from "./conversation/events.server";
import { loader as list } from "./list";
import { placeInList } from "./list-place.server";
import { action as merge, loader as askMerge } from "./merge";
import { conversation } from "./conversation/conversation.server";
import { addReply, openTicket } from "./replies/replies.server";
import { ticketResource } from "./tickets.server";
import { action } from "./triage";

testDatabase();

const { ada, ben, dan } = cast;
const hour = 3_600_000;

async function open(values: Partial<Ticket> & { body?: string } = {}): Promise<Ticket> {
  const { body = "What about my parcel?", ...rest } = values;
  const made = await openTicket(
    ben,
    {
      subject: "Parcel",
      topic: "Orders and returns",
      priority: "Normal",
      status: "Open",
      requesterId: ben.id,
      ...rest,
    },
    body,
  );
  if (!made.ok) throw new Error(JSON.stringify(made.errors));
  return now(made.row.id);
}
const now = async (id: number) => (await db.select().from(tickets).where(eq(tickets.id, id)))[0] as Ticket;
const send = async (
  act: Parameters<typeof run>[0],
  path: string,
  id: number,
  fields: Record<string, string> = {},
  as = ada,
) =>
  run<{ form?: { errors: Record<string, string> } }>(
    act,
    await signedIn(post(`/support/tickets/${id}/${path}`, fields), as),
    { id: String(id) },
  );
const errorsOf = (answer: Answer<{ form?: { errors: Record<string, string> } }>) => answer.data.form?.errors ?? {};
const reply = async (by: typeof ada, id: number, body: string, more = {}) => {
  const said = await addReply(by, id, { body, ...more });
  if (!said.ok) throw new Error(JSON.stringify(said));
  return said;
};

describe("quick actions on a ticket", () => {
  let kit: User;
  beforeEach(async () => void (kit = await letIn(dan, "staff", { support: "change" })));
  const triage = async (id: number, fields: Record<string, string>) => send(action, "triage", id, fields);

  it("assign it to the user who presses the button, with one undo, without notifying others", async () => {
    const { id } = await open();
    const answer = await triage(id, { assigneeId: String(ada.id) });
    expect((await now(id)).assigneeId).toBe(ada.id);
    expect(toastOf(answer).text).toBe(`Ticket #${id} is yours`);
    expect((await undoChange(ben, toastOf(answer).undo ?? "")).ok).toBe(true);
    expect((await now(id)).assigneeId).toBeNull();
  });

  it("set assignee and priority in one act, or to nobody", async () => {
    const { id } = await open();
    const seen = { seenAssigneeId: "", seenPriority: "Normal" };
    const answer = await triage(id, { ...seen, assigneeId: String(kit.id), priority: "Urgent" });
    expect(await now(id)).toMatchObject({ assigneeId: kit.id, priority: "Urgent" });
    expect(toastOf(answer).text).toBe(
      `Ticket #${id} is assigned to ${kit.name} and urgent in priority. ${savedMails()}`,
    );
    expect((await ticketEvents({ id }, ada)).map(({ text }) => text)).toEqual([
      `Assigned to ${kit.name}, priority set to urgent`,
    ]);
    await triage(id, { seenAssigneeId: String(kit.id), assigneeId: "" });
    expect(await now(id)).toMatchObject({ assigneeId: null, priority: "Urgent" });
  });

  it("show who set priority and assignee last, also to nobody", async () => {
    const { id } = await open();
    await ticketResource.change(ben, id, { priority: "High", assigneeId: ada.id });
    await ticketResource.change(ada, id, { assigneeId: null });
    expect(lastSetters({ id }, await ticketEvents({ id }, ada))).toEqual({
      priority: ben.name,
      assigneeId: ada.name,
    });
  });

  it("confirm a client's Urgent that is set again, so that its target counts, with nothing to undo", async () => {
    const client = await letIn(cast.pia);
    const urgent = await addTicket(client, { priority: "Urgent" });
    const answer = async () => (await ticketContext(ada, await now(urgent.id))).answer;
    expect(await answer()).toMatchObject({ priority: "Normal", chosen: "Urgent" });
    const due = (await now(urgent.id)).answerDueAt?.getTime() ?? 0;
    const done = await triage(urgent.id, { priority: "Urgent" });
    expect(toastOf(done)).toEqual(expect.objectContaining({ text: `Ticket #${urgent.id} is urgent in priority` }));
    expect(toastOf(done).undo).toBeUndefined();
    expect(await answer()).toMatchObject({ priority: "Urgent", chosen: undefined });
    expect((await now(urgent.id)).answerDueAt?.getTime()).toBeLessThan(due);
    await triage(urgent.id, { priority: "Urgent" });
    expect((await ticketEvents(urgent, ada)).map(({ text, entry }) => [text, entry?.undo])).toEqual([
      ["Priority set to urgent by Ada Active", "none"],
    ]);
  });

  it("do not confirm a priority that the form only shows", async () => {
    const client = await letIn(cast.pia);
    const urgent = await addTicket(client, { priority: "Urgent" });
    const form = { seenPriority: "Urgent", priority: "Urgent", seenAssigneeId: "", assigneeId: "" };
    expect(toast(await triage(urgent.id, form))).toContain(`Nothing changed on ticket #${urgent.id}`);
    expect((await ticketContext(ada, await now(urgent.id))).answer?.priority).toBe("Normal");
  });

  it("keep unchanged values, even if others have changed them", async () => {
    const { id } = await open();
    await ticketResource.change(ben, id, { priority: "High" });
    await triage(id, { seenAssigneeId: "", assigneeId: String(ada.id), seenPriority: "Normal", priority: "Normal" });
    expect(await now(id)).toMatchObject({ assigneeId: ada.id, priority: "High" });
  });

  it("do not take a ticket from somebody who took it meanwhile, nor overwrite a new priority", async () => {
    const { id } = await open();
    await ticketResource.change(ada, id, { assigneeId: kit.id, priority: "High" });
    const taken = await triage(id, { seenAssigneeId: "", assigneeId: String(ada.id) });
    expect(toast(taken)).toContain(`is assigned to ${kit.name} by now`);
    expect(toast(await triage(id, { seenPriority: "Normal", priority: "Low" }))).toContain(
      "is high in priority by now",
    );
    expect(await now(id)).toMatchObject({ assigneeId: kit.id, priority: "High" });
  });

  it("refuse an assignee who answers no tickets, and ignore an unknown priority", async () => {
    const { id } = await open();
    expect(toast(await triage(id, { assigneeId: String(cast.tess.id) }))).toContain("Choose somebody who may sign in");
    await triage(id, { priority: "Sometime", assigneeId: "whoever" });
    expect(await now(id)).toMatchObject({ assigneeId: null, priority: "Normal", revision: 1 });
  });

  it("lead back to where the button was, and do not restore a ticket from the trash", async () => {
    const { id } = await open();
    const mine = { assigneeId: String(ada.id) };
    expect((await triage(id, { ...mine, back: `/support/tickets/${id}?list=q%3Da` })).location).toBe(
      `/support/tickets/${id}?list=q%3Da`,
    );
    await ticketResource.trash(ada, [id]);
    expect(toast(await triage(id, { assigneeId: "" }))).toContain("in the trash");
  });
});

describe("the edit page of a ticket", () => {
  const fields = {
    subject: "Parcel",
    topic: "Orders and returns",
    priority: "Urgent",
    status: "Open",
    assigneeId: "Ada Active · #1",
    orderId: "",
  };

  it("saves changes, and keeps the due time correct", async () => {
    const ticket = await open();
    await send(edit, "edit", ticket.id, { ...fields, revision: "1" });
    const saved = await now(ticket.id);
    expect(saved).toMatchObject({ priority: "Urgent", assigneeId: ada.id, revision: 2 });
    expect(saved.answerDueAt?.getTime()).toBeLessThan(ticket.answerDueAt?.getTime() ?? 0);
  });

  it("accepts an e-mail address for a person, and refuses people who are missing or answer no tickets", async () => {
    const { id } = await open();
    expect((await send(edit, "edit", id, { ...fields, assigneeId: "ada@example.com", revision: "1" })).status).toBe(
      303,
    );
    expect((await now(id)).assigneeId).toBe(ada.id);
    const refused = async (assigneeId: string) =>
      errorsOf(await send(edit, "edit", id, { ...fields, assigneeId, revision: "2" })).assigneeId;
    for (const { name, id } of [
      cast.pia,
      cast.ban,
      dan,
      await letIn(cast.rex),
      await letIn(cast.rex, "staff", { support: "view", sales: "change" }),
    ])
      expect(await refused(`${name} · #${id}`)).toBe("Choose somebody who may sign in and answers tickets.");
    expect(
      errorsOf(await send(edit, "edit", id, { ...fields, assigneeId: "Ben Active · #2", revision: "2" })).assigneeId,
    ).toContain("Who asked cannot");
    expect(
      errorsOf(await send(edit, "edit", id, { ...fields, assigneeId: "Nemo", revision: "2" })).assigneeId,
    ).toContain("Nobody in the directory goes by “Nemo”");
    expect(await refused("new.person@nowhere.example")).toBe(
      "Nobody in the directory has the address new.person@nowhere.example: add them under Users first.",
    );
    expect(await refused("Nemo · #1"), "over the name of who looks after it").toContain("goes by “Nemo · #1”");
    for (const orderId of ["77", " #77 "])
      expect(errorsOf(await send(edit, "edit", id, { ...fields, orderId, revision: "2" })).orderId).toBe(
        "There is no order #77",
      );
    expect(errorsOf(await send(edit, "edit", id, { ...fields, orderId: "#", revision: "2" })).orderId).toBe(
      "Enter the order's number, such as 7",
    );
  });

  it("offers everyone who answers tickets except the requester, and marks an assignee who no longer does", async () => {
    const { id } = await open();
    const rex = await letIn(cast.rex, "staff", { support: "change" });
    const shown = async () =>
      (
        await run<{ assignee: string; options: { value: string; title: string }[] }>(
          editPage,
          await signedIn(`/support/tickets/${id}/edit`, ada),
          { id: String(id) },
        )
      ).data;
    await ticketResource.change(ben, id, { assigneeId: rex.id });
    expect(await shown()).toMatchObject({
      assignee: "Rex Rejected · #5",
      options: [{ title: "Ada Active, ada@example.com" }, { value: "Rex Rejected · #5" }],
    });
    await letIn(cast.rex, "client");
    expect(await shown()).toMatchObject({
      assignee: "Rex Rejected · #5",
      options: [{}, { value: "Rex Rejected · #5", title: "Rex Rejected · #5, answers no tickets any more" }],
    });
    expect((await send(edit, "edit", id, { ...fields, assigneeId: "Rex Rejected · #5", revision: "2" })).status).toBe(
      303,
    );
  });

  it("shows both versions if somebody else was faster", async () => {
    const { id } = await open();
    await ticketResource.change(ben, id, { subject: "Lost parcel" });
    expect((await send(edit, "edit", id, { ...fields, revision: "1" })).status).toBe(409);
    expect(await now(id)).toMatchObject({ subject: "Lost parcel", priority: "Normal" });
  });

  it("names people in both versions, and in the history", async () => {
    const { id } = await open();
    const rex = await letIn(cast.rex, "staff", { support: "change" });
    await ticketResource.change(ben, id, { assigneeId: rex.id, priority: "High" });
    const answer = await send(edit, "edit", id, { ...fields, revision: "1" });
    const { versions } = answer.data as { versions: Record<"mine" | "theirs" | "base", Record<string, string>> };
    expect([versions.base, versions.mine, versions.theirs].map(({ assigneeId }) => assigneeId)).toEqual([
      "",
      "Ada Active · #1",
      `${rex.name} · #${rex.id}`,
    ]);
    expect(
      (await send(edit, "edit", id, { ...fields, assigneeId: versions.theirs.assigneeId ?? "", revision: "2" })).status,
    ).toBe(303);
    expect((await now(id)).assigneeId).toBe(rex.id);
    const entries = await history(ticketResource, id);
    expect(entries.find(({ after }) => after?.assigneeId === rex.id)?.people).toEqual({ [rex.id]: rex.name });
  });
});

it("a status is refused if the current one was not seen", async () => {
  const { id } = await open();
  await ticketResource.setStatus(ben, [id], "Pending");
  const request = await signedIn(post(`/support/tickets/${id}/status?seen=Open`, { status: "Solved" }), ada);
  expect(toast(await run(setStatus, request, { id: String(id) }))).toContain("no longer open");
  expect((await now(id)).status).toBe("Pending");
});

describe("the response clock of a ticket", () => {
  it("pauses while the ticket waits for the customer, and ends with the answer", async () => {
    const begun = Date.now();
    const { id, answerDueAt } = await open();
    expect(answerDueAt).not.toBeNull();
    const paused = await ticketResource.setStatus(ada, [id], "Pending");
    expect(await now(id)).toMatchObject({ answerDueAt: null });
    expect((await ticketContext(ada, await now(id))).answer).toMatchObject({ isPaused: true });
    await undoChange(ada, (paused.ok && paused.batch) || "");
    expect((await now(id)).answerDueAt).not.toBeNull();
    const { batch } = await reply(ada, id, "It comes tomorrow.");
    expect(await now(id)).toMatchObject({ answerDueAt: null, waitingSince: null });
    await undoChange(ada, batch ?? "");
    const again = await now(id);
    expect(again.firstAnsweredAt).toBeNull();
    const later = (again.answerDueAt?.getTime() ?? 0) - (answerDueAt?.getTime() ?? 0);
    expect(later).toBeGreaterThanOrEqual(0); // by the pause, where people work now
    expect(later).toBeLessThanOrEqual(Date.now() - begun);
  });

  it("is not stopped by a note, and continues when a solved ticket is reopened", async () => {
    const { id, answerDueAt } = await open();
    await reply(ada, id, "Ask the carrier", { internal: true });
    expect(await now(id)).toMatchObject({ answerDueAt });
    await ticketResource.setStatus(ada, [id], "Solved");
    expect(await now(id)).toMatchObject({ answerDueAt: null });
    await ticketResource.setStatus(ada, [id], "Open");
    expect((await now(id)).answerDueAt).not.toBeNull();
  });

  it("says how late an answer is", async () => {
    const { id } = await open();
    await write(
      async (tx) =>
        void (await tx
          .update(tickets)
          .set({ waitingSince: new Date(Date.now() - 14 * 24 * hour) })
          .where(eq(tickets.id, id))),
    );
    const { answer } = await ticketContext(ada, await now(id));
    expect(answer?.late).toBeGreaterThan(60 * hour);
    expect(answer).toMatchObject({ isPaused: false, target: 8 * hour });
  });
});

describe("the previous and next ticket", () => {
  const place = async (id: number, list: string) =>
    placeInList(await signedIn(`/support/tickets/${id}?${new URLSearchParams({ list })}`, ada), id, ada);
  const numbers = (around: Awaited<ReturnType<typeof place>>) =>
    [around.previous, around.next].map((href) => href && Number(/tickets\/(\d+)/.exec(href)?.[1]));

  it("are those of the list that the ticket was opened from, in its order", async () => {
    const [one, two, three] = [
      await open({ subject: "Ö" }),
      await open({ subject: "b", priority: "Low" }),
      await open({ subject: "A" }),
    ];
    expect(numbers(await place(two.id, "sort=id"))).toEqual([one.id, three.id]);
    expect(numbers(await place(two.id, "sort=-id"))).toEqual([three.id, one.id]);
    expect(numbers(await place(two.id, "sort=subject"))).toEqual([three.id, one.id]);
    expect(numbers(await place(one.id, "sort=id&priority=Normal"))).toEqual([undefined, three.id]);
    expect((await place(one.id, "sort=id")).next).toBe(`/support/tickets/${two.id}?list=sort%3Did`);
  });

  it("are those of its position in the list even after it has left it", async () => {
    const [one, two, three] = [await open(), await open(), await open()];
    await ticketResource.setStatus(ada, [two.id], "Solved");
    expect(numbers(await place(two.id, "sort=id&status=Open"))).toEqual([one.id, three.id]);
    await ticketResource.trash(ada, [two.id]);
    expect(numbers(await place(two.id, "sort=id&status=Open"))).toEqual([one.id, three.id]);
  });

  it("are those of a list with a search that depends on its reader", async () => {
    const [one, , three] = [await open(), await open(), await open()];
    for (const { id } of [one, three]) await addReply(ada, id, { body: "Quixotic customer", internal: true });
    expect(numbers(await place(one.id, "sort=id&q=quixotic"))).toEqual([undefined, three.id]);
  });

  it("are found if some have no due time", async () => {
    const [one, two, three] = [await open(), await open(), await open({ priority: "Urgent" })];
    await ticketResource.setStatus(ada, [one.id, two.id], "Solved");
    for (const [list, order] of [
      ["sort=due", [one, two, three]],
      ["sort=-due", [three, two, one]],
    ] as const) {
      expect(numbers(await place(order[0].id, list))).toEqual([undefined, order[1].id]);
      expect(numbers(await place(order[1].id, list))).toEqual([order[0].id, order[2].id]);
      expect(numbers(await place(order[2].id, list))).toEqual([order[1].id, undefined]);
    }
  });

  it("are none for a ticket that is not in the list", async () => {
    const { id } = await open();
    await open();
    expect(numbers(await place(id, "status=Solved"))).toEqual([undefined, undefined]);
  });
});

describe("merging tickets", () => {
  const both = async () => {
    const [one, two] = [await open({ subject: "Again" }), await open()];
    await reply(ada, one.id, "A note", { internal: true });
    await ticketResource.setStatus(ada, [one.id], "Pending");
    return [one.id, two.id] as const;
  };
  const bodies = async (ticketId: number) =>
    (await db.select().from(replies).where(eq(replies.ticketId, ticketId)).orderBy(asc(replies.id))).map(
      ({ body }) => body,
    );

  it("moves the conversation, closes the ticket, and can be undone as a whole", async () => {
    const [id, into] = await both();
    const inboxes = () =>
      db
        .select({ userId: messages.userId, ticketId: messages.ticketId, replyId: messages.replyId })
        .from(messages)
        .orderBy(asc(messages.userId), asc(messages.ticketId));
    const inbox = await inboxes();
    const before = [await now(id), await now(into)];
    const answer = await send(merge, "merge", id, { into: String(into) });
    expect(answer.location).toBe(`/support/tickets/${into}`);
    expect(await now(id)).toMatchObject({ status: "Closed", mergedInto: into, answerDueAt: null });
    expect(await bodies(into)).toHaveLength(3);
    expect(await bodies(id)).toEqual([]);
    expect((await now(into)).waitingSince).toEqual(
      before[0]?.createdAt && (await db.select().from(replies).orderBy(asc(replies.id)))[0]?.createdAt,
    );
    expect((await ticketEvents({ id: into }, ada)).map(({ text }) => text)).toContain(
      `Ticket #${id} was merged into this one by Ada Active`,
    );
    expect((await ticketEvents({ id }, ada)).map(({ text }) => text)).toContain(`Merged into #${into} by Ada Active`);
    expect(
      [...(await ticketEvents({ id: into }, ada)), ...(await ticketEvents({ id }, ada))].flatMap(
        ({ href }) => href ?? [],
      ),
    ).toEqual([`/support/tickets/${id}`, `/support/tickets/${into}`]);

    expect((await undoChange(ada, toastOf(answer).undo ?? "")).ok).toBe(true);
    expect(await now(id)).toMatchObject({
      status: "Pending",
      mergedInto: null,
      answerDueAt: null,
      lastReplyAt: before[0]?.lastReplyAt,
    });
    expect(await bodies(id)).toHaveLength(2);
    expect(await now(into)).toMatchObject({
      waitingSince: before[1]?.waitingSince,
      answerDueAt: before[1]?.answerDueAt,
    });
    expect(inbox.length).toBeGreaterThan(0);
    expect(await inboxes()).toEqual(inbox);
  });

  it("can be undone as a whole by the requester, who cannot see all of it", async () => {
    const [id, into] = await both();
    const answer = await send(merge, "merge", id, { into: String(into) });
    expect((await undoChange(ben, toastOf(answer).undo ?? "")).ok).toBe(true);
    expect(await bodies(id)).toHaveLength(2);
    expect(await bodies(into)).toHaveLength(1);
  });

  it("is skipped when many tickets get another status, and refused for the ticket alone", async () => {
    const [id, into] = await both();
    await send(merge, "merge", id, { into: String(into) });
    expect(await ticketResource.setStatus(ada, [id, into], "Solved")).toMatchObject({ ok: true, rows: [{ id: into }] });
    expect(await ticketResource.setStatus(ada, [id], "Open", { seen: "Closed" })).toMatchObject({
      ok: false,
      reason: "refused",
    });
  });

  it("does not count a reply to an older question as the first answer", async () => {
    const [old, into] = [await open(), await open()];
    await write(async (tx) => {
      await tx
        .update(tickets)
        .set({ createdAt: new Date("2026-01-01") })
        .where(eq(tickets.id, old.id));
      await tx
        .update(replies)
        .set({ createdAt: new Date("2026-01-01") })
        .where(eq(replies.ticketId, old.id));
      await tx.insert(replies).values({
        ticketId: old.id,
        authorId: ada.id,
        authorName: ada.name,
        body: "Long ago",
        createdAt: new Date("2026-01-02"),
      });
    });
    await send(merge, "merge", old.id, { into: String(into.id) });
    expect((await now(into.id)).firstAnsweredAt).toBeNull();
  });

  it("reopens the target ticket if somebody is waiting then", async () => {
    const [id, into] = await both();
    await ticketResource.change(ada, id, { status: "Open" });
    await ticketResource.change(ada, into, { status: "Solved" });
    await send(merge, "merge", id, { into: String(into) });
    expect(await now(into)).toMatchObject({
      status: "Open",
      waitingSince: expect.any(Date),
      answerDueAt: expect.any(Date),
    });
  });

  it("keeps notes hidden from the requester", async () => {
    const [id, into] = await both();
    await send(merge, "merge", id, { into: String(into) });
    expect((await conversation(ben, await now(into))).replies.map(({ body }) => body)).not.toContain("A note");
    expect((await conversation(ada, await now(into))).replies.map(({ body }) => body)).toContain("A note");
  });

  it("updates messages in inboxes", async () => {
    const [id, into] = await both();
    await reply(ada, id, "Soon.");
    await send(merge, "merge", id, { into: String(into) });
    expect((await db.select().from(messages)).map(({ userId, ticketId }) => [userId, ticketId]).sort()).toEqual([
      [ada.id, into],
      [ben.id, into],
    ]);
  });

  it("is done once when the button is pressed twice", async () => {
    const [id, into] = await both();
    await send(merge, "merge", id, { into: String(into) });
    const { revision } = await now(id);
    expect((await send(merge, "merge", id, { into: String(into) })).status).toBe(303);
    expect(await now(id)).toMatchObject({ revision });
  });

  it("refuses invalid combinations with a message", async () => {
    const [id, into] = await both();
    const other = await open({ requesterId: dan.id });
    const refused = async (target: number) => errorsOf(await send(merge, "merge", id, { into: String(target) })).number;
    expect(await refused(id)).toContain("this ticket itself");
    expect(await refused(999)).toContain("no ticket #999");
    expect(await refused(other.id)).toContain("asked by somebody else");
    await ticketResource.setStatus(ada, [into], "Closed");
    expect(await refused(into)).toContain("closed");
    await ticketResource.trash(ada, [into]);
    expect(await refused(into)).toContain("in the trash");
    expect(errorsOf(await send(merge, "merge", id, { into: "x" })).number).toBe("Choose a ticket");
    expect(await now(id)).toMatchObject({ mergedInto: null });
  });

  it("refuses a ticket that was merged already, on either side", async () => {
    const [id, into] = await both();
    const third = await open();
    await send(merge, "merge", id, { into: String(into) });
    expect(errorsOf(await send(merge, "merge", id, { into: String(third.id) })).number).toContain("already");
    expect(errorsOf(await send(merge, "merge", third.id, { into: String(id) })).number).toContain(
      `was merged into #${into}. Choose that one.`,
    );
  });

  it("shows both tickets before it is confirmed, and asks again for an invalid number", async () => {
    const [id, into] = await both();
    const ask = async (search: string) =>
      (
        await run<{ into: { id: number } | null; refused?: { errors: Record<string, string> } }>(
          askMerge,
          await signedIn(`/support/tickets/${id}/merge${search}`, ada),
          { id: String(id) },
        )
      ).data;
    expect(await ask("")).toMatchObject({ into: null, others: [{ id: into }] });
    expect((await ask(`?into=${into}`)).into?.id).toBe(into);
    expect((await ask(`?number=%23${into}`)).into?.id).toBe(into);
    expect((await ask("?number=")).refused?.errors.number).toContain("Choose a ticket");
    expect((await ask("?number=abc")).refused?.errors.number).toContain("no ticket's number");
  });
});

it("events are shown between the messages, with an undo unless they belong to a message", async () => {
  const { id } = await open();
  await ticketResource.change(ben, id, { assigneeId: ada.id });
  await ticketResource.setStatus(ada, [id], "Solved");
  await reply(ben, id, "Not solved");
  expect((await ticketEvents({ id }, ada)).map(({ text, entry }) => [text, entry?.undo])).toEqual([
    ["Assigned to Ada Active", "open"],
    ["Marked as solved by Ada Active", "overtaken"],
    ["Reopened by Ben Active", "none"],
  ]);
  const undos = async (areas: User["areas"]) =>
    (await ticketEvents({ id }, { id: cast.pia.id, access: "staff", areas })).map(({ entry }) => entry?.undo);
  expect([await undos({ support: "view" }), await undos({ support: "change" })]).toEqual([
    ["none", "none", "none"],
    ["open", "overtaken", "none"],
  ]);
});

it("a ticket opened for somebody else says by whom, and one by the requester does not", async () => {
  const told = async (ticket: Pick<Ticket, "id">) => (await ticketEvents(ticket, ada)).map(({ text }) => text);
  expect(await told(await addTicket(ada, { requesterId: ben.id }))).toEqual([
    "Opened by Ada Active on behalf of Ben Active",
  ]);
  expect(await told(await addTicket(ben))).toEqual([]);
});

it("the home page counts open tickets and unread messages as their lists do", async () => {
  const { id } = await open();
  await ticketResource.setStatus(ada, [(await open()).id], "Solved");
  await reply(ada, id, "It comes tomorrow.");
  const { data } = await run<{ waiting: object }>(home, await signedIn("/", ben));
  expect(data.waiting).toMatchObject({ tickets: { value: 1 }, unread: 1 });
});

it("late tickets are marked in the list, and can be filtered", async () => {
  const { id } = await open();
  await open();
  await write(
    async (tx) =>
      void (await tx
        .update(tickets)
        .set({ answerDueAt: new Date(Date.now() - hour) })
        .where(eq(tickets.id, id))),
  );
  const { data } = await run<{ tickets: { id: number; isLate: boolean }[] }>(
    list,
    await signedIn("/support/tickets?answer=late", ada),
  );
  expect(data.tickets).toMatchObject([{ id, isLate: true }]);
});

it("the list shows the assignee of a ticket, and can be filtered by it", async () => {
  const mine = await open();
  await ticketResource.change(ben, mine.id, { assigneeId: ada.id });
  const nobodys = await open();
  const shown = async (search: string) =>
    (
      await run<{ tickets: { id: number; assignee: { id: number; name: string } | null }[] }>(
        list,
        await signedIn(`/support/tickets${search}`, ben),
      )
    ).data.tickets;
  expect(await shown("?sort=id")).toMatchObject([
    { id: mine.id, assignee: { id: ada.id, name: ada.name } },
    { id: nobodys.id, assignee: null },
  ]);
  expect(await shown(`?assignee=${ada.id}`)).toMatchObject([{ id: mine.id }]);
});

it("only the requester's picture is shown beside the ticket's own data: their status belongs to the directory", async () => {
  const support = await letIn(cast.pia, "staff", { support: "change" });
  const ticket = await open();
  for (const me of [support, ada]) expect((await ticketContext(me, ticket)).requester?.person).toEqual({ image: null });
});
