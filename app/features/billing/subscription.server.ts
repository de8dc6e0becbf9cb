/** The state of the company's subscription. */
import { eq } from "drizzle-orm";
import { db, type Transaction } from "db";
import { type Subscription, subscriptions } from "db/schema";
import { type Choice, isFree, planOf } from "./plans";

/** The one row's id. */
const singleRowId = 1;

const epoch = new Date(0);
/** The subscription before any choice: the free plan, without periods. */
const initialSubscription: Subscription = {
  ...{
    id: singleRowId,
    plan: "starter",
    cycle: "monthly",
    periodStart: epoch,
    periodEnd: epoch,
    nextPlan: null,
    nextCycle: null,
    credit: 0,
    revision: 1,
  },
  ...{ billingName: "", billingEmail: "", billingAddress: "", billingCountry: "", taxId: "" },
};

export async function currentSubscription(from: Pick<Transaction, "select"> = db): Promise<Subscription> {
  return (await from.select().from(subscriptions).where(eq(subscriptions.id, singleRowId)))[0] ?? initialSubscription;
}

/** Writes columns of the one row, which may be the first to be written. */
export async function saveSubscription(tx: Transaction, values: Partial<Subscription>) {
  await tx
    .insert(subscriptions)
    .values({ ...initialSubscription, ...values })
    .onConflictDoUpdate({ target: subscriptions.id, set: values });
}

/** Whether the choice is the current one; the cycle of a free plan does not matter. */
export const isSame = (one: { plan: string; cycle: string }, other: Choice) =>
  one.plan === other.plan && (one.cycle === other.cycle || isFree(planOf(other.plan)));

/** Whether the paid period has ended on a paid plan, so that the next one is to be charged. */
export const isRenewalUnpaid = ({ plan, periodEnd }: Subscription, at = new Date()) =>
  !isFree(planOf(plan)) && periodEnd <= at;
