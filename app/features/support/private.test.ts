/** Tests who sees a conversation outside its page: in data downloads, and after people and tickets are erased. */
import { eq, getTableName, is, sql } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { beforeEach, describe, expect, it } from "vitest";
import { db, write } from "db";
import * as schema from "db/schema";
import { notifications, replyDrafts, users } from "db/schema";
import { runMaintenance } from "~/maintenance/maintenance.server";
import { dataOf } from "~/features/settings/data.server";
import { cast, testDatabase } from "~/testing/database";
import { erasePerson } from "~/features/users/erase.server";
import { userResource } from "~/features/users/users.server";
import { eraseTicket } from "./erase.server";
import { keepAttachments } from "./tickets/attachments/attachments.server";
import { draftName, keepDraft } from "./tickets/replies/drafts.server";
import { addReply, openTicket } from "./tickets/replies/replies.server";
import { ticketResource } from "./tickets/tickets.server";

testDatabase();

const { ada, ben } = cast;
/** The access to answer other users' tickets. */
const helping = { access: "staff" as const, areas: { support: "change" as const } };
const dan = { ...cast.dan, ...helping };
beforeEach(() => write(async (tx) => void (await tx.update(users).set(helping).where(eq(users.id, dan.id)))));
const soon = () => new Date(Date.now() + 60_000);

async function ticket(requester: typeof ada, subject: string, body: string) {
  const made = await openTicket(
    requester,
    { subject, topic: "Data and export", priority: "Normal", status: "Open", requesterId: requester.id },
    body,
  );
  if (!made.ok) throw new Error(JSON.stringify(made.errors));
  return made.row;
}

async function say(author: typeof ada, ticketId: number, body: string, internal = false) {
  const said = await addReply(author, ticketId, { body, internal });
  if (!said.ok) throw new Error(said.reason);
}

/** Returns the whole database as text. */
const everything = () =>
  Object.values(schema).flatMap((table) =>
    is(table, SQLiteTable) ? [`${getTableName(table)} ${JSON.stringify(db.all(sql`select * from ${table}`))}`] : [],
  );
const tablesWith = (word: string) =>
  everything()
    .filter((table) => table.includes(word))
    .map((table) => table.split(" ")[0]);

async function download(person: typeof ada): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for await (const { name, input } of dataOf(person)) files[name] = typeof input === "string" ? input : "";
  return files;
}

describe("a user's data download", () => {
  it("contains their tickets and the replies, and no internal notes", async () => {
    const { id } = await ticket(ada, "Exports stop", "They stop at row 500.");
    await say(ben, id, "We look into it.");
    await say(ben, id, "She always says that.", true);
    const files = await download(ada);
    expect(JSON.parse(files["tickets.json"] ?? "")).toMatchObject([
      {
        id,
        subject: "Exports stop",
        messages: [
          { from: ada.name, body: "They stop at row 500." },
          { from: ben.name, body: "We look into it." },
        ],
      },
    ]);
    expect(Object.values(files).join()).not.toContain("She always");
  });

  it("contains their messages on the tickets of others, including notes, but nothing by others", async () => {
    const { id } = await ticket(ada, "Exports stop", "They stop at row 500.");
    await say(ben, id, "She always says that.", true);
    const files = await download(ben);
    expect(JSON.parse(files["answers.json"] ?? "")).toMatchObject([
      { ticketId: id, internal: true, body: "She always says that." },
    ]);
    expect(files["answers.json"]).not.toContain("row 500");
  });

  it("contains their drafts, and the files that wait with them", async () => {
    const { id } = await ticket(ada, "Exports stop", "They stop at row 500.");
    for (const [person, word] of [
      [ben, "quince"],
      [dan, "medlar"],
    ] as const) {
      await keepDraft(person, { id, requesterId: ada.id }, { body: `Eat a ${word}.`, internal: true });
      await keepAttachments(person, draftName(id), [new File([word], `${word}.txt`)]);
    }
    const files = await download(ben);
    expect(JSON.parse(files["drafts.json"] ?? "")).toMatchObject([
      { ticketId: id, internal: true, body: "Eat a quince." },
    ]);
    expect(Object.keys(files).filter((name) => name.startsWith("attachments/"))).toEqual([
      expect.stringMatching(/-quince\.txt$/),
    ]);
    expect(JSON.stringify(files)).not.toContain("medlar");
  });
});

