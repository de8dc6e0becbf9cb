import { asc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db, write } from "db";
import { journal, sessions, users } from "db/schema";
import { history } from "~/core/audit/journal.server";
import { undoChange } from "~/core/undo/undo.server";
import { cast, fillDisk, testDatabase } from "~/testing/database";
import { signedIn } from "~/testing/requests";
import { userResource } from "~/features/users/users.server";
import { defineResource } from "./define-resource.server";
import { actOnMany, recordSecurity } from "./act.server";

testDatabase();

const { ada, ben, dan } = cast;
const newcomer = {
  name: "New Comer",
  email: "new@example.com",
  role: "IT Support",
  status: "Pending",
  country: "",
  phone: "",
} as const;
const entries = () => db.select().from(journal).orderBy(asc(journal.id));

/** Returns the batch of a change, which must have been made. */
function batchOf(outcome: { ok: boolean; batch?: string }): string {
  expect(outcome).toMatchObject({ ok: true, batch: expect.any(String) });
  return outcome.batch ?? "";
}

it("a kind of which clients see only their own records cannot be defined without saying which these are", () => {
  const definition = {
    table: users,
    noun: { one: "user", many: "users" },
    fields: {},
    list: { path: "/people", sort: "id" },
  };
  expect(() => defineResource({ ...definition, permissions: { view: "orders.view", change: "sales.change" } })).toThrow(
    'needs "own"',
  );
});

describe("a change", () => {
  it("is recorded in the journal with user, action, before and after", async () => {
    await userResource.change(ada, dan.id, { name: "Dan Renamed", phone: dan.phone });
    expect(await entries()).toMatchObject([
      {
        byId: ada.id,
        byName: "Ada Active",
        entity: "users",
        recordId: "6",
        label: "Dan Renamed",
        action: "changed",
        before: { name: "Dan Directory" },
        after: { name: "Dan Renamed" },
      },
    ]);
  });

  it("raises the revision by one", async () => {
    await userResource.change(ada, dan.id, { name: "Dan Renamed" });
    expect((await userResource.unrestricted.get(dan.id))?.revision).toBe(2);
  });

  it("is named after its effect", async () => {
    await userResource.trash(ada, [dan.id]);
    await userResource.restore(ada, [dan.id]);
    expect((await entries()).map((entry) => entry.action)).toEqual(["deleted", "restored"]);
  });

  it("keeps fields that it does not mention, or gives no value", async () => {
    await userResource.change(ada, dan.id, { name: "Dan Renamed", phone: undefined });
    expect((await entries())[0]?.after).toEqual({ name: "Dan Renamed" });
  });

  it("a change without effect is not recorded", async () => {
    expect(await userResource.change(ada, dan.id, { name: dan.name })).toMatchObject({ ok: true, batch: undefined });
    expect(await entries()).toEqual([]);
    expect((await userResource.unrestricted.get(dan.id))?.revision).toBe(1);
  });

  it("a change of an outdated revision is refused, with the current version", async () => {
    await userResource.change(ben, dan.id, { name: "Ben's Version" }, 1);
    const late = await userResource.change(ada, dan.id, { name: "Ada's Version" }, 1);
    expect(late).toMatchObject({ ok: false, reason: "stale", theirs: { name: "Ben's Version", revision: 2 } });
    expect(await userResource.change(ada, dan.id, { name: "From the Future" }, 3)).toMatchObject({
      ok: false,
      reason: "stale",
    });
    expect((await userResource.unrestricted.get(dan.id))?.name).toBe("Ben's Version");
  });

  it("a change of a missing or trashed record changes nothing", async () => {
    expect(await userResource.change(ada, 999, { name: "X" })).toEqual({ ok: false, reason: "absent" });
    expect(await userResource.change(ada, cast.tess.id, { name: "X" })).toEqual({ ok: false, reason: "absent" });
  });

  it("a change that breaks a rule writes neither row nor journal", async () => {
    expect(await userResource.change(ada, dan.id, { name: "Dan Renamed", email: ben.email })).toMatchObject({
      ok: false,
      reason: "refused",
    });
    expect((await userResource.unrestricted.get(dan.id))?.name).toBe("Dan Directory");
    expect(await entries()).toEqual([]);
  });
});

