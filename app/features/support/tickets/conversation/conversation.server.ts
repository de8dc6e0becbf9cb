/** Loads a conversation in pages, by default the latest. */
import { asc, eq, inArray } from "drizzle-orm";
import { db } from "db";
import { replies, type Ticket, users } from "db/schema";
import { recordId } from "~/core/values/ids";
import type { Reader } from "~/core/list/reach.server";
import { markdownHtml } from "~/features/support/markdown.server";
import { attachmentsOf } from "../attachments/attachments.server";
import { openedIn } from "../replies/named-records.server";
import { replyHref } from "../replies/reply-href";
import { hideStaffNames, whereVisibleTo } from "../people.server";

/**
 * Messages per page. The last page also takes the remainder, so that it never shows only a few; earlier pages stay
 * the same.
 */
export const pageSize = 30;

/** Approximate number of messages that fit on a small screen. */
const messagesPerScreen = 3;

const inOrder = [asc(replies.createdAt), asc(replies.id)];

/**
 * Returns a page of the messages that the reader may see, oldest first: `?page=2`, or the page of `?reply=123`;
 * otherwise the latest. Readers limited to their own tickets see no staff names.
 */
export async function conversation(
  me: Reader,
  ticket: Pick<Ticket, "id" | "requesterId">,
  asked = new URLSearchParams(),
) {
  const order = await db
    .select({ id: replies.id, at: replies.createdAt, authorId: replies.authorId })
    .from(replies)
    .where(whereVisibleTo(me.id, ticket))
    .orderBy(...inOrder);
  const pages = Math.max(1, Math.floor(order.length / pageSize));
  const wanted = recordId(asked.get("reply"));
  const place = order.findIndex(({ id }) => id === wanted);
  const page = Math.min(place < 0 ? recordId(asked.get("page")) || pages : Math.floor(place / pageSize) + 1, pages);
  const start = (page - 1) * pageSize;
  const end = page === pages ? order.length : start + pageSize;
  return {
    replies: (
      await readAttachments(
        me,
        order.slice(start, end).map(({ id }) => id),
      )
    ).map((reply) => ({ ...hideStaffNames(me, reply), wanted: reply.id === wanted })),
    page,
    pages,
    start,
    total: order.length,
    /** Id of the newest message on any page. */
    newest: Math.max(0, ...order.map(({ id }) => id)),
    /** Link to the last message, unless it is in view already. */
    latest: latestHref(ticket.id, order.length > messagesPerScreen ? order.at(-1)?.id : undefined, page === pages),
    /** The reader's last message, on any page. */
    lastOwn: order.findLast(({ authorId }) => authorId === me.id)?.id,
    /** The period of this page's events: from its first message to that of the next page. */
    from: page === 1 ? undefined : order[start]?.at,
    until: order[end]?.at,
  };
}

const latestHref = (ticketId: number, id: number | undefined, isHere: boolean) =>
  id === undefined ? undefined : isHere ? `#reply-${id}` : replyHref(ticketId, id);

async function readAttachments(me: Reader, ids: number[]) {
  const found = await db
    .select({ reply: replies, image: users.image })
    .from(replies)
    .leftJoin(users, eq(users.id, replies.authorId))
    .where(inArray(replies.id, ids))
    .orderBy(...inOrder);
  const files = await attachmentsOf(ids);
  const opened = await openedIn(
    me,
    found.map(({ reply }) => reply.body),
  );
  return found.map(({ reply, image }, index) => ({
    ...reply,
    image,
    html: markdownHtml(reply.body, opened[index]),
    files: files.get(reply.id) ?? [],
  }));
}
