import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { write } from "db";
import { orders as orderTable, type User } from "db/schema";
import { loader as list } from "~/features/api/list";
import { loader as invoicePage } from "~/features/invoices/details";
import { loader as invoices } from "~/features/invoices/list";
import { loader as profile } from "~/features/users/profile/profile";
import { letIn } from "~/testing/client";
import { cast, testDatabase } from "~/testing/database";
import { addInvoice } from "~/testing/invoices";
import { addOrder } from "~/testing/orders";
import { run, signedIn } from "~/testing/requests";
import { loader as orders } from "./list";
import { orderResource } from "./orders.server";
import { loader as orderPage } from "./overview";

testDatabase();
const { ada, dan } = cast;
let client: User;

beforeEach(async () => {
  client = await letIn(cast.pia);
  for (const person of [dan, client]) {
    const { id } = await addOrder({ customerId: person.id, billing: "", shipping: "" });
    const invoice = await addInvoice({ customerId: person.id });
    await orderResource.change(ada, id, { status: "Shipping", invoiceId: invoice.id });
  }
});

const at = async (loader: Parameters<typeof run>[0], path: string, id = "", person = client) =>
  run<Record<string, unknown>>(loader, await signedIn(path, person), { id });

it("a client sees their own order with its progress and invoice, and nothing of the internal work", async () => {
  const { data } = await at(orderPage, "/orders/2", "2");
  expect(data).toMatchObject({
    seesAll: false,
    order: { id: 2 },
    invoice: { id: "INV-0002" },
    choices: [],
    events: [],
    products: [],
    unsent: [],
    hasCustomer: false,
  });
  expect(data.steps).toMatchObject([{ status: "New" }, {}, { status: "Shipping", state: "current" }, {}]);
  expect(JSON.stringify(data)).not.toMatch(/Ada|Dan |INV-0001/);
  expect((await at(orderPage, "/orders/2", "2", ada)).data).toMatchObject({ seesAll: true, events: [{}, {}] });
});

it("a client sees their own invoice with the amount due, and nothing of its history", async () => {
  const { data } = await at(invoicePage, "/invoices/INV-0002/details", "INV-0002");
  expect(data).toMatchObject({ seesAll: false, invoice: { id: "INV-0002" }, order: { id: 2 }, history: [] });
  expect(JSON.stringify(data)).not.toMatch(/Ada|Dan |INV-0001/);
});

it("a client finds their own orders and invoices by the items, and nobody else's", async () => {
  const found = async (loader: typeof orders | typeof invoices, path: string) => {
    const { data } = await at(loader, path);
    return ((data.orders ?? data.invoices) as { id: number | string }[]).map(({ id }) => id);
  };
  expect(await found(orders, "/orders?q=pen")).toEqual([2]);
  expect(await found(orders, "/orders?q=ink")).toEqual([]);
  expect(await found(invoices, "/invoices?q=thing")).toEqual(["INV-0002"]);
});

it("another person's record looks to a client as if it never existed", async () => {
  const [order, noOrder] = [await at(orderPage, "/orders/1", "1"), await at(orderPage, "/orders/99", "99")];
  expect(order).toMatchObject({ status: 404 });
  expect(order.data).toEqual(noOrder.data);
  const [invoice, none] = [
    await at(invoicePage, "/invoices/INV-0001/details", "INV-0001"),
    await at(invoicePage, "/invoices/INV-0099/details", "INV-0099"),
  ];
  expect(invoice).toMatchObject({ status: 404 });
  expect(invoice.data).toEqual(none.data);
});

it("an order links to no invoice of another person, nor an invoice to such an order", async () => {
  const order = await addOrder({ customerId: client.id, invoiceId: "INV-0002" });
  await write(
    async (tx) => void (await tx.update(orderTable).set({ customerId: dan.id }).where(eq(orderTable.id, order.id))),
  );
  expect((await at(invoicePage, "/invoices/INV-0002/details", "INV-0002")).data).toMatchObject({ order: { id: 2 } });
  await orderResource.trash(ada, [2]);
  expect((await at(invoicePage, "/invoices/INV-0002/details", "INV-0002")).data.order).toBeUndefined();
  expect((await at(invoicePage, "/invoices/INV-0002/details", "INV-0002", ada)).data.order).toEqual({
    id: order.id,
    isDeleted: false,
  });
  await orderResource.trash(ada, [order.id]);
  const deleted = { id: order.id, isDeleted: true };
  expect((await at(invoicePage, "/invoices/INV-0002/details", "INV-0002", ada)).data.order).toEqual(deleted);
});

it("lists, tiles and profile count only a client's own records", async () => {
  const shown = [
    await at(orders, "/orders"),
    await at(invoices, "/invoices"),
    await at(profile, "/users/profile"),
    await at(list, "/api/orders/histories"),
  ];
  expect(shown).toMatchObject([
    {
      data: {
        isOwn: true,
        view: { total: 1, sums: [{ value: 41_30 }] },
        tiles: [{ totalOrder: 1, totalCents: 41_30 }, {}, {}, {}],
      },
    },
    { data: { isOwn: true, view: { total: 1, sums: [{ value: 30_00 }] } } },
    {
      data: {
        orders: { all: { text: "1 order", href: "/orders" } },
        invoices: { latest: [{ id: "INV-0002" }], all: { text: "1 invoice", href: "/invoices" } },
      },
    },
    { data: [{ totalOrder: 1 }, {}, {}, {}] },
  ]);
  expect(JSON.stringify(shown)).not.toMatch(/Ada|Dan |INV-0001/);
});

it("staff without sales have no orders and invoices on their profile", async () => {
  const staff = await letIn(client, "staff", { support: "change" });
  expect((await at(profile, "/users/profile", "", staff)).data).toMatchObject({
    orders: undefined,
    invoices: undefined,
    tickets: { latest: [] },
  });
  expect((await at(orderPage, "/orders/2", "2", staff)).status).toBe(403);
});
