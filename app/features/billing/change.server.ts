/** Changing the plan. */
import type { Subscription, User } from "db/schema";
import { recordSecurity } from "~/core/resource/act.server";
import { processor as inUse, type Processor } from "./billing.server";
import { isExpired } from "./cards/card";
import { defaultCard, lastChargeId, lastDeclined, pay } from "./charges.server";
import { type Choice, choiceTitle, isFree, planOf } from "./plans";
import { beginsNow, choiceAfterPeriod, quote } from "./proration";
import { renewDue } from "./renewal.server";
import { currentSubscription, isRenewalUnpaid, isSame } from "./subscription.server";
import { tooSmall, usageAt } from "./usage.server";

/** The subscription's revision and the time of the quote that the user saw when submitting. */
interface SeenSubscription {
  revision: number;
  at: Date;
}

/**
 * The outcome; `why` is shown to users. HTTP statuses: 400 for an invalid choice, 409 for an outdated quote, 503 if
 * the charge failed.
 */
export type Changed = { ok: true; said: string } | { ok: false; status: 400 | 409 | 503; why: string };

/** How long a quote is valid after it was shown, in milliseconds. */
const shownFor = 30 * 60_000;

/**
 * Changes the plan by the quote that the user saw: a larger plan now, a smaller one at the end of the period.
 * Repeated submissions change and charge once; nothing changes if someone else changed the plan since.
 */
export async function changePlan(
  me: User,
  choice: Choice,
  seen: SeenSubscription,
  by: Processor = inUse,
): Promise<Changed> {
  await renewDue(by);
  const last = await lastChargeId();
  const before = await currentSubscription();
  if (isSame(choiceAfterPeriod(before), choice)) return { ok: true, said: saidOf(before, choice) };
  if (before.revision !== seen.revision)
    return {
      ok: false,
      status: 409,
      why: "The plan was changed meanwhile. Nothing was charged: look at it as it is now, and confirm again.",
    };
  const reason = await changeRefusal(before, choice);
  if (reason) return { ok: false, status: 400, why: reason };
  if (!isCurrent(before, seen.at))
    return {
      ok: false,
      status: 409,
      why: "These amounts are half an hour old. Nothing was charged: look at the new ones, and confirm again.",
    };

  const { now, lines, due, credit, period } = quote(before, choice, seen.at);
  const renewed = {
    ...choice,
    periodStart: period.start,
    periodEnd: period.end,
    credit,
    nextPlan: null,
    nextCycle: null,
  };
  const kept = isSame(before, choice);
  const becomes = now ? renewed : { nextPlan: kept ? null : choice.plan, nextCycle: kept ? null : choice.cycle };
  const note = kept
    ? `kept the plan ${choiceTitle(choice)}`
    : `changed the plan from ${choiceTitle(before)} to ${choiceTitle(choice)}${now ? "" : ", from the end of its period"}`;
  const paid = await pay(me, { last, before, lines, due, period, becomes }, by, (tx) =>
    recordSecurity(tx, me, me, note),
  );
  if (paid.status === "declined")
    return { ok: false, status: 400, why: `${paid.why} The plan is as it was, and nothing was charged.` };
  if (paid.status === "failed") return { ok: false, status: 503, why: paid.why };
  if (paid.status === "late") return { ok: false, status: 409, why: paid.why };
  if (!now) await renewDue(by, { again: true }); // where a period has ended unpaid, what comes next begins at once
  return { ok: true, said: saidOf(await currentSubscription(), choice) };
}

const saidOf = (now: Subscription, choice: Choice) =>
  isSame(now, choice)
    ? `The plan is ${choiceTitle(choice)}`
    : `The plan will be ${choiceTitle(choice)} when the period ends`;

function isCurrent({ periodStart }: Subscription, at: Date) {
  const age = Date.now() - at.getTime();
  return age >= 0 && age <= shownFor && at >= periodStart;
}

/** Why a choice cannot be made as things are, as a sentence; nothing when it can. */
export async function changeRefusal(before: Subscription, choice: Choice): Promise<string | undefined> {
  const plan = planOf(choice.plan);
  const small = tooSmall(plan, await usageAt());
  if (small && !isSame(before, choice)) return `${small} Choose a larger plan, or make room first.`;
  if (isFree(plan)) return undefined;
  if (beginsNow(before, choice) && isRenewalUnpaid(before)) return unpaidRefusal(before);
  const card = await defaultCard();
  if (!card) return "There is no card to charge. Add one first.";
  return isExpired(card) ? "The default card has expired. Add another one first." : undefined;
}

async function unpaidRefusal(before: Subscription) {
  if (await lastDeclined(before)) return "The last charge was declined. Pay it first, then change the plan.";
  return "The period that has begun is not paid yet. It is charged within the hour: change the plan after that.";
}
