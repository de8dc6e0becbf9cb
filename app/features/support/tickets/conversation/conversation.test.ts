/** Long conversations come in pages, and each message is found on its own. */
import { describe, expect, it } from "vitest";
import { db, write } from "db";
import { messages, replies } from "db/schema";
import { cast, testDatabase } from "~/testing/database";
import { run, signedIn } from "~/testing/requests";
import { addTicket, pageOf, sendReply } from "~/testing/tickets";
import { pageSize } from "./conversation.server";
import { ticketResource } from "../tickets.server";
import { loader as replyLink } from "../replies/reply-link";

testDatabase();

/** Ben is the requester, Ada the assignee. */
const { ada, ben } = cast;

/** Adds a ticket with this many messages, one minute apart; every third is a note. */
async function long(count: number) {
  const ticket = await addTicket(ben);
  const start = Date.now() + 60_000;
  const rows = Array.from({ length: count - 1 }, (_, index) => ({
    ticketId: ticket.id,
    authorId: ada.id,
    authorName: ada.name,
    internal: index % 3 === 2,
    body: `Message ${index + 2}`,
    createdAt: new Date(start + index * 60_000),
  }));
  const made = await write((tx) => tx.insert(replies).values(rows).returning());
  return { ticket, made };
}

const texts = async (...asked: Parameters<typeof pageOf>) =>
  (await pageOf(...asked)).replies.map(({ html }) => html.replace(/<[^>]+>/g, "").trim());

describe("a conversation on a ticket", () => {
  it("shows its latest messages, and links to earlier pages that together contain each message once", async () => {
    const { ticket } = await long(3 * pageSize + 7);
    const latest = await pageOf(ticket, ada);
    expect(latest.pages).toMatchObject({ page: 3, pages: 3, total: 3 * pageSize + 7 });
    expect(latest.replies).toHaveLength(pageSize + 7);
    const last = latest.replies.at(-1)?.id;
    expect(latest.latest).toBe(`#reply-${last}`);
    expect((await pageOf(ticket, ada, "?page=1")).latest).toBe(
      `/support/tickets/${ticket.id}?reply=${last}#reply-${last}`,
    );
    const all = [
      ...(await texts(ticket, ada, "?page=1")),
      ...(await texts(ticket, ada, "?page=2")),
      ...(await texts(ticket, ada, "?page=3")),
    ];
    expect(all).toEqual([
      "Nothing has come yet.",
      ...Array.from({ length: 3 * pageSize + 6 }, (_, index) => `Message ${index + 2}`),
    ]);
    expect(await texts(ticket, ada, "?page=99")).toEqual(await texts(ticket, ada));
    expect(await texts(ticket, ada, "?page=x")).toEqual(await texts(ticket, ada));
  });

  it("is one page while it is short", async () => {
    const { ticket } = await long(2 * pageSize - 1);
    expect((await pageOf(ticket, ada)).pages).toMatchObject({ page: 1, pages: 1 });
  });

  it("does not count notes for the requester, and links to none", async () => {
    const { ticket, made } = await long(3 * pageSize);
    const note = made.find(({ internal }) => internal)?.id ?? 0;
    const seen = await pageOf(ticket, ben, `?reply=${note}`);
    expect(seen.pages).toMatchObject({ page: 2, pages: 2, total: 1 + made.filter(({ internal }) => !internal).length });
    expect(seen.replies.some(({ internal }) => internal)).toBe(false);
  });

  it("opens at the page of the message that a link or a notification names", async () => {
    const { ticket, made } = await long(3 * pageSize);
    const early = made[3]?.id ?? 0;
    expect((await pageOf(ticket, ada, `?reply=${early}`)).replies.map(({ id }) => id)).toContain(early);
    const link = await run(replyLink, await signedIn(`/support/replies/${early}`, ada), { id: String(early) });
    expect(link.location).toBe(`/support/tickets/${ticket.id}?reply=${early}#reply-${early}`);
    await sendReply(ticket, ada, { body: "The last one" });
    const [inbox] = (await db.select().from(messages)).filter(({ userId }) => userId === ben.id);
    expect(inbox?.href).toBe(`/support/tickets/${ticket.id}?reply=${inbox?.replyId}#reply-${inbox?.replyId}`);
  });

  it("shows on each page what happened while its messages were written", async () => {
    const { ticket } = await long(2 * pageSize);
    await ticketResource.change(ada, ticket.id, { priority: "High" }); // before the second message
    expect((await pageOf(ticket, ada, "?page=1")).events).toHaveLength(1);
    expect((await pageOf(ticket, ada)).events).toHaveLength(0);
  });

  it("knows the newest message on each page, so that no reply misses one", async () => {
    const { ticket, made } = await long(2 * pageSize);
    expect((await pageOf(ticket, ada, "?page=1")).pages.newest).toBe(made.at(-1)?.id);
  });

  it("knows its reader's own last message on every page", async () => {
    const { ticket, made } = await long(2 * pageSize);
    const first = (await pageOf(ticket, ben, "?page=1")).replies[0]?.id;
    expect((await pageOf(ticket, ben)).pages.lastOwn).toBe(first);
    expect((await pageOf(ticket, ada, "?page=1")).pages.lastOwn).toBe(made.at(-1)?.id);
    expect((await pageOf(await addTicket(ben), ada)).pages.lastOwn).toBeUndefined();
  });
});
