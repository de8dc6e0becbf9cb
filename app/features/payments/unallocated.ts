import type { Payment } from "db/schema";

type Amounts = Pick<Payment, "amount" | "allocations">;

/** Returns the part of a payment that settles no invoice, in cents: below 0 for applied credit. Browser-safe. */
export const unallocatedOf = ({ amount, allocations }: Amounts): number =>
  allocations.reduce((rest, allocation) => rest - allocation.amount, amount);

/** Returns the amount of a payment or refund, or what applied credit settles, in cents. */
export const valueOf = ({ kind, amount, allocations }: Amounts & Pick<Payment, "kind">): number =>
  kind === "credit" ? -unallocatedOf({ amount, allocations }) : amount;
