/**
 * Who is asking, and who may come in. Every loader and action starts with one of the guards: `requireUser`,
 * `requireGuest`, `requireGuestOrCode` or `anyone`. A layout's loader protects nothing, because its children can be
 * asked for without it.
 */
import { createCookie, data, redirect } from "@remix-run/node";
import { and, eq, gt, lt, sql } from "drizzle-orm";
import { config } from "config";
import { db, prepared, type Transaction, write } from "db";
import { apiTokens, sessions, type User, users, type Way } from "db/schema";
import { log } from "~/core/process/log.server";
import { cookieName, cookieOptions, isApi, redirectWithToast, samePath, whyNoChange } from "~/core/http/respond.server";
import { forgetAdmitted, noteAdmitted, requestContext, type RequestContext } from "~/core/http/request-context.server";
import { digest, newSecret } from "~/core/process/secrets.server";
import { logSecurityEvent } from "~/core/process/security-log.server";
import { type Access, whereMaySignIn, may, owesSecondStep, type Permission } from "~/core/access/access.server";
import { forbidden } from "./forbidden.server";
import { changesNothing, comesFromHere, pageOf } from "~/core/http/origin.server";
import { isKnownDevice, rememberDevice, notifyOfNewDevice } from "./sessions/known-device.server";
import { placeOf } from "./sessions/place.server";
import { noteSeen } from "./sessions/seen.server";
import { deviceOf, idle, maxAge, refuseLate, renewSession } from "./sessions/sessions.server";
import { recordSignIn } from "./sessions/sign-ins.server";
import { bearerOf } from "./tokens/bearer.server";

const cookie = createCookie(cookieName("session"), cookieOptions);

/**
 * Lets in people who are signed in and have this permission, be it for their own records alone: whoever reads or
 * changes records then asks `reachOf`. Others who are signed in get a 403, or are led to set up the second step that
 * they owe. Visitors are led to `/login` and back to the page they were on, or get a 401 from `/api`.
 */
export async function requireUser(request: Request, permission: Permission): Promise<Asking> {
  const user = await anyone(request);
  if (user && may(user, permission)) return user;
  if (user) throw await forbidden(request, user);
  throw await signedOut(request);
}

/** What somebody who is not signed in, or not any more, is answered. */
async function signedOut(request: Request): Promise<Response> {
  if (isApi(new URL(request.url).pathname))
    return Response.json({ message: "Unauthorized" }, { status: 401, headers: { "WWW-Authenticate": "Bearer" } });
  const login = `/login?${new URLSearchParams({ from: pageOf(request) })}`;
  if (changesNothing(request.method)) return redirect(login);
  return redirectWithToast(login, {
    text: "You were signed out, so your last change was not saved. Log in to go on.",
    tone: "error",
  });
}

/** Lets in people who are not signed in. Others are led to where they came from, or home. */
export async function requireGuest(request: Request): Promise<void> {
  if (!(await anyone(request))) return;
  const { pathname, searchParams } = new URL(request.url);
  throw redirect(samePath(searchParams.get("from"), `/?${new URLSearchParams({ from: pathname })}`));
}

/** Lets in guests, and everybody who brings the code of one of our mails (`?oobCode=`), which is honoured first. */
export async function requireGuestOrCode(
  request: Request,
): Promise<{ code: string; me: User | undefined } | { code: undefined; me: undefined }> {
  const code = new URL(request.url).searchParams.get("oobCode");
  if (code) return { code, me: await anyone(request) };
  await requireGuest(request);
  return { code: undefined, me: undefined };
}

/**
 * Lets in everybody, and says who it is. Like all guards it turns away changes that come from another site, also those
 * with a token: programs name no site, and pages elsewhere have no business with `/api`. There, a token counts and a
 * cookie beside it does not.
 */
export async function anyone(request: Request): Promise<Asking | undefined> {
  const { pathname } = new URL(request.url);
  if (!changesNothing(request.method) && !comesFromHere(request.headers)) {
    throw refusal(
      pathname,
      403,
      "This was sent from another site, so nothing was changed. Open the page here and try again.",
    );
  }
  const user = (isApi(pathname) ? await bearerOf(request) : undefined) ?? (await findSessionUser(request));
  if (!user && config.maintenance && !openInMaintenance.has(pathname)) {
    throw refusal(pathname, 503, "Portico is being looked after and will be back soon.");
  }
  return user;
}

/** Active people must be able to sign in, and anybody may look at the page that says so. */
const openInMaintenance = new Set(["/login", "/logout", "/session", "/preferences"]);

