/** Inserts a sample set into an empty database. */
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { timeZone } from "../company-settings";
import type { Transaction } from "..";
import { addMarkedPayments } from "../payment-triggers";
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
  taxRates,
  testResults,
  tickets,
  users,
  visits,
} from "../schema";
import { sampleCannedReplies } from "./canned-replies";
import type { sampleCareer } from "./career";
import type { sampleCourses } from "./courses";
import { sampleFaqs } from "./faqs";
import { addWithPast, type NewEntry, type Step, writePast } from "./past";
import type { SampleProduct } from "./products";
import { type SampleConversation, sampleMessages, sampleNotifications } from "./tickets";
import { sampleTaxRates } from "./tax-rates";
import { demo, demoPeople, type SamplePerson } from "./users";
import { sampleViews } from "./views";
import type { sampleVisits } from "./visits";

/**
 * The current rows of a sample, and the steps that led to them. Data that is the same in every sample is not
 * included.
 */
export interface SampleSet {
  people: SamplePerson[];
  products: SampleProduct[];
  orders: { row: typeof orders.$inferInsert & { id: number }; steps: Step[] }[];
  /** Oldest first; `order` is the order it was made for. */
  invoices: { row: typeof invoices.$inferInsert; steps: Step[]; order?: number }[];
  tickets: SampleConversation[];
  reviews: (typeof reviews.$inferInsert)[];
  courses: ReturnType<typeof sampleCourses>;
  career: ReturnType<typeof sampleCareer>;
  visits: ReturnType<typeof sampleVisits>;
}

/** Inserts a sample set. Users who can sign in get an account if there is a password hash. */
export async function addSet(
  tx: Transaction,
  set: SampleSet,
  { passwordHash, now }: { passwordHash: string | undefined; now: Date },
): Promise<void> {
  const accountOf = passwordHash ? await addDemoAccounts(tx, passwordHash, now) : new Map<number, string>();
  const sales = [
    await addPeople(tx, set.people, accountOf),
    await addProducts(tx, set.products),
    await addSales(tx, set),
    await addTaxRates(tx, now),
  ];
  const support = [await addTickets(tx, set.tickets), await addCannedReplies(tx, now), await addFaqs(tx, now)];
  await writePast(tx, [...sales, ...support, await addViews(tx, now)].flat());
  await tx.insert(messages).values(sampleMessages(now, set.tickets, set.people));
  await tx.insert(notifications).values(sampleNotifications(now, set.tickets, set.people));
  await tx.insert(reviews).values(set.reviews);
  await addCourses(tx, set.courses);
  await addCareer(tx, set.career);
  await addVisits(tx, set.visits);
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

/** Inserts orders, the invoices of some of them, and the payments of these. */
async function addSales(tx: Transaction, { orders: placed, invoices: billed }: SampleSet) {
  const invoiceOf = new Map(billed.map(({ order, row }) => [order, row.id]));
  await tx.insert(facts).values({ name: lastInvoiceFact, value: String(billed.length) });
  const past = [
    ...(await inTurn(placed, ({ row, steps }) =>
      addWithPast(
        tx,
        { table: orders, entity: "orders", label: `Order #${row.id}` },
        { ...row, invoiceId: invoiceOf.get(row.id) ?? null },
        steps,
      ),
    )),
    ...(await inTurn(billed, ({ row, steps }) =>
      addWithPast(tx, { table: invoices, entity: "invoices", label: row.id, secret: ["paid", "credited"] }, row, steps),
    )),
  ];
  tx.run(sql.raw(addMarkedPayments));
  return past;
}

/** Inserts FAQs with their read counts, votes and unsuccessful searches. */
async function addFaqs(tx: Transaction, now: Date) {
  const { faqs: asked, reads, votes, misses } = sampleFaqs(now, timeZone());
  const past = await inTurn(asked, (faq) =>
    addWithPast(tx, { table: faqs, entity: "faqs", label: `“${faq.question}”` }, faq),
  );
  await tx.insert(faqReads).values(reads);
  await tx.insert(faqVotes).values(votes);
  await tx.insert(faqMisses).values(misses);
  return past;
}

async function addTaxRates(tx: Transaction, now: Date) {
  return inTurn(sampleTaxRates(now), (rate) =>
    addWithPast(tx, { table: taxRates, entity: "taxRates", label: rate.name, secret: ["used"] }, rate),
  );
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

/** Inserts tickets with their replies, whose texts are left out of the journal. */
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

/** Inserts courses, which are not records and so have no journal entries. */
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

/** Number of rows per insert statement, limited by SQLite's maximum number of parameters. */
const batchSize = 1_000;

async function addVisits(tx: Transaction, made: ReturnType<typeof sampleVisits>) {
  for (const [table, rows] of [
    [visits, made.visits],
    [pageViews, made.views],
    [searches, made.searches],
  ] as const) {
    for (let from = 0; from < rows.length; from += batchSize)
      await tx.insert(table).values(rows.slice(from, from + batchSize));
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

/** Creates the demo accounts and returns their uids by user id. */
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
