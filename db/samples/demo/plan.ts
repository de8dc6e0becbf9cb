/** The demo company's subscription: the largest plan, paid monthly for the last year. */
import { config } from "../../../config";
import type { Transaction } from "../..";
import { charges, paymentMethods, subscriptions } from "../../schema";

const plan = { id: "business", title: "Business, monthly", price: 79_00 };
const card = { brand: "Visa", lastFour: "4242", holder: "Mara Ellison", isDefault: true };
/** Day of the month on which a period begins; it exists in every month. */
const dayOfMonth = 12;

export async function addPlan(tx: Transaction, now: Date): Promise<void> {
  const monthOf = (later: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + later, dayOfMonth, 9, 24));
  const current = monthOf(0) <= now ? 0 : -1;
  const period = (later: number) => ({ periodStart: monthOf(later), periodEnd: monthOf(later + 1) });
  await tx.insert(subscriptions).values({ id: 1, plan: plan.id, cycle: "monthly", ...period(current) });
  await tx
    .insert(paymentMethods)
    .values({ ...card, expiryMonth: 8, expiryYear: now.getUTCFullYear() + 3, createdAt: monthOf(current - 11) });
  await tx.insert(charges).values(
    Array.from({ length: 12 }, (_, index) => current - 11 + index).map((later) => ({
      ...period(later),
      at: monthOf(later),
      lines: [{ text: plan.title, amount: plan.price }],
      total: plan.price,
      status: "recorded" as const,
      method: `${card.brand} ending in ${card.lastFour}`,
      billedTo: `${config.company.name}\n${config.company.address}`,
    })),
  );
}
