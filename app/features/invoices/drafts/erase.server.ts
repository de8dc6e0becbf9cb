import { and, eq, inArray } from "drizzle-orm";
import type { Transaction } from "db";
import { type DraftEntries, invoiceDrafts, journal } from "db/schema";
import { erased } from "~/core/resource/erase.server";

/** Entries that say who the customer is. */
const customerEntries = [
  "customer",
  "filledFor",
  "billingEmail",
  "billingPhone",
  "billingAddress",
  "cardHolder",
  "cardNo",
];

/**
 * Removes a person from drafts for them, and from the journal of these and of the `past` ones. Unlike documents, drafts
 * need no customer.
 */
export async function eraseFromDrafts(tx: Transaction, personId: number, past: { id: string }[]) {
  const drafts = await tx.select().from(invoiceDrafts).where(eq(invoiceDrafts.customerId, personId));
  for (const { id, entries } of drafts)
    await tx
      .update(invoiceDrafts)
      .set({ customerId: null, customerName: "", entries: withoutCustomer(entries) })
      .where(eq(invoiceDrafts.id, id));
  const ids = [...new Set([...past.map(({ id }) => id), ...drafts.map(({ id }) => String(id))])];
  if (ids.length === 0) return;
  await tx
    .update(journal)
    .set({ label: erased, before: null, after: null, note: null })
    .where(and(eq(journal.entity, "invoiceDrafts"), inArray(journal.recordId, ids)));
}

const withoutCustomer = (entries: DraftEntries): DraftEntries => ({
  ...entries,
  ...Object.fromEntries(customerEntries.filter((name) => name in entries).map((name) => [name, ""])),
});
