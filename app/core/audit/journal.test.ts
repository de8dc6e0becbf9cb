import { asc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db, write } from "db";
import { accounts, journal, type JournalEntry, type User } from "db/schema";
import type { ListView } from "~/core/list/list";
import { cast, testDatabase, inTimeZone } from "~/testing/database";
import { post, run, signedIn, toastOf as toast } from "~/testing/requests";
import { userResource } from "~/features/users/users.server";
import { loader as activity } from "~/features/records/activity";
import { loader as exported } from "~/features/records/export";
import { actsOf, history, historyFor } from "./journal.server";
import type { Entry } from "./entries.server";
import { action as undo, loader as confirmation } from "~/features/records/undo";

testDatabase();

const { ada, ben, dan } = cast;
const at = (time: string) => new Date(`2026-03-${time}:00Z`);
const entry = {
  batch: "b",
  byId: ada.id,
  byName: ada.name,
  entity: "users",
  recordId: "6",
  label: "Dan",
  action: "changed" as const,
};

/** Returns the labels of the entries and the view that a URL shows. */
async function shown(search: string) {
  const { data } = await run<{ entries: JournalEntry[]; view: ListView }>(
    activity,
    await signedIn(`/activity?${search}`, ada),
  );
  return { labels: data.entries.map(({ label }) => label), view: data.view };
}

describe("the journal", () => {
  beforeEach(() =>
    write(async (tx) => {
      await tx.insert(journal).values([
        { ...entry, label: "one", at: at("01T23:59") },
        { ...entry, label: "two", at: at("02T00:00"), recordId: "5" },
        { ...entry, label: "three", at: at("02T23:59"), entity: "orders", action: "created" },
        { ...entry, label: "four", at: at("03T00:00"), byId: ben.id, byName: ben.name },
      ]);
    }),
  );

  it("returns the history of a record, newest first, up to the requested number", async () => {
    const labels = async (most?: number) => (await history(userResource, 6, most)).map(({ label }) => label);
    expect(await labels()).toEqual(["four", "one"]);
    expect(await labels(1)).toEqual(["four"]);
  });

  it("returns what one user did", async () => {
    expect((await actsOf(ada)).map(({ label }) => label)).toEqual(["three", "two", "one"]);
  });

  it("lists entries newest first, by day, user and record", async () => {
    expect((await shown("")).labels).toEqual(["four", "three", "two", "one"]);
    expect((await shown("from=2026-03-02")).labels).toEqual(["four", "three", "two"]);
    expect((await shown("to=2026-03-02")).labels).toEqual(["three", "two", "one"]);
    expect((await shown("from=2026-03-02&to=2026-03-02")).labels).toEqual(["three", "two"]);
    expect((await shown("record=6&entity=users")).labels).toEqual(["four", "one"]);
    expect((await shown("trash=1")).view).toMatchObject({ trash: false, total: 4 });
    expect((await shown("from=2026-13-45&to=yesterday&person=%27")).labels).toHaveLength(4);
    const { labels, view } = await shown(`person=${ben.id}`);
    expect(labels).toEqual(["four"]);
    expect(view.filters.find(({ name }) => name === "person")?.options).toEqual([{ value: "2", title: "Ben Active" }]);
  });

  it("can be filtered by resource, with the name that screens use", async () => {
    const { view } = await shown("entity=cannedReplies");
    const kinds = view.filters.find(({ name }) => name === "entity")?.options;
    expect(kinds).toEqual(
      expect.arrayContaining([
        { value: "users", title: "Users" },
        { value: "cannedReplies", title: "Canned replies" },
        { value: "faqs", title: "FAQs" },
      ]),
    );
  });

  it("uses days in the time zone of the company", async () => {
    await inTimeZone("Asia/Tokyo", async () => {
      expect((await shown("from=2026-03-03")).labels).toEqual(["four", "three"]);
    });
  });

  it("finds entries by their reason", async () => {
    await userResource.setStatus(ada, [dan.id], "Banned", { note: "Parcel came back" });
    expect((await shown("q=parcel")).labels).toEqual(["Dan Directory"]);
  });

  it("can be exported with the values before and after", async () => {
    await userResource.change(ada, dan.id, { name: "Dan Renamed" });
    const { data } = await run<Record<string, unknown>[]>(exported, await signedIn("/activity.json?q=renamed", ada));
    expect(data).toMatchObject([
      {
        by: "Ada Active",
        kind: "users",
        record: "6",
        label: "Dan Renamed",
        action: "changed",
        before: '{"name":"Dan Directory"}',
        after: '{"name":"Dan Renamed"}',
        note: null,
      },
    ]);
  });
});

