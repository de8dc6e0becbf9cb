/** Rules across kinds of records, for staff of one area and for clients. */
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db, write } from "db";
import { journal, products, savedViews, type User } from "db/schema";
import { loader as reference } from "~/features/api/reference";
import type { ActivitySentence } from "~/features/home/activity-sentence";
import { loader as home } from "~/features/home/home";
import { loader as ownImports } from "~/features/import/imports-of-person";
import { loader as rows } from "~/features/import/rows";
import { loader as activity } from "~/features/records/activity";
import { loader as exported } from "~/features/records/export";
import { historyFor } from "~/core/audit/journal.server";
import { action as undo } from "~/features/records/undo";
import type { Entry } from "~/core/audit/entries.server";
import { orderResource } from "~/features/orders/orders.server";
import { loader as suggest } from "~/features/search/suggest";
import { openTicket } from "~/features/support/tickets/replies/replies.server";
import { userResource } from "~/features/users/users.server";
import { viewsAround } from "~/features/views/page-views.server";
import { countsOf } from "~/features/views/counts.server";
import { tryFile } from "~/testing/imports";
import { cast, testDatabase } from "~/testing/database";
import { addOrder } from "~/testing/orders";
import { withAccess } from "~/testing/people";
import { get, post, run, signedIn, toast } from "~/testing/requests";
import { addTicket } from "~/testing/tickets";

testDatabase();

const { ada, ben, dan } = cast;
let sales: User;
let seller: User;
let support: User;
let client: User;
let order: Awaited<ReturnType<typeof addOrder>>;

/** Gives a user the access to sign in. */
async function somebody(person: User, access: User["access"], areas: User["areas"] = {}) {
  await userResource.setStatus(ada, [person.id], "Active");
  return withAccess({ ...person, status: "Active" }, access, areas);
}

beforeEach(async () => {
  sales = await somebody(cast.ban, "staff", { sales: "view" });
  seller = await somebody(cast.rex, "staff", { sales: "change" });
  support = await somebody(cast.pia, "staff", { support: "change" });
  client = await withAccess(ben, "client");
  order = await addOrder();
  await addTicket(ada, { subject: "Zebra question" });
  await userResource.change(ada, dan.id, { name: "Zebra Dan" });
  await write(
    async (tx) =>
      void (await tx
        .insert(products)
        .values({ title: "Zebra rug", code: "Z-1", category: "Office", price: 1, stock: 3, status: "Published" })),
  );
});

async function kindsSeen(me: User) {
  const { data } = await run<{ entries: Entry[] }>(activity, await signedIn("/activity", me));
  const file = await run<{ kind: string }[]>(exported, await signedIn("/activity.json", me));
  expect([...new Set(file.data.map(({ kind }) => kind))].sort()).toEqual(
    [...new Set(data.entries.map(({ entity }) => entity))].sort(),
  );
  return [...new Set(data.entries.map(({ entity }) => entity))].sort();
}

describe("the activity and its export", () => {
  it("contain what the user's areas allow, and changes of their own profile", async () => {
    expect(await kindsSeen(ada)).toEqual(expect.arrayContaining(["orders", "tickets", "users"]));
    expect(await kindsSeen(sales)).toEqual(["orders"]);
    expect(await kindsSeen(support)).toEqual(expect.arrayContaining(["replies", "tickets"]));
    expect(await kindsSeen(support)).not.toContain("users");
    await userResource.change(sales, sales.id, { phone: "+47 555 99 99" });
    expect(await kindsSeen(sales)).toEqual(["orders", "users"]);
  });

  it("contain no user ids for readers who may not see people", async () => {
    const { data } = await run(activity, await signedIn(`/activity?person=${ada.id}`, sales));
    expect(JSON.stringify((data as { view: unknown }).view)).not.toContain(ada.name);
  });

  it("are closed to clients, and so is the history of a record", async () => {
    expect((await run(activity, await signedIn("/activity", client))).status).toBe(403);
    expect((await run(exported, await signedIn("/activity.json", client))).status).toBe(403);
    expect(await historyFor(client, orderResource, order.id)).toEqual([]);
    expect(await historyFor(support, orderResource, order.id)).toEqual([]);
    expect(await historyFor(sales, orderResource, order.id)).toHaveLength(1);
  });
});

const latest = async (entity: string) =>
  (await db.select().from(journal).where(eq(journal.entity, entity))).at(-1)?.batch ?? "";
const takeBack = async (me: User, batch: string) =>
  toast(await run(undo, await signedIn(post("/undo", { batch, sure: "1" }), me)));

describe("an undo", () => {
  it("is offered and allowed only for records that the user may change", async () => {
    await orderResource.setStatus(ada, [order.id], "Shipping");
    const offered = async (me: User) => (await historyFor(me, orderResource, order.id))[0]?.undo;
    expect([await offered(sales), await offered(seller)]).toEqual(["none", "open"]);
    const batch = await latest("orders");
    expect(await takeBack(sales, batch)).toContain("nothing to undo");
    expect(await takeBack(support, batch)).toContain("nothing to undo");
    expect(await takeBack(client, batch)).toContain("nothing to undo");
    expect(await takeBack(seller, batch)).toContain("Undone");
  });

  it("is refused as a whole if the act includes records that the user may not change", async () => {
    await orderResource.setStatus(ada, [order.id], "Shipping");
    const batch = await latest("orders");
    await write(
      async (tx) =>
        void (await tx.insert(journal).values({
          batch,
          byId: ada.id,
          byName: ada.name,
          entity: "users",
          recordId: String(dan.id),
          label: "Dan",
          action: "changed",
          before: {},
          after: {},
        })),
    );
    expect(await takeBack(seller, batch)).toContain("more than your access");
    expect((await orderResource.unrestricted.get(order.id))?.status).toBe("Shipping");
  });

  it("is allowed to clients for their own acts on their own records, and for no others", async () => {
    const values = {
      subject: "Mine",
      topic: "Other",
      priority: "Low",
      status: "Open",
      requesterId: client.id,
    } as never;
    const made = await openTicket(client, values, "Where is it?");
    const other = await openTicket(ada, values, "Written down for Ben");
    expect(await takeBack(client, (other.ok && other.batch) || "")).toContain("nothing to undo");
    expect(await takeBack(client, (made.ok && made.batch) || "")).toContain("Undone");
  });
});

