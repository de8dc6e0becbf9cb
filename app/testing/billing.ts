/**
 * Helpers for subscription tests: plans, cards and payments at a fixed date, with a processor that records its calls.
 */
import { randomUUID } from "node:crypto";
import { asc } from "drizzle-orm";
import { afterEach, beforeEach, vi } from "vitest";
import { db, write } from "db";
import { charges, journal, sessions, type User } from "db/schema";
import { type ChargeRequest, type Processor, recordOnly } from "~/features/billing/billing.server";
import { changePlan } from "~/features/billing/change.server";
import { addCard } from "~/features/billing/cards/payment-methods.server";
import type { Choice } from "~/features/billing/plans";
import { currentSubscription } from "~/features/billing/subscription.server";
import { cast } from "./database";
import { signedIn } from "./requests";

/** The date at which each test starts. */
export const start = new Date("2026-11-01T00:00:00Z");

/** Freezes the date at `start` in every test. Call it once at the top of a test file. */
export function startThatDay() {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: start }));
  afterEach(() => void vi.restoreAllMocks().useRealTimers());
}

const { ada } = cast;
const day = 86_400_000;
export const later = (days: number) => vi.setSystemTime(start.getTime() + days * day);
export const team: Choice = { plan: "team", cycle: "monthly" };
export const business: Choice = { plan: "business", cycle: "monthly" };
export const starter: Choice = { plan: "starter", cycle: "monthly" };

/** Returns a processor that records requests, declines with the reason `refuses`, and throws while `down`. */
export function till() {
  const asked: ChargeRequest[] = [];
  const by: Processor & { refuses?: string; down?: boolean } = {
    charge(request) {
      asked.push(request);
      if (by.down) return Promise.reject(new Error("no answer"));
      return Promise.resolve(by.refuses ? { status: "declined", why: by.refuses } : { status: "recorded" });
    },
  };
  return { asked, by };
}

const visa = {
  brand: "Visa",
  lastFour: "4242",
  expiryMonth: 12,
  expiryYear: 2028,
  holder: "Ada Active",
  asDefault: false,
};

export async function card(values: Partial<typeof visa> = {}) {
  const added = await addCard(ada, { ...visa, ...values }, randomUUID());
  if (!added.ok) throw new Error("The card was not added");
  return added.row;
}

/**
 * Returns a request in Ada's session. The session is dated by the fake clock, because the database's own clock cannot
 * be faked.
 */
export async function byAda(request: Request | string) {
  const asked = await signedIn(request, ada);
  await write(async (tx) => void (await tx.update(sessions).set({ createdAt: new Date(), lastSeenAt: new Date() })));
  return asked;
}

/** Changes the plan as a user would after reading the current page. */
export async function choose(choice: Choice, by: Processor = recordOnly, me: User = ada) {
  return changePlan(me, choice, { revision: (await currentSubscription()).revision, at: new Date() }, by);
}
export const charged = () => db.select().from(charges).orderBy(asc(charges.id));
export const totals = async () => (await charged()).map(({ total, status }) => [total, status]);
export const acts = async () =>
  (await db.select().from(journal).orderBy(asc(journal.id))).map(
    ({ byName, action, note }) => `${byName} ${action}: ${note}`,
  );
