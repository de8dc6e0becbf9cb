import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db, write } from "db";
import { journal, notifications, orders, products } from "db/schema";
import { action, loader } from "~/features/api/resource";
import { loader as list } from "~/features/api/list";
import { invoiceResource } from "~/features/invoices/invoices.server";
import { cast, testDatabase } from "~/testing/database";
import { changeCompany } from "~/testing/company";
import { addInvoice } from "~/testing/invoices";
import { addOrder } from "~/testing/orders";
import { addTaxRate } from "~/testing/tax-rates";
import { get, run, send, signedIn } from "~/testing/requests";
import { userResource } from "~/features/users/users.server";
import { orderResource } from "./orders.server";

testDatabase();

const { ada, ben, dan } = cast;

type Shown = Record<string, unknown> & {
  id: number;
  customer: Record<string, unknown>;
  payment: Record<string, unknown>;
  items: Record<string, unknown>[];
};
type Said = { message?: string; errors?: Record<string, string>; order: Shown };
const read = async (search = "") => run<Shown[]>(loader, await signedIn(`/api/orders${search}`, ada));
const one = async (id: number) => (await run<Shown>(loader, await signedIn(`/api/orders?id=${id}`, ada))).data;
const call = async (method: string, search: string, sent?: unknown, headers: Record<string, string> = {}) =>
  run<Said>(action, await signedIn(send(method, `/api/orders${search}`, sent, headers), ada));
const listed = async (name: string) => (await run(list, await signedIn(`/api/orders/${name}`, ada))).data;

const pen = { title: "Pen", code: "P-1", category: "Office", price: 19_90, status: "Published" } as const;
const body = {
  customer: { id: dan.id },
  items: [{ id: 1, quantity: 2 }],
  taxAmount: 1.5,
  discountAmount: 5,
  shippingChargeAmount: 5,
};

beforeEach(async () => {
  await write(async (tx) => {
    await tx.insert(products).values([
      { ...pen, featureImage: "/samples/products/fountain-pen.svg" },
      { ...pen, code: "P-2", deletedAt: new Date() },
    ]);
  });
});

describe("GET /api/orders", () => {
  it("returns 401 to a visitor", async () => {
    expect(await run(loader, get("/api/orders"))).toMatchObject({ status: 401, data: { message: "Unauthorized" } });
  });

  it("returns a bare list, oldest id first, in the specified shape", async () => {
    for (const status of ["new", "Delivered"]) await addOrder({ status });
    const { data, headers } = await read();
    expect(data.map(({ id }) => id)).toEqual([1, 2]);
    expect(headers.get("X-Total-Count")).toBe("2");
    const [{ createAt, deliveredAt, ...first }, second] = data as [Shown, Shown];
    expect([createAt, deliveredAt, second.deliveredAt]).toEqual([
      "2026-03-02T10:00:00.000Z",
      null,
      expect.stringMatching(/Z$/),
    ]);
    expect(first).toEqual({
      id: 1,
      invoiceId: null,
      customer: {
        id: 6,
        name: "Dan Directory",
        company: "",
        email: "dan@example.com",
        phone: "+47 555 01 23",
        image: "/avatars/1/DD.svg",
      },
      billing: "Dan Directory\nOslo",
      shipping: "Dan Directory\nOslo",
      status: "new",
      payment: { id: "PM-1", paymentMethod: "Visa Card", cardNumber: "**** **** **** 4417" },
      items: [{ id: 1, name: "Pen", image: null, price: 19.9, quantity: 2, taxRateId: null }],
      shippingTaxRateId: null,
      includesTax: false,
      subTotalAmount: 39.8,
      totalAmount: 41.3,
      taxAmount: 1.5,
      discountAmount: 5,
      shippingChargeAmount: 5,
      externalNumber: "",
    });
    expect((await read("?status=DELIVERED")).data.map(({ id }) => id)).toEqual([2]);
  });

  it("returns one order with an ETag, and false for one that is absent or in the trash", async () => {
    const { id } = await addOrder();
    expect((await read(`?id=${id}`)).headers.get("ETag")).toBe('"1"');
    await orderResource.trash(ada, [id]);
    for (const absent of [id, 999, "abc", ""])
      expect(await read(`?id=${absent}`)).toMatchObject({ status: 200, data: false });
  });
});

