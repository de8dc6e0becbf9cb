/** The accounts of every sample. Their password is published, so they must not be used with real data. */
import { verify } from "@node-rs/argon2";
import { eq, inArray, or } from "drizzle-orm";
import { db, type Transaction } from "..";
import { accounts, users } from "../schema";
import { isSample } from ".";
import { demo, demoPeople } from "./users";

const emails = demoPeople.map(({ email }) => email);

export interface DemoLogin {
  uid: string;
  email: string;
  /** Id of the account's user, if there is one. */
  userId: number | null;
}

/**
 * Finds demo accounts: those with an address of the sample, regardless of their password, and sample users with a
 * changed address who still have the published password.
 */
export async function findDemoLogins(from: Pick<Transaction, "select"> = db): Promise<DemoLogin[]> {
  const ids = (await isSample(from)) ? demoPeople.map(({ id }) => id) : [];
  const candidates = await from
    .select({ uid: accounts.uid, email: accounts.email, userId: users.id, hash: accounts.passwordHash })
    .from(accounts)
    .leftJoin(users, eq(users.uid, accounts.uid))
    .where(or(inArray(accounts.email, emails), inArray(users.id, ids)));
  const isDemo = async ({ email, hash }: (typeof candidates)[number]) =>
    emails.includes(email) || (hash !== null && (await verify(hash, demo.password)));
  const verdicts = await Promise.all(candidates.map(isDemo));
  return candidates.filter((_, index) => verdicts[index]).map(({ uid, email, userId }) => ({ uid, email, userId }));
}
