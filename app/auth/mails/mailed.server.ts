/** Remembers in the browser which mail it is waiting for, so that no address has to say an e-mail. */
import { createCookie } from "@remix-run/node";
import { config } from "config";
import { cookieName, cookieOptions } from "~/core/http/respond.server";
import type { ShownLink } from "~/auth/identity/provider";

export interface Mailed {
  purpose: "verification" | "reset" | "new-address" | "invitation";
  email: string;
  /** The mail was certainly sent. Else that is not said: it would tell whether there is such an account. */
  certain?: boolean;
  /** Names the registration that was made here (`Account.signUp`), so that the link leads straight in. */
  signUp?: string;
  /** The name that was typed here. */
  name?: string;
  /** The mail's link, where the page may show it itself. */
  link?: ShownLink;
}

const cookie = createCookie(cookieName("mailed"), {
  ...cookieOptions,
  secrets: [config.sessionSecret],
  maxAge: 60 * 60,
});

/** The header that remembers it, for an hour. */
export async function rememberMailed(mailed: Mailed): Promise<{ "Set-Cookie": string }> {
  return { "Set-Cookie": await cookie.serialize(mailed) };
}

/** The mail that this browser is waiting for, if it is one of this purpose. */
export async function readMailed(request: Request, purpose: Mailed["purpose"]): Promise<Mailed | undefined> {
  const mailed = (await cookie.parse(request.headers.get("Cookie"))) as Mailed | null;
  return mailed?.purpose === purpose ? mailed : undefined;
}