describe("the resources below orders", () => {
  it("are the statuses in both spellings, the payment methods and the tiles", async () => {
    await addOrder({ status: "CANCELLED" });
    expect(await listed("statues")).toEqual(
      ["delivered", "shipping", "new", "pending", "return"].map((value, place) => ({
        id: place + 1,
        title: expect.any(String),
        value,
      })),
    );
    expect(await listed("statuses")).toEqual(await listed("statues"));
    expect(await listed("payment-methods")).toMatchObject([
      { value: "Credit Card" },
      { value: "Paypal" },
      { value: "Visa Card" },
      { value: "Master Card" },
    ]);
    expect(await listed("histories")).toEqual([
      { title: "Total Orders", totalOrder: 1, icon: "shopping-cart", color: "neutral" },
      { title: "New Orders", totalOrder: 0, icon: "sparkle", color: "primary" },
      { title: "Delivered Orders", totalOrder: 0, icon: "package-check", color: "success" },
      { title: "Cancelled Orders", totalOrder: 1, icon: "circle-x", color: "error" },
    ]);
  });
});

describe("POST /api/orders", () => {
  it("creates an order with copied customer and products, computed totals and a masked card, and notifies everyone", async () => {
    const { status, data } = await call("POST", "", {
      ...body,
      totalAmount: 1,
      id: 99,
      payment: { cardNumber: "4242 4242 4242 4242" },
    });
    expect({ status, order: data.order }).toMatchObject({
      status: 200,
      order: {
        id: 1,
        status: "New",
        customer: { id: dan.id, name: dan.name, email: dan.email, phone: dan.phone },
        items: [{ id: 1, name: "Pen", image: "/samples/products/fountain-pen.svg", price: 19.9, quantity: 2 }],
        payment: { id: "", paymentMethod: "", cardNumber: "**** **** **** 4242" },
        subTotalAmount: 39.8,
        totalAmount: 41.3,
      },
    });
    expect(Date.parse(String(data.order.createAt))).toBeGreaterThan(Date.now() - 60_000);
    expect((await db.select().from(notifications)).map(({ userId, text }) => [userId, text])).toEqual(
      [ada, ben].map(({ id }) => [id, "placed order #1, $41.30"]),
    );
    expect(JSON.stringify(await db.select().from(journal))).not.toContain("4242 4242");
  });

  it("uses a product's current price, with its discount", async () => {
    await write(async (tx) => void (await tx.update(products).set({ discount: 12_50 }).where(eq(products.id, 1))));
    const { data } = await call("POST", "", {
      ...body,
      items: [
        { id: 1, quantity: 2 },
        { id: 1, quantity: 1, price: 19.9 },
      ],
    });
    expect(data.order.items.map(({ price }) => price)).toEqual([17.41, 19.9]);
  });

  it("accepts a guest, items that are not products, and what was returned for another order", async () => {
    const items = [
      { name: "Gift wrapping", price: 4.5, quantity: 3 },
      { id: 1, name: "Pen, engraved", price: "24.90", quantity: "1" },
    ];
    const guest = await call("POST", "", {
      customer: { name: "Guest" },
      items,
      status: "on a shelf",
      createAt: "2026-03-01",
      deliveredAt: "2026-03-02T10:00:00+01:00",
    });
    expect(guest.data.order).toMatchObject({
      customer: { id: null, name: "Guest", email: "", image: expect.stringMatching(/^\/avatars/) },
      items: [
        { id: null, name: "Gift wrapping", image: null, price: 4.5 },
        { id: 1, name: "Pen, engraved", price: 24.9, quantity: 1 },
      ],
      status: "on a shelf",
      createAt: "2026-03-01T00:00:00.000Z",
      deliveredAt: "2026-03-02T09:00:00.000Z",
      totalAmount: 38.4,
    });
    const again = await call("POST", "", guest.data.order);
    expect(again.data.order).toEqual({ ...guest.data.order, id: 2 });
  });

  const item = { name: "Pen", price: 1, quantity: 1 };
  it.each([
    ["no body", undefined, {}],
    ["an empty object", {}, { customer: expect.any(String), items: expect.any(String) }],
    ["no customer", { ...body, customer: {} }, { "customer.name": "Enter the customer's name, or the id of a user" }],
    [
      "a customer nobody knows",
      { ...body, customer: { id: 999 } },
      { customer: expect.stringContaining("no user 999") },
    ],
    ["no items", { ...body, items: [] }, { items: "Name at least one item" }],
    [
      "more items than an invoice has lines for",
      { ...body, items: Array.from({ length: 200 }, () => item) },
      { items: "Name at most 199 items" },
    ],
    [
      "an unknown product",
      { ...body, items: [item, { id: 99, quantity: 1 }] },
      { "items.1.id": "There is no product 99" },
    ],
    ["a product in the trash", { ...body, items: [{ id: 2, quantity: 1 }] }, { "items.0.id": "There is no product 2" }],
    [
      "a thing without a price",
      { ...body, items: [{ name: "Pen", quantity: 1 }] },
      { "items.0.price": expect.any(String) },
    ],
    ["a thing without a name", { ...body, items: [{ price: 1, quantity: 1 }] }, { "items.0.name": expect.any(String) }],
    [
      "a quantity below nothing",
      { ...body, items: [{ ...item, quantity: -1 }] },
      { "items.0.quantity": "Enter a whole number from 1 to 100,000" },
    ],
    [
      "no pieces",
      { ...body, items: [{ ...item, quantity: 0 }] },
      { "items.0.quantity": "Enter a whole number from 1 to 100,000" },
    ],
    [
      "half a piece",
      { ...body, items: [{ ...item, quantity: 1.5 }] },
      { "items.0.quantity": "Enter how many, as a whole number" },
    ],
    [
      "100,001 pieces",
      { ...body, items: [{ ...item, quantity: 100_001 }] },
      { "items.0.quantity": expect.any(String) },
    ],
    ["a price below nothing", { ...body, items: [{ ...item, price: -1 }] }, { "items.0.price": expect.any(String) }],
    ["parts of a cent", { ...body, taxAmount: 0.001 }, { taxAmount: expect.any(String) }],
    [
      "a total beyond what is counted",
      { ...body, items: [{ name: "Star", price: 999_999_999_999.99, quantity: 100_000 }] },
      { items: expect.stringContaining("at most") },
    ],
    [
      "a discount that is more than all",
      { ...body, discountAmount: 1000 },
      { discountAmount: expect.stringContaining("more than all the rest") },
    ],
    ["a day that does not exist", { ...body, createAt: "2026-02-30" }, { createAt: expect.any(String) }],
    ["a day to come", { ...body, createAt: "2999-01-01" }, { createAt: "Enter a moment between 1970 and now" }],
    ["no date at all", { ...body, deliveredAt: "yesterday" }, { deliveredAt: expect.any(String) }],
    [
      "a delivery before the order",
      { ...body, status: "delivered", createAt: "2026-03-02", deliveredAt: "2026-03-01" },
      { deliveredAt: "Enter a moment after the order was placed" },
    ],
    [
      "an unknown payment method",
      { ...body, payment: { paymentMethod: "Shells" } },
      { "payment.paymentMethod": "Choose a payment method" },
    ],
    [
      "half an address",
      { ...body, customer: { name: "Guest", email: "guest@" } },
      { "customer.email": "Enter a full address, such as name@example.com" },
    ],
    ["an unknown invoice", { ...body, invoiceId: "INV-0001" }, { invoiceId: "There is no invoice INV-0001" }],
    [
      "a picture elsewhere",
      { ...body, items: [{ ...item, image: "https://evil.example/x.png" }] },
      { "items.0.image": expect.stringContaining("picture on this server") },
    ],
    ["a number for a status", { ...body, status: 5 }, { status: expect.any(String) }],
    ["a status without end", { ...body, status: "x".repeat(41) }, { status: "Keep this to 40 characters" }],
    ["an empty status", { ...body, status: " " }, { status: expect.any(String) }],
    [
      "texts that are too long, or missing",
      {
        ...body,
        status: "",
        customer: { name: " ", company: "x".repeat(101), phone: "none" },
        shipping: "x".repeat(501),
        billing: "x".repeat(501),
        payment: { id: "x".repeat(61) },
      },
      {
        status: "Enter a status, such as new",
        "customer.name": "Enter the customer's name, or the id of a user",
        "customer.company": "Keep this to 100 characters",
        "customer.phone": expect.any(String),
        shipping: "Keep this to 500 characters",
        billing: "Keep this to 500 characters",
        "payment.id": "Keep this to 60 characters",
      },
    ],
  ])("POST /api/orders with %s returns 400 and changes nothing", async (_, sent, errors) => {
    const { status, data } = await call("POST", "", sent);
    expect({ status, message: data.message, errors: data.errors ?? {} }).toEqual({
      status: 400,
      message: "Invalid request",
      errors,
    });
    expect([await db.$count(orders), await db.$count(notifications), await db.$count(journal)]).toEqual([0, 0, 0]);
  });
});

