/** Orders that somebody in the office enters, from the posted form to the stored order and its invoice. */
import fc from "fast-check";
import { beforeEach, expect, it } from "vitest";
import { linesOfOrder } from "db/billing";
import { db } from "db";
import { invoices, type LineTax, type OrderItem, orders, type TaxRate } from "db/schema";
import { newFormKey } from "~/core/form/form.server";
import { documentSums } from "~/features/taxes/document-sums";
import { userResource } from "~/features/users/users.server";
import { action as createWithInvoice } from "~/features/invoices/create-with-order";
import { changeCompany } from "~/testing/company";
import { cast, testDatabase } from "~/testing/database";
import { addProducts } from "~/testing/products";
import { propertyRuns } from "~/testing/property-runs";
import { get, post, run, signedIn } from "~/testing/requests";
import { addTaxRate } from "~/testing/tax-rates";
import { addUp } from "../complete.server";
import { action as create, loader as showCreate } from "../create";
import { action as edit, loader as showEdit } from "../edit";

testDatabase();
const { ada, ben, dan } = cast;

let vat: TaxRate;
beforeEach(async () => {
  vat = await addTaxRate();
  await changeCompany({ defaultTaxRateId: vat.id });
});

const blank = { discountAmount: "", shippingChargeAmount: "", taxAmount: "", shippingTaxRate: "", paymentMethod: "" };
const toDan = { ...blank, customer: `${dan.name} · #${dan.id}`, shipping: "12 Lindengasse\n1070 Vienna" };
const oneLine = { "lines.0.title": "Gift wrapping", "lines.0.quantity": "2", "lines.0.price": "50.00" };

const send = async (action: Parameters<typeof run>[0], path: string, fields: Record<string, string>, params = {}) =>
  run<{ form?: { errors: Record<string, string> } }>(action, await signedIn(post(path, fields), ada), params);

const stored = async () => db.select().from(orders);

it("an order takes its tax from the rates, its contact from the directory, and its invoice the same total", async () => {
  const [product] = await addProducts({ title: "Chair", price: 10_000, discount: 1_000, taxRateId: vat.id });
  const { location } = await send(createWithInvoice, "/orders/create/invoice", {
    ...toDan,
    ...oneLine,
    "lines.0.taxRate": "none",
    "lines.1.product": `Chair · #${product!.id}`,
    "lines.1.quantity": "1",
    discountAmount: "19.00",
    shippingChargeAmount: "10",
    shippingTaxRate: "none",
  });
  const [order] = await stored();
  const [invoice] = await db.select().from(invoices);
  expect(location).toBe(`/invoices/${invoice!.id}/details`);
  // The discount falls on both lines by their share: 10.00 and 9.00; the tax is 20 % of 81.00.
  expect(order).toMatchObject({
    subTotalAmount: 19_000,
    taxAmount: 1_620,
    totalAmount: 19_720,
    customerEmail: dan.email,
    billing: toDan.shipping,
    status: "New",
    invoiceId: invoice!.id,
  });
  expect(invoice).toMatchObject({ totalAmount: 19_720, tax: 1_620, customerId: dan.id });
});

it("an order posted twice with its invoice makes one of each", async () => {
  const form = { ...toDan, ...oneLine, key: newFormKey() };
  for (const _ of [1, 2]) await send(createWithInvoice, "/orders/create/invoice", form);
  expect([(await stored()).length, (await db.select().from(invoices)).length]).toEqual([1, 1]);
});

it("an unknown customer is refused unless the form says that they are not in the directory", async () => {
  const form = { ...toDan, ...oneLine, customer: "Rosa from the market" };
  const { data } = await send(create, "/orders/create", form);
  expect(data?.form?.errors.customer).toContain("tick that they are not in the directory");
  expect(await stored()).toEqual([]);
  await send(create, "/orders/create", { ...form, isGuest: "on" });
  expect(await stored()).toMatchObject([{ customerId: null, customerName: "Rosa from the market" }]);
});

it("a customer who is exempt from tax gets their rate on every line", async () => {
  const exempt = await addTaxRate({ name: "Exempt", rate: 0, category: "exempt", reason: "Article 132" });
  await userResource.change(ada, dan.id, { taxTreatment: "exempt" });
  await send(create, "/orders/create", { ...toDan, ...oneLine, "lines.0.taxRate": String(vat.id) });
  expect(await stored()).toMatchObject([{ totalAmount: 10_000, items: [{ taxRateId: exempt.id }] }]);
});

it("items that an invoice bills stay, and addresses can still be corrected", async () => {
  await send(createWithInvoice, "/orders/create/invoice", { ...toDan, ...oneLine });
  const [order] = await stored();
  const { customer: _, ...open } = toDan;
  const params = { id: String(order!.id) };
  await send(edit, `/orders/${order!.id}/edit`, { ...open, shipping: "13 Lindengasse", revision: "2" }, params);
  expect(await stored()).toMatchObject([{ shipping: "13 Lindengasse", totalAmount: order!.totalAmount }]);
});

