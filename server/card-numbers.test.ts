/**
 * Full card numbers and CVCs sent to the server must not be stored: the tests search the database files, the log and
 * the responses.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, test, vi } from "vitest";
import type { ServerBuild } from "@remix-run/node";
import { config } from "config";
import { db } from "db";
import { attachments, importRows, imports } from "db/schema";
import { log } from "~/core/process/log.server";
import { orderResource } from "~/features/orders/orders.server";
import { invoiceResource } from "~/features/invoices/invoices.server";
import { keepAttachments } from "~/features/support/tickets/attachments/attachments.server";
import { cast, testDatabase } from "~/testing/database";
import { addInvoice } from "~/testing/invoices";
import { addOrder } from "~/testing/orders";
import { addProducts } from "~/testing/products";
import { signedIn } from "~/testing/requests";
import { storableTerm } from "~/features/analytics/terms";
import { createApp } from "./app";
import { remixPages } from "./remix";
import { buildOf, serving } from "./testing/http";

testDatabase();

type RouteModule = ServerBuild["routes"][string]["module"];
const modules = import.meta.glob<RouteModule>(
  "../app/{features/api/resource.ts,features/orders/overview.tsx,features/records/status.tsx,features/invoices/create.tsx,features/products/create.tsx,features/users/create.tsx,features/views/create.tsx,features/import/upload.tsx}",
);
const files: Record<string, string> = {
  "api/orders": "features/api/resource.ts",
  "api/invoices": "features/api/resource.ts",
  "api/products": "features/api/resource.ts",
  "api/users": "features/api/resource.ts",
  "orders/:id": "features/orders/overview.tsx",
  "orders/:id/status": "features/records/status.tsx",
  "invoices/:id/status": "features/records/status.tsx",
  "invoices/create": "features/invoices/create.tsx",
  "products/create": "features/products/create.tsx",
  "users/create": "features/users/create.tsx",
  "views/create": "features/views/create.tsx",
  "orders/import": "features/import/upload.tsx",
};
const entries = Object.entries(files).map(
  async ([path, file]) => [path, { id: path, path, module: await modules[`../app/${file}`]!() }] as const,
);
const build = buildOf(Object.fromEntries(await Promise.all(entries)));
const { ask } = await serving(
  createApp({
    pages: remixPages(build),
    files: (_, __, next) => next(),
    health: (_, res) => void res.end(),
  }),
);

const number = "4242 4242 4242 4242";
const digits = number.replaceAll(" ", "");
const sentence = "Take the card number out of this text: at most its last four digits may be kept";

const logged: string[] = [];
beforeEach(() => {
  logged.length = 0;
  for (const level of ["trace", "debug", "info", "warn", "error"] as const)
    vi.spyOn(log, level).mockImplementation((...said: unknown[]) => void logged.push(JSON.stringify(said)));
});

async function send(method: string, path: string, body: string, type: string) {
  const cookie = (await signedIn("/", cast.ada)).headers.get("Cookie") ?? "";
  return ask(path, { method, body, headers: { cookie, origin: "http://portico.test", "content-type": type } });
}
const sendJson = (method: string, path: string, body: object) =>
  send(method, path, JSON.stringify(body), "application/json");
const sendForm = (path: string, fields: Record<string, string>) =>
  send("POST", path, new URLSearchParams(fields).toString(), "application/x-www-form-urlencoded");

/** Expects that no database file and no log line contains these texts. */
function expectNowhere(...texts: string[]) {
  expect(logged.length).toBeGreaterThan(0);
  const beside = readdirSync(config.dataDir)
    .filter((name) => name.startsWith("portico.db"))
    .map((name) => readFileSync(join(config.dataDir, name)));
  expect(beside.length).toBeGreaterThan(1);
  for (const text of texts) {
    expect(logged.join("\n")).not.toContain(text);
    for (const bytes of beside) expect(bytes.includes(text)).toBe(false);
  }
}

const order = { customer: { name: "Guest" }, items: [{ name: "Pen", price: 2, quantity: 1 }] };
const invoice = { products: [{ title: "Pen", quantity: 1, price: 2 }] };
const product = { title: "Pen", code: "P-1", category: "Office", price: 2, stock: 1, status: "Draft" };
const line = {
  "lines.0.product": "",
  "lines.0.title": "Pen",
  "lines.0.quantity": "1",
  "lines.0.price": "2",
  "lines.0.discount": "",
};
const nothing = {
  billingEmail: "",
  billingPhone: "",
  billingAddress: "",
  paymentMethod: "",
  cardHolder: "",
  cardNo: "",
  shippingCharge: "",
  tax: "",
};
const invoiceForm = {
  ...nothing,
  ...line,
  customer: "Dan Directory · #6",
  issueDate: "2026-01-10",
  dueDate: "2026-01-24",
  status: "pending",
};
const user = { name: "Nell New", email: "nell@example.com", role: "IT Support", status: "Pending" };

