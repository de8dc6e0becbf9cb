/** Erases a person, except for what the accounts must keep. */
import { yieldToEventLoop } from "~/core/process/event-loop.server";
import { and, desc, eq, inArray, isNull, ne, notInArray, notLike, or, sql } from "drizzle-orm";
import type { Transaction } from "db";
import { asciiAddress, canonicalAddress } from "db/email-address";
import {
  accounts,
  firebaseAccounts,
  invoices,
  journal,
  type JournalEntry,
  type Json,
  messages,
  notifications,
  onceCustomer,
  orders,
  payments,
  reviews,
  type Snapshot,
  type User,
  users,
} from "db/schema";
import { eraseFromCourses } from "~/features/course/erase.server";
import { deleteLogin } from "~/auth/identity/provider-work.server";
import { eraseFromCareer } from "~/features/career/erase.server";
import { deleteImportsOf } from "~/core/import/imports.server";
import { deleteMailsAbout, deleteMailsTo } from "~/core/mail/mail.server";
import { erase, erased } from "~/core/resource/erase.server";
import type { Id, Resource } from "~/core/resource/resource.server";
import { eraseFromDrafts } from "~/features/invoices/drafts/erase.server";
import { eraseFromSupport, ticketAddresses } from "~/features/support/erase.server";
import { deleteInvitationsTo } from "~/auth/revoke-invitations.server";
import { eraseFromViews } from "~/features/views/erase.server";
import { eraseSearches } from "~/features/analytics/retention.server";
import { chunks } from "~/core/values/chunks";

/**
 * Tables with a copy of customer data. Their rows stay except for the picture; the journal's values of these columns
 * are erased.
 */
const books = [
  {
    entity: "orders",
    table: orders,
    copies: [
      "customerName",
      "customerCompany",
      "customerEmail",
      "customerPhone",
      "customerImage",
      "billing",
      "shipping",
      "cardNumber",
    ],
  },
  {
    entity: "invoices",
    table: invoices,
    copies: [
      "customerName",
      "customerCompany",
      "customerTaxNumber",
      "customerImage",
      "billingEmail",
      "billingPhone",
      "billingAddress",
      "cardHolder",
      "cardNo",
    ],
  },
  { entity: "payments", table: payments, copies: ["customerName"] },
] as const;
type Book = (typeof books)[number];

/** All that a person was ever called here, and the addresses of their pictures. */
type PersonTraces = Record<"names" | "emails" | "phones" | "images", string[]>;

/**
 * Permanently erases a person who was in the trash before `trashedBefore`: record, journal, account, picture, queued
 * mails, and their name in other records. Returns whether the person was erased.
 */
export async function erasePerson(
  tx: Transaction,
  kind: Resource,
  personId: Id,
  trashedBefore: Date,
): Promise<boolean> {
  const id = Number(personId);
  const [person] = await tx.select().from(users).where(eq(users.id, id));
  if (!person?.deletedAt || person.deletedAt >= trashedBefore) return false;
  const known = await knownOf(tx, person);
  const addresses = await addressesOf(tx, id, known);
  await deleteImportsOf(tx, id); // first, or deleting the user would cascade to all rows at once
  await eraseFromViews(tx, id);
  if (!(await erase(tx, kind, id, trashedBefore))) return false;
  await eraseActor(tx, id);
  await tx.update(reviews).set({ userName: erased, userImage: null }).where(eq(reviews.userId, id));
  for (const book of books) await eraseCustomer(tx, book, id, known);
  await eraseFromDrafts(tx, id, await onceTheirs(tx, "invoiceDrafts", id));
  await eraseFromSupport(tx, id);
  await eraseSearches(tx, known);
  await eraseFromCourses(tx, id);
  await eraseFromCareer(tx, id);
  await eraseSender(tx, known);
  for (const uid of [...(person.uid ? [person.uid] : []), ...(await looseAccounts(tx, person.email))])
    await deleteLogin(tx, uid);
  for (const email of addresses) await deleteInvitationsTo(tx, email);
  await deleteMailsTo(tx, addresses);
  return true;
}

