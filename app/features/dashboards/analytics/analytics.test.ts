/** Tests the analytics dashboard against manual counts and the linked lists. */
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { config } from "config";
import { db, write } from "db";
import { pageViews, searches, users, visits } from "db/schema";
import type { Listing, ListTable } from "~/core/list/listing.server";
import { parseListQuery } from "~/core/list/list-query.server";
import { countMatching } from "~/core/list/counting.server";
import { pageQuery } from "~/core/list/list-read.server";
import { cast, testDatabase, inTimeZone } from "~/testing/database";
import { userResource } from "~/features/users/users.server";
import { searchListing, viewListing, visitListing } from "~/features/analytics/visits.server";
import { analyticsDashboard } from "./analytics.server";
import { analyticsReports, searchesQuery } from "./analytics-reports.server";
import { periodOf } from "../period";

testDatabase();

const { ada, ben, tess } = cast;
/** 30 October to 2 November, compared with 26 to 29 October. */
const period = periodOf(new URLSearchParams("from=2026-10-30&to=2026-11-02"), "2026-11-21");

type Made = Partial<typeof visits.$inferInsert> & { at: string };

async function visit({ at, ...values }: Made, pages: string[] = ["/"]) {
  const startedAt = new Date(at);
  await write(async (tx) => {
    const usual = {
      country: "Norway",
      browser: "Chrome",
      referrer: "Direct",
      startedAt,
      lastAt: startedAt,
      pages: pages.length,
    };
    const [row] = await tx
      .insert(visits)
      .values({ ...usual, ...values })
      .returning();
    for (const page of pages) await tx.insert(pageViews).values({ visitId: row?.id ?? 0, at: startedAt, page });
  });
}

const search = (at: string, term: string, found: number) =>
  write(async (tx) => void (await tx.insert(searches).values({ at: new Date(at), place: "/orders", term, found })));

async function fill() {
  await visit({ at: "2026-10-26T08:00:00Z", personId: ada.id });
  await visit({ at: "2026-10-29T23:59:59Z" });
  await visit({ at: "2026-10-30T00:00:00Z", personId: ada.id, returning: true, changes: 3 }, [
    "/",
    "/orders",
    "/orders/:id",
  ]);
  await visit({ at: "2026-10-31T12:00:00Z", personId: ada.id, returning: true, browser: "Firefox" }, ["/orders"]);
  await visit(
    { at: "2026-11-01T12:00:00Z", personId: ben.id, country: "Malta", browser: "Safari", referrer: "news.example" },
    ["/orders"],
  );
  await visit({ at: "2026-11-02T12:00:00Z", personId: tess.id, returning: true, changes: 1 });
  await visit({ at: "2026-11-02T23:59:59Z", country: "Unknown" });
  await visit({ at: "2026-11-03T00:00:00Z", personId: ben.id });
}

/** Returns the text and change of each figure. */
const told = async (of = period) =>
  (await analyticsDashboard(of, true)).figures.map(({ text, change }) => `${text} ${change.direction} ${change.text}`);

const lists: Listing<ListTable>[] = [visitListing, viewListing, searchListing, userResource.listing] as never;

/** Returns the number of rows at a link. */
async function rowsAt(href: string): Promise<number> {
  const { pathname, searchParams } = new URL(href.replaceAll("&amp;", "&"), config.appUrl);
  const listing = lists.find(({ path }) => path === pathname);
  if (!listing) throw new Error(`No list is at ${pathname}`);
  return countMatching(listing, parseListQuery(listing, searchParams));
}