describe("an undo that would always be refused is not offered", () => {
  const offered = async (viewer: User, id: number) =>
    (await historyFor(viewer, userResource, id)).map(({ action, undo }) => `${action} ${undo}`);

  it("an undo that would always be refused is not offered for the address of a user with an account, unlike that of one who is only in the directory", async () => {
    await write(async (tx) => {
      await tx
        .update(accounts)
        .set({ email: "ben.new@example.com" })
        .where(eq(accounts.uid, ben.uid ?? ""));
    });
    expect((await userResource.change(ben, ben.id, { email: "ben.new@example.com" })).ok).toBe(true);
    await userResource.change(ada, dan.id, { email: "dan.new@example.com" });
    for (const viewer of [ada, ben]) expect(await offered(viewer, ben.id)).toEqual(["changed none"]);
    expect(await offered(ada, dan.id)).toEqual(["changed open"]);
    const { data } = await run<{ entries: Entry[] }>(activity, await signedIn("/activity", ada));
    expect(data.entries.map(({ label, undo }) => [label, undo])).toEqual([
      [dan.name, "open"],
      [ben.name, "none"],
    ]);
  });

  it("an undo that would always be refused is not offered for a user's own ban, and for other people's own settings", async () => {
    await userResource.change(ada, cast.pia.id, { status: "Active" });
    await userResource.change(cast.pia, cast.pia.id, { links: [], phone: "+47 555 09 09" });
    await userResource.change(cast.pia, cast.pia.id, { links: [{ network: "github", url: "https://github.com/pia" }] });
    expect(await offered({ ...cast.pia, access: "admin" }, cast.pia.id)).toEqual([
      "changed open",
      "changed open",
      "changed none",
    ]);
    expect(await offered(ada, cast.pia.id)).toEqual(["changed none", "changed open", "changed open"]);
  });
});

it("an entry shows the display names of its values", async () => {
  await userResource.change(ada, ada.id, { links: [{ network: "github", url: "https://github.com/ada" }] });
  const [entry] = await historyFor(ada, userResource, ada.id);
  expect([entry?.before?.links, entry?.after?.links]).toEqual([[], ["GitHub: https://github.com/ada"]]);
});

