/**
 * Where a payment processor plugs in. Portico brings none: `recordOnly` writes down what would be charged and asks
 * nobody for money.
 *
 * To connect one, write a `Processor` that calls it and name it at `processor` below. It is asked outside of any
 * transaction, so it may take its time, but should give up after some seconds and then throw. Then nothing is written
 * but a line in the log; whoever pressed is told so, and pressing again within half an hour asks with the same
 * reference, as the next try of a renewal does, as long as nothing else was changed or charged. So a yes that got lost
 * on its way is not paid for twice.
 *
 * One case needs a look at the processor's own list of charges: it said yes, that yes never got written down here (the
 * process died in between, the disk was full, or the answer was lost), and nobody asks with that reference again. Then
 * the money is taken, and nothing here knows of it.
 *
 * A card's number never gets here: with a processor, `add-card.tsx` has to hand over to its own form, and keep the
 * token that comes back beside the last four digits.
 */
import type { PaymentMethod } from "db/schema";
import { cardTitle, isExpired } from "./cards/card";

export interface ChargeRequest {
  /** In cents, above zero. */
  amount: number;
  currency: "USD";
  method: PaymentMethod;
  /** What it is for, in a line that may stand on a statement. */
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