it("a form that was opened before the order was invoiced is refused with what was typed", async () => {
  await send(createWithInvoice, "/orders/create/invoice", { ...toDan, ...oneLine });
  const stale = { ...toDan, ...oneLine, "lines.0.price": "1.00", shipping: "13 Lindengasse", revision: "1" };
  const { status, data } = await change(stale);
  expect([status, data?.form?.errors[""]]).toEqual([409, expect.stringContaining("bills this order")]);
  expect(data?.form).toMatchObject({ fields: { "lines.0.price": "1.00", shipping: "13 Lindengasse" } });
  expect(await stored()).toMatchObject([{ shipping: toDan.shipping }]);
});

it("another customer brings their own contact data, except for what is typed", async () => {
  await userResource.change(ada, ben.id, { phone: "+43 1 5550 0199" });
  await send(create, "/orders/create", { ...toDan, ...oneLine, customerPhone: "+43 1 5550 0174" });
  await change({ customer: `${ben.name} · #${ben.id}`, customerCompany: "Typed Ltd" });
  expect(await stored()).toMatchObject([
    { customerId: ben.id, customerEmail: ben.email, customerPhone: "+43 1 5550 0199", customerCompany: "Typed Ltd" },
  ]);
  await change({ customer: "Rosa from the market", isGuest: "on" });
  expect(await stored()).toMatchObject([{ customerId: null, customerEmail: "", customerPhone: "" }]);
});

it("a customer is a guest only if that is ticked, and then keeps their name and contact data", async () => {
  await send(create, "/orders/create", { ...toDan, ...oneLine, isGuest: "" });
  expect(await stored()).toMatchObject([{ customerId: dan.id, customerName: dan.name }]);
  await change({ isGuest: "on" });
  expect(await stored()).toMatchObject([{ customerId: null, customerName: dan.name, customerEmail: dan.email }]);
});

/** Repeats the first order in its form, and returns the new one. */
async function repeat() {
  const path = "/orders/create?copy=1";
  const { data } = await run<{ fields: Record<string, string> }>(showCreate, await signedIn(get(path), ada));
  await send(create, path, data.fields);
  return (await stored()).at(-1);
}

it("the order of a deleted customer is repeated for a guest of their name, others for who they are", async () => {
  await send(create, "/orders/create", { ...toDan, ...oneLine });
  expect(await repeat()).toMatchObject({ customerId: dan.id, customerEmail: dan.email });
  await userResource.trash(ada, [dan.id]);
  expect(await repeat()).toMatchObject({ customerId: null, customerName: dan.name, customerEmail: dan.email });
});

it("lines of an order without an invoice can be changed, and the totals follow", async () => {
  await send(create, "/orders/create", { ...toDan, ...oneLine });
  const [order] = await stored();
  const form = { ...toDan, ...oneLine, "lines.0.quantity": "3", revision: String(order!.revision) };
  await send(edit, `/orders/${order!.id}/edit`, form, { id: String(order!.id) });
  expect(await stored()).toMatchObject([{ subTotalAmount: 15_000, taxAmount: 3_000, totalAmount: 18_000 }]);
});

/** Changes the only order in its form, and returns the response. */
async function change(fields: Record<string, string>) {
  const [order] = await stored();
  const [path, params] = [`/orders/${order!.id}/edit`, { id: String(order!.id) }];
  const { data } = await run<{ fields: Record<string, string> }>(showEdit, await signedIn(get(path), ada), params);
  return send(edit, path, { ...data.fields, revision: String(order!.revision), ...fields }, params);
}

it("lines that are changed to “No tax” have none, with a product or without", async () => {
  const [product] = await addProducts({ title: "Chair", price: 10_000, discount: 0, taxRateId: vat.id });
  const chair = { "lines.1.product": `Chair · #${product!.id}`, "lines.1.quantity": "1" };
  await send(create, "/orders/create", { ...toDan, ...oneLine, ...chair });
  expect(await stored()).toMatchObject([{ totalAmount: 24_000 }]);
  await change({ "lines.1.taxRate": "none" });
  expect(await stored()).toMatchObject([{ totalAmount: 22_000 }]);
  await change({ "lines.0.taxRate": "none", "lines.1.taxRate": "none" });
  expect(await stored()).toMatchObject([{ taxAmount: 0, totalAmount: 20_000 }]);
});

const makeExempt = async () => {
  await addTaxRate({ name: "Exempt", rate: 0, category: "exempt", reason: "Article 132" });
  await userResource.change(ada, dan.id, { taxTreatment: "exempt" });
};