/** Removes the person's name from their journal entries, in batches. */
async function eraseActor(tx: Transaction, id: number) {
  const named = tx
    .select({ id: journal.id })
    .from(journal)
    .where(and(eq(journal.byId, id), ne(journal.byName, erased)))
    .limit(batchSize);
  while ((await tx.update(journal).set({ byName: erased }).where(inArray(journal.id, named))).changes > 0)
    await yieldToEventLoop();
}

/** Maximum journal entries or inbox items per batch, so that other writes can run between batches. */
const batchSize = 500;

/**
 * Collects the person's current and former names, addresses, phone numbers and pictures. Must run before their
 * journal is erased.
 */
async function knownOf(tx: Transaction, person: User): Promise<PersonTraces> {
  const past = await tx
    .select({ before: journal.before, after: journal.after })
    .from(journal)
    .where(and(eq(journal.entity, "users"), eq(journal.recordId, String(person.id))));
  const all: (Partial<Record<string, unknown>> | null)[] = [
    person,
    ...past.flatMap(({ before, after }) => [before, after]),
  ];
  const every = (column: string) => [
    ...new Set(
      all.flatMap((values) => (typeof values?.[column] === "string" && values[column] ? [values[column]] : [])),
    ),
  ];
  return { names: every("name"), emails: every("email"), phones: every("phone"), images: every("image") };
}

/**
 * Returns the addresses that mails to the person went to, including those on orders and invoices, without addresses
 * that now belong to another user.
 */
async function addressesOf(tx: Transaction, id: number, { emails }: PersonTraces): Promise<string[]> {
  const ordered = await tx
    .selectDistinct({ email: orders.customerEmail })
    .from(orders)
    .where(eq(orders.customerId, id));
  const billed = await tx
    .selectDistinct({ email: invoices.billingEmail })
    .from(invoices)
    .where(eq(invoices.customerId, id));
  const copied = [...ordered, ...billed].map(({ email }) => email);
  const all = [...emails, ...(await ticketAddresses(tx, id)), ...copied].map(canonicalAddress);
  const taken = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(inArray(users.email, all), ne(users.id, id), isNull(users.deletedAt)));
  return all.filter((email) => email && !taken.some((other) => other.email === email));
}

/**
 * Removes the customer's picture from orders or invoices, and the customer from their journal entries and inbox
 * items.
 */
async function eraseCustomer(tx: Transaction, book: Book, id: number, known: PersonTraces) {
  const { entity, table } = book;
  if ("customerImage" in table) {
    const letGo = and(isNull(table.customerId), inArray(table.customerImage, known.images));
    await tx
      .update(table)
      .set({ customerImage: null })
      .where(or(eq(table.customerId, id), letGo));
  }
  const theirs = await tx.select({ id: table.id }).from(table).where(eq(table.customerId, id));
  const recordIds = [
    ...new Set([...theirs.map((row) => String(row.id)), ...(await onceTheirs(tx, entity, id)).map((row) => row.id)]),
  ];
  for (const recordId of recordIds) {
    await erasePast(tx, book, recordId, id, known);
    await yieldToEventLoop();
  }
  for (const some of chunks(theirs, batchSize))
    await deleteMailsAbout(
      tx,
      entity,
      some.map((row) => String(row.id)),
    );
  for (const some of chunks(recordIds, batchSize)) {
    const about = some.flatMap((recordId) => [`/${entity}/${recordId}`, `/${entity}/${recordId}/details`]);
    await tx.update(notifications).set({ fromName: erased, fromImage: null }).where(inArray(notifications.href, about));
    await yieldToEventLoop();
  }
}

/**
 * The records of a kind that had this customer before they were given another: by an index, so that the journal may be
 * as long as it likes.
 */
export const onceTheirs = (from: Pick<Transaction, "select">, entity: string, id: number) =>
  from
    .select({ id: journal.recordId })
    .from(journal)
    .where(and(eq(onceCustomer(journal.before), id), eq(journal.entity, entity)));