const found = async (me: User, q = "zebra") => {
  const { data } = await run<{ groups: { kind: string }[] }>(suggest, await signedIn(`/search/suggest?q=${q}`, me));
  return data.groups.map(({ kind }) => kind).sort();
};

describe("the search", () => {
  it("finds the resources that the user may see, and of tickets only their own", async () => {
    expect(await found(ada)).toEqual(["products", "tickets", "users"]);
    expect(await found(sales)).toEqual(["products"]);
    expect(await found(support)).toEqual(["tickets"]);
    expect(await found(client)).toEqual([]);
    await addTicket(client, { subject: "Zebra of mine" });
    expect(await found(client)).toEqual(["tickets"]);
  });

  it("leads by a number only to a record that the user may see", async () => {
    expect(await found(ada, String(order.id))).toContain("orders");
    expect(await found(sales, String(order.id))).toContain("orders");
    for (const me of [support, client]) expect(await found(me, String(order.id))).not.toContain("orders");
  });
});

describe("the home page", () => {
  const today = async (me: User) =>
    (await run<{ waiting: Record<string, unknown>; activity: ActivitySentence[] }>(home, await signedIn("/", me))).data;

  it("counts queues that the user may see completely, and shows no activity of other resources", async () => {
    const counted = async (me: User) =>
      Object.entries((await today(me)).waiting).flatMap(([name, value]) => (value === undefined ? [] : name));
    expect(await counted(ada)).toEqual(["orders", "invoices", "tickets", "stock", "people", "unread"]);
    expect(await counted(sales)).toEqual(["orders", "invoices", "stock", "unread"]);
    expect(await counted(support)).toEqual(["tickets", "unread"]);
    expect((await today(sales)).activity.map(({ what }) => what.split(" #")[0])).toEqual(["order"]);
  });
});

describe("saved views", () => {
  it("saved views of lists that the user may not see are neither shown nor counted", async () => {
    const row = { ownerId: ada.id, shared: true, search: "" };
    const ids = await write((tx) =>
      tx
        .insert(savedViews)
        .values([
          { ...row, name: "People", path: "/users" },
          { ...row, name: "New", path: "/orders" },
        ])
        .returning(),
    );
    expect(await countsOf(ada, ids)).toEqual({ [ids[0]?.id ?? 0]: expect.any(Number) as number, [ids[1]?.id ?? 0]: 1 });
    expect(await countsOf(sales, ids)).toEqual({ [ids[1]?.id ?? 0]: 1 });
    const offered = async (me: User, path: string) =>
      (await viewsAround(me, get(path))).list?.views.map(({ name }) => name);
    expect([await offered(sales, "/orders"), await offered(sales, "/users"), await offered(client, "/orders")]).toEqual(
      [["New"], undefined, undefined],
    );
  });
});

describe("the reference of /api", () => {
  it("lists the operations that its reader may use", async () => {
    const listed = async (me: User) =>
      (
        await run<{ sections: { id: string; operations: { method: string }[] }[] }>(
          reference,
          await signedIn("/api", me),
        )
      ).data.sections;
    expect((await listed(ada)).map(({ id }) => id)).toEqual([
      "users",
      "customers",
      "products",
      "reviews",
      "orders",
      "invoices",
      "invoice-drafts",
      "credit-notes",
      "payments",
      "tickets",
      "tax-rates",
      "reports/tax",
      "reports/ageing",
    ]);
    const ofSales = (await listed(sales)).filter(({ id }) => id !== "tickets");
    expect(ofSales.map(({ id }) => id)).toEqual([
      "products",
      "reviews",
      "orders",
      "invoices",
      "invoice-drafts",
      "credit-notes",
      "payments",
      "tax-rates",
    ]);
    expect(new Set(ofSales.flatMap(({ operations }) => operations.map(({ method }) => method)))).toEqual(
      new Set(["GET"]),
    );
  });
});

describe("imports", () => {
  it("imports into resources that the user may no longer change are hidden", async () => {
    const { id } = (await tryFile("products", "Title,Code,Category,Price\nRug,R-1,Office,10\n", { by: seller })).file;
    const listed = async (me: User) =>
      (await run<{ files: unknown[] }>(ownImports, await signedIn("/imports", me))).data.files.length;
    const opened = async (me: User) => (await run(rows, await signedIn(`/import/${id}/rows`, me), { id })).status;
    expect([await listed(seller), await opened(seller)]).toEqual([1, 200]);
    const lowered = await withAccess(seller, "staff", { sales: "view" });
    expect([await listed(lowered), await opened(lowered)]).toEqual([0, 404]);
  });
});
