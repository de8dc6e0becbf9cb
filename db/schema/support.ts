/** Support tables: tickets, replies and FAQs. */
import { sql, type SQLWrapper } from "drizzle-orm";
import { blob, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { natural } from "../compare";
import type { FaqStatus, SupportTopic, TicketPriority, TicketStatus } from "../lookups";
import { listIndexes, now, recordColumns, time } from "./columns";
import { users } from "./people";

/** Returns the sort rank of a priority, from 1 (Low) to 4 (Urgent). */
export const urgency = (priority: SQLWrapper) =>
  sql<number>`case ${priority} when 'Urgent' then 4 when 'High' then 3 when 'Normal' then 2 else 1 end`;

/** A support conversation, whose messages are in `replies`. The requester's name and address are copies. */
export const tickets = sqliteTable(
  "tickets",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    subject: text("subject").notNull(),
    status: text("status").notNull().$type<TicketStatus>(),
    priority: text("priority").notNull().$type<TicketPriority>(),
    topic: text("topic").notNull().$type<SupportTopic>(),
    requesterId: integer("requester_id"),
    requesterName: text("requester_name").notNull(),
    requesterEmail: text("requester_email").notNull().default(""),
    /** The user who handles the ticket; null if unassigned. */
    assigneeId: integer("assignee_id"),
    /** The order the ticket is about. */
    orderId: integer("order_id"),
    /** The ticket this one was merged into. */
    mergedInto: integer("merged_into"),
    /** When the requester began to wait for an answer; null while they do not. */
    waitingSince: time("waiting_since"),
    /** When that answer is due; null while the clock is paused. */
    answerDueAt: time("answer_due_at"),
    firstAnsweredAt: time("first_answered_at"),
    /** Time of the last reply. */
    lastReplyAt: time("last_reply_at").notNull().default(now),
    ...recordColumns,
  },
  (table) => [
    ...listIndexes("tickets", table, [table.status, table.priority, table.topic, table.assigneeId], {
      id: table.id,
      subject: natural(table.subject),
      requester: natural(table.requesterName),
      status: table.status,
      priority: urgency(table.priority),
      created: table.createdAt,
      updated: table.lastReplyAt,
      due: table.answerDueAt,
    }),
    index("tickets_requester").on(table.requesterId, table.lastReplyAt),
    index("tickets_assignee").on(table.assigneeId, table.lastReplyAt),
  ],
);

/** A message on a ticket. Internal notes are hidden from the requester. */
export const replies = sqliteTable(
  "replies",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    ticketId: integer("ticket_id")
      .notNull()
      .references(() => tickets.id, { onDelete: "cascade" }),
    authorId: integer("author_id"),
    authorName: text("author_name").notNull(),
    internal: integer("internal", { mode: "boolean" }).notNull().default(false),
    /** Markdown. Left out of the journal, which every user can read. */
    body: text("body").notNull(),
    /** The ticket on which the reply was written, if that was merged into this one. */
    mergedFrom: integer("merged_from"),
    ...recordColumns,
  },
  (table) => [
    ...listIndexes("replies", table, [], { id: table.id, created: table.createdAt }),
    index("replies_ticket").on(table.ticketId, table.createdAt),
    index("replies_author").on(table.authorId),
  ],
);

/** A file attached to a reply. Until the reply is sent, it belongs to the uploader's draft. */
export const attachments = sqliteTable(
  "attachments",
  {
    /** Random, so that it cannot be guessed. */
    id: text("id").primaryKey(),
    replyId: integer("reply_id").references(() => replies.id, { onDelete: "cascade" }),
    ownerId: integer("owner_id").references(() => users.id, { onDelete: "set null" }),
    /** The draft it belongs to: `ticket:482`, or the one-time key of a new-ticket form. */
    draft: text("draft"),
    name: text("name").notNull(),
    /** Media type, detected from the content. */
    type: text("type").notNull(),
    /** Size in bytes. */
    size: integer("size").notNull(),
    bytes: blob("bytes", { mode: "buffer" }).notNull(),
    createdAt: time("created_at").notNull().default(now),
  },
  (table) => [
    index("attachments_reply").on(table.replyId),
    index("attachments_draft").on(table.ownerId, table.draft),
    // SQLite must read the whole file to get at the columns stored after it.
    index("attachments_owner").on(table.ownerId, table.createdAt, table.size),
  ],
);

