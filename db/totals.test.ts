import fc from "fast-check";
import { eq, getTableName, gt, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { config } from "config";
import { testDatabase, inTimeZone } from "~/testing/database";
import { closeDatabase, db, write } from ".";
import { blocksOf } from "./blocks";
import { openWriter } from "./connection";
import { migrateDatabase } from "./migrate";
import { addMarkedPayments } from "./payment-triggers";
import {
  allocations,
  debtTotals,
  invoices,
  invoiceTotals,
  payments,
  orderPayments,
  orders,
  orderTotals,
  pageViews,
  peopleTotals,
  soldItems,
  soldTotals,
  users,
  visits,
  visitTotals,
} from "./schema";
import { repairTotals, recompute, totalsTables } from "./totals";

testDatabase({ empty: true });

const order0 = { status: "New", customerName: "Dan Directory", subTotalAmount: 0, totalAmount: 0 };
const invoice0 = {
  status: "pending" as const,
  customerName: "Dan Directory",
  issueDate: "2024-02-01",
  dueDate: "2024-02-10",
  totalAmount: 0,
};

/** Returns all stored totals; rows that contribute zero are left out. */
async function sums() {
  const [ofOrders, items, sold] = [
    await db.select().from(orderTotals),
    await db.select().from(soldItems),
    await db.select().from(soldTotals),
  ];
  const [ofInvoices, debts, ofVisits] = [
    await db.select().from(invoiceTotals),
    await db.select().from(debtTotals),
    await db.select().from(visitTotals),
  ];
  const texts = (rows: object[]) => rows.map((row) => JSON.stringify(row)).sort();
  return {
    orders: texts(ofOrders.filter(({ orders }) => orders !== 0)),
    items: texts(items.map(({ id: _, ...item }) => item)),
    sold: texts(sold.filter(({ quantity }) => quantity !== 0)),
    invoices: texts(ofInvoices.filter(({ invoices, total }) => invoices !== 0 || total !== 0)),
    debts: texts(debts), // there is no row without debts
    allocations: texts(await db.select().from(allocations)),
    settled: texts(await db.select({ id: invoices.id, paid: invoices.paid }).from(invoices)),
    visits: texts(ofVisits),
    payments: texts((await db.select().from(orderPayments)).filter(({ orders }) => orders !== 0)),
    people: texts((await db.select().from(peopleTotals)).filter(({ people }) => people !== 0)),
  };
}

async function recounted() {
  await closeDatabase();
  const connection = openWriter(config.databaseFile);
  expect([repairTotals(connection), repairTotals(connection, { whole: true })]).toEqual([[], []]); // both find no errors
  recompute(connection);
  connection.close();
  return sums();
}

const moment = fc
  .integer({ min: Date.parse("2024-02-27T00:00:00Z"), max: Date.parse("2024-03-03T00:00:00Z") })
  .map((at) => new Date(at));
const seldom = fc.option(moment, { freq: 1, nil: null }).chain((at) => fc.constantFrom(null, null, at)); // in the trash
const day = moment.map((at) => at.toISOString().slice(0, 10));
const id = fc.integer({ min: 1, max: 2 });
const item = fc.record({
  id: fc.option(fc.integer({ min: 1, max: 3 })),
  name: fc.constant("Pen"),
  image: fc.constant(null),
  price: fc.integer({ min: 0, max: 900 }),
  quantity: fc.integer({ min: 1, max: 4 }),
});
const order = fc.record({
  status: fc.constantFrom("New", "delivered", "CANCELLED", "Return", "Odd"),
  paymentMethod: fc.constantFrom("Paypal", "PAYPAL", ""),
  createdAt: moment,
  deletedAt: seldom,
  items: fc.array(item, { maxLength: 3 }),
  totalAmount: fc.integer({ min: 0, max: 5000 }),
});
const invoice = fc.record({
  status: fc.constantFrom("pending" as const, "complete" as const),
  completedAt: fc.option(moment),
  issueDate: day,
  dueDate: day,
  customerId: fc.option(id),
  paymentMethod: fc.constantFrom("Paypal", "Visa Card", ""),
  totalAmount: fc.integer({ min: 0, max: 5000 }),
  deletedAt: seldom,
});
const payment = fc.record({
  kind: fc.constantFrom("payment" as const, "refund" as const),
  date: day,
  amount: fc.integer({ min: 1, max: 5000 }),
  method: fc.constantFrom("Paypal", "Cash", ""),
  allocations: fc.uniqueArray(
    fc.record({ invoiceId: fc.constantFrom("INV-0001", "INV-0002"), amount: fc.integer({ min: 1, max: 3000 }) }),
    { selector: ({ invoiceId }) => invoiceId },
  ),
  deletedAt: seldom,
});
const visit = fc.record({
  startedAt: moment,
  lastAt: moment,
  country: fc.constantFrom("Norway", "Unknown"),
  browser: fc.constant("Firefox"),
  referrer: fc.constant("Direct"),
  pages: fc.constant(1),
  changes: fc.integer({ min: 0, max: 1 }),
  returning: fc.boolean(),
});
const column = fc.nat(8);
const step = fc.oneof(
  fc.record({ of: fc.constant("order" as const), id, column, row: fc.option(order) }),
  fc.record({ of: fc.constant("invoice" as const), id, column, row: fc.option(invoice) }),
  fc.record({ of: fc.constant("payment" as const), id, column, row: fc.option(payment) }),
  fc.record({ of: fc.constant("visit" as const), id, column, row: fc.option(visit) }),
);

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Returns one column of a row, the only one that changes if the row exists. */
const oneOf = <Row extends object>(row: Row, column: number) =>
  Object.fromEntries(Object.entries(row).filter((_, at, all) => at === column % all.length)) as Partial<Row>;

/** Inserts, updates or deletes a row. */
const take = (taken: Step) =>
  write(async (tx) => {
    const { id } = taken;
    if (taken.of === "order") {
      if (!taken.row) await tx.delete(orders).where(eq(orders.id, id));
      else
        await tx
          .insert(orders)
          .values({ ...order0, ...taken.row, id })
          .onConflictDoUpdate({ target: orders.id, set: oneOf(taken.row, taken.column) });
    } else if (taken.of === "invoice") {
      const name = `INV-000${id}`;
      if (!taken.row) {
        await tx.delete(payments); // an invoice with payments is never deleted
        await tx.delete(invoices).where(eq(invoices.id, name));
      } else
        await tx
          .insert(invoices)
          .values({ ...invoice0, ...taken.row, id: name, number: id })
          .onConflictDoUpdate({ target: invoices.id, set: oneOf(taken.row, taken.column) });
    } else if (taken.of === "payment") {
      if (!taken.row) return void (await tx.delete(payments).where(eq(payments.id, id)));
      const known = (await tx.select({ id: invoices.id }).from(invoices)).map((invoice) => invoice.id);
      const named = taken.row.allocations.filter(({ invoiceId }) => known.includes(invoiceId));
      const row = { ...taken.row, allocations: named };
      await tx
        .insert(payments)
        .values({ ...row, id })
        .onConflictDoUpdate({ target: payments.id, set: oneOf(row, taken.column) });
    } else if (!taken.row) await tx.delete(visits).where(eq(visits.id, id));
    else {
      await tx
        .insert(visits)
        .values({ ...taken.row, id })
        .onConflictDoUpdate({ target: visits.id, set: oneOf(taken.row, taken.column) });
      await tx.insert(pageViews).values({ visitId: id, at: taken.row.startedAt, page: "/orders" });
    }
  });

describe("the daily totals", () => {
  test.each(["UTC", "America/New_York"])("equal a count of all rows after any changes, in %s", async (timeZone) => {
    await inTimeZone(timeZone, () =>
      fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), async (steps) => {
          for (const taken of steps) await take(taken);
          const kept = await sums();
          expect(kept).toEqual(await recounted());
        }),
        { numRuns: 40 },
      ),
    );
  });

  test("exclude cancelled, returned and trashed orders from sales, and count them by status", async () => {
    const placed = {
      createdAt: new Date("2024-02-29T23:30:00Z"),
      items: [{ id: 7, name: "Pen", image: null, price: 250, quantity: 2 }],
      totalAmount: 1000,
    };
    await write(async (tx) => {
      for (const status of ["New", "Cancelled", "return"])
        await tx.insert(orders).values({ ...order0, ...placed, status });
      await tx.insert(orders).values({ ...order0, ...placed, status: "New", deletedAt: new Date() });
    });
    expect(await db.select().from(orderTotals).orderBy(orderTotals.status)).toEqual(
      ["cancelled", "new", "return"].map((status) => ({ day: 19782, status, orders: 1, total: 1000 })),
    );
    expect(await db.select().from(soldTotals).where(eq(soldTotals.level, 0))).toEqual([
      { level: 0, block: 19782, productId: 7, quantity: 2, amount: 500 },
    ]);
  });

  test("are recounted when the company's time zone changes", async () => {
    await write(
      async (tx) => void (await tx.insert(orders).values({ ...order0, createdAt: new Date("2024-02-29T23:30:00Z") })),
    );
    const days = async () => (await db.select({ day: orderTotals.day }).from(orderTotals)).map(({ day }) => day);
    expect(await days()).toEqual([19782]);
    await inTimeZone("Europe/Oslo", async () => {
      expect(await days()).toEqual([19783]);
      await closeDatabase();
      expect(migrateDatabase(config.databaseFile, { besideServer: true })).toEqual({ mended: [] });
      expect(await days()).toEqual([19783]);
    });
  });

  test.each(['["x"]', "[null]", '[{"id":7}]', "nonsense"])(
    "can be computed for orders whose items are %s",
    async (items) => {
      await write(
        async (tx) =>
          void (await tx.insert(orders).values({
            ...order0,
            createdAt: new Date("2024-02-29T12:00:00Z"),
            totalAmount: 100,
            items: sql`${items}`,
          })),
      );
      expect(await db.select({ total: orderTotals.total }).from(orderTotals)).toEqual([{ total: 100 }]);
      expect(await db.select({ amount: soldTotals.amount }).from(soldTotals).where(gt(soldTotals.amount, 0))).toEqual(
        [],
      );
    },
  );

  test("tell what was overdue on a day: from the day after it was due until it was paid", async () => {
    await write(async (tx) => {
      const common = { ...invoice0, issueDate: "2024-02-01", totalAmount: 100 };
      await tx.insert(invoices).values({
        ...common,
        id: "INV-0001",
        number: 1,
        dueDate: "2024-02-10",
        status: "complete",
        completedAt: new Date("2024-02-15T12:00:00Z"),
      });
      await tx
        .insert(invoices)
        .values({ ...common, id: "INV-0002", number: 2, dueDate: "2024-02-12", status: "pending" });
      await tx.insert(invoices).values({
        ...common,
        id: "INV-0003",
        number: 3,
        dueDate: "2024-02-10",
        status: "complete",
        completedAt: new Date("2024-02-10T12:00:00Z"),
      });
      tx.run(sql.raw(addMarkedPayments));
    });
    const lateOn = async (day: string) =>
      (
        await db
          .select({ total: sql<number>`coalesce(sum(total), 0)` })
          .from(invoiceTotals)
          .where(sql`kind = 'late' and day <= ${Date.parse(day) / 86_400_000}`)
      )[0]?.total;
    expect(
      await Promise.all(
        ["2024-02-10", "2024-02-11", "2024-02-12", "2024-02-13", "2024-02-14", "2024-02-15"].map(lateOn),
      ),
    ).toEqual([0, 100, 100, 200, 200, 100]);
  });
});

