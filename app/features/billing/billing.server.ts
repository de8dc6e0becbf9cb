/**
 * The interface for a payment processor. Portico has none: `recordOnly` records each charge without taking money. To
 * connect one, implement `Processor` and assign it to `processor` below. It is called outside any transaction, so it
 * may be slow, but should time out after a few seconds and throw. Then only a log line is written and the user sees
 * an error. A retry within half an hour, like the next try of a renewal, uses the same reference if nothing else was
 * changed or charged, so a lost confirmation is not charged twice. If a confirmation is lost and that reference is
 * never retried, the money is taken without a record here; only the processor's own list shows it. Card numbers never
 * reach this server: `add-card.tsx` would hand over to the processor's form and store its token beside the last four
 * digits.
 */
import type { PaymentMethod } from "db/schema";
import { cardTitle, isExpired } from "./cards/card";

export interface ChargeRequest {
  /** Amount in cents, above zero. */
  amount: number;
  currency: "USD";
  method: PaymentMethod;
  /** The text for the bank statement, in one line. */
  text: string;
  /** Names this charge: the processor must take the money once, however often the same reference is sent. */
  reference: string;
}

/** Whether the charge stands. `why` is a sentence for people, such as "The card has no funds left." */
export type ChargeAnswer = { status: "recorded" } | { status: "declined"; why: string };

export interface Processor {
  charge(request: ChargeRequest): Promise<ChargeAnswer>;
}

/** Writes down and collects nothing. */
export const recordOnly: Processor = { charge: () => Promise.resolve({ status: "recorded" }) };

/** The processor in use. */
export const processor: Processor = recordOnly;

type RequestedCharge = Omit<ChargeRequest, "method" | "currency"> & { method: PaymentMethod | undefined };

/**
 * Charges an amount, which may be nothing, to a card, which may be missing or have expired since: the processor is
 * asked only where it can say yes.
 */
export async function collect(
  by: Processor,
  { method, ...asked }: RequestedCharge,
  at = new Date(),
): Promise<ChargeAnswer> {
  if (asked.amount === 0) return { status: "recorded" };
  if (!method) return { status: "declined", why: "There is no card to charge. Add one first." };
  if (isExpired(method, at)) return { status: "declined", why: `${cardTitle(method)} has expired. Add another card.` };
  return by.charge({ ...asked, currency: "USD", method });
}
