/** The references of bank entries that payments were imported from: no entry is booked twice. */
import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { Transaction } from "db";
import { type Payment, payments } from "db/schema";
import { RuleViolation } from "~/core/resource/act.server";
import type { Draft } from "~/core/resource/resource.server";
import { labelOf } from "./label";

/** Column and condition of the partial index on these references; SQLite uses it only for queries that repeat them. */
export const hasBankReference = {
  column: sql`${payments.bankReference}`,
  condition: sql`${payments.bankReference} <> ''`,
};

/** Throws if another payment outside the trash was imported from the same bank entry. */
export async function refuseImportedEntry(tx: Transaction, { id, bankReference }: Draft<Payment>) {
  if (!bankReference) return;
  const same = and(
    eq(payments.bankReference, bankReference),
    hasBankReference.condition,
    isNull(payments.deletedAt),
    id === undefined ? undefined : ne(payments.id, id),
  );
  const [other] = await tx.select({ id: payments.id, kind: payments.kind }).from(payments).where(same);
  if (other) throw new RuleViolation({ bankReference: `${labelOf(other)} was imported from this bank entry already.` });
}
