import { setTimeout as pause } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { db, write } from "db";
import { addDays } from "db/dates";
import { invoices, journal, products, users } from "db/schema";
import { action, loader } from "~/features/api/resource";
import { today } from "~/core/values/today.server";
import { paymentResource } from "~/features/payments/payments.server";
import { cast, testDatabase } from "~/testing/database";
import { addInvoice, line } from "~/testing/invoices";
import { run, send, signedIn } from "~/testing/requests";

testDatabase();

const { ada, ben, dan, tess } = cast;
const body = {
  issueDate: "2026-01-10",
  dueDate: "2026-02-10",
  status: "pending",
  tax: 10,
  shippingCharge: 10,
  billingAddress: { email: "billing@example.com", phone: "+1 555 0100", address: "1 Main Street" },
  payment: { paymentMethod: "Visa Card", cardHolder: "C. Check", cardNo: "4242424242424242", cardCVC: "123" },
  products: [{ id: 1, title: "Thing", quantity: 2, price: 30, discount: 0, total: 61 }],
};
type Answered = Record<string, unknown> & { customer: { id: number | null }; products: Record<string, unknown>[] };
const read = async (search = "") => run<Answered & Answered[]>(loader, await signedIn(`/api/invoices${search}`, ada));
const call = async (method: string, sent?: unknown, search = "", headers: Record<string, string> = {}) =>
  run<{ message?: string; errors?: Record<string, string>; invoice: Answered }>(
    action,
    await signedIn(send(method, `/api/invoices${search}`, sent, headers), ada),
  );
const all = () => db.select().from(invoices);

beforeEach(() =>
  write(async (tx) => {
    const rest = { category: "Office", status: "Published" as const };
    await tx.insert(products).values([
      { id: 1, title: "Pen", code: "PEN", price: 12_50, discount: 5_00, ...rest },
      { id: 2, title: "Gone", code: "GONE", price: 1, deletedAt: new Date(), ...rest },
    ]);
  }),
);

describe("GET /api/invoices", () => {
  it("returns a bare list, oldest id first, in the specified shape", async () => {
    for (let made = 0; made < 3; made++) await addInvoice();
    const { data, headers } = await read();
    expect(data.map(({ id }) => id)).toEqual(["INV-0001", "INV-0002", "INV-0003"]);
    expect(Object.keys(data[0] ?? {}).sort()).toEqual([
      "balance",
      "billingAddress",
      "credited",
      "currency",
      "customer",
      "dueDate",
      "externalNumber",
      "id",
      "includesTax",
      "internalNote",
      "issueDate",
      "note",
      "paid",
      "payment",
      "poNumber",
      "products",
      "servicePeriod",
      "shippingCharge",
      "shippingTaxRateId",
      "state",
      "status",
      "tax",
      "taxes",
      "totalAmount",
    ]);
    expect(headers.get("X-Total-Count")).toBe("3");
    expect((await read("?sort=-id&size=10")).data.map(({ id }) => id)).toEqual(["INV-0003", "INV-0002", "INV-0001"]);
    expect((await read("?status=overdue")).data).toHaveLength(3);
    expect((await read("?status=complete")).data).toEqual([]);
  });

  it("returns one invoice with an ETag, and 404 for an absent one", async () => {
    await addInvoice({ lines: [line({ quantity: 3, price: 19_99, discount: 33_33 })] });
    const { data, headers } = await read("?id=INV-0001");
    expect(data).toMatchObject({
      id: "INV-0001",
      totalAmount: 39.98,
      customer: { id: dan.id, name: dan.name, image: "/avatars/1/DD.svg" },
      products: [{ id: null, title: "Thing", quantity: 3, price: 19.99, discount: 33.33, total: 39.98 }],
    });
    expect(headers.get("ETag")).toBe('"1"');
    for (const id of ["INV-9999", "1", "", "INV 0001"])
      expect(await read(`?id=${id}`)).toMatchObject({ status: 404, data: { message: "Invoice not found" } });
  });
});

