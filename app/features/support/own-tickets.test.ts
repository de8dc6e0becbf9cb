import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db, write } from "db";
import { attachments, journal, replies, type Ticket, tickets, type User } from "db/schema";
import { undoChange } from "~/core/undo/undo.server";
import { letIn } from "~/testing/client";
import { cast, testDatabase } from "~/testing/database";
import { addOrder } from "~/testing/orders";
import { get, post, run, signedIn } from "~/testing/requests";
import { addTicket, pageOf, repliesOf, sendReply } from "~/testing/tickets";
import { addReply } from "./tickets/replies/replies.server";
import { action as create, loader as createPage } from "./ask/create";
import { loader as contact } from "./ask/contact";
import { loader as faqs } from "./faqs/faqs";
import { loader as layout } from "./layout";
import { loader as overview } from "./overview";
import { loader as attachment } from "./tickets/attachments/attachment";
import { action as discard } from "./tickets/replies/discard-draft";
import { action as draft, loader as draftNow } from "./tickets/replies/draft";
import { loader as list } from "./tickets/list";
import { mergeTicket } from "./tickets/merge.server";
import { meanwhileAt } from "./tickets/replies/presence.server";
import { loader as replyLink } from "./tickets/replies/reply-link";
import { action as reply, loader as page } from "./tickets/ticket";

testDatabase();
const { ada, ben, dan } = cast;
let client: User;
let own: Ticket;
let other: Ticket;

beforeEach(async () => {
  client = await letIn(cast.pia);
  other = await addTicket(dan, {}, "Dan asks.");
  own = await addTicket(client, { assigneeId: ben.id }, "Mine.");
  await addReply(ada, own.id, { body: "Here it is.", status: "Pending" });
  await addReply(ada, own.id, { body: "A difficult one.", internal: true });
});

const at = async (loader: Parameters<typeof run>[0], path: string, id: number | string, person = client) =>
  run(loader, await signedIn(path, person), { id: String(id) });
const posted = async (action: Parameters<typeof run>[0], path: string, id: number, fields = {}) =>
  run(action, await signedIn(post(path, fields), client), { id: String(id) });

