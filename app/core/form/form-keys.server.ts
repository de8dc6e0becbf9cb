/** One-time keys: a form or API request takes effect once, however often it is sent. */
import { createHash } from "node:crypto";
import { and, eq, gt } from "drizzle-orm";
import type { Transaction } from "db";
import { formKeys } from "db/schema";

/** Window in which the same form sent again counts as a double click, in milliseconds. */
export const doubleClickMs = 60_000;
/** Window in which a new form with the same entries asks for confirmation, in milliseconds. */
export const repeatWindowMs = 3_600_000;

/** Returns the key of a form that was warned of a record with the same entries; posting it creates a second one. */
export const repeatKey = (entity: string, recordId: string) =>
  createHash("sha256").update(`repeat ${entity} ${recordId}`).digest("hex").slice(0, 36);

/**
 * Returns the id of the record of this kind that was created with this key; `within` limits its age, in milliseconds.
 */
export async function recordOfKey(
  tx: Pick<Transaction, "select">,
  entity: string,
  key: string,
  within?: number,
): Promise<string | undefined> {
  const since = within === undefined ? undefined : gt(formKeys.createdAt, new Date(Date.now() - within));
  const [used] = await tx
    .select()
    .from(formKeys)
    .where(and(eq(formKeys.key, key), eq(formKeys.entity, entity), since));
  return used?.recordId;
}

/**
 * Stores which record was created with this key, in the same transaction; for an API request with its hash and
 * response.
 */
export async function storeKey(
  tx: Transaction,
  entity: string,
  key: string,
  recordId: string,
  answered?: { requestHash: string; answer: string },
) {
  const made = { entity, recordId, createdAt: new Date(), ...answered };
  await tx
    .insert(formKeys)
    .values({ key, ...made })
    .onConflictDoUpdate({ target: formKeys.key, set: made });
}
