/** The demo account, for as long as it can be used: the sample may be changed like any other data. */
import { verify } from "@node-rs/argon2";
import { and, eq, isNull } from "drizzle-orm";
import { config } from "config";
import { db } from "db";
import { demo } from "db/samples/users";
import { accounts, users } from "db/schema";

/** The last hash that was looked at, so that not every visit to the login page costs one. */
let looked: { hash: string; isDemo: Promise<boolean> } | undefined;

/** What to log in with, while an active person has this e-mail and this password. */
export async function demoAccount(): Promise<{ email: string; password: string } | undefined> {
  if (config.firebase) return undefined; // the accounts are there, and a local one opens nothing
  const active = and(eq(accounts.email, demo.email), isNull(accounts.disabledAt), eq(users.status, "Active"), isNull(users.deletedAt), isNull(users.deactivatedAt));
  const [found] = await db.select({ hash: accounts.passwordHash }).from(accounts).innerJoin(users, eq(users.uid, accounts.uid)).where(active);
  if (!found?.hash) return undefined;
  if (looked?.hash !== found.hash) looked = { hash: found.hash, isDemo: verify(found.hash, demo.password) };
  return (await looked.isDemo) ? { email: demo.email, password: demo.password } : undefined;
}
