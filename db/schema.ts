/** Every table, and the types inferred from them. Times are UTC; days are text such as `2026-11-21`; money is integer cents; a percentage is an integer of its hundredths. */
import { sql } from "drizzle-orm";
import { type AnySQLiteColumn, blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { anyCase, folded } from "./compare";
import type { InvoiceStatus, ProductColor, ProductSize, ProductStatus, UserStatus } from "./lookups";

const time = (name: string) => integer(name, { mode: "timestamp_ms" });
const now = sql`(unixepoch('subsec') * 1000)`;

/** A list as JSON. It is part of its record, and changes with it. */
const list = <Item>(name: string) => text(name, { mode: "json" }).notNull().$type<Item[]>().default([]);

export type Feature = { name: string; value: string };
/** A product as it was bought; `id` says which it was. */
export type OrderItem = { id: number | null; name: string; image: string | null; price: number; quantity: number };
/** A line of an invoice; `id` says which product it is about, if any. A credit has a price below zero. */
export type InvoiceLine = { id: number | null; title: string; quantity: number; price: number; discount: number; total: number };

/** What every record has: a number that goes up by one with each change, and the day it was put in the trash. */
const recordColumns = {
  revision: integer("revision").notNull().default(1),
  createdAt: time("created_at").notNull().default(now),
  deletedAt: time("deleted_at"),
};

type Orders = Record<string, Parameters<ReturnType<typeof index>["on"]>[0]>;

/**
 * An index for each order that a list can be shown in. It begins with what tells living records from the trash, and carries the
 * columns that the list is filtered by: a page is read by walking the index, and a row that does not match is never looked at.
 */
function listed(name: string, table: Record<"id" | "deletedAt", AnySQLiteColumn>, filters: AnySQLiteColumn[], orders: Orders) {
  return Object.entries(orders).map(([order, by]) => index(`${name}_by_${order}`).on(table.deletedAt, ...new Set([by, table.id, ...filters])));
}

/** A person in the directory; one who has signed in is tied to the identity provider's account by `uid`. */
export const users = sqliteTable(
  "users",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    uid: text("uid").unique(),
    name: text("name").notNull(),
    /** Always lower case. */
    email: text("email").notNull(),
    role: text("role").notNull(),
    status: text("status").notNull().$type<UserStatus>(),
    country: text("country").notNull().default(""),
    phone: text("phone").notNull().default(""),
    /** Address of a picture on this server; without one the initials are drawn. */
    image: text("image"),
    ...recordColumns,
  },
  (table) => [
    uniqueIndex("users_email").on(table.email).where(sql`${table.deletedAt} is null`),
    ...listed("users", table, [table.status, table.role], {
      id: table.id,
      name: folded(table.name),
      email: table.email,
      role: table.role,
      status: table.status,
      country: folded(table.country),
      phone: table.phone,
      created: table.createdAt,
    }),
  ],
);

/** What is sold. Orders and invoices copy of it what they need, so that it may change and go. */
export const products = sqliteTable(
  "products",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    title: text("title").notNull(),
    /** How the business names it, such as `SO-1180`; once among all that are not in the trash, whatever its case. */
    code: text("code").notNull(),
    category: text("category").notNull(),
    description: text("description").notNull().default(""),
    price: integer("price").notNull(),
    discount: integer("discount").notNull().default(0),
    stock: integer("stock").notNull().default(0),
    status: text("status").notNull().$type<ProductStatus>(),
    colors: list<ProductColor>("colors"),
    sizes: list<ProductSize>("sizes"),
    features: list<Feature>("features"),
    offers: list<string>("offers"),
    /** Addresses of pictures on this server, in the order in which they are shown. */
    images: list<string>("images"),
    /** One of `images`; nothing when there are none. */
    featureImage: text("feature_image"),
    /** The mean of its reviews in hundredths of a star, 0 without any. The database keeps it and their number, by triggers. */
    rating: integer("rating").notNull().default(0),
    totalReviews: integer("total_reviews").notNull().default(0),
    ...recordColumns,
  },
  (table) => [
    uniqueIndex("products_code").on(sql`lower(${table.code})`).where(sql`${table.deletedAt} is null`),
    ...listed("products", table, [table.status, table.category, table.stock], {
      id: table.id,
      title: folded(table.title),
      code: anyCase(table.code),
      category: table.category,
      price: table.price,
      discount: table.discount,
      stock: table.stock,
      rating: table.rating,
      reviews: table.totalReviews,
      status: table.status,
      created: table.createdAt,
    }),
  ],
);