describe("totals that do not match their rows", () => {
  const tables = totalsTables.map((table) => getTableName(table));

  /** Inserts a row of each kind and runs the SQL in `damage`. */
  async function damaged(damage: string) {
    await write(async (tx) => {
      await tx.insert(users).values({ name: "Una", email: "una@example.com", role: "", status: "Active" });
      await tx.insert(orders).values({
        ...order0,
        createdAt: new Date("2024-02-29T12:00:00Z"),
        items: [{ id: 7, name: "Pen", image: null, price: 250, quantity: 2 }],
        totalAmount: 500,
      });
      await tx.insert(invoices).values({ ...invoice0, id: "INV-0001", number: 1, totalAmount: 100 });
      const allocations = [{ invoiceId: "INV-0001", amount: 40 }];
      await tx.insert(payments).values({ date: "2024-02-10", amount: 50, allocations });
      await tx.insert(visits).values({
        startedAt: new Date(),
        lastAt: new Date(),
        country: "Norway",
        browser: "Firefox",
        referrer: "Direct",
        pages: 1,
        changes: 0,
        returning: false,
      });
    });
    const right = await sums();
    await closeDatabase();
    const connection = openWriter(config.databaseFile);
    connection.exec(damage);
    connection.close();
    return right;
  }

  test.each(tables)("are found by a start if %s is empty, and recounted", async (table) => {
    const right = await damaged(`delete from ${table}`);
    expect(migrateDatabase(config.databaseFile).mended.join()).toContain(table);
    expect(await sums()).toEqual(right);
    await closeDatabase();
    expect(migrateDatabase(config.databaseFile).mended).toEqual([]);
  });

  test("are also compared if orders have the largest possible amounts", async () => {
    const items = [{ id: 7, name: "Yacht", image: null, price: 500_000_000, quantity: 100_000 }];
    await write(
      async (tx) =>
        void (await tx.insert(orders).values(
          [1, 2, 3].map(() => ({
            ...order0,
            createdAt: new Date("2024-02-29T12:00:00Z"),
            items,
            totalAmount: 50_000_000_000_000,
          })),
        )),
    );
    await closeDatabase();
    expect(migrateDatabase(config.databaseFile).mended).toEqual([]);
  });

  test("totals from the seed of an earlier version are emptied before they are recomputed", async () => {
    const right = await damaged(
      "delete from people_totals; delete from order_payments; create table kept as select * from users; delete from users; insert into users select * from kept; drop table kept",
    );
    expect((await db.select().from(peopleTotals)).map(({ people }) => people)).toEqual([0]);
    await closeDatabase();
    expect(migrateDatabase(config.databaseFile).mended).toEqual(
      ["order_payments", "people_totals"].map(
        (table) => `The sums in ${table} were not what the rows add up to. They were counted anew.`,
      ),
    );
    expect(await sums()).toEqual(right);
  });

  test.each([
    ["update people_totals set role = 'Other'", "people_totals"],
    ["update order_totals set total = total + 1", "order_totals"],
    ["update sold_items set name = 'Pencil'", "sold_items"],
    [
      "insert into sold_items (order_id, placed_at, day, product_id, name, quantity, amount) select order_id, placed_at, day, product_id, name, quantity, amount from sold_items",
      "sold_items",
    ],
    ["update invoice_totals set day = day + 1 where kind = 'due'", "invoice_totals"],
    ["update visit_totals set value = 'Sweden' where kind = 'country'", "visit_totals"],
  ])("are found by maintenance, which compares every number: %s", async (damage, table) => {
    const right = await damaged(damage);
    expect(migrateDatabase(config.databaseFile, { besideServer: true }).mended.join()).toContain(table);
    expect(await sums()).toEqual(right);
    await closeDatabase();
    expect(migrateDatabase(config.databaseFile, { besideServer: true }).mended).toEqual([]);
  });
});

test("each day of a period is in exactly one block, and there are few blocks", () => {
  fc.assert(
    fc.property(fc.integer({ min: -200, max: 21_000 }), fc.integer({ min: 0, max: 1500 }), (first, length) => {
      const runs = blocksOf(first, first + length);
      const days = runs.flatMap(({ level, first, last }) =>
        Array.from({ length: (last - first + 1) * 8 ** level }, (_, place) => first * 8 ** level + place),
      );
      expect(days.toSorted((one, other) => one - other)).toEqual(
        Array.from({ length: length + 1 }, (_, place) => first + place),
      );
      expect(runs.reduce((sum, { first, last }) => sum + last - first + 1, 0)).toBeLessThanOrEqual(
        4 * 7 + 2 + Math.ceil(length / 64),
      );
    }),
  );
});
