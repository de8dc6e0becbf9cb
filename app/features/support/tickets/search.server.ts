/** Finds tickets by the text of their messages. */
import { and, inArray, sql, type SQL } from "drizzle-orm";
import { db } from "db";
import { isLong, isShort, phrases } from "~/core/list/index-search.server";
import { replies, tickets } from "db/schema";
import { replyHref } from "./replies/reply-href";

/**
 * Condition for messages with all words that the reader may see; without a reader, public ones. At least one word
 * must be long enough for the index.
 */
function messagesSaying(words: string[], reader: number | undefined): SQL {
  const found = sql`${replies.id} in (select rowid from reply_search where reply_search match ${phrases(words.filter(isLong))})`;
  const short = words.filter(isShort).map((word) => sql`instr(folded(${replies.body}), ${word}) > 0`);
  return messagesReadBy(reader, and(found, ...short));
}

/** The messages that meet a condition and that this reader may read, with their tickets. */
function messagesReadBy(reader: number | undefined, condition: SQL | undefined): SQL {
  const readable =
    reader === undefined
      ? sql`not ${replies.internal}`
      : sql`(not ${replies.internal} or ${tickets.requesterId} is not ${reader})`; // as `whereVisibleTo` has it
  return sql`${replies} join ${tickets} on ${tickets.id} = ${replies.ticketId} where ${and(condition, sql`${replies.deletedAt} is null`, readable)}`;
}

/** Maximum messages read to correct a typing error. */
const maxMessages = 500;

/** The newest messages on the tickets that meet `scope`, folded, as far as this reader may read them. */
export const newestMessages = (reader: number | undefined, scope: SQL | undefined): string[] =>
  db
    .all<{ text: string }>(
      sql`select folded(${replies.body}) as text from ${messagesReadBy(reader, scope)} order by ${replies.id} desc limit ${maxMessages}`,
    )
    .map(({ text }) => text);

/** The tickets on which one message has all these words, as a query of their numbers. */
export const ticketsSaying = (words: string[], reader: number | undefined): SQL =>
  sql`select ${replies.ticketId} as number from ${messagesSaying(words, reader)}`;

/** The message that matched the search. */
export interface Message {
  body: string;
  href: string;
}

/** The latest such message of each of these tickets, by the ticket. */
export function messagesWith(words: string[], ticketIds: number[], reader: number | undefined): Map<number, Message> {
  if (!words.some(isLong) || ticketIds.length === 0) return new Map();
  const found = db.all<{ id: number; ticketId: number; body: string }>(
    sql`select ${replies.id} as id, ${replies.ticketId} as ticketId, ${replies.body} as body from ${messagesSaying(words, reader)} and ${inArray(replies.ticketId, ticketIds)} order by ${replies.id}`,
  );
  return new Map(found.map(({ id, ticketId, body }) => [ticketId, { body, href: replyHref(ticketId, id) }]));
}
