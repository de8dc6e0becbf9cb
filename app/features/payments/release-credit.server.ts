/** Gives customer credit back when the invoice that used it is voided. */
import { and, asc, eq } from "drizzle-orm";
import type { Transaction } from "db";
import { allocations, payments } from "db/schema";
import type { Act } from "~/core/resource/act.server";
import { paymentResource } from "./payments.server";

/** Takes an invoice out of the applied credits that settle it, as a part of `act`: one undo applies them again. */
export async function releaseCredit(tx: Transaction, act: Act, invoiceId: string) {
  const applied = await tx
    .select({ id: payments.id, allocations: payments.allocations })
    .from(allocations)
    .innerJoin(payments, and(eq(payments.id, allocations.sourceId), eq(allocations.source, "payment")))
    .where(and(eq(allocations.invoiceId, invoiceId), eq(payments.kind, "credit")))
    .orderBy(asc(payments.id));
  for (const { id, allocations } of applied) {
    const rest = allocations.filter((allocation) => allocation.invoiceId !== invoiceId);
    await paymentResource.within.change(
      tx,
      act,
      id,
      rest.length > 0 ? { allocations: rest } : { deletedAt: new Date() },
    );
  }
}
