/** Charges, recorded in one transaction with the change that they pay for. */
import { and, desc, eq, type SQL } from "drizzle-orm";
import { db, type Transaction } from "db";
import {
  type Charge,
  type ChargeLine,
  charges,
  type Company,
  type PaymentMethod,
  paymentMethods,
  type Subscription,
} from "db/schema";
import { log } from "~/core/process/log.server";
import { type Actor, actToCreate } from "~/core/resource/act.server";
import { readCompany } from "~/features/company/company.server";
import { type ChargeAnswer, collect, type Processor } from "./billing.server";
import { cardTitle } from "./cards/card";
import { choiceTitle } from "./plans";
import { choiceAfterPeriod, type Period } from "./proration";
import { currentSubscription, isSame, saveSubscription } from "./subscription.server";

/** The card that is charged. */
export async function defaultCard(from: Pick<Transaction, "select"> = db): Promise<PaymentMethod | undefined> {
  return (await from.select().from(paymentMethods).where(eq(paymentMethods.isDefault, true)))[0];
}

const newestFirst = desc(charges.id);
const lastOf = async (where?: SQL): Promise<Charge | undefined> =>
  (await db.select().from(charges).where(where).orderBy(newestFirst).limit(1))[0];

/** Returns the id of the latest charge, or 0. */
export const lastChargeId = async () => (await lastOf())?.id ?? 0;

/** Number of charges per page. */
const pageSize = 12;

/** A page of all charges, newest first. A number that is none, or past the end, is taken for the nearest. */
export async function pageOfCharges(requested: number) {
  const total = await db.$count(charges);
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const page = Math.min(Math.max(Math.trunc(requested) || 1, 1), pages);
  return {
    total,
    pages,
    page,
    charges: await db
      .select()
      .from(charges)
      .orderBy(newestFirst)
      .limit(pageSize)
      .offset((page - 1) * pageSize),
  };
}

/** Returns a successful charge; declined charges have no receipt. */
export async function findReceipt(id: number): Promise<Charge | undefined> {
  return (
    await db
      .select()
      .from(charges)
      .where(and(eq(charges.id, id), eq(charges.status, "recorded")))
  )[0];
}

/** The latest try to pay for the period that follows the current one. */
export function lastDeclined({ periodEnd }: Subscription): Promise<Charge | undefined> {
  return lastOf(and(eq(charges.status, "declined"), eq(charges.periodStart, periodEnd)));
}

interface Payment {
  /** Id of the latest charge, read before the subscription, so that a charge in between shows in the subscription. */
  last: number;
  /** The subscription as the request found it. */
  before: Subscription;
  lines: ChargeLine[];
  /** Amount due in cents. */
  due: number;
  period: Period;
  /** Changes to the subscription once this is paid. */
  becomes: Partial<Subscription>;
}

type PaymentOutcome = { status: "recorded" } | { status: "declined" | "late" | "failed"; why: string };

/** The card and the reference of a payment. */
interface PaymentRequest {
  card: PaymentMethod | undefined;
  reference: string;
}

/**
 * Calls the processor with the amount due, since an open transaction would block other writes, then records the charge
 * and its effects in one transaction. "late": the subscription changed meanwhile and the amount becomes credit;
 * "failed": the processor threw and nothing is written.
 */
export async function pay(
  actor: Actor,
  payment: Payment,
  by: Processor,
  note?: (tx: Transaction) => Promise<void>,
): Promise<PaymentOutcome> {
  const asking = { card: await defaultCard(), reference: referenceOf(payment) };
  const answer = await ask(by, payment, asking);
  if (answer.status === "failed") return answer;
  const done = await actToCreate<PaymentOutcome>(actor, async (tx) => {
    const now = await currentSubscription(tx);
    if (now.revision !== payment.before.revision) return tooLate(tx, now, payment, asking, answer);
    if (payment.lines.length > 0) await recordCharge(tx, now, payment, asking, answer.status);
    if (answer.status === "declined") return answer;
    await saveSubscription(tx, { ...payment.becomes, revision: now.revision + 1 });
    await note?.(tx);
    return answer;
  });
  return done.ok ? done.row : { status: "failed", why: Object.values(done.errors).join(" ") };
}

async function ask(
  by: Processor,
  payment: Payment,
  { card, reference }: PaymentRequest,
): Promise<ChargeAnswer | { status: "failed"; why: string }> {
  try {
    return await collect(by, { amount: payment.due, method: card, text: titleOf(payment), reference });
  } catch (error) {
    log.error(
      { err: error, reference },
      "the payment processor did not answer; it may know the charge by its reference",
    );
    return {
      status: "failed",
      why: "The payment service did not answer, so nothing was changed here. Try again in a moment.",
    };
  }
}

const requestedChange = ({ before, becomes }: Payment) => choiceAfterPeriod({ ...before, ...becomes });
const titleOf = (payment: Payment) => `Portico ${choiceTitle(requestedChange(payment))}`;

/**
 * Returns the idempotency reference of a charge: equal for repeated submissions, different after any other change or
 * charge.
 */
function referenceOf(payment: Payment): string {
  const { last, before, period, due } = payment;
  return ["portico", before.revision, last, requestedChange(payment).plan, period.end.getTime(), due].join("-");
}

/**
 * Handles a charge after the subscription changed: if it was the same charge, it is already recorded. Otherwise both
 * were charged, and this one becomes credit.
 */
async function tooLate(
  tx: Transaction,
  now: Subscription,
  payment: Payment,
  asking: PaymentRequest,
  answer: ChargeAnswer,
): Promise<PaymentOutcome> {
  const { due } = payment;
  const stands = await isWrittenDown(tx, asking.reference);
  if (isSame(choiceAfterPeriod(now), requestedChange(payment)) && (stands || due === 0)) return { status: "recorded" };
  const isCredit = answer.status === "recorded" && due > 0 && !stands;
  if (isCredit) {
    await recordCharge(
      tx,
      now,
      { ...payment, lines: [{ text: "Charged for a change that came too late: kept as credit", amount: due }] },
      asking,
      "recorded",
    );
    await saveSubscription(tx, { credit: now.credit + due, revision: now.revision + 1 });
  }
  const became = isCredit
    ? "What was charged is kept as credit."
    : stands
      ? "What was charged is in the history."
      : "Nothing was charged.";
  return { status: "late", why: `The plan was changed meanwhile: look at it as it is now. ${became}` };
}

const isWrittenDown = async (tx: Transaction, reference: string) =>
  (await tx.$count(charges, and(eq(charges.reference, reference), eq(charges.status, "recorded")))) > 0;

async function recordCharge(
  tx: Transaction,
  now: Subscription,
  { lines, due, period }: Payment,
  { card, reference }: PaymentRequest,
  status: Charge["status"],
) {
  const method = due > 0 && card ? cardTitle(card) : "";
  await tx.insert(charges).values({
    lines,
    total: due,
    status,
    reference,
    method,
    billedTo: billedTo(now, await readCompany(tx)),
    periodStart: period.start,
    periodEnd: period.end,
    at: new Date(),
  });
}

/** Returns the lines that name the billed party: the billing address, or else the company's own. */
export function billedTo(
  { billingName, billingAddress, billingCountry, taxId, billingEmail }: Subscription,
  company: Company,
): string {
  const given = [billingName, billingAddress, billingCountry, taxId && `Tax ID ${taxId}`, billingEmail].filter(Boolean);
  return (given.length > 0 ? given : [company.name, company.address].filter(Boolean)).join("\n");
}