it("an order that keeps its customer keeps its taxes when the customer becomes exempt", async () => {
  await send(create, "/orders/create", {
    ...toDan,
    ...oneLine,
    "lines.1.title": "Card",
    "lines.1.quantity": "1",
    "lines.1.price": "10",
    "lines.1.taxRate": "none",
  });
  const [{ items, totalAmount } = { items: [] }] = await stored();
  await makeExempt();
  await change({ shipping: "13 Lindengasse" });
  expect(await stored()).toMatchObject([{ shipping: "13 Lindengasse", items, totalAmount }]);
  expect((await stored())[0]!.items[1]).not.toHaveProperty("taxRateId");
});

it("a line that is added to the order of an exempt customer is exempt too", async () => {
  await makeExempt();
  await send(create, "/orders/create", { ...toDan, ...oneLine });
  await change({ "lines.1.title": "Card", "lines.1.quantity": "1", "lines.1.price": "10", "lines.1.taxRate": "" });
  expect(await stored()).toMatchObject([{ taxAmount: 0, totalAmount: 11_000 }]);
});

it("a discount for an exempt customer loses the tax that prices include, on the screen and saved", async () => {
  await changeCompany({ priceTax: "included" });
  await makeExempt();
  const line = { "lines.0.title": "Card", "lines.0.quantity": "1", "lines.0.price": "12" };
  const { data } = await send(create, "/orders/create", {
    ...toDan,
    ...line,
    discountAmount: "6",
    shippingTaxRate: "x",
  });
  expect(data?.form).toMatchObject({ sums: { discount: 500, total: 500 } });
  await send(create, "/orders/create", { ...toDan, ...line, discountAmount: "6" });
  await send(create, "/orders/create", { ...toDan, ...line, discountAmount: "12" });
  expect(await stored()).toMatchObject([{ discountAmount: 500, totalAmount: 500 }, { totalAmount: 0 }]);
});

it("an exempt order is repeated at the price without tax, and with tax once its customer is taxable", async () => {
  await changeCompany({ priceTax: "included" });
  await makeExempt();
  const line = { "lines.0.title": "Card", "lines.0.quantity": "1", "lines.0.price": "12" };
  await send(create, "/orders/create", { ...toDan, ...line, discountAmount: "6", shippingChargeAmount: "2.40" });
  expect(await repeat()).toMatchObject({ taxAmount: 0, totalAmount: 700 });
  await userResource.change(ada, dan.id, { taxTreatment: "taxable" });
  expect(await repeat()).toMatchObject({ taxAmount: 140, totalAmount: 840 });
});

it("two changes of one line are compared as items, not as what the form calls them", async () => {
  await send(create, "/orders/create", { ...toDan, ...oneLine });
  const [order] = await stored();
  const params = { id: String(order!.id) };
  const form = (price: string) => ({ ...toDan, ...oneLine, "lines.0.price": price, revision: String(order!.revision) });
  await send(edit, `/orders/${order!.id}/edit`, form("60.00"), params);
  const { data } = await run<{ versions: { fields: object } }>(
    edit,
    await signedIn(post(`/orders/${order!.id}/edit`, form("70.00")), ada),
    params,
  );
  expect(data.versions.fields).toMatchObject({ lines: { label: "Items", format: "rows" } });
  expect(data.versions.fields).toMatchObject({ shippingTaxRate: { label: "Tax rate of the shipping" } });
});

const rateOf = (id: number): LineTax => ({
  taxRateId: id,
  taxName: "",
  rate: id * 700,
  category: "standard",
  taxReason: "",
});
const anItem = fc.record({
  price: fc.integer({ min: 0, max: 100_000 }),
  quantity: fc.integer({ min: 1, max: 50 }),
  tax: fc.constantFrom(undefined, 1, 2, 3),
});

it("the lines of its invoice add up to an order, whatever discount and rates", () => {
  fc.assert(
    fc.property(
      fc.array(anItem, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 0, max: 100 }),
      fc.boolean(),
      (bought, percent, includesTax) => {
        const items = bought.map(({ tax, ...item }): OrderItem => ({
          id: null,
          name: "",
          image: null,
          ...item,
          ...(tax && rateOf(tax)),
        }));
        const subtotal = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
        const discountAmount = Math.floor((subtotal * percent) / 100);
        const order = { items, discountAmount, shippingChargeAmount: 500, shippingTax: rateOf(1), includesTax };
        const lines = linesOfOrder(order);
        const sums = documentSums({ lines, shippingCharge: 500, shippingTax: rateOf(1), tax: 0, includesTax });
        expect(lines.reduce((sum, { total }) => sum + total, 0)).toBe(subtotal - discountAmount);
        expect(addUp({ ...order, taxAmount: 0 })).toMatchObject({ subTotalAmount: subtotal, totalAmount: sums!.total });
      },
    ),
    propertyRuns(100),
  );
});
