/** Replies that are written once and used often. */
import { asc, isNull } from "drizzle-orm";
import { db } from "db";
import { natural } from "db/compare";
import { cannedReplies, type Ticket } from "db/schema";
import type { Reader } from "~/core/list/reach.server";
import { defineResource } from "~/core/resource/define-resource.server";
import { cannedReplyFields, cannedReplyNoun } from "./fields";

export const cannedReplyResource = defineResource({
  table: cannedReplies,
  entity: "cannedReplies",
  noun: cannedReplyNoun,
  fields: cannedReplyFields,
  permissions: { view: "support.view", change: "support.change" },
  list: { path: "/support/canned-replies", sort: "title" },
  label: (canned) => `Canned reply “${canned.title}”`,
});

/** Maximum canned replies offered below a conversation. */
const maxOffered = 100;

type RequesterOfTicket = Pick<Ticket, "requesterName">;

/** The canned replies as they would read in an answer on a ticket. */
export async function cannedFor(ticket: RequesterOfTicket) {
  const { id, title, body } = cannedReplies;
  const found = await db
    .select({ id, title, body })
    .from(cannedReplies)
    .where(isNull(cannedReplies.deletedAt))
    .orderBy(asc(natural(title)), asc(id))
    .limit(maxOffered);
  return found.map((canned) => ({ ...canned, body: fillPlaceholders(canned.body, ticket) }));
}

/** Returns the filled text of a canned reply; undefined if it does not exist. */
export async function cannedText(me: Reader, id: number, ticket: RequesterOfTicket): Promise<string | undefined> {
  const canned = await cannedReplyResource.get(me, id);
  return canned && fillPlaceholders(canned.body, ticket);
}

/** Fills a canned reply; `{name}` is the requester's first name. */
const fillPlaceholders = (body: string, { requesterName }: RequesterOfTicket) =>
  body.replaceAll("{name}", () => requesterName.trim().split(/\s+/)[0] ?? requesterName);