describe("the undo button", () => {
  const press = async (sent: Record<string, string>) => run(undo, await signedIn(post("/undo", sent), ada));

  it("says what it undid, offers to redo it, and leads back", async () => {
    const saved = await userResource.change(ada, dan.id, { name: "Dan Renamed" });
    const answer = await press({ batch: (saved.ok && saved.batch) || "", back: "/users?page=2" });
    expect(answer).toMatchObject({ status: 303, location: "/users?page=2" });
    expect(toast(answer)).toEqual({ text: "Undone: change of Dan Renamed", undo: expect.any(String), redo: true });
    const again = await press({ batch: toast(answer).undo ?? "", back: "//evil.example" });
    expect({ location: again.location, text: toast(again).text, redo: toast(again).redo }).toEqual({
      location: "/activity",
      text: "The undo was undone: change of Dan Directory",
      redo: false,
    });
    expect((await userResource.unrestricted.get(dan.id))?.name).toBe("Dan Renamed");
  });

  it("undoes one entry of many, or all of them", async () => {
    const saved = await userResource.changeMany(ada, [4, 5, 6], { status: "Banned" });
    const change = (saved.ok && saved.batch) || "";
    const [first] = await db.select().from(journal).where(eq(journal.batch, change)).orderBy(asc(journal.id));
    for (const entry of ["", "x", "1.5"])
      expect(toast(await press({ batch: change, entry })).text).toContain("nothing to undo");
    expect(toast(await press({ batch: change, entry: String(first?.id) })).text).toBe("Undone: change of Pia Pending");
    expect(toast(await press({ batch: change })).text).toBe("Undone: 2 changes");
  });

  describe("if one of many records was changed since", () => {
    let change = "";

    beforeEach(async () => {
      const banned = await userResource.setStatus(ada, [4, 5, 6], "Banned");
      change = (banned.ok && banned.batch) || "";
      await userResource.setStatus(ben, [dan.id], "Pending");
    });

    const statuses = () => Promise.all([4, 5, 6].map(async (id) => (await userResource.unrestricted.get(id))?.status));

    it("undoes nothing, says how many are blocked, and offers to undo the others", async () => {
      const refused = toast(await press({ batch: change, back: "/users" }));
      expect(refused).toMatchObject({
        text: "Nothing was undone, because 1 of the 3 was changed again since.",
        tone: "error",
        others: { batch: change, count: 2 },
      });
      expect(refused.links).toEqual([{ href: `/users/${dan.id}`, title: "Dan Directory" }]);
      expect((await statuses()).filter((status) => status === "Banned")).toHaveLength(2);
    });

    it("undoes the others as one change, says what remains, and can be undone itself", async () => {
      const undone = toast(await press({ batch: change, others: "1" }));
      expect(undone).toMatchObject({
        text: "Undone: 2 changes. 1 left as it is, because it was changed since.",
        undo: expect.any(String) as string,
        links: [{ href: `/users/${dan.id}`, title: "Dan Directory" }],
      });
      expect(undone.others).toBeUndefined();
      expect((await statuses()).includes("Banned")).toBe(false);
      expect((await userResource.unrestricted.get(dan.id))?.status).toBe("Pending");
      expect(toast(await press({ batch: undone.undo ?? "" })).text).toBe("The undo was undone: 2 changes");
      expect((await statuses()).filter((status) => status === "Banned")).toHaveLength(2);
    });

    it("offers nothing if all of them were changed", async () => {
      await userResource.setStatus(ben, [4, 5], "Pending");
      expect(toast(await press({ batch: change }))).toMatchObject({
        text: "Nothing was undone, because 3 of the 3 were changed again since.",
        links: { length: 3 },
      });
      const passing = toast(await press({ batch: change, others: "1" }));
      expect([passing.tone, passing.others]).toEqual(["error", undefined]);
    });
  });

  describe("if it moves people to the trash", () => {
    const made = async (name: string) =>
      userResource.create(ada, { name, email: `${name.replace(" ", ".")}@example.com`, status: "Active" });
    const ask = async (path: string) =>
      run<{ away?: object; batch: string; back: string }>(confirmation, await signedIn(path, ada));

    it("asks first, on a page that says who and what that means, and then does what was asked", async () => {
      const nell = await made("Nell New");
      const change = (nell.ok && nell.batch) || "";
      const asked = await press({ batch: change, back: "/users?page=2" });
      expect(asked).toMatchObject({
        status: 303,
        location: `/undo?${new URLSearchParams({ batch: change, back: "/users?page=2" })}`,
      });
      expect((await db.select().from(journal).where(eq(journal.undoes, change))).length).toBe(0);
      const { data } = await ask(asked.location ?? "");
      expect(data).toMatchObject({
        batch: change,
        back: "/users?page=2",
        away: {
          count: 1,
          names: ["Nell New"],
          means: "Signed-in users are signed out at once and cannot sign in again.",
        },
      });
      const undone = await press({ batch: change, back: "/users?page=2", sure: "1" });
      expect([undone.location, toast(undone)]).toEqual([
        "/users?page=2",
        { text: "Undone: creation of Nell New", undo: expect.any(String), redo: true },
      ]);
      expect(await userResource.unrestricted.get((nell.ok && nell.row.id) || 0)).toBeUndefined();
      const again = await press({ batch: toast(undone).undo ?? "" }); // restoring needs no confirmation
      expect(toast(again).text).toContain("The undo was undone");
      expect((await press({ batch: toast(again).undo ?? "" })).location).toMatch(/^\/undo\?/); // trashing them again does
    });

    it("asks for a single entry too, names the first of many, and none that are undone already", async () => {
      const restored = await userResource.restore(ada, [cast.tess.id]);
      const [entry] = await db
        .select()
        .from(journal)
        .where(eq(journal.batch, (restored.ok && restored.batch) || ""));
      const asked = await press({ batch: entry?.batch ?? "", entry: String(entry?.id), others: "1" });
      expect(new URLSearchParams(asked.location?.split("?")[1]).get("entry")).toBe(String(entry?.id));
      expect(await press({ batch: entry?.batch ?? "", entry: String(entry?.id), sure: "1" })).toMatchObject({
        location: "/activity",
      });
      expect(toast(await press({ batch: entry?.batch ?? "" })).text).toBe("This was undone already.");
      expect((await ask(`/undo?batch=${entry?.batch}&back=/users`)).location).toBe("/users");
      expect((await ask("/undo")).location).toBe("/activity");
    });
  });

  it("says why it could not undo a change", async () => {
    expect(toast(await press({ batch: "no such change" }))).toEqual({
      text: expect.stringContaining("nothing to undo"),
      tone: "error",
    });
  });
});