it.each<[path: string, field: string, body: object]>([
  ["/api/orders", "customer.name", { ...order, customer: { name: number } }],
  ["/api/orders", "customer.phone", { ...order, customer: { name: "Guest", phone: number } }],
  ["/api/orders", "billing", { ...order, billing: `Guest\n${number}` }],
  ["/api/orders", "shipping", { ...order, shipping: digits }],
  ["/api/orders", "payment.id", { ...order, payment: { id: `PM-${digits}` } }],
  ["/api/orders", "status", { ...order, status: number }],
  ["/api/orders", "invoiceId", { ...order, invoiceId: digits }],
  ["/api/orders", "items.0.name", { ...order, items: [{ name: number, price: 2, quantity: 1 }] }],
  ["/api/invoices", "billingAddress.address", { ...invoice, billingAddress: { address: number } }],
  ["/api/invoices", "billingAddress.phone", { ...invoice, billingAddress: { phone: number } }],
  ["/api/invoices", "payment.cardHolder", { ...invoice, payment: { cardHolder: `A. Active ${number}` } }],
  ["/api/invoices", "products.0.title", { products: [{ title: number, quantity: 1, price: 2 }] }],
  ["/api/products", "title", { ...product, title: number }],
  ["/api/products", "code", { ...product, code: digits }],
  ["/api/products", "description", { ...product, description: number }],
  ["/api/products", "features.0.value", { ...product, features: [{ name: "Card", value: number }] }],
  ["/api/products", "offers.0", { ...product, offers: [number] }],
  ["/api/users", "name", { ...user, name: number }],
  ["/api/users", "phone", { ...user, phone: number }],
  ["/api/users", "address", { ...user, address: number }],
])("%s refuses a card number in %s, and does not keep it", async (path, field, body) => {
  const { status, text } = await sendJson("POST", path, body);
  expect([status, JSON.parse(text)]).toEqual([400, { message: "Invalid request", errors: { [field]: sentence } }]);
  expectNowhere(number, digits);
});

it.each<[path: string, fields: Record<string, string>, field: string]>([
  ["/orders/1.data", { status: "Shipping", note: `Paid with ${number}` }, "note"],
  ["/invoices/create.data", { ...invoiceForm, cardHolder: number }, "cardHolder"],
  ["/products/create.data", { ...product, price: "2", stock: "1", description: number }, "description"],
  ["/users/create.data", { ...user, phone: number }, "phone"],
])("the form at %s shows the error beside the field", async (path, fields, field) => {
  await addOrder();
  const { status, text } = await sendForm(path, fields);
  expect([status, text.includes(sentence), text.includes(`"${field}"`)]).toEqual([400, true, true]);
  expectNowhere(number, digits);
});

it.each(["orders", "invoices"])("the reason for a status of %s refuses a card number", async (kind) => {
  const { id } = kind === "orders" ? await addOrder() : await addInvoice();
  const { status, headers } = await sendForm(`/${kind}/${id}/status`, {
    status: kind === "orders" ? "Shipping" : "complete",
    note: number,
  });
  expect([status, headers.location]).toEqual([303, kind === "orders" ? `/orders/${id}` : `/invoices/${id}/details`]);
  const row =
    kind === "orders"
      ? await orderResource.unrestricted.find(Number(id))
      : await invoiceResource.unrestricted.find(String(id));
  expect(row?.revision).toBe(1);
  expectNowhere(number, digits);
});

const spellings = {
  "in one piece": digits,
  "with spaces": number,
  "with underscores": "4242_4242_4242_4242",
  "with bars": "4242|4242|4242|4242",
  "with invisible characters": "4242\u200b4242\u200b4242\u200b4242",
  "in full-width digits": "４２４２４２４２４２４２４２４２",
  "in Arabic-Indic digits": "٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢",
  "in Persian digits": "۴۲۴۲ ۴۲۴۲ ۴۲۴۲ ۴۲۴۲",
};

