/** The demo accounts, for as long as they can be used: the sample may be changed like any other data. */
import { verify } from "@node-rs/argon2";
import { and, eq, inArray, isNull } from "drizzle-orm";
import { config } from "config";
import { db } from "db";
import { demo, demoPeople } from "db/samples/users";
import { accounts, users } from "db/schema";
import { whereMaySignIn } from "~/core/access/access.server";
import { passwordQueue } from "~/core/http/work-queues.server";

export interface DemoAccount {
  /** What its person may do, such as `Support`. */
  title: string;
  email: string;
  password: string;
}

/**
 * What to log in with, for each level one that works: an active person with access has this e-mail and this password.
 * The highest is first.
 */
export async function demoAccounts(): Promise<DemoAccount[]> {
  const working = await workingAccounts();
  return working.filter(({ title }, place) => working.findIndex((other) => other.title === title) === place);
}

/** All that the sample brought and that still open something. */
async function workingAccounts(): Promise<DemoAccount[]> {
  if (config.firebase) return []; // the accounts are there, and a local one opens nothing
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

/** Whoever opens the login page, the answers are for everybody. */
const server = { key: "demo accounts", isKnown: true };

/** The last hashes that were looked at, so that not every visit to the login page costs one each. */
const recentChecks = new Map<string, Promise<boolean>>();

function isDemo(hash: string): Promise<boolean> {
  const known = recentChecks.get(hash);
  if (known) return known;
  if (recentChecks.size > demoPeople.length) recentChecks.clear();
  const answer = passwordQueue.run(server, () => verify(hash, demo.password));
  recentChecks.set(hash, answer);
  return answer;
}
