/**
 * Who is asking, and who may come in. Every loader and action starts with one of the guards: `requireUser`,
 * `requireGuest`, `requireGuestOrCode` or `anyone`. A layout's loader protects nothing, because its children can be
 * asked for without it.
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
import { type Access, whereMaySignIn, may, owesSecondStep, type Permission } from "~/core/access/access.server";
import { forbidden } from "./forbidden.server";
import { currentRequester } from "~/core/http/work-queues.server";
import type { Requester } from "~/core/process/fair-queue.server";
import { changesNothing, comesFromHere, pageOf } from "~/core/http/origin.server";
import { readToken } from "./sessions/cookie.server";
import { lastPersonOf } from "./sessions/known-device.server";
import { noteSeen } from "./sessions/last-seen.server";
import { idle, maxAge } from "./sessions/sessions.server";
import { bearerOf, personWithToken } from "./tokens/bearer.server";

/**
 * Lets in people who are signed in and have this permission, be it for their own records alone: whoever reads or
 * changes records then asks `reachOf`. Others who are signed in get a 403, or are led to set up the second step that
 * they owe. Visitors are led to `/login` and back to the page they were on, or get a 401 from `/api`.
 */
export async function requireUser(request: Request, permission: Permission): Promise<SignedInUser> {
  const user = await anyone(request);
  if (user && may(user, permission)) return user;
  if (user) throw await forbidden(request, user);
  throw await signedOut(request);
}

/** What somebody who is not signed in, or not any more, is answered. */
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

/** Lets in people who are not signed in. Others are led to where they came from, or home, and past here by Back. */
export async function requireGuest(request: Request): Promise<void> {
  if (!(await anyone(request))) return;
  const { pathname, searchParams } = new URL(request.url);
  throw replace(samePath(searchParams.get("from"), `/?${new URLSearchParams({ from: pathname })}`));
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
export async function anyone(request: Request): Promise<SignedInUser | undefined> {
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
type SignedInUser = User & Pick<Access, "owesSecondStep">;

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
 * Whose turn a request takes: a person with a session or a token, or whose browser is known here, else the network that
 * it comes from. A session is looked up once for this and for the page.
 */
export async function requesterOf({ headers }: IncomingMessage): Promise<Requester> {
  const { cookie, authorization } = headers;
  const id = authorization
    ? (await personWithToken(authorization))?.id
    : cookie && (await personWithCookie(new Request("http://localhost", { headers: { cookie } })));
  return id ? { key: `person ${id}`, isKnown: true } : currentRequester();
}

const personWithCookie = async (request: Request): Promise<number | undefined> =>
  (await sessionOfPage(request))?.users.id ?? (await lastPersonOf(request));

type OpenSession = NonNullable<Awaited<ReturnType<typeof findSession>>>;

/**
 * From here on each change of this request asks whether that session still counts, and whether its person owes nothing
 * that they did not owe then.
 */
function recheckSessionBeforeWrites(request: Request, { sessions: { tokenHash }, users, owes }: OpenSession) {
  noteAdmitted(users, async () => {
    const now = await sessionNamed(tokenHash);
    if (!now || (now.owes && !owes)) throw await signedOut(request);
  });
}

/** The mark is there only where it says something. */
const toSignedInUser = ({ users, owes }: OpenSession): SignedInUser =>
  owes ? { ...users, owesSecondStep: true } : users;

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
export async function switchSession(request: Request, token: string) {
  const found = await sessionNamed(digest(token));
  if (found) recheckSessionBeforeWrites(request, found);
}

/**
 * Who an earlier request came from, if its cookie still lets them in. It does not count as being seen: nobody may be
 * there.
 */
export async function personOfRequest(request: Request): Promise<SignedInUser | undefined> {
  const found = await findSession(request);
  return found && toSignedInUser(found);
}
