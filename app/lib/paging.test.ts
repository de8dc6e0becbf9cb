import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { write } from "db";
import { userRoles, userStatuses } from "db/lookups";
import { users } from "db/schema";
import { cast, testDatabase } from "~/testing/database";
import { get } from "~/testing/requests";
import { userListing as listing } from "~/users/users.server";
import { countMatching, countQuickly } from "./counting.server";
import { mostCounted } from "./list";
import { listPage, listView } from "./list.server";
import { type Listing, parseListQuery } from "./listing.server";
import { pageRows } from "./paging.server";

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
    { sort: fc.constantFrom("id", "-id", "name", "-name", "createdAt", "-createdAt"), status: fc.constantFrom(...userStatuses.map(({ value }) => value)), size: fc.constantFrom("10", "25", "100"), page: fc.integer({ min: 1, max: 15 }).map(String) },
    { requiredKeys: ["sort", "size", "page"] },
  );

  it("holds what a sorted copy of all rows has there, from whichever end it was read", async () => {
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

  it("is read forwards where nobody knows where the list ends", async () => {
    const rows = await pageRows(listing, query({ sort: "id", size: "10", page: "13" }), { total: 125, more: true });
    expect(rows.map(({ id }) => id)).toEqual([121, 122, 123, 124, 125]);
  });
});

describe("counting", () => {
  const { whole, narrowed } = mostCounted;
  beforeEach(() => () => void Object.assign(mostCounted, { whole, narrowed }));

  it("stops where there is more than is worth counting, and says so", async () => {
    Object.assign(mostCounted, { whole: 100, narrowed: 20 });
    expect(await countQuickly(listing, query({}))).toEqual({ total: 100, more: true });
    expect(await countQuickly(listing, query({ status: "Active" }))).toEqual({ total: 20, more: true });
    expect(await countMatching(listing, query({ status: "Active" }))).toBe(33);
    const { view } = await listView(listing, get("/users?status=Active"));
    expect(view).toMatchObject({ total: 20, more: true, pages: 1 });
    expect(view.tabs?.items[1]).toMatchObject({ count: 20, more: true });
  });

  it("counts all that is selected, and all where somebody asks for it", async () => {
    Object.assign(mostCounted, { whole: 100, narrowed: 20 });
    for (const search of ["select=all", "exact=1"]) {
      const { view } = await listView(listing, get(`/users?status=Active&${search}`));
      expect(view.total).toBe(33);
      expect(view.more).toBeUndefined();
    }
  });

  it("takes what the database keeps for the number", async () => {
    const kept = { ...listing, kept: async () => ({ rows: 77 }) } as Listing<typeof users>;
    expect([await countQuickly(kept, query({})), await countMatching(kept, query({}))]).toEqual([{ total: 77 }, 77]);
  });

  it("leaves the sums of many rows until somebody asks for them", async () => {
    Object.assign(mostCounted, { whole: 100, narrowed: 20 });
    const summed = { ...listing, sums: async () => [{ label: "Total", as: "number" as const, value: 5 }] };
    expect((await listView(summed, get("/users"))).view).toMatchObject({ sums: [], sumsLeft: true });
    expect((await listView(summed, get("/users?exact=1"))).view).toMatchObject({ sums: [{ value: 5 }], sumsLeft: false });
  });
});
