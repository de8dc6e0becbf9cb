import { eq, lt } from "drizzle-orm";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { write } from "db";
import { userRoles, userStatuses } from "db/lookups";
import { peopleTotals, users } from "db/schema";
import { cast, testDatabase } from "~/testing/database";
import { get } from "~/testing/requests";
import { userResource } from "~/features/users/users.server";
import { countMatching, countQuickly } from "./counting.server";
import { maxCounted } from "./list";
import { listPage } from "./list-plan.server";
import { listView } from "./list-view.server";
import type { Listing } from "./listing.server";
import { parseListQuery } from "./list-query.server";
import { pageRows } from "./list-read.server";

const { listing } = userResource;

testDatabase({ empty: true });

const all = Array.from({ length: 130 }, (_, index) => ({
  ...cast.dan,
  id: index + 1,
  name: `Person ${index % 7}`,
  email: `p${index}@example.com`,
  role: userRoles[index % userRoles.length]!.value,
  status: userStatuses[index % userStatuses.length]!.value,
  createdAt: new Date(1_700_000_000_000 + (index % 9) * 1000),
}));

beforeEach(() => write(async (tx) => void (await tx.insert(users).values(all))));

const query = (search: Record<string, string>) => parseListQuery(listing, new URLSearchParams(search));
const byName = new Map(all.map((row) => [row.id, row]));
const valueOf = (id: number, key: string) => {
  const row = byName.get(id)!;
  return key === "createdAt" ? row.createdAt.getTime() : key === "name" ? row.name : id;
};

describe("a page of a list", () => {
  const asked = fc.record(
    {
      sort: fc.constantFrom("id", "-id", "name", "-name", "createdAt", "-createdAt"),
      status: fc.constantFrom(...userStatuses.map(({ value }) => value)),
      size: fc.constantFrom("10", "25", "100"),
      page: fc.integer({ min: 1, max: 15 }).map(String),
    },
    { requiredKeys: ["sort", "size", "page"] },
  );

  it("has the same rows as a sorted copy, read from either end", async () => {
    await fc.assert(
      fc.asyncProperty(asked, async ({ sort, status, size, page }) => {
        const [key, way] = [sort.replace("-", ""), sort.startsWith("-") ? -1 : 1];
        const rows = all.filter((row) => !status || row.status === status).map(({ id }) => id);
        const compare = (one: number, other: number) => {
          const [first, second] = [valueOf(one, key), valueOf(other, key)];
          return way * (first < second ? -1 : first > second ? 1 : one - other);
        };
        const sorted = rows.toSorted(compare);
        const last = Math.max(1, Math.ceil(rows.length / Number(size)));
        const from = (Math.min(Number(page), last) - 1) * Number(size);
        const found = await listPage(listing, query({ sort, size, page, ...(status && { status }) }));
        expect(found.rows.map(({ id }) => id)).toEqual(sorted.slice(from, from + Number(size)));
        expect(found).toMatchObject({ total: rows.length, pages: last });
      }),
      { numRuns: 80 },
    );
  });

  it("has the same search hits, whether or not all of them match the filters", async () => {
    const numbers = all
      .map(({ id }) => id)
      .filter((id) => id % 3 > 0)
      .toReversed();
    await fc.assert(
      fc.asyncProperty(
        fc.record({ sort: fc.constantFrom("id", "-id"), few: fc.boolean(), page: fc.integer({ min: 1, max: 9 }) }),
        async ({ sort, few, page }) => {
          const status = few ? "Active" : undefined;
          const matching = numbers.filter((id) => !status || byName.get(id)?.status === status);
          const sorted = sort === "id" ? matching.toReversed() : matching;
          const asked = {
            ...query({ sort, size: "10", page: String(page), ...(status && { status }) }),
            hits: { numbers, more: false },
          };
          const rows =
            page > Math.ceil(sorted.length / 10) ? [] : await pageRows(listing, asked, { total: sorted.length });
          expect(rows.map(({ id }) => id)).toEqual(sorted.slice(page * 10 - 10, page * 10));
        },
      ),
      { numRuns: 40 },
    );
  });

  it("is read forwards if the list's length is unknown", async () => {
    const rows = await pageRows(listing, query({ sort: "id", size: "10", page: "13" }), { total: 125, more: true });
    expect(rows.map(({ id }) => id)).toEqual([121, 122, 123, 124, 125]);
  });
});