describe("on a full disk", () => {
  it("a change is refused with a message for the form, and not recorded", async () => {
    await fillDisk();
    const refused = {
      ok: false,
      reason: "refused",
      errors: { "": expect.stringContaining("disk is full, so nothing was changed") },
      status: 503,
    };
    expect(await userResource.change(ada, dan.id, { country: "x".repeat(100_000) })).toEqual(refused);
    expect(await userResource.create(ada, { ...newcomer, country: "x".repeat(100_000) })).toEqual(refused);
    expect((await userResource.unrestricted.get(dan.id))?.country).toBe(dan.country);
    expect(await entries()).toEqual([]);
  });
});

describe("a bulk change", () => {
  it("counts only changed records, and has no undo without any", async () => {
    expect(await userResource.changeMany(ada, [ada.id, ben.id, cast.pia.id], { status: "Active" })).toMatchObject({
      ok: true,
      rows: [{ id: cast.pia.id }],
      batch: expect.any(String),
    });
    expect(await userResource.changeMany(ada, [ada.id, ben.id, cast.pia.id], { status: "Active" })).toEqual({
      ok: true,
      rows: [],
      batch: undefined,
    });
  });
});

describe("a large change", () => {
  it("changes a record listed twice once, and skips missing ones", async () => {
    expect(await userResource.trash(ada, [999, dan.id, 998, ben.id, dan.id])).toMatchObject({
      ok: true,
      rows: [{ id: dan.id }, { id: ben.id, revision: 2 }],
    });
    expect((await entries()).map(({ recordId }) => recordId)).toEqual(["6", "2"]);
  });

  it("a large change and its undo let other requests run in between", async () => {
    const many = Array.from({ length: 200 }, (_, number) => ({
      ...dan,
      id: 100 + number,
      email: `${number}@example.com`,
    }));
    await write(async (tx) => void (await tx.insert(users).values(many)));
    const { turns: changing, result } = await turnsDuring(() =>
      userResource.trash(
        ada,
        many.map(({ id }) => id),
      ),
    );
    const { turns: undoing } = await turnsDuring(() => undoChange(ada, batchOf(result)));
    expect(Math.min(changing, undoing)).toBeGreaterThanOrEqual(4);
  });

  /** Counts the turns of the event loop during `act`. */
  async function turnsDuring<Result>(act: () => Promise<Result>) {
    let turns = 0;
    let next = setImmediate(function turn() {
      turns++;
      next = setImmediate(turn);
    });
    const result = await act();
    clearImmediate(next);
    return { turns, result };
  }
});

describe("the journal", () => {
  it("stores all fields of a new record except its revision", async () => {
    const made = await userResource.create(ada, newcomer);
    const { id = 0, createdAt } = made.ok ? made.row : {};
    expect((await entries())[0]?.after).toEqual({
      ...newcomer,
      id,
      company: "",
      taxTreatment: "taxable",
      taxNumber: "",
      image: null,
      links: [],
      notices: null,
      createdAt: createdAt?.getTime(),
      deletedAt: null,
    });
  });

  it("never contains the link between a user and an account", async () => {
    await userResource.create(ada, { ...newcomer, ...{ uid: "the-secret-uid" } });
    expect(JSON.stringify(await entries())).not.toContain("uid");
  });
});

describe("creating", () => {
  it("twice with one key creates one record", async () => {
    const key = crypto.randomUUID();
    await userResource.create(ada, { ...newcomer, name: "Came Before", email: "before@example.com" });
    const first = await userResource.create(ada, newcomer, key);
    if (first.ok) await userResource.change(ben, first.row.id, { phone: "+1 555 0177" }); // later changes make no difference
    const second = await userResource.create(ada, newcomer, key);
    expect(first.ok && second.ok && first.row.id === second.row.id).toBe(true);
    expect(await db.$count(users, eq(users.name, "New Comer"))).toBe(1);
  });

  it("two different users with one key creates both", async () => {
    const key = crypto.randomUUID();
    await userResource.create(ada, newcomer, key);
    expect(
      await userResource.create(ada, { ...newcomer, name: "Somebody Else", email: "other@example.com" }, key),
    ).toMatchObject({ ok: true, row: { name: "Somebody Else" } });
    expect(await db.$count(users, eq(users.name, "New Comer"))).toBe(1);
  });

  it("twice at the same time with one key creates one record", async () => {
    const key = crypto.randomUUID();
    await Promise.all([
      userResource.create(ada, newcomer, key),
      userResource.create(ada, newcomer, key),
      userResource.create(ben, newcomer, key),
    ]);
    expect(await db.$count(users, eq(users.email, newcomer.email))).toBe(1);
  });
});