describe("POST /api/invoices", () => {
  it("assigns id and totals, and stores only the last four digits of a card", async () => {
    const { status, data } = await call("POST", body);
    expect(status).toBe(200);
    expect(data.invoice).toMatchObject({
      id: "INV-0001",
      totalAmount: 80,
      payment: { cardNo: "**** **** **** 4242", cardCVC: "***" },
      products: [{ id: 1, total: 60 }],
    });
    const written = JSON.stringify([await all(), await db.select().from(journal)]);
    expect(written).not.toMatch(/4242424242424242|"123"|CVC/i);
  });

  it("uses a random customer, unless the body names one", async () => {
    const customers = new Set<unknown>();
    for (let made = 0; made < 40; made++)
      customers.add((await call("POST", { ...body, customer: { id: "" } })).data.invoice.customer.id);
    expect(customers.size).toBeGreaterThan(1);
    expect(customers).not.toContain(tess.id);
    for (const id of [ben.id, String(ben.id)])
      expect((await call("POST", { ...body, customer: { id, name: "Not Ben" } })).data.invoice.customer).toMatchObject({
        id: ben.id,
        name: ben.name,
      });
  });

  it("chooses the customer within the transaction: nobody who was deleted while it waited", async () => {
    const chance = vi.spyOn(Math, "random").mockReturnValue(0.99);
    const somebody = { ...body, customer: undefined };
    const chosen = (await call("POST", somebody)).data.invoice.customer.id ?? 0;
    const request = await signedIn(send("POST", "/api/invoices", somebody), ada);
    let end = () => undefined as void;
    const deleting = write(async (tx) => {
      await tx.update(users).set({ deletedAt: new Date() }).where(eq(users.id, chosen));
      await new Promise<void>((resolve) => (end = resolve));
    });
    const asking = run<{ invoice: Answered }>(action, request);
    await pause(200); // it has read all that it reads before its change
    end();
    await deleting;
    const { status, data } = await asking;
    chance.mockRestore();
    expect(status).toBe(200);
    expect(data.invoice.customer.id).not.toBe(chosen);
  });

  it("requires only a line, and takes missing values from the product", async () => {
    const { data } = await call("POST", {
      products: [
        { id: 1, quantity: 2 },
        { title: "Wrapping", quantity: "1", price: "4.50" },
        { id: "1", quantity: 1, price: 0 },
      ],
    });
    const far = await call("POST", { issueDate: "2999-12-31", products: [{ id: 1, quantity: 1 }] });
    expect(far.data.invoice).toMatchObject({ dueDate: "2999-12-31" });
    expect(data.invoice).toMatchObject({
      status: "pending",
      issueDate: today(),
      dueDate: addDays(today(), 14),
      tax: 0,
      totalAmount: 28.25,
      billingAddress: { email: expect.stringContaining("@") },
    });
    expect(data.invoice.products).toMatchObject([
      { title: "Pen", price: 12.5, discount: 5, total: 23.75 },
      { id: null, total: 4.5 },
      { title: "Pen", price: 0, discount: 0, total: 0 },
    ]);
  });

  it("accepts timestamps for dates", async () => {
    expect(
      (await call("POST", { ...body, issueDate: "2026-01-10T09:00:00Z", dueDate: "2026-02-10T00:00:00.000Z" })).data
        .invoice,
    ).toMatchObject({ issueDate: "2026-01-10", dueDate: "2026-02-10" });
    expect((await call("POST", { ...body, dueDate: undefined })).data.invoice.dueDate).toBe("2026-01-24");
  });

  it.each([
    ["no body", undefined, {}],
    ["a list", [], {}],
    ["an empty object", {}, { products: expect.any(String) }],
    ["no lines", { ...body, products: [] }, { products: "Name at least one line" }],
    ["lines that are none", { ...body, products: [5] }, { "products.0": expect.any(String) }],
    [
      "texts that are too long, or none of what they may be",
      {
        ...body,
        issueDate: "",
        dueDate: "",
        status: "paid",
        billingAddress: { phone: "none", address: "x".repeat(501) },
        payment: { cardHolder: "x".repeat(101) },
      },
      {
        issueDate: "Enter an issue date",
        dueDate: "Enter a due date",
        status: "Choose a status",
        "billingAddress.phone": expect.any(String),
        "billingAddress.address": "Keep this to 500 characters",
        "payment.cardHolder": "Keep this to 100 characters",
      },
    ],
    [
      "201 lines",
      { ...body, products: Array.from({ length: 201 }, () => body.products[0]) },
      { products: expect.stringContaining("200") },
    ],
    [
      "a negative quantity",
      { ...body, products: [{ ...body.products[0], quantity: -1 }] },
      { "products.0.quantity": expect.any(String) },
    ],
    [
      "a tenth of a thousandth",
      { ...body, products: [{ ...body.products[0], quantity: 1.0001 }] },
      { "products.0.quantity": "Enter a quantity above 0, such as 2 or 1.5" },
    ],
    [
      "tenths of cents",
      { ...body, products: [{ ...body.products[0], price: 0.001 }] },
      { "products.0.price": expect.any(String) },
    ],
    [
      "more than a full discount",
      { ...body, products: [{ ...body.products[0], discount: 100.01 }] },
      { "products.0.discount": expect.any(String) },
    ],
    [
      "an unknown product",
      { ...body, products: [{ ...body.products[0], id: 99 }] },
      { "products.0.id": "There is no product 99" },
    ],
    [
      "a product in the trash",
      { ...body, products: [{ quantity: 1, id: 2 }] },
      { "products.0.id": "There is no product 2" },
    ],
    [
      "a credit that names a product",
      { ...body, products: [{ ...body.products[0], price: -1 }] },
      { "products.0.price": expect.stringContaining("credit") },
    ],
    ["a line that says nothing", { ...body, products: [{ quantity: 1 }] }, { "products.0.title": expect.any(String) }],
    [
      "a line that is too much",
      { ...body, products: [{ title: "x", quantity: 1_000_000, price: 900_000_000_000 }] },
      { "products.0.price": expect.stringContaining("less") },
    ],
    [
      "a total that is too much",
      { ...body, products: [1, 2].map(() => ({ title: "x", quantity: 1, price: 900_000_000_000 })) },
      { body: expect.stringContaining("more than Portico can add up") },
    ],
    [
      "a total below zero",
      { ...body, products: [{ title: "x", quantity: 1, price: -21 }] },
      { body: expect.stringContaining("−$1.00") },
    ],
    [
      "a due date before the issue date",
      { ...body, dueDate: "2026-01-09" },
      { dueDate: expect.stringContaining("10 Jan 2026") },
    ],
    ["a day that does not exist", { ...body, dueDate: "2026-02-30" }, { dueDate: expect.any(String) }],
    ["an unknown status", { ...body, status: "overdue" }, { status: "Choose a status" }],
    ["an unknown customer", { ...body, customer: { id: 999 } }, { customer: expect.stringContaining("directory") }],
    ["a negative tax", { ...body, tax: -1 }, { tax: expect.any(String) }],
    ["half a card number", { ...body, payment: { cardNo: "42" } }, { "payment.cardNo": expect.any(String) }],
    [
      "half an address",
      { ...body, billingAddress: { email: "billing@" } },
      { "billingAddress.email": expect.any(String) },
    ],
  ])("POST /api/invoices with %s returns 400, changes nothing and uses no number", async (_, sent, errors) => {
    const { status, data } = await call("POST", sent);
    expect({ status, message: data.message, errors: data.errors ?? {} }).toEqual({
      status: 400,
      message: "Invalid request",
      errors,
    });
    expect(await all()).toEqual([]);
    expect((await call("POST", body)).data.invoice.id).toBe("INV-0001");
  });
});

