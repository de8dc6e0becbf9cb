/**
 * Times the SQL of every list and dashboard on the database in `DATA_DIR`: processor time in milliseconds, the best
 * of several runs, with cached pages. `bench-lists.mjs` runs this on a small and a large database and compares them.
 */
import Database from "better-sqlite3";
import { config } from "config";
import { closeDatabase } from "db";
import { migrateDatabase } from "db/migrate";
import { analyticsDashboard } from "~/features/dashboards/analytics/analytics.server";
import { careerDashboard } from "~/features/dashboards/career/career.server";
import { courseDashboard } from "~/features/dashboards/course/course.server";
import { financeDashboard } from "~/features/dashboards/finance/finance.server";
import { type Period, periodOf } from "~/features/dashboards/period";
import { salesDashboard } from "~/features/dashboards/sales/sales.server";
import { resources } from "~/core/resource/registry.server";
import "~/resources.server";
import { listView } from "~/core/list/list-view.server";
import type { Listing, ListTable } from "~/core/list/listing.server";
import { today } from "~/core/values/today.server";
import { soldListing } from "~/features/orders/items/sold.server";
import { searchListing, viewListing, visitListing } from "~/features/analytics/visits.server";

const times = 3;

let spent = 0;

/**
 * Measures the driver's calls, which run alone in this process. Counts the smaller of wall time, which includes other
 * processes, and processor time, which includes V8's background work.
 */
function clockStatements() {
  const probe = new Database(":memory:").prepare("select 1");
  const prototype = Object.getPrototypeOf(probe) as Record<"all" | "get" | "run", (...values: unknown[]) => unknown>;
  for (const name of ["all", "get", "run"] as const) {
    const act = prototype[name];
    prototype[name] = function (this: unknown, ...values: unknown[]) {
      const begun = { at: performance.now(), used: process.cpuUsage() };
      try {
        return act.apply(this, values);
      } finally {
        const { user, system } = process.cpuUsage(begun.used);
        spent += Math.min(performance.now() - begun.at, (user + system) / 1000);
      }
    };
  }
}

async function clocked(act: () => Promise<unknown>): Promise<number> {
  const each: number[] = [];
  for (let time = 0; time <= times; time++) {
    spent = 0;
    await act();
    if (time > 0) each.push(spent); // the first also reads the file
    if (spent > 300 && time > 0) break;
  }
  return Math.min(...each);
}

const ofOneRecord = "21";
const examples = {
  date: today(),
  days: `${today().slice(0, 4)}-01-01..${today()}`,
  text: "Norway",
  link: "Norway",
  record: ofOneRecord,
};

/** Returns the queries to time for a list: each sort order and filter. */
function filtersToTime({ filters, sorts }: Listing<ListTable>, pages: number): Record<string, string> {
  const sorted = Object.keys(sorts).flatMap((sort) => [
    [`sorted by ${sort}`, `sort=${sort}`],
    [`sorted by ${sort}, backwards`, `sort=-${sort}`],
    [`sorted by ${sort}, its middle`, `sort=${sort}&page=${Math.ceil(pages / 2)}`],
  ]);
  const filtered = Object.entries(filters).flatMap(([name, rule]) => {
    const values = "options" in rule ? rule.options.map(({ value }) => value) : [examples[rule.type]];
    return values.flatMap((value) => [
      [`${name} ${value}`, `${name}=${encodeURIComponent(value)}`],
      [`${name} ${value}, last page`, `${name}=${encodeURIComponent(value)}&page=99999999`],
    ]);
  });
  const searched = [
    ["a rare word", "zephyrine"],
    ["a name", "sørensen"],
    ["a common word", "example.com"],
    ["two letters", "an"],
  ].map(([what, q]) => [`search for ${what}`, `q=${encodeURIComponent(q ?? "")}`]);
  return Object.fromEntries([
    ["first page", ""],
    ["second page", "page=2"],
    ["middle page", `page=${Math.ceil(pages / 2)}`],
    ["last page", "page=99999999"],
    ["trash", "trash=1"],
    ...sorted,
    ...filtered,
    ...searched,
  ]);
}

async function timeList(listing: Listing<ListTable>): Promise<[string, number][]> {
  const view = (search: string) => listView(listing, new Request(`${config.appUrl}${listing.path}?${search}`));
  const { pages } = (await view("")).view;
  const timed: [string, number][] = [];
  for (const [what, search] of Object.entries(filtersToTime(listing, pages)))
    timed.push([`${listing.path}: ${what}`, await clocked(() => view(search))]);
  return timed;
}

async function timeDashboards(): Promise<[string, number][]> {
  const dashboards = {
    sales: salesDashboard,
    finance: financeDashboard,
    analytics: (period: Period) => analyticsDashboard(period, true),
    career: careerDashboard,
    course: courseDashboard,
  };
  const timed: [string, number][] = [];
  for (const choice of ["", "12m"]) {
    const period = periodOf(new URLSearchParams(choice && { period: choice }), today());
    for (const [name, dashboard] of Object.entries(dashboards))
      timed.push([`dashboard ${name}, ${choice || "usual period"}`, await clocked(() => dashboard(period))]);
  }
  return timed;
}

/** Returns the measurements with their names, in milliseconds; for only one list if its path is given. */
export async function timeAll(only?: string): Promise<[string, number][]> {
  migrateDatabase(config.databaseFile);
  clockStatements();
  const lists = [
    ...resources().map(({ listing }) => listing),
    soldListing,
    visitListing,
    viewListing,
    searchListing,
  ].filter(({ path }) => !only || path === only);
  const timed: [string, number][] = [];
  for (const listing of lists as Listing<ListTable>[]) timed.push(...(await timeList(listing)));
  if (!only) timed.push(...(await timeDashboards()));
  await closeDatabase();
  return timed;
}