describe("a client's own ticket", () => {
  it("contains the messages for them, and no names, notes, history or tools of the team", async () => {
    const shown = await pageOf(own, client);
    expect(shown.replies.map(({ body, authorName }) => [authorName, body])).toEqual([
      ["Pia Pending", "Mine."],
      ["Support", "Here it is."],
    ]);
    expect(shown).toMatchObject({
      events: [],
      desk: { assignee: undefined, requester: undefined, answer: undefined },
      ticket: { assigneeId: null, answerDueAt: null },
      writing: { mayNote: false, canned: [] },
      takesReply: true,
    });
    expect(JSON.stringify(shown)).not.toMatch(/Ada|Ben |difficult|Dan/);
  });

  it("accepts their reply, which may solve it and do nothing else", async () => {
    expect((await sendReply(own, client, { body: "Thank you.", status: "Closed" })).status).toBe(303);
    expect(await repliesOf(own)).toContain("Thank you.");
    expect((await db.select().from(tickets).where(eq(tickets.id, own.id)))[0]?.status).toBe("Open");
    expect((await sendReply(own, client, { body: "Solved.", status: "Solved" })).status).toBe(303);
    expect((await db.select().from(tickets).where(eq(tickets.id, own.id)))[0]?.status).toBe("Solved");
  });

  it("lets them undo a message until it is answered, and none of others", async () => {
    const undo = async (by: User) => {
      const [entry] = await db
        .select({ batch: journal.batch })
        .from(journal)
        .where(and(eq(journal.entity, "tickets"), eq(journal.recordId, String(own.id)), eq(journal.action, "created")));
      return undoChange(by, entry?.batch ?? "");
    };
    const stands = async () => (await db.select().from(tickets).where(eq(tickets.id, own.id)))[0]?.deletedAt === null;
    const why = `Ticket #${own.id} was answered meanwhile, so it stays. Mark it as solved where you need no more help.`;
    expect(await undo(client)).toMatchObject({ ok: false, message: why });
    expect(await stands()).toBe(true);
    await write(
      async (tx) => void (await tx.update(replies).set({ internal: true }).where(eq(replies.authorId, ada.id))),
    );
    expect(await undo(client)).toMatchObject({ ok: true });
    expect(await stands()).toBe(false);
  });

  it("leads to the ticket that it was merged into, if that is theirs", async () => {
    const into = await addTicket(client, { subject: "The same again" }, "Mine too.");
    await mergeTicket(ada, own.id, into.id);
    const [first] = await db.select().from(replies).where(eq(replies.ticketId, into.id));
    expect(await at(page, `/support/tickets/${own.id}?reply=${first!.id}`, own.id)).toMatchObject({
      status: 302,
      location: `/support/tickets/${into.id}?reply=${first!.id}&merged=${own.id}`,
    });
    expect((await pageOf(into, client)).replies.map(({ body }) => body)).toEqual(
      expect.arrayContaining(["Mine.", "Mine too."]),
    );
    await write(
      async (tx) => void (await tx.update(tickets).set({ requesterId: dan.id }).where(eq(tickets.id, into.id))),
    );
    expect((await at(page, `/support/tickets/${own.id}`, own.id)).status).toBe(404);
  });

  it("does not exist for them once it was merged into somebody else's or is in the trash", async () => {
    await write(
      async (tx) => void (await tx.update(tickets).set({ mergedInto: other.id }).where(eq(tickets.id, own.id))),
    );
    expect((await at(page, `/support/tickets/${own.id}`, own.id)).status).toBe(404);
    await write(
      async (tx) =>
        void (await tx.update(tickets).set({ mergedInto: null, deletedAt: new Date() }).where(eq(tickets.id, own.id))),
    );
    expect((await at(page, `/support/tickets/${own.id}`, own.id)).status).toBe(404);
  });
});

describe("somebody else's ticket", () => {
  it("does not exist for a client, at any of its URLs", async () => {
    const path = `/support/tickets/${other.id}`;
    const [message] = await db.select().from(replies).where(eq(replies.ticketId, other.id));
    await write(
      async (tx) =>
        void (await tx.insert(attachments).values({
          id: "file",
          ownerId: ada.id,
          name: "a.txt",
          type: "text/plain",
          size: 1,
          bytes: Buffer.from("a"),
          replyId: message!.id,
        })),
    );
    const answers = {
      page: await at(page, path, other.id),
      missing: await at(page, "/support/tickets/999", 999),
      reply: await posted(reply, path, other.id, { body: "Mine?" }),
      keptDraft: await posted(draft, `${path}/draft`, other.id, { body: "Mine?" }),
      meanwhile: await at(draftNow, `${path}/draft`, other.id),
      discarded: await posted(discard, `${path}/draft/discard`, other.id),
      message: await at(replyLink, `/support/replies/${message!.id}`, message!.id),
      file: await at(attachment, "/support/attachments/file", "file"),
    };
    expect(Object.fromEntries(Object.entries(answers).map(([name, { status }]) => [name, status]))).toEqual(
      Object.fromEntries(Object.keys(answers).map((name) => [name, 404])),
    );
    expect(answers.page.data).toEqual(answers.missing.data);
    expect(await repliesOf(other)).toEqual(["Dan asks."]);
    expect((await at(attachment, "/support/attachments/file", "file", ada)).status).toBe(200);
  });

  it("causes no live event for a client", async () => {
    expect(await meanwhileAt(client, String(other.id))?.()).toBeUndefined();
    expect(await meanwhileAt(client, String(own.id))?.()).toMatchObject({ writers: [] });
    expect(await meanwhileAt(ada, String(other.id))?.()).toBeDefined();
  });

  it("is in no list, number or search of a client", async () => {
    const shown = {
      list: await at(list, "/support/tickets", ""),
      found: await at(list, "/support/tickets?q=dan", ""),
      overview: await at(overview, "/support", ""),
      layout: await at(layout, "/support", ""),
      faqs: await at(faqs, "/support/faqs?q=parcel", ""),
      contact: await at(contact, `/support/contact?sent=${other.id}`, ""),
    };
    expect(shown).toMatchObject({
      list: { data: { view: { total: 1 } } },
      found: { data: { view: { total: 0 } } },
      overview: { data: { counts: [], tickets: { all: { text: "1 ticket", href: "/support/tickets" } } } },
      layout: { data: { open: 0 } },
      faqs: { data: { tickets: { latest: [{ id: own.id }], all: { text: "1 ticket" } } } },
      contact: { data: { sent: undefined } },
    });
    expect(JSON.stringify(shown)).not.toMatch(/Ada|Ben |Dan/);
  });
});