/** What a customer said of a product. They come with the shop's data; people here say only whether one helped. */
export const reviews = sqliteTable(
  "reviews",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    productId: integer("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    createdAt: time("created_at").notNull().default(now),
    /** Whole stars, 1 to 5. */
    rating: integer("rating").notNull(),
    review: text("review").notNull(),
    /** Who wrote it, copied: it outlives the person. */
    userId: integer("user_id"),
    userName: text("user_name").notNull(),
    userImage: text("user_image"),
    likes: integer("likes").notNull().default(0),
    dislikes: integer("dislikes").notNull().default(0),
  },
  (table) => [index("reviews_product").on(table.productId, table.createdAt)],
);

/** Which of a review's likes and dislikes are whose among the people here: each has one voice. */
export const reviewVotes = sqliteTable(
  "review_votes",
  {
    reviewId: integer("review_id")
      .notNull()
      .references(() => reviews.id, { onDelete: "cascade" }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    vote: text("vote").notNull().$type<"like" | "dislike">(),
  },
  (table) => [primaryKey({ columns: [table.reviewId, table.userId] })],
);

/** What was bought. All but its status is a fact of that day: customer, items and payment are copies, and ids beside them may lead nowhere any more. */
export const orders = sqliteTable(
  "orders",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    invoiceId: text("invoice_id"),
    deliveredAt: time("delivered_at"),
    customerId: integer("customer_id"),
    customerName: text("customer_name").notNull(),
    customerEmail: text("customer_email").notNull().default(""),
    customerPhone: text("customer_phone").notNull().default(""),
    customerImage: text("customer_image"),
    billing: text("billing").notNull().default(""),
    shipping: text("shipping").notNull().default(""),
    /** As it was given: compared without regard to case, and free to be none of the lookup list. */
    status: text("status").notNull(),
    /** The payment's name at whoever took it. */
    paymentId: text("payment_id").notNull().default(""),
    paymentMethod: text("payment_method").notNull().default(""),
    /** Masked: its last four digits. */
    cardNumber: text("card_number").notNull().default(""),
    items: list<OrderItem>("items"),
    subTotalAmount: integer("sub_total_amount").notNull(),
    discountAmount: integer("discount_amount").notNull().default(0),
    taxAmount: integer("tax_amount").notNull().default(0),
    shippingChargeAmount: integer("shipping_charge_amount").notNull().default(0),
    totalAmount: integer("total_amount").notNull(),
    ...recordColumns,
  },
  (table) => [
    ...listed("orders", table, [table.status, table.paymentMethod, table.createdAt], {
      id: table.id,
      invoice: table.invoiceId,
      customer: folded(table.customerName),
      status: anyCase(table.status),
      payment: anyCase(table.paymentMethod),
      created: table.createdAt,
      delivered: table.deliveredAt,
      total: table.totalAmount,
    }),
    index("orders_customer").on(table.customerId, table.createdAt),
    index("orders_invoice").on(table.invoiceId),
  ],
);

