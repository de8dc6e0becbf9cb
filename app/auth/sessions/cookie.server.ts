/** The session cookie: a secret of which the database stores only the hash. */
import { createCookie } from "@remix-run/node";
import { cookieName, cookieOptions } from "~/core/http/respond.server";
import { requestContext, type RequestContext } from "~/core/http/request-context.server";
import { digest } from "~/core/process/secrets.server";

const cookie = createCookie(cookieName("session"), cookieOptions);

/** Cookie with the user's id for scripts, which detect pages that another user opened. */
export const personCookie = cookieName("person");

/** Returns both cookies. `life` is in milliseconds; without it they expire when the browser closes. */
export async function sessionCookies(token: string, userId: number | "", life: number | undefined): Promise<Headers> {
  const lasting = life === undefined ? {} : { maxAge: Math.floor(life / 1000) };
  const headers = new Headers({ "Set-Cookie": await cookie.serialize(token, lasting) });
  const attributes = [
    `${personCookie}=${userId}`,
    "Path=/",
    "SameSite=Lax",
    ...(cookieOptions.secure ? ["Secure"] : []),
    ...(lasting.maxAge === undefined ? [] : [`Max-Age=${lasting.maxAge}`]),
  ];
  headers.append("Set-Cookie", attributes.join("; "));
  return headers;
}

/** Returns the hash that identifies this browser's session in the database, if it has one. */
export async function currentSession(request: Request): Promise<string | undefined> {
  const token = await readToken(request);
  return token && digest(token);
}

/** Returns the token in this browser's session cookie, if any. */
export async function readToken({ headers }: Pick<Request, "headers">): Promise<string | undefined> {
  const header = headers.get("Cookie");
  const context = requestContext();
  const known = context && tokensOfRequests.get(context);
  if (known?.header === header) return known.token;
  const value: unknown = await cookie.parse(header);
  const token = typeof value === "string" && value ? value : undefined;
  if (context) tokensOfRequests.set(context, { header, token });
  return token;
}

/** Tokens of requests, which the queue and each loader ask for; decoding one takes as long as finding its session. */
const tokensOfRequests = new WeakMap<RequestContext, { header: string | null; token: string | undefined }>();
