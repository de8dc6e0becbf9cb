/** The available plans. Browser-safe. Prices are in cents for the whole company, regardless of the number of users. */
import { formatNumber } from "~/core/values/noun";
import type { Cycle } from "db/schema";

/** Currency of the prices, whatever that of the company is. */
export const planCurrency = "USD";

type PlanId = "starter" | "team" | "business";

/** The measures that a plan limits; `usage.server.ts` counts them. */
export type Measure = "people" | "products" | "orders";

/** The title of each limit. */
export const measureTitles: Record<Measure, string> = {
  people: "Active people",
  products: "Products",
  orders: "Orders a month",
};

export interface Plan {
  id: PlanId;
  name: string;
  /** The target customers, in one line. */
  summary: string;
  price: Record<Cycle, number>;
  /** Undefined if there is no limit. */
  limits: Record<Measure, number | undefined>;
}

/**
 * The plans from smallest to largest. Each allows everything that the previous one allows, and the last has no
 * limits.
 */
export const plans: readonly Plan[] = [
  {
    id: "starter",
    name: "Starter",
    summary: "To begin with",
    price: { monthly: 0, yearly: 0 },
    limits: { people: 20, products: 50, orders: 100 },
  },
  {
    id: "team",
    name: "Team",
    summary: "For a shop that grows",
    price: { monthly: 29_00, yearly: 290_00 },
    limits: { people: 50, products: 1_000, orders: 1_000 },
  },
  {
    id: "business",
    name: "Business",
    summary: "For as much as comes",
    price: { monthly: 79_00, yearly: 790_00 },
    limits: { people: undefined, products: undefined, orders: undefined },
  },
];

const free = plans[0]!;

/** Returns the plan with this id, or the free plan for an unknown one. */
export const planOf = (id: string | null): Plan => plans.find((plan) => plan.id === id) ?? free;

export const isPlan = (id: string | null): id is PlanId => plans.some((plan) => plan.id === id);

export const isFree = (plan: Pick<Plan, "price">) => plan.price.monthly === 0 && plan.price.yearly === 0;

/** Returns the billing cycle for a plan; a free plan is always monthly. */
export const cycleOf = (plan: Plan, asked: string | null): Cycle =>
  asked === "yearly" && !isFree(plan) ? "yearly" : "monthly";

/** A plan and its billing cycle. */
export interface Choice {
  plan: PlanId;
  cycle: Cycle;
}

export const priceOf = ({ plan, cycle }: { plan: string; cycle: Cycle }) => planOf(plan).price[cycle];

/** Returns a title such as "Team, yearly", or just "Starter" for a free plan. */
export function choiceTitle({ plan, cycle }: { plan: string; cycle: Cycle }): string {
  const chosen = planOf(plan);
  return isFree(chosen) ? chosen.name : `${chosen.name}, ${cycle}`;
}

/** Returns a text such as "50" or "no limit". */
export const limitText = (limit: number | undefined) => (limit === undefined ? "no limit" : formatNumber(limit));
