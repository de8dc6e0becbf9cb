/**
 * What can be subscribed to. Browser-safe. Prices are in cents and hold for the whole company, however many people it
 * has.
 */
import { formatNumber } from "~/core/values/noun";
import type { Cycle } from "db/schema";

type PlanId = "starter" | "team" | "business";

/** What a plan limits; `usage.server.ts` says where each is counted. */
export type Measure = "people" | "products" | "orders";

/** What a limit is called. */
export const measureTitles: Record<Measure, string> = {
  people: "Active people",
  products: "Products",
  orders: "Orders a month",
};

export interface Plan {
  id: PlanId;
  name: string;
  /** Whom it is for, in a line. */
  summary: string;
  price: Record<Cycle, number>;
  /** Nothing where there is no limit. */
  limits: Record<Measure, number | undefined>;
}

/**
 * From the smallest to the largest: each allows all that the one before it allows, and the last one everything, since
 * there is none to lead on to.
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

/** The plan of that name, whatever the address or the database say; the free one for a word that is none. */
export const planOf = (id: string | null): Plan => plans.find((plan) => plan.id === id) ?? free;

export const isPlan = (id: string | null): id is PlanId => plans.some((plan) => plan.id === id);

export const isFree = (plan: Pick<Plan, "price">) => plan.price.monthly === 0 && plan.price.yearly === 0;

/** How often it is paid; what costs nothing has no choice there. */
export const cycleOf = (plan: Plan, asked: string | null): Cycle =>
  asked === "yearly" && !isFree(plan) ? "yearly" : "monthly";

/** What is chosen: a plan, and how often it is paid. */
export interface Choice {
  plan: PlanId;
  cycle: Cycle;
}

export const priceOf = ({ plan, cycle }: { plan: string; cycle: Cycle }) => planOf(plan).price[cycle];

/** Such as "Team, yearly"; what costs nothing is just "Starter". */
export function choiceTitle({ plan, cycle }: { plan: string; cycle: Cycle }): string {
  const chosen = planOf(plan);
  return isFree(chosen) ? chosen.name : `${chosen.name}, ${cycle}`;
}

/** Such as "50", or "no limit". */
export const limitText = (limit: number | undefined) => (limit === undefined ? "no limit" : formatNumber(limit));
