/** Authentication at `/api` by a bearer token (RFC 6750) instead of a session. */
import { and, eq, sql } from "drizzle-orm";
import { config } from "config";
import { timeZone } from "db/company-settings";
import { prepared } from "db";
import { apiTokens, type User, users } from "db/schema";
import { noteAdmitted } from "~/core/http/request-context.server";
import { digest } from "~/core/process/secrets.server";
import { logSecurityEvent } from "~/core/process/security-log.server";
import { secondFactorPage } from "~/auth/second-factor/page";
import { formatDay } from "~/core/values/time-format";
import { changesNothing } from "~/core/http/origin.server";
import { noteSeen } from "../sessions/last-seen.server";
import { whereMaySignIn, whereOwesSecondFactor } from "~/core/access/access.server";
import { areasOf, allowsChanges, intersectAreas, type TokenScopes } from "./scopes";

const tokenWithPerson = prepared((db) =>
  db
    .select({ api_tokens: apiTokens, users, owes: sql<number>`${whereOwesSecondFactor}` })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(and(eq(apiTokens.tokenHash, sql.placeholder("tokenHash")), whereMaySignIn))
    .prepare(),
);

/** The user of a token, with access limited to what both the token and the user's current access allow. */
export type Bearer = User & { token: Pick<TokenScopes, "access"> };

/**
 * Returns the user with the token's access. Admins and owners become staff, because a token grants nothing beyond
 * areas.
 */
function limitToToken(person: User, { areas, access }: TokenScopes): Bearer {
  return {
    ...person,
    access: person.access === "client" ? "client" : "staff",
    areas: intersectAreas(areasOf(person), areas),
    token: { access },
  };
}

/**
 * Returns the user of the request's token, limited to its scopes, or undefined if it has no token. Throws a 401 for an
 * invalid or expired token, and a 403 for a change by a read-only one or if the user owes a second factor. Attempts
 * are not counted: a token has 256 random bits.
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
  const bearer = limitToToken(found.users, found.api_tokens);
  if (!changesNothing(method) && !allowsChanges(bearer))
    throw outOfScope("This token may only read, so nothing was changed.");
  return bearer;
}

/** Returns the user of an `Authorization` header, whether or not the token has expired. */
export async function personWithToken(authorization: string): Promise<Pick<User, "id"> | undefined> {
  const token = bearerToken(authorization);
  return token === undefined ? undefined : (await tokenWithPerson({ tokenHash: digest(token) }))[0]?.users;
}

function bearerToken(authorization: string): string | undefined {
  const [scheme = "", token = ""] = authorization.split(/\s+/, 2);
  return scheme.toLowerCase() === "bearer" ? token : undefined;
}

/**
 * Returns the token with its user. Throws a 401 if it is unknown or expired, and a 403 if the user owes a second
 * factor.
 */
async function opened(tokenHash: string) {
  const [found] = await tokenWithPerson({ tokenHash });
  if (!found)
    throw unauthorized("This token is not known here: it was revoked or mistyped, or whoever made it may not sign in.");
  const { expiresAt } = found.api_tokens;
  if (expiresAt.getTime() <= Date.now())
    throw unauthorized(`This token expired on ${formatDay(expiresAt, timeZone())}.`);
  if (found.owes) throw outOfScope(secondFactorRequired);
  return found;
}

/** Message for programs whose user owes a second factor. */
export const secondFactorRequired = `A second factor is required of this account, and none is set up. Set it up at ${config.appUrl}${secondFactorPage}.`;

/** Returns a 403 for what the token's scopes do not include. */
export const outOfScope = (message: string) =>
  Response.json({ message }, { status: 403, headers: { "WWW-Authenticate": 'Bearer error="insufficient_scope"' } });

/** Returns a 403 for changes that decide who may sign in. */
export const outOfAccessScope = () =>
  outOfScope(
    "This may not change who may sign in: the status or the e-mail address of people, active new people, and people in the trash need the scope “People’s access”, or a session that signed in less than ten minutes ago. Nothing was changed.",
  );

function unauthorized(reason: string) {
  logSecurityEvent({ event: "sign-in", outcome: "failure", way: "token", why: "invalid-token" });
  const message = `${reason} Make a new one at ${config.appUrl}/settings/security.`;
  return Response.json({ message }, { status: 401, headers: { "WWW-Authenticate": 'Bearer error="invalid_token"' } });
}
