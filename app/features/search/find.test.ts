import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db, write } from "db";
import { openWriter } from "db/connection";
import { fillSearch, searchKinds } from "db/search";
import { demo } from "db/samples/users";
import { invoiceDrafts, invoices, orders, users } from "db/schema";
import { config } from "config";
import { listingFor, type Reader } from "~/core/list/reach.server";
import { listView } from "~/core/list/list-view.server";
import { createCreditNote } from "~/features/invoices/credit-notes/credit-notes.server";
import { invoiceResource } from "~/features/invoices/invoices.server";
import { orderResource } from "~/features/orders/orders.server";
import { system } from "~/core/resource/act.server";
import { paymentResource } from "~/features/payments/payments.server";
import { testDatabase } from "~/testing/database";
import { loader as api } from "~/features/api/resource";
import { line } from "~/testing/invoices";
import { get, run, signedIn } from "~/testing/requests";
import { loader as usersFile } from "~/features/records/export";
import { userResource } from "~/features/users/users.server";
import { findAll } from "./find.server";

testDatabase({ samples: true });

const owner = { id: 1, access: "owner", areas: {} } as const;

const found = async (q: string) =>
  Object.fromEntries(
    (await findAll(q, 5, owner)).groups.map(({ kind, hits }) => [kind, hits.map(({ title }) => title)]),
  );
const notes = async (q: string) => (await findAll(q, 5, owner)).notes;
const people = async (q: string) => {
  const { rows, view } = await listView(userResource.listing, get(`/users?${new URLSearchParams({ q }).toString()}`));
  return { names: rows.map(({ name }) => name), notes: view.notes };
};

