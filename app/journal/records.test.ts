import { asc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db, write } from "db";
import { journal, sessions, users } from "db/schema";
import { cast, fillDisk, testDatabase } from "~/testing/database";
import { signedIn } from "~/testing/requests";
import { createUser, getUser, restoreUsers, setUserStatus, trashUsers, updateUser, userRecords } from "~/users/users.server";
import { history } from "./journal.server";
import { actOnMany, recordSecurity } from "./act.server";
import { undoChange } from "./undo.server";

testDatabase();

const { ada, ben, dan } = cast;
const newcomer = { name: "New Comer", email: "new@example.com", role: "IT Support", status: "Pending", country: "", phone: "" } as const;
const entries = () => db.select().from(journal).orderBy(asc(journal.id));

/** The name of a change that must have been made. */
function changeOf(outcome: { ok: boolean; change?: string }): string {
  expect(outcome).toMatchObject({ ok: true, change: expect.any(String) });
  return outcome.change ?? "";
}

describe("a change", () => {
  it("is written to the journal with who, what, before and after", async () => {
    await updateUser(ada, dan.id, { name: "Dan Renamed", phone: dan.phone });
    expect(await entries()).toMatchObject([
      { byId: ada.id, byName: "Ada Active", entity: "users", recordId: "6", label: "Dan Renamed", action: "changed", before: { name: "Dan Directory" }, after: { name: "Dan Renamed" } },
    ]);
  });

  it("raises the revision by one", async () => {
    await updateUser(ada, dan.id, { name: "Dan Renamed" });
    expect((await getUser(dan.id))?.revision).toBe(2);
  });

  it("is called by what it did", async () => {
    await trashUsers(ada, [dan.id]);
    await restoreUsers(ada, [dan.id]);
    expect((await entries()).map((entry) => entry.action)).toEqual(["deleted", "restored"]);
  });

  it("leaves alone what it does not name, or names without a value", async () => {
    await updateUser(ada, dan.id, { name: "Dan Renamed", phone: undefined });
    expect((await entries())[0]?.after).toEqual({ name: "Dan Renamed" });
  });

  it("that changes nothing leaves no trace", async () => {
    expect(await updateUser(ada, dan.id, { name: dan.name })).toMatchObject({ ok: true, change: undefined });
    expect(await entries()).toEqual([]);
    expect((await getUser(dan.id))?.revision).toBe(1);
  });

  it("on top of an old revision is refused, with the version of the other person", async () => {
    await updateUser(ben, dan.id, { name: "Ben's Version" }, 1);
    const late = await updateUser(ada, dan.id, { name: "Ada's Version" }, 1);
    expect(late).toMatchObject({ ok: false, reason: "stale", theirs: { name: "Ben's Version", revision: 2 } });
    expect(await updateUser(ada, dan.id, { name: "From the Future" }, 3)).toMatchObject({ ok: false, reason: "stale" });
    expect((await getUser(dan.id))?.name).toBe("Ben's Version");
  });

  it("of somebody absent or in the trash is none", async () => {
    expect(await updateUser(ada, 999, { name: "X" })).toEqual({ ok: false, reason: "absent" });
    expect(await updateUser(ada, cast.tess.id, { name: "X" })).toEqual({ ok: false, reason: "absent" });
  });

  it("that breaks a rule leaves neither a row nor a trace", async () => {
    expect(await updateUser(ada, dan.id, { name: "Dan Renamed", email: ben.email })).toMatchObject({ ok: false, reason: "refused" });
    expect((await getUser(dan.id))?.name).toBe("Dan Directory");
    expect(await entries()).toEqual([]);
  });
});

describe("on a full disk", () => {
  it("a change is refused with a sentence for the form, and leaves no trace", async () => {
    await fillDisk();
    const refused = { ok: false, reason: "refused", errors: { "": expect.stringContaining("disk is full, so nothing was changed") }, status: 503 };
    expect(await updateUser(ada, dan.id, { country: "x".repeat(100_000) })).toEqual(refused);
    expect(await createUser(ada, { ...newcomer, country: "x".repeat(100_000) })).toEqual(refused);
    expect((await getUser(dan.id))?.country).toBe(dan.country);
    expect(await entries()).toEqual([]);
  });
});

describe("a bulk change", () => {
  it("counts only what it changed, and has no undo when that is nothing", async () => {
    expect(await setUserStatus(ada, [ada.id, ben.id, cast.pia.id], "Active")).toMatchObject({ ok: true, rows: [{ id: cast.pia.id }], change: expect.any(String) });
    expect(await setUserStatus(ada, [ada.id, ben.id, cast.pia.id], "Active")).toEqual({ ok: true, rows: [], change: undefined });
  });
});

