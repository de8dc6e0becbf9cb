import { asc, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { config } from "config";
import { db, write } from "db";
import { migrateDatabase } from "db/migrate";
import { invoices, journal, notifications, type Order, orders } from "db/schema";
import type { ListView } from "~/core/list/list";
import { statusPath } from "~/core/values/status";
import { action as restore } from "~/features/records/restore";
import { action as bulk } from "~/features/records/bulk";
import { action as setStatus } from "~/features/records/status";
import { action as trash } from "~/features/records/trash";
import { cast, testDatabase, inTimeZone } from "~/testing/database";
import { addOrder, orderValues } from "~/testing/orders";
import { get, post, run, signedIn, toast, toastOf } from "~/testing/requests";
import { placesIn, sortsOf } from "~/testing/sorts";
import { loader as editUser } from "~/features/users/edit";
import { loader as profile } from "~/features/users/profile/profile";
import { userResource } from "~/features/users/users.server";
import { loader as exported } from "~/features/records/export";
import { loader as list } from "./list";
import { orderResource, orderTiles, placeOrder } from "./orders.server";

testDatabase();

const { ada, ben, dan } = cast;

interface Listed {
  orders: (Order & { invoice: { number: string; id?: string; inTrash?: boolean } | null })[];
  view: ListView;
  tiles: { title: string; totalOrder: number; totalCents: number; href: string }[];
}
const show = async (search = "") => (await run<Listed>(list, await signedIn(`/orders${search}`, ada))).data;
const ids = async (search: string) => (await show(search)).orders.map(({ id }) => id);

/** Adds one order of each kind, numbered from 1. */
async function four() {
  await addOrder({
    status: "New",
    createdAt: new Date("2026-03-01T23:59:00Z"),
    paymentMethod: "Paypal",
    paymentId: "PM-77",
  });
  await addOrder({
    status: "delivered",
    createdAt: new Date("2026-03-02T00:00:00Z"),
    customerId: ben.id,
    taxAmount: 199_00,
  });
  await addOrder({
    status: "DELIVERED",
    createdAt: new Date("2026-03-02T23:59:00Z"),
    customerId: null,
    customerName: "Guest",
    invoiceId: null,
    paymentMethod: "Credit Card",
  });
  await addOrder({ status: "on a shelf", createdAt: new Date("2026-03-03T00:00:00Z"), taxAmount: 99_00 });
}

describe("the list of orders", () => {
  it("requires a signed-in user", async () => {
    expect((await run(list, get("/orders"))).location).toMatch(/^\/login/);
  });

  it("shows the newest first, and contains no more data than it shows", async () => {
    await four();
    const { orders } = await show();
    expect(orders.map(({ id, status }) => [id, status])).toEqual([
      [4, "on a shelf"],
      [3, "DELIVERED"],
      [2, "delivered"],
      [1, "New"],
    ]);
    expect(Object.keys(orders[0] ?? {}).sort()).toEqual([
      "createdAt",
      "customerEmail",
      "customerId",
      "customerImage",
      "customerName",
      "deliveredAt",
      "id",
      "invoice",
      "paymentMethod",
      "status",
      "totalAmount",
    ]);
  });

  it.each([
    ["?status=delivered", [3, 2]],
    ["?status=Cancelled", []],
    ["?payment=paypal", [1]],
    ["?from=2026-03-02&to=2026-03-02", [3, 2]],
    [`?customer=${dan.id}`, [4, 1]],
    ["?q=guest", [3]],
    ["?q=ben@example.com", [2]],
    ["?q=pm-77", [1]],
    ["?from=2026-02-30&status=nonsense&customer=%27", [4, 3, 2, 1]],
  ])("%s shows %j", async (search, expected) => {
    await four();
    expect(await ids(search)).toEqual(expected);
  });

  it("finds an order by its items, with the names that they have in the order", async () => {
    await four();
    const lamp = { id: null, name: "Lamp in Söderhamn blue", image: null, price: 9_00, quantity: 1 };
    const { id } = await addOrder({ items: [...orderValues.items, lamp] });
    expect(await ids("?q=lamp+soderhamn")).toEqual([id]);
    expect(await ids("?q=lamp+in")).toEqual([id]); // a word too short for the index is looked for in the row
    expect(await ids("?q=lamp+77")).toEqual([]);
    expect(await ids("?q=%22pen+lamp%22")).toEqual([]); // words in quotes stand in one name
    expect(await ids("?q=%22lamp+in%22")).toEqual([id]);
    await orderResource.change(ada, id, { items: [...orderValues.items, { ...lamp, name: "Torch" }] });
    expect(await ids("?q=lamp")).toEqual([]);
    expect(await ids("?q=torch+pen")).toEqual([id]);
  });

  const columns = {
    id: "ABCD",
    invoice: "ABDC",
    customer: "ACDB",
    status: "ADBC",
    payment: "BACD",
    createdAt: "BDAC",
    deliveredAt: "BCAD",
    total: "CBAD",
  };
  const place = placesIn(columns);

  it("can be sorted by each column, also with the names that the API uses", () => {
    expect(Object.keys({ ...columns, createAt: "", totalAmount: "" }).sort()).toEqual(
      Object.keys(orderResource.listing.sorts).sort(),
    );
    expect(orderResource.listing.sorts).toMatchObject({
      createAt: orderResource.listing.sorts.createdAt,
      totalAmount: orderResource.listing.sorts.total,
    });
  });

  it.each(sortsOf(columns))("sorted by %s is %s", async (sort, order) => {
    const names = ["ada", "Ben", "cleo", "Dan"]; // as people sort them, capitals or not
    for (const name of "ABCD") {
      const { id } = await addOrder({
        customerId: null,
        customerName: names[place(name, "customer")],
        status: names[place(name, "status")],
        paymentMethod: names[place(name, "payment")],
        createdAt: new Date(Date.UTC(2026, 0, 1 + place(name, "createdAt"))),
        deliveredAt: new Date(Date.UTC(2026, 1, 1 + place(name, "deliveredAt"))),
        taxAmount: 59_20 + place(name, "total") * 1_00, // as texts, 100.00 comes before 99.00
      });
      await write(
        async (tx) =>
          void (await tx
            .update(orders)
            .set({ invoiceId: `INV-${place(name, "invoice")}` })
            .where(eq(orders.id, id))),
      );
    }
    expect((await ids(`?sort=${sort}`)).map((id) => "ABCD"[id - 1]).join("")).toBe(order);
  });

  it("uses days in the company's time zone", async () => {
    await four();
    await inTimeZone("Asia/Tokyo", async () => {
      migrateDatabase(config.databaseFile); // as a start does, which counts the days of the new zone
      expect(await ids("?from=2026-03-03")).toEqual([4, 3]);
    });
  });

  it("counts each status in any case on its tab, and names the customer of a filter even if they are gone", async () => {
    await four();
    const { view } = await show(`?customer=${dan.id}`);
    expect(view.filters.find(({ name }) => name === "customer")?.options).toEqual([
      { value: String(dan.id), title: dan.name },
    ]);
    expect((await show()).view.tabs?.items.map(({ title, count }) => `${title} ${count}`)).toEqual([
      "All 4",
      "New 1",
      "Pending 0",
      "Shipping 0",
      "Delivered 2",
      "Return 0",
      "Cancelled 0",
    ]);
    expect((await show("?customer=999")).view.filters.find(({ name }) => name === "customer")?.options).toEqual([
      { value: "999", title: "999" },
    ]);
  });

  it("links to an invoice only if it exists, and says if it is in the trash", async () => {
    const invoice = {
      issueDate: "2026-03-02",
      dueDate: "2026-04-02",
      status: "pending",
      customerName: "Dan",
      totalAmount: 1,
    } as const;
    for (let number = 1; number <= 4; number++) await addOrder();
    await write(async (tx) => {
      await tx.insert(invoices).values([
        { ...invoice, id: "INV-0001", number: 1 },
        { ...invoice, id: "INV-0002", number: 2, deletedAt: new Date() },
      ]);
      for (const id of [1, 2, 3])
        await tx
          .update(orders)
          .set({ invoiceId: `INV-000${id}` })
          .where(eq(orders.id, id));
    });
    expect((await show()).orders.map(({ invoice }) => invoice)).toEqual([
      null,
      { number: "INV-0003" },
      { number: "INV-0002", id: "INV-0002", inTrash: true, isCredited: false },
      { number: "INV-0001", id: "INV-0001", inTrash: false, isCredited: false },
    ]);
  });

  it("can be exported as a file", async () => {
    await four();
    const csv = await run<string>(exported, await signedIn("/orders.csv?status=New", ada));
    expect(csv.data.split("\r\n")).toEqual([
      "Number,Invoice,Customer,E-mail,Phone,Status,Payment method,Payment reference,Placed,Delivered,Items,Subtotal,Discount,Tax,Shipping charge,Total,Billing address,Shipping address,Company,External number",
      `1,,Dan Directory,dan@example.com,+47 555 01 23,New,Paypal,PM-77,2026-03-01T23:59:00.000Z,,2 × Pen,39.80,5.00,1.50,5.00,41.30,"Dan Directory\nOslo","Dan Directory\nOslo",,`,
      "",
    ]);
  });
});

describe("the tiles above the list", () => {
  it("show the number of rows they link to, and the total in the footer of that list", async () => {
    await four();
    await addOrder({ status: "CANCELLED" });
    await addOrder({ status: "New" });
    await orderResource.trash(ada, [6]);
    const { tiles } = await show("?status=New&q=guest");
    expect(tiles.map(({ title, totalOrder }) => `${title}: ${totalOrder}`)).toEqual([
      "Total Orders: 5",
      "New Orders: 1",
      "Delivered Orders: 2",
      "Cancelled Orders: 1",
    ]);
    for (const { href, totalOrder, totalCents } of tiles) {
      const { view } = await show(href.slice("/orders".length));
      expect([view.total, view.sums[0]?.value ?? 0]).toEqual([totalOrder, totalCents]);
    }
    expect(await orderTiles(ada)).toEqual(tiles);
  });

  it("are not shown above the trash, which they do not count", async () => {
    expect((await show("?trash=1")).tiles).toEqual([]);
  });
});

describe("a group of orders", () => {
  it("can change status together, with one undo, and each stores when it was delivered", async () => {
    await four();
    const answer = await run(bulk, await signedIn(post("/orders/bulk", { ids: ["1", "4"], status: "Delivered" }), ada));
    expect(toast(answer)).toMatch(/2 orders marked as delivered.*undo/);
    expect(
      await db
        .select({ status: orders.status, at: orders.deliveredAt })
        .from(orders)
        .where(eq(orders.status, "Delivered")),
    ).toEqual([
      { status: "Delivered", at: expect.any(Date) },
      { status: "Delivered", at: expect.any(Date) },
    ]);
  });

  it("an order that has the status already, in any case, is not changed by setting it", async () => {
    await four();
    const before = await db.select().from(orders);
    const together = await run(
      bulk,
      await signedIn(post("/orders/bulk", { ids: ["2", "3"], status: "Delivered" }), ada),
    );
    const alone = await run(
      setStatus,
      await signedIn(post(statusPath("/orders/2", "delivered"), { status: "Delivered" }), ada),
      { id: "2" },
    );
    for (const answer of [together, alone]) expect(toast(answer)).toContain("Nothing was changed.");
    expect(await db.select().from(orders)).toEqual(before);
    expect(await db.$count(journal)).toBe(4);
  });

  it("is changed from a row's menu only while the status is the one that the menu showed", async () => {
    const { id } = await addOrder({ status: "Shipping" });
    const press = async (seen: string, status: string) =>
      run(setStatus, await signedIn(post(statusPath(`/orders/${id}`, seen), { status, back: "/orders?page=2" }), ada), {
        id: String(id),
      });
    await orderResource.setStatus(ben, [id], "Cancelled");
    const late = await press("Shipping", "Delivered");
    expect({ to: late.location, said: toastOf(late) }).toEqual({
      to: "/orders?page=2",
      said: {
        tone: "error",
        text: `Order #${id} is cancelled now, no longer shipping: somebody changed it meanwhile. Look again before you change it.`,
      },
    });
    expect(await orderResource.unrestricted.get(id)).toMatchObject({ status: "Cancelled", revision: 2 });
    expect(toast(await press("CANCELLED", "Delivered"))).toContain("marked as delivered");
  });

  it("can be changed from the menu, moved to the trash and restored", async () => {
    const { id } = await addOrder();
    const params = { id: String(id) };
    const act = async (action: typeof trash, path: string, fields = {}) =>
      toast(await run(action, await signedIn(post(`/orders/${id}/${path}`, fields), ada), params));
    expect(await act(setStatus, "status", { status: "Cancelled" })).toContain(`Order #${id} marked as cancelled`);
    expect(await act(trash, "trash")).toContain(`Order #${id} moved to the trash`);
    expect(await ids("?trash=1")).toEqual([id]);
    expect(await act(restore, "restore")).toContain(`Order #${id} restored`);
  });

  it("a new order is notified to everyone who can sign in, in the same act", async () => {
    const placed = await placeOrder(ada, { ...orderValues, customerId: ben.id });
    expect(placed.ok).toBe(true);
    expect(await db.select().from(notifications).orderBy(asc(notifications.userId))).toMatchObject(
      [ada, ben].map(({ id }) => ({
        userId: id,
        fromName: "Ben Active",
        text: "placed order #1, $41.30",
        href: "/orders/1",
        readAt: null,
      })),
    );
    expect(await placeOrder(ada, { ...orderValues, customerId: 999 })).toMatchObject({ ok: false });
    expect(await db.select().from(notifications)).toHaveLength(2);
    expect(await db.select().from(journal)).toMatchObject([
      { entity: "orders", recordId: "1", action: "created", label: "Order #1" },
    ]);
  });
});

describe("the customers of orders", () => {
  it("have their five latest orders on their pages, with a link to all", async () => {
    for (let day = 1; day <= 7; day++) await addOrder({ createdAt: new Date(`2025-03-0${day}T12:00:00Z`) });
    await orderResource.trash(ada, [7]);
    const expected = {
      latest: [6, 5, 4, 3, 2].map((id) => ({ id, status: "New", totalAmount: 41_30 })),
      all: { href: `/orders?customer=${dan.id}`, text: "6 orders since 2025" },
    };
    const edit = await run<{ orders: object }>(editUser, await signedIn(`/users/${dan.id}`, ada), {
      id: String(dan.id),
    });
    expect(edit.data.orders).toMatchObject(expected);
    const mine = await run<{ orders: object }>(profile, await signedIn("/users/profile", ada));
    expect(mine.data.orders).toEqual({ latest: [], all: { href: `/orders?customer=${ada.id}`, text: "0 orders" } });
  });

  it("are kept on their orders when they are deleted", async () => {
    const order = await addOrder();
    await userResource.trash(ada, [dan.id]);
    expect((await show()).orders).toMatchObject([{ id: order.id, customerName: dan.name }]);
  });
});
