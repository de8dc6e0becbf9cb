/** Tests which requests count as page views, visits and searches. */
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { config } from "config";
import { db, write } from "db";
import { journal, pageViews, searches, visitTotals } from "db/schema";
import { cast, testDatabase } from "~/testing/database";
import {
  allVisits,
  answer,
  chrome,
  cookieOf,
  goTo,
  type Headers,
  minute,
  open,
  pass,
  visiting,
} from "../testing/visiting";

testDatabase();
visiting();

const firefox = "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0";

const seen = async () => (await db.select().from(pageViews).orderBy(pageViews.id)).map(({ page }) => page);
const searched = async () => (await db.select().from(searches).orderBy(searches.id)).map(({ term }) => term);

describe("a page view", () => {
  it("is counted by its route, without the record and the query", async () => {
    await open("/orders/7?list=secret");
    await open("/invoices/INV-0001/details");
    await open("/users/create");
    await open("/");
    expect(await seen()).toEqual(["/orders/:id", "/invoices/:id/details", "/users/create", "/"]);
    expect(await allVisits()).toMatchObject([
      {
        pages: 4,
        personId: null,
        browser: "Chrome",
        referrer: "Direct",
        country: "Unknown",
        changes: 0,
        returning: false,
      },
    ]);
    expect(JSON.stringify([await allVisits(), await db.select().from(pageViews)])).not.toMatch(/secret|INV-0001/);
  });

  it("is counted when Remix's scripts load it from another page", async () => {
    await open("/users.data", { referer: `${config.appUrl}/orders` });
    await open("/_root.data", { referer: `${config.appUrl}/users` });
    await open("/orders/3.data?_routes=features%2Forders%2Foverview", { referer: `${config.appUrl}/orders` });
    expect(await seen()).toEqual(["/users", "/", "/orders/:id"]);
  });

  it("is not counted for revalidation, or for a part of another page", async () => {
    await open("/users?role=x");
    pass(minute);
    await open("/users.data?role=x", { referer: `${config.appUrl}/users?role=x` });
    await open("/orders/3.data?_routes=root", { referer: `${config.appUrl}/orders` });
    expect(await seen()).toEqual(["/users"]);
    await open("/users.data?role=y", { referer: `${config.appUrl}/users?role=x` });
    expect(await seen()).toEqual(["/users", "/users"]);
  });

  it.each<[string, string, Headers]>([
    ["a file", "/users.csv", {}],
    ["/api", "/api/users", {}],
    ["/health", "/health", {}],
    ["a route without a page", "/live", {}],
    ["what is read ahead", "/users", { "sec-purpose": "prefetch" }],
    ["what is read ahead by an older browser", "/users", { purpose: "prefetch" }],
    ["whoever sends DNT", "/users", { dnt: "1" }],
    ["whoever sends GPC", "/users", { "sec-gpc": "1" }],
    ["a program without a name", "/users", { "user-agent": "" }],
    ["curl", "/users", { "user-agent": "curl/8.5.0" }],
    ["a script", "/users", { "user-agent": "python-requests/2.32" }],
    [
      "a crawler",
      "/users",
      { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" },
    ],
    ["a preview", "/users", { "user-agent": "Mozilla/5.0 (compatible; SomePreview/1.0)" }],
  ])("is not counted for %s", async (_, path, headers) => {
    await open(path, headers);
    expect([await allVisits(), await db.select().from(visitTotals)]).toEqual([[], []]);
  });

  it.each([404, 403, 500, 303, 202])("is not counted when the response status is %i", async (code) => {
    answer.status = code;
    await open("/users");
    await open("/users.data");
    answer.status = 200;
    expect(await allVisits()).toEqual([]);
  });

  it("is counted for a headless browser", async () => {
    await open("/users", { "user-agent": chrome.replace("Chrome/", "HeadlessChrome/") });
    expect(await allVisits()).toMatchObject([{ browser: "Chrome" }]);
  });

  it("is counted once if it is repeated within five seconds", async () => {
    await open("/users");
    pass(4_000);
    await open("/users");
    pass(5_001);
    await open("/users");
    expect(await allVisits()).toMatchObject([{ pages: 2 }]);
    expect(await seen()).toEqual(["/users", "/users"]);
  });
});

describe("a visit", () => {
  it("ends after half an hour without a page, and not earlier", async () => {
    await open("/users");
    pass(30 * minute - 1);
    await open("/orders");
    expect(await allVisits()).toHaveLength(1);
    pass(30 * minute);
    await open("/orders");
    expect(
      (await allVisits()).map(({ pages, startedAt, lastAt }) => [pages, lastAt.getTime() - startedAt.getTime()]),
    ).toEqual([
      [2, 30 * minute - 1],
      [1, 0],
    ]);
  });

  it("belongs to one browser", async () => {
    await open("/users");
    await open("/users", { "user-agent": firefox });
    const ada = await cookieOf(cast.ada);
    await open("/users", { ...ada, "user-agent": firefox.replace("Windows NT 10.0", "X11") });
    expect((await allVisits()).map(({ browser, personId }) => [browser, personId])).toEqual([
      ["Chrome", null],
      ["Firefox", null],
      ["Firefox", cast.ada.id],
    ]);
  });

  it("belongs to one browser, even if its user has two similar ones", async () => {
    const ada = await cookieOf(cast.ada);
    await open("/users", ada);
    await open("/orders", { ...ada, "user-agent": chrome.replace("X11", "Android") });
    await open("/invoices", ada);
    expect((await allVisits()).map(({ browser, pages }) => [browser, pages])).toEqual([
      ["Chrome", 2],
      ["Chrome", 1],
    ]);
  });

  it("becomes that of the user who signs in during it", async () => {
    await open("/login", { "accept-language": "de-CH, en" });
    expect(await allVisits()).toMatchObject([{ personId: null, country: "Switzerland" }]);
    const ada = await cookieOf(cast.ada);
    await open("/orders", { ...ada, "accept-language": "de-CH" });
    await open("/users", ada);
    expect(await allVisits()).toMatchObject([{ personId: cast.ada.id, country: "Norway", pages: 3 }]);
    await open("/orders", await cookieOf(cast.ben));
    expect((await allVisits()).map(({ personId, pages }) => [personId, pages])).toEqual([
      [cast.ada.id, 3],
      [cast.ben.id, 1],
    ]);
  });

  it("is a return on a later day, but not on the same", async () => {
    goTo(Date.parse("2026-12-01T21:00:00Z"));
    const ada = await cookieOf(cast.ada);
    await open("/orders", ada);
    pass(60 * minute);
    await open("/orders", ada);
    pass(2 * 60 * minute);
    await open("/orders", ada);
    expect((await allVisits()).map(({ returning }) => returning)).toEqual([false, false, true]);
  });

  it.each([
    ["https://www.example.com/path?q=secret", "example.com"],
    ["http://news.example:8080/", "news.example"],
    [`${config.appUrl}/login`, "Direct"],
    ["android-app://com.example", "Direct"],
    ["nonsense", "Direct"],
  ])("a visit that began at %s came from %s", async (referer, from) => {
    await open("/users", { referer });
    expect((await allVisits()).map(({ referrer }) => referrer)).toEqual([from]);
  });

  it.each([
    ["en-GB,en;q=0.9", "United Kingdom"],
    ["zh-Hant-TW", "Taiwan"],
    ["fr, tr-TR;q=0.5", "Türkiye"],
    ["en", "Unknown"],
    ["en-ZZ", "Unknown"],
    ["-,;q", "Unknown"],
  ])("a visit of a browser that prefers %s is from %s", async (language, country) => {
    await open("/users", { "accept-language": language });
    expect((await allVisits()).map(({ country }) => country)).toEqual([country]);
  });

  it("counts the changes of its user since it began, whether a page or a form came first", async () => {
    const ada = await cookieOf(cast.ada);
    const act = (batch: string, byId: number) =>
      write(
        async (tx) =>
          void (await tx.insert(journal).values({
            batch,
            byId,
            byName: "",
            entity: "users",
            recordId: "2",
            label: "",
            action: "changed",
            at: new Date(),
          })),
      );
    await act("before", cast.ada.id);
    pass(1);
    await open("/users/2", ada);
    for (const batch of ["one", "one", "two"]) await act(batch, cast.ada.id);
    await act("other", cast.ben.id);
    expect(await allVisits()).toMatchObject([{ changes: 0 }]);
    await open("/users/2", { ...ada, origin: config.appUrl }, "POST");
    expect(await allVisits()).toMatchObject([{ changes: 2, pages: 1 }]);
    expect(
      await db.select({ count: visitTotals.count }).from(visitTotals).where(eq(visitTotals.kind, "changed")),
    ).toEqual([{ count: 1 }]);

    pass(60 * minute);
    await act("three", cast.ada.id);
    await open("/users/2", { ...ada, origin: config.appUrl }, "POST");
    expect(await allVisits()).toMatchObject([{ changes: 2 }, { changes: 1, pages: 0 }]);
  });

  it("does not begin with a form of an anonymous visitor", async () => {
    await open("/login", { origin: config.appUrl }, "POST");
    expect(await allVisits()).toEqual([]);
  });
});

describe("a search", () => {
  it("is stored folded, with the number of results", async () => {
    await open(`/orders?q=${encodeURIComponent("Ålvarez")}++Shoes`);
    expect(await db.select().from(searches)).toMatchObject([{ place: "/orders", term: "alvarez shoes", found: 0 }]);
  });

  it("is counted once while it is typed, and again in another list or later", async () => {
    for (const term of ["la", "lam", "lamp", "lam"]) await open(`/products?q=${term}`);
    expect(await searched()).toEqual(["lam"]);
    await open("/orders?q=lam");
    pass(11_000);
    await open("/orders?q=lamp");
    expect(await searched()).toEqual(["lam", "lam", "lamp"]);
  });

  it.each(["ada@example.com", "me@", "4242 4242 4242", "+47 555 01 23", "123456"])(
    "a search for %s is not stored, nor is its beginning",
    async (term) => {
      await open(`/users?q=${encodeURIComponent(term.slice(0, 2))}`);
      await open(`/users?q=${encodeURIComponent(term)}`);
      expect(await searched()).toEqual([]);
    },
  );

  it("is truncated if it is long", async () => {
    await open(`/users?q=${"x".repeat(300)}`);
    expect((await searched()).map(({ length }) => length)).toEqual([100]);
  });
});