describe("a large change", () => {
  it("and its undo let others have their turn", async () => {
    const many = Array.from({ length: 200 }, (_, number) => ({ ...dan, id: 100 + number, email: `${number}@example.com` }));
    await write(async (tx) => void (await tx.insert(users).values(many)));
    const { turns: changing, result } = await turnsDuring(() => trashUsers(ada, many.map(({ id }) => id)));
    const { turns: undoing } = await turnsDuring(() => undoChange(ada, changeOf(result)));
    expect(Math.min(changing, undoing)).toBeGreaterThanOrEqual(4);
  });

  /** How often others had a turn of the event loop while this went on. */
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
  it("keeps all of a new record but its revision, which only counts", async () => {
    const made = await createUser(ada, newcomer);
    const { id = 0, createdAt } = made.ok ? made.row : {};
    expect((await entries())[0]?.after).toEqual({ ...newcomer, id, image: null, createdAt: createdAt?.getTime(), deletedAt: null });
  });

  it("never sees what ties a person to an account", async () => {
    await createUser(ada, { ...newcomer, ...{ uid: "the-secret-uid" } });
    expect(JSON.stringify(await entries())).not.toContain("uid");
  });
});

describe("creating", () => {
  it("twice with one key makes one record", async () => {
    const key = crypto.randomUUID();
    await createUser(ada, { ...newcomer, name: "Came Before", email: "before@example.com" });
    const first = await createUser(ada, newcomer, key);
    if (first.ok) await updateUser(ben, first.row.id, { phone: "+1 555 0177" }); // what happened since makes no difference
    const second = await createUser(ada, newcomer, key);
    expect(first.ok && second.ok && first.row.id === second.row.id).toBe(true);
    expect(await db.$count(users, eq(users.name, "New Comer"))).toBe(1);
  });

  it("two different people with one key loses neither", async () => {
    const key = crypto.randomUUID();
    await createUser(ada, newcomer, key);
    expect(await createUser(ada, { ...newcomer, name: "Somebody Else", email: "other@example.com" }, key)).toMatchObject({ ok: true, row: { name: "Somebody Else" } });
    expect(await db.$count(users, eq(users.name, "New Comer"))).toBe(1);
  });

  it("twice at the same moment with one key makes one record too", async () => {
    const key = crypto.randomUUID();
    await Promise.all([createUser(ada, newcomer, key), createUser(ada, newcomer, key), createUser(ben, newcomer, key)]);
    expect(await db.$count(users, eq(users.email, newcomer.email))).toBe(1);
  });
});

