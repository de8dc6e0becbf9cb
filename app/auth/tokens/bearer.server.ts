/** Who asks `/api` by a token (RFC 6750) in place of a session. */
import { and, eq, sql } from "drizzle-orm";
import { config } from "config";
import { prepared } from "db";
import { apiTokens, type User, users } from "db/schema";
import { noteAdmitted } from "~/core/http/request-context.server";
import { digest } from "~/core/process/secrets.server";
import { logSecurityEvent } from "~/core/process/security-log.server";
import { twoFactorPage } from "~/auth/second-factor/page";
import { formatDay } from "~/core/values/time-format";
import { changesNothing } from "~/core/http/origin.server";
import { noteSeen } from "../sessions/last-seen.server";
import { whereMaySignIn, owesSecondStep } from "~/core/access/access.server";
import { areasOf, changes, lesser, type TokenScopes } from "./scopes";

const tokenWithPerson = prepared((db) =>
  db
    .select({ api_tokens: apiTokens, users, owes: sql<number>`${owesSecondStep}` })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(and(eq(apiTokens.tokenHash, sql.placeholder("tokenHash")), whereMaySignIn))
    .prepare(),
);

/**
 * Somebody in whose name a program asks, narrowed to what its token opens, and to what they may themselves at this
 * moment.
 */
export type Bearer = User & { token: Pick<TokenScopes, "access"> };

/** Admins and owners come as staff of all areas: a token opens nothing beside them. */
function narrowed(person: User, { areas, access }: TokenScopes): Bearer {
  return {
    ...person,
    access: person.access === "client" ? "client" : "staff",
    areas: lesser(areasOf(person), areas),
    token: { access },
  };
}

/**
 * The person in whose name a program asks, with no more access than its token; nobody when the request has no token, so
 * that a cookie may count. Throws a 401 for a token that is none, or no more, and a 403 for a change by one that may
 * only read, and while its person owes a second step. Tries are not counted: a token has 256 random bits, and what is
 * refused writes nothing.
 */
export async function bearerOf({ headers, method }: Request): Promise<Bearer | undefined> {
  const token = bearerToken(headers.get("Authorization") ?? "");
  if (token === undefined) return undefined;
  const tokenHash = digest(token);
  const found = await opened(tokenHash);
  noteAdmitted(found.users, async () => void (await opened(tokenHash)));
  noteSeen(tokenHash, found.api_tokens.lastUsedAt, (tx, now) =>
    tx.update(apiTokens).set({ lastUsedAt: now }).where(eq(apiTokens.tokenHash, tokenHash)),
  );
  const bearer = narrowed(found.users, found.api_tokens);
  if (!changesNothing(method) && !changes(bearer))
    throw outOfScope("This token may only read, so nothing was changed.");
  return bearer;
}

/** Returns the person of an `Authorization` header, whether or not its token still opens anything. */
export async function personWithToken(authorization: string): Promise<Pick<User, "id"> | undefined> {
  const token = bearerToken(authorization);
  return token === undefined ? undefined : (await tokenWithPerson({ tokenHash: digest(token) }))[0]?.users;
}

function bearerToken(authorization: string): string | undefined {
  const [scheme = "", token = ""] = authorization.split(/\s+/, 2);
  return scheme.toLowerCase() === "bearer" ? token : undefined;
}

/** What a token opens at this moment. */
async function opened(tokenHash: string) {
  const [found] = await tokenWithPerson({ tokenHash });
  if (!found)
    throw unauthorized("This token is not known here: it was revoked or mistyped, or whoever made it may not sign in.");
  const { expiresAt } = found.api_tokens;
  if (expiresAt.getTime() <= Date.now())
    throw unauthorized(`This token expired on ${formatDay(expiresAt, config.timeZone)}.`);
  if (found.owes) throw outOfScope(secondStepDemanded);
  return found;
}

/** What programs are told while their person owes a second step. */
export const secondStepDemanded = `A second step is demanded of this account, and none is set up. Set it up at ${config.appUrl}${twoFactorPage}.`;

/** A 403 for what a token does not open. */
export const outOfScope = (message: string) =>
  Response.json({ message }, { status: 403, headers: { "WWW-Authenticate": 'Bearer error="insufficient_scope"' } });

/** The same for what decides who may sign in. */
export const outOfAccessScope = () =>
  outOfScope(
    "This may not change who may sign in: the status or the e-mail address of people, active new people, and people in the trash need the scope “People’s access”, or a session that signed in less than ten minutes ago. Nothing was changed.",
  );

function unauthorized(why: string) {
  logSecurityEvent({ event: "sign-in", outcome: "failure", way: "token", why: "invalid-token" });
  const message = `${why} Make a new one at ${config.appUrl}/settings/security.`;
  return Response.json({ message }, { status: 401, headers: { "WWW-Authenticate": 'Bearer error="invalid_token"' } });
}
