/** Named ranges such as `from=this-month`, which stand for other days on another day. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { bulkHref } from "~/core/bulk/bulk-request.server";
import type { VisibleResource } from "~/core/resource/resource.server";
import { loader as api } from "~/features/api/resource";
import { orderResource } from "~/features/orders/orders.server";
import { cast, testDatabase } from "~/testing/database";
import { addOrder } from "~/testing/orders";
import { get, run, signedIn } from "~/testing/requests";
import { activeFilters, listHref } from "./list";
import { parseListQuery } from "./list-query.server";
import { canonicalSearch, listView } from "./list-view.server";

testDatabase();
const at = (instant: string) => void vi.setSystemTime(new Date(instant));
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-28T12:00:00Z") }));
afterEach(() => void vi.useRealTimers());

const query = (search: string) => parseListQuery(orderResource.listing, new URLSearchParams(search));
const show = async (search: string) => (await listView(orderResource.listing, get(`/orders?${search}`))).view;

it("the days of a word such as this-month move on with the calendar", () => {
  expect(query("from=this-month").filters).toEqual({ from: "2026-11-01", to: "2026-11-30" });
  at("2026-12-01T12:00:00Z");
  expect(query("from=this-month").filters).toEqual({ from: "2026-12-01", to: "2026-12-31" });
});

it("a list by this-month finds other rows once the month is over", async () => {
  await addOrder({ createdAt: new Date("2026-11-20T10:00:00Z") });
  expect((await show("from=this-month")).total).toBe(1);
  at("2026-12-01T12:00:00Z");
  expect((await show("from=this-month")).total).toBe(0);
  expect((await show("from=last-month")).total).toBe(1);
});

it("a word for days stays in the list's address and in its links", async () => {
  const view = await show("from=last-7-days&status=new");
  expect(view.search).toBe("status=New&from=last-7-days");
  expect(listHref(view, { sort: "total" })).toBe("/orders?status=New&from=last-7-days&sort=total");
  expect(canonicalSearch(orderResource.listing, query(view.search))).toBe(view.search);
});

it("a word for days is one filter, removed by one link", async () => {
  const view = await show("from=this-year");
  expect(activeFilters(view)).toEqual([{ label: "Placed: This year", href: "/orders" }]);
  expect(view.filters.find(({ name }) => name === "to")?.value).toBe("2026-12-31"); // for who goes on by hand
  expect(view.notes).toEqual([]);
});

it("a last day overrules a word for days, and a note says so", async () => {
  const view = await show("from=this-month&to=2026-11-20");
  expect(view.filters.map(({ value }) => value).filter(Boolean)).toEqual(["2026-11-20"]);
  expect(view.notes).toEqual(["“this-month” is not a date such as 2026-11-21. The filter “Placed” is ignored."]);
});

it("a word that names no days filters nothing", async () => {
  expect((await show("from=next-century")).search).toBe("");
});

it("a word for days is read in any case and with spaces", () => {
  expect(query("from=%20This-Month").spans).toEqual({ from: "this-month" });
});

it("bulk actions and pages of /api name the days instead of the word, so that their rows stay the same", async () => {
  const of = orderResource.asSeenBy(cast.ada) as unknown as VisibleResource;
  expect(bulkHref({ of, what: { act: "delete" }, query: query("from=this-month") })).toBe(
    "/orders/bulk?from=2026-11-01&to=2026-11-30&act=delete",
  );
  for (let placed = 0; placed < 11; placed++) await addOrder({ createdAt: new Date("2026-11-20T10:00:00Z") });
  const answer = await run(api, await signedIn("/api/orders?from=this-month&size=10&page=1", cast.ada));
  expect(answer.headers.get("Link")).toContain("/api/orders?from=2026-11-01&to=2026-11-30&size=");
});

it.each([
  "from:this-month",
  "created:this-month",
  "delivered:this-month",
  "created>=This-Month",
  "created<=last-month",
])("may be typed into the search box: %s", async (typed) => {
  const [october, november] = ["2026-10-20T10:00:00Z", "2026-11-20T10:00:00Z"].map((day) => new Date(day));
  const before = await addOrder({ createdAt: october, deliveredAt: october });
  const now = await addOrder({ createdAt: november, deliveredAt: november });
  const { rows, view } = await listView(orderResource.listing, get(`/orders?q=${encodeURIComponent(typed)}`));
  expect(rows.map(({ id }) => id)).toEqual([typed.includes("last") ? before.id : now.id]);
  expect(view.notes).toEqual([]);
});

it("mean their last day in a search for a last day", async () => {
  await addOrder({ createdAt: new Date("2026-10-20T10:00:00Z") });
  await addOrder({ createdAt: new Date("2026-11-20T10:00:00Z") });
  expect((await show("q=to:last-month")).total).toBe(1);
  expect((await show("q=from:next-century")).notes).toEqual(["“from:next-century” is nothing that can be looked for."]);
});