describe("counting", () => {
  const { rows } = maxCounted;
  beforeEach(() => () => void Object.assign(maxCounted, { rows }));

  const unkept = { ...listing, storedSums: undefined };

  it("stops at the maximum count, and says so", async () => {
    Object.assign(maxCounted, { rows: 20 });
    expect(await countQuickly(unkept, query({}))).toEqual({ total: 20, more: true });
    expect(await countQuickly(unkept, query({ status: "Active" }))).toEqual({ total: 20, more: true });
    expect(await countMatching(unkept, query({ status: "Active" }))).toBe(33);
    const { view } = await listView(unkept, get("/users?status=Active"));
    expect(view).toMatchObject({ total: 20, more: true, pages: 1 });
    expect(view.tabs?.items[0]).toMatchObject({ count: 20, more: true });
    expect(view.tabs?.items[1]).toMatchObject({ count: 20, more: true });
    expect(view.tabs?.items[2]).toMatchObject({ more: true });
  });

  it("counts the whole selection, and the whole list on request", async () => {
    Object.assign(maxCounted, { rows: 20 });
    for (const search of ["select=all", "exact=1"]) {
      const { view } = await listView(unkept, get(`/users?status=Active&${search}`));
      expect(view.total).toBe(33);
      expect(view.more).toBeUndefined();
    }
  });

  it("uses the stored totals", async () => {
    await write(
      async (tx) => void (await tx.insert(peopleTotals).values({ status: "Active", role: "Nobody", people: 77 })),
    );
    const where = eq(peopleTotals.role, "Nobody");
    const storedSums = () => ({ table: peopleTotals, sums: { rows: peopleTotals.people }, where });
    const kept: Listing<typeof users> = { ...listing, storedSums };
    expect([await countQuickly(kept, query({})), await countMatching(kept, query({}))]).toEqual([{ total: 77 }, 77]);
  });

  it("limits pages to those that are quick to read from either end, and says so", async () => {
    Object.assign(maxCounted, { rows: 20 });
    const shown = async (page: number) => {
      const { view, rows } = await listView(listing, get(`/users?sort=id&size=10&page=${page}`));
      return [view.page, view.pages, rows[0]?.id, view.notes.length];
    };
    expect([await shown(2), await shown(3), await shown(7), await shown(8), await shown(12)]).toEqual([
      [2, 13, 11, 0],
      [2, 13, 11, 1],
      [12, 13, 111, 1],
      [12, 13, 111, 1],
      [12, 13, 111, 0],
    ]);
    const { view } = await listView(listing, get("/users?sort=id&size=10&page=7"));
    expect(view.notes).toEqual([
      "Pages 3 to 11 are too far into this list to be read. Another order, a filter or a search leads to their rows.",
    ]);
    expect((await listView(unkept, get("/users?sort=id&size=10&page=7&exact=1"))).view.page).toBe(7);
    expect((await listPage(listing, query({ sort: "id", size: "10", page: "7" }))).page).toBe(7);
  });

  it("uses no stored totals for a limited list", async () => {
    const some = { ...listing, scope: lt(users.id, 11) };
    expect([await countQuickly(some, query({})), await countMatching(some, query({}))]).toEqual([{ total: 10 }, 10]);
  });

  it("counts users by status and role from stored totals", async () => {
    const searches: Record<string, string>[] = [
      {},
      { status: "Active" },
      { role: "HR Manager" },
      { status: "Active", role: "HR Manager" },
    ];
    for (const search of searches) {
      expect(await countQuickly(listing, query(search))).toEqual({ total: await countMatching(unkept, query(search)) });
    }
  });

  it("sums many rows only on request", async () => {
    Object.assign(maxCounted, { rows: 20 });
    const summed = { ...unkept, sums: async () => [{ label: "Total", as: "number" as const, value: 5 }] };
    expect((await listView(summed, get("/users"))).view).toMatchObject({ sums: [], sumsLeft: true });
    expect((await listView(summed, get("/users?exact=1"))).view).toMatchObject({
      sums: [{ value: 5 }],
      sumsLeft: false,
    });
  });
});