describe.each(Object.entries(spellings))("a card number %s", (_, spelt) => {
  it("is masked in the name, headers and cells of an imported file before any row is stored", async () => {
    const cvc = "9081726";
    const wrong = "4111 9081 7263 5544"; // not a card number: one digit is wrong
    const lines = [
      `Customer,Card number,CVC,Card security code,Reference ${spelt},Note`,
      `Guest,${spelt},${cvc},${cvc},"paid by ${spelt}, 12/27",x`,
      `Other,${wrong},${cvc},${cvc},CVV ${cvc.slice(0, 4)},y`,
    ];
    const body = new FormData();
    body.set("encoding", "auto");
    body.set("file", new File([lines.join("\n")], `orders of ${spelt}.csv`, { type: "text/csv" }));
    const request = new Request("http://portico.test/", { method: "POST", body });
    const cookie = (await signedIn("/", cast.ada)).headers.get("Cookie") ?? "";
    const sent = await ask("/orders/import", {
      method: "POST",
      body: Buffer.from(await request.arrayBuffer()),
      headers: { cookie, origin: "http://portico.test", "content-type": request.headers.get("content-type") ?? "" },
    });
    expect(sent.status).toBe(303);
    const [file] = await db.select().from(imports);
    expect(file).toMatchObject({
      name: "orders of 4242.csv",
      heads: ["Customer", "Card number", "Reference **** **** **** 4242", "Note"],
      rows: 2,
    });
    const rows = await db.select({ cells: importRows.cells }).from(importRows);
    expect(rows.map(({ cells }) => cells)).toEqual([
      ["Guest", "**** **** **** 4242", "paid by **** **** **** 4242, 12/27", "x"],
      ["Other", "**** **** **** 5544", "CVV ***", "y"],
    ]);
    expectNowhere(spelt, digits, number, wrong, cvc);
  });

  it("is refused in the search of a saved view", async () => {
    const { status, text } = await sendForm("/views/create.data", {
      name: "Mine",
      shared: "no",
      path: "/orders",
      search: new URLSearchParams({ q: `guest ${spelt}` }).toString(),
    });
    expect([status, text.includes("This list is searched by the number of a payment card")]).toEqual([400, true]);
    expectNowhere(spelt, encodeURIComponent(spelt));
  });

  it("is masked in names of attachments and in counted searches", async () => {
    const { kept } = await keepAttachments(cast.ada, "ticket:1", [new File(["hello"], `card ${spelt}.txt`)]);
    expect(
      (await db.select({ id: attachments.id, name: attachments.name }).from(attachments)).map(({ id, name }) => [
        id,
        name,
      ]),
    ).toEqual([[kept[0], "card 4242.txt"]]);
    expect(storableTerm(spelt)).toBeUndefined();
  });
});

test("fields for cards store the last four digits, and nothing of the security code", async () => {
  await addProducts({});
  const cardCVC = "90817263554";
  const made = await sendJson("POST", "/api/invoices", { ...invoice, payment: { cardNo: number, cardCVC } });
  expect(JSON.parse(made.text)).toMatchObject({
    invoice: { payment: { cardNo: "**** **** **** 4242", cardCVC: "***" } },
  });
  const changed = await sendJson("PUT", "/api/invoices", {
    id: "INV-0001",
    payment: { cardNo: "5555555555554444", cardCVC },
  });
  expect(JSON.parse(changed.text)).toMatchObject({
    invoice: { payment: { cardNo: "**** **** **** 4444", cardCVC: "***" } },
  });
  const refused = await sendJson("PUT", "/api/invoices", {
    id: "INV-0001",
    dueDate: "never",
    payment: { cardNo: number, cardCVC },
  });
  const broken = await send(
    "POST",
    "/api/invoices",
    `{"payment":{"cardNo":"${number}","cardCVC":"${cardCVC}"`,
    "application/json",
  );
  expect([refused.status, broken.status]).toEqual([400, 400]);
  const paid = await sendJson("POST", "/api/orders", { ...order, payment: { cardNumber: number, cardCVC } });
  expect(JSON.parse(paid.text)).toMatchObject({ order: { payment: { cardNumber: "**** **** **** 4242" } } });
  const form = { ...invoiceForm, cardNo: number, cardCVC };
  expect((await sendForm("/invoices/create.data", form)).status).toBe(202);
  expect((await sendForm("/invoices/create.data", { ...form, dueDate: "" })).text).not.toContain(number);
  for (const answer of [made, changed, refused, broken, paid]) expect(answer.text).not.toContain(cardCVC);
  expectNowhere(number, digits, cardCVC);
});
