import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db, write } from "db";
import { journal, pinnedViews, savedViews, type User, users } from "db/schema";
import { historyFor } from "~/core/audit/journal.server";
import type { Entry } from "~/core/audit/entries.server";
import { undoChange } from "~/core/undo/undo.server";
import type { ListView } from "~/core/list/list";
import { action as bulk, loader as preview } from "~/features/records/bulk";
import { newAct, system } from "~/core/resource/act.server";
import type { Tally } from "~/core/bulk/dry-run.server";
import { action as restore } from "~/features/records/restore";
import { action as trash, loader as toTrash } from "~/features/records/trash";
import { loader as activity } from "~/features/records/activity";
import { loader as shell } from "~/shell/layout";
import type { Surroundings } from "~/shell/shell.server";
import { letIn } from "~/testing/client";
import { cast, testDatabase } from "~/testing/database";
import { post, run, signedIn, toastOf } from "~/testing/requests";
import { action as create, loader as openCreate } from "./create";
import { action as edit, loader as open } from "./edit";
import { loader as exported } from "~/features/records/export";
import { loader as list } from "./list";
import { action as pin } from "./pin";
import { action as replace } from "./replace";
import { ownView, viewResource, viewsOf } from "./views.server";

testDatabase();

const { ada, ben } = cast;
const norway = { path: "/users", search: "status=Active", name: "Active people", shared: "no" };
const save = async (values: Record<string, string> = {}, by: User = ada) =>
  run<{ form?: { errors: Record<string, string>; fields: object } }>(
    create,
    await signedIn(post("/views/create", { ...norway, ...values }), by),
  );
const listed = async (by: User, search = "") =>
  (
    await run<{ views: { name: string; isOwn: boolean; owner: string; count?: string }[]; view: ListView }>(
      list,
      await signedIn(`/views${search}`, by),
    )
  ).data;
const names = async (by: User, search = "") => (await listed(by, search)).views.map(({ name }) => name);
const act = async (doIt: Parameters<typeof run>[0], path: string, by: User, values: Record<string, string> = {}) =>
  run(doIt, await signedIn(post(path, values), by), { id: "1" });

describe("a saved view", () => {
  it("is stored in canonical form, found again, and can be undone", async () => {
    const saved = await save({ search: "page=7&status=active&size=25&nothing=1&sort=-createdAt&trash=1&select=all" });
    expect(saved).toMatchObject({ status: 303, location: expect.stringMatching(/^\/users\?status=Active/) });
    const view = await ownView(ada, { id: "1" });
    expect(Object.keys(Object.fromEntries(new URLSearchParams(view.search)))).not.toEqual(
      expect.arrayContaining(["page"]),
    );
    expect(view).toMatchObject({ name: "Active people", path: "/users", ownerId: ada.id, shared: false });
    expect(view.search).not.toMatch(/page|nothing|trash|select|size/);
    expect(await names(ada)).toEqual(["Active people"]);
    await undoChange(ada, toastOf(saved).undo ?? "");
    expect(await names(ada)).toEqual([]);
    expect(await names(ada, "?trash=1")).toEqual(["Active people"]);
  });

  it("sent twice by one form is one", async () => {
    const key = "0f8fad5b-d9cb-469f-a165-70867728950e";
    await save({ key });
    expect(await save({ key })).toMatchObject({ status: 303 });
    expect(await names(ada)).toHaveLength(1);
  });

  it("is refused with a message without a valid list and name, or if the name is taken", async () => {
    await save();
    expect((await save({ name: "ACTIVE péople" })).data.form?.errors).toEqual({
      name: expect.stringContaining("already"),
    });
    expect(await save({ name: "ACTIVE péople", path: "/orders" })).toMatchObject({ status: 303 });
    expect(await save({}, ben)).toMatchObject({ status: 303 });
    expect((await save({ name: " " })).data.form?.errors).toEqual({ name: "Enter a name for this view" });
    expect((await save({ name: "x".repeat(61) })).data.form?.errors).toEqual({ name: "Keep this to 60 characters" });
    expect((await save({ shared: "perhaps" })).data.form?.errors).toEqual({ shared: "Choose who sees it" });
    for (const path of [
      "//evil.example",
      "https://evil.example",
      "/users/1",
      "/users.csv",
      "/logout",
      "/views",
      "__proto__",
      "",
    ]) {
      const refused = await save({ name: "Other", path });
      expect([path, refused.status, refused.data.form?.errors[""]]).toEqual([
        path,
        400,
        expect.stringContaining("no list at this address"),
      ]);
      expect(
        await run(openCreate, await signedIn(`/views/create?${new URLSearchParams({ path }).toString()}`, ada)),
      ).toMatchObject({ status: 404 });
    }
  });

  it("shows in words what is saved, and the user's own views that could show it instead", async () => {
    await save();
    const page = await run<{ saving: { shows: object; own: object[] } }>(
      openCreate,
      await signedIn("/views/create?path=%2Fusers&search=q%3Dada%26status%3DBanned%26sort%3D-name", ada),
    );
    expect(page.data.saving.shows).toMatchObject({
      title: "Users",
      parts: ["“ada”", "Status: Banned", "Sorted by name, descending"],
    });
    expect(page.data.saving.own).toEqual([{ id: 1, name: "Active people" }]);
    const days = await run<{ saving: { shows: object } }>(
      openCreate,
      await signedIn("/views/create?path=%2Forders&search=from%3Dthis-month", ada),
    );
    expect(days.data.saving.shows).toMatchObject({ parts: ["Placed: This month"] });

    const changed = await act(replace, "/views/1/replace", ada, { search: "status=Banned&page=3" });
    expect(changed).toMatchObject({ status: 303, location: "/users?status=Banned" });
    await undoChange(ada, toastOf(changed).undo ?? "");
    expect((await ownView(ada, { id: "1" })).search).toBe("status=Active");
  });

  it("can be renamed and shared by its owner, and shows a conflict with another change", async () => {
    await save();
    expect(await act(edit, "/views/1", ada, { name: "All of us", shared: "yes", revision: "1" })).toMatchObject({
      status: 303,
      location: "/views/1",
    });
    expect(await names(ben)).toEqual(["All of us"]);
    expect(await act(edit, "/views/1", ada, { name: "Another", shared: "yes", revision: "1" })).toMatchObject({
      status: 409,
    });
  });

  it("cannot be restored from the trash beside another of its name", async () => {
    await save();
    await act(trash, "/views/1/trash", ada);
    await save();
    expect(toastOf(await act(restore, "/views/1/restore", ada))).toMatchObject({
      tone: "error",
      text: expect.stringContaining("already"),
    });
  });
});