describe("PUT /api/invoices", () => {
  it("changes the given fields, also nested ones, and keeps the rest", async () => {
    await call("POST", { ...body, customer: { id: dan.id } });
    const { data } = await call("PUT", {
      id: "INV-0001",
      billingAddress: { phone: "+1 555 0199" },
      payment: { cardHolder: "D. Check" },
      tax: 12,
    });
    expect(data.invoice).toMatchObject({
      totalAmount: 82,
      billingAddress: { ...body.billingAddress, phone: "+1 555 0199" },
      payment: { paymentMethod: "Visa Card", cardHolder: "D. Check", cardNo: "**** **** **** 4242" },
      dueDate: body.dueDate,
    });
    expect(
      (await call("PUT", { id: "INV-0001", status: "complete", customer: { id: ben.id } })).data.invoice,
    ).toMatchObject({ status: "complete", customer: { id: ben.id, name: ben.name }, totalAmount: 82 });
    expect((await all())[0]).toMatchObject({ completedAt: expect.any(Date), revision: 3 });
  });

  it("unlinks a customer and keeps the name", async () => {
    await call("POST", { ...body, customer: { id: dan.id } });
    const { data } = await call("PUT", { id: "INV-0001", customer: { id: null } });
    expect(data.invoice.customer).toEqual({
      id: null,
      name: dan.name,
      company: "",
      taxNumber: "",
      image: expect.any(String),
    });
    expect(data.invoice.billingAddress).toEqual(body.billingAddress);
    expect((await call("PUT", { id: "INV-0001", customer: { id: "" } })).data.invoice.customer.id).toBeNull();
    expect((await call("PUT", { id: "INV-0001", customer: { id: ben.id } })).data.invoice.customer).toMatchObject({
      id: ben.id,
      name: ben.name,
    });
  });

  it("accepts what GET returned, even if its product is gone since", async () => {
    await call("POST", body);
    await write(async (tx) => void (await tx.delete(products)));
    const { data } = await read("?id=INV-0001");
    expect(await call("PUT", data)).toMatchObject({ status: 200, data: { invoice: data } });
    expect((await all())[0]?.revision).toBe(1);
    const more = [...data.products, { title: "Wrapping", quantity: 1, price: 5 }];
    expect((await call("PUT", { ...data, products: more })).data.invoice).toMatchObject({
      totalAmount: 85,
      products: [{ id: 1 }, { id: null }],
    });
  });

  it("refuses a contradictory invoice", async () => {
    await call("POST", body);
    expect(await call("PUT", { id: "INV-0001", issueDate: "2026-03-01" })).toMatchObject({
      status: 400,
      data: { errors: { dueDate: expect.any(String) } },
    });
    expect(await call("PUT", { id: "INV-0001", products: [] })).toMatchObject({ status: 400 });
    expect(await call("PUT", { id: "INV-0001", status: "complete" }, "", { "If-Match": '"7"' })).toMatchObject({
      status: 412,
    });
    expect(await call("PUT", { status: "complete" })).toMatchObject({ status: 400 });
    expect(await call("PUT", { id: "INV-9999", tax: 12 })).toMatchObject({
      status: 404,
      data: { message: "Invoice not found" },
    });
    expect((await all())[0]?.revision).toBe(1);
  });
});

