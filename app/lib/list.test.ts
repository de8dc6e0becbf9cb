import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { write } from "db";
import { userRoles, userStatuses } from "db/lookups";
import { type User, users } from "db/schema";
import { cast, testDatabase } from "~/testing/database";
import { get } from "~/testing/requests";
import { userListing as listing } from "~/users/users.server";
import { activeFilters, listHref, sortHref } from "./list";
import { eachRow, listPage, listView, parseListQuery } from "./list.server";

testDatabase({ empty: true });

const query = (search: string) => parseListQuery(listing, new URLSearchParams(search));
const view = async (search: string) => (await listView(listing, get(`/users?${search}`))).view;
const add = (people: Partial<User>[]) =>
  write(async (tx) => {
    for (const [index, person] of people.entries()) {
      const values = { ...cast.dan, id: index + 1, name: `Person ${index}`, email: `p${index}@example.com`, ...person };
      await tx.insert(users).values(values);
    }
  });
const names = async (search: string) => (await listPage(listing, query(search))).rows.map((row) => row.name);

describe("a list's address", () => {
  it("is never too strange to read", () => {
    const value = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("__proto__", "constructor", "toString", "-", "-createdAt", "1e9", "%", "\0"));
    const name = fc.oneof(fc.constantFrom("q", "role", "status", "sort", "page", "size", "trash", "select", "__proto__", "toString"), fc.string());
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value)), (pairs) => {
        const read = parseListQuery(listing, new URLSearchParams(pairs));
        expect(Object.keys(listing.sorts)).toContain(read.sort.key);
        expect([10, 25, 50, 100]).toContain(read.size);
        expect(read.page).toBeGreaterThanOrEqual(1);
        expect(Object.keys(read.filters).every((filter) => Object.hasOwn(listing.filters, filter))).toBe(true);
      }),
    );
  });

  it("falls back to the list's own sorting for names that only look like columns", () => {
    for (const sort of ["__proto__", "constructor", "-toString", "uid", ""]) expect(query(`sort=${sort}`).sort).toEqual({ key: "createdAt", descending: true });
  });

  it("knows filters whatever their case, and ignores unknown values", () => {
    expect(query("status=aCtIvE").filters).toEqual({ status: "Active" });
    expect(query("status=Nonsense&role=").filters).toEqual({});
  });

  it("written again and read again means the same", async () => {
    await add(Array.from({ length: 120 }, () => ({})));
    const search = fc.record(
      {
        q: fc.constantFrom("person", "", "p 1"),
        status: fc.constantFrom(...userStatuses.map((status) => status.value)),
        role: fc.constantFrom(...userRoles.map((role) => role.value)),
        sort: fc.constantFrom("name", "-name", "createdAt", "-createdAt"),
        size: fc.constantFrom("10", "25", "100"),
        trash: fc.constant("1"),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(search, async (params) => {
        const first = await view(new URLSearchParams(params).toString());
        expect((await view(first.search)).search).toBe(first.search);
        expect(query(first.search)).toMatchObject({ ...query(new URLSearchParams(params).toString()), page: first.page });
      }),
      { numRuns: 50 },
    );
  });
});

describe("searching", () => {
  beforeEach(() => add([{ name: "100% Wool" }, { name: "Under_score" }, { name: "O'Brien \\ Sons" }, { name: "Plain" }, { name: "Ünïcode Söze" }]));

  it("finds %, _, quotes and backslashes as themselves", async () => {
    expect(await names("q=%25")).toEqual(["100% Wool"]);
    expect(await names("q=_")).toEqual(["Under_score"]);
    expect(await names("q=" + encodeURIComponent("o'b"))).toEqual(["O'Brien \\ Sons"]);
    expect(await names("q=" + encodeURIComponent("\\"))).toEqual(["O'Brien \\ Sons"]);
  });

  it("wants every word, in any column", async () => {
    expect(await names("q=plain+norway")).toEqual(["Plain"]);
    expect(await names("q=plain+sweden")).toEqual([]);
  });

  it("never fails, whatever is typed", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 400 }), async (q) => {
        expect((await listPage(listing, query(new URLSearchParams({ q }).toString()))).total).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 100 },
    );
  });
});

describe("pages", () => {
  beforeEach(() => add(Array.from({ length: 27 }, (_, index) => ({ name: `N${index % 5}`, createdAt: new Date(1_700_000_000_000 + (index % 3)) }))));

  it("together show every row once, also when many are equal", async () => {
    for (const sort of ["name", "-name", "createdAt", "-createdAt", "status"]) {
      const pages = await Promise.all([1, 2, 3].map((page) => listPage(listing, query(`sort=${sort}&size=10&page=${page}`))));
      expect(new Set(pages.flatMap((page) => page.rows.map((row) => row.id))).size).toBe(27);
    }
  });

  it("past the end are the last one", async () => {
    expect(await listPage(listing, query("size=10&page=99"))).toMatchObject({ page: 3, pages: 3, rows: { length: 7 } });
  });

  it("and exports read the same rows in the same order", async () => {
    for (const sort of ["name", "-name", "createdAt", "-createdAt"]) {
      const page = await listPage(listing, query(`sort=${sort}&size=100`));
      const all = [];
      for await (const row of eachRow(listing, query(`sort=${sort}`))) all.push(row.id);
      expect(all).toEqual(page.rows.map((row) => row.id));
    }
  });
});

describe("reading everything", () => {
  it("goes on over the edges of its batches without losing or repeating a row", async () => {
    await add(Array.from({ length: 1203 }, (_, index) => ({ name: `n${index % 7}`, createdAt: new Date(1_700_000_000_000 + (index % 4)) })));
    for (const sort of ["-createdAt", "name", "-name", "id"]) {
      const ids = [];
      for await (const row of eachRow(listing, query(`sort=${sort}`))) ids.push(row.id);
      expect(ids.length).toBe(1203);
      expect(new Set(ids).size).toBe(1203);
    }
  });
});

describe("a view", () => {
  beforeEach(() => add([{ status: "Active" }, { status: "Active" }, { status: "Banned" }, { status: "Pending", deletedAt: new Date() }]));

  it("counts what each tab would show, under the other filters", async () => {
    const { tabs, total, everything } = await view("status=Banned");
    expect(tabs?.items.map((tab) => [tab.title, tab.count])).toEqual([["All", 3], ["Active", 2], ["Banned", 1], ["Pending", 0], ["Rejected", 0]]);
    expect({ total, everything }).toEqual({ total: 1, everything: 3 });
  });

  it("of the trash shows only what is in it", async () => {
    expect(await view("trash=1")).toMatchObject({ trash: true, total: 1, everything: 1 });
  });

  it("writes links that change one thing and keep the rest", async () => {
    const shown = await view("status=Active&size=10&q=person");
    expect(listHref(shown, { page: 2 })).toBe("/users?q=person&status=Active&size=10&page=2");
    expect(listHref(shown, { status: null })).toBe("/users?q=person&size=10");
    expect(listHref(shown, {}, ".csv")).toBe("/users.csv?q=person&status=Active&size=10");
    expect(sortHref(shown, "name")).toBe("/users?q=person&status=Active&size=10&sort=name");
    expect(activeFilters(shown).map((chip) => chip.label)).toEqual(["“person”", "Status: Active"]);
  });

  it("turns a sorting round when it is pressed again", async () => {
    expect(sortHref(await view("sort=name"), "name")).toBe("/users?sort=-name");
    expect(sortHref(await view("sort=-name"), "name")).toBe("/users?sort=name");
  });
});
