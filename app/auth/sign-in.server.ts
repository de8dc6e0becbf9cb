/** Opens, renews and ends the session of a browser. */
import { and, eq, lt, sql } from "drizzle-orm";
import { db, type Transaction, write } from "db";
import { apiTokens, sessions, type User, type Way } from "db/schema";
import { writeFailureMessage } from "~/core/http/respond.server";
import { forgetAdmitted } from "~/core/http/request-context.server";
import { log } from "~/core/process/log.server";
import { digest, newSecret } from "~/core/process/secrets.server";
import { logSecurityEvent } from "~/core/process/security-log.server";
import { switchSession } from "./session.server";
import { currentSession, readToken, sessionCookies } from "./sessions/cookie.server";
import { isKnownDevice, notifyOfNewDevice, rememberDevice } from "./sessions/known-device.server";
import { placeOf } from "./sessions/place.server";
import { deviceOf, maxAge, refuseLate, renewSession } from "./sessions/sessions.server";
import { recordSignIn } from "./sessions/sign-ins.server";

/** How somebody came in. */
export interface SignInOptions {
  way: Way;
  /** Whether the session shall outlive the browser. */
  remember: boolean;
  address: string;
  /** When the check of who they are began: what ended all their access since then ends this too. */
  began: Date;
  /** Sessions whose person has not shown who they are since this moment end, and so do tokens from before it. */
  validSince?: Date;
  /** Done in the change that opens the session or keeps the login half way, so that a login waits for few turns. */
  also?(tx: Transaction): Promise<void>;
}

/**
 * Opens a session in a new cookie; one that the browser already had ends, and so does what `validSince` says. Its
 * person is told by mail where the browser is new for them. Answers the headers to send.
 */
export async function signIn(request: Request, user: User, options: SignInOptions): Promise<Headers> {
  const old = await readToken(request);
  const token = newSecret();
  const isKnown = await isKnownDevice(request, user);
  await write(async (tx) => {
    await refuseLate(tx, user.id, options.began);
    await options.also?.(tx);
    if (old) await tx.delete(sessions).where(eq(sessions.tokenHash, digest(old)));
    if (options.validSince) await endOlder(tx, user.id, options.validSince);
    const { way, remember, address } = options;
    if (!isKnown) await notifyOfNewDevice(tx, user, placeOf(request, address));
    await recordSignIn(tx, request, user.id, { way, address });
    await tx.insert(sessions).values({
      tokenHash: digest(token),
      userId: user.id,
      device: deviceOf(request),
      address,
      remember,
      provedAt: new Date(),
    });
  });
  await switchSession(request, token);
  const headers = await sessionCookies(token, user.id, options.remember ? maxAge : undefined);
  headers.append("Set-Cookie", await rememberDevice(request, user.id));
  return headers;
}

/**
 * A session that was renewed when its person changed the password here knows the new one, however long ago it began.
 */
async function endOlder(tx: Transaction, userId: number, moment: Date) {
  await tx
    .delete(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        lt(sql`coalesce(${sessions.provedAt}, ${sessions.createdAt})`, moment.getTime()),
      ),
    );
  await tx.delete(apiTokens).where(and(eq(apiTokens.userId, userId), lt(apiTokens.createdAt, moment)));
}

/**
 * Writes down that the person at this browser has just shown who they are. That raises what the session may do, so it
 * goes on under a new cookie. Answers the headers to send.
 */
export async function markReauthenticated(request: Request): Promise<Headers> {
  const token = await readToken(request);
  const renewed = token && (await write((tx) => renewSession(tx, token)));
  if (!renewed) return new Headers();
  await switchSession(request, renewed.token);
  const left = renewed.session.createdAt.getTime() + maxAge - Date.now();
  return sessionCookies(renewed.token, renewed.session.userId, renewed.session.remember ? left : undefined);
}

/** When the person last showed at this browser that it is really them, by signing in or since. */
export async function reauthenticatedAt(request: Request): Promise<Date | undefined> {
  const here = await currentSession(request);
  const [session] = here
    ? await db.select({ provedAt: sessions.provedAt }).from(sessions).where(eq(sessions.tokenHash, here))
    : [];
  return session?.provedAt ?? undefined;
}

/**
 * Ends this browser's session. Answers the headers to send: the browser forgets what it kept of the pages, also those
 * that Back would show. What people set for this browser (cookies, theme) stays. Where the database takes no change,
 * the browser forgets all the same: `left` then says in a sentence that the session itself could not be ended.
 */
export async function signOut(request: Request): Promise<{ headers: Headers; left?: string }> {
  const headers = await sessionCookies("", "", 0);
  headers.set("Clear-Site-Data", '"cache"');
  const token = await readToken(request);
  if (!token) return { headers };
  try {
    const [ended] = await write((tx) =>
      tx
        .delete(sessions)
        .where(eq(sessions.tokenHash, digest(token)))
        .returning({ userId: sessions.userId }),
    );
    forgetAdmitted();
    if (ended) logSecurityEvent({ event: "sign-out", outcome: "success", userId: ended.userId });
    return { headers };
  } catch (error) {
    if (!writeFailureMessage(error)) throw error;
    log.error({ err: error }, "a session could not be ended");
    return {
      headers,
      left: "This browser is logged out, but the server could not write that down. Later, look under Settings > Security whether this session is still listed, and end it there.",
    };
  }
}
