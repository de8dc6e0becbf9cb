import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sumMatching } from "~/core/list/counting.server";
import { parseListQuery } from "~/core/list/list-query.server";
import { readStoredSums } from "~/core/list/list-read.server";
import { invoices } from "db/schema";
import { booksClosed, putBooks } from "~/testing/books";
import { cast, testDatabase } from "~/testing/database";
import { run, signedIn } from "~/testing/requests";
import { invoiceResource } from "./invoices.server";
import { loader as list } from "./list";
import { daysToPay, storedSums } from "./list-sums.server";

testDatabase();
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: booksClosed }));
afterEach(() => void vi.useRealTimers());

const query = (search: string) => parseListQuery(invoiceResource.listing, new URLSearchParams(search));

describe("maintained totals of invoices", () => {
  it.each([
    "",
    "from=2026-02-20",
    "from=2026-02-01&to=2026-02-28",
    "status=pending",
    "status=pending&due=2026-03-31..",
    "status=overdue",
    "status=overdue&due=2026-01-01..2026-02-28",
    "status=overdue&due=..2026-04-30",
    "status=complete",
    "status=complete&paid=2026-03-01..2026-03-31",
    "paid=..2026-03-02",
    "status=complete&paid=2026-03-01..&method=Credit+Card",
    "status=complete&method=Other",
    "method=Other&from=2026-01-01",
  ])("match the rows of ?%s", async (search) => {
    await putBooks();
    const total = await sumMatching(invoiceResource.listing, query(search), invoices.totalAmount);
    const days = await sumMatching(invoiceResource.listing, query(search), daysToPay);
    const [kept] = readStoredSums(invoiceResource.listing, [query(search)]);
    expect(kept?.total).toBe(total);
    expect(total).toBeGreaterThan(0);
    if (search.includes("complete")) expect(kept?.days).toBe(days);
  });

  it.each([
    "q=dan",
    "trash=1",
    "customer=6",
    "status=pending&from=2026-01-01",
    "status=complete&to=2026-03-31",
    "due=..2026-03-31",
    "status=complete&due=2026-03-31..",
    "status=pending&paid=..2026-03-31",
    "from=2026-01-01&paid=..2026-03-31",
  ])("are not available for ?%s, so that its rows are summed", async (search) => {
    await putBooks();
    expect(storedSums(query(search))).toBeUndefined();
  });
});

describe("the footer of the list of invoices", () => {
  const footOf = async (search: string) => {
    const { data } = await run<{ view: { total: number; sums: object[] } }>(
      list,
      await signedIn(`/invoices?${search}`, cast.ada),
    );
    return { rows: data.view.total, sums: data.view.sums };
  };

  it("shows the sums, and for complete ones how long they took to be paid", async () => {
    await putBooks();
    expect(await footOf("status=overdue")).toEqual({
      rows: 4,
      sums: [{ label: "Balance due", as: "money", value: 12_000_00 }],
    });
    const days = { label: "Days to pay", as: "number", value: 46 };
    expect(await footOf("status=complete")).toEqual({
      rows: 3,
      sums: [days, { label: "Total", as: "money", value: 700_00 }],
    });
    expect(await footOf("status=complete&from=2026-03-01")).toEqual({
      rows: 1,
      sums: [
        { ...days, value: 26 },
        { label: "Total", as: "money", value: 400_00 },
      ],
    });
  });

  it("covers only those paid or due on certain days, or with a payment method", async () => {
    await putBooks();
    expect(await footOf("due=2026-03-30..2026-03-31")).toMatchObject({ rows: 2, sums: [{ value: 27_200_00 }] });
    expect(await footOf("paid=2026-03-02..2026-03-02")).toMatchObject({ rows: 1, sums: [{ value: 200_00 }] });
    expect(await footOf("method=Visa+Card")).toMatchObject({ rows: 1, sums: [{ value: 100_00 }] });
    expect(await footOf("customer=0")).toMatchObject({ rows: 1, sums: [{ value: 1_600_00 }] });
  });
});
