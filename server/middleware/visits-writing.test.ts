/** When visits are stored, and what happens if that fails. */
import { readFileSync } from "node:fs";
import { eq, sql } from "drizzle-orm";
import { describe, expect, it, test, vi } from "vitest";
import { config } from "config";
import { closeDatabase, write } from "db";
import { sessions, users, visits } from "db/schema";
import { cast, fillDisk, testDatabase } from "~/testing/database";
import type { PageLoad } from "~/features/analytics/page-load";
import { recordPageLoad, visitsWritten } from "~/features/analytics/recorder.server";
import { writePageLoads } from "~/features/analytics/writing.server";
import { allVisits, answer, ask, chrome, cookieOf, minute, open, visiting } from "../testing/visiting";
import { visitsCounted } from "./visits";

testDatabase();
visiting();

/** Returns a page view by a visitor. */
const lookAt = (page: string, more: Partial<PageLoad> = {}): PageLoad => ({
  at: Date.now(),
  visitor: "flood",
  browserKey: "flood",
  personId: undefined,
  country: "Malta",
  browser: "Chrome",
  referrer: "Direct",
  page,
  acts: false,
  searches: [],
  ...more,
});

describe("writing visits", () => {
  it("happens after the response, for many at once", async () => {
    for (const path of ["/users", "/orders", "/products"])
      expect((await ask(path, { headers: { "user-agent": chrome } })).status).toBe(200);
    expect(await allVisits()).toEqual([]);
    await visitsCounted();
    expect(await allVisits()).toMatchObject([{ pages: 3 }]);
  });

  it("happens by itself within about a second", async () => {
    await ask("/users", { headers: { "user-agent": chrome } });
    await vi.waitFor(async () => expect(await allVisits()).toHaveLength(1), { timeout: 5_000, interval: 50 });
  });

  test("writing visits on a full disk does not affect responses, and continues once there is space", async () => {
    await open("/users");
    await fillDisk();
    for (let at = 0; at < 300; at++) await ask(`/orders/${at}`, { headers: { "user-agent": `${chrome} ${at}` } });
    await visitsCounted();
    expect((await allVisits()).length).toBeLessThan(301);
    await closeDatabase();
    expect((await open("/users")).status).toBe(200);
    expect(await allVisits()).toHaveLength(301);
  });

  test("stops at the memory limit in a flood of requests", async () => {
    for (let at = 0; at < 1_100; at++) recordPageLoad(lookAt(`/${at}`));
    await visitsWritten();
    expect(await allVisits()).toMatchObject([{ pages: 1_000 }]);
    recordPageLoad(lookAt("/later"));
    await visitsWritten();
    expect(await allVisits()).toMatchObject([{ pages: 1_001 }]);
  });

  test("lets other changes run during a flood of requests", async () => {
    for (let at = 0; at < 100; at++) recordPageLoad(lookAt("/", { visitor: `${at}` }));
    const written = visitsWritten();
    await new Promise(setImmediate);
    const before = await write(async (tx) => (await tx.select().from(visits)).length);
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThanOrEqual(60);
    await written;
    expect(await allVisits()).toHaveLength(100);
  });

  test("keeps the order of the requests", async () => {
    const at = Date.now();
    recordPageLoad(lookAt("/second", { at, visitor: "slow", referrer: "Direct" }));
    recordPageLoad(lookAt("/first", { at: at - minute, visitor: "slow", referrer: "news.example" }));
    await visitsWritten();
    expect(
      (await allVisits()).map(({ referrer, startedAt, lastAt }) => [referrer, lastAt.getTime() - startedAt.getTime()]),
    ).toEqual([["news.example", minute]]);
  });

  test("waits at a stop for a page that is still being resolved", async () => {
    let found = () => {};
    answer.pageFound = new Promise((resolve) => (found = resolve));
    await ask("/users", { headers: { "user-agent": chrome } });
    const counted = visitsCounted();
    await new Promise(setImmediate);
    found();
    await counted;
    expect(await allVisits()).toMatchObject([{ pages: 1 }]);
  });

  test("uses the user of the request, even if they signed out before it", async () => {
    await ask("/orders", { headers: { "user-agent": chrome, ...(await cookieOf(cast.ada)) } });
    await write(async (tx) => void (await tx.delete(sessions)));
    await visitsCounted();
    expect(await allVisits()).toMatchObject([{ personId: cast.ada.id, country: "Norway" }]);
  });

  test("after a restart continues the visit of one browser of a user, and not that of a similar other one", async () => {
    const { id: personId } = cast.ada;
    const [laptop, phone] = ["laptop", "phone"].map((browserKey) =>
      lookAt("/users", { browserKey, visitor: browserKey, personId }),
    ) as [PageLoad, PageLoad];
    await write((tx) => writePageLoads(tx, [laptop], new Map()));
    await write((tx) => writePageLoads(tx, [{ ...laptop, page: "/orders" }, phone], new Map()));
    expect((await allVisits()).map(({ pages }) => pages)).toEqual([2, 1]);
  });

  test("after the database was emptied starts a new visit, and affects nobody else's", async () => {
    await open("/users");
    await write(async (tx) => {
      await tx.delete(visits);
      tx.run(sql`delete from sqlite_sequence where name = 'visits'`);
      await tx.insert(visits).values({
        startedAt: new Date(Date.now() - minute),
        lastAt: new Date(),
        country: "Malta",
        browser: "Safari",
        referrer: "Direct",
        pages: 1,
      });
    });
    await open("/orders");
    expect((await allVisits()).map(({ country, pages }) => [country, pages])).toEqual([
      ["Malta", 1],
      ["Unknown", 1],
    ]);
  });

  test("stores nothing of the network address or the user agent", async () => {
    await open("/login", { "user-agent": `${chrome} Peculiar/7` });
    await open("/orders", { ...(await cookieOf(cast.ada)), "user-agent": `${chrome} Peculiar/7` });
    await write(async (tx) => void (await tx.delete(sessions))); // sessions do store the address
    await closeDatabase();
    const bytes = readFileSync(config.databaseFile, "latin1");
    expect(bytes).toContain("/orders");
    expect(bytes).not.toMatch(/127\.0\.0\.1|::ffff|Peculiar/);
  });

  test("stores no user for a person who was erased meanwhile", async () => {
    const ada = await cookieOf(cast.ada);
    await ask("/orders", { headers: { "user-agent": chrome, ...ada } });
    await write(async (tx) => {
      await tx.delete(sessions);
      await tx.delete(users).where(eq(users.id, cast.ada.id));
    });
    await visitsCounted();
    expect(await allVisits()).toMatchObject([{ personId: null, pages: 1 }]);
  });
});
