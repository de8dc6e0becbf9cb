/** The browsers in which people are signed in, as rows. Who is asking is for `session.server.ts` to say. */
import { and, desc, eq, gt, lt, ne, or } from "drizzle-orm";
import { db, type Transaction, write } from "db";
import { sessions } from "db/schema";

const day = 86_400_000;
/** A session ends after this long without a visit, and after this long in any case; in milliseconds. */
export const idle = 30 * day;
export const longest = 90 * day;
/** A cookie that a newer one replaced is good for this long, in milliseconds, for what the browser had sent by then. */
export const grace = 5_000;

/** What a browser calls itself. */
export const deviceOf = (request: Request) => (request.headers.get("User-Agent") ?? "").slice(0, 300);

/** Ends every session of a person, in the transaction that took their right to be here. */
export async function endSessions(tx: Transaction, userId: number) {
  await tx.delete(sessions).where(eq(sessions.userId, userId));
}

/** Ends every session of a person but one. Answers how many. */
export async function endOtherSessions(tx: Transaction, userId: number, here: string | undefined): Promise<number> {
  const others = and(eq(sessions.userId, userId), ne(sessions.tokenHash, here ?? ""));
  return (await tx.delete(sessions).where(others).returning({ hash: sessions.tokenHash })).length;
}

/** Ends one session, if it is this person's. Answers whether there was one. */
export async function endSession(tx: Transaction, userId: number, tokenHash: string): Promise<boolean> {
  return (await tx.delete(sessions).where(and(eq(sessions.userId, userId), eq(sessions.tokenHash, tokenHash))).returning({ hash: sessions.tokenHash })).length > 0;
}

/** Takes away sessions that time has ended. Answers how many. */
export async function deleteOldSessions(): Promise<number> {
  const now = Date.now();
  const old = or(lt(sessions.lastSeenAt, new Date(now - idle)), lt(sessions.createdAt, new Date(now - longest)));
  return write(async (tx) => (await tx.delete(sessions).where(old).returning({ hash: sessions.tokenHash })).length);
}

/** Where a person is signed in, latest seen first: those that are still good, and not about to be replaced. */
export function listSessions(userId: number) {
  const now = Date.now();
  const open = and(eq(sessions.userId, userId), gt(sessions.lastSeenAt, new Date(now - idle)), gt(sessions.createdAt, new Date(now - longest + grace)));
  return db.select().from(sessions).where(open).orderBy(desc(sessions.lastSeenAt));
}
