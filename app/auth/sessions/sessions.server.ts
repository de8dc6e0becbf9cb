/** The browsers in which people are signed in, as rows. Who is asking is for `session.server.ts` to say. */
import { and, desc, eq, gt, lt, lte, ne, or } from "drizzle-orm";
import { afterCommit, db, type Transaction, write } from "db";
import { apiTokens, sessions, signInSteps, trustedBrowsers, users } from "db/schema";
import { forgetAdmitted, requestContext } from "~/core/http/request-context.server";
import { digest, signature } from "~/core/process/secrets.server";
import { logSecurityEvent } from "~/core/process/security-log.server";
import { IdentityError } from "~/auth/identity-errors";

const day = 86_400_000;
/** A session ends after this long without a visit, and after this long in any case; in milliseconds. */
export const idle = 30 * day;
export const maxAge = 90 * day;
/** A cookie that a newer one replaced is good for this long, in milliseconds, for what the browser had sent by then. */
export const grace = 5_000;

/** What a browser calls itself. */
export const deviceOf = (request: Request) => (request.headers.get("User-Agent") ?? "").slice(0, 300);

/** That can be used, and is not about to end because another took its place. */
const isOpen = () => and(gt(sessions.lastSeenAt, new Date(Date.now() - idle)), notReplaced());

/**
 * When a session goes on under a new cookie, the old one ends a moment later: so far back it then seems to have begun.
 */
const replacedAt = (moment: number) => new Date(moment - maxAge + grace);
const notReplaced = () => gt(sessions.createdAt, replacedAt(Date.now()));

/**
 * Ends all that was given out to a person to come in by: sessions (but this one, if it is said), API tokens, logins
 * half way and trust in browsers. In the transaction that took their right to be here, or that changed what they showed
 * for it.
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
 * Throws `IdentityError` for a login that began before all access of its person ended: what it showed may be what was
 * taken away.
 */
export async function refuseLate(tx: Transaction, userId: number, began: Date) {
  const [late] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), gt(users.accessEndedAt, began), lte(users.accessEndedAt, new Date()))); // a moment to come is of a clock that was set back
  if (late) throw new IdentityError("invalid-credential");
}

/** Ends every session of a person but one. Answers how many were open. */
export async function endOtherSessions(tx: Transaction, userId: number, here: string | undefined): Promise<number> {
  const others = and(eq(sessions.userId, userId), ne(sessions.tokenHash, here ?? ""));
  const open = await tx.$count(sessions, and(others, isOpen()));
  await tx.delete(sessions).where(others);
  return open;
}

/**
 * Ends one session, if it is this person's. Answers its browser, or nothing when there was none: it may have ended, or
 * go on under a new cookie.
 */
export async function endSession(tx: Transaction, userId: number, tokenHash: string): Promise<string | undefined> {
  const [ended] = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.tokenHash, tokenHash), notReplaced()))
    .returning({ device: sessions.device });
  return ended?.device;
}

/**
 * What goes on in place of a cookie: the same each time, so that a browser that pressed twice has it by either answer.
 * Only this site can tell it.
 */
const nextToken = (token: string) => signature(token, "the session that goes on");

interface Renewed {
  token: string;
  session: typeof sessions.$inferSelect;
}

/**
 * Lets a session go on under a new cookie, as one whose person has just shown who they are; the old one is good for
 * what the browser had sent by then. Nothing when it had ended.
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

/** The session of a cookie that still counts. */
async function sessionOf(tx: Transaction, token: string) {
  const open = and(eq(sessions.tokenHash, digest(token)), gt(sessions.createdAt, new Date(Date.now() - maxAge)));
  return (await tx.select().from(sessions).where(open))[0];
}

/** Takes away sessions that time has ended. Answers how many. */
export async function deleteOldSessions(): Promise<number> {
  const now = Date.now();
  const old = or(lt(sessions.lastSeenAt, new Date(now - idle)), lt(sessions.createdAt, new Date(now - maxAge)));
  return write(async (tx) => (await tx.delete(sessions).where(old).returning({ hash: sessions.tokenHash })).length);
}

/** Where a person is signed in, latest seen first: those that are still good, and not about to be replaced. */
export function listSessions(userId: number) {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isOpen()))
    .orderBy(desc(sessions.lastSeenAt));
}
