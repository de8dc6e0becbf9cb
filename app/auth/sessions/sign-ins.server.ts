/** The sign-in history, both successful and refused, with browser and address. Kept for a year. */
import { and, desc, eq, isNull, lt } from "drizzle-orm";
import { afterCommit, db, type Transaction, write } from "db";
import { signIns, users, type Way } from "db/schema";
import { canonicalAddress } from "db/email-address";
import { afterAnswer, endWaits } from "~/core/process/after-answer.server";
import { log } from "~/core/process/log.server";
import { pick } from "~/core/values/pick";
import { logSecurityEvent } from "~/core/process/security-log.server";
import { describeDevice } from "./device";
import { deviceOf } from "./sessions.server";

interface Attempt {
  way: Way;
  /** Code of a refusal, such as `wrong-password`; undefined if it succeeded. */
  why?: string;
  address: string;
}

/** Records a sign-in in the transaction that completes or refuses it, and in the log. */
export async function recordSignIn(tx: Transaction, request: Request, userId: number, { way, why, address }: Attempt) {
  await tx.insert(signIns).values({ userId, way, refused: why, device: deviceOf(request), address });
  afterCommit(() => logSecurityEvent({ event: "sign-in", outcome: why ? "failure" : "success", userId, way, why }));
}

const underWay = new Set<Promise<void>>();

/** Records a refused sign-in after the response was sent. */
export function recordRefusal(request: Request, who: { id: number } | { email: string }, attempt: Attempt): void {
  const writing = afterAnswer()
    .then(() => write((tx) => insertRefusal(tx, request, who, attempt)))
    .catch((error: unknown) => log.error({ err: error }, "a refused sign-in could not be written down"))
    .finally(() => underWay.delete(writing));
  underWay.add(writing);
}

async function insertRefusal(
  tx: Transaction,
  request: Request,
  who: { id: number } | { email: string },
  attempt: Attempt,
) {
  const living = and(eq(users.email, "email" in who ? canonicalAddress(who.email) : ""), isNull(users.deletedAt));
  const [person] = "id" in who ? [who] : await tx.select({ id: users.id }).from(users).where(living);
  if (person) return recordSignIn(tx, request, person.id, attempt);
  afterCommit(() =>
    logSecurityEvent({ event: "sign-in", outcome: "failure", way: attempt.way, why: "unknown-person" }),
  );
}

/** Resolves when all refusals are written. Used at shutdown and in tests. */
export async function refusalsWritten(): Promise<void> {
  while (underWay.size > 0) {
    endWaits();
    await Promise.all(underWay);
  }
}

/**
 * Returns a page of a user's sign-in history, latest first, with the total. A page past the end becomes the last one.
 */
export async function listSignIns(userId: number, { page = 1, size = 20 } = {}) {
  const mine = eq(signIns.userId, userId);
  const total = await db.$count(signIns, mine);
  const pages = Math.max(1, Math.ceil(total / size));
  const shown = Math.min(Math.max(1, page), pages);
  const rows = await db
    .select()
    .from(signIns)
    .where(mine)
    .orderBy(desc(signIns.id))
    .limit(size)
    .offset((shown - 1) * size);
  return {
    rows: rows.map(({ device, ...row }) => ({
      ...pick(row, "id", "at", "way", "refused", "address"),
      device: describeDevice(device),
    })),
    total,
    page: shown,
    pages,
    size,
  };
}

/** Deletes entries older than a moment and returns their number. */
export function deleteOldSignIns(before: Date): Promise<number> {
  return write(
    async (tx) => (await tx.delete(signIns).where(lt(signIns.at, before)).returning({ id: signIns.id })).length,
  );
}