it("GET /api/invoices?state= has the void invoices, which no other list has, or those that are locked or not", async () => {
  const [voided, locked] = [await addInvoice(), await addInvoice()];
  await addInvoice();
  await call("DELETE", undefined, `?id=${voided.id}`);
  const allocations = [{ invoiceId: locked.id, amount: 1_00 }];
  await paymentResource.create(ada, { customerId: dan.id, date: today(), amount: 1_00, allocations });
  const idsIn = async (search: string) => {
    const { data, headers } = await read(search);
    return [data.map(({ id, state }) => `${String(id)} ${String(state)}`), headers.get("X-Total-Count")];
  };
  expect(await idsIn("")).toEqual([["INV-0002 locked", "INV-0003 issued"], "2"]);
  for (const page of ["", "&page=1&size=1"])
    expect(await idsIn(`?state=void${page}`)).toEqual([["INV-0001 void"], "1"]);
  expect(await idsIn("?state=locked")).toEqual([["INV-0002 locked"], "1"]);
  expect(await idsIn("?state=issued&page=1")).toEqual([["INV-0003 issued"], "1"]);
  expect((await read("?state=void&page=1&size=1")).headers.get("Link")).toContain("state=void");
  const errors = { state: "Enter one of issued, locked, void" };
  expect(await read("?state=paid")).toMatchObject({ status: 400, data: { errors } });
});

describe("DELETE /api/invoices", () => {
  it("returns the deleted invoice, or what remains", async () => {
    for (let made = 0; made < 4; made++) await addInvoice();
    expect((await call("DELETE", undefined, "?id=INV-0002")).data.invoice.id).toBe("INV-0002");
    const { data } = await run<Answered[]>(
      action,
      await signedIn(send("DELETE", "/api/invoices", { ids: ["INV-0001", "INV-0003"] }), ada),
    );
    expect(data.map(({ id }) => id)).toEqual(["INV-0004"]);
    expect(await call("DELETE", undefined, "?id=INV-0002")).toMatchObject({
      status: 404,
      data: { message: "Invoice not found" },
    });
    expect(await call("DELETE")).toMatchObject({ status: 400 });
  });
});
