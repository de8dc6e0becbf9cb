/** Opens, renews and ends a browser's session. */
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

/** Details of a sign-in. */
export interface SignInOptions {
  way: Way;
  /** Whether the session outlives the browser. */
  remember: boolean;
  address: string;
  /** When authentication began. If all access of the user has ended since, the sign-in is refused. */
  began: Date;
  /** Ends sessions last authenticated before this moment, and tokens created before it. */
  validSince?: Date;
  /** Runs in the transaction that opens the session or stores the pending sign-in, to save a write. */
  also?(tx: Transaction): Promise<void>;
}

/**
 * Opens a session under a new cookie, ends the browser's previous one and those that `validSince` invalidates, and
 * mails the user if the browser is new for them. Returns the headers to send.
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

/** Ends sessions and tokens from before `moment`. A session renewed since counts, however long ago it began. */
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
 * Records that the user has just re-authenticated and returns the headers to send. The session continues under a new
 * cookie, because it now may do more.
 */
export async function markReauthenticated(request: Request): Promise<Headers> {
  const token = await readToken(request);
  const renewed = token && (await write((tx) => renewSession(tx, token)));
  if (!renewed) return new Headers();
  await switchSession(request, renewed.token);
  const left = renewed.session.createdAt.getTime() + maxAge - Date.now();
  return sessionCookies(renewed.token, renewed.session.userId, renewed.session.remember ? left : undefined);
}

/** Returns when the user last authenticated in this session. */
export async function reauthenticatedAt(request: Request): Promise<Date | undefined> {
  const here = await currentSession(request);
  const [session] = here
    ? await db.select({ provedAt: sessions.provedAt }).from(sessions).where(eq(sessions.tokenHash, here))
    : [];
  return session?.provedAt ?? undefined;
}

/**
 * Ends this browser's session and returns headers that also clear its cached pages; preferences such as the theme
 * stay. If the database cannot be written, the browser is logged out all the same, and `left` is a message saying that
 * the session itself remains.
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