describe("erasing a person from support", () => {
  it("deletes their tickets with all messages, and their name on other tickets", async () => {
    const theirs = await ticket(dan, "Quincewort", "I, Dan Directory, ask about quincewort.");
    await say(ben, theirs.id, "Dear Dan Directory, quincewort it is.");
    const other = await ticket(ada, "Exports stop", "They stop at row 500.");
    await say(dan, other.id, "Mine too.");
    expect(tablesWith("uincewort").length).toBeGreaterThan(2);

    expect((await userResource.trash(ben, [dan.id])).ok).toBe(true);
    expect(await write((tx) => erasePerson(tx, userResource, dan.id, soon()))).toBe(true);
    expect(tablesWith("uincewort")).toEqual([]);
    expect(tablesWith("Dan Directory")).toEqual([]);
    expect(tablesWith("Mine too.")).toEqual(["messages", "replies"]); // it stands in the conversation of somebody else
    expect(await ticketResource.unrestricted.find(theirs.id)).toBeUndefined();
    expect(await ticketResource.unrestricted.find(other.id)).toMatchObject({ subject: "Exports stop" });
  });
});

it("a file that an erased person sent to others keeps its content and file extension", async () => {
  const { id } = await ticket(ada, "Exports stop", "They stop at row 500.");
  await keepAttachments(dan, draftName(id), [new File(["hello"], "Dan Directory.csv")]);
  await say(dan, id, "Mine too.");
  await userResource.trash(ben, [dan.id]);
  await write((tx) => erasePerson(tx, userResource, dan.id, soon()));
  expect(db.all(sql`select name, size, owner_id from attachments`)).toEqual([
    { name: "(erased).csv", size: 5, owner_id: null },
  ]);
});

it("maintenance deletes drafts that are sixty days old", async () => {
  const { id } = await ticket(ada, "Exports stop", "They stop at row 500.");
  for (const person of [ben, dan])
    await keepDraft(person, { id, requesterId: ada.id }, { body: "Well", internal: false });
  await write(
    async (tx) =>
      void (await tx
        .update(replyDrafts)
        .set({ updatedAt: new Date(Date.now() - 61 * 86_400_000) })
        .where(eq(replyDrafts.userId, dan.id))),
  );
  expect(await runMaintenance()).toContain("Deleted 1 draft of a reply that was left for 60 days.");
  expect((await db.select().from(replyDrafts)).map(({ userId }) => userId)).toEqual([ben.id]);
});

describe("erasing a ticket from the trash", () => {
  it("deletes its notifications, and those of no other ticket", async () => {
    const { id } = await ticket(ada, "Quincewort", "About quincewort.");
    const page = `/support/tickets/${id}`;
    await write(async (tx) => {
      await tx.delete(notifications);
      for (const href of [page, `${page}#reply-1`, `${page}0`, `${page}0#reply-1`, `${page}$`])
        await tx.insert(notifications).values({ userId: ben.id, fromName: "Ada", text: "asked", href });
    });
    await ticketResource.trash(ben, [id]);
    await write((tx) => eraseTicket(tx, ticketResource, id, soon()));
    expect((await db.select().from(notifications)).map(({ href }) => href)).toEqual([
      `${page}0`,
      `${page}0#reply-1`,
      `${page}$`,
    ]);
  });

  it("deletes notifications about a reply on one of its pages, and those of no other ticket", async () => {
    const { id } = await ticket(ada, "Quincewort", "About quincewort.");
    const page = `/support/tickets/${id}`;
    await write(async (tx) => {
      await tx.delete(notifications);
      for (const href of [`${page}?reply=1#reply-1`, `${page}0?reply=1#reply-1`])
        await tx.insert(notifications).values({ userId: ben.id, fromName: "Ada", text: "asked", href });
    });
    await ticketResource.trash(ben, [id]);
    await write((tx) => eraseTicket(tx, ticketResource, id, soon()));
    expect((await db.select().from(notifications)).map(({ href }) => href)).toEqual([`${page}0?reply=1#reply-1`]);
  });

  it("leaves none of its messages", async () => {
    const { id } = await ticket(ada, "Quincewort", "About quincewort.");
    await say(ben, id, "No quincewort today.");
    expect((await ticketResource.trash(ben, [id])).ok).toBe(true);
    expect(await write((tx) => eraseTicket(tx, ticketResource, id, soon()))).toBe(true);
    expect(tablesWith("uincewort")).toEqual([]);
  });

  it("happens only after its time in the trash", async () => {
    const { id } = await ticket(ada, "Quincewort", "About quincewort.");
    await ticketResource.trash(ben, [id]);
    expect(await write((tx) => eraseTicket(tx, ticketResource, id, new Date(0)))).toBe(false);
    expect(tablesWith("uincewort")).toContain("replies");
  });
});
