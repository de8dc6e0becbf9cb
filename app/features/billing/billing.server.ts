/** The payment processor's interface. Portico has none: `recordOnly` takes no money, and is to be replaced. */
import type { PaymentMethod } from "db/schema";
import { cardTitle, isExpired } from "./cards/card";
import { planCurrency } from "./plans";

export interface ChargeRequest {
  /** Amount in cents, above zero. */
  amount: number;
  currency: typeof planCurrency;
  method: PaymentMethod;
  /** The text for the bank statement, in one line. */
  text: string;
  /** Idempotency key: the processor must charge the same reference only once. */
  reference: string;
}

/** Whether the charge succeeded. `why` is a sentence for users, such as "The card has no funds left." */
export type ChargeAnswer = { status: "recorded" } | { status: "declined"; why: string };

export interface Processor {
  /**
   * Runs outside transactions and should throw after a few seconds: then nothing is written, and a retry within half an
   * hour uses the same reference. A charge whose confirmation is lost and never retried shows only in its own list.
   */
  charge(request: ChargeRequest): Promise<ChargeAnswer>;
}

/** Takes no money. */
export const recordOnly: Processor = { charge: () => Promise.resolve({ status: "recorded" }) };

/** The processor in use. Card numbers are to be typed into its own form, never into one of Portico. */
export const processor: Processor = recordOnly;

type RequestedCharge = Omit<ChargeRequest, "method" | "currency"> & { method: PaymentMethod | undefined };

/**
 * Charges an amount, which may be zero, to a card, which may be missing or expired. Calls the processor only if the
 * charge is possible.
 */
export async function collect(
  by: Processor,
  { method, ...asked }: RequestedCharge,
  at = new Date(),
): Promise<ChargeAnswer> {
  if (asked.amount === 0) return { status: "recorded" };
  if (!method) return { status: "declined", why: "There is no card to charge. Add one first." };
  if (isExpired(method, at)) return { status: "declined", why: `${cardTitle(method)} has expired. Add another card.` };
  return by.charge({ ...asked, currency: planCurrency, method });
}
