/**
 * Authentication and guards. Every loader and action starts with `guard`, `requireUser`, `requireGuest`,
 * `requireGuestOrCode` or `anyone`; a layout's loader protects nothing, because its children can be requested without
 * it.
 */
import type { IncomingMessage } from "node:http";
import { data, redirect, replace } from "@remix-run/node";
import { and, eq, gt, sql } from "drizzle-orm";
import { config } from "config";
import { prepared } from "db";
import { sessions, type User, users } from "db/schema";
import { loginFrom } from "~/core/form/network-error";
import { isApi, redirectWithToast, samePath } from "~/core/http/respond.server";
import { noteAdmitted, requestContext, type RequestContext } from "~/core/http/request-context.server";
import { digest } from "~/core/process/secrets.server";
import {
  type Access,
  whereMaySignIn,
  may,
  whereOwesSecondFactor,
  type Permission,
  type RecordPermissions,
} from "~/core/access/access.server";
import { forbidden } from "./forbidden.server";
import { currentRequester, personRequester } from "~/core/http/work-queues.server";
import type { Requester } from "~/core/process/fair-queue.server";
import { changesNothing, comesFromHere, pageOf } from "~/core/http/origin.server";
import { readToken } from "./sessions/cookie.server";
import { lastPersonOf } from "./sessions/known-device.server";
import { noteSeen } from "./sessions/last-seen.server";
import { idle, maxAge } from "./sessions/sessions.server";
import { bearerOf, personWithToken } from "./tokens/bearer.server";

/**
 * Returns the signed-in user with this permission, even if only for their own records: `reachOf` then says which.
 * Throws a 403 or a redirect to set up a required second factor; visitors are redirected to `/login`, or get a 401
 * from `/api`.
 */
export async function requireUser(request: Request, permission: Permission): Promise<SignedInUser> {
  const user = await userOfRequest(request);
  if (user && may(user, permission)) return user;
  if (user) throw await forbidden(request, user);
  throw await signedOut(request);
}

/** Returns the signed-in user who may view, or change, records of a kind. Throws as `requireUser` does. */
export const guard = (request: Request, of: { permissions: RecordPermissions }, verb: keyof RecordPermissions) =>
  requireUser(request, of.permissions[verb]);

/** Returns the response for requests without a valid session. */
async function signedOut(request: Request): Promise<Response> {
  if (isApi(new URL(request.url).pathname))
    return Response.json({ message: "Unauthorized" }, { status: 401, headers: { "WWW-Authenticate": "Bearer" } });
  const login = loginFrom(pageOf(request));
  if (changesNothing(request.method)) return redirect(login);
  return redirectWithToast(login, {
    text: "You were signed out, so your last change was not saved. Log in to go on.",
    tone: "error",
  });
}

/**
 * Throws a redirect for signed-in users: to the page they came from, or home. It replaces the history entry, so that
 * Back works.
 */
export async function requireGuest(request: Request): Promise<void> {
  if (!(await userOfRequest(request))) return;
  const { pathname, searchParams } = new URL(request.url);
  throw replace(samePath(searchParams.get("from"), `/?${new URLSearchParams({ from: pathname })}`));
}

/** Admits guests, and everybody with a mailed code (`?oobCode=`), which has precedence. */
export async function requireGuestOrCode(
  request: Request,
): Promise<{ code: string; me: User | undefined } | { code: undefined; me: undefined }> {
  const code = new URL(request.url).searchParams.get("oobCode");
  if (code) return { code, me: await userOfRequest(request) };
  await requireGuest(request);
  return { code: undefined, me: undefined };
}

/**
 * Returns the user of the request, if any. Throws a 403 for changes sent from another site. At `/api` a token takes
 * precedence over a cookie.
 */