function refusal(pathname: string, status: number, message: string) {
  return isApi(pathname) ? Response.json({ message }, { status }) : data({ message }, status);
}

/** Who is asking. */
type Asking = User & Pick<Access, "owesSecondStep">;

const openSession = prepared((db) =>
  db
    .select({ sessions, users, owes: sql<number>`${owesSecondStep}` })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder("tokenHash")),
        gt(sessions.lastSeenAt, sql`${sql.placeholder("seenAfter")}`),
        gt(sessions.createdAt, sql`${sql.placeholder("createdAfter")}`),
        whereMaySignIn,
      ),
    )
    .prepare(),
);

async function findSessionUser(request: Request): Promise<Asking | undefined> {
  const found = await sessionOfPage(request);
  if (found) standBy(request, found);
  if (found)
    noteSeen(found.sessions.tokenHash, found.sessions.lastSeenAt, (tx, seen) =>
      tx.update(sessions).set({ lastSeenAt: seen }).where(eq(sessions.tokenHash, found.sessions.tokenHash)),
    );
  return found && asking(found);
}

type Found = NonNullable<Awaited<ReturnType<typeof findSession>>>;

/**
 * From here on each change of this request asks whether that session still counts, and whether its person owes nothing
 * that they did not owe then.
 */
function standBy(request: Request, { sessions: { tokenHash }, users, owes }: Found) {
  noteAdmitted(users, async () => {
    const now = await sessionNamed(tokenHash);
    if (!now || (now.owes && !owes)) throw await signedOut(request);
  });
}

/** The mark is there only where it says something. */
const asking = ({ users, owes }: Found): Asking => (owes ? { ...users, owesSecondStep: true } : users);

async function findSession(request: Request) {
  const token = await readToken(request);
  return token ? sessionNamed(digest(token)) : undefined;
}

/** The sessions of pages that are being answered, by what each was found with. */
const sessionsOfPages = new WeakMap<RequestContext, { token: string; session: ReturnType<typeof sessionNamed> }>();

/** Looks a page's session up once, although each of its loaders asks. Whoever stays longer asks `findSession`. */
async function sessionOfPage(request: Request) {
  const context = changesNothing(request.method) ? requestContext() : undefined;
  if (!context) return findSession(request);
  const token = await readToken(request);
  if (!token) return undefined;
  const known = sessionsOfPages.get(context);
  if (known?.token === token) return known.session;
  const session = sessionNamed(digest(token));
  sessionsOfPages.set(context, { token, session });
  return session;
}

async function sessionNamed(tokenHash: string) {
  const now = Date.now();
  return (await openSession({ tokenHash, seenAfter: now - idle, createdAfter: now - maxAge }))[0];
}

/** The request goes on in the session of a new cookie. */
async function goOnIn(request: Request, token: string) {
  const found = await sessionNamed(digest(token));
  if (found) standBy(request, found);
}

/**
 * Who an earlier request came from, if its cookie still lets them in. It does not count as being seen: nobody may be
 * there.
 */
export async function personOfRequest(request: Request): Promise<Asking | undefined> {
  const found = await findSession(request);
  return found && asking(found);
}

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
  await goOnIn(request, token);
  const headers = await sessionCookie(token, options.remember ? maxAge : undefined);
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
  await goOnIn(request, renewed.token);
  const left = renewed.session.createdAt.getTime() + maxAge - Date.now();
  return sessionCookie(renewed.token, renewed.session.remember ? left : undefined);
}

/** `life` is in milliseconds; without it the cookie goes when the browser is closed. */
async function sessionCookie(token: string, life: number | undefined): Promise<Headers> {
  return new Headers({
    "Set-Cookie": await cookie.serialize(token, life === undefined ? {} : { maxAge: Math.floor(life / 1000) }),
  });
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
  const headers = new Headers({
    "Set-Cookie": await cookie.serialize("", { maxAge: 0 }),
    "Clear-Site-Data": '"cache"',
  });
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
    if (!whyNoChange(error)) throw error;
    log.error({ err: error }, "a session could not be ended");
    return {
      headers,
      left: "This browser is logged out, but the server could not write that down. Later, look under Settings > Security whether this session is still listed, and end it there.",
    };
  }
}

/** The hash that names this browser's session in the database, if it has one. */
export async function currentSession(request: Request): Promise<string | undefined> {
  const token = await readToken(request);
  return token && digest(token);
}

async function readToken(request: Request): Promise<string | undefined> {
  const value: unknown = await cookie.parse(request.headers.get("Cookie"));
  return typeof value === "string" && value ? value : undefined;
}
