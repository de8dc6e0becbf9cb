/** One-time keys: what a form, or a request to `/api`, did is done once, however often it is sent. */
import { createHash } from "node:crypto";
import { and, eq, gt } from "drizzle-orm";
import type { Transaction } from "db";
import { formKeys } from "db/schema";

/** A form that is sent twice within this time was pressed twice; in milliseconds. */
export const pressedTwice = 60_000;
/** The same entries in a new form within this time are asked about first; in milliseconds. */
export const repeatWindowMs = 3_600_000;

/** Returns the key of a form that was told of a record with the same entries: with it a second one is made. */
export const repeatKey = (entity: string, recordId: string) =>
  createHash("sha256").update(`repeat ${entity} ${recordId}`).digest("hex").slice(0, 36);

/**
 * What a form with this key has made already: the record's id, if it was of this kind. `within` says how long ago at
 * most, in milliseconds.
 */
export async function madeBefore(
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
 * Remembers what a form with this key has made, in the transaction that makes it; with what `/api` asked and answered,
 * if it was asked there.
 */
export async function rememberMade(
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
