/** Verifies that locked invoices have the content that they were locked with. */
import { and, asc, gt, isNotNull, isNull, lte, or } from "drizzle-orm";
import { db, write } from "db";
import { type Invoice, invoices } from "db/schema";
import { yieldToEventLoop } from "~/core/process/event-loop.server";
import { howMany } from "~/core/values/noun";
import { contentHash, lockReason, lockRules, stampLocks } from "./locking.server";

/** Invoices read per batch. */
const batchSize = 200;
/** Maximum invoices that a report names. */
const maxNamed = 20;

/** Returns the number of locked invoices that were verified, and the ids of those with other content. */
export async function verifyLocks(): Promise<{ count: number; changed: string[] }> {
  await stampOpenLocks();
  let count = 0;
  const changed: string[] = [];
  for await (const invoice of eachInvoice(isNotNull(invoices.lockedHash))) {
    count++;
    if (contentHash(invoice) === invoice.lockedHash) continue;
    if (await lockReason(invoice)) changed.push(invoice.id);
    else await write((tx) => stampLocks(tx, [invoice.id])); // it is editable again
  }
  return { count, changed };
}

/** Describes the outcome of `verifyLocks` in a sentence. */
export function describeVerification({ count, changed }: { count: number; changed: string[] }): string {
  if (changed.length === 0) return `Verified ${howMany(count, "locked invoice")}.`;
  const more = changed.length > maxNamed ? ` and ${changed.length - maxNamed} more` : "";
  return `Of ${howMany(count, "locked invoice")}, these are not as they were locked: ${changed.slice(0, maxNamed).join(", ")}${more}.`;
}

/** Stores the hash of invoices that no write locked: the closing date did, or they are older than locks. */
async function stampOpenLocks() {
  const { closingDate } = await lockRules(db);
  const mayBeLocked = or(isNotNull(invoices.sentAt), gt(invoices.paid, 0), lte(invoices.issueDate, closingDate));
  for await (const { id } of eachInvoice(and(isNull(invoices.lockedHash), mayBeLocked)))
    await write((tx) => stampLocks(tx, [id]));
}

/** Yields the invoices of a condition by number, a batch at a time. */
async function* eachInvoice(where: ReturnType<typeof and>): AsyncGenerator<Invoice> {
  for (let last = 0; ; await yieldToEventLoop()) {
    const some = await db
      .select()
      .from(invoices)
      .where(and(where, gt(invoices.number, last)))
      .orderBy(asc(invoices.number))
      .limit(batchSize);
    yield* some;
    const next = some.at(-1);
    if (!next || some.length < batchSize) return;
    last = next.number;
  }
}
