/** What was charged, and how a charge comes about together with what it pays for. */
import { and, desc, eq, type SQL } from "drizzle-orm";
import { config } from "config";
import { db, type Transaction } from "db";
import { type Charge, type ChargeLine, charges, type PaymentMethod, paymentMethods, type Subscription } from "db/schema";
import { type Actor, actToMake } from "~/records/act.server";
import { type ChargeAnswer, collect, type Processor } from "./billing.server";
import { cardTitle } from "./card";
import { choiceTitle } from "./plans";
import { following, type Period } from "./proration";
import { currentSubscription, saveSubscription } from "./subscription.server";

/** The card that is charged. */
export async function defaultCard(from: Pick<Transaction, "select"> = db): Promise<PaymentMethod | undefined> {
  return (await from.select().from(paymentMethods).where(eq(paymentMethods.isDefault, true)))[0];
}

const newestFirst = desc(charges.id);
const lastOf = async (where?: SQL): Promise<Charge | undefined> => (await db.select().from(charges).where(where).orderBy(newestFirst).limit(1))[0];

/** How many charges a page has. */
const pageSize = 12;

/** A page of all charges, newest first. A number that is none, or past the end, is taken for the nearest. */
export async function pageOfCharges(asked: number) {
  const total = await db.$count(charges);
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const page = Math.min(Math.max(Math.trunc(asked) || 1, 1), pages);
  return { total, pages, page, charges: await db.select().from(charges).orderBy(newestFirst).limit(pageSize).offset((page - 1) * pageSize) };
}

/** A charge that stands: of what was declined there is no receipt. */
export async function findReceipt(id: number): Promise<Charge | undefined> {
  return (await db.select().from(charges).where(and(eq(charges.id, id), eq(charges.status, "recorded"))))[0];
}

/** The latest try to pay for the period that follows the current one. */
export function lastDeclined({ periodEnd }: Subscription): Promise<Charge | undefined> {
  return lastOf(and(eq(charges.status, "declined"), eq(charges.periodStart, periodEnd)));
}

interface Payment {
  /** The subscription as the request found it. */
  before: Subscription;
  lines: ChargeLine[];
  /** In cents. */
  due: number;
  period: Period;
  /** What the subscription is once this is paid. */
  becomes: Partial<Subscription>;
}

type Paid = { status: "recorded" } | { status: "declined" | "late" | "failed"; why: string };

/**
 * Asks for what is due, and then writes down in one transaction what came of it and what it pays for. The processor is asked before,
 * since nobody else can change anything while a transaction waits. When the subscription has changed in that moment, "late", what
 * was taken is not lost: it becomes credit.
 */
export async function pay(actor: Actor, payment: Payment, by: Processor, note?: (tx: Transaction) => Promise<void>): Promise<Paid> {
  const card = await defaultCard();
  const answer = await collect(by, { amount: payment.due, method: card, text: titleOf(payment), reference: await referenceOf(payment) });
  const done = await actToMake<Paid>(actor, async (tx) => {
    const now = await currentSubscription(tx);
    if (now.revision !== payment.before.revision) return tooLate(tx, now, payment, card, answer);
    if (payment.lines.length > 0) await writeDown(tx, now, payment, card, answer.status);
    if (answer.status === "declined") return answer;
    await saveSubscription(tx, { ...payment.becomes, revision: now.revision + 1 });
    await note?.(tx);
    return answer;
  });
  return done.ok ? done.row : { status: "failed", why: Object.values(done.errors).join(" ") };
}

const titleOf = ({ before, becomes }: Payment) => `Portico ${choiceTitle(following({ ...before, ...becomes }))}`;

/** The same for a form that is sent twice, and another one once anything has come of it. */
async function referenceOf({ before, period, due }: Payment): Promise<string> {
  return ["portico", before.revision, (await lastOf())?.id ?? 0, period.end.getTime(), due].join("-");
}

/** Somebody else came first. If they did the same, it is done and was charged once, under the same reference. */
async function tooLate(tx: Transaction, now: Subscription, payment: Payment, card: PaymentMethod | undefined, answer: ChargeAnswer): Promise<Paid> {
  const wanted = following({ ...payment.before, ...payment.becomes });
  const is = following(now);
  if (is.plan === wanted.plan && is.cycle === wanted.cycle) return { status: "recorded" };
  const taken = answer.status === "recorded" && payment.due > 0;
  if (taken) {
    await writeDown(tx, now, { ...payment, lines: [{ text: "Charged for a change that came too late: kept as credit", amount: payment.due }] }, card, "recorded");
    await saveSubscription(tx, { credit: now.credit + payment.due, revision: now.revision + 1 });
  }
  return { status: "late", why: `The plan was changed meanwhile: look at it as it is now. ${taken ? "What was charged is kept as credit." : "Nothing was charged."}` };
}

async function writeDown(tx: Transaction, now: Subscription, { lines, due, period }: Payment, card: PaymentMethod | undefined, status: Charge["status"]) {
  const method = due > 0 && card ? cardTitle(card) : "";
  await tx.insert(charges).values({ lines, total: due, status, method, billedTo: billedTo(now), periodStart: period.start, periodEnd: period.end, at: new Date() });
}

/** Who is charged, in lines: as the billing address says, else the company itself. */
export function billedTo({ billingName, billingAddress, billingCountry, taxId, billingEmail }: Subscription): string {
  const given = [billingName, billingAddress, billingCountry, taxId && `Tax ID ${taxId}`, billingEmail].filter(Boolean);
  return (given.length > 0 ? given : [config.company.name, config.company.address].filter(Boolean)).join("\n");
}