/** Thumbnail of an attached picture, made once so that displaying it decodes nothing. Empty if it could not be made. */
export const attachmentThumbs = sqliteTable("attachment_thumbs", {
  attachmentId: text("attachment_id")
    .primaryKey()
    .references(() => attachments.id, { onDelete: "cascade" }),
  bytes: blob("bytes", { mode: "buffer" }).notNull(),
});

/** An unsent reply. Also shows other users who is answering. */
export const replyDrafts = sqliteTable(
  "reply_drafts",
  {
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    ticketId: integer("ticket_id")
      .notNull()
      .references(() => tickets.id, { onDelete: "cascade" }),
    body: text("body").notNull(),
    internal: integer("internal", { mode: "boolean" }).notNull().default(false),
    updatedAt: time("updated_at").notNull().default(now),
  },
  (table) => [primaryKey({ columns: [table.userId, table.ticketId] }), index("reply_drafts_ticket").on(table.ticketId)],
);

/** A reusable reply template. */
export const cannedReplies = sqliteTable(
  "canned_replies",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    title: text("title").notNull(),
    /** Markdown; `{name}` is replaced with the requester's name. */
    body: text("body").notNull(),
    ...recordColumns,
  },
  (table) => listIndexes("canned_replies", table, [], { id: table.id, title: natural(table.title) }),
);

/** A frequently asked question and its answer. */
export const faqs = sqliteTable(
  "faqs",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    question: text("question").notNull(),
    /** Markdown. */
    answer: text("answer").notNull(),
    topic: text("topic").notNull().$type<SupportTopic>(),
    status: text("status").notNull().$type<FaqStatus>(),
    /** Position within its topic, in ascending order. */
    position: integer("position").notNull().default(0),
    ...recordColumns,
  },
  (table) => [
    ...listIndexes("faqs", table, [table.status, table.topic], {
      id: table.id,
      question: natural(table.question),
      position: table.position,
      created: table.createdAt,
    }),
    index("faqs_topic").on(table.topic, table.position),
  ],
);

/** Whether an answer helped: one vote per user, which they can change. */
export const faqVotes = sqliteTable(
  "faq_votes",
  {
    faqId: integer("faq_id")
      .notNull()
      .references(() => faqs.id, { onDelete: "cascade" }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    helpful: integer("helpful", { mode: "boolean" }).notNull(),
    createdAt: time("created_at").notNull().default(now),
  },
  (table) => [primaryKey({ columns: [table.faqId, table.userId] }), index("faq_votes_user").on(table.userId)],
);

/** Number of times an answer was read, per day. */
export const faqReads = sqliteTable(
  "faq_reads",
  {
    faqId: integer("faq_id")
      .notNull()
      .references(() => faqs.id, { onDelete: "cascade" }),
    day: text("day").notNull(),
    count: integer("count").notNull(),
  },
  (table) => [primaryKey({ columns: [table.faqId, table.day] }), index("faq_reads_day").on(table.day)],
);

/** Searches of the FAQs without results. */
export const faqMisses = sqliteTable("faq_misses", {
  /** Folded, so that different spellings of a query share a row. */
  query: text("query").primaryKey(),
  count: integer("count").notNull(),
  lastAt: time("last_at").notNull().default(now),
});

export type Ticket = typeof tickets.$inferSelect;
export type Reply = typeof replies.$inferSelect;
export type Attachment = typeof attachments.$inferSelect;
export type CannedReply = typeof cannedReplies.$inferSelect;
export type Faq = typeof faqs.$inferSelect;
