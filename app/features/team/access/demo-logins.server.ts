/** Taking the demo accounts out of a database that began as a sample, before it is used for real. */
import { and, eq, isNotNull, notInArray } from "drizzle-orm";
import { db, type Transaction, write } from "db";
import { type DemoLogin, findDemoLogins } from "db/samples/demo-accounts";
import { users } from "db/schema";
import { deleteLogin } from "~/auth/identity/provider-work.server";
import { endTwoFactor } from "~/auth/second-factor/two-factor.server";
import { whereHasLogin } from "~/core/access/access.server";
import { accessTitle } from "~/core/access/levels";
import { system } from "~/core/resource/act.server";
import { setAccess } from "./give.server";

/**
 * Deletes every demo account with all that it opened; its person stays in the directory, without access. Returns
 * sentences that say what was done and who can sign in now. Throws where others have a login and none of them is an
 * owner.
 */
export async function removeDemoLogins(): Promise<string[]> {
  const logins = await write(async (tx) => {
    const found = await findDemoLogins(tx);
    if (found.length > 0) await refuseWithoutOwner(tx, found);
    for (const login of found) await removeLogin(tx, login);
    return found;
  });
  if (logins.length === 0) return ["There is no demo account in this database."];
  const removed = `Removed the demo accounts ${logins.map(({ email }) => email).join(", ")}. Their people stay in the directory, without access.`;
  return [removed, await describeRemaining()];
}

async function refuseWithoutOwner(tx: Transaction, demoLogins: DemoLogin[]) {
  const isOther = and(
    isNotNull(users.uid),
    notInArray(
      users.uid,
      demoLogins.map(({ uid }) => uid),
    ),
  );
  const owners = and(isOther, eq(users.access, "owner"), whereHasLogin);
  if ((await tx.$count(users, isOther)) > 0 && (await tx.$count(users, owners)) === 0)
    throw new Error(
      "Nothing was removed: without the demo accounts no owner could sign in. Make somebody an owner first, such as: npm run access -- ada@example.com owner",
    );
}

async function removeLogin(tx: Transaction, { uid, userId }: DemoLogin) {
  await deleteLogin(tx, uid);
  const [person] = userId === null ? [] : await tx.select().from(users).where(eq(users.id, userId));
  if (!person) return;
  await endTwoFactor(tx, person.id);
  await setAccess(tx, system, person, { access: "none", areas: {} });
  await tx.update(users).set({ uid: null }).where(eq(users.id, person.id));
}

async function describeRemaining(): Promise<string> {
  const people = await db.select().from(users).where(whereHasLogin);
  if (people.length === 0) return "Nobody can sign in now: the first person to register becomes the owner.";
  const named = people.map((person) => `${person.email} (${accessTitle(person)})`).join(", ");
  return `These people can still sign in: ${named}. Whoever registered in the sample became an admin, so look at Manage Team.`;
}
