import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { db, write } from "db";
import { invoices, orders } from "db/schema";
import { loader as invoiceList } from "~/features/invoices/list";
import { invoiceResource } from "~/features/invoices/invoices.server";
import type { ListView } from "~/core/list/list";
import { loader as orderList } from "~/features/orders/list";
import { cast, testDatabase, inTimeZone } from "~/testing/database";
import { addInvoice } from "~/testing/invoices";
import { addOrder } from "~/testing/orders";
import { get, run, signedIn } from "~/testing/requests";
import { loader } from "./calendar";
import { type CalendarDay, type DayInFull, daysQuery } from "./days.server";

testDatabase();

/** Today is Tuesday, 10 March 2026. */
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-03-10T12:00:00Z") }));
afterEach(() => void vi.useRealTimers());

interface Data {
  month: string;
  notice?: string;
  weeks: CalendarDay[][];
  totals: Pick<CalendarDay, "due" | "delivered">;
  chosen?: DayInFull;
}
const show = async (search = "") => (await run<Data>(loader, await signedIn(`/calendar${search}`, cast.ada))).data;
const on = ({ weeks }: Data, day: string) => weeks.flat().find((one) => one.day === day);
const due = (dueDate: string, values: Parameters<typeof addInvoice>[0] = {}) =>
  addInvoice({ issueDate: "2026-01-10", dueDate, ...values });
const delivered = (at: string, values: Parameters<typeof addOrder>[0] = {}) =>
  addOrder({ createdAt: new Date("2026-01-10T10:00:00Z"), status: "Delivered", deliveredAt: new Date(at), ...values });

/** Returns the number of rows of the list at a link. */
async function listed(href: string) {
  const list = href.startsWith("/invoices") ? invoiceList : orderList;
  return (await run<{ view: ListView }>(list, await signedIn(href, cast.ada))).data.view.total;
}

describe("the calendar", () => {
  test("requires a signed-in user", async () => {
    expect((await run(loader, get("/calendar"))).location).toMatch(/^\/login/);
  });

  test("shows invoices with their status on the days they are due, and orders on those of their delivery", async () => {
    await due("2026-03-09");
    await due("2026-03-10");
    await due("2026-03-10", { status: "complete" });
    await delivered("2026-03-10T09:00:00Z");
    const shown = await show();
    expect(on(shown, "2026-03-09")?.invoices).toEqual([
      { id: "INV-0001", customerName: "Dan Directory", state: "overdue" },
    ]);
    expect(on(shown, "2026-03-10")?.invoices.map(({ id, state }) => [id, state])).toEqual([
      ["INV-0002", "pending"],
      ["INV-0003", "complete"],
    ]);
    expect(on(shown, "2026-03-10")?.deliveries).toEqual([{ id: 1, customerName: "Dan Directory" }]);
    expect(on(shown, "2026-03-11")).toMatchObject({
      invoices: [],
      deliveries: [],
      due: { value: 0 },
      delivered: { value: 0 },
    });
  });

  test("names up to three entries of a day, unpaid invoices first, and otherwise the number of each kind", async () => {
    await due("2026-03-12", { status: "complete" });
    await due("2026-03-12");
    await delivered("2026-03-12T09:00:00Z");
    const few = on(await show(), "2026-03-12");
    expect(few?.invoices.map(({ id }) => id)).toEqual(["INV-0002", "INV-0001"]);
    expect(few?.deliveries.map(({ id }) => id)).toEqual([1]);
    await due("2026-03-12");
    const many = on(await show(), "2026-03-12");
    expect([many?.invoices, many?.deliveries]).toEqual([[], []]);
    expect([many?.unpaid, many?.paid.value, many?.delivered.value]).toEqual([
      expect.objectContaining({ value: 2, state: "pending" }),
      1,
      1,
    ]);
  });

  test("distinguishes overdue invoices from those due today or later", async () => {
    for (const day of ["2026-03-09", "2026-03-10"]) for (let time = 0; time < 4; time++) await due(day);
    const shown = await show();
    expect(on(shown, "2026-03-09")?.unpaid).toMatchObject({ value: 4, state: "overdue" });
    expect(on(shown, "2026-03-10")?.unpaid).toMatchObject({ value: 4, state: "pending" });
  });

  test("counts each day and the month like the linked lists", async () => {
    for (const day of ["2026-02-28", "2026-03-01", "2026-03-01", "2026-03-31", "2026-04-01"]) {
      await due(day);
      await delivered(`${day}T23:59:59Z`);
    }
    await delivered("2026-03-01T00:00:00Z");
    await due("2026-03-31", { status: "complete" });
    const { weeks, totals } = await show();
    const ofDays = weeks.flat().flatMap((of) => [of.due, of.unpaid, of.paid, of.delivered]);
    expect([totals.due.value, totals.delivered.value]).toEqual([4, 4]);
    const busy = [...ofDays, totals.due, totals.delivered].filter(({ value }) => value > 0);
    expect(busy).toHaveLength(4 + 4 + 1 + 4 + 2);
    for (const { value, href } of busy) expect([href, await listed(href)]).toEqual([href, value]);
  });

  test("leaves out records in the trash", async () => {
    const { id } = await due("2026-03-12");
    await invoiceResource.trash(cast.ada, [id]);
    expect((await show()).totals.due.value).toBe(0);
  });

  test("counts deliveries by the days of its time zone", async () => {
    await delivered("2026-03-11T23:30:00Z");
    await inTimeZone("Europe/Oslo", async () => {
      const shown = await show();
      expect([on(shown, "2026-03-11")?.delivered.value, on(shown, "2026-03-12")?.delivered.value]).toEqual([0, 1]);
      expect(await listed(on(shown, "2026-03-12")?.delivered.href ?? "")).toBe(1);
    });
  });

  test("lists the chosen day, ten of each kind, with links to all", async () => {
    for (let time = 0; time < 11; time++) await due("2026-03-20");
    await delivered("2026-03-20T14:00:00Z", { status: "Return" });
    const { chosen, month } = await show("?day=2026-03-20");
    expect(month).toBe("2026-03");
    expect(chosen?.invoices).toHaveLength(10);
    expect(chosen?.due).toEqual({ value: 11, href: "/invoices?due=2026-03-20..2026-03-20&sort=dueDate", is: "rows" });
    expect(chosen?.deliveries).toMatchObject([
      { id: 1, status: "Return", deliveredAt: new Date("2026-03-20T14:00:00Z") },
    ]);
  });

  test("shows this month and a message for an invalid URL", async () => {
    expect(await show("?month=%00&day=never")).toMatchObject({
      month: "2026-03",
      notice: "There is no day “never”. This is March 2026.",
    });
  });
});

