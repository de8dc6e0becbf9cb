/** The sessions in the database. `session.server.ts` finds the one of a request. */
import { and, desc, eq, gt, lt, lte, ne, or } from "drizzle-orm";
import { afterCommit, db, type Transaction, write } from "db";
import { apiTokens, sessions, signInSteps, trustedBrowsers, users } from "db/schema";
import { forgetAdmitted, requestContext } from "~/core/http/request-context.server";
import { digest, signature } from "~/core/process/secrets.server";
import { logSecurityEvent } from "~/core/process/security-log.server";
import { IdentityError } from "~/auth/identity-errors";

const day = 86_400_000;
/** Maximum idle time and maximum age of a session, in milliseconds. */
export const idle = 30 * day;
export const maxAge = 90 * day;
/** How long a replaced cookie stays valid for requests already sent, in milliseconds. */
export const grace = 5_000;

/** Returns the user agent, cut to 300 characters. */
export const deviceOf = (request: Request) => (request.headers.get("User-Agent") ?? "").slice(0, 300);

/** SQL condition for sessions that are valid and not replaced by a newer cookie. */
const whereSessionOpen = () => and(gt(sessions.lastSeenAt, new Date(Date.now() - idle)), whereNotReplaced());

/** Returns the creation time to set on a replaced session, so that it expires after `grace`. */
const replacedAt = (moment: number) => new Date(moment - maxAge + grace);
const whereNotReplaced = () => gt(sessions.createdAt, replacedAt(Date.now()));

/**
 * Ends all sessions of a user (except `but`), their API tokens, pending sign-ins and trusted browsers. Call it in the
 * transaction that takes away their access or changes their credentials.
 */
export async function endSessions(tx: Transaction, userId: number, but?: string) {
  await endOtherSessions(tx, userId, but);
  await tx.delete(apiTokens).where(eq(apiTokens.userId, userId));
  await tx.delete(signInSteps).where(eq(signInSteps.userId, userId));
  await tx.delete(trustedBrowsers).where(eq(trustedBrowsers.userId, userId));
  await tx.update(users).set({ accessEndedAt: new Date() }).where(eq(users.id, userId));
  const isOwn = but === undefined && requestContext()?.person?.id === userId;
  afterCommit(() => {
    if (isOwn) forgetAdmitted();
    logSecurityEvent({ event: "sessions-ended", outcome: "success", userId });
  });
}

/**
 * Throws `IdentityError` for a sign-in that began before all access of its user ended, because it may have used the
 * old credentials.
 */
export async function refuseLate(tx: Transaction, userId: number, began: Date) {
  const [late] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), gt(users.accessEndedAt, began), lte(users.accessEndedAt, new Date()))); // ignores times in the future, from a clock that was set back
  if (late) throw new IdentityError("invalid-credential");
}

/** Ends all sessions of a user but one and returns how many were open. */
export async function endOtherSessions(tx: Transaction, userId: number, here: string | undefined): Promise<number> {
  const others = and(eq(sessions.userId, userId), ne(sessions.tokenHash, here ?? ""));
  const open = await tx.$count(sessions, and(others, whereSessionOpen()));
  await tx.delete(sessions).where(others);
  return open;
}

/**
 * Ends one session, if it is this user's. Returns its user agent, or undefined if it had ended or continues under a
 * new cookie.
 */
export async function endSession(tx: Transaction, userId: number, tokenHash: string): Promise<string | undefined> {
  const [ended] = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.tokenHash, tokenHash), whereNotReplaced()))
    .returning({ device: sessions.device });
  return ended?.device;
}

/**
 * Derives the next token from the current one, so that parallel renewals give the same cookie. It is signed, so only
 * this site can compute it.
 */
const nextToken = (token: string) => signature(token, "the session that goes on");

interface Renewed {
  token: string;
  session: typeof sessions.$inferSelect;
}

/**
 * Continues a session under a new cookie and marks it as just authenticated; the old cookie stays valid for requests
 * already sent. Returns undefined if the session had ended.
 */
export async function renewSession(tx: Transaction, token: string): Promise<Renewed | undefined> {
  const old = await sessionOf(tx, token);
  if (!old) return undefined;
  const now = new Date();
  const next = nextToken(token);
  const later = await sessionOf(tx, next);
  if (later && isReplaced(later)) return renewSession(tx, next);
  if (!later && isReplaced(old)) return undefined;
  const session = { ...(later ?? old), tokenHash: digest(next), provedAt: now };
  await tx
    .insert(sessions)
    .values(session)
    .onConflictDoUpdate({ target: sessions.tokenHash, set: { provedAt: now } });
  if (!later)
    await tx
      .update(sessions)
      .set({ createdAt: replacedAt(now.getTime()) })
      .where(eq(sessions.tokenHash, old.tokenHash));
  return { token: next, session };
}

const isReplaced = ({ createdAt }: Renewed["session"]) => createdAt <= replacedAt(Date.now());

/** Returns the session of a token, if it has not reached its maximum age. */
async function sessionOf(tx: Transaction, token: string) {
  const open = and(eq(sessions.tokenHash, digest(token)), gt(sessions.createdAt, new Date(Date.now() - maxAge)));
  return (await tx.select().from(sessions).where(open))[0];
}

/** Deletes expired sessions and returns their number. */
export async function deleteOldSessions(): Promise<number> {
  const now = Date.now();
  const old = or(lt(sessions.lastSeenAt, new Date(now - idle)), lt(sessions.createdAt, new Date(now - maxAge)));
  return write(async (tx) => (await tx.delete(sessions).where(old).returning({ hash: sessions.tokenHash })).length);
}

/** Returns a user's valid sessions, latest use first, without those that are being replaced. */
export function listSessions(userId: number) {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), whereSessionOpen()))
    .orderBy(desc(sessions.lastSeenAt));
}
