/** Figures of past days go by the due dates of those days, whatever was changed since. */
import { asc } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { config } from "config";
import { db, write } from "db";
import { openWriter } from "db/connection";
import { addDays } from "db/dates";
import { invoices } from "db/schema";
import { repairTotals } from "db/totals";
import { undoChange } from "~/core/undo/undo.server";
import { loader as api } from "~/features/api/resource";
import { ageingByCustomer } from "~/features/dashboards/finance/ageing.server";
import { booksSince, openByAge } from "~/features/dashboards/finance/books.server";
import { overdueInvoices } from "~/features/dashboards/finance/debts.server";
import { paymentResource } from "~/features/payments/payments.server";
import { cast, testDatabase } from "~/testing/database";
import { addInvoice } from "~/testing/invoices";
import { run, signedIn } from "~/testing/requests";
import { today } from "~/core/values/today.server";
import { loader as list } from "./list";
import { invoiceResource } from "./invoices.server";

testDatabase();

const { ada, dan } = cast;

const setDay = (day: string) => vi.setSystemTime(new Date(`${day}T10:00:00Z`));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  setDay("2026-01-10");
});
afterEach(() => vi.useRealTimers());

const lateOn = async (day: string) => (await booksSince("2026-01-01", await openByAge(today()))).lateAt(day);
const agesOn = async (day: string) => (await openByAge(day)).map(({ total }) => total / 100);
const byCustomer = async (day: string) =>
  (await ageingByCustomer(day)).map(({ totals }) => totals.map((cents) => cents / 100));
const listed = async (search: string) =>
  (await run<{ invoices: { id: string }[] }>(list, await signedIn(`/invoices?${search}`, ada))).data.invoices.length;

/** Whether the stored totals are what recomputing them gives. */
function areTotalsRight() {
  const connection = openWriter(config.databaseFile);
  const wrong = repairTotals(connection, { whole: true });
  connection.close();
  return wrong.length === 0;
}

test("a due date that is changed today leaves the overdue amount and the ageing of past days as they were", async () => {
  const { id } = await addInvoice();
  setDay("2026-03-10");
  const changed = await invoiceResource.change(ada, id, { dueDate: "2026-05-01" });
  setDay("2026-03-20");
  const was = [0, 0, 30, 0, 0]; // 24 January was 39 days before
  expect([await agesOn("2026-03-04"), await byCustomer("2026-03-04")]).toEqual([was, [was]]);
  expect([await agesOn("2026-03-15"), await byCustomer("2026-03-15")]).toEqual([[30, 0, 0, 0, 0], [[30, 0, 0, 0, 0]]]);
  expect([await lateOn("2026-01-24"), await lateOn("2026-03-09"), await lateOn("2026-03-10")]).toEqual([0, 30_00, 0]);
  expect([await listed("open=2026-03-09&due=..2026-03-08"), await listed("open=2026-03-10&due=..2026-03-09")]).toEqual([
    1, 0,
  ]);
  const overdue = await overdueInvoices({ to: "2026-03-09" }, 5);
  expect(overdue).toMatchObject([{ id, dueDate: "2026-01-24", daysLate: 44 }]);
  const asOf = await run<object>(api, await signedIn(`/api/invoices?id=${id}&asOf=2026-03-09`, ada));
  expect(asOf.data).toMatchObject({ dueDate: "2026-01-24" });

  await undoChange(ada, changed.ok ? changed.batch! : "");
  expect([await lateOn("2026-03-09"), await lateOn("2026-03-15"), await lateOn("2026-03-20")]).toEqual([
    30_00, 0, 30_00,
  ]);
  expect(areTotalsRight()).toBe(true);
});

test("the overdue amount of each past day is the overdue part of its ageing, after random due dates and payments", async () => {
  let seed = 7;
  const draw = (most: number) => (seed = (seed * 16_807) % 2_147_483_647) % most;
  const known: Record<string, number> = {};
  const ids = [(await addInvoice()).id, (await addInvoice()).id, (await addInvoice()).id];
  let day = "2026-01-10";
  for (let step = 0; step < 40; step++) {
    const id = ids[draw(3)]!;
    if (draw(3) < 2) {
      const moved = await invoiceResource.change(ada, id, { dueDate: addDays(day, draw(40) - 15) });
      expect(moved.ok || "dueDate" in ("errors" in moved ? moved.errors : {})).toBe(true);
    } else {
      const allocations = [{ invoiceId: id, amount: 1_00 + draw(3_00) }];
      await paymentResource.create(ada, { customerId: dan.id, date: day, amount: allocations[0]!.amount, allocations });
    }
    known[day] = (await openByAge(day)).reduce((sum, { isLate, total }) => (isLate ? sum + total : sum), 0);
    day = addDays(day, draw(4));
    setDay(day);
  }
  const then = Object.keys(known).filter((one) => one < day);
  for (const one of then) {
    const late = (await openByAge(one)).reduce((sum, { isLate, total }) => (isLate ? sum + total : sum), 0);
    expect([one, late, await lateOn(one)]).toEqual([one, known[one], known[one]]);
  }
  expect(then.length).toBeGreaterThan(15);
  expect(areTotalsRight()).toBe(true);
  await write(async (tx) => void (await tx.delete(invoices)));
  expect(await db.select().from(invoices).orderBy(asc(invoices.number))).toEqual([]);
});
