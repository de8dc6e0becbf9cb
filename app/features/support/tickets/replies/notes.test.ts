import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { desc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { config } from "config";
import { db, write } from "db";
import { journal, messages, notifications, replies, type Ticket, tickets, type User } from "db/schema";
import { loader as api } from "~/features/api/resource";
import { loader as activity } from "~/features/records/activity";
import { loader as exported } from "~/features/records/export";
import { actsOf } from "~/core/audit/journal.server";
import { undoChange } from "~/core/undo/undo.server";
import { loader as data } from "~/features/settings/data";
import { cast, testDatabase } from "~/testing/database";
import { run, signedIn, toastOf } from "~/testing/requests";
import { addTicket, pageOf, sendReply } from "~/testing/tickets";
import { loader as attachment } from "../attachments/attachment";
import { loader as meanwhile } from "./draft";
import { loader as list } from "../list";
import { mergeTicket } from "../merge.server";
import { loader as replyLink } from "./reply-link";
import { ticketResource } from "../tickets.server";

testDatabase();

/** Ben is the requester. Ada works on the ticket and writes a note about him. */
const { ada, ben } = cast;
const words = "Ben never pays";
let ticket: Ticket;
let note: number;
let undo: string | undefined;
const outbox = join(config.dataDir, "outbox");

beforeEach(async () => {
  rmSync(outbox, { recursive: true, force: true });
  ticket = await addTicket(ben);
  await write(
    async (tx) =>
      void (await tx
        .update(tickets)
        .set({ lastReplyAt: new Date("2026-03-01T09:00:00Z") })
        .where(eq(tickets.id, ticket.id))),
  );
  await write(async (tx) => void (await tx.update(replies).set({ createdAt: new Date("2026-03-01T09:00:00Z") })));
  undo = toastOf(
    await sendReply(ticket, ada, { body: words, internal: "on", status: "Solved" }, [new File(["never"], "paid.txt")]),
  ).undo;
  note = (await db.select().from(replies).orderBy(desc(replies.id)).limit(1))[0]?.id ?? 0;
});

const ask = async (loader: Parameters<typeof run>[0], path: string, person: User, params = {}) =>
  run<unknown>(loader, await signedIn(path, person), params);
const text = ({ data }: { data: unknown }) => (typeof data === "string" ? data : JSON.stringify(data));

/** Each way to a ticket's messages, with a pattern that shows whether the note is visible there. */
const channels: Record<string, [see: (person: User) => Promise<string>, tells: RegExp]> = {
  "the page of the ticket": [async (person) => JSON.stringify(await pageOf(ticket, person)), /never pays|paid\.txt/],
  "the activity": [async (person) => text(await ask(activity, "/activity?entity=replies", person)), /Ada Active/],
  "a search in the activity": [
    async (person) => text(await ask(activity, "/activity?q=message+ada", person)),
    /Message on/,
  ],
  "the activity as CSV": [
    async (person) => text(await ask(exported, "/activity.csv?entity=replies", person)),
    /Ada Active/,
  ],
  "entries of the activity by their numbers, as JSON": [
    async (person) => {
      const ids = (await db.select({ id: journal.id }).from(journal)).map(({ id }) => id);
      return JSON.stringify(
        (
          JSON.parse(text(await ask(exported, `/activity.json?ids=${ids.join()}`, person))) as {
            kind: string;
            by: string;
          }[]
        ).filter(({ kind }) => kind === "replies"),
      );
    },
    /Ada Active/,
  ],
  "the link to a message": [
    async (person) => String((await ask(replyLink, `/support/replies/${note}`, person, { id: String(note) })).location),
    /#reply-/,
  ],
  "its file": [
    async (person) => {
      const files = (await pageOf(ticket, ada)).replies.flatMap(({ files }) => files);
      return text(await ask(attachment, `/support/attachments/${files[0]?.id}`, person, { id: String(files[0]?.id) }));
    },
    /^never$/,
  ],
};

describe("an internal note", () => {
  it.each(Object.entries(channels))("is not for who asked: %s", async (_, [see, tells]) => {
    expect(await see(ada)).toMatch(tells);
    expect(await see(ben)).not.toMatch(tells);
  });

  it("counts as a new message for colleagues, and not for the requester", async () => {
    const count = async (person: User) =>
      text(
        await ask(meanwhile, `/support/tickets/${ticket.id}/draft?seen=${note - 1}`, person, { id: String(ticket.id) }),
      );
    const { dan } = cast;
    await write(async (tx) => void (await tx.update(replies).set({ authorId: dan.id }).where(eq(replies.id, note))));
    expect(await count(ada)).toContain('"newer":1');
    expect(await count(ben)).toContain('"newer":0');
  });

  it("reaches the requester by no mail, notification or message", async () => {
    const mails = existsSync(outbox) ? readdirSync(outbox).map((file) => readFileSync(join(outbox, file), "utf8")) : [];
    expect(mails.filter((mail) => mail.includes(ben.email) && !mail.includes("was opened"))).toEqual([]);
    const told = await db.select().from(notifications).where(eq(notifications.userId, ben.id));
    expect(told.filter(({ text }) => !text.startsWith("opened ticket"))).toEqual([]);
    expect(await db.select().from(messages).where(eq(messages.userId, ben.id))).toEqual([]);
  });

  it("changes nothing visible of the ticket: not its exports, lists, status or last activity", async () => {
    const row = await ticketResource.unrestricted.find(ticket.id);
    expect(row).toMatchObject({
      status: "Open",
      assigneeId: null,
      revision: ticket.revision,
      lastReplyAt: new Date("2026-03-01T09:00:00Z"),
      firstAnsweredAt: null,
    });
    for (const [loader, path] of [
      [list, "/support/tickets"],
      [exported, "/support/tickets.csv"],
      [exported, "/support/tickets.json"],
    ] as const) {
      expect(text(await ask(loader, path, ada))).not.toContain("pays");
    }
    expect(text(await ask(list, "/support/tickets?q=pays", ben))).toContain('"total":0');
  });

  it("is in no response of the API, whoever asks", async () => {
    for (const path of ["/api/tickets", `/api/tickets?id=${ticket.id}`, "/api/tickets?q=pays"]) {
      const answer = text(await ask(api, path, ada));
      expect(answer).not.toContain("pays");
      if (!path.includes("q=")) expect(answer).toContain(ticket.subject);
    }
  });

  it("is not in the requester's data download", async () => {
    const answer = await data({
      request: await signedIn("/settings/data.zip", ben),
      params: {},
      context: { nonce: "", requestId: "", address: "" },
    });
    expect(Buffer.from(await answer.arrayBuffer()).toString("latin1")).not.toContain("never pays");
  });

  it("cannot be undone by the requester, and for them there is nothing to undo", async () => {
    expect(await undoChange(ben, undo ?? "")).toEqual({
      ok: false,
      message: expect.stringContaining("nothing to undo"),
      skipped: [],
      undoableCount: 0,
    });
    expect((await pageOf(ticket, ada)).replies).toHaveLength(2);
    expect(await undoChange(ada, undo ?? "")).toMatchObject({ ok: true });
    expect((await pageOf(ticket, ada)).replies).toHaveLength(1);
  });

  it("stays hidden when it is deleted permanently", async () => {
    await write(async (tx) => void (await tx.delete(replies).where(eq(replies.id, note))));
    expect(text(await ask(activity, "/activity?entity=replies", ben))).not.toContain("Ada Active");
  });

  it("cannot be written by the requester", async () => {
    const answer = await sendReply(ticket, ben, { body: "A note of mine", internal: "on" });
    expect({ status: answer.status, errors: answer.data.form.errors }).toEqual({
      status: 409,
      errors: { internal: expect.stringContaining("cannot write internal notes") },
    });
  });

  it("an internal note on somebody else's ticket is visible to all colleagues", async () => {
    const others = await addTicket(ada);
    await sendReply(others, ben, { body: "About Ada", internal: "on" });
    expect(JSON.stringify(await pageOf(others, ben))).toContain("About Ada");
    expect(JSON.stringify(await pageOf(others, ada))).not.toContain("About Ada");
  });
});

it("merging does not reveal to the requester that there are notes", async () => {
  const into = await addTicket(ben);
  await ticketResource.setStatus(ada, [ticket.id], "Open");
  expect((await mergeTicket(ben, ticket.id, into.id)).ok).toBe(true);
  const moved = (await db.select().from(journal).where(eq(journal.entity, "replies"))).filter(
    ({ byId, recordId }) => byId === ben.id && recordId === String(note),
  );
  expect(moved).toHaveLength(1);
  expect((await actsOf(ben)).map(({ id }) => id)).not.toContain(moved[0]?.id);
});