describe("the analytics figures", () => {
  beforeEach(fill);

  it("count visits, active people, changes and returns, compared with the days before", async () => {
    expect(await told()).toEqual(["5 up 150%", "2 up 100%", "2 same –", "60% up 60 pt"]);
  });

  it("are a dash if there is nothing to divide by", async () => {
    const empty = periodOf(new URLSearchParams("from=2026-09-01&to=2026-09-03"), "2026-11-21");
    expect(await told(empty)).toEqual(["0 same –", "0 same –", "0 same –", "– same –"]);
    expect(await analyticsReports.pages.rows(empty, 5)).toEqual([]);
  });

  it("leave out people in the trash", async () => {
    await write(async (tx) => void (await tx.update(users).set({ deletedAt: new Date() }).where(eq(users.id, ben.id))));
    expect((await told()).slice(0, 2)).toEqual(["5 up 150%", "1 same 0%"]);
  });

  it("exclude erased people, whose visits stay", async () => {
    await write(async (tx) => void (await tx.delete(users).where(eq(users.id, ben.id))));
    expect((await told()).slice(0, 2)).toEqual(["5 up 150%", "1 same 0%"]);
  });

  it("count days of the time zone, also when the clocks are set back", async () => {
    await inTimeZone("Europe/Oslo", async () => {
      // 25 October had 25 hours in Oslo: it ended at 23:00 UTC, and so does each day after it.
      await visit({ at: "2026-10-24T22:00:00Z" });
      await visit({ at: "2026-10-25T22:59:59Z" });
      await visit({ at: "2026-10-25T23:00:00Z" });
      const day = (on: string) => periodOf(new URLSearchParams(`from=${on}&to=${on}`), "2026-11-21");
      expect((await told(day("2026-10-25")))[0]).toMatch(/^2 /);
      expect((await told(day("2026-10-26")))[0]).toMatch(/^2 /);
      expect((await told(day("2026-10-30")))[0]).toMatch(/^2 /);
      expect(await rowsAt("/analytics/visits?began=2026-10-25..2026-10-25")).toBe(2);
    });
  });
});

describe("each number on the analytics dashboard", () => {
  const more = ["Brazil", "Chile", "Cuba", "Egypt", "Fiji", "Ghana", "Haiti", "India", "Japan"];
  const browsers = ["Edge", "Opera", "Samsung Internet", "Other"];

  it("links to exactly the rows that it counts", async () => {
    await fill();
    for (const [place, country] of more.entries())
      await visit({ at: "2026-11-01T10:00:00Z", country, browser: browsers[place % browsers.length] });
    await search("2026-11-01T10:00:00Z", "lamp", 0);
    await search("2026-11-02T10:00:00Z", "lamp", 2);
    const { figures, ...charts } = await analyticsDashboard(period, true);
    const html = [charts.visits, charts.countries.html, charts.referrers.html, charts.browsers].join("");
    const drawn = [...html.matchAll(/href="([^"]+)" data-value="(\d+)"/g)].map(([, href = "", value]) => ({
      href,
      value: Number(value),
    }));
    const pages = (await analyticsReports.pages.rows(period, 10)).map(({ href, views }) => ({ href, value: views }));
    const terms = [
      ...(await analyticsReports.terms.rows(period, 10)),
      ...(await analyticsReports.misses.rows(period, 10)),
    ].map(({ href, times }) => ({ href, value: times }));
    const counted = figures.flatMap(({ of }) => ("part" in of ? [of.part, of.whole] : [of]));
    const all = [...counted, ...drawn, ...pages, ...terms];
    expect(drawn.length).toBeGreaterThan(20);
    for (const { href, value } of all) expect([href, await rowsAt(href)]).toEqual([href, value]);
  });

  it("the numbers of the browser chart add up to the whole, however many browsers there are", async () => {
    for (const browser of ["Chrome", "Firefox", "Safari", ...browsers])
      await visit({ at: "2026-11-01T10:00:00Z", browser });
    const { browsers: html, countries } = await analyticsDashboard(period, true);
    const values = [...html.matchAll(/data-value="(\d+)"/g)].map(([, value]) => Number(value));
    expect(values).toEqual([1, 1, 1, 1, 1, 2]);
    expect(countries).toMatchObject({ shown: 1, of: 1 });
  });
});

