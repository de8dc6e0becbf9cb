/** The company of an order's customer: a fact of the day on which it was placed. */
import { beforeEach, expect, it } from "vitest";
import { db } from "db";
import { orders } from "db/schema";
import { action as api, loader as apiAnswer } from "~/features/api/resource";
import { history } from "~/core/audit/journal.server";
import { userResource } from "~/features/users/users.server";
import { cast, testDatabase } from "~/testing/database";
import { answerQuestions, importIt, refusals, tryFile } from "~/testing/imports";
import { addOrder } from "~/testing/orders";
import { run, send, signedIn } from "~/testing/requests";
import { addressOf } from "./address";
import { loader as exported } from "~/features/records/export";
import { loader as list } from "./list";
import { orderResource } from "./orders.server";

testDatabase();

const { ada, ben, dan } = cast;
const move = async (company: string) => userResource.change(ada, dan.id, { company });
const ofOrder = async (id: number) => (await orderResource.unrestricted.find(id))?.customerCompany;
const call = async (method: string, search: string, sent: unknown) =>
  run<{ errors?: object; order: { customer: object } }>(
    api,
    await signedIn(send(method, `/api/orders${search}`, sent), ada),
  );

beforeEach(() => move("Fjord AS"));

it("the company is copied to a new order, and stays when the customer changes jobs", async () => {
  const { id } = await addOrder();
  await move("Harbour Ltd");
  expect([await ofOrder(id), (await addOrder()).customerCompany]).toEqual(["Fjord AS", "Harbour Ltd"]);
  await orderResource.change(ada, id, { taxAmount: 2_00 });
  expect(await ofOrder(id)).toBe("Fjord AS");
});

it("the company changes when an order is given to another customer, and its history says so", async () => {
  const { id } = await addOrder();
  await orderResource.change(ada, id, { customerId: ben.id });
  expect(await ofOrder(id)).toBe("");
  const [changed] = await history(orderResource, id, 1, ada);
  expect(changed?.fields.customerCompany).toEqual({ label: "Company", format: undefined });
});

it("the company is returned by /api, and a given one is used instead of the customer's own", async () => {
  const items = [{ name: "Pen", price: 3, quantity: 1 }];
  const first = await call("POST", "", { customer: { id: dan.id }, items });
  expect(first.data.order.customer).toMatchObject({ name: dan.name, company: "Fjord AS" });
  const second = await call("POST", "", { customer: { id: dan.id, company: "Guest & Co" }, items });
  expect(second.data.order.customer).toMatchObject({ company: "Guest & Co" });
  await call("PATCH", "?id=2", { customer: { company: "Guests" } });
  const { data } = await run<object>(apiAnswer, await signedIn("/api/orders?id=2", ada));
  expect(data).toMatchObject({ customer: { company: "Guests" } });
  const long = await call("PATCH", "?id=2", { customer: { company: "x".repeat(101) } });
  expect(long).toMatchObject({ status: 400, data: { errors: { "customer.company": expect.any(String) } } });
});

it("the company is in the export of orders, and can be imported", async () => {
  await addOrder();
  const { data } = await run<string>(exported, await signedIn("/orders.csv", ada));
  expect(data).toMatch(/,Company,External number\r\n[^]*,Fjord AS,\r\n$/);
  const { file, rows } = await tryFile("orders", "customer,items,organisation\nDora,1 × Pen @ 3,Doe & Sons\n");
  expect(refusals(rows)).toEqual([]);
  await importIt(file.id);
  expect((await db.select().from(orders)).map(({ customerCompany }) => customerCompany)).toEqual([
    "Fjord AS",
    "Doe & Sons",
  ]);
  const again = await tryFile("orders", `id,company\n1,${"x".repeat(101)}\n`);
  const { rows: answered } = await answerQuestions(again.file.id, { all: "update" });
  expect(refusals(answered)).toEqual([[2, expect.stringMatching(/^company: /)]]);
});

it("the company of the customer finds their orders", async () => {
  await addOrder();
  await addOrder({ customerId: ben.id });
  const { data } = await run<{ orders: { id: number }[] }>(list, await signedIn("/orders?q=fjord", ada));
  expect(data.orders.map(({ id }) => id)).toEqual([1]);
});

it("the company is left out if the address names it already, or belongs to somebody else", () => {
  const order = { customerName: "Dan Directory", customerCompany: "Fjord AS" };
  for (const address of ["Dan Directory\nFjord AS\nOslo", "Eve Ender\nOslo", "Oslo", ""])
    expect(addressOf(order, address)).toBe(address);
});
