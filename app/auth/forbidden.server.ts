/**
 * The 403 for signed-in users without the permission: it names who can help, or redirects to set up a required second
 * factor.
 */
import { data, redirect } from "@remix-run/node";
import { and, asc, eq } from "drizzle-orm";
import { config } from "config";
import { db } from "db";
import { type User, users } from "db/schema";
import { isApi, redirectWithToast } from "~/core/http/respond.server";
import { secondFactorPage } from "~/auth/second-factor/page";
import { type Access, whereHasLogin } from "~/core/access/access.server";
import { changesNothing, pageOf } from "~/core/http/origin.server";
import { outOfScope, secondFactorRequired } from "~/auth/tokens/bearer.server";

/** Maximum owners named in the message. */
const maxOwners = 3;

/** Returns the response for the caller to throw. */
export async function forbidden(
  request: Request,
  me: Pick<User, "access"> & Pick<Access, "token" | "owesSecondFactor">,
) {
  const { url, method } = request;
  if (me.owesSecondFactor) return toSecondFactor(request);
  if (me.token)
    return outOfScope(
      `This token does not open that${changesNothing(method) ? "" : ", so nothing was changed"}. Make one that does at ${config.appUrl}/settings/security, as far as your own access goes.`,
    );
  const act = changesNothing(method) ? "see this" : "do this, so nothing was changed";
  const message = `${me.access === "client" ? "Only people who work here may" : "Your access does not let you"} ${act}. ${await whoCanHelp(me)}`;
  return isApi(new URL(url).pathname) ? Response.json({ message }, { status: 403 }) : data({ message }, 403);
}

/** Redirects to the second factor's setup, which leads back to the current page. */
async function toSecondFactor(request: Request) {
  const { pathname } = new URL(request.url);
  if (isApi(pathname)) return Response.json({ message: secondFactorRequired }, { status: 403 });
  const to = `${secondFactorPage}?${new URLSearchParams({ from: pageOf(request) })}`;
  return changesNothing(request.method)
    ? redirect(to)
    : redirectWithToast(to, {
        text: "Set up your second factor first: it is required now, so nothing was changed.",
        tone: "error",
      });
}

/** Returns whom to ask for access; clients get the support address and no names. */
async function whoCanHelp({ access }: Pick<User, "access">): Promise<string> {
  if (access === "client")
    return `Your own orders, invoices and questions are on your home page.${config.support.email ? ` Anything unclear? Write to ${config.support.email}.` : ""}`;
  const owners = await db
    .select({ name: users.name })
    .from(users)
    .where(and(eq(users.access, "owner"), whereHasLogin))
    .orderBy(asc(users.id))
    .limit(maxOwners);
  const names = new Intl.ListFormat("en", { type: "disjunction" }).format(owners.map(({ name }) => name));
  return names ? `Ask ${names} for more.` : "";
}
