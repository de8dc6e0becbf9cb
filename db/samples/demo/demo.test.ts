import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { config } from "config";
import { closeDatabase } from "db";
import { targetOf, workingTime } from "db/answer-clock";
import { usualHours, workClockOf } from "db/work-clock";
import { type Connection, openReader, openWriter } from "db/connection";
import { weekdayOf } from "db/dates";
import { migrateDatabase } from "db/migrate";
import { seedDemo } from "db/seed/demo";
import { remove } from "db/replace-file";
import { repairTotals } from "db/totals";
import { useDemo } from "../../../scripts/demo.mjs";
import { seedSamples } from "..";
import { demoSet, type Extent } from ".";

const now = new Date("2026-11-21T10:00:00Z");
const aDay = 86_400_000;
const few: Extent = { orders: 500, customers: 110, tickets: 80, enrolments: 40, visits: 4 };
const set = demoSet(now, "UTC", few);
const rows = <Row>(made: { row: Row }[]) => made.map(({ row }) => row);
const daysAgo = (at: Date | null | undefined, from = now) => (from.getTime() - Number(at)) / aDay;

describe("the demo company", () => {
  it("is the same again for the same moment", () => {
    expect(demoSet(now, "UTC", few)).toEqual(set);
  });

  it("has grown: more orders, and more money, in the second year than in the first", () => {
    const years = [1, 0].map((year) =>
      rows(set.orders).filter((order) => Math.floor(daysAgo(order.createdAt) / 365) === year),
    );
    const revenue = years.map((orders) => orders.reduce((sum, { totalAmount }) => sum + totalAmount, 0));
    expect(years.map(({ length }) => length).reduce((sum, length) => sum + length)).toBe(few.orders);
    expect(years[1]!.length).toBeGreaterThan(years[0]!.length * 1.2);
    expect(revenue[1]).toBeGreaterThan(revenue[0]! * 1.1);
  });

  it("grows steadily, but for the weeks before the holidays", () => {
    const months = new Map<string, number>();
    for (const { createdAt, totalAmount } of rows(demoSet(now, "UTC").orders)) {
      const month = createdAt!.toISOString().slice(0, 7);
      months.set(month, (months.get(month) ?? 0) + totalAmount);
    }
    const whole = [...months].slice(1, -1);
    const peaks = whole.slice(1, -1).filter(([, sold], index) => {
      const beside = ((whole[index]?.[1] ?? 0) + (whole[index + 2]?.[1] ?? 0)) / 2;
      return sold > beside * 1.15;
    });
    expect(peaks.map(([month]) => month)).toEqual(["2025-12"]);
  });

  it("sells more on a weekday, and to customers who come back, fewer of them each month", () => {
    const placed = rows(set.orders).map(({ createdAt }) => weekdayOf(Math.floor(Number(createdAt) / aDay)));
    const weekend = placed.filter((weekday) => weekday >= 5).length;
    expect(weekend / 2).toBeLessThan((placed.length - weekend) / 5);
    const times = new Map<unknown, number>();
    for (const { customerId } of rows(set.orders)) times.set(customerId, (times.get(customerId) ?? 0) + 1);
    const back = (least: number) => [...times.values()].filter((count) => count >= least).length / times.size;
    expect(back(2)).toBeGreaterThan(0.4);
    expect(back(4)).toBeLessThan(back(2));
  });

  it("has people of different names, and orders of who was there, for what was sold then", () => {
    const people = new Map(set.people.map((person) => [person.id, person]));
    const products = new Map(set.products.map((product) => [product.id, product]));
    expect([people.size, new Set(set.people.map(({ name }) => name)).size]).toEqual([
      set.people.length,
      set.people.length,
    ]);
    for (const { createdAt, customerId, customerName, items = [] } of rows(set.orders)) {
      const customer = people.get(customerId ?? 0);
      expect(customer?.name).toBe(customerName);
      expect(customer!.createdAt <= createdAt!).toBe(true);
      for (const { id, name, price } of items) {
        expect(products.get(id ?? 0)).toMatchObject({ title: name, price, status: "Published" });
        expect(products.get(id ?? 0)!.createdAt <= createdAt!).toBe(true);
      }
    }
    for (const { userId, userName } of set.reviews) expect(people.get(userId ?? 0)?.name).toBe(userName);
  });

  it("has invoices that are paid, open and overdue, each of one order and of its amount", () => {
    const orders = new Map(rows(set.orders).map((order) => [order.id, order]));
    for (const { row, order } of set.invoices) {
      expect(row.totalAmount).toBe(orders.get(order ?? 0)?.totalAmount);
      expect(row.status === "complete").toBe(Boolean(row.completedAt));
    }
    expect(rows(set.invoices).map(({ number }) => number)).toEqual(set.invoices.map((_, index) => index + 1));
    const open = rows(set.invoices).filter(({ status }) => status === "pending");
    const overdue = open.filter(({ dueDate }) => dueDate < "2026-11-21");
    expect([overdue.length > 0, open.length > overdue.length, set.invoices.length > open.length * 4]).toEqual([
      true,
      true,
      true,
    ]);
  });

  it("has tickets of whoever bought, answered by several people, most of them in time", () => {
    const orders = new Map(rows(set.orders).map((order) => [order.id, order]));
    const billed = new Set(set.invoices.map(({ order }) => order));
    for (const { row, said } of set.tickets) {
      expect(orders.get(row.orderId ?? 0)?.customerId).toBe(row.requesterId);
      expect(row.topic !== "Invoices and tax" || billed.has(row.orderId ?? undefined)).toBe(true);
      expect(`${row.subject} ${said.map(({ body }) => body).join(" ")}`).not.toMatch(/[{}]|undefined/);
      const times = said.map(({ createdAt }) => createdAt.getTime());
      expect(times).toEqual(times.toSorted((one, other) => one - other));
    }
    const answered = set.tickets.filter(({ row }) => row.firstAnsweredAt);
    expect(answered.length).toBeGreaterThan(set.tickets.length * 0.9);
    const late = answered.filter(
      ({ row }) =>
        workingTime({ from: row.createdAt, to: row.firstAnsweredAt! }, workClockOf("UTC", usualHours)) >
        targetOf(row.priority),
    );
    expect(late.length > 0 && late.length < answered.length / 4).toBe(true);
    expect(set.tickets.filter(({ row }) => row.answerDueAt).length).toBeGreaterThanOrEqual(3);
    expect(new Set(set.tickets.map(({ row }) => row.assigneeId)).size).toBeGreaterThan(3);
  });

  it.each([
    ["2027-01-01T00:05:00Z", "UTC"],
    ["2026-07-12T23:55:00Z", "Pacific/Auckland"], // a Sunday in London
    ["2026-10-25T01:30:00Z", "Europe/London"], // when clocks go back
  ])("lies within two years, and nothing of it in the future, at %s in %s", (moment, zone) => {
    const then = new Date(moment);
    const { orders, invoices, tickets, reviews, visits, career, courses, people, products } = demoSet(then, zone, few);
    const dates = [
      ...orders.flatMap(({ row, steps }) => [row.createdAt, ...steps.map(({ at }) => at)]),
      ...invoices.flatMap(({ row, steps }) => [row.createdAt, ...steps.map(({ at }) => at)]),
      ...tickets.flatMap(({ row, steps, said }) => [
        row.createdAt,
        ...[...steps.map(({ at }) => at), ...said.map(({ createdAt }) => createdAt)],
      ]),
      ...reviews.map(({ createdAt }) => createdAt),
      ...visits.views.map(({ at }) => at),
      ...career.events.map(({ at }) => at),
      ...courses.sessions.map(({ at }) => at),
    ].map((at) => daysAgo(at, then));
    expect(dates.filter((ago) => !(ago >= 0 && ago <= 731))).toEqual([]);
    expect([...people, ...products].filter(({ createdAt }) => createdAt > then)).toEqual([]);
  });
});

