/**
 * Recomputes and checks the totals of `schema/totals`, which triggers maintain. Both use the same views (migrations
 * 0009 and 0012), which define what each row contributes.
 */
import { getTableName, sql } from "drizzle-orm";
import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { latestWorkClock, withTimeZone } from "./company-settings";
import type { Connection } from "./connection";
import { withoutIndexes } from "./bulk-load";
import { invoiceStateSql } from "./invoice-state";
import type { Queries } from "./reading";
import { recountSettled } from "./payment-triggers";
import { totalsZoneFact } from "./schema";
import * as tables from "./schema/totals";

type Name = keyof typeof tables;

interface TotalsTable {
  /** Query that computes all rows of the table. */
  query: string;
  /** Two queries whose results match if the totals are correct. They are fast at any table size. */
  quickCheck: [stored: string, computed: string];
}

const countNotDeleted = (table: string) => `select count(*) from ${table} where deleted_at is null`;

/** Limits the comparison to recent orders: reading the items of a million orders takes seconds. */
const newest = "order_id > (select max(id) from orders) - 1000";

const newestPayments = "source = 'payment' and source_id > (select max(id) from payments) - 1000";

/** Compares both in one text, since their combined value may exceed SQLite's integers. */
const quantitiesAndAmounts = "select sum(quantity) || ' ' || sum(amount) from";

/** Totals tables that are computed from others. */
const dependOn: Partial<Record<Name, Name>> = {
  soldTotals: "soldItems",
  invoiceTotals: "allocations",
  debtTotals: "allocations",
};

/** Totals tables in the order of computation, see `dependOn`. */
const totals: Record<Name, TotalsTable> = {
  orderTotals: {
    query: "select day, status, count(*) as orders, sum(total) as total from order_days group by day, status",
    quickCheck: ["select sum(orders) from order_totals", countNotDeleted("orders")],
  },
  orderPayments: {
    query:
      "select lower(status) as status, lower(payment_method) as method, count(*) as orders, sum(total_amount) as total from orders where deleted_at is null group by 1, 2",
    quickCheck: ["select sum(orders) from order_payments", countNotDeleted("orders")],
  },
  peopleTotals: {
    query: "select status, role, count(*) as people from users where deleted_at is null group by status, role",
    quickCheck: ["select sum(people) from people_totals", countNotDeleted("users")],
  },
  soldItems: {
    query: "select order_id, placed_at, day, product_id, name, quantity, amount from order_items",
    quickCheck: [
      `${quantitiesAndAmounts} sold_items where ${newest}`,
      `${quantitiesAndAmounts} order_items where ${newest}`,
    ],
  },
  soldTotals: {
    query:
      "select level, block, product_id, sum(quantity) as quantity, sum(amount) as amount from sold_days group by level, block, product_id",
    quickCheck: ["select sum(amount) from sold_totals where level = 2", "select sum(amount) from sold_items"],
  },
  allocations: {
    query:
      "select invoice_id, source, source_id, date, amount from (select * from payment_allocations union all select * from credit_allocations)",
    quickCheck: [
      `select sum(amount) from allocations where ${newestPayments}`,
      `select sum(amount) from payment_allocations where ${newestPayments}`,
    ],
  },
  invoiceTotals: {
    query:
      "select kind, day, method, sum(invoices) as invoices, sum(total) as total, sum(days) as days from (select kind, day, method, invoices, total, days from invoice_days union all select kind, day, method, invoices, total, days from payment_days) group by kind, day, method",
    quickCheck: ["select sum(invoices) from invoice_totals where kind = 'issued'", countNotDeleted("invoices")],
  },
  debtTotals: {
    query: "select customer_id, count(*) as invoices, sum(total) as total from invoice_debts group by customer_id",
    quickCheck: [
      "select sum(invoices) from debt_totals",
      `${countNotDeleted("invoices")} and ${invoiceStateSql.isUnpaid}`,
    ],
  },
  visitTotals: {
    query:
      "select kind, day, value, count(*) as count from (select kind, day, value from visit_days union all select kind, day, value from page_days) group by kind, day, value",
    quickCheck: [
      "select sum(count) from visit_totals where kind in ('visits', 'page')",
      "select (select count(*) from visits) + (select count(*) from page_views)",
    ],
  },
};

const names = Object.keys(totals) as Name[];