describe("undo", () => {
  it("restores the previous values", async () => {
    const saved = await userResource.change(ada, dan.id, { name: "Dan Renamed", phone: "+1 555 0100" });
    expect(await undoChange(ben, batchOf(saved))).toMatchObject({ ok: true });
    expect(await userResource.unrestricted.get(dan.id)).toMatchObject({
      name: dan.name,
      phone: dan.phone,
      revision: 3,
    });
  });

  it("undo of a creation moves the record to the trash, and of a deletion restores it", async () => {
    const made = await userResource.create(ada, newcomer);
    const id = made.ok ? made.row.id : 0;
    const undone = await undoChange(ada, batchOf(made));
    expect(await userResource.unrestricted.get(id)).toBeUndefined();
    await undoChange(ada, batchOf(undone));
    expect(await userResource.unrestricted.get(id)).toMatchObject({ name: "New Comer", deletedAt: null });
  });

  it("undo of a creation works after later changes, unless the record is in the trash", async () => {
    const made = await userResource.create(ada, newcomer);
    const id = made.ok ? made.row.id : 0;
    await userResource.change(ben, id, { phone: "+1 555 0177" });
    expect(await undoChange(ada, batchOf(made))).toMatchObject({ ok: true });
    expect(await userResource.unrestricted.get(id)).toBeUndefined();

    const other = await userResource.create(ada, newcomer);
    await userResource.trash(ada, [other.ok ? other.row.id : 0]);
    expect(await undoChange(ada, batchOf(other))).toMatchObject({ ok: false });
  });

  it("restores times as times", async () => {
    const saved = await userResource.change(ada, dan.id, { createdAt: new Date("2020-02-02T02:02:02Z") });
    await undoChange(ada, batchOf(saved));
    expect((await userResource.unrestricted.get(dan.id))?.createdAt).toEqual(dan.createdAt);
  });

  it("undo of an undo repeats the change", async () => {
    const saved = await userResource.change(ada, dan.id, { name: "Dan Renamed" });
    const undone = await undoChange(ada, batchOf(saved));
    await undoChange(ada, batchOf(undone));
    expect((await userResource.unrestricted.get(dan.id))?.name).toBe("Dan Renamed");
  });

  it("undo of an undone change is refused with a message", async () => {
    const saved = await userResource.change(ada, dan.id, { name: "Dan Renamed" });
    await undoChange(ada, batchOf(saved));
    expect(await undoChange(ada, batchOf(saved))).toMatchObject({
      ok: false,
      message: expect.stringContaining("undone already"),
    });
  });

  it("never overwrites a later change of the same field", async () => {
    const saved = await userResource.change(ada, dan.id, { name: "First" });
    await userResource.change(ben, dan.id, { name: "Second" });
    expect(await undoChange(ada, batchOf(saved))).toMatchObject({ ok: false });
    expect((await userResource.unrestricted.get(dan.id))?.name).toBe("Second");
  });

  it("keeps a later change of another field", async () => {
    const saved = await userResource.change(ada, dan.id, { name: "Renamed" });
    await userResource.change(ben, dan.id, { phone: "+1 555 0199" });
    await undoChange(ada, batchOf(saved));
    expect(await userResource.unrestricted.get(dan.id)).toMatchObject({ name: dan.name, phone: "+1 555 0199" });
  });

  it("undoes a bulk action completely or not at all", async () => {
    const done = await userResource.changeMany(ada, [cast.pia.id, cast.rex.id, dan.id], { status: "Banned" });
    const batch = batchOf(done);
    await userResource.change(ben, cast.rex.id, { status: "Pending" });
    expect(await undoChange(ada, batch)).toMatchObject({ ok: false });
    expect((await userResource.unrestricted.get(cast.pia.id))?.status).toBe("Banned");

    await userResource.change(ben, cast.rex.id, { status: "Banned" });
    expect(await undoChange(ada, batch)).toMatchObject({ ok: true });
    expect((await userResource.unrestricted.get(cast.pia.id))?.status).toBe("Pending");
    expect((await userResource.unrestricted.get(cast.rex.id))?.status).toBe("Rejected");
  });

  it("follows the rules: an address that another user has taken stays theirs", async () => {
    const gone = await userResource.trash(ada, [dan.id]);
    await userResource.create(ada, { ...newcomer, email: dan.email });
    expect(await undoChange(ada, batchOf(gone))).toMatchObject({
      ok: false,
      message: expect.stringContaining("already has this e-mail"),
    });
    expect(await userResource.unrestricted.get(dan.id)).toBeUndefined();
  });

  it("needs no free address while the record is in the trash", async () => {
    const saved = await userResource.change(ada, dan.id, { name: "Dan Renamed" });
    await userResource.trash(ada, [dan.id]);
    await userResource.create(ada, { ...newcomer, email: dan.email });
    expect(await undoChange(ada, batchOf(saved))).toMatchObject({ ok: true });
  });

  it("undoes two changes of one record in one action, the last first", async () => {
    const done = await actOnMany(ada, async (tx, act) => {
      await userResource.within.change(tx, act, dan.id, { name: "First" });
      return [await userResource.within.change(tx, act, dan.id, { name: "Second" })];
    });
    expect(await undoChange(ada, batchOf(done))).toMatchObject({ ok: true });
    expect((await userResource.unrestricted.get(dan.id))?.name).toBe(dan.name);
  });

  it("refuses security entries, and entries that are not in the journal", async () => {
    await write((tx) => recordSecurity(tx, ada, ada, "changed the password"));
    const [act] = await entries();
    expect(await undoChange(ada, act?.batch ?? "")).toMatchObject({
      ok: false,
      message: expect.stringContaining("cannot be undone"),
    });
    expect(await undoChange(ada, "no such change")).toMatchObject({
      ok: false,
      message: expect.stringContaining("nothing to undo"),
    });
  });

  it("undo of one record of a bulk action keeps the others, and undoing the others later keeps that one", async () => {
    const batch = batchOf(await userResource.changeMany(ada, [cast.pia.id, cast.rex.id, dan.id], { status: "Banned" }));
    const [ofDan] = await history(userResource, dan.id);
    expect(await undoChange(ben, batch, ofDan?.id)).toMatchObject({ ok: true, entries: [{ label: "Dan Directory" }] });
    expect((await userResource.unrestricted.get(dan.id))?.status).toBe("Active");
    expect((await userResource.unrestricted.get(cast.pia.id))?.status).toBe("Banned");
    await userResource.change(ada, dan.id, { status: "Rejected" });
    expect(await undoChange(ben, batch)).toMatchObject({ ok: true, entries: { length: 2 } });
    expect((await userResource.unrestricted.get(cast.pia.id))?.status).toBe("Pending");
    expect((await userResource.unrestricted.get(dan.id))?.status).toBe("Rejected");
  });

  it("undo of a restore restarts the days in the trash", async () => {
    const restored = await userResource.restore(ada, [cast.tess.id]);
    await undoChange(ada, batchOf(restored));
    const [tess] = await db.select().from(users).where(eq(users.id, cast.tess.id));
    expect(Date.now() - (tess?.deletedAt?.getTime() ?? 0)).toBeLessThan(60_000);
  });

  it("is offered in the history until it is undone itself", async () => {
    const saved = await userResource.change(ada, dan.id, { name: "Dan Renamed" });
    const undone = await undoChange(ada, batchOf(saved));
    expect((await history(userResource, dan.id)).map((entry) => entry.undo)).toEqual(["open", "undone"]);
    await undoChange(ada, batchOf(undone));
    expect((await history(userResource, dan.id)).map((entry) => entry.undo)).toEqual(["open", "undone", "open"]);
    await undoChange(ada, batchOf(saved));
    expect((await history(userResource, dan.id)).map((entry) => entry.undo)).toEqual([
      "open",
      "overtaken",
      "undone",
      "undone",
    ]);
  });

  it("is offered only if it can succeed", async () => {
    const offered = async (id: number) => (await history(userResource, id)).map((entry) => [entry.action, entry.undo]);
    const made = await userResource.create(ada, newcomer);
    const id = made.ok ? made.row.id : 0;
    await userResource.change(ada, id, { name: "Newer", phone: "1" });
    await userResource.change(ada, id, { phone: "2" });
    await userResource.change(ada, id, { country: "Peru" });
    expect(await offered(id)).toEqual([
      ["changed", "open"],
      ["changed", "open"],
      ["changed", "overtaken"],
      ["created", "open"],
    ]);
    await userResource.trash(ada, [id]);
    expect(await offered(id)).toEqual([
      ["deleted", "open"],
      ["changed", "open"],
      ["changed", "open"],
      ["changed", "overtaken"],
      ["created", "overtaken"],
    ]);
    for (const { undo, batch } of (await history(userResource, id)).toReversed())
      expect((await undoChange(ada, batch)).ok).toBe(undo === "open");

    await write((tx) => recordSecurity(tx, ada, dan, "registered"));
    expect(await offered(dan.id)).toEqual([["security", "none"]]);
  });

  it("is impossible once the record is deleted for good", async () => {
    await userResource.change(ada, dan.id, { name: "Dan Renamed" });
    expect(await history(userResource, dan.id)).toMatchObject([{ undo: "open", href: "/users/6" }]);
    await write(async (tx) => void (await tx.delete(users).where(eq(users.id, dan.id))));
    expect(await history(userResource, dan.id)).toMatchObject([{ undo: "none", href: undefined }]);
  });
});

