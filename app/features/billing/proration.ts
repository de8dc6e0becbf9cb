/**
 * Pure, browser-safe calculation of the price of a change of plan, in cents. A larger plan, or yearly instead of
 * monthly, starts now, anything else when the paid period ends; unused time is credited (price × remaining milliseconds
 * ÷ whole period, rounded half up), and a larger plan within a cycle is charged for that time only.
 */
import type { ChargeLine, Cycle, Subscription } from "db/schema";
import { type Choice, choiceTitle, isFree, planOf, plans, priceOf } from "./plans";

export interface Period {
  start: Date;
  end: Date;
}

export interface NextCharge extends Choice {
  at: Date;
  /** Amount in cents, after the credit was applied. */
  amount: number;
}

interface Quote {
  /** Whether the change starts now, instead of at the end of the period. */
  now: boolean;
  /** Start of the change. */
  from: Date;
  /** The lines add up to `due`; empty for a change that starts later. */
  lines: ChargeLine[];
  /** Amount due in cents, never negative. */
  due: number;
  /** Remaining credit for later charges, in cents. */
  credit: number;
  /** The period paid for. */
  period: Period;
  /** Undefined if the plan is free from then on. */
  next: NextCharge | undefined;
}

export type Standing = Pick<
  Subscription,
  "plan" | "cycle" | "periodStart" | "periodEnd" | "credit" | "nextPlan" | "nextCycle"
>;

/** Returns `left` / `whole` of a price in cents, rounded half up. Calculates with integers, so the result is exact. */
export function shareOf(price: number, left: number, whole: number): number {
  if (whole <= 0) return 0;
  const part = BigInt(Math.min(Math.max(left, 0), whole));
  return Number((2n * BigInt(price) * part + BigInt(whole)) / (2n * BigInt(whole)));
}

/**
 * Returns the time one cycle later, at the same time of day in UTC. In a shorter month it is the last day, and stays
 * that day from then on.
 */
export function cycleLater(start: Date, cycle: Cycle): Date {
  const months = start.getUTCMonth() + (cycle === "yearly" ? 12 : 1);
  const daysInMonth = new Date(Date.UTC(start.getUTCFullYear(), months + 1, 0)).getUTCDate();
  const later = new Date(start);
  later.setUTCFullYear(start.getUTCFullYear(), months, Math.min(start.getUTCDate(), daysInMonth));
  return later;
}

const rank = (plan: string) => plans.indexOf(planOf(plan));

/** Whether a choice starts now. */
export function beginsNow(before: Pick<Standing, "plan" | "cycle">, choice: Choice): boolean {
  if (rank(choice.plan) !== rank(before.plan)) return rank(choice.plan) > rank(before.plan);
  return before.cycle === "monthly" && choice.cycle === "yearly";
}

/** Returns the costs and effects of a choice at a given time. */
export function quote(before: Standing, choice: Choice, at: Date): Quote {
  if (!beginsNow(before, choice)) return quoteLater(before, choice);
  const costsSomething = !isFree(planOf(before.plan));
  const goesOn = costsSomething && before.cycle === choice.cycle;
  const period = goesOn
    ? { start: before.periodStart, end: before.periodEnd }
    : { start: at, end: cycleLater(at, choice.cycle) };
  const left = before.periodEnd.getTime() - at.getTime();
  const whole = before.periodEnd.getTime() - before.periodStart.getTime();
  const unused = costsSomething ? shareOf(priceOf(before), left, whole) : 0;
  const price = goesOn ? shareOf(priceOf(choice), left, whole) : priceOf(choice);
  const { lines, due, credit } = applyCredit(
    [
      ...(costsSomething ? [{ text: `${choiceTitle(before)}: paid for and not used`, amount: -unused }] : []),
      { text: goesOn ? `${choiceTitle(choice)}: the rest of this period` : choiceTitle(choice), amount: price },
    ],
    before.credit,
  );
  return {
    now: true,
    from: at,
    lines,
    due,
    credit,
    period,
    next: nextCharge({ ...choice, periodEnd: period.end, credit, nextPlan: null, nextCycle: null }),
  };
}

function quoteLater(before: Standing, choice: Choice): Quote {
  const { periodStart, periodEnd, credit } = before;
  const next = nextCharge({ ...before, nextPlan: choice.plan, nextCycle: choice.cycle });
  return {
    now: false,
    from: periodEnd,
    lines: [],
    due: 0,
    credit,
    period: { start: periodStart, end: periodEnd },
    next,
  };
}

/**
 * Returns the lines and the amount due for the period after the current one. A free plan has no lines and an empty
 * period.
 */
export function renewal(before: Standing): Pick<Quote, "lines" | "due" | "credit" | "period"> & { choice: Choice } {
  const choice = choiceAfterPeriod(before);
  const start = before.periodEnd;
  if (isFree(planOf(choice.plan)))
    return { choice, lines: [], due: 0, credit: before.credit, period: { start, end: start } };
  return {
    choice,
    ...applyCredit([{ text: choiceTitle(choice), amount: priceOf(choice) }], before.credit),
    period: { start, end: cycleLater(start, choice.cycle) },
  };
}

/** Returns the plan and cycle after the current period. */
export function choiceAfterPeriod({
  plan,
  cycle,
  nextPlan,
  nextCycle,
}: Pick<Standing, "plan" | "cycle" | "nextPlan" | "nextCycle">): Choice {
  return { plan: planOf(nextPlan ?? plan).id, cycle: nextPlan ? (nextCycle ?? "monthly") : cycle };
}

/** Returns the charge at the end of the period; undefined if the plan is free then. */
export function nextCharge(
  after: Pick<Standing, "plan" | "cycle" | "periodEnd" | "credit" | "nextPlan" | "nextCycle">,
): NextCharge | undefined {
  const choice = choiceAfterPeriod(after);
  const price = priceOf(choice);
  return price === 0 ? undefined : { ...choice, at: after.periodEnd, amount: price - Math.min(price, after.credit) };
}

/** Subtracts the credit from the charge; a negative sum is added to the credit. The lines add up to what is due. */
function applyCredit(charged: ChargeLine[], credit: number) {
  const sum = charged.reduce((sum, { amount }) => sum + amount, 0);
  const used = Math.min(Math.max(sum, 0), credit);
  const kept = Math.max(-sum, 0);
  const lines = [...charged];
  if (used > 0) lines.push({ text: "Credit from earlier", amount: -used });
  if (kept > 0) lines.push({ text: "Kept as credit for the next charges", amount: kept });
  return { lines, due: sum - used + kept, credit: credit - used + kept };
}
