/** The cookie of a session: a secret, of which the database keeps only the hash. */
import { createCookie } from "@remix-run/node";
import { cookieName, cookieOptions } from "~/core/http/respond.server";
import { digest } from "~/core/process/secrets.server";

const cookie = createCookie(cookieName("session"), cookieOptions);

/** The cookie that tells scripts the id of who is signed in, for pages that were opened by somebody else. */
export const personCookie = cookieName("person");

/** `life` is in milliseconds; without it the cookies go when the browser is closed. */
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

/** The hash that names this browser's session in the database, if it has one. */
export async function currentSession(request: Request): Promise<string | undefined> {
  const token = await readToken(request);
  return token && digest(token);
}

/** What this browser's cookie holds, if it has one. */
export async function readToken(request: Request): Promise<string | undefined> {
  const value: unknown = await cookie.parse(request.headers.get("Cookie"));
  return typeof value === "string" && value ? value : undefined;
}
