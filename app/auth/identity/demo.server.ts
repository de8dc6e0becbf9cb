/** A demo account that can be used. Accounts whose access or password was changed are left out. */
import { verify } from "@node-rs/argon2";
import { and, eq, inArray, isNull } from "drizzle-orm";
import { config } from "config";
import { db } from "db";
import { demo, demoPeople } from "db/samples/users";
import { accounts, users } from "db/schema";
import { whereMaySignIn } from "~/core/access/access.server";
import { passwordQueue } from "~/core/http/work-queues.server";

export interface DemoAccount {
  /** Title of its access level, such as `Support`. */
  title: string;
  email: string;
  password: string;
}

/** Returns one working demo account per access level, the highest level first. */
export async function demoAccounts(): Promise<DemoAccount[]> {
  const working = await workingAccounts();
  return working.filter(({ title }, index) => working.findIndex((other) => other.title === title) === index);
}

/** Returns all demo accounts that can still sign in with the demo password. */
async function workingAccounts(): Promise<DemoAccount[]> {
  if (config.firebase) return []; // local accounts cannot sign in then
  const active = and(
    inArray(
      accounts.email,
      demoPeople.map(({ email }) => email),
    ),
    isNull(accounts.disabledAt),
    whereMaySignIn,
  );
  const found = await db
    .select({ email: accounts.email, hash: accounts.passwordHash })
    .from(accounts)
    .innerJoin(users, eq(users.uid, accounts.uid))
    .where(active);
  const open = await Promise.all(found.map(async ({ email, hash }) => (hash && (await isDemo(hash)) ? [email] : [])));
  const emails = new Set(open.flat());
  return demoPeople
    .filter(({ email }) => emails.has(email))
    .map(({ title, email }) => ({ title, email, password: demo.password }));
}

/** The requester for password checks: the result is the same for all visitors. */
const server = { key: "demo accounts", isKnown: true };

/** Cached checks by password hash, so that not every visit to the login page costs one. */
const recentChecks = new Map<string, Promise<boolean>>();

function isDemo(hash: string): Promise<boolean> {
  const known = recentChecks.get(hash);
  if (known) return known;
  if (recentChecks.size > demoPeople.length) recentChecks.clear();
  const answer = passwordQueue.run(server, () => verify(hash, demo.password));
  recentChecks.set(hash, answer);
  return answer;
}