/** What somebody was asked to pay. Customer and lines are copies. */
export const invoices = sqliteTable(
  "invoices",
  {
    /** Such as `INV-0012`. */
    id: text("id").primaryKey(),
    /** The same as a number: without gaps, in the order in which they were made. */
    number: integer("number").notNull().unique(),
    issueDate: text("issue_date").notNull(),
    dueDate: text("due_date").notNull(),
    status: text("status").notNull().$type<InvoiceStatus>(),
    completedAt: time("completed_at"),
    customerId: integer("customer_id"),
    customerName: text("customer_name").notNull(),
    customerImage: text("customer_image"),
    billingEmail: text("billing_email").notNull().default(""),
    billingPhone: text("billing_phone").notNull().default(""),
    billingAddress: text("billing_address").notNull().default(""),
    paymentMethod: text("payment_method").notNull().default(""),
    cardHolder: text("card_holder").notNull().default(""),
    /** Masked: its last four digits. There is no place for a CVC. */
    cardNo: text("card_no").notNull().default(""),
    lines: list<InvoiceLine>("lines"),
    shippingCharge: integer("shipping_charge").notNull().default(0),
    tax: integer("tax").notNull().default(0),
    totalAmount: integer("total_amount").notNull(),
    ...recordColumns,
  },
  (table) => [
    ...listed("invoices", table, [table.status, table.dueDate, table.issueDate], {
      number: table.number,
      customer: folded(table.customerName),
      issued: table.issueDate,
      due: table.dueDate,
      total: table.totalAmount,
      status: table.status,
    }),
    index("invoices_customer").on(table.customerId, table.number),
  ],
);

/** The local identity provider's accounts. With Firebase this table stays empty. */
export const accounts = sqliteTable("accounts", {
  uid: text("uid").primaryKey(),
  /** Always lower case. */
  email: text("email").notNull().unique(),
  displayName: text("display_name").notNull().default(""),
  /** argon2id, or nothing for an account that cannot sign in with a password. */
  passwordHash: text("password_hash"),
  emailVerifiedAt: time("email_verified_at"),
  disabledAt: time("disabled_at"),
  createdAt: time("created_at").notNull().default(now),
});

/** A link we have mailed: lives one hour, works once. Only the hash of its code is kept. */
export const mailLinks = sqliteTable(
  "mail_links",
  {
    codeHash: text("code_hash").primaryKey(),
    uid: text("uid").notNull(),
    purpose: text("purpose").notNull().$type<"verify" | "reset" | "change">(),
    email: text("email").notNull(),
    createdAt: time("created_at").notNull().default(now),
    expiresAt: time("expires_at").notNull(),
  },
  (table) => [index("mail_links_uid").on(table.uid)],
);

/** What Portico itself knows of an account at Firebase. */
export const firebaseAccounts = sqliteTable("firebase_accounts", {
  uid: text("uid").primaryKey(),
  /** The address that it was opened with here, or that is proven. Whoever knows the password may give it another at Firebase. */
  email: text("email"),
  /** Names the latest sign-up, while its address is unproven. Browsers bring it back in a signed cookie, so it need be no secret. */
  signUp: text("sign_up"),
  /** Since when the account is known to belong to whoever reads the mail of that address. */
  provenAt: time("proven_at"),
  createdAt: time("created_at").notNull().default(now),
});

/** What is still to be done at the identity provider after a change here: the latest for each account. */
export const providerWork = sqliteTable("provider_work", {
  uid: text("uid").primaryKey(),
  /** Which provider keeps the account: the other one, if it is in use now, has nothing to do with it. */
  provider: text("provider").notNull().$type<"local" | "firebase">(),
  task: text("task").notNull().$type<"disable" | "enable" | "delete">(),
  createdAt: time("created_at").notNull().default(now),
});