describe("PATCH /api/orders", () => {
  it("merges the given fields, also within customer and payment, and keeps the rest", async () => {
    const { id } = await addOrder();
    const before = await one(id);
    const { data } = await call("PATCH", `?id=${id}`, {
      id: 7,
      status: "shipping",
      nonsense: 1,
      customer: { phone: "+1 555 0100" },
      payment: { cardNumber: "4000 0000 0000 0002" },
    });
    const after = {
      ...before,
      status: "shipping",
      customer: { ...before.customer, phone: "+1 555 0100" },
      payment: { ...before.payment, cardNumber: "**** **** **** 0002" },
    };
    expect(data.order).toEqual(after);
    expect(await one(id)).toEqual(after);
  });

  it("accepts what was returned, even if everything it refers to is gone", async () => {
    const { id } = await addOrder({ items: [{ id: 42, name: "Gone", image: null, price: 1_00, quantity: 1 }] });
    await write(async (tx) => void (await tx.update(orders).set({ invoiceId: "INV-0099" })));
    await userResource.trash(ada, [dan.id]);
    const answered = await one(id);
    expect((await call("PATCH", `?id=${id}`, answered)).data.order).toEqual(answered);
    const more = { ...answered, items: [...answered.items, { id: 42, quantity: 2 }] };
    expect((await call("PATCH", `?id=${id}`, more)).data.order).toMatchObject({
      items: [{ name: "Gone" }, { id: 42, name: "Gone", price: 1, quantity: 2 }],
      subTotalAmount: 3,
    });
    expect((await db.select().from(journal)).filter(({ entity }) => entity === "orders")).toHaveLength(2);
  });

  it("copies another customer, links an existing invoice, and computes the totals again", async () => {
    await addInvoice({ customerId: ben.id });
    const { id } = await addOrder();
    const { data } = await call("PATCH", `?id=${id}`, {
      customer: { id: String(ben.id) },
      invoiceId: "INV-0001",
      items: [{ id: 1, quantity: 1 }],
      discountAmount: 0,
      totalAmount: 0,
    });
    expect(data.order).toMatchObject({
      customer: { id: ben.id, name: ben.name, email: ben.email },
      invoiceId: "INV-0001",
      subTotalAmount: 19.9,
      totalAmount: 26.4,
    });
  });

  it.each([
    ["that there is not", "INV-0009", "There is no invoice INV-0009"],
    ["of another customer", "INV-0001", "INV-0001 is another customer's. Name one that was made out to Dan Directory."],
    [
      "of somebody else, who is in no directory",
      "INV-0002",
      "INV-0002 is another customer's. Name one that was made out to Dan Directory.",
    ],
    ["void", "INV-0003", "INV-0003 is void. Reinstate it first, or name another invoice."],
  ])("refuses an invoice %s, as POST does", async (_, invoiceId, why) => {
    for (const customer of [{ customerId: ben.id }, { customerId: null, customerName: "Guest" }, {}])
      await addInvoice(customer);
    await invoiceResource.trash(ada, ["INV-0003"]);
    const { id } = await addOrder();
    for (const answer of [
      await call("PATCH", `?id=${id}`, { invoiceId }),
      await call("POST", "", { ...body, invoiceId }),
    ]) {
      expect(answer).toMatchObject({ status: 400, data: { message: "Invalid request", errors: { invoiceId: why } } });
    }
    expect(await db.select().from(orders)).toMatchObject([{ id, invoiceId: null, revision: 1 }]);
  });

  it("does not change the customer of an order that keeps the first customer's invoice", async () => {
    await addInvoice();
    const { id } = await addOrder({ invoiceId: "INV-0001" });
    expect(await call("PATCH", `?id=${id}`, { customer: { id: ben.id } })).toMatchObject({
      status: 400,
      data: { errors: { invoiceId: expect.stringContaining("another customer's") } },
    });
    expect((await call("PATCH", `?id=${id}`, { customer: { id: ben.id }, invoiceId: null })).data.order).toMatchObject({
      customer: { id: ben.id },
      invoiceId: null,
    });
  });

  it("accepts an invoice of the same customer, compared by name if either has no id", async () => {
    await addInvoice({ customerId: null, customerName: dan.name });
    const { id } = await addOrder();
    await userResource.change(ada, dan.id, { name: "Daniel" });
    await addInvoice();
    for (const invoiceId of ["INV-0001", "INV-0002"])
      expect((await call("PATCH", `?id=${id}`, { invoiceId })).data.order).toMatchObject({ invoiceId });
  });

  it("keeps the prices of two items of the same product, and uses the last one for further ones", async () => {
    const at = (price: number) => ({ id: 1, name: `Pen at ${price}`, image: null, price: price * 100, quantity: 1 });
    const { id } = await addOrder({ items: [at(10), { ...at(7), id: null, name: "Wrapping" }, at(20)] });
    const items = [
      { name: "Wrapping", price: 7, quantity: 1 },
      { id: 1, quantity: 2 },
      { id: 1, quantity: 3 },
      { id: 1, quantity: 4 },
    ];
    const { data } = await call("PATCH", `?id=${id}`, { items });
    expect(data.order.items.map(({ name, price, quantity }) => [name, price, quantity])).toEqual([
      ["Wrapping", 7, 1],
      ["Pen at 10", 10, 2],
      ["Pen at 20", 20, 3],
      ["Pen at 20", 20, 4],
    ]);
  });

  it("keeps the given data of another customer, even if the previous one had the same name", async () => {
    const { id } = await addOrder();
    const { data } = await call("PATCH", `?id=${id}`, { customer: { id: ben.id, name: dan.name } });
    expect(data.order.customer).toMatchObject({ id: ben.id, name: dan.name, email: ben.email });
  });

  it("refuses a stale If-Match, an absent order, a missing id and an invalid body", async () => {
    const { id } = await addOrder();
    expect((await call("PATCH", `?id=${id}`, { status: "Pending" }, { "If-Match": '"1"' })).status).toBe(200);
    const late = await call("PATCH", `?id=${id}`, { status: "Shipping" }, { "If-Match": '"1"' });
    expect({ status: late.status, etag: late.headers.get("ETag") }).toEqual({ status: 412, etag: '"2"' });
    expect(await call("PATCH", "?id=999", { status: "new" })).toMatchObject({
      status: 404,
      data: { message: "Order not found" },
    });
    expect(await call("PATCH", "", { status: "new" })).toMatchObject({
      status: 400,
      data: { message: "Invalid request" },
    });
    expect((await call("PATCH", `?id=${id}`)).status).toBe(400);
    expect(await one(id)).toMatchObject({ status: "Pending" });
  });

  it.each([
    [{ items: [] }, "items"],
    [{ items: [{ id: 1 }] }, "items.0.quantity"],
    [{ items: [{ id: 2, quantity: 1 }] }, "items.0.id"],
    [{ customer: { id: 999 } }, "customer"],
    [{ customer: { name: "" } }, "customer.name"],
    [{ discountAmount: 46.31 }, "discountAmount"],
    [{ deliveredAt: "2026-03-01T00:00:00Z" }, "deliveredAt"],
    [{ status: null }, "status"],
  ])("PATCH /api/orders with %j returns 400 and changes nothing", async (sent, wrong) => {
    const { id } = await addOrder();
    const before = await one(id);
    const { status, data } = await call("PATCH", `?id=${id}`, sent);
    expect({ status, wrong: Object.keys(data.errors ?? {}) }).toEqual({ status: 400, wrong: [wrong] });
    expect(await one(id)).toEqual(before);
  });
});

