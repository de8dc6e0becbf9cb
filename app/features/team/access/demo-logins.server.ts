/** Taking the demo accounts out of a database that began as a sample, before it is used for real. */
import { and, eq, isNotNull, notInArray } from "drizzle-orm";
import { db, type Transaction, write } from "db";
import { type DemoLogin, findDemoLogins } from "db/samples/demo-accounts";
import { type User, users } from "db/schema";
import { deleteLogin } from "~/auth/identity/provider-work.server";
import { endSecondFactor } from "~/auth/second-factor/second-factor.server";
import { type Access, may, whereHasLogin } from "~/core/access/access.server";
import { accessTitle } from "~/core/access/levels";
import { type Actor, RuleViolation, system } from "~/core/resource/act.server";
import { setAccess } from "./give.server";

/** Whether there are demo accounts that `me` may remove. */
export const canRemoveDemoLogins = async (me: Access) => may(me, "company") && (await findDemoLogins()).length > 0;

/** Returns the data of the page that removes the demo accounts. */
export async function describeRemoval(me: Pick<User, "id">) {
  const logins = await findDemoLogins();
  return {
    emails: logins.map(({ email }) => email),
    refusal: await demoRemovalRefusal(me, logins),
    hasOwn: logins.some(({ userId }) => userId === me.id),
  };
}

/**
 * Removes the demo accounts, from the terminal. Returns sentences that report what was done and who can sign in now.
 * Throws `RuleViolation` if other users have a login but none of them is an owner.
 */
export async function removeDemoLogins(): Promise<string[]> {
  const logins = await write((tx) => deleteDemoLogins(tx, system));
  return logins.length === 0 ? [noDemoAccount] : [removalNote(logins), await describeRemaining()];
}

/**
 * Deletes every demo account with all that it opened, and returns them; their people stay in the directory, without
 * access. Throws `RuleViolation` where no owner could sign in afterwards.
 */
export async function deleteDemoLogins(tx: Transaction, by: Actor): Promise<DemoLogin[]> {
  const logins = await findDemoLogins(tx);
  const refusal = await demoRemovalRefusal(by, logins, tx);
  if (refusal) throw new RuleViolation({ "": refusal });
  for (const login of logins) await deleteDemoLogin(tx, by, login);
  return logins;
}

/**
 * Returns why `by` may not remove these accounts, as a sentence. The machine itself may also remove the only accounts
 * there are: the first person to register becomes the owner then.
 */
async function demoRemovalRefusal(
  by: Pick<Actor, "id">,
  demoLogins: DemoLogin[],
  from: Pick<Transaction, "$count"> = db,
): Promise<string | undefined> {
  const demoUids = demoLogins.map(({ uid }) => uid);
  if (demoUids.length === 0) return undefined;
  const hasOtherLogin = and(isNotNull(users.uid), notInArray(users.uid, demoUids));
  const otherOwners = await from.$count(users, and(hasOtherLogin, eq(users.access, "owner"), whereHasLogin));
  if (otherOwners > 0) return undefined;
  if (by.id !== null) return ownersMissing;
  return (await from.$count(users, hasOtherLogin)) > 0 ? ownersMissingInTerminal : undefined;
}

export const noDemoAccount = "There is no demo account in this database.";
const ownersMissing =
  "Only demo accounts can sign in as an owner. Make an account of your own an owner first: invite your address under Manage Team, register with it and log in.";
const ownersMissingInTerminal =
  "Nothing was removed: without the demo accounts no owner could sign in. Make somebody an owner first, such as: npm run access -- ada@example.com owner";

/** Returns a sentence that names the removed accounts. */
export const removalNote = (logins: DemoLogin[]) =>
  `Removed the demo accounts ${logins.map(({ email }) => email).join(", ")}. Their people stay in the directory, without access.`;

async function deleteDemoLogin(tx: Transaction, by: Actor, { uid, userId }: DemoLogin) {
  await deleteLogin(tx, uid);
  const [person] = userId === null ? [] : await tx.select().from(users).where(eq(users.id, userId));
  if (!person) return;
  await endSecondFactor(tx, person.id);
  await setAccess(tx, by, person, { access: "none", areas: {} });
  await tx.update(users).set({ uid: null }).where(eq(users.id, person.id));
}

async function describeRemaining(): Promise<string> {
  const people = await db.select().from(users).where(whereHasLogin);
  if (people.length === 0) return "Nobody can sign in now: the first person to register becomes the owner.";
  const named = people.map((person) => `${person.email} (${accessTitle(person)})`).join(", ");
  return `These people can still sign in: ${named}. Whoever registered in the sample became an admin, so look at Manage Team.`;
}
