import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "db";
import { journal, type User } from "db/schema";
import { loader as layout } from "./layout";
import { lists } from "~/core/list/define-list.server";
import { action as trash } from "~/features/records/trash";
import { action as undo } from "~/features/records/undo";
import { action as changeAccess } from "~/features/team/access/change";
import { action as endSessions } from "~/features/team/access/end-sessions";
import { action as takeAway } from "~/features/team/access/take-away";
import { orderResource } from "~/features/orders/orders.server";
import { cast, testDatabase } from "~/testing/database";
import { letIn } from "~/testing/client";
import { addOrder } from "~/testing/orders";
import { get, post, run, signedIn, withCookies } from "~/testing/requests";
import { addTicket } from "~/testing/tickets";
import type { Surroundings } from "./shell.server";

testDatabase();
const { ada, ben } = cast;

/** Simulates a browser that visits pages one after the other. */
async function browserOf(person: User) {
  let browser = await signedIn("/", person);
  const asks = (request: Request) =>
    withCookies(
      request,
      new Headers((browser.headers.get("Cookie") ?? "").split("; ").map((c): [string, string] => ["Set-Cookie", c])),
    );
  /** Opens a page and returns the list filters in its data. */
  async function open(path: string, headers: HeadersInit = {}) {
    const answer = await run<{ user?: Surroundings }>(layout, asks(get(path, headers)));
    browser = withCookies(browser, answer.headers);
    return answer.data.user?.left;
  }
  return { open, asks, answered: ({ headers }: { headers: Headers }) => (browser = withCookies(browser, headers)) };
}

describe("the stored state of a list", () => {
  test("contains filters, sorting and page, until the list is shown without them", async () => {
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

  test("is stored for every list, and for no other page", async () => {
    for (const path of [...lists().map((list) => list.path), "/team", "/team/clients", "/career", "/course"]) {
      const { open } = await browserOf(ada);
      await open(`${path}?period=7d`);
      expect(await open("/")).toEqual({ [path]: "?period=7d" });
    }
    const { open } = await browserOf(ada);
    for (const path of ["/users/3", "/email-verification", "/search", "/users.csv", "/"]) await open(`${path}?q=a`);
    expect(await open("/")).toEqual({});
  });

  test("is not stored when a browser only prefetches", async () => {
    const { open } = await browserOf(ada);
    await open("/users?q=ahead", { "Sec-Purpose": "prefetch" });
    expect(await open("/users/3")).toEqual({});
  });

  test("belongs to its user and is signed", async () => {
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

  test("is encrypted, so that nobody can read search words in the browser", async () => {
    const { open, asks } = await browserOf(ada);
    await open("/users?q=jane-doe");
    const cookies = asks(get("/")).headers.get("Cookie") ?? "";
    const read = cookies.split(/; |=|\./).map((part) => Buffer.from(decodeURIComponent(part), "base64").toString());
    expect(cookies).toContain("left-");
    expect([cookies, ...read].join(" ")).not.toContain("jane-doe");
  });

  test("keeps the last ones that fit into a cookie", async () => {
    const { open, asks } = await browserOf(ada);
    for (const path of ["/users", "/orders", "/invoices"]) await open(`${path}?q=${"ü".repeat(60)}`);
    expect(Object.keys((await open("/")) ?? {})).toEqual(["/orders", "/invoices"]);
    await open("/orders?q=again");
    await open(`/products?q=${"ü".repeat(60)}`);
    expect(Object.keys((await open("/")) ?? {})).toEqual(["/invoices", "/orders", "/products"]);
    await open(`/invoices?q=${"a".repeat(5_000)}`);
    expect(Object.keys((await open("/")) ?? {})).toEqual(["/orders", "/products"]);
    for (const cookie of asks(get("/")).headers.get("Cookie")?.split("; ") ?? [])
      expect(cookie.length).toBeLessThan(4_000);
  });
});

describe("the stored list is the target of", () => {
  const orders = "/orders?status=New&page=2";
  const team = "/team?q=e";

  test("an action that deletes a record, unless its form says where it came from", async () => {
    const { open, asks } = await browserOf(ada);
    for (const list of ["/orders", orders]) {
      const { id } = await addOrder();
      await open(list);
      const params = { id: String(id) };
      expect((await run(trash, asks(post(`/orders/${id}/trash`)), params)).location).toBe(list);
      await orderResource.restore(ada, [id]);
      const back = { back: "/orders?q=here" };
      expect((await run(trash, asks(post(`/orders/${id}/trash`, back)), params)).location).toBe("/orders?q=here");
    }
  });

  test("an undo that removes the record on whose page it was pressed", async () => {
    const dan = await letIn(cast.dan);
    const { open, asks } = await browserOf(dan);
    await open("/support/tickets?status=Open");
    const { id } = await addTicket(dan);
    const [made] = await db.select().from(journal).where(eq(journal.entity, "tickets"));
    const fields = { batch: made?.batch ?? "", back: `/support/tickets/${id}` };
    expect((await run(undo, asks(post("/undo", fields)))).location).toBe("/support/tickets?status=Open");
  });

  test.each([
    ["changes somebody's access", changeAccess, "", { access: "staff", sales: "change" }],
    ["ends their sessions", endSessions, "/end-sessions", {}],
    ["takes their access away", takeAway, "/take-away", {}],
  ])("an action that %s", async (_, act, path, fields) => {
    const { open, asks } = await browserOf(ada);
    await open(team);
    const answer = await run(act, asks(post(`/team/people/${ben.id}${path}`, fields)), { id: String(ben.id) });
    expect([answer.data, answer.location]).toEqual(["", team]);
  });
});
