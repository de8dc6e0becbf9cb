/** `/api/reports`, and the balances of a past day in `/api/invoices`. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { write } from "db";
import { loader } from "~/features/api/resource";
import { giveAccess } from "~/features/team/access/give.server";
import { booksClosed, putBooks } from "~/testing/books";
import { cast, testDatabase } from "~/testing/database";
import { run, signedIn } from "~/testing/requests";
import { accountsOf } from "./accountant-files.server";
import { openByAge } from "./books.server";
import { taxReport } from "./tax-report.server";

testDatabase();
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: booksClosed });
  await putBooks();
});
afterEach(() => void vi.useRealTimers());

const { ada, ben } = cast;
const ask = async (path: string, by = ada) => run<Record<string, number>[]>(loader, await signedIn(`/api/${path}`, by));
const sum = (rows: Record<string, number>[], name: string) =>
  Math.round(rows.reduce((total, row) => total + (row[name] ?? 0), 0) * 100);

describe.each(["2026-02-28", "2026-03-31"])("on %s", (day) => {
  it("/api/reports/ageing adds up to the ages on the finance dashboard", async () => {
    const { data } = await ask(`reports/ageing?asOf=${day}`);
    const columns = ["notDue", "days1to30", "days31to60", "days61to90", "over90"];
    expect(data.length).toBeGreaterThan(0);
    expect(columns.map((name) => sum(data, name))).toEqual((await openByAge(day)).map(({ total }) => total));
    for (const row of data)
      expect(sum([row], "balance")).toBe(columns.reduce((all, name) => all + sum([row], name), 0));
  });

  it("the balances of /api/invoices?asOf add up to the ageing report", async () => {
    const [invoices, ageing] = [await ask(`invoices?asOf=${day}`), await ask(`reports/ageing?asOf=${day}`)];
    expect(sum(invoices.data, "balance")).toBe(sum(ageing.data, "balance"));
    expect(invoices.data.filter(({ status }) => String(status) === "pending")).toHaveLength(
      ageing.data.reduce((count, { invoices = 0 }) => count + invoices, 0),
    );
  });
});

it("today's ageing leaves out what is issued later, as the accountant's files do", async () => {
  const [ageing, invoices] = [await ask("reports/ageing"), await ask("invoices?asOf=2026-03-31")];
  const days = { from: "2026-03-01", to: "2026-03-31" };
  let csv = "";
  for (const { name, input } of accountsOf(days))
    if (name === "customers.csv") for await (const part of input) csv += part;
  const rows = csv.trimEnd().split("\r\n").slice(1);
  const owed = rows.reduce((total, row) => total + Math.round(Number(row.split(",")[3]) * 100), 0);
  expect(owed).toBe(37_650_00); // without the 12,800 of 15 April
  expect(sum(ageing.data, "balance")).toBe(owed);
  expect(sum(invoices.data, "balance")).toBe(owed);
  expect((await openByAge("2026-03-31")).reduce((all, { total }) => all + total, 0)).toBe(owed);
});

it("/api/reports/tax has the rows of the tax report, in decimals and percent", async () => {
  const days = { from: "2026-02-01", to: "2026-02-28" };
  const { data } = await ask("reports/tax?from=2026-02-01&to=2026-02-28");
  const rows = await taxReport(days);
  expect(rows.length).toBeGreaterThan(0);
  expect(data).toEqual(
    rows.map(({ name, rate, category, ...sums }) => ({
      name,
      rate: rate === null ? null : rate / 100,
      category,
      ...Object.fromEntries(Object.entries(sums).map(([column, cents]) => [column, cents / 100])),
    })),
  );
});

it.each([
  ["reports/tax?from=2026-02-01", { to: "Enter a day, such as 2026-10-31" }],
  ["reports/tax?from=2026-02-30&to=2026-02-28", { from: "Enter a day, such as 2026-10-31" }],
  ["reports/tax?from=2026-02-02&to=2026-02-01", { to: "Enter a day that is not before the first" }],
  ["reports/ageing?asOf=2099-01-01", { asOf: expect.stringContaining("not after today") }],
  ["invoices?asOf=yesterday", { asOf: "Enter a day, such as 2026-10-31" }],
])("/api/%s is refused with a sentence", async (path, errors) => {
  expect(await ask(path)).toMatchObject({ status: 400, data: { message: "Invalid request", errors } });
});

it.each([
  [{ reports: "view", sales: "view" }, 200],
  [{ reports: "view" }, 403],
  [{ sales: "change" }, 403],
] as const)("staff with the areas %j get %d from /api/reports", async (areas, status) => {
  await write((tx) => giveAccess(tx, ada, ben.id, { access: "staff", areas }));
  const found = [await ask("reports/tax?from=2026-02-01&to=2026-02-28", ben), await ask("reports/ageing", ben)];
  expect(found.map((answer) => answer.status)).toEqual([status, status]);
});
