/** The cookie of a session: a secret, of which the database keeps only the hash. */
import { createCookie } from "@remix-run/node";
import { cookieName, cookieOptions } from "~/core/http/respond.server";
import { digest } from "~/core/process/secrets.server";

const cookie = createCookie(cookieName("session"), cookieOptions);

/** `life` is in milliseconds; without it the cookie goes when the browser is closed. */
export async function sessionCookie(token: string, life: number | undefined): Promise<Headers> {
  return new Headers({
    "Set-Cookie": await cookie.serialize(token, life === undefined ? {} : { maxAge: Math.floor(life / 1000) }),
  });
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
