import { and, eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db, write } from "db";
import { addDays, dayAt, dayNumber } from "./dates";
import {
  selectInvoiceState,
  whereInvoiceOverdue,
  whereInvoiceComplete,
  whereInvoiceUnpaid,
  whereTotalsOverdue,
} from "./invoice-conditions";
import { invoiceStateOn } from "./invoice-state";
import { invoiceTotalsMigration, invoiceTotalsObjects } from "./invoice-totals";
import { type Invoice, invoices, invoiceTotals } from "./schema";
import { putInvoice } from "~/testing/books";
import { testDatabase } from "~/testing/database";

testDatabase();

const firstDay = "2026-03-01";
const days = [-2, -1, 0, 1, 2, 3].map((after) => addDays(firstDay, after));

/** Inserts an invoice for each due date and day of payment, and the same ones in the trash. */
async function putAllCombinations() {
  let number = 0;
  for (const deletedAt of [null, new Date(`${firstDay}T12:00:00Z`)])
    for (const dueDate of days)
      for (const paidOn of [undefined, ...days])
        await putInvoice(++number, {
          dollars: number,
          issueDate: days[0],
          dueDate,
          deletedAt,
          completedAt: paidOn ? new Date(`${paidOn}T12:00:00Z`) : null,
        });
  return db.select().from(invoices);
}

/** Returns the state that an invoice had on a day, before or after it was paid. */
const pastStateOn = ({ dueDate, completedAt }: Invoice, day: string) =>
  invoiceStateOn({ status: completedAt && dayAt(completedAt, "UTC") <= day ? "complete" : "pending", dueDate }, day);

describe("the state of an invoice", () => {
  it("is overdue from the day after the due date until it is paid", () => {
    const due = { status: "pending", dueDate: "2026-03-01" } as const;
    expect(invoiceStateOn(due, "2026-03-01")).toBe("pending");
    expect(invoiceStateOn(due, "2026-03-02")).toBe("overdue");
    expect(invoiceStateOn({ ...due, status: "complete" }, "2026-03-02")).toBe("complete");
  });

  it("is the same in TypeScript and SQL for each status, due date and day", async () => {
    const rows = await putAllCombinations();
    for (const day of days) {
      const states = await db.select({ id: invoices.id, state: selectInvoiceState(day) }).from(invoices);
      expect(states).toEqual(rows.map((row) => ({ id: row.id, state: invoiceStateOn(row, day) })));
      const idsWhere = async (...conditions: Parameters<typeof and>) =>
        (
          await db
            .select({ id: invoices.id })
            .from(invoices)
            .where(and(...conditions))
            .orderBy(invoices.number)
        ).map(({ id }) => id);
      const idsIn = (...wanted: string[]) =>
        rows.filter((row) => wanted.includes(invoiceStateOn(row, day))).map(({ id }) => id);
      expect(await idsWhere(...whereInvoiceOverdue(day))).toEqual(idsIn("overdue"));
      expect(await idsWhere(whereInvoiceUnpaid)).toEqual(idsIn("overdue", "pending"));
      expect(await idsWhere(whereInvoiceComplete)).toEqual(idsIn("complete"));
    }
  });
});

describe("the stored totals of invoices", () => {
  const sumOf = async (...conditions: Parameters<typeof and>) =>
    (
      await db
        .select({ sum: sql<number>`coalesce(sum(${invoiceTotals.total}), 0)` })
        .from(invoiceTotals)
        .where(and(...conditions))
    )[0]?.sum;

  it("have the same overdue amount on each day as the invoices had then", async () => {
    const rows = (await putAllCombinations()).filter(({ deletedAt }) => !deletedAt);
    for (const day of days) {
      const overdue = rows.filter((row) => pastStateOn(row, day) === "overdue");
      const wanted = overdue.reduce((sum, { totalAmount }) => sum + totalAmount, 0);
      expect([
        day,
        await sumOf(eq(invoiceTotals.kind, "late"), sql`${invoiceTotals.day} <= ${dayNumber(day)}`),
      ]).toEqual([day, wanted]);
    }
    for (const day of days) {
      const overdue = rows.filter((row) => invoiceStateOn(row, day) === "overdue");
      const wanted = overdue.reduce((sum, { totalAmount }) => sum + totalAmount, 0);
      expect([day, await sumOf(eq(invoiceTotals.kind, "due"), whereTotalsOverdue(day))]).toEqual([day, wanted]);
    }
  });

  it("are maintained by triggers made from the same rules: `npm run db:generate -- --name NAME` writes the migration", () => {
    const made = db.all<{ name: string; sql: string }>(sql`select name, sql from sqlite_master`);
    const found = made
      .filter(({ name }) => Object.hasOwn(invoiceTotalsObjects, name))
      .map(({ name, sql }) => [name, sql]);
    expect(Object.fromEntries(found)).toEqual(invoiceTotalsObjects);
  });

  it("stay as they are when a migration recreates the triggers", async () => {
    await putAllCombinations();
    const totals = () =>
      db
        .select()
        .from(invoiceTotals)
        .orderBy(invoiceTotals.kind, invoiceTotals.day)
        .where(sql`${invoiceTotals.invoices} <> 0`);
    const before = await totals();
    await write(async (tx) => {
      for (const statement of invoiceTotalsMigration) tx.run(sql.raw(statement));
    });
    expect(await totals()).toEqual(before);
    const made = db.all<{ name: string }>(sql`select name from sqlite_master`).map(({ name }) => name);
    expect(made).toEqual(expect.arrayContaining(Object.keys(invoiceTotalsObjects)));
  });
});
