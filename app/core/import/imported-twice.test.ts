/** Importing a file twice creates no duplicates. */
import { asc } from "drizzle-orm";
import { expect, it } from "vitest";
import { db } from "db";
import { orders, products, users } from "db/schema";
import { exportRows } from "~/core/list/export.server";
import { listPage } from "~/core/list/list-plan.server";
import { parseListQuery } from "~/core/list/list-query.server";
import { undoChange } from "~/core/undo/undo.server";
import { orderColumns } from "~/features/orders/columns.server";
import { orderResource } from "~/features/orders/orders.server";
import { cast, testDatabase } from "~/testing/database";
import { importFile } from "~/testing/import-files";
import { answerQuestions, importIt, refusals, tryAgain, tryFile } from "~/testing/imports";
import { addOrder, orderValues } from "~/testing/orders";
import { addProducts } from "~/testing/products";
import { get } from "~/testing/requests";

testDatabase();
const allOrders = () => db.select().from(orders).orderBy(asc(orders.id));
const ordersFile = async () => (await exportRows(get("/orders.csv"), orderResource.listing, orderColumns)).text();

/** Rows with the shop's own number form one order; all amounts are in dollars. */
const shopify = importFile("shopify-orders").replace(",EUR,", ",USD,");

it.each([
  ["Shopify's orders", "orders", shopify],
  ["orders with amounts and a number", "orders", importFile("orders-amounts")],
  ["Shopify's products", "products", importFile("shopify-products")],
  ["users without their last cells", "users", importFile("users-short-rows")],
])("a file of %s imported twice changes nothing the second time", async (_, kind, csv) => {
  await addProducts({ title: "Copper Teapot", price: 59_00, discount: 0 });
  const tables = () => Promise.all([allOrders(), db.select().from(products), db.select().from(users)]);
  const first = await tryFile(kind, csv);
  expect(refusals(first.rows)).toEqual([]);
  await importIt(first.file.id);
  const before = await tables();
  const { file, rows } = await tryFile(kind, csv);
  expect(refusals(rows)).toEqual([]);
  expect(file).toMatchObject({ creates: 0, changes: 0, same: first.rows.length });
  expect(await tables()).toEqual(before);
});

it("a value chosen for a column changes nothing the second time either", async () => {
  const csv = "name,email,status\nNora,nora@example.com,\nOla,ola@example.com,Active\nPia,pia@example.com,Unheard of\n";
  const values = { "defaults.status": "Pending" };
  const { file } = await tryFile("users", csv);
  await tryAgain(file.id, file.fields, cast.ada, values);
  await importIt(file.id);
  const second = await tryFile("users", csv);
  const again = await tryAgain(second.file.id, second.file.fields, cast.ada, values);
  expect(refusals(again.rows)).toEqual([]);
  expect(again.file).toMatchObject({ creates: 0, changes: 0, same: 3 });
});

it("an order keeps its shop number, and a later file updates the order with that number", async () => {
  const paid = shopify.replace(",refunded,", ",paid,");
  const first = await tryFile("orders", paid);
  await importIt(first.file.id);
  expect((await allOrders()).map(({ externalNumber }) => externalNumber)).toEqual(["#1001", "#1002"]);
  const { file, rows } = await tryFile("orders", paid.replace(",paid,,,", ",paid,,fulfilled,"));
  expect(rows[2]).toMatchObject({
    outcome: "change",
    found: [{ field: "status", before: "New", after: "Delivered" }, expect.anything()],
  });
  await importIt(file.id);
  expect((await allOrders()).map(({ status }) => status)).toEqual(["Delivered", "Delivered"]);
});

it("an order whose import was undone is created again by the same file", async () => {
  const first = await tryFile("orders", shopify);
  const end = await importIt(first.file.id);
  await undoChange(cast.ada, end?.undo ?? "");
  const { file } = await tryFile("orders", shopify);
  expect(file).toMatchObject({ creates: 2, same: 0 });
});

it("a shop number beside another customer's e-mail address asks, and changes nothing by itself", async () => {
  await addOrder({ externalNumber: "#1001" });
  const { rows } = await tryFile("orders", shopify);
  expect(rows[0]).toMatchObject({ outcome: "ask", recordId: expect.any(String) as string });
  const [question] = rows[0]?.found ?? [];
  expect(question?.note).toContain("Dan Directory");
  expect(question?.options?.map(({ value }) => value)).toEqual(["update", "skip"]);
  const { file, rows: skipped } = await answerQuestions((await tryFile("orders", shopify)).file.id, { all: "skip" });
  expect(skipped.map(({ outcome }) => outcome)).toEqual(["skip", "skip", "create"]);
  expect(file.creates).toBe(1);
});

it("two orders cannot have the same shop number, unless one of them is in the trash", async () => {
  const order = await addOrder({ externalNumber: "#1001" });
  const refused = await orderResource.create(cast.ada, { ...orderValues, externalNumber: "#1001" });
  expect(refused).toMatchObject({
    ok: false,
    errors: { externalNumber: `Order #${order.id} has this number already.` },
  });
  await orderResource.trash(cast.ada, [order.id]);
  const other = await addOrder({ externalNumber: "#1001" });
  expect(other.externalNumber).toBe("#1001");
  await orderResource.restore(cast.ada, [order.id]);
  expect((await orderResource.unrestricted.find(order.id))?.deletedAt).not.toBeNull();
});

it("an order is found by its shop number", async () => {
  const { id } = await addOrder({ externalNumber: "WC-77012" });
  await addOrder();
  const { rows } = await listPage(
    orderResource.listing,
    parseListQuery(orderResource.listing, new URLSearchParams("q=wc-77012")),
  );
  expect(rows.map((row) => row.id)).toEqual([id]);
});

it("the order export contains the shop number, and can be imported unchanged", async () => {
  const { file } = await tryFile("orders", shopify);
  await importIt(file.id);
  await addOrder();
  await addOrder();
  const csv = await ordersFile();
  expect(csv).toContain("External number");
  expect((await tryFile("orders", csv)).file).toMatchObject({ creates: 0, changes: 0, refused: 0, same: 4 });
});

it.each(["Order number", "order_id", "Name", "Order No."])(
  "a column called %s contains the shop number",
  async (head) => {
    const { file } = await tryFile("orders", `${head},customer,items\n1001,Ida,1 × Pen @ 3\n1002,Ola,1 × Pen @ 3\n`);
    expect(file.fields[0]).toBe("externalNumber");
    await importIt(file.id);
    expect((await allOrders()).map(({ externalNumber }) => externalNumber)).toEqual(["1001", "1002"]);
  },
);
