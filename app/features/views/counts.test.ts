import { inArray } from "drizzle-orm";
import { beforeEach, expect, it, vi } from "vitest";
import { write } from "db";
import { users, visits } from "db/schema";
import { userResource } from "~/features/users/users.server";
import { cast, testDatabase } from "~/testing/database";
import { withAccess } from "~/testing/people";
import { run, signedIn } from "~/testing/requests";
import { loader as counts } from "./counts";
import { countText } from "./count";
import { untilAllCounted, countLimits, countsOf } from "./counts.server";
import { saveView } from "./views.server";

testDatabase();

// However busy the machine: what is slow is so by its rows, or because a test says so.
beforeEach(() => void (countLimits.long = Infinity));

const { ada, ben } = cast;
const active = { id: 1, path: "/users", search: "status=Active" };
const banned = { id: 2, path: "/users", search: "status=Banned" };

/** People in numbers. */
async function addPeople(many: number, values: Partial<typeof cast.ada> = {}, from = 1_000) {
  const rows = Array.from({ length: many }, (_, index) => ({
    ...ben,
    ...values,
    id: from + index,
    uid: null,
    email: `${from + index}@example.com`,
  }));
  await write(async (tx) => {
    for (let from = 0; from < many; from += 1_000) await tx.insert(users).values(rows.slice(from, from + 1_000));
  });
}

const addOne = (values: Partial<typeof cast.ada>) =>
  write(async (tx) => void (await tx.insert(users).values({ ...ben, uid: null, email: "far@example.com", ...values })));

it("the count of a view is that of its rows, and is updated as soon as something has changed", async () => {
  expect(await countsOf(ada, [active, banned])).toEqual({ 1: 3, 2: 1 });
  await userResource.setStatus(ada, [cast.dan.id], "Banned");
  expect(await countsOf(ada, [active, banned])).toEqual({ 1: 2, 2: 2 });
  await userResource.trash(ada, [cast.dan.id]);
  expect(await countsOf(ada, [active, banned])).toEqual({ 1: 2, 2: 1 });
});

it("each user gets their own counts: not those of a user who can see more", async () => {
  await write(async (tx) => {
    const visit = {
      personId: cast.dan.id,
      startedAt: new Date(),
      lastAt: new Date(),
      country: "Norway",
      browser: "Chrome",
    };
    await tx.insert(visits).values({ ...visit, referrer: "Direct", pages: 1, changes: 0, returning: false });
  });
  const named = [{ id: 4, path: "/analytics/visits", search: "q=directory" }];
  const reader = await withAccess(ben, "staff", { reports: "view" });
  expect(await countsOf(ada, named)).toEqual({ 4: 1 });
  expect(await countsOf(reader, named)).toEqual({ 4: 0 });
  expect(await countsOf(ada, named)).toEqual({ 4: 1 });
});

it("counting stops at the displayed maximum", async () => {
  await addPeople(1_500);
  expect((await countsOf(ada, [active]))[1]).toBe(1_000);
  expect(["0", "999", "999+", undefined]).toEqual([0, 999, 1_000, undefined].map(countText));
});

it("slow counts are computed after the response, and are known the next time", async () => {
  await addPeople(5_000, { status: "Pending" });
  await addOne({ id: 1_000_000, status: "Banned" });
  const view = { ...banned, id: 3 };
  expect(await countsOf(ada, [view])).toEqual({});
  await untilAllCounted();
  expect(await countsOf(ada, [view])).toEqual({ 3: 2 });
});

it("the earlier count of a long list is kept until it was counted again", async () => {
  await addPeople(5_000, { status: "Pending" });
  await countsOf(ada, [banned]);
  await untilAllCounted();
  await write(async (tx) => void (await tx.delete(users).where(inArray(users.id, [cast.ban.id]))));
  expect(await countsOf(ada, [banned])).toEqual({ 2: 1 });
});

it("words are counted by the index, however far away the rows are", async () => {
  await addPeople(3_000);
  await addOne({ id: 1_000_000, name: "Zebedee Far" });
  expect(await countsOf(ada, [{ id: 6, path: "/users", search: "q=zebedee" }])).toEqual({ 6: 1 });
});

it("words that many rows have are counted among the newest, and otherwise no count is shown", async () => {
  await addPeople(4_000, { name: "Common Person" });
  await addPeople(1_500, { name: "Common Person", status: "Pending" }, 10_000);
  await addOne({ id: 9_999, name: "Common Person", status: "Rejected" });
  const views = ["", "&status=Pending", "&status=Rejected"].map((search, id) => ({
    id,
    path: "/users",
    search: `q=common${search}`,
  }));
  const atOnce = await countsOf(ada, views);
  await untilAllCounted();
  expect([atOnce, await countsOf(ada, views)]).toEqual([
    { 0: 1_000, 1: 1_000 },
    { 0: 1_000, 1: 1_000 },
  ]);
});

it("a slow count is computed after the response the next time too, however few its rows are", async () => {
  countLimits.long = 0;
  expect(await countsOf(ada, [banned])).toEqual({ 2: 1 });
  await userResource.setStatus(ada, [cast.dan.id], "Banned");
  expect(await countsOf(ada, [banned])).toEqual({ 2: 1 });
  await vi.waitFor(async () => expect(await countsOf(ada, [banned])).toEqual({ 2: 2 }));
});

it("rows are found whatever their ids are", async () => {
  await addOne({ id: 9_000_000_000 });
  expect(await countsOf(ada, [active])).toEqual({ 1: 4 });
});

it("the activity is counted as each user sees it", async () => {
  const activity = { id: 4, path: "/activity", search: "entity=views" };
  await saveView(ada, { name: "Mine alone", path: "/users", search: "", shared: false });
  expect([await countsOf(ada, [activity]), await countsOf(ben, [activity])]).toEqual([{ 4: 1 }, { 4: 0 }]);
});

it("lists that no longer exist are skipped", async () => {
  expect(await countsOf(ada, [{ id: 5, path: "/gone", search: "" }, active])).toEqual({ 1: 3 });
});

it("an open page is told of the views in the user's menu, and of no others", async () => {
  await saveView(ada, { name: "Pinned", path: "/users", search: "status=Active", shared: false, pinned: true });
  await saveView(ada, { name: "Not pinned", path: "/users", search: "status=Banned", shared: false });
  expect((await run(counts, await signedIn("/views/counts", ada))).data).toEqual({ 1: 3 });
  expect((await run(counts, await signedIn("/views/counts", ben))).data).toEqual({});
});
