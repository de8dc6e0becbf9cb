/** Who asked for help, what was answered, and what people may read for themselves. */
import { sql, type SQLWrapper } from "drizzle-orm";
import { blob, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { natural } from "../compare";
import type { FaqStatus, SupportTopic, TicketPriority, TicketStatus } from "../lookups";
import { listIndexes, now, recordColumns, time } from "./columns";
import { users } from "./people";

/** Priorities in their order, which is not that of their letters. */
export const urgency = (priority: SQLWrapper) =>
  sql<number>`case ${priority} when 'Urgent' then 4 when 'High' then 3 when 'Normal' then 2 else 1 end`;

/** A conversation about one question. What was said is in `replies`; name and address of who asked are copies. */
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
    /** Who looks after it; nobody yet. */
    assigneeId: integer("assignee_id"),
    /** The order that it is about. */
    orderId: integer("order_id"),
    /** The ticket that its conversation was moved to. */
    mergedInto: integer("merged_into"),
    /** Since when the requester waits for an answer; nothing while they do not. */
    waitingSince: time("waiting_since"),
    /** When that answer is due; nothing while the clock stands still. */
    answerDueAt: time("answer_due_at"),
    firstAnsweredAt: time("first_answered_at"),
    /** When something was last said in it. */
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

/** What somebody said on a ticket: to everybody who takes part, or, as an internal note, to all but the requester. */
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
    /** Markdown. It stays out of the journal, which everybody may read. */
    body: text("body").notNull(),
    /** The ticket that it was written on, where that was merged into another since. */
    mergedFrom: integer("merged_from"),
    ...recordColumns,
  },
  (table) => [
    ...listIndexes("replies", table, [], { id: table.id, created: table.createdAt }),
    index("replies_ticket").on(table.ticketId, table.createdAt),
    index("replies_author").on(table.authorId),
  ],
);

/** A file sent with a reply. Until the reply is sent it belongs to who uploaded it, and to their draft. */
export const attachments = sqliteTable(
  "attachments",
  {
    /** Random, so that it cannot be guessed. */
    id: text("id").primaryKey(),
    replyId: integer("reply_id").references(() => replies.id, { onDelete: "cascade" }),
    ownerId: integer("owner_id").references(() => users.id, { onDelete: "set null" }),
    /** What it waits to be sent with: `ticket:482`, or the one-time key of a form for a new ticket. */
    draft: text("draft"),
    name: text("name").notNull(),
    /** Its media type, as its bytes say it. */
    type: text("type").notNull(),
    /** In bytes. */
    size: integer("size").notNull(),
    bytes: blob("bytes", { mode: "buffer" }).notNull(),
    createdAt: time("created_at").notNull().default(now),
  },
  (table) => [
    index("attachments_reply").on(table.replyId),
    index("attachments_draft").on(table.ownerId, table.draft),
    // What stands behind a file in its row is found by reading all of the file.
    index("attachments_owner").on(table.ownerId, table.createdAt, table.size),
  ],
);

/** The small copy of a picture that was attached: made once, so that showing it decodes nothing. Empty if it failed. */
export const attachmentThumbs = sqliteTable("attachment_thumbs", {
  attachmentId: text("attachment_id")
    .primaryKey()
    .references(() => attachments.id, { onDelete: "cascade" }),
  bytes: blob("bytes", { mode: "buffer" }).notNull(),
});

/** A reply that somebody has begun and not sent. It tells the others who is answering, too. */
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

/** A reply that is written once and used often. */
export const cannedReplies = sqliteTable(
  "canned_replies",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    title: text("title").notNull(),
    /** Markdown; `{name}` stands for the requester's name. */
    body: text("body").notNull(),
    ...recordColumns,
  },
  (table) => listIndexes("canned_replies", table, [], { id: table.id, title: natural(table.title) }),
);

/** A question that is asked often, and its answer. */
export const faqs = sqliteTable(
  "faqs",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    question: text("question").notNull(),
    /** Markdown. */
    answer: text("answer").notNull(),
    topic: text("topic").notNull().$type<SupportTopic>(),
    status: text("status").notNull().$type<FaqStatus>(),
    /** Its place within its topic: the lowest first. */
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

/** Whether an answer helped: one vote for each person, which they may change. */
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

/** How often an answer was read on a day. */
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

/** What was searched for among the FAQs and not found. */
export const faqMisses = sqliteTable("faq_misses", {
  /** Without case and marks, so that one question is one row. */
  query: text("query").primaryKey(),
  count: integer("count").notNull(),
  lastAt: time("last_at").notNull().default(now),
});

export type Ticket = typeof tickets.$inferSelect;
export type Reply = typeof replies.$inferSelect;
export type Attachment = typeof attachments.$inferSelect;
export type CannedReply = typeof cannedReplies.$inferSelect;
export type Faq = typeof faqs.$inferSelect;