describe("a client's question", () => {
  const asked = async (fields: Record<string, string>) =>
    run<{ form: { errors: Record<string, string> } }>(
      create,
      await signedIn(
        post("/support/create-ticket", {
          subject: "Where?",
          topic: "Orders and returns",
          priority: "Normal",
          body: "Where is it?",
          offered: "yes",
          ...fields,
        }),
        client,
      ),
    );

  it("is asked in their own name only, about their own orders only", async () => {
    const [theirs, mine] = [await addOrder({ customerId: dan.id }), await addOrder({ customerId: client.id })];
    expect((await asked({ requesterId: String(dan.id) })).status).toBe(400);
    const [foreign, absent] = [await asked({ orderId: String(theirs.id) }), await asked({ orderId: "999" })];
    expect([foreign, absent].map(({ status, data }) => [status, data.form.errors])).toEqual([
      [400, { orderId: `There is no order #${theirs.id}` }],
      [400, { orderId: "There is no order #999" }],
    ]);
    expect((await asked({ orderId: String(mine.id) })).status).toBe(303);
    expect((await db.select().from(tickets)).at(-1)).toMatchObject({ requesterId: client.id, orderId: mine.id });
  });

  it("reveals nothing when they name other people", async () => {
    const buttons: Record<string, string>[] = [{}, { rows: "find:requesterId" }];
    for (const more of buttons) {
      const [there, absent] = [
        await asked({ requesterId: dan.email, ...more }),
        await asked({ requesterId: "nemo@example.com", ...more }),
      ];
      expect({ status: there.status, errors: there.data.form.errors }).toEqual({
        status: absent.status,
        errors: absent.data.form.errors,
      });
      expect(JSON.stringify(there.data)).not.toContain(dan.name);
    }
    expect(
      (await run<{ forOthers: boolean }>(createPage, await signedIn(get("/support/create-ticket"), client))).data
        .forOthers,
    ).toBe(false);
  });

  it("starts with nobody else's name, and follows no ticket of others", async () => {
    expect(
      (await run(createPage, await signedIn(get(`/support/create-ticket?for=${dan.id}`), client))).data,
    ).toMatchObject({ requester: undefined });
    expect(
      (await run(createPage, await signedIn(get(`/support/create-ticket?from=${other.id}`), client))).data,
    ).toMatchObject({ from: undefined, start: { subject: "" } });
  });
});

describe("staff who may only view", () => {
  it("see others' tickets, and reply only to their own", async () => {
    const reader = await letIn(client, "staff", { support: "view" });
    expect(await pageOf(other, reader)).toMatchObject({
      takesReply: false,
      replies: [{ authorName: "Dan Directory" }],
    });
    expect((await sendReply(other, reader, { body: "Me too." })).status).toBe(403);
    expect((await sendReply(own, reader, { body: "Thanks." })).status).toBe(303);
  });
});
