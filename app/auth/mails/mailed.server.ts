/** A signed cookie with the mail that this browser is waiting for, so that no URL contains an e-mail address. */
import { createCookie } from "@remix-run/node";
import { config } from "config";
import { cookieName, cookieOptions } from "~/core/http/respond.server";
import type { ShownLink } from "~/auth/identity/provider";

export interface Mailed {
  purpose: "verification" | "reset" | "new-address" | "invitation";
  email: string;
  /** Whether the page may say that the mail was sent; otherwise that would tell whether the account exists. */
  certain?: boolean;
  /** The sign-up made in this browser (`Account.signUp`), so that the link signs in directly. */
  signUp?: string;
  /** The name entered in this browser. */
  name?: string;
  /** The mail's link, if the page may show it. */
  link?: ShownLink;
}

const cookie = createCookie(cookieName("mailed"), {
  ...cookieOptions,
  secrets: [config.sessionSecret],
  maxAge: 60 * 60,
});

/** Returns the `Set-Cookie` header, valid for an hour. */
export async function rememberMailed(mailed: Mailed): Promise<{ "Set-Cookie": string }> {
  return { "Set-Cookie": await cookie.serialize(mailed) };
}

/** Returns the mail that this browser is waiting for, if it has this purpose. */
export async function readMailed(request: Request, purpose: Mailed["purpose"]): Promise<Mailed | undefined> {
  const mailed = (await cookie.parse(request.headers.get("Cookie"))) as Mailed | null;
  return mailed?.purpose === purpose ? mailed : undefined;
}
