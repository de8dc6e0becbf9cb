import { desc, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { db, write } from "db";
import { orders, products } from "db/schema";
import { get, run, signedIn } from "~/testing/requests";
import { cast, testDatabase, inTimeZone } from "~/testing/database";
import { stepsOf } from "~/testing/plans";
import type { ListView } from "~/core/list/list";
import { loader as sold } from "~/features/orders/items/sold";
import type { Figure } from "../figures";
import { loader as file } from "../export";
import { loader } from "./sales";
import { categoriesQuery } from "./sales.server";

testDatabase();

/** Figures in March 2026; today is the 10th. */
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-03-10T12:00:00Z") }));
afterEach(() => void vi.useRealTimers());

const item = (id: number | null, price: number, quantity = 1) => ({
  id,
  name: `Product ${id}`,
  image: null,
  price,
  quantity,
});

/** Returns an order placed at a given time, by default for one piece of product 1. */
const placed = (at: string, totalAmount: number, { status = "New", items = [item(1, totalAmount)] } = {}) => ({
  customerName: "Dan Directory",
  subTotalAmount: totalAmount,
  createdAt: new Date(at),
  totalAmount,
  status,
  items,
});

async function add(rows: ReturnType<typeof placed>[]) {
  await write(async (tx) => {
    const product = { price: 100, status: "Published" as const, createdAt: new Date("2026-01-01") };
    await tx.insert(products).values([
      { ...product, id: 1, title: "Pen", code: "P-1", category: "Stationery", stock: 5 },
      { ...product, id: 4, title: "Cap", code: "P-4", category: "Fashion", stock: 1, status: "Draft" },
      { ...product, id: 2, title: "Lamp", code: "P-2", category: "Home & Kitchen", stock: 6 },
      {
        ...product,
        id: 3,
        title: "Sock",
        code: "P-3",
        category: "Fashion",
        stock: 0,
        deletedAt: new Date("2026-03-01"),
      },
    ]);
    if (rows.length > 0) await tx.insert(orders).values(rows);
  });
}

interface Data {
  figures: Figure[];
  revenue: string;
  statuses: string;
  categories: string;
  top: { id: number; quantity: number; amount: number; change: { text: string } }[];
  low: { id: number }[];
  latest: { id: number }[];
}

const sales = async (search: string) => (await run<Data>(loader, await signedIn(`/sales?${search}`, cast.ada))).data;
const texts = ({ figures }: Data) =>
  Object.fromEntries(figures.map(({ title, text, change }) => [title, `${text} ${change.direction} ${change.text}`]));

/** The links of a chart as texts of address, measure and value. */
const links = (html: string) => [
  ...new Set(
    [...html.matchAll(/href="([^"]+)" data-value="(\d+)" data-is="(\w+)"/g)].map(
      ([, href = "", value, is]) => `${href.replaceAll("&amp;", "&")} ${is} ${value}`,
    ),
  ),
];

test("only products that were sold are read", async () => {
  const plan = db
    .all<{ detail: string }>(sql`explain query plan ${categoriesQuery([1, 2]).getSQL()}`)
    .map(({ detail }) => detail);
  expect(plan).toContain("SEARCH products USING INTEGER PRIMARY KEY (rowid=?)");
  expect(plan.join()).not.toContain("SCAN products");
  await add([placed("2026-03-10T09:00:00Z", 100)]);
  expect(await categoriesQuery([1])).toEqual([{ id: 1, category: "Stationery" }]);
  expect(await categoriesQuery([])).toEqual([]);
  const request = await signedIn("/sales", cast.ada);
  const steps = await stepsOf(() => run(loader, request));
  expect(steps).toContain("SEARCH products USING INTEGER PRIMARY KEY (rowid=?)");
  expect(steps.filter((step) => /^SCAN products\b/.test(step))).toEqual([]);
});

