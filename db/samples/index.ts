/** What a sample holds, and how it gets into the database. */
import { randomUUID } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { inArray, is, not, sql } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { config } from "../../config";
import { db, type Transaction, write } from "..";
import * as schema from "../schema";
import {
  accounts,
  cannedReplies,
  courses,
  courseTasks,
  enrolments,
  facts,
  faqMisses,
  faqReads,
  faqs,
  faqVotes,
  invoices,
  lastInvoiceFact,
  lessons,
  messages,
  notifications,
  orders,
  pageViews,
  products,
  replies,
  reviews,
  savedViews,
  searches,
  studySessions,
  testResults,
  tickets,
  totalsZoneFact,
  users,
  visits,
} from "../schema";
import { sumTables } from "../totals";
import { sampleCannedReplies } from "./canned-replies";
import { sampleCourses } from "./courses";
import { sampleCareer } from "./career";
import { sampleFaqs } from "./faqs";
import { sampleInvoices } from "./invoices";
import { sampleOrders } from "./orders";
import { addWithPast, type NewEntry, writePast } from "./past";
import { type SampleProduct, sampleProducts } from "./products";
import { sampleReviews } from "./reviews";
import { type SampleConversation, sampleMessages, sampleNotifications, sampleTickets } from "./tickets";
import { demo, demoPeople, type SamplePerson, sampleUsers } from "./users";
import { sampleViews } from "./views";
import { sampleVisits } from "./visits";

/** Whether nobody has put anything in yet. */
export async function isEmpty(from: Pick<Transaction, "select"> = db): Promise<boolean> {
  const [person] = await from.select({ id: users.id }).from(users).limit(1);
  const [account] = await from.select({ uid: accounts.uid }).from(accounts).limit(1);
  return !person && !account;
}

/** Whether what is in the database is a sample, which nobody will miss. */
export async function isSample(): Promise<boolean> {
  const rows = await db.select().from(facts);
  return rows.some((fact) => fact.name === "sample");
}

/**
 * Puts the samples in, all of them or none; with `instead`, in place of everything that is there. Dates count back from
 * `now`.
 */
export async function seedSamples({ instead = false, now = new Date() } = {}): Promise<void> {
  const passwordHash = await demoPassword();
  await write(async (tx) => {
    if (instead) await emptyEveryTable(tx);
    await addSamples(tx, passwordHash, now);
  });
}

/** What the demo accounts' password is kept as; nothing where Firebase keeps the passwords. */
export const demoPassword = async () => (config.firebase ? undefined : hash(demo.password));

/** The same within a change that goes on, of a database that is empty. */
export async function addSamples(tx: Transaction, passwordHash: string | undefined, now: Date): Promise<void> {
  const accountOf = passwordHash ? await addDemoAccounts(tx, passwordHash, now) : new Map<number, string>();
  const people = sampleUsers(now);
  const sold = sampleProducts(now);
  const placed = sampleOrders(now, sold, people);
  const billed = sampleInvoices(
    now,
    sold,
    people,
    placed.map(({ row }) => row),
  );
  const asked = sampleTickets(now, people, config.timeZone);
  const sales = [
    await addPeople(tx, people, accountOf),
    await addProducts(tx, sold),
    await addSales(tx, placed, billed),
  ];
  const support = [await addTickets(tx, asked), await addCannedReplies(tx, now), await addFaqs(tx, now)];
  await writePast(tx, [...sales, ...support, await addViews(tx, now)].flat());
  await tx.insert(messages).values(sampleMessages(now, asked, people));
  await tx.insert(notifications).values(sampleNotifications(now, asked, people));
  await tx.insert(reviews).values(sampleReviews(now, sold, people));
  await addCourses(tx, sampleCourses(now, people, config.timeZone));
  await addCareer(tx, sampleCareer(now, people, config.timeZone));
  await addVisits(tx, sampleVisits(now, people, config.timeZone));
  await tx.insert(facts).values({ name: "sample", value: "true" });
}

async function addPeople(tx: Transaction, people: SamplePerson[], accountOf: Map<number, string>) {
  return inTurn(people, (person) =>
    addWithPast(
      tx,
      { table: users, entity: "users", label: person.name, secret: ["uid", "access", "areas"] },
      { ...person, uid: accountOf.get(person.id) },
    ),
  );
}

async function addProducts(tx: Transaction, sold: SampleProduct[]) {
  return inTurn(sold, (product) =>
    addWithPast(
      tx,
      { table: products, entity: "products", label: product.title, secret: ["rating", "totalReviews"] },
      product,
    ),
  );
}

/** Orders, and the invoices of some of them. */
async function addSales(
  tx: Transaction,
  placed: ReturnType<typeof sampleOrders>,
  billed: ReturnType<typeof sampleInvoices>,
) {
  await tx.insert(facts).values({ name: lastInvoiceFact, value: String(billed.length) });
  return [
    ...(await inTurn(placed, ({ row, steps }) => {
      const invoiceId = billed.find(({ order }) => order === row.id)?.row.id ?? null;
      return addWithPast(
        tx,
        { table: orders, entity: "orders", label: `Order #${row.id}` },
        { ...row, invoiceId },
        steps,
      );
    })),
    ...(await inTurn(billed, ({ row, steps }) =>
      addWithPast(tx, { table: invoices, entity: "invoices", label: row.id }, row, steps),
    )),
  ];
}