describe("tax rates in /api/orders", () => {
  const wrapping = { name: "Wrapping", price: 12, quantity: 1 };
  const sums = ({ taxAmount, totalAmount }: Shown) => [taxAmount, totalAmount];
  const rates = ({ items }: Shown) => items.map(({ taxRateId }) => taxRateId);

  it("a rate is taken for one item or for all, and items that are sent back keep rates and totals", async () => {
    const vat = await addTaxRate();
    const reduced = await addTaxRate({ name: "Reduced VAT 5%", rate: 5_00, category: "reduced" });
    await changeCompany({ priceTax: "included" });
    const items = [wrapping, { id: 1, quantity: 1, price: 10.5, taxRateId: reduced.id }];
    const made = await call("POST", "", { customer: { id: dan.id }, items, taxRateId: vat.id });
    const { order } = made.data;
    expect([rates(order), sums(order), order.includesTax]).toEqual([[vat.id, reduced.id], [2.5, 22.5], true]);
    expect((await call("POST", "", order)).data.order).toEqual({ ...order, id: 2 });

    const bare = order.items.map(({ taxRateId: _, ...item }) => item);
    for (const sent of [order.items, order.items.toReversed(), bare, [...bare].reverse()]) {
      const { data } = await call("PATCH", "?id=1", { items: sent.map((item) => ({ ...item, image: null })) });
      expect(sums(data.order)).toEqual([2.5, 22.5]);
    }
    expect(sums((await call("PATCH", "?id=1", { taxRateId: reduced.id })).data.order)).toEqual([1.07, 22.5]);
    expect((await call("PATCH", "?id=1", { items: [{ ...wrapping, taxRateId: null }] })).data.order).toMatchObject({
      items: [{ taxRateId: null }],
      taxAmount: 0,
      totalAmount: 12,
      includesTax: false,
    });
    expect(sums((await call("PATCH", "?id=2", { taxRateId: null })).data.order)).toEqual([0, 22.5]);
  });

  it("an amount of tax beside rates, and a rate that does not exist, are refused", async () => {
    const { id: taxRateId } = await addTaxRate();
    const order = { customer: { id: dan.id }, items: [{ ...wrapping, taxRateId }] };
    expect((await call("POST", "", { ...order, taxAmount: 7 })).data.errors).toEqual({ taxAmount: expect.any(String) });
    expect(sums((await call("POST", "", { ...order, taxAmount: 2.4 })).data.order)).toEqual([2.4, 14.4]);
    expect((await call("PATCH", "?id=1", { taxAmount: 7 })).data.errors).toEqual({ taxAmount: expect.any(String) });
    expect((await call("PATCH", "?id=1", { items: [{ ...wrapping, taxRateId: 99 }] })).data.errors).toEqual({
      "items.0.taxRateId": "There is no such tax rate, or it is archived",
    });
    expect((await call("PATCH", "?id=1", { taxRateId: 99 })).data.errors).toMatchObject({
      taxRateId: "There is no such tax rate, or it is archived",
    });
    expect((await call("PATCH", "?id=1", { taxRateId: null, taxAmount: 1 })).data.order).toMatchObject({
      taxAmount: 1,
      totalAmount: 13,
    });
  });
});

describe("DELETE /api/orders", () => {
  it("returns the deleted order, or what remains of many", async () => {
    for (let number = 1; number <= 4; number++) await addOrder();
    expect((await call("DELETE", "?id=1")).data.order).toMatchObject({ id: 1 });
    expect((await one(1)) as unknown).toBe(false);
    const { data } = await call("DELETE", "", { ids: [2, "3"] });
    expect((data as unknown as Shown[]).map(({ id }) => id)).toEqual([4]);
    expect(await call("DELETE", "?id=1")).toMatchObject({ status: 404, data: { message: "Order not found" } });
    expect((await call("PUT", "", {})).status).toBe(405);
  });
});
