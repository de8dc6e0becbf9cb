/** When access ends or changes, everything that was issued under the old access ends at the same moment. */
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db, write } from "db";
import { sessions, signInSteps, trustedBrowsers, type User, users } from "db/schema";
import { loader as api } from "~/features/api/resource";
import { openStreamCount, poll } from "~/features/live/live.server";
import { giveAccess } from "~/features/team/access/give.server";
import type { AccessGrant } from "~/core/access/levels";
import { address, get, run, signedIn } from "~/testing/requests";
import { cast, testDatabase } from "~/testing/database";
import { streamsOfPages } from "~/testing/streams";
import { userResource } from "~/features/users/users.server";
import { deactivate } from "~/features/deactivation/deactivation.server";
import { userOfRequest } from "~/auth/session.server";
import { signIn } from "~/auth/sign-in.server";
import { endAllSessions } from "~/features/team/access/end-all.server";
import { makeToken } from "~/auth/tokens/api-tokens.server";

testDatabase();
const { ada, ben } = cast;

const listen = streamsOfPages();

const give = (to: AccessGrant) => write((tx) => giveAccess(tx, ada, ben.id, to));
const rowOf = async (id: number) => (await db.select().from(users).where(eq(users.id, id)))[0] as User;

const endings: [string, () => Promise<unknown>][] = [
  ["is lowered", () => give({ access: "staff", areas: { sales: "view" } })],
  ["is taken away", () => give({ access: "none", areas: {} })],
  ["ends by a ban", () => userResource.setStatus(ada, [ben.id], "Banned")],
  ["ends by a move to the trash", () => userResource.trash(ada, [ben.id])],
  ["ends by a deactivation", () => deactivate(ben)],
  ["is logged out everywhere", () => write((tx) => endAllSessions(tx, ada, ben.id))],
];

/** Restores Ben's original access. */
async function restore() {
  await write(
    async (tx) =>
      void (await tx
        .update(users)
        .set({ status: "Active", deletedAt: null, deactivatedAt: null, access: "admin" })
        .where(eq(users.id, ben.id))),
  );
  await give({ access: "owner", areas: {} });
}

async function program() {
  const made = await makeToken(
    ben,
    { name: "Program", areas: { sales: "change", people: "change" }, access: true, life: 30 },
    "00000000-0000-0000-0000-000000000001",
  );
  if (!made.ok) throw new Error(made.why);
  return { Authorization: `Bearer ${made.token}` };
}

describe.each(endings)("when access %s", (_, end) => {
  it("access that %s also ends sessions, tokens, trusted browsers and unfinished logins", async () => {
    const cookie = (await signedIn("/users", ben)).headers.get("Cookie") ?? "";
    const token = await program();
    const began = new Date();
    const soon = new Date(Date.now() + 60_000);
    await write(async (tx) => {
      await tx
        .insert(signInSteps)
        .values({ tokenHash: "step", userId: ben.id, owes: "code", way: "password", remember: false, expiresAt: soon });
      await tx.insert(trustedBrowsers).values({ tokenHash: "browser", userId: ben.id, device: "", expiresAt: soon });
    });
    const opens = async () => [
      Boolean(await userOfRequest(get("/users", { Cookie: cookie }))),
      (await run(api, get("/api/orders", token))).status,
    ];
    expect(await opens()).toEqual([true, 200]);
    await end();
    expect(await opens()).toEqual([false, 401]);
    for (const table of [sessions, signInSteps, trustedBrowsers])
      expect(await db.$count(table, eq(table.userId, ben.id))).toBe(0);
    await expect(
      signIn(get("/login"), await rowOf(ben.id), { way: "password", remember: false, address, began }),
    ).rejects.toThrow();

    await restore();
    expect(await opens(), "and it comes back by nothing but a new login and a new token").toEqual([false, 401]);
  });

  it("ends the streams of open pages at their next check, and no others", async () => {
    const his = await listen(await signedIn("/", ben));
    await listen(await signedIn("/", ada));
    await poll();
    expect(openStreamCount()).toBe(2);
    await end();
    await poll();
    expect(openStreamCount()).toBe(1);
    const told = [];
    while (told.at(-1) !== "(over)") told.push(await his.next());
    expect(told.at(-1)).toBe("(over)");
  });
});