export function userOfRequest(request: Request): Promise<SignedInUser | undefined> {
  const context = request.method === "GET" ? requestContext() : undefined;
  if (!context) return authenticate(request);
  const headers = [request.headers.get("Cookie"), request.headers.get("Authorization")];
  const key = [request.url, ...headers].join("\n");
  const known = usersOfPages.get(context);
  if (known?.key === key) return known.user;
  const user = authenticate(request);
  usersOfPages.set(context, { key, user });
  return user;
}

/** Users of page requests, so that the loaders of a page authenticate once, with the request they were found for. */
const usersOfPages = new WeakMap<RequestContext, { key: string; user: ReturnType<typeof authenticate> }>();

async function authenticate(request: Request): Promise<SignedInUser | undefined> {
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
    throw refusal(pathname, 503, "Portico is down for maintenance and will be back soon.");
  }
  return user;
}

/** Paths that stay open to visitors during maintenance, so that users can sign in. */
const openInMaintenance = new Set(["/login", "/logout", "/session", "/preferences"]);

function refusal(pathname: string, status: number, message: string) {
  return isApi(pathname) ? Response.json({ message }, { status }) : data({ message }, status);
}

/** The user of a request. */
type SignedInUser = User & Pick<Access, "owesSecondFactor">;

const openSession = prepared((db) =>
  db
    .select({ sessions, users, owes: sql<number>`${whereOwesSecondFactor}` })
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

async function findSessionUser(request: Request): Promise<SignedInUser | undefined> {
  const found = await sessionOfPage(request);
  if (found) recheckSessionBeforeWrites(request, found);
  if (found)
    noteSeen(found.sessions.tokenHash, found.sessions.lastSeenAt, (tx, seen) =>
      tx.update(sessions).set({ lastSeenAt: seen }).where(eq(sessions.tokenHash, found.sessions.tokenHash)),
    );
  return found && toSignedInUser(found);
}

/**
 * Returns the request's key for queues: its user, by session, token or known browser, else its network. The session is
 * looked up once for this and for the page.
 */
export async function requesterOf({ headers }: IncomingMessage): Promise<Requester> {
  const { cookie, authorization } = headers;
  const id = authorization
    ? (await personWithToken(authorization))?.id
    : cookie && (await personWithCookie(new Request("http://localhost", { headers: { cookie } })));
  return id ? personRequester(id) : currentRequester();
}

const personWithCookie = async (request: Request): Promise<number | undefined> =>
  (await sessionOfPage(request))?.users.id ?? (await lastPersonOf(request));

type OpenSession = NonNullable<Awaited<ReturnType<typeof findSession>>>;

/**
 * Rechecks before each later write of this request that the session is still valid and that its user does not owe a
 * new second factor.
 */
function recheckSessionBeforeWrites(request: Request, { sessions: { tokenHash }, users, owes }: OpenSession) {
  noteAdmitted(users, async () => {
    const now = await sessionNamed(tokenHash);
    if (!now || (now.owes && !owes)) throw await signedOut(request);
  });
}

const toSignedInUser = ({ users, owes }: OpenSession): SignedInUser =>
  owes ? { ...users, owesSecondFactor: true } : users;

async function findSession(request: Request) {
  const token = await readToken(request);
  return token ? sessionNamed(digest(token)) : undefined;
}

/** Session lookups of page requests, with the token they were made for. */
const sessionsOfPages = new WeakMap<RequestContext, { token: string; session: ReturnType<typeof sessionNamed> }>();

/**
 * Returns the session of a page request, looked up once for all of its loaders. Long-running requests use
 * `findSession`.
 */
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

/** Makes the rest of this request use the session of `token`. */
export async function switchSession(request: Request, token: string) {
  const found = await sessionNamed(digest(token));
  if (found) recheckSessionBeforeWrites(request, found);
}

/** Returns the user of an earlier request if its session is still valid. This does not update the time of last use. */
export async function personOfRequest(request: Request): Promise<SignedInUser | undefined> {
  const found = await findSession(request);
  return found && toSignedInUser(found);
}
