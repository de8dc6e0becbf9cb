/** The last owner who can sign in cannot be demoted, banned or deleted. */
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db, write } from "db";
import { type User, users } from "db/schema";
import { action as api } from "~/features/api/resource";
import { undoChange } from "~/core/undo/undo.server";
import { action as bulk } from "~/features/records/bulk";
import { action as setStatus } from "~/features/records/status";
import { action as trash } from "~/features/records/trash";
import { loader as leave } from "~/features/settings/account-deactivation";
import { loader as access } from "~/features/team/access/change";
import { giveAccess } from "~/features/team/access/give.server";
import { loader as team } from "~/features/team/team";
import { importIt, tryFile } from "~/testing/imports";
import { cast, testDatabase } from "~/testing/database";
import { post, run, send, signedIn } from "~/testing/requests";
import { action as edit } from "~/features/users/edit";
import { userResource } from "~/features/users/users.server";
import { maySignIn } from "~/core/access/access.server";
import { deactivate, eraseDeactivated } from "~/features/deactivation/deactivation.server";

testDatabase();
const { ada, ben } = cast;
const rowOf = async ({ id }: User) => (await db.select().from(users).where(eq(users.id, id)))[0] as User;
const set = (person: User, values: Partial<User>) =>
  write(async (tx) => void (await tx.update(users).set(values).where(eq(users.id, person.id))));
const id = { id: String(ada.id) };
const form = { name: ada.name, email: ada.email, role: ada.role, country: ada.country, phone: ada.phone };
const batchOf = (done: object) => ("batch" in done ? String(done.batch) : "");

type Way = [string, (by: User, prepared: string) => Promise<unknown>, prepare?: () => Promise<string>];
const ways: Way[] = [
  [
    "the form of the person",
    async (by) =>
      run(
        edit,
        await signedIn(
          post("/users/1", { ...form, status: "Banned", revision: String((await rowOf(ada)).revision) }),
          by,
        ),
        id,
      ),
  ],
  [
    "the list’s button",
    async (by) => run(setStatus, await signedIn(post("/users/1/status", { status: "Rejected" }), by), id),
  ],
  ["the button that deletes", async (by) => run(trash, await signedIn(post("/users/1/trash"), by), id)],
  ["ticked rows", async (by) => run(bulk, await signedIn(post("/users/bulk", { ids: "1", act: "delete" }), by))],
  [
    "all that match",
    async (by) => run(bulk, await signedIn(post("/users/bulk?q=ada&set=Pending", { matched: "1", changes: "1" }), by)),
  ],
  [
    "/api, by their status",
    async (by) => run(api, await signedIn(send("PUT", "/api/users", { id: 1, status: "Banned" }), by)),
  ],
  ["/api, by deleting", async (by) => run(api, await signedIn(send("DELETE", "/api/users", { ids: [1] }), by))],
  [
    "a level",
    async (by) => write((tx) => giveAccess(tx, by, ada.id, { access: "client", areas: {} })).catch(() => undefined),
  ],
  ["leaving", async (by) => (by.id === ada.id ? deactivate(by) : undefined)],
  [
    "an import",
    async (by) => {
      const { file } = await tryFile("users", `Name,E-mail,Status\n${ada.name},${ada.email},Banned\n`, { by });
      if (file.changes > 0) await importIt(file.id, by);
    },
  ],
  [
    "an undo of what let them in",
    (by, batch) => undoChange(by, batch),
    async () => (
      await set(ada, { status: "Rejected" }),
      batchOf(await userResource.setStatus(ben, [ada.id], "Active"))
    ),
  ],
  [
    "an undo of what brought them back from the trash",
    (by, batch) => undoChange(by, batch),
    async () => (await userResource.trash(ben, [ada.id]), batchOf(await userResource.restore(ben, [ada.id]))),
  ],
  [
    "a redo of what kept them out",
    (by, batch) => undoChange(by, batch),
    async () => {
      const undone = await undoChange(ben, batchOf(await userResource.setStatus(ben, [ada.id], "Banned")));
      return batchOf(undone);
    },
  ],
];

describe("the last owner who can sign in cannot be removed by", () => {
  it.each(ways)("%s", async (_, act, prepare) => {
    const prepared = (await prepare?.()) ?? "";
    if (prepare) expect(prepared).not.toBe("");
    const others: Partial<User>[] = [{ access: "admin" }, { access: "staff", areas: { people: "change" } }];
    for (const values of others) {
      await set(ben, values);
      await act(await rowOf(ben), prepared);
      expect(await rowOf(ada)).toMatchObject({ access: "owner", status: "Active", deletedAt: null });
    }
    await act(await rowOf(ada), prepared);
    expect(maySignIn(await rowOf(ada)) && (await rowOf(ada)).access).toBe("owner");
  });

  it("erasing another owner, who deactivated their account", async () => {
    expect(await deactivate(await rowOf(ben))).toBeUndefined();
    expect(await deactivate(await rowOf(ada))).toContain("You are the last owner who can sign in.");
    await set(ben, { deactivatedAt: new Date(Date.now() - 60_000) });
    expect(await eraseDeactivated(new Date(Date.now() - 1000))).toBe(1);
    expect(maySignIn(await rowOf(ada)) && (await rowOf(ada)).access).toBe("owner");
  });
});

describe("the last owner who can sign in", () => {
  const offered = async (by: User) => ({
    inTheList: (
      await run<{ people: { id: number; mayChange: boolean }[] }>(team, await signedIn("/team", by))
    ).data.people.find((person) => person.id === ada.id)?.mayChange,
    onThePage: (await run<{ why?: string }>(access, await signedIn("/team/people/1", by), id)).data.why,
    toLeave: (await run<{ why?: string }>(leave, await signedIn("/settings/account-deactivation", by))).data.why,
  });

  it("is not offered what would be refused, and told why", async () => {
    await set(ben, { access: "admin" });
    expect(await offered(ada)).toEqual({
      inTheList: false,
      onThePage: "Ada Active is the last owner who can sign in. Make someone else an owner first.",
      toLeave: "You are the last owner who can sign in. Make someone else an owner first.",
    });
  });

  it("is offered it once there is another owner", async () => {
    expect(await offered(ada)).toEqual({ inTheList: true, onThePage: undefined, toLeave: undefined });
    await set(ben, { deactivatedAt: new Date() });
    expect(await offered(ada)).toMatchObject({ inTheList: false });
  });
});
