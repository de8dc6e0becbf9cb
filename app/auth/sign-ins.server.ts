/** The sign-in history of people: what worked and what did not, from which browser. Kept for a year. */
import { desc, eq, lt } from "drizzle-orm";
import { db, type Transaction, write } from "db";
import { signIns, users, type Way } from "db/schema";
import { log } from "~/lib/log.server";
import { deviceOf } from "./sessions.server";

interface Attempt {
  way: Way;
  /** Why it did not work: a code such as `wrong-password`. */
  why?: string;
  address: string;
}

/** Writes down that somebody tried to sign in, in the transaction that answers them. */
export async function recordSignIn(tx: Transaction, request: Request, userId: number, { way, why, address }: Attempt) {
  await tx.insert(signIns).values({ userId, way, refused: why, device: deviceOf(request), address });
}

/**
 * Writes down that somebody was refused who said that they are this person. Nobody waits for it: whether there is such a person
 * must not show in the time of the answer.
 */
export function recordRefusal(request: Request, who: { id: number } | { email: string }, attempt: Attempt): void {
  void write(async (tx) => {
    const [person] = "id" in who ? [who] : await tx.select({ id: users.id }).from(users).where(eq(users.email, who.email.toLowerCase())).limit(1);
    if (person) await recordSignIn(tx, request, person.id, attempt);
  }).catch((error: unknown) => log.error({ err: error }, "a refused sign-in could not be written down"));
}

const perPage = 20;

/** A page of a person's history, latest first, from 1; and how many there are in all. */
export async function listSignIns(userId: number, page: number) {
  const mine = eq(signIns.userId, userId);
  const rows = await db.select().from(signIns).where(mine).orderBy(desc(signIns.id)).limit(perPage).offset((page - 1) * perPage);
  return { rows, total: await db.$count(signIns, mine), perPage };
}

/** Takes away what is older than a moment. Answers how many. */
export function deleteOldSignIns(before: Date): Promise<number> {
  return write(async (tx) => (await tx.delete(signIns).where(lt(signIns.at, before)).returning({ id: signIns.id })).length);
}