describe("the analytics tables", () => {
  it("list pages with their shares, and searches with their last number of results", async () => {
    await fill();
    await search("2026-10-29T10:00:00Z", "lamp", 9);
    await search("2026-10-30T10:00:00Z", "lamp", 4);
    await search("2026-11-02T10:00:00Z", "lamp", 0);
    await search("2026-11-01T10:00:00Z", "ada", 1);
    expect(
      (await analyticsReports.pages.rows(period, 2)).map(({ page, views, share }) => [page, views, share]),
    ).toEqual([
      ["/", 3, 3 / 7],
      ["/orders", 3, 3 / 7],
    ]);
    expect(
      (await analyticsReports.terms.rows(period, 5)).map(({ term, times, found, lastAt }) => [
        term,
        times,
        found,
        lastAt.toISOString(),
      ]),
    ).toEqual([
      ["lamp", 2, 0, "2026-11-02T10:00:00.000Z"],
      ["ada", 1, 1, "2026-11-01T10:00:00.000Z"],
    ]);
    expect((await analyticsReports.misses.rows(period, 5)).map(({ term, times }) => [term, times])).toEqual([
      ["lamp", 1],
    ]);
  });
});

describe("the analytics dashboard", () => {
  it("reads only totals: without visits and page views it is the same", async () => {
    await fill();
    const before = await analyticsDashboard(period, true);
    const pages = await analyticsReports.pages.rows(period, 5);
    await write(async (tx) => {
      for (const table of ["visits", "page_views"]) tx.run(sql.raw(`alter table ${table} rename to ${table}_away`));
    });
    expect(await analyticsDashboard(period, true)).toEqual(before);
    expect(await analyticsReports.pages.rows(period, 5)).toEqual(pages);
  });

  it("reads only searches of its days", () => {
    const plan = db
      .all<{ detail: string }>(sql`explain query plan ${searchesQuery(period, 5)}`)
      .map(({ detail }) => detail);
    expect(
      plan.filter((step) => /(SEARCH|SCAN) searches/.test(step)),
      "the last is asked for what is shown",
    ).toEqual([
      "SEARCH searches USING COVERING INDEX searches_at (at>? AND at<?)",
      "SEARCH searches USING COVERING INDEX searches_at (at=?)",
    ]);
  });
});

describe("the analytics lists", () => {
  it.each([visitListing, viewListing, searchListing] as never as Listing<ListTable>[])(
    "$path is read along an index, whatever it is narrowed to",
    (listing) => {
      const examples = { date: "", days: "2026-11-01..2026-11-21", text: "Norway", link: "Norway", record: "7" };
      const narrowings = Object.entries(listing.filters).map(([name, rule]) => [
        name,
        "options" in rule ? (rule.options[0]?.value ?? "") : examples[rule.type],
      ]);
      for (const narrowed of [[], ...narrowings.map((one) => [one])]) {
        const query = parseListQuery(listing, new URLSearchParams(narrowed));
        const plan = db
          .all<{ detail: string }>(sql`explain query plan ${pageQuery(listing, query).getSQL()}`)
          .map(({ detail }) => detail)
          .join("; ");
        expect(plan, JSON.stringify(narrowed)).toMatch(/^(SEARCH|SCAN) \w+ USING (COVERING )?INDEX/);
        if (!/\((?:person|visit)_id=\?/.test(plan)) expect(plan, JSON.stringify(narrowed)).not.toMatch(/TEMP B-TREE/);
      }
    },
  );

  it("the list of users finds those with a visit on certain days by an index", async () => {
    const query = parseListQuery(userResource.listing, new URLSearchParams({ visited: "2026-11-01..2026-11-21" }));
    const plan = db
      .all<{ detail: string }>(sql`explain query plan ${pageQuery(userResource.listing, query).getSQL()}`)
      .map(({ detail }) => detail);
    expect(plan.join("; ")).toMatch(
      /visits USING COVERING INDEX visits_person \(person_id=\? AND started_at>\? AND started_at<\?\)/,
    );
  });
});
