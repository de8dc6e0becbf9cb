/** Tests the suggestions of forms for people and products. */
import { beforeEach, describe, expect, it } from "vitest";
import { write } from "db";
import { products, type User, users } from "db/schema";
import type { Suggestions } from "~/core/form/form-state";
import { letIn } from "~/testing/client";
import { cast, testDatabase } from "~/testing/database";
import { run, signedIn } from "~/testing/requests";
import { loader } from "./offers";

testDatabase();
const { ada, ben, dan } = cast;
let sales: User;

beforeEach(async () => {
  sales = await letIn(cast.rex, "staff", { sales: "change" });
  await write(async (tx) => {
    const rest = { status: "Pending" as const, phone: "+47 5550 8811", country: "Brazil", role: "Plumber" };
    await tx.insert(users).values([
      { name: "Zoë Álvarez", email: "zoe@work.example", ...rest },
      { name: "Sam Lee", email: "sam.one@example.com", ...rest },
      { name: "Sam Lee", email: "sam.two@example.com", ...rest },
      { name: "Bo O’Connor", email: "bo@example.com", ...rest },
    ]);
    const sold = { category: "Office", description: "Writes", status: "Published" as const };
    await tx.insert(products).values([
      { title: "Crème Pen", code: "PEN-1", price: 12_50, discount: 5_00, ...sold },
      { title: "Pencil", code: "PCL", price: 1_00, ...sold, status: "Draft" },
      { title: "Old Pen", code: "OLD", price: 1, ...sold, deletedAt: new Date() },
    ]);
  });
});

const ask = async (q: string, { what = "people", as = sales, of = "invoices" } = {}) =>
  run<Suggestions>(loader, await signedIn(`/${of}/suggest/${what}?${new URLSearchParams({ q })}`, as), { what });
const texts = async (q: string, what?: string) =>
  (await ask(q, { what })).data.offers.map(({ text }) => text.replace(/ · #\d+$/, ""));

describe("suggested people", () => {
  it.each([
    ["ALVAREZ", ["Zoë Álvarez"]],
    ["zoe", ["Zoë Álvarez"]],
    ["lvar", ["Zoë Álvarez"]],
    ["álvarez zo", ["Zoë Álvarez"]],
    ["work.ex", ["Zoë Álvarez"]],
    ["o'connor", ["Bo O’Connor"]],
    ["bo", ["Bo O’Connor"]],
    ["alvrez", ["Zoë Álvarez"]],
    ["oconnor", ["Bo O’Connor"]],
    ["ee", ["Sam Lee", "Sam Lee"]],
    ["active", ["Ada Active", "Ben Active"]],
    [`Ben Active · #${ben.id}`, ["Ben Active"]],
  ])("%j matches any part of a name or an address, ignoring case and accents", async (q, found) => {
    expect(await texts(q)).toEqual(found);
  });

  it("include any status and access, but nobody in the trash; the address identifies them", async () => {
    for (const { name } of [cast.ban, cast.pia, dan]) expect(await texts(name)).toEqual([name]);
    expect(await texts("tess")).toEqual([]);
    const { data } = await ask("sam");
    expect(data.offers.map(({ note }) => note)).toEqual(["sam.one@example.com", "sam.two@example.com"]);
    expect(Object.keys(data.offers[0] ?? {})).toEqual(["text", "note", "fills", "sets"]);
  });

  it("are matched by nothing else, and show nothing else", async () => {
    for (const q of ["8811", "brazil", "plumber", "scientist", "nothing"]) expect(await texts(q)).toEqual([]);
    expect(JSON.stringify((await ask("sam")).data)).not.toMatch(/8811|Brazil|Plumber|Pending/);
  });

  it("are at most twenty, names with that beginning first, and the number of others is shown", async () => {
    await write(
      async (tx) =>
        void (await tx.insert(users).values(
          Array.from({ length: 40 }, (_, n) => ({
            name: n === 39 ? "Mia" : `Anna Mia ${n}`,
            email: `mia${n}@example.com`,
            status: "Active" as const,
          })),
        )),
    );
    const { data } = await ask("mia");
    expect({ count: data.offers.length, first: data.offers[0]?.text, said: data.said }).toEqual({
      count: 20,
      first: expect.stringMatching(/^Mia · /),
      said: "There are more: go on typing.",
    });
  });

  it("are not found by SQL wildcards, by an empty text, or by an extremely long one", async () => {
    for (const q of [
      "%",
      "_",
      "' or 1=1 --",
      '"',
      "sam AND lee*",
      "\0",
      "\u202e\u0007",
      "#",
      "#6",
      "x".repeat(10_000),
      "q ".repeat(5_000),
      "\ud800",
    ]) {
      const { status, data } = await ask(q);
      expect([q.slice(0, 20), status, data.offers]).toEqual([q.slice(0, 20), 200, []]);
    }
  });
});

describe("suggested products", () => {
  it("are found by title or code, with drafts marked, and with the values that they fill in", async () => {
    expect((await ask("PEN", { what: "products" })).data.offers).toMatchObject([
      { text: expect.stringMatching(/^Pencil · #/), note: "PCL, $1.00, Draft" },
      {
        text: expect.stringMatching(/^Crème Pen · #/),
        note: "PEN-1, $12.50",
        fills: { title: "Crème Pen" },
        sets: { price: "12.50", discount: "5" },
      },
    ]);
    for (const q of ["creme", "pen-1"]) expect(await texts(q, "products")).toEqual(["Crème Pen"]);
    for (const q of ["old", "writes", "office"]) expect(await texts(q, "products")).toEqual([]);
  });
});

describe("the user who requests suggestions", () => {
  const status = async (as: User, of: string, what = "people") => (await ask("a", { as, of, what })).status;

  it("must be allowed to change such records, and to see the suggested ones", async () => {
    const viewer = await letIn(cast.ban, "staff", {
      sales: "view",
      support: "view",
      people: "change",
      reports: "change",
    });
    const support = await letIn(cast.pia, "staff", { support: "change" });
    const client = await letIn(dan);
    expect(
      await Promise.all([ada, sales, support, viewer, client].map((person) => status(person, "invoices"))),
    ).toEqual([200, 200, 403, 403, 403]);
    expect(
      await Promise.all([ada, sales, support, viewer, client].map((person) => status(person, "support/tickets"))),
    ).toEqual([200, 403, 200, 403, 403]);
    expect(
      await Promise.all([
        status(ada, "support/tickets", "products"),
        status(support, "support/tickets", "products"),
        status(ada, "invoices", "orders"),
      ]),
    ).toEqual([200, 404, 404]);
  });
});
