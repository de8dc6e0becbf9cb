import { expect, it } from "vitest";
import { loader as shell } from "~/shell/layout";
import type { Surroundings } from "~/shell/shell.server";
import { cast, testDatabase } from "~/testing/database";
import { post, run, signedIn, toastOf } from "~/testing/requests";
import type { User } from "db/schema";
import { maxPinned } from "./limits";
import { action as move } from "./move";
import { action as pin } from "./pin";
import { saveView, viewResource } from "./views.server";

testDatabase();

const { ada, ben } = cast;
const active = { name: "Active", path: "/users", search: "status=Active", shared: false, pinned: true };

async function save(values: Partial<typeof active> = {}, by: User = ada) {
  const saved = await saveView(by, { ...active, ...values });
  if (!saved.ok) throw new Error(JSON.stringify(saved.errors));
  return saved.row.id;
}

async function around(path: string, by: User = ada) {
  const { data } = await run<{ user?: Surroundings }>(shell, await signedIn(path, by));
  if (!data.user) throw new Error("signed out");
  return data.user.views;
}

const pinned = async (by: User = ada) => (await around("/", by)).pinned.map(({ name }) => name);
const send = async (doIt: Parameters<typeof run>[0], id: number, values: Record<string, string>, by: User = ada) =>
  run(doIt, await signedIn(post(`/views/${id}/pin`, values), by), { id: String(id) });

it("the menu shows the user's pinned views, each with list, URL and number of rows", async () => {
  await save();
  await save({ name: "Of Ben" }, ben);
  expect((await around("/orders")).pinned).toEqual([
    { id: 1, name: "Active", list: "Users", href: "/users?status=Active", count: 3, current: false },
  ]);
});

it("a view is marked as open everywhere in its list, however the URL is written", async () => {
  await save();
  for (const address of [
    "/users?status=Active",
    "/users/?page=2&status=active&nothing=1",
    "/USERS?select=all&status=Active",
  ]) {
    expect([address, (await around(address)).pinned[0]?.current]).toEqual([address, true]);
  }
  for (const address of [
    "/users",
    "/users?status=Active&q=a",
    "/users?status=Active&trash=1",
    "/users/1?status=Active",
    "/",
  ]) {
    expect([address, (await around(address)).pinned[0]?.current]).toEqual([address, false]);
  }
});

it("a list offers the user's own views and then those shared by others, with their names", async () => {
  await save({ pinned: false });
  await save({ name: "Pending", search: "status=Pending", shared: true }, ben);
  await save({ name: "Hidden" }, ben);
  await save({ name: "Of orders", path: "/orders", search: "", shared: true }, ben);
  expect((await around("/users?status=Pending&sort=-name")).list).toEqual({
    path: "/users",
    views: [
      { id: 1, name: "Active", href: "/users?status=Active", by: undefined, pinned: false, current: false },
      { id: 2, name: "Pending", href: "/users?status=Pending", by: ben.name, pinned: false, current: false },
    ],
    save: "/views/create?path=%2Fusers&search=status%3DPending%26sort%3D-name",
  });
  for (const elsewhere of ["/", "/views", "/users/1", "/users?trash=1"])
    expect([elsewhere, (await around(elsewhere)).list]).toEqual([elsewhere, undefined]);
});

it("pinned views are in the order of pinning, and can be moved", async () => {
  const [first, , third] = [await save({ name: "A" }), await save({ name: "B" }), await save({ name: "C" })];
  expect(await pinned()).toEqual(["A", "B", "C"]);
  await send(move, third, { direction: "up" });
  expect(await pinned()).toEqual(["A", "C", "B"]);
  expect(toastOf(await send(move, first, { direction: "up" }))).toMatchObject({ tone: "error" });
  await send(pin, first, { pinned: "no" });
  expect(await pinned()).toEqual(["C", "B"]);
  await send(pin, first, { pinned: "yes" });
  await send(pin, first, { pinned: "yes" });
  expect(await pinned()).toEqual(["C", "B", "A"]);
});

it("deleted and no longer shared views leave the menus, and return after an undo", async () => {
  const id = await save({ shared: true });
  await send(pin, id, { pinned: "yes" }, ben);
  await viewResource.change(ada, id, { shared: false });
  expect([await pinned(), await pinned(ben)]).toEqual([["Active"], []]);
  await viewResource.change(ada, id, { shared: true });
  expect(await pinned(ben)).toEqual(["Active"]);
  await viewResource.trash(ada, [id]);
  expect([await pinned(), await pinned(ben)]).toEqual([[], []]);
  expect(toastOf(await send(pin, id, { pinned: "yes" }))).toMatchObject({
    tone: "error",
    text: expect.stringContaining("in the trash"),
  });
});

it("the number of views in the menu is limited, with a message at the checkbox", async () => {
  for (let number = 0; number < maxPinned; number++) await save({ name: `View ${number}` });
  expect(await saveView(ada, { ...active, name: "One more" })).toMatchObject({
    ok: false,
    errors: { pinned: expect.stringContaining("Unpin one") },
  });
  const id = await save({ name: "One more", pinned: false });
  expect(toastOf(await send(pin, id, { pinned: "yes" }))).toMatchObject({
    tone: "error",
    text: expect.stringContaining("Unpin one"),
  });
});

it("unknown actions are refused", async () => {
  const id = await save();
  expect((await send(pin, id, {})).status).toBe(400);
  expect((await send(move, id, { direction: "sideways" })).status).toBe(400);
});

it("a list with more views than its menu shows says how many, and where all of them are", async () => {
  for (let number = 1; number <= 20; number++) await save({ name: `View ${number}`, pinned: false });
  expect((await around("/users")).list?.all).toBeUndefined();
  await save({ name: "One more", pinned: false });
  const list = (await around("/users")).list;
  expect([list?.views.length, list?.all]).toEqual([20, { count: 21, href: "/views?list=%2Fusers" }]);
});
