import { describe, expect, test } from "vitest";
import type { User } from "db/schema";
import { loader as layout } from "./layout";
import { lists } from "~/core/list/define-list.server";
import { cast, testDatabase } from "~/testing/database";
import { get, run, signedIn, withCookies } from "~/testing/requests";
import type { Surroundings } from "./shell.server";

testDatabase();
const { ada, ben } = cast;

/** A browser in which pages are looked at, one after the other. */
async function browserOf(person: User) {
  let browser = await signedIn("/", person);
  const asks = (request: Request) =>
    withCookies(request, new Headers((browser.headers.get("Cookie") ?? "").split("; ").map((c) => ["Set-Cookie", c])));
  /** How lists were left, as the page says that is opened. */
  async function open(path: string, headers: HeadersInit = {}) {
    const answer = await run<{ user?: Surroundings }>(layout, asks(get(path, headers)));
    browser = withCookies(browser, answer.headers);
    return answer.data.user?.left;
  }
  return { open, asks, answered: ({ headers }: { headers: Headers }) => (browser = withCookies(browser, headers)) };
}

describe("a list is kept as it was left", () => {
  test("with its filters, order and page, until it is seen without", async () => {
    const { open } = await browserOf(ada);
    expect(await open("/users/3")).toEqual({});
    await open("/users?q=a%26b+c&status=Active&sort=name&page=2&select=all&menu=3");
    await open("/orders?status=New");
    const left = { "/users": "?q=a%26b+c&status=Active&sort=name&page=2", "/orders": "?status=New" };
    expect(await open("/users/3")).toEqual(left);
    expect(await open("/users/3")).toEqual(left);
    await open("/users?select=all");
    expect(await open("/users/3")).toEqual({ "/orders": "?status=New" });
  });

  test("whichever list it is, and no other page", async () => {
    for (const path of [...lists().map((list) => list.path), "/team", "/team/clients", "/career", "/course"]) {
      const { open } = await browserOf(ada);
      await open(`${path}?period=7d`);
      expect(await open("/")).toEqual({ [path]: "?period=7d" });
    }
    const { open } = await browserOf(ada);
    for (const path of ["/users/3", "/email-verification", "/search", "/users.csv", "/"]) await open(`${path}?q=a`);
    expect(await open("/")).toEqual({});
  });

  test("but not where a browser only reads ahead", async () => {
    const { open } = await browserOf(ada);
    await open("/users?q=ahead", { "Sec-Purpose": "prefetch" });
    expect(await open("/users/3")).toEqual({});
  });

  test("for who left it, in words that nobody else can put there", async () => {
    const before = await browserOf(ada);
    await before.open("/users?q=secret");
    const [, cookie = ""] = /(?:^|; )(left-\d+=[^;]+)/.exec(before.asks(get("/")).headers.get("Cookie") ?? "") ?? [];
    const [name = "", value = ""] = cookie.split(/=(.*)/);
    const forged = Buffer.from(JSON.stringify({ person: ben.id, left: { "/users": "?q=forged" } })).toString("base64");
    for (const made of [value, forged, value.replace(/^[^.]+/, forged)]) {
      const { open, answered } = await browserOf(ben);
      answered({ headers: new Headers({ "Set-Cookie": `${name}=${made}` }) });
      expect(await open("/users/3")).toEqual({});
    }
  });

  test("and of more than a cookie holds the last", async () => {
    const { open, asks } = await browserOf(ada);
    for (const path of ["/users", "/orders", "/invoices"]) await open(`${path}?q=${"ü".repeat(60)}`);
    expect(Object.keys((await open("/")) ?? {})).toEqual(["/orders", "/invoices"]);
    await open("/orders?q=again");
    await open(`/products?q=${"ü".repeat(60)}`);
    expect(Object.keys((await open("/")) ?? {})).toEqual(["/invoices", "/orders", "/products"]);
    await open(`/views?q=${"a".repeat(5_000)}`);
    expect(await open("/")).toEqual({});
    for (const cookie of asks(get("/")).headers.get("Cookie")?.split("; ") ?? [])
      expect(cookie.length).toBeLessThan(4_000);
  });
});
