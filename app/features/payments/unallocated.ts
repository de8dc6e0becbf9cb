import type { Payment } from "db/schema";

/** Returns the part of a payment that settles no invoice, in cents. Browser-safe. */
export const unallocatedOf = ({ amount, allocations }: Pick<Payment, "amount" | "allocations">): number =>
  allocations.reduce((rest, allocation) => rest - allocation.amount, amount);
