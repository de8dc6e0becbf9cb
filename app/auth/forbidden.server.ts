/** The answer to somebody who is signed in and may not do this: a 403 that says who can help. */
import { data } from "@remix-run/node";
import { and, asc, eq } from "drizzle-orm";
import { config } from "config";
import { db } from "db";
import { type User, users } from "db/schema";
import { isApi } from "~/lib/respond.server";
import { isHere } from "./access.server";
import { changesNothing } from "./origin.server";
import { outOfScope } from "./tokens/bearer.server";

/** How many owners are named. */
const most = 3;

/** To be thrown. */
export async function forbidden({ url, method }: Pick<Request, "url" | "method">, me: Pick<User, "access"> & { token?: unknown }) {
  if (me.token) return outOfScope(`This token does not open that${changesNothing(method) ? "" : ", so nothing was changed"}. Make one that does at ${config.appUrl}/settings/security, as far as your own access goes.`);
  const act = changesNothing(method) ? "see this" : "do this, so nothing was changed";
  const message = `Your access does not let you ${act}. ${await whoCanHelp(me)}`;
  return isApi(new URL(url).pathname) ? Response.json({ message }, { status: 403 }) : data({ message }, 403);
}

/** Clients learn nobody's name. */
async function whoCanHelp({ access }: Pick<User, "access">): Promise<string> {
  if (access === "client") return config.support.email ? `If you need it, write to ${config.support.email}.` : "Ask your contact here for more.";
  const owners = await db.select({ name: users.name }).from(users).where(and(eq(users.access, "owner"), isHere)).orderBy(asc(users.id)).limit(most);
  const names = new Intl.ListFormat("en", { type: "disjunction" }).format(owners.map(({ name }) => name));
  return names ? `Ask ${names} for more.` : "";
}