describe("undo", () => {
  it("brings back what was before", async () => {
    const saved = await updateUser(ada, dan.id, { name: "Dan Renamed", phone: "+1 555 0100" });
    expect(await undoChange(ben, changeOf(saved))).toMatchObject({ ok: true });
    expect(await getUser(dan.id)).toMatchObject({ name: dan.name, phone: dan.phone, revision: 3 });
  });

  it("of a creation moves the record to the trash, and of a deletion restores it", async () => {
    const made = await createUser(ada, newcomer);
    const id = made.ok ? made.row.id : 0;
    const undone = await undoChange(ada, changeOf(made));
    expect(await getUser(id)).toBeUndefined();
    await undoChange(ada, changeOf(undone));
    expect(await getUser(id)).toMatchObject({ name: "New Comer", deletedAt: null });
  });

  it("of a creation works whatever was changed since, unless the record is in the trash already", async () => {
    const made = await createUser(ada, newcomer);
    const id = made.ok ? made.row.id : 0;
    await updateUser(ben, id, { phone: "+1 555 0177" });
    expect(await undoChange(ada, changeOf(made))).toMatchObject({ ok: true });
    expect(await getUser(id)).toBeUndefined();

    const other = await createUser(ada, newcomer);
    await trashUsers(ada, [other.ok ? other.row.id : 0]);
    expect(await undoChange(ada, changeOf(other))).toMatchObject({ ok: false });
  });

  it("brings back times as times", async () => {
    const saved = await userRecords.change(ada, dan.id, { createdAt: new Date("2020-02-02T02:02:02Z") });
    await undoChange(ada, changeOf(saved));
    expect((await getUser(dan.id))?.createdAt).toEqual(dan.createdAt);
  });

  it("of an undo does it again", async () => {
    const saved = await updateUser(ada, dan.id, { name: "Dan Renamed" });
    const undone = await undoChange(ada, changeOf(saved));
    await undoChange(ada, changeOf(undone));
    expect((await getUser(dan.id))?.name).toBe("Dan Renamed");
  });

  it("twice is refused with a sentence", async () => {
    const saved = await updateUser(ada, dan.id, { name: "Dan Renamed" });
    await undoChange(ada, changeOf(saved));
    expect(await undoChange(ada, changeOf(saved))).toMatchObject({ ok: false, message: expect.stringContaining("undone already") });
  });

  it("never overwrites a later change of the same field", async () => {
    const saved = await updateUser(ada, dan.id, { name: "First" });
    await updateUser(ben, dan.id, { name: "Second" });
    expect(await undoChange(ada, changeOf(saved))).toMatchObject({ ok: false });
    expect((await getUser(dan.id))?.name).toBe("Second");
  });

  it("leaves a later change of another field alone", async () => {
    const saved = await updateUser(ada, dan.id, { name: "Renamed" });
    await updateUser(ben, dan.id, { phone: "+1 555 0199" });
    await undoChange(ada, changeOf(saved));
    expect(await getUser(dan.id)).toMatchObject({ name: dan.name, phone: "+1 555 0199" });
  });

  it("takes back all of a bulk act, or none of it", async () => {
    const done = await setUserStatus(ada, [cast.pia.id, cast.rex.id, dan.id], "Banned");
    const change = changeOf(done);
    await updateUser(ben, cast.rex.id, { status: "Pending" });
    expect(await undoChange(ada, change)).toMatchObject({ ok: false });
    expect((await getUser(cast.pia.id))?.status).toBe("Banned");

    await updateUser(ben, cast.rex.id, { status: "Banned" });
    expect(await undoChange(ada, change)).toMatchObject({ ok: true });
    expect((await getUser(cast.pia.id))?.status).toBe("Pending");
    expect((await getUser(cast.rex.id))?.status).toBe("Rejected");
  });

  it("keeps the rules: a deleted address that someone else took meanwhile stays with them", async () => {
    const gone = await trashUsers(ada, [dan.id]);
    await createUser(ada, { ...newcomer, email: dan.email });
    expect(await undoChange(ada, changeOf(gone))).toMatchObject({ ok: false, message: expect.stringContaining("already has this e-mail") });
    expect(await getUser(dan.id)).toBeUndefined();
  });

  it("asks for no free address while the record is in the trash", async () => {
    const saved = await updateUser(ada, dan.id, { name: "Dan Renamed" });
    await trashUsers(ada, [dan.id]);
    await createUser(ada, { ...newcomer, email: dan.email });
    expect(await undoChange(ada, changeOf(saved))).toMatchObject({ ok: true });
  });

  it("takes back what one act did to one record twice, the last first", async () => {
    const done = await actOnMany(ada, async (tx, act) => {
      await userRecords.within.change(tx, act, dan.id, { name: "First" });
      return [await userRecords.within.change(tx, act, dan.id, { name: "Second" })];
    });
    expect(await undoChange(ada, changeOf(done))).toMatchObject({ ok: true });
    expect((await getUser(dan.id))?.name).toBe(dan.name);
  });

  it("does not touch security acts, and knows what is not in the journal", async () => {
    await write((tx) => recordSecurity(tx, ada, ada, "changed the password"));
    const [act] = await entries();
    expect(await undoChange(ada, act?.batch ?? "")).toMatchObject({ ok: false, message: expect.stringContaining("cannot be undone") });
    expect(await undoChange(ada, "no such change")).toMatchObject({ ok: false, message: expect.stringContaining("nothing to undo") });
  });

  it("of one record's entry leaves the others of a bulk act alone, and of the rest later leaves that one alone", async () => {
    const change = changeOf(await setUserStatus(ada, [cast.pia.id, cast.rex.id, dan.id], "Banned"));
    const [ofDan] = await history("users", dan.id);
    expect(await undoChange(ben, change, ofDan?.id)).toMatchObject({ ok: true, entries: [{ label: "Dan Directory" }] });
    expect((await getUser(dan.id))?.status).toBe("Active");
    expect((await getUser(cast.pia.id))?.status).toBe("Banned");
    await updateUser(ada, dan.id, { status: "Rejected" });
    expect(await undoChange(ben, change)).toMatchObject({ ok: true, entries: { length: 2 } });
    expect((await getUser(cast.pia.id))?.status).toBe("Pending");
    expect((await getUser(dan.id))?.status).toBe("Rejected");
  });

  it("of a restore begins the days in the trash anew", async () => {
    const restored = await restoreUsers(ada, [cast.tess.id]);
    await undoChange(ada, changeOf(restored));
    const [tess] = await db.select().from(users).where(eq(users.id, cast.tess.id));
    expect(Date.now() - (tess?.deletedAt?.getTime() ?? 0)).toBeLessThan(60_000);
  });

  it("is shown in the history, until it is taken back in turn", async () => {
    const saved = await updateUser(ada, dan.id, { name: "Dan Renamed" });
    const undone = await undoChange(ada, changeOf(saved));
    expect((await history("users", dan.id)).map((entry) => entry.undo)).toEqual(["open", "undone"]);
    await undoChange(ada, changeOf(undone));
    expect((await history("users", dan.id)).map((entry) => entry.undo)).toEqual(["open", "undone", "open"]);
    await undoChange(ada, changeOf(saved));
    expect((await history("users", dan.id)).map((entry) => entry.undo)).toEqual(["open", "overtaken", "undone", "undone"]);
  });

  it("is offered only where it can work", async () => {
    const offered = async (id: number) => (await history("users", id)).map((entry) => [entry.action, entry.undo]);
    const made = await createUser(ada, newcomer);
    const id = made.ok ? made.row.id : 0;
    await updateUser(ada, id, { name: "Newer", phone: "1" });
    await updateUser(ada, id, { phone: "2" });
    await updateUser(ada, id, { country: "Peru" });
    expect(await offered(id)).toEqual([["changed", "open"], ["changed", "open"], ["changed", "overtaken"], ["created", "open"]]);
    await trashUsers(ada, [id]);
    expect(await offered(id)).toEqual([["deleted", "open"], ["changed", "open"], ["changed", "open"], ["changed", "overtaken"], ["created", "overtaken"]]);
    for (const { undo, batch } of (await history("users", id)).toReversed()) expect((await undoChange(ada, batch)).ok).toBe(undo === "open");

    await write((tx) => recordSecurity(tx, ada, dan, "registered"));
    expect(await offered(dan.id)).toEqual([["security", "none"]]);
  });

  it("and the record itself are out of reach once it is gone for good", async () => {
    await updateUser(ada, dan.id, { name: "Dan Renamed" });
    expect(await history("users", dan.id)).toMatchObject([{ undo: "open", href: "/users/6" }]);
    await write(async (tx) => void (await tx.delete(users).where(eq(users.id, dan.id))));
    expect(await history("users", dan.id)).toMatchObject([{ undo: "none", href: undefined }]);
  });
});