/** A signed-in browser. Only the hash of its cookie is kept. */
export const sessions = sqliteTable(
  "sessions",
  {
    tokenHash: text("token_hash").primaryKey(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: time("created_at").notNull().default(now),
    lastSeenAt: time("last_seen_at").notNull().default(now),
    device: text("device").notNull().default(""),
    address: text("address").notNull().default(""),
  },
  (table) => [index("sessions_user").on(table.userId)],
);

/** Failed tries at something that may not be tried for ever, such as a password. */
export const attempts = sqliteTable("attempts", {
  key: text("key").primaryKey(),
  count: integer("count").notNull(),
  windowEndsAt: time("window_ends_at").notNull(),
});

/**
 * What happened, in the order in which it happened: who, what, before, after. Written in the same transaction as the change.
 * Rows of one act (a bulk delete) share `batch`, so that one undo takes them all back.
 */
export const journal = sqliteTable(
  "journal",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    batch: text("batch").notNull(),
    at: time("at").notNull().default(now),
    /** Who did it, with the name as it was then; nobody for the system itself. */
    byId: integer("by_id"),
    byName: text("by_name").notNull(),
    entity: text("entity").notNull(),
    recordId: text("record_id").notNull(),
    label: text("label").notNull(),
    action: text("action").notNull().$type<JournalAction>(),
    /** The changed columns as they were; nothing for a creation or a security act. */
    before: text("before", { mode: "json" }).$type<Snapshot>(),
    /** The changed columns as they became; nothing for a security act. */
    after: text("after", { mode: "json" }).$type<Snapshot>(),
    /** What a security act was, in words; such acts keep no values. Of any other act why it was done, where somebody said so. */
    note: text("note"),
    /** The batch that this one took back. */
    undoes: text("undoes"),
  },
  (table) => [
    index("journal_record").on(table.entity, table.recordId, table.id),
    index("journal_batch").on(table.batch),
    index("journal_undoes").on(table.undoes),
    index("journal_person").on(table.byId, table.id),
    index("journal_at").on(table.at),
  ],
);

export type JournalAction = "created" | "changed" | "deleted" | "restored" | "security";
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
/** Columns by name, as JSON keeps them: times are milliseconds since 1970. */
export type Snapshot = Record<string, Json>;

/** A create form's one-time key: the same form posted twice lands on the record that the first post made. */
export const formKeys = sqliteTable("form_keys", {
  key: text("key").primaryKey(),
  entity: text("entity").notNull(),
  recordId: text("record_id").notNull(),
  createdAt: time("created_at").notNull().default(now),
});

/** Uploaded pictures, re-encoded. The id is the hash of the bytes, so an address never changes its content. */
export const files = sqliteTable("files", {
  id: text("id").primaryKey(),
  type: text("type").notNull(),
  bytes: blob("bytes", { mode: "buffer" }).notNull(),
  createdAt: time("created_at").notNull().default(now),
});

/** Work that time brings. One instance at a time holds a job. */
export const jobs = sqliteTable("jobs", {
  name: text("name").primaryKey(),
  holder: text("holder"),
  heldUntil: time("held_until"),
  lastRunAt: time("last_run_at"),
  lastResult: text("last_result"),
});

/** Facts about this database itself, such as `sample` and `lastBackupAt`. */
export const facts = sqliteTable("facts", {
  name: text("name").primaryKey(),
  value: text("value").notNull(),
});

/** The fact that says which number the newest invoice has, also when it is erased: numbers are never given twice. */
export const lastInvoiceFact = "lastInvoiceNumber";

const inboxColumns = {
  id: integer("id").primaryKey({ autoIncrement: true }),
  userId: integer("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  /** Who caused it, copied: it outlives the person. */
  fromName: text("from_name").notNull(),
  fromImage: text("from_image"),
  text: text("text").notNull(),
  href: text("href").notNull(),
  createdAt: time("created_at").notNull().default(now),
  readAt: time("read_at"),
};

/** What a person is told about. */
export const notifications = sqliteTable("notifications", inboxColumns, (table) => [
  index("notifications_user").on(table.userId, table.readAt, table.id),
]);

/** What was said to a person in a conversation that they take part in. */
export const messages = sqliteTable("messages", inboxColumns, (table) => [
  index("messages_user").on(table.userId, table.readAt, table.id),
]);

export type User = typeof users.$inferSelect;
export type Product = typeof products.$inferSelect;
export type Review = typeof reviews.$inferSelect;
export type Order = typeof orders.$inferSelect;
export type Invoice = typeof invoices.$inferSelect;
export type AccountRow = typeof accounts.$inferSelect;
export type MailLink = typeof mailLinks.$inferSelect;
export type JournalEntry = typeof journal.$inferSelect;