describe("a private view", () => {
  it("does not exist for other users: no page, action, list or export", async () => {
    await save();
    const params = { id: "1" };
    expect(await run(open, await signedIn("/views/1", ben), params)).toMatchObject({ status: 404 });
    expect(await run(toTrash, await signedIn("/views/1/trash", ben), params)).toMatchObject({ status: 404 });
    for (const [doIt, path] of [
      [edit, ""],
      [trash, "/trash"],
      [restore, "/restore"],
      [pin, "/pin"],
      [replace, "/replace"],
    ] as const) {
      expect([
        path,
        (await act(doIt, `/views/1${path}`, ben, { name: "Mine", shared: "yes", revision: "1", pinned: "yes" })).status,
      ]).toEqual([path, 404]);
    }
    expect(await names(ben)).toEqual([]);
    expect((await run(exported, await signedIn("/views.json?ids=1", ben))).data).toEqual([]);
    await act(trash, "/views/1/trash", ada);
    expect(await names(ben, "?trash=1")).toEqual([]);
    expect((await act(restore, "/views/1/restore", ben)).status).toBe(404);
    expect(await viewResource.unrestricted.find(1)).toMatchObject({
      name: "Active people",
      deletedAt: expect.any(Date),
    });
  });

  it("is skipped if somebody else names it among others", async () => {
    await save();
    const answer = await act(bulk, "/views/bulk", ben, { act: "delete", ids: "1" });
    expect(toastOf(answer)).toMatchObject({ tone: "error", text: "Nothing was changed." });
    expect(await viewResource.unrestricted.get(1)).toBeDefined();
  });

  it("is not named to somebody else who ticks it beside their own", async () => {
    await save({ name: "Layoffs" });
    await save({ name: "Mine" }, ben);
    const ticked = post("/views/bulk", { act: "delete", ids: ["1", "2"] });
    const answer = await run(bulk, await signedIn(ticked, ben));
    expect(toastOf(answer).text).toBe("View “Mine” moved to the trash");
  });

  it("is neither named nor changed by a bulk action of somebody else", async () => {
    await save();
    await act(trash, "/views/1/trash", ada);
    await save({ name: "Mine alone" });
    for (const asked of [
      "act=delete&ids=2",
      "act=restore&ids=1",
      "act=delete&ids=1,2",
      "act=restore&trash=1&ids=1,2",
    ]) {
      expect([asked, await previewed(asked, ben)]).toMatchObject([
        asked,
        { matched: 0, tally: { matched: 0, changed: { first: [] }, same: { first: [] }, refused: { first: [] } } },
      ]);
      for (const count of ["0", "1", "2"]) await confirm(asked, ben, count);
    }
    expect(await viewResource.unrestricted.find(1)).toMatchObject({ deletedAt: expect.any(Date) });
    expect(await viewResource.unrestricted.find(2)).toMatchObject({ deletedAt: null });
  });

  it("is not affected by actions on each of many views", async () => {
    await save();
    const done = await write((tx) => viewsOf(ben).each(tx, newAct(ben), [1], { act: "delete" }));
    expect([done, await viewResource.unrestricted.get(1)]).toEqual([
      [],
      expect.objectContaining({ name: "Active people" }),
    ]);
  });

  it("is journalled for its owner only", async () => {
    const saved = await save();
    const seen = async (by: User) => (await inActivity(by)).length;
    expect([await seen(ada), await seen(ben)]).toEqual([1, 0]);
    expect(await undoChange(ben, toastOf(saved).undo ?? "")).toMatchObject({ ok: false });
    expect(await viewResource.unrestricted.get(1)).toBeDefined();
    await act(edit, "/views/1", ada, { name: "Active people", shared: "yes", revision: "1" });
    expect([await seen(ada), await seen(ben)]).toEqual([2, 1]);
  });

  it("has a history in its owner's activity as long as they may see its list", async () => {
    const past = async (owner: User) => (await inActivity(owner)).length;
    await save({}, ben);
    expect(await past(ben)).toBe(1);
    expect(await past(await letIn(ben, "staff", { support: "change" }))).toBe(0);
  });
});