describe("filling a database with it", () => {
  const fresh = async () => {
    await closeDatabase();
    remove(config.databaseFile);
  };
  const look = <Result>(at: (connection: Connection) => Result) => {
    const connection = openReader(config.databaseFile);
    try {
      return at(connection);
    } finally {
      connection.close();
    }
  };
  const bytes = () => createHash("sha256").update(readFileSync(config.databaseFile)).digest("hex");

  beforeAll(fresh);
  afterEach(fresh);

  it("leaves every sum as its rows add up, no row that points nowhere, and what is searched", async () => {
    expect((await seedDemo({ extent: few, now })).join(" ")).toMatch(/the demo company: .+ 500 orders/);
    const connection = openWriter(config.databaseFile);
    expect(repairTotals(connection, { whole: true })).toEqual([]);
    expect(connection.pragma("foreign_key_check")).toEqual([]);
    const found = connection.prepare("select count(*) from order_search where order_search match ?").pluck();
    const { customerName } = set.orders[0]!.row;
    expect(
      found.get(
        `"${customerName
          .toLowerCase()
          .normalize("NFD")
          .replace(/[\u0300-\u036f]/g, "")}"`,
      ),
    ).toBeGreaterThan(0);
    expect(connection.prepare("select count(*) from journal where entity = 'orders'").pluck().get()).toBeGreaterThan(
      few.orders,
    );
    connection.close();
  });

  it("is on a plan, which is paid for the month that has begun", async () => {
    await seedDemo({ extent: few, now });
    const all = (table: string) => look((connection) => connection.prepare(`select * from ${table}`).all());
    const [from, to] = ["2026-11-12T09:24:00Z", "2026-12-12T09:24:00Z"].map((at) => Date.parse(at));
    const period = { period_start: from, period_end: to };
    expect(all("subscriptions")).toEqual([expect.objectContaining({ plan: "business", cycle: "monthly", ...period })]);
    expect(all("payment_methods")).toHaveLength(1);
    expect(all("charges")).toHaveLength(12);
    expect(all("charges").at(-1)).toMatchObject({ at: from, total: 79_00, ...period });
  });

  it("has the indexes and triggers that any database has", async () => {
    await seedDemo({ extent: few, now });
    const made = () =>
      look((connection) => connection.prepare("select type, name, sql from sqlite_master order by type, name").all());
    const filled = made();
    await fresh();
    migrateDatabase(config.databaseFile);
    expect(filled).toEqual(made());
  });

  it("keeps the company that is there when it is to be shown, and never replaces it", async () => {
    await seedDemo({ extent: few, now });
    const before = bytes();
    expect(await seedDemo({ keep: true, extent: few, now })).toEqual([]);
    await expect(seedDemo({ extent: few, now })).rejects.toThrow(/holds data, so nothing was changed.+DATA_DIR/);
    expect(bytes()).toBe(before);
  });

  it.each([false, true])("changes nothing where a sample or anything else is, keep %s", async (keep) => {
    migrateDatabase(config.databaseFile);
    await seedSamples({ now });
    await closeDatabase();
    const before = bytes();
    await expect(seedDemo({ keep, extent: few, now })).rejects.toThrow(/holds data, so nothing was changed/);
    expect(bytes()).toBe(before);
  });

  it("takes a database that nobody has used", async () => {
    migrateDatabase(config.databaseFile);
    await seedDemo({ extent: few, now });
    expect(look((connection) => connection.prepare("select count(*) from orders").pluck().get())).toBe(few.orders);
  });
});

describe("its place", () => {
  it("is a folder of its own, whatever .env says, unless the shell names one", () => {
    const settings = (env: Record<string, string>) => (useDemo(env), env);
    expect(settings({})).toMatchObject({
      DATA_DIR: "data/demo",
      DATABASE_URL: "",
      SMTP_URL: "",
      FIREBASE_API_KEY: "",
      SAMPLE_DATA: "true",
    });
    expect(settings({ DATA_DIR: "/tmp/x", SAMPLE_DATA: "false" })).toMatchObject({
      DATA_DIR: "/tmp/x",
      SAMPLE_DATA: "true",
    });
  });
});
