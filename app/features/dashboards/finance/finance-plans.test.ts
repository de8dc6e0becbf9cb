import { type SQL, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "db";
import { testDatabase } from "~/testing/database";
import { debtorsOnQuery, debtorsQuery, overdueOnQuery, overdueQuery } from "./debts.server";
import { paymentsQuery } from "./finance-reports.server";

testDatabase({ empty: true });

/** Returns the query plan of SQLite as text. */
const plan = (query: SQL) =>
  db
    .all<{ detail: string }>(sql`explain query plan ${query}`)
    .map(({ detail }) => detail)
    .join("; ");

describe("the tables of the finance dashboard", () => {
  it("find overdue invoices by the days on which they are due", () => {
    expect(plan(overdueQuery(["2026-01-24", "2026-02-24"], 6).getSQL())).toMatch(
      /^SEARCH invoices USING INDEX invoices_by_due \(deleted_at=\? AND due_date=\?\)$/,
    );
  });

  it("find the invoices open on a past day by status and by completion, of all that were ever issued", () => {
    const indexes =
      /^MULTI-INDEX OR; INDEX 1; SEARCH invoices USING INDEX \w+ \(deleted_at=\? AND status=\?\); INDEX 2; SEARCH invoices USING INDEX \w+ \(deleted_at=\? AND completed_at>\?\)/;
    expect(plan(overdueOnQuery("2026-01-24", 6).getSQL())).toMatch(indexes);
    expect(plan(debtorsOnQuery("2026-01-24", 6).getSQL())).toMatch(indexes);
  });

  it("read payments from the latest one", () => {
    expect(plan(paymentsQuery({ from: "2026-03-01", to: "2026-03-31" }, 6).getSQL())).toMatch(
      /^SEARCH payments USING INDEX payments_by_date \(deleted_at=\? AND date>\? AND date<\?\); SEARCH users USING INTEGER PRIMARY KEY/,
    );
  });

  it("read debts from the largest one", () => {
    const way = plan(debtorsQuery(6).getSQL());
    expect(way).toMatch(/^SEARCH debt_totals USING INDEX debt_totals_total/);
    expect(way).not.toMatch(/invoices/);
  });
});