/** Returns the entries about views on the activity page. */
async function inActivity(by: User): Promise<Entry[]> {
  const shown = await run<{ entries: Entry[] }>(activity, await signedIn("/activity", by));
  expect(shown.status).toBe(200);
  return shown.data.entries.filter(({ entity }) => entity === "views");
}

/** Returns the preview of a bulk action. */
const previewed = async (asked: string, by: User) =>
  (await run<{ matched: number; tally?: Tally }>(preview, await signedIn(`/views/bulk?${asked}`, by))).data;
const confirm = async (asked: string, by: User, count: string) =>
  run(bulk, await signedIn(post(`/views/bulk?${asked}`, { matched: count, changes: count }), by));

describe("a shared view", () => {
  it("has no history for others from when it was private, neither on its page nor in the activity", async () => {
    let revision = 1;
    const change = (name: string, shared: string) =>
      act(edit, "/views/1", ada, { name, shared, revision: String(revision++) });
    const seen = async (by: User) => {
      const [past, activity] = [await historyFor(by, viewResource, 1), await inActivity(by)];
      expect(activity).toMatchObject(past); // each of which the activity puts under a day
      const page = await run<{ history: object[] }>(open, await signedIn("/views/1", by), { id: "1" });
      if (page.status === 200) expect(page.data.history).toHaveLength(past.length);
      return past.map(({ label, action }) => `${label} ${action}`);
    };
    await save({ name: "Secret" });
    await change("Less secret", "yes");
    expect([(await seen(ada)).length, await seen(ben)]).toEqual([2, []]); // the entry contains the former name
    await change("Public", "yes");
    expect(await seen(ben)).toEqual(["View “Public” changed"]);
    await change("Secret again", "no");
    expect(await seen(ben)).toEqual([]);
    await change("Clean", "no");
    await change("Clean", "yes");
    expect([(await seen(ada)).length, await seen(ben)]).toEqual([6, ["View “Clean” changed"]]);
    expect(JSON.stringify([await historyFor(ben, viewResource, 1), await inActivity(ben)])).not.toMatch(/secret/i);
    await save({ name: "Shared from the first", shared: "yes" });
    expect((await historyFor(ben, viewResource, 2)).map(({ action }) => action)).toEqual(["created"]);
  });

  it("has no history for its new owner from when it was private", async () => {
    await save({ name: "Secret" });
    await act(edit, "/views/1", ada, { name: "Public", shared: "yes", revision: "1" });
    await viewResource.unrestricted.change(system, 1, { ownerId: ben.id });
    await act(edit, "/views/1", ben, { name: "Mine", shared: "no", revision: "3" });
    expect((await historyFor(ben, viewResource, 1)).map(({ label }) => label)).toEqual([
      "View “Mine”",
      "View “Public”",
    ]);
  });

  it("is skipped with the reason in somebody else's bulk action on all matches", async () => {
    await save({ shared: "yes" });
    await save({ name: "Second" }, ben);
    for (const asked of ["act=delete", "act=delete&ids=1,2"]) {
      expect(await previewed(asked, ben)).toMatchObject({
        matched: 2,
        tally: {
          changed: { count: 1 },
          refused: { first: [{ label: "View “Active people”", why: expect.stringContaining("Only who saved") }] },
        },
      });
    }
    await run(bulk, await signedIn(post("/views/bulk?act=delete", { matched: "2", changes: "1" }), ben));
    expect(await names(ada)).toEqual(["Active people"]);
    expect(await viewResource.unrestricted.find(2)).toMatchObject({ deletedAt: expect.any(Date) });
  });

  it("can be opened and pinned by others, who cannot change it, delete it or undo its changes", async () => {
    const saved = await save({ shared: "yes" });
    expect(
      (await run<{ isOwn: boolean; owner: string }>(open, await signedIn("/views/1", ben), { id: "1" })).data,
    ).toMatchObject({ isOwn: false, owner: ada.name });
    expect((await act(edit, "/views/1", ben, { name: "Mine", shared: "no", revision: "1" })).status).toBe(404);
    expect((await act(replace, "/views/1/replace", ben, { search: "" })).status).toBe(404);
    await act(trash, "/views/1/trash", ben);
    expect(await undoChange(ben, toastOf(saved).undo ?? "")).toMatchObject({
      ok: false,
      message: expect.stringContaining("Only who saved"),
    });
    expect(await viewResource.unrestricted.get(1)).toMatchObject({ name: "Active people", revision: 1 });
    expect(toastOf(await act(pin, "/views/1/pin", ben, { pinned: "yes" })).text).toContain("stands in your menu");
  });

  it("exists, with its history, only for users who may see all of its list", async () => {
    await save({ path: "/support/tickets", search: "priority=Urgent", name: "Complaints", shared: "yes" });
    const openTo = async (access: User["access"], areas: User["areas"] = {}) => {
      const reader = await letIn(cast.pia, access, areas);
      const { status } = await run(open, await signedIn("/views/1", reader), { id: "1" });
      const { entries } = (
        await run<{ entries: { entity: string }[] }>(activity, await signedIn("/activity?entity=views", reader))
      ).data;
      const { data: offered } = await run<{ user?: Surroundings }>(shell, await signedIn("/support/tickets", reader));
      return [status, entries.length, (await names(reader)).length, offered.user?.views.list?.views.length];
    };
    expect(await openTo("staff", { support: "view" })).toEqual([200, 1, 1, 1]);
    expect(await openTo("staff", { sales: "change", people: "view" })).toEqual([404, 0, 0, 0]);
    expect(await openTo("admin")).toEqual([200, 1, 1, 1]);
  });

  it("exists only for users who may use the filters of its list", async () => {
    await save({ search: "visited=2026-11-01..2026-11-24", name: "Seen lately", shared: "yes" });
    const openTo = async (areas: User["areas"]) => {
      const reader = await letIn(cast.pia, "staff", areas);
      return [(await run(open, await signedIn("/views/1", reader), { id: "1" })).status, await names(reader)];
    };
    expect(await openTo({ people: "view" })).toEqual([404, []]);
    expect(await openTo({ people: "view", reports: "view" })).toEqual([200, ["Seen lately"]]);
  });

  it("shows its owner in the list, and its number of rows", async () => {
    await save({ shared: "yes" });
    expect((await listed(ben)).views).toEqual([expect.objectContaining({ isOwn: false, owner: ada.name, count: "3" })]);
  });

  it("is selected together with its owner's other views, and none of other users, when everything is selected", async () => {
    await save({ shared: "yes" });
    await save({ name: "Second" });
    await save({ name: "Third" }, ben);
    const asked = await run(bulk, await signedIn(post("/views/bulk", { act: "delete", all: "2" }), ada));
    expect(asked.location).toBe("/views/bulk?act=delete&matched=2");
    const answer = await run(bulk, await signedIn(post("/views/bulk?act=delete", { matched: "2", changes: "2" }), ada));
    expect(toastOf(answer).text).toBe("2 views moved to the trash");
    expect(await names(ben)).toEqual(["Third"]);
  });
});

it("deleting a user removes their pins and views", async () => {
  await save({ pinned: "on" }, ben);
  await write(async (tx) => void (await tx.delete(users).where(eq(users.id, ben.id))));
  expect([await db.$count(savedViews), await db.$count(pinnedViews), await db.$count(journal)]).toEqual([0, 0, 1]);
});