describe("the people rules", () => {
  beforeEach(async () => {
    await signedIn("/", ben);
  });

  it.each([
    ["banned", () => userResource.changeMany(ada, [ben.id], { status: "Banned" })],
    ["rejected", () => userResource.change(ada, ben.id, { status: "Rejected" })],
    ["deleted", () => userResource.trash(ada, [ben.id])],
  ])("end the sessions of a person who is %s", async (_, act) => {
    expect(await db.$count(sessions, eq(sessions.userId, ben.id))).toBe(1);
    expect(await act()).toMatchObject({ ok: true });
    expect(await db.$count(sessions, eq(sessions.userId, ben.id))).toBe(0);
  });

  it("keep the last owner who can sign in, however they would lose access", async () => {
    await userResource.changeMany(ada, [ben.id], { status: "Banned" });
    for (const act of [
      () => userResource.changeMany(ben, [ada.id], { status: "Banned" }),
      () => userResource.change(ben, ada.id, { status: "Pending" }),
      () => userResource.trash(ben, [dan.id, ada.id]),
    ]) {
      expect(await act()).toMatchObject({
        ok: false,
        reason: "refused",
        errors: { status: expect.stringContaining("last owner") },
      });
    }
    expect(await userResource.unrestricted.get(ada.id)).toMatchObject({ status: "Active", deletedAt: null });
    expect(await userResource.unrestricted.get(dan.id)).toMatchObject({ deletedAt: null });
  });

  it("allow any change of users who never signed in", async () => {
    await write(async (tx) => void (await tx.update(users).set({ uid: null })));
    expect(await userResource.changeMany(ada, [dan.id], { status: "Banned" })).toMatchObject({ ok: true });
  });

  it("keep one of two owners who are banned in one action", async () => {
    expect(await userResource.changeMany(ada, [ada.id, ben.id], { status: "Banned" })).toMatchObject({ ok: false });
    expect((await userResource.unrestricted.get(ada.id))?.status).toBe("Active");
  });

  it("allow restoring two users, but not two with one address", async () => {
    await userResource.trash(ada, [dan.id]);
    await userResource.create(ada, { ...newcomer, email: dan.email });
    expect(await userResource.restore(ada, [cast.tess.id, dan.id])).toMatchObject({
      ok: false,
      errors: { email: expect.any(String) },
    });
    expect(await userResource.restore(ada, [cast.tess.id])).toMatchObject({
      ok: true,
      rows: [{ name: "Tess Trashed", deletedAt: null }],
    });
  });

  it("let only the user change their own sign-in address", async () => {
    expect(await userResource.change(ada, ben.id, { email: "ben.new@example.com" })).toMatchObject({
      ok: false,
      errors: { email: expect.stringContaining("only they") },
    });
    expect(await userResource.change(ada, dan.id, { email: "dan.new@example.com" })).toMatchObject({ ok: true });
  });
});