/** What is asked often, and what was counted of it. */
async function addFaqs(tx: Transaction, now: Date) {
  const { faqs: asked, reads, votes, misses } = sampleFaqs(now, config.timeZone);
  const past = await inTurn(asked, (faq) =>
    addWithPast(tx, { table: faqs, entity: "faqs", label: `“${faq.question}”` }, faq),
  );
  await tx.insert(faqReads).values(reads);
  await tx.insert(faqVotes).values(votes);
  await tx.insert(faqMisses).values(misses);
  return past;
}

async function addCannedReplies(tx: Transaction, now: Date) {
  return inTurn(sampleCannedReplies(now), (canned) =>
    addWithPast(tx, { table: cannedReplies, entity: "cannedReplies", label: `Canned reply “${canned.title}”` }, canned),
  );
}

async function addViews(tx: Transaction, now: Date) {
  return inTurn(sampleViews(now), (view) =>
    addWithPast(tx, { table: savedViews, entity: "views", label: `View “${view.name}”`, by: demo }, view),
  );
}

const ofTicket = ["waitingSince", "answerDueAt", "firstAnsweredAt", "lastReplyAt"];

/** Tickets with what was said on them. The journal knows that something was said, not what. */
async function addTickets(tx: Transaction, asked: SampleConversation[]) {
  return inTurn(asked, async ({ row, steps, requester, said }) => [
    ...(await addWithPast(
      tx,
      { table: tickets, entity: "tickets", label: `Ticket #${row.id}`, secret: ofTicket, by: requester },
      row,
      steps,
    )),
    ...(await inTurn(said, (reply) => addReply(tx, reply))),
  ]);
}

/** What people learn. It is no kind of record, and has no past in the journal. */
async function addCourses(tx: Transaction, sample: ReturnType<typeof sampleCourses>) {
  await tx.insert(courses).values(sample.courses);
  await tx.insert(lessons).values(sample.lessons);
  await tx.insert(enrolments).values(sample.enrolments);
  await tx.insert(studySessions).values(sample.sessions);
  await tx.insert(testResults).values(sample.results);
  await tx.insert(courseTasks).values(sample.tasks);
}

const addReply = (tx: Transaction, reply: SampleConversation["said"][number]): Promise<NewEntry[]> =>
  addWithPast(
    tx,
    {
      table: replies,
      entity: "replies",
      label: `Message on ticket #${reply.ticketId}`,
      secret: ["body", "internal"],
      by: { id: reply.authorId ?? 0, name: reply.authorName },
    },
    reply,
  );

/** Rows that are put in by one statement: SQLite takes no more values than these have. */
const atOnce = 1_000;

async function addVisits(tx: Transaction, made: ReturnType<typeof sampleVisits>) {
  for (const [table, rows] of [
    [visits, made.visits],
    [pageViews, made.views],
    [searches, made.searches],
  ] as const) {
    for (let from = 0; from < rows.length; from += atOnce)
      await tx.insert(table).values(rows.slice(from, from + atOnce));
  }
}

async function addCareer(tx: Transaction, career: ReturnType<typeof sampleCareer>) {
  await tx.insert(schema.careerJobs).values(career.jobs);
  await tx.insert(schema.candidates).values(career.candidates);
  await tx.insert(schema.applications).values(career.applications);
  await tx.insert(schema.stageEvents).values(career.events);
  await tx.insert(schema.interviews).values(career.interviews);
}

async function inTurn<Item, Result>(items: Item[], add: (item: Item) => Promise<Result[]>): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(...(await add(item)));
  return results;
}

/** Answers which account is whose. */
async function addDemoAccounts(tx: Transaction, passwordHash: string, now: Date): Promise<Map<number, string>> {
  const accountOf = new Map(demoPeople.map(({ id }) => [id, randomUUID()]));
  const rows = demoPeople.map(({ id, email, name }) => ({
    uid: accountOf.get(id)!,
    email,
    displayName: name,
    passwordHash,
    emailVerifiedAt: now,
  }));
  await tx.insert(accounts).values(rows);
  return accountOf;
}

/** Rows go in whatever order; what refers to what is looked at when the change ends. */
export async function emptyEveryTable(tx: Transaction) {
  tx.run(sql`pragma defer_foreign_keys = on`);
  const ofTheFile = inArray(facts.name, ["unicode", totalsZoneFact]); // say with which letters its indexes were made, and for which zone its sums
  const others = Object.values(schema).flatMap((table) =>
    is(table, SQLiteTable) && !sumTables.includes(table) ? [table] : [],
  );
  for (const table of [...others, ...sumTables])
    await tx.delete(table).where(table === facts ? not(ofTheFile) : undefined);
  const counted = tx.all<{ name: string }>(sql`select name from sqlite_master where name = 'sqlite_sequence'`);
  if (counted.length > 0) tx.run(sql`delete from sqlite_sequence`);
}