/** Tables that triggers maintain. Empty these last: deleting rows elsewhere updates them. */
export const totalsTables: SQLiteTable[] = names.map((name) => tables[name]);

/** Identifies the time zone of the totals, including the version of Node's time zone data. */
const timeZoneKey = () => `${latestWorkClock().timeZone} ${process.versions.tz ?? ""}`;

/**
 * Recomputes all totals if they were made for another time zone, or with other time zone data, in which days begin at
 * other instants.
 */
export function recomputeOnZoneChange(connection: Connection) {
  const known = connection
    .prepare<[string], string>("select value from facts where name = ?")
    .pluck()
    .get(totalsZoneFact);
  if (known === timeZoneKey()) return;
  connection.transaction(() => {
    recompute(connection);
    connection
      .prepare("insert into facts (name, value) values (?, ?) on conflict do update set value = excluded.value")
      .run(totalsZoneFact, timeZoneKey());
  })();
}

/** Recomputes the totals by day in the transaction that changes the company's time zone. */
export function moveTotals(tx: Pick<Queries, "run">, zone: string) {
  withTimeZone(zone, () => {
    for (const name of names.filter((name) => name !== "allocations"))
      // their days are those of the documents
      for (const statement of fillStatements(name)) tx.run(sql.raw(statement));
    tx.run(
      sql`insert into facts (name, value) values (${totalsZoneFact}, ${timeZoneKey()}) on conflict do update set value = excluded.value`,
    );
  });
}

/**
 * Checks the totals, recomputes wrong ones and returns the names of their tables. `whole` compares every number,
 * which takes as long as computing them; otherwise a few fast checks are made.
 */
export function repairTotals(connection: Connection, { whole = false } = {}): string[] {
  const differs = whole ? hasOtherRows : failsQuickCheck;
  const found = connection.transaction(() => names.filter((name) => differs(connection, name)))();
  if (found.length === 0) return [];
  const wrong = names.filter((name) => [name, dependOn[name]].some((one) => one && found.includes(one)));
  connection.transaction(() => recompute(connection, wrong)).immediate();
  return wrong.map((name) => getTableName(tables[name]));
}

function failsQuickCheck(connection: Connection, name: Name): boolean {
  const number = (query: string) => connection.prepare(query).pluck().get() ?? 0;
  const [stored, computed] = totals[name].quickCheck;
  return number(stored) !== number(computed);
}

/** Whether the stored rows differ from computed ones. Rows that contribute zero are ignored. */
function hasOtherRows(connection: Connection, name: Name): boolean {
  const columns = columnsOf(name);
  const list = columns.join(", ");
  const adds = columns.filter((column) => !keyOf(name).includes(column)).map((column) => `${column} <> 0`);
  const rows = (from: string, sign: number) =>
    `select ${list}, ${sign} as sign from ${from} where ${adds.join(" or ")}`;
  const both = `${rows(`(${totals[name].query})`, 1)} union all ${rows(getTableName(tables[name]), -1)}`;
  return (
    connection.prepare(`select 1 from (${both}) group by ${list} having sum(sign) <> 0 limit 1`).get() !== undefined
  );
}

/** Returns the columns to compute, without the row id. */
const columnsOf = (name: Name) =>
  getTableConfig(tables[name]).columns.flatMap((column) => (column.name === "id" ? [] : [column.name]));

function keyOf(name: Name): string[] {
  const { columns, primaryKeys } = getTableConfig(tables[name]);
  return [...columns.filter(({ primary }) => primary), ...primaryKeys.flatMap((key) => key.columns)].map(
    (column) => column.name,
  );
}

/** Returns the statements that compute a table anew. */
function fillStatements(name: Name): string[] {
  const [table, list] = [getTableName(tables[name]), columnsOf(name).join(", ")];
  return [`delete from ${table}`, `insert into ${table} (${list}) select ${list} from (${totals[name].query})`];
}

/** Recomputes the given totals from all rows. */
export function recompute(connection: Connection, these = names) {
  connection.pragma("cache_size = -200000"); // in KiB
  for (const name of these) {
    const fill = () => fillStatements(name).forEach((statement) => connection.exec(statement));
    if (name === "soldItems" || name === "allocations") withoutIndexes(connection, [getTableName(tables[name])], fill);
    else fill();
    if (name === "allocations") for (const statement of recountSettled) connection.exec(statement);
  }
}