/** Erases the customer from a record's past, going back from today: each entry names the customer before it. */
async function erasePast(
  tx: Transaction,
  { entity, table, copies }: Book,
  recordId: string,
  id: number,
  known: PersonTraces,
) {
  const [record] = await tx
    .select({ customerId: table.customerId })
    .from(table)
    .where(sql`${table.id} = ${recordId}`);
  const entries = await tx
    .select()
    .from(journal)
    .where(and(eq(journal.entity, entity), eq(journal.recordId, recordId)))
    .orderBy(desc(journal.id));
  let customer: Json | undefined = record?.customerId;
  for (const entry of entries) {
    const after: Json | undefined = customer;
    if (entry.before && "customerId" in entry.before) customer = entry.before.customerId;
    if (after !== id && customer !== id) continue;
    const kept = {
      before: customer === id ? blankColumns(entry.before, copies) : entry.before,
      after: after === id ? blankColumns(entry.after, copies) : entry.after,
      note: noteAfterErasure(entry, { wasTheirs: after === id, known }),
    } satisfies Partial<JournalEntry>;
    await tx.update(journal).set(kept).where(eq(journal.id, entry.id));
  }
}

/** Returns the entry's note: null for a message sent to the person, and the placeholder if the note names them. */
function noteAfterErasure(
  { action, note }: JournalEntry,
  { wasTheirs, known }: { wasTheirs: boolean; known: PersonTraces },
) {
  if (action === "sent" && wasTheirs) return null;
  return note && names(note, known) ? erased : note;
}

/** Returns a snapshot with these columns replaced by a placeholder. */
function blankColumns(values: Snapshot | null, columns: readonly string[]): Snapshot | null {
  const blank = (name: string, value: Json): Json =>
    columns.includes(name) && value ? (name.endsWith("Image") ? null : erased) : value;
  return values && Object.fromEntries(Object.entries(values).map(([name, value]) => [name, blank(name, value)]));
}

/** Returns the canonical address, and the same with its domain in ASCII. */
const spellings = (email: string) => [canonicalAddress(email), asciiAddress(email) ?? email];

/** Whether a text names the person: by address, phone number, or a part of their name. */
function names(text: string, { names, emails, phones }: PersonTraces): boolean {
  const words = new Set(text.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  const parts = names.flatMap((name) => name.toLowerCase().split(/[^\p{L}\p{N}]+/u)).filter((part) => part.length > 2);
  return (
    parts.some((part) => words.has(part)) ||
    [...names, ...emails.flatMap(spellings), ...phones].some((known) =>
      text.toLowerCase().includes(known.toLowerCase()),
    )
  );
}

/**
 * Replaces the person's name and picture in other users' inboxes. Skips items about orders and invoices, which are
 * matched by record id, because those left may be a namesake's.
 */
async function eraseSender(tx: Transaction, { names, images }: PersonTraces) {
  for (const inbox of [notifications, messages]) {
    const theirs = and(
      inArray(inbox.fromName, names),
      or(isNull(inbox.fromImage), inArray(inbox.fromImage, images)),
      notLike(inbox.href, "/orders/%"),
      notLike(inbox.href, "/invoices/%"),
    );
    await tx.update(inbox).set({ fromName: erased, fromImage: null }).where(theirs);
  }
}

/**
 * Returns the accounts registered with the address but linked to no user; none if the address belongs to another
 * user.
 */
async function looseAccounts(tx: Transaction, email: string): Promise<string[]> {
  const [other] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email)).limit(1);
  if (other) return [];
  const tied = tx.select({ uid: sql<string>`coalesce(${users.uid}, '')` }).from(users);
  const of = (table: typeof accounts | typeof firebaseAccounts) =>
    tx
      .select({ uid: table.uid })
      .from(table)
      .where(and(eq(table.email, email), notInArray(table.uid, tied)));
  return [...(await of(accounts)), ...(await of(firebaseAccounts))].map(({ uid }) => uid);
}