describe("a search of everything", () => {
  it("finds people, and all records with their name", async () => {
    const { users: persons, orders: placed } = await found("amara okafor");
    expect(persons).toEqual(["Amara Okafor"]);
    expect(placed?.length).toBeGreaterThan(0);
  });

  it("marks the matches, and never treats results as HTML", async () => {
    await write(
      async (tx) =>
        void (await tx.update(users).set({ name: "Amara <b>Okafor" }).where(eq(users.name, "Amara Okafor"))),
    );
    const [hit] = (await findAll("okafor", 5, owner)).groups[0]!.hits;
    expect(hit).toMatchObject({ title: "Amara <b>Okafor", href: "/users/1" });
    expect(hit?.marked[0]).toBe("Amara &lt;b&gt;<mark>Okafor</mark>");
  });

  it("shows which item of an order or invoice matches", async () => {
    const { groups } = await findAll("automatic watch", 5, owner);
    expect(groups.map(({ kind }) => kind)).toEqual(["products", "orders", "invoices"]);
    for (const { kind, hits } of groups.slice(1)) {
      expect(hits.map(({ detail }) => [kind, detail])).toEqual(
        hits.map(() => [kind, expect.stringMatching(/^[^·]+ · Meridian Automatic Watch · /)]),
      );
      expect(hits[0]?.marked[1]).toContain(" · Meridian <mark>Automatic</mark> <mark>Watch</mark> · ");
    }
    const [liam] = (await findAll("liam", 5, owner)).groups.filter(({ kind }) => kind === "orders");
    expect(liam?.hits[0]?.detail).toMatch(/^Liam O'Connor · Pending · /);
  });

  it.each([
    ["zolc", "Żółć Nowak"],
    ["strasse", "Rue Straße"],
    ["isik", "Deniz Işık"],
    ["grosse", "Anton Größe"],
    ["ODEGARD", "Mari Ødegård"],
  ])("finds by %j, everywhere and in the list, people written as %j", async (q, name) => {
    await write(
      async (tx) =>
        void (await tx.insert(users).values({ name, email: "letters@example.com", role: "", status: "Active" })),
    );
    expect((await found(q)).users).toEqual([name]);
    expect((await people(q)).names).toEqual([name]);
    await write(async (tx) => void (await tx.delete(users).where(eq(users.name, name))));
  });

  it.each(["+3225550110", "02 555 01 10", "0032 2 555 01 10", "(0)2/555.01.10"])(
    "finds people, orders and invoices by the phone number %j, however it was kept",
    async (q) => {
      const [person] = await db.select().from(users).where(eq(users.id, 2));
      const kept = { phone: "+32 2 555 01 10" };
      await write(async (tx) => {
        await tx.update(users).set(kept).where(eq(users.id, 2));
        await tx.update(orders).set({ customerPhone: kept.phone }).where(eq(orders.id, 5));
        await tx.update(invoices).set({ billingPhone: "02 555 01 10" }).where(eq(invoices.id, "INV-0003"));
      });
      const hits = await found(q);
      expect(hits.users).toEqual([person?.name]);
      expect(hits.orders).toEqual(["Order #5"]);
      expect(hits.invoices).toEqual(["INV-0003"]);
      expect((await people(q)).names).toEqual([person?.name]);
    },
  );

  it("finds orders by street, and by the note of a change", async () => {
    await write(async (tx) => {
      await tx.update(orders).set({ shipping: "Jan de Wit\n12 Kattegatstraße, Gent" }).where(eq(orders.id, 6));
    });
    expect((await found("12 kattegatstrasse")).orders).toEqual(["Order #6"]);
    await orderResource.unrestricted.setStatus(system, [7], "complete", {
      note: "Left with the neighbour, Mrs Quimby",
    });
    expect((await found("neighbour quimby")).orders).toEqual(["Order #7"]);
    const { rows } = await listView(orderResource.listing, get("/orders?q=quimby"));
    expect(rows.map(({ id }) => id)).toEqual([7]);
    const own = listingFor(orderResource.listing, { id: 7, access: "client", areas: {} });
    expect((await listView(own, get("/orders?q=quimby"))).rows).toEqual([]);
  });

  it("leads a number to its record first", async () => {
    expect((await found("#3")).orders?.[0]).toBe("Order #3");
    expect((await found("inv-12")).invoices?.[0]).toBe("INV-0012");
    expect((await found("INV-0012")).invoices?.[0]).toBe("INV-0012");
  });

  it("finds a record by its name: its kind and its number", async () => {
    for (const q of ["Order #3", "order 3"])
      expect((await findAll(q, 5, owner)).groups[0]?.hits[0]?.href).toBe("/orders/3");
    for (const q of ["invoice 12", "Invoice INV-0012", "inv 12"])
      expect((await findAll(q, 5, owner)).groups[0]?.hits[0]?.title).toBe("INV-0012");
    expect((await findAll("ticket 9", 5, owner)).groups[0]?.hits[0]?.href).toBe("/support/tickets/9");
  });

  it("searches only resources that know its terms", async () => {
    expect(Object.keys(await found("total>0"))).toEqual(["orders", "invoices"]);
    expect(Object.keys(await found("due<2099-01-01 status:pending"))).toEqual(["invoices"]);
    expect(Object.keys(await found("stock<=5"))).toEqual(["products"]);
  });

  it("reports invalid terms with a message", async () => {
    expect(await notes("stock>many")).toEqual(["“stock>many” is no number: write it like stock>100."]);
    expect(await notes("due<someday")).toEqual([
      "“due<someday” is no day: write it like due<2026-11-21, or today, yesterday, tomorrow, -7d.",
    ]);
    expect(await notes("stock>1 due<today")).toEqual(["Nothing has all of “stock” and “due”."]);
    expect(await notes("-status:active")).toEqual([
      "“-status:active” cannot be asked for: a minus leaves nothing out. Ask for what you want to see.",
    ]);
    expect(await notes("status:banned status:active")).toEqual([
      "Nothing here is “status:Banned” and “status:Active” at once: ask for one of them.",
    ]);
    expect(await notes('""""')).toEqual(['There is no word in “""""” that could be searched for.']);
    expect(await notes("amara ".repeat(2_000))).toEqual(["Only the first 200 characters are searched for."]);
  });

  it("ignores an unfinished term, says so, and searches for the rest", async () => {
    expect([Object.keys(await found("total>")), await notes("total>")]).toEqual([
      [],
      ["There is no word in “total>” that could be searched for."],
    ]);
    expect(Object.keys(await found("amara total>"))).toEqual(["orders", "invoices"]);
    expect(await notes("amara total>")).toEqual(["“total>” has no value, so it is ignored."]);
  });

  it("shows the record with the typed number first", async () => {
    expect((await findAll("INV-0007", 5, owner)).groups[0]?.hits[0]?.title).toBe("INV-0007");
  });

  it("reports unknown terms with a message", async () => {
    expect(await notes("colour:mauve https://nowhere.example")).toEqual([
      "Nothing here is called “colour”, so “colour:mauve” was looked for as a word.",
    ]);
    expect((await people("colour:mauve")).notes).toEqual([
      "Nothing here is called “colour”, so “colour:mauve” was looked for as a word.",
    ]);
    expect(await notes("status:nonsense")).toContainEqual(
      expect.stringContaining("Users: “status:nonsense” is none of Active"),
    );
    expect((await notes("status:nonsense")).join()).toContain("Shipping");
  });

  it("corrects a typing error, and says so", async () => {
    const { q, groups, notes } = await findAll("okfaor", 5, owner);
    expect([q, notes]).toEqual(["okafor", ["Nothing has “okfaor”, so this shows what has “okafor”."]]);
    expect(groups[0]?.hits[0]?.title).toBe("Amara Okafor");
    expect(await found("qqqqqqqq")).toEqual({});
  });

  it("shows at least how many match words of one or two letters if it has not read all rows", async () => {
    const counted = async () =>
      (await findAll("qx", 5, owner)).groups.map(({ kind, count, more }) => ({ kind, count, more }));
    const add = (from: number, to: number) =>
      write(
        async (tx) =>
          void tx.run(
            sql`with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${to}) insert into users (id, name, email, role, status) select i, 'Qx ' || i, i || '@qx.example', '', 'Active' from n`,
          ),
      );
    await add(1001, 1003);
    expect(await counted()).toEqual([{ kind: "users", count: 3, more: false }]);
    await add(1004, 2003);
    expect(await counted()).toEqual([{ kind: "users", count: 1_000, more: true }]);
    expect(await notes("qx")).toEqual(["Words of one or two letters are looked for in the newest 1,000 only."]);
  });

  it("says where it searched for a word of two letters even if only older rows have it", async () => {
    await write(
      async (tx) =>
        void tx.run(
          sql`with recursive n(i) as (select 1001 union all select i + 1 from n where i < 2003) insert into users (id, name, email, role, status) select i, iif(i = 1001, 'Qx', 'Other'), i || '@other.example', '', 'Active' from n`,
        ),
    );
    expect(await findAll("qx", 5, owner)).toEqual({
      q: "qx",
      groups: [],
      notes: ["Words of one or two letters are looked for in the newest 1,000 only."],
    });
    expect(await notes("qxqx")).toEqual([]);
  });

  it("finds nothing in the trash", async () => {
    await userResource.unrestricted.trash(system, [1]);
    expect((await found("amara okafor")).users).toBeUndefined();
  });
});

/** Records a payment of $123.45 by user 2, a credit note for them and a draft. */
async function addMoney() {
  const [payer] = await db.select().from(users).where(eq(users.id, 2));
  const payment = await paymentResource.create(payer!, {
    customerId: 2,
    date: "2026-01-10",
    amount: 123_45,
    method: "Bank Transfer",
    reference: "Wire 7781",
    note: "",
  });
  const invoice = await invoiceResource.create(payer!, {
    customerId: 2,
    issueDate: "2026-01-10",
    dueDate: "2026-01-24",
    status: "pending",
    lines: [line({ title: "Zebra rug", price: 67_89 })],
  });
  if (!payment.ok || !invoice.ok) throw new Error("They were not recorded.");
  const note = await createCreditNote(payer!, {
    invoiceId: invoice.row.id,
    date: "2026-01-11",
    reason: "Quality complaint",
    lines: [],
  });
  if (!note.ok) throw new Error(JSON.stringify(note));
  await write(async (tx) => {
    await tx
      .insert(invoiceDrafts)
      .values({ customerId: 2, customerName: payer!.name, entries: {}, totalAmount: 55_00 });
  });
  return { name: payer!.name, payment: `Payment #${payment.row.id}`, invoiceId: invoice.row.id, note: note.row.id };
}

const kindsOf = async (q: string, reader: Reader = owner) =>
  (await findAll(q, 5, reader)).groups.flatMap(({ kind, hits }) =>
    ["payments", "creditNotes", "invoiceDrafts"].includes(kind) ? hits.map(({ title }) => title) : [],
  );

describe("a search for money", () => {
  it("finds payments by number, customer, reference and amount", async () => {
    const { payment, name, note } = await addMoney();
    for (const q of ["wire 7781", "123.45", "$123.45", payment, payment.replace("Payment ", "")])
      expect(await kindsOf(q), q).toContain(payment);
    expect(await kindsOf(`${name} wire`)).toEqual([payment]);
    expect(await kindsOf("67.89")).toEqual([note]);
    const { rows } = await listView(paymentResource.listing, get("/payments?q=123.45"));
    expect(rows.map(({ amount }) => amount)).toEqual([123_45]);
  });

  it("finds credit notes by number, invoice, item and reason, and drafts by number and customer", async () => {
    const { note, name, invoiceId } = await addMoney();
    for (const q of ["quality complaint", "zebra rug", note, note.toLowerCase(), "credit note 1", invoiceId])
      expect(await kindsOf(q), q).toContain(note);
    expect(await kindsOf("draft 1")).toEqual(["Draft 1"]);
    expect(await kindsOf(name)).toContain("Draft 1");
  });

  it("finds only their own payments and credit notes for a client, and no draft", async () => {
    const { payment, note } = await addMoney();
    const asked = ["wire 7781", "123.45", payment, "quality complaint", note, "draft 1"];
    const of = async (id: number) =>
      [
        ...new Set((await Promise.all(asked.map((q) => kindsOf(q, { id, access: "client", areas: {} })))).flat()),
      ].sort();
    expect(await of(2)).toEqual([note, payment]);
    expect(await of(3)).toEqual([]);
  });
});

describe("the search box of a list", () => {
  it("corrects a typing error, and its links use the corrected word", async () => {
    const { rows, view } = await listView(userResource.listing, get("/users?q=lindqvits&size=10"));
    expect(rows.map(({ name }) => name)).toEqual(["Jonas Lindqvist"]);
    expect(view).toMatchObject({
      q: "lindqvist",
      search: "q=lindqvist&size=10",
      notes: ["Nothing has “lindqvits”, so this shows what has “lindqvist”."],
    });
  });

  it("finds the same in the export as on the page; the API uses every word literally", async () => {
    const path = "q=lindqvits&status=active";
    const [me] = await db.select().from(users).where(eq(users.id, demo.id));
    const file = await run<{ name: string }[]>(usersFile, await signedIn(`/users.json?${path}`, me!));
    expect(file.data.map(({ name }) => name)).toEqual(["Jonas Lindqvist"]);
    for (const asked of [path, `${path}&page=1`]) {
      const answer = await run(api, await signedIn(`/api/users?${asked}`, me!));
      expect([answer.data, answer.headers.get("X-Total-Count")], asked).toEqual([[], "0"]);
    }
    expect((await run(api, await signedIn("/api/users?q=lindqvist", me!))).data).toMatchObject([
      { name: "Jonas Lindqvist" },
    ]);
  });

  it("ignores half a term on the page and in the export; the API finds nothing for it", async () => {
    const [me] = await db.select().from(users).where(eq(users.id, demo.id));
    for (const q of ["status:", "status:banned created>", "amara status:"]) {
      const search = new URLSearchParams({ q, sort: "name" }).toString();
      const { rows } = await listView(userResource.listing, get(`/users?${search}`));
      const file = await run<{ name: string }[]>(usersFile, await signedIn(`/users.json?${search}`, me!));
      expect(rows.length, q).toBeGreaterThan(0);
      expect(
        file.data.map(({ name }) => name),
        q,
      ).toEqual(rows.map(({ name }) => name));
      for (const asked of [search, `${search}&size=10`]) {
        const answer = await run(api, await signedIn(`/api/users?${asked}`, me!));
        expect([answer.data, answer.headers.get("X-Total-Count")], asked).toEqual([[], "0"]);
      }
    }
  });

  it("accepts search terms such as `status:banned`", async () => {
    const banned = await people("status:banned");
    expect(banned.names.length).toBeGreaterThan(0);
    const [row] = await db
      .select({ count: sql<number>`count(*)` })
      .from(users)
      .where(eq(users.status, "Banned"));
    expect(banned.names).toHaveLength(row!.count);
    const dear = await listView(
      orderResource.listing,
      get(`/orders?${new URLSearchParams({ q: "total>500" }).toString()}`),
    );
    const all = await db.select().from(orders);
    expect(dear.view.total).toBe(all.filter(({ totalAmount }) => totalAmount > 500_00).length);
  });

  it("shows nothing rather than too much for an invalid term", async () => {
    expect(await people("status:nonsense")).toEqual({
      names: [],
      notes: ["“status:nonsense” is none of Active, Banned, Pending, Rejected."],
    });
    expect(await people("status>active")).toEqual({
      names: [],
      notes: ["“status>active” compares what has no order: write status:active."],
    });
  });

  it("reports what it does not understand", async () => {
    expect(await people("amara okafor status:")).toEqual({
      names: ["Amara Okafor"],
      notes: ["“status:” has no value, so it is ignored."],
    });
    const everything = (await people("")).names;
    for (const q of ['"', '""', "“”"])
      expect(await people(q)).toEqual({
        names: everything,
        notes: [`There is no word in “${q}” that could be searched for, so this is everything.`],
      });
    expect(await people("status:")).toEqual({
      names: everything,
      notes: ["“status:” has no value, so it is ignored."],
    });
    expect(await people(" ")).toEqual({ names: everything, notes: [] });
    expect(await people("-status:active")).toEqual({
      names: [],
      notes: [expect.stringContaining("“-status:active” cannot be asked for")],
    });
    expect(await people("status:active amara status:banned")).toEqual({
      names: [],
      notes: ["Nothing here is “status:Active” and “status:Banned” at once: ask for one of them."],
    });
    const { view } = await listView(userResource.listing, get("/users?status=Active&q=status:banned"));
    expect(view.notes).toEqual(["Nothing here is “status:Active” and “status:Banned” at once: ask for one of them."]);
  });

  it("finds words of one and two letters", async () => {
    expect((await people("ok")).names).toContain("Amara Okafor");
    expect((await people("ok amara")).names).toEqual(["Amara Okafor"]);
  });
});

/** The places that the indexes have, and those that they would have if they were made anew. */
function places() {
  const writer = openWriter(config.databaseFile);
  const read = () =>
    Object.fromEntries(
      Object.entries(searchKinds).map(([kind, name]) => [
        kind,
        words.map((word) =>
          writer
            .prepare(`select rowid from ${name}_search where ${name}_search match ? order by rowid`)
            .pluck()
            .all(`"${word}"`),
        ),
      ]),
    );
  const words = ["exa", "lin", "inv", "com", "the", "oka", "zed", "ing", "ord"];
  const before = read();
  fillSearch(writer);
  const after = read();
  writer.close();
  return { before, after };
}

describe("the search index", () => {
  it("covers every kind of record", async () => {
    await addMoney();
    for (const found of Object.values(places().before)) expect(found.flat().length).toBeGreaterThan(0);
  });

  it("equals a rebuilt one, whatever was added, changed, undone and erased", async () => {
    const dan = await userResource.create(system, {
      name: "Zed Zedson",
      email: "zed@example.com",
      role: "IT Support",
      status: "Active",
    });
    if (!dan.ok) throw new Error("not made");
    await userResource.unrestricted.change(system, 1, { name: "Amara Zedoka" });
    await userResource.unrestricted.change(system, 2, { country: "Okazed" });
    await userResource.unrestricted.trash(system, [3, dan.row.id]);
    await write(async (tx) => {
      await tx.delete(users).where(eq(users.id, dan.row.id));
      await tx.update(orders).set({ customerName: "Zed", invoiceId: null }).where(eq(orders.id, 4));
      await tx.delete(orders).where(eq(orders.id, 5));
    });
    await addMoney();
    await paymentResource.unrestricted.change(system, 1, { reference: "Zed 1" });
    const { before, after } = places();
    expect(before).toEqual(after);
    expect((await people("zedson")).names).toEqual([]);
    expect((await people("zedoka")).names).toEqual(["Amara Zedoka"]);
  });
});