describe("the people rules", () => {
  beforeEach(async () => {
    await signedIn("/", ben);
  });

  it.each([
    ["banned", () => setUserStatus(ada, [ben.id], "Banned")],
    ["rejected", () => updateUser(ada, ben.id, { status: "Rejected" })],
    ["deleted", () => trashUsers(ada, [ben.id])],
  ])("end the sessions of a person who is %s", async (_, act) => {
    expect(await db.$count(sessions, eq(sessions.userId, ben.id))).toBe(1);
    expect(await act()).toMatchObject({ ok: true });
    expect(await db.$count(sessions, eq(sessions.userId, ben.id))).toBe(0);
  });

  it("keep the last active person who can sign in, whichever way they would be shut out", async () => {
    await setUserStatus(ada, [ben.id], "Banned");
    for (const act of [
      () => setUserStatus(ada, [ada.id], "Banned"),
      () => updateUser(ada, ada.id, { status: "Pending" }),
      () => trashUsers(ada, [dan.id, ada.id]),
    ]) {
      expect(await act()).toMatchObject({ ok: false, reason: "refused", errors: { status: expect.stringContaining("last active person") } });
    }
    expect(await getUser(ada.id)).toMatchObject({ status: "Active", deletedAt: null });
    expect(await getUser(dan.id)).toMatchObject({ deletedAt: null });
  });

  it("ask nothing of people who never signed in, even where nobody else can", async () => {
    await write(async (tx) => void (await tx.update(users).set({ uid: null })));
    expect(await setUserStatus(ada, [dan.id], "Banned")).toMatchObject({ ok: true });
  });

  it("keep one of two who are banned in one act", async () => {
    expect(await setUserStatus(ada, [ada.id, ben.id], "Banned")).toMatchObject({ ok: false });
    expect((await getUser(ada.id))?.status).toBe("Active");
  });

  it("let two people be restored, but not two with one address", async () => {
    await trashUsers(ada, [dan.id]);
    await createUser(ada, { ...newcomer, email: dan.email });
    expect(await restoreUsers(ada, [cast.tess.id, dan.id])).toMatchObject({ ok: false, errors: { email: expect.any(String) } });
    expect(await restoreUsers(ada, [cast.tess.id])).toMatchObject({ ok: true, rows: [{ name: "Tess Trashed", deletedAt: null }] });
  });

  it("leave the sign-in address of a person to that person", async () => {
    expect(await updateUser(ada, ben.id, { email: "ben.new@example.com" })).toMatchObject({ ok: false, errors: { email: expect.stringContaining("only they") } });
    expect(await updateUser(ada, dan.id, { email: "dan.new@example.com" })).toMatchObject({ ok: true });
  });
});
