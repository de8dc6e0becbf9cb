/** Verifies that locked invoices have the content that they were locked with. */
import { and, isNotNull } from "drizzle-orm";
import { db, write } from "db";
import { invoices } from "db/schema";
import { inSlices } from "~/core/process/slices.server";
import { howMany } from "~/core/values/noun";
import { contentHash, staleLocks, stampLocks } from "./locking.server";

/** Maximum invoices that a report names. */
const maxNamed = 20;

/** Returns the number of locked invoices that were verified, and the ids of those with other content. */
export async function verifyLocks(): Promise<{ count: number; changed: string[] }> {
  let count = 0;
  const changed = await inSlices(invoices, invoices.number, async (slice) => {
    const stale = await staleLocks(db, slice); // a closing date changed, or they are older than locks
    if (stale.length > 0) await write((tx) => stampLocks(tx, stale));
    const locked = await db
      .select()
      .from(invoices)
      .where(and(slice, isNotNull(invoices.lockedHash)));
    count += locked.length;
    return locked.filter((invoice) => contentHash(invoice) !== invoice.lockedHash).map(({ id }) => id);
  });
  return { count, changed };
}

/** Describes the outcome of `verifyLocks` in a sentence. */
export function describeVerification({ count, changed }: { count: number; changed: string[] }): string {
  if (changed.length === 0) return `Verified ${howMany(count, "locked invoice")}.`;
  const more = changed.length > maxNamed ? ` and ${changed.length - maxNamed} more` : "";
  return `Of ${howMany(count, "locked invoice")}, these are not as they were locked: ${changed.slice(0, maxNamed).join(", ")}${more}.`;
}
