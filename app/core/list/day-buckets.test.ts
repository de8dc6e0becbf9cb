import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { config } from "config";
import { write } from "db";
import { addDays, dayAt } from "db/dates";
import { invoices, orders } from "db/schema";
import { invoiceResource } from "~/features/invoices/invoices.server";
import { orderResource } from "~/features/orders/orders.server";
import { testDatabase } from "~/testing/database";
import { parseListQuery } from "./list-query.server";
import { idsByDayBuckets } from "./day-buckets.server";
import { pageRows } from "./list-read.server";

const { listing } = orderResource;

testDatabase({ empty: true });

const aDay = 86_400_000;
const begin = Date.parse("2025-11-01T23:30:00Z");

/** Orders delivered throughout a year, in another order than they were placed; some are undelivered or deleted. */
const all = Array.from({ length: 120 }, (_, index) => ({
  id: index + 1,
  customerName: "Ada Active",
  status: index % 4 === 0 ? "Return" : "Delivered",
  subTotalAmount: 100,
  totalAmount: 100,
  createdAt: new Date(begin + (index % 40) * aDay),
  deliveredAt: index % 7 === 0 ? null : new Date(begin + ((index * 53) % 400) * aDay),
  deletedAt: index % 11 === 0 ? new Date(begin) : null,
}));

beforeEach(() => write(async (tx) => void (await tx.insert(orders).values(all))));

const query = (search: Record<string, string>) => parseListQuery(listing, new URLSearchParams(search));
const day = fc.constantFrom(
  "",
  ...["2025-10-01", "2025-11-02", "2025-12-24", "2026-03-01", "2026-03-20", "2026-12-06", "2027-01-01"],
);

/** Computes the expected ids without a database. */
function expected({ from, to, sort, status }: { from: string; to: string; sort: string; status?: string }): number[] {
  const on = (moment: Date) => dayAt(moment, config.timeZone);
  const rows = all.filter(
    ({ deletedAt, deliveredAt, status: own }) =>
      !deletedAt &&
      deliveredAt &&
      (!from || on(deliveredAt) >= from) &&
      (!to || on(deliveredAt) <= to) &&
      (!status || own === status),
  );
  const sorted = rows
    .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime() || one.id - other.id)
    .map(({ id }) => id);
  return sort === "createdAt" ? sorted : sorted.toReversed();
}

describe("a list filtered by days and sorted by another column", () => {
  const asked = fc.record({
    from: day,
    to: day,
    sort: fc.constantFrom("createdAt", "-createdAt"),
    status: fc.constantFrom(undefined, "Return"),
    skip: fc.integer({ min: 0, max: 60 }),
    take: fc.integer({ min: 1, max: 30 }),
  });

  it("merges its day buckets into the same pages as a sorted copy, from either end", () => {
    fc.assert(
      fc.property(asked, ({ from, to, sort, status, skip, take }) => {
        fc.pre(from + to !== "");
        const sorted = expected({ from, to, sort, ...(status && { status }) });
        const place = (backwards: boolean) =>
          idsByDayBuckets(listing, query({ delivered: `${from}..${to}`, sort, ...(status && { status }) }), {
            skip,
            take,
            backwards,
          }) ?? [];
        expect(place(false)).toEqual(sorted.slice(skip, skip + take));
        expect(place(true)).toEqual(sorted.toReversed().slice(skip, skip + take));
      }),
      { numRuns: 100 },
    );
  });

  it("merges buckets of days without a time", async () => {
    const issued = Array.from({ length: 90 }, (_, index) => ({
      id: `INV-${index + 1}`,
      number: index + 1,
      issueDate: addDays("2025-11-01", (index * 53) % 400),
      dueDate: "2027-01-01",
      status: "pending" as const,
      customerName: "Ada Active",
      totalAmount: 100,
    }));
    await write(async (tx) => void (await tx.insert(invoices).values(issued)));
    fc.assert(
      fc.property(
        fc.record({ from: day, to: day, sort: fc.constantFrom("id", "-id"), skip: fc.integer({ min: 0, max: 40 }) }),
        ({ from, to, sort, skip }) => {
          fc.pre(from + to !== "");
          const [first, last] = from && to && from > to ? [to, from] : [from, to]; // same days as when reversed
          const matching = issued
            .filter(({ issueDate }) => (!first || issueDate >= first) && (!last || issueDate <= last))
            .map(({ id }) => id);
          const sorted = sort === "id" ? matching : matching.toReversed();
          const search = new URLSearchParams({ ...(from && { from }), ...(to && { to }), sort });
          const ids = idsByDayBuckets(invoiceResource.listing, parseListQuery(invoiceResource.listing, search), {
            skip,
            take: 20,
            backwards: false,
          });
          expect(ids ?? []).toEqual(sorted.slice(skip, skip + 20));
        },
      ),
      { numRuns: 60 },
    );
  });

  it("shows the merged rows if there are too many to sort", async () => {
    const asked = { from: "2025-12-24", to: "2026-12-06", sort: "-createdAt" };
    const rows = await pageRows(listing, query({ delivered: `${asked.from}..${asked.to}`, size: "10", page: "2" }), {
      total: 50,
      more: true,
    });
    expect(rows.map(({ id }) => id)).toEqual(expected(asked).slice(10, 20));
  });

  it("uses another plan without an index of buckets", () => {
    const place = { skip: 0, take: 10, backwards: false };
    const other: Record<string, string>[] = [
      {},
      { sort: "total" },
      { q: "ada" },
      { trash: "1" },
      { customer: "1" },
      { delivered: "2028-01-01.." },
    ];
    for (const search of other)
      expect(
        idsByDayBuckets(
          listing,
          query({ ...(Object.keys(search).length > 0 && { delivered: "2026-01-01.." }), ...search }),
          place,
        ),
      ).toBeUndefined();
  });

  it("uses another plan if there are too many buckets for one query", async () => {
    const of = (deliveredAt: string) => ({ ...all[1]!, id: undefined, deliveredAt: new Date(deliveredAt) });
    await write(async (tx) => void (await tx.insert(orders).values([of("1969-12-24"), of("1970-01-02")])));
    const at = (delivered: string) =>
      idsByDayBuckets(listing, query({ delivered }), { skip: 0, take: 10, backwards: false });
    expect(at("1900-01-01..")).toBeUndefined();
    expect(at("..1980-01-01")).toEqual([122, 121]);
    expect(at("..1969-12-31")).toEqual([121]);
  });
});