describe("the sales dashboard", () => {
  test("counts orders placed in the period, compared with as many days before", async () => {
    await add([
      placed("2026-03-03T23:59:59Z", 999_00), // two days too early, the last of the days before
      placed("2026-02-26T00:00:00Z", 1_00),
      placed("2026-03-04T00:00:00Z", 300_00),
      placed("2026-03-10T11:00:00Z", 101_00, { status: "DELIVERED" }),
      placed("2026-03-08T08:00:00Z", 50_00, { status: "Cancelled" }),
      placed("2026-03-08T09:00:00Z", 70_00, { status: "return" }),
    ]);
    const data = await sales("period=7d");
    expect(texts(data)).toEqual({
      "Net revenue": "$401.00 down 59.9%", // from 1000
      Orders: "4 up 100%",
      "Average order": "$200.50 down 59.9%",
      "Cancelled or returned": "50% up 50 pt",
    });
    expect(data.figures.map(({ change }) => change.good)).toEqual([false, true, false, false]);
  });

  test("shows “–” if there is nothing to divide by, and no comparison if there is none", async () => {
    await add([placed("2026-01-02T12:00:00Z", 5_00)]);
    expect(texts(await sales("period=7d"))).toEqual({
      "Net revenue": "$0.00 same –",
      Orders: "0 same –",
      "Average order": "– same –",
      "Cancelled or returned": "– same –",
    });
    expect(texts(await sales("from=2026-01-02&to=2026-01-02"))).toMatchObject({
      "Net revenue": "$5.00 same –",
      "Average order": "$5.00 same –",
      "Cancelled or returned": "0% same –",
    });
  });

  test("counts days in TIME_ZONE, including the short day when the clocks change", async () => {
    await inTimeZone("America/New_York", async () => {
      await add([
        placed("2026-03-08T04:59:59Z", 1_00),
        placed("2026-03-08T05:00:00Z", 20_00),
        placed("2026-03-09T03:59:59Z", 300_00),
        placed("2026-03-09T04:00:00Z", 4000_00),
      ]);
      expect(texts(await sales("from=2026-03-08&to=2026-03-08"))["Net revenue"]).toBe("$320.00 up ×320"); // 23 hours, after the 7th with its $1
    });
  });

  test("links each figure and each part of a ratio to its rows", async () => {
    await add([placed("2026-03-05T12:00:00Z", 10_00), placed("2026-03-05T12:00:00Z", 20_00, { status: "Cancelled" })]);
    const { figures } = await sales("from=2026-03-05&to=2026-03-06");
    const at = "from=2026-03-05&to=2026-03-06";
    expect(
      figures.map(({ of }) =>
        ("href" in of ? [of] : [of.part, of.whole]).map(({ value, href, is }) => `${href} ${is} ${value}`),
      ),
    ).toEqual([
      [`/orders?group=revenue&${at} Total 1000`],
      [`/orders?${at} rows 2`],
      [`/orders?group=revenue&${at} Total 1000`, `/orders?group=revenue&${at} rows 1`],
      [`/orders?group=lost&${at} rows 1`, `/orders?${at} rows 2`],
    ]);
  });

  test("charts revenue, statuses and categories, each with links to its rows", async () => {
    const { revenue, statuses, categories } = await (async () => {
      await add([
        placed("2026-03-05T12:00:00Z", 60_00, { items: [item(1, 10_00, 2), item(2, 30_00)], status: "Shipping" }),
        placed("2026-03-06T12:00:00Z", 9_00, {
          items: [item(3, 5_00), item(99, 3_00), item(null, 1_00)],
          status: "On hold",
        }),
        placed("2026-03-06T12:00:00Z", 100_00, { items: [item(2, 100_00)], status: "Return" }),
      ]);
      return sales("from=2026-03-05&to=2026-03-06");
    })();
    expect(links(revenue)).toEqual([
      "/orders?group=revenue&from=2026-03-05&to=2026-03-05 Total 6000",
      "/orders?group=revenue&from=2026-03-06&to=2026-03-06 Total 900",
    ]);
    expect(links(statuses).filter((link) => !link.endsWith(" 0"))).toEqual([
      "/orders?status=Shipping&from=2026-03-05&to=2026-03-06 rows 1",
      "/orders?status=Return&from=2026-03-05&to=2026-03-06 rows 1",
      "/orders?group=other&from=2026-03-05&to=2026-03-06 rows 1",
    ]);
    const of = (category: string, value: number) =>
      `/orders/items?category=${category}&placed=2026-03-05..2026-03-06 Revenue ${value}`;
    expect(links(categories)).toEqual([
      of("Home+%26+Kitchen", 3000),
      of("Stationery", 2000),
      of("Fashion", 500),
      of("No+longer+sold", 400),
    ]);
  });

  test("lists the best-selling products, low stock, and the latest orders", async () => {
    await add([
      placed("2026-03-05T12:00:00Z", 60_00, { items: [item(1, 10_00, 2), item(2, 30_00)] }),
      placed("2026-03-06T12:00:00Z", 30_00, { items: [item(2, 30_00)] }),
      placed("2026-03-03T12:00:00Z", 25_00, { items: [item(1, 25_00)] }),
    ]);
    const { top, low, latest } = await sales("from=2026-03-05&to=2026-03-06");
    expect(top.map(({ id, quantity, amount, change }) => [id, quantity, amount, change.text])).toEqual([
      [2, 2, 60_00, "–"],
      [1, 2, 20_00, "20%"],
    ]);
    expect(low.map(({ id }) => id)).toEqual([1]); // enough stock, drafts and trashed products are left out
    const [first, second] = await db.select({ id: orders.id }).from(orders).orderBy(desc(orders.createdAt));
    expect(latest).toMatchObject([{ id: first?.id }, { id: second?.id }]);
  });

  test.each([
    "",
    "placed=2026-03-05..2026-03-05",
    "placed=2026-03-06..",
    "product=1",
    "category=Stationery&placed=..2026-03-05",
    "category=No longer sold",
    "category=Fashion",
  ])("shows the total of the items sold of “%s” in the footer", async (search) => {
    await add([
      placed("2026-03-05T12:00:00Z", 60_00, { items: [item(1, 10_00, 2), item(2, 30_00)] }),
      placed("2026-03-06T12:00:00Z", 9_00, { items: [item(1, 5_00, 3), item(99, 3_00), item(null, 1_00)] }),
    ]);
    const { rows, view } = (
      await run<{ rows: { quantity: number; amount: number }[]; view: ListView }>(
        sold,
        await signedIn(`/orders/items?${search}`, cast.ada),
      )
    ).data;
    const sum = (of: "quantity" | "amount") => rows.reduce((sum, row) => sum + row[of], 0);
    expect(view.sums.map(({ label, value }) => [label, value])).toEqual(
      rows.length > 0
        ? [
            ["Pieces", sum("quantity")],
            ["Revenue", sum("amount")],
          ]
        : [],
    );
    expect(view.total).toBe(rows.length);
  });

  test("offers its tables as files", async () => {
    await add([placed("2026-03-05T12:00:00Z", 20_00, { items: [item(1, 10_00, 2)] })]);
    const answer = await run<string>(
      file,
      await signedIn("/sales/top-products.csv?from=2026-03-05&to=2026-03-06", cast.ada),
    );
    expect(answer.headers.get("Content-Disposition")).toBe(
      'attachment; filename="sales-top-products-2026-03-05-to-2026-03-06.csv"',
    );
    expect(answer.data).toBe("Product,Title,Category,Sold,Revenue\r\n1,Pen,Stationery,2,20.00\r\n");
    expect((await run(file, get("/sales/top-products.csv"))).location).toBe("/login?from=%2Fsales%2Ftop-products.csv");
    expect((await run(file, await signedIn("/sales/nothing.csv", cast.ada))).status).toBe(404);
  });

  test("requires a signed-in user", async () => {
    expect((await run(loader, get("/sales"))).location).toBe("/login?from=%2Fsales");
  });
});