describe("the calendar of a week", () => {
  test("has the seven days of the week with the day in its URL, or today", async () => {
    const days = async (search: string) => (await show(search)).weeks.map((week) => [week[0]?.day, week.at(-1)?.day]);
    expect(await days("?view=week&day=2026-04-01")).toEqual([["2026-03-30", "2026-04-05"]]);
    expect(await days("?view=week")).toEqual([["2026-03-09", "2026-03-15"]]);
    expect(await days("?view=week&month=2026-05")).toEqual([["2026-04-27", "2026-05-03"]]);
  });

  test("names up to ten entries of a day, and counts the days of both months", async () => {
    for (let time = 0; time < 4; time++) await due("2026-03-31");
    await delivered("2026-04-01T09:00:00Z");
    await due("2026-04-06");
    const shown = await show("?view=week&day=2026-04-01");
    expect(on(shown, "2026-03-31")?.invoices).toHaveLength(4);
    const { due: dueInWeek, delivered: deliveredInWeek } = shown.totals;
    expect([dueInWeek.value, deliveredInWeek.value]).toEqual([4, 1]);
    expect([await listed(dueInWeek.href), await listed(deliveredInWeek.href)]).toEqual([4, 1]);
    expect(shown.chosen?.deliveries).toHaveLength(1);
  });
});

describe("the query of the calendar", () => {
  test("finds the entries of a day by the indexes of due days and deliveries, and reads no other row", async () => {
    const steps = db
      .all<{ detail: string }>(sql`explain query plan ${daysQuery(["2026-03-10", "2026-03-11"], "month")}`)
      .map(({ detail }) => detail);
    const reads = steps.filter((step) => /^(SEARCH|SCAN) (?!span|\()/.test(step));
    expect(reads).toHaveLength(5);
    for (const step of reads)
      expect(step).toMatch(
        /^SEARCH \w+ USING COVERING INDEX (invoices_by_due \(deleted_at=\? AND due_date=\?\)|orders_by_delivered \(deleted_at=\? AND delivered_at>\? AND delivered_at<\?\))$/,
      );
  });

  test("returns nothing for no days, and one row for each day", async () => {
    await write(async (tx) => void (await Promise.all([tx.delete(invoices), tx.delete(orders)])));
    expect(db.all(daysQuery([], "month"))).toEqual([]);
    expect(db.all(daysQuery(["2026-03-10", "2026-03-29"], "week"))).toHaveLength(2);
  });
});
