/** Tax rates on the lines of invoices: which ones lines take, what they copy, and what stays as it was issued. */
import { beforeEach, describe, expect, it } from "vitest";
import type { Invoice, TaxRate } from "db/schema";
import { undoChange } from "~/core/undo/undo.server";
import { action as change } from "~/features/api/resource";
import { taxRateResource } from "~/features/taxes/tax-rates.server";
import { changeCompany } from "~/testing/company";
import { cast, testDatabase } from "~/testing/database";
import { addInvoice, duplicateInvoice, line } from "~/testing/invoices";
import { addOrder } from "~/testing/orders";
import { addProducts } from "~/testing/products";
import { post, run, send, signedIn } from "~/testing/requests";
import { addTaxRate } from "~/testing/tax-rates";
import { action as create } from "./create";
import { createCreditNote } from "./credit-notes/credit-notes.server";
import { requestedLine } from "./credit-notes/issue.server";
import { action as edit } from "./edit";
import { invoiceValues } from "./form/form-values";
import { invoiceOrder } from "./invoice-order.server";
import { invoiceResource } from "./invoices.server";
import { copyOf } from "./new-invoice.server";
import { totalOf } from "./sheet-totals";

testDatabase();
const { ada } = cast;

let [vat, reduced] = [] as unknown as [TaxRate, TaxRate];
beforeEach(async () => {
  vat = await addTaxRate();
  reduced = await addTaxRate({ name: "Reduced VAT 5%", rate: 5_00, category: "reduced" });
});

async function api(method: string, body: object) {
  const browser = await signedIn("/x", ada);
  const cookie = { Cookie: browser.headers.get("Cookie") ?? "" };
  const { status, data } = await run<{ invoice: Record<string, unknown>; errors?: object }>(
    change,
    send(method, "/api/invoices", { customer: { id: cast.dan.id }, ...body }, cookie),
  );
  return { status, invoice: data.invoice, errors: data.errors };
}

const found = async (id = "INV-0001") => (await invoiceResource.find(ada, id)) as Invoice;
const taxesOf = ({ taxes }: Invoice) => taxes.map(({ name, net, tax }) => `${name} on ${net}: ${tax}`);

const fields = {
  customer: "Dan Directory · #6",
  issueDate: "2026-01-10",
  dueDate: "2026-01-24",
  status: "pending",
  paymentMethod: "",
  cardNo: "",
  shippingCharge: "10",
  tax: "3",
  "lines.0.product": "",
  "lines.0.title": "Consulting",
  "lines.0.quantity": "1.5",
  "lines.0.unit": "hours",
  "lines.0.price": "100",
  "lines.0.discount": "10",
};
const save = async (more: Record<string, string>) =>
  run<{ form?: { fields: Record<string, string | string[]>; errors: object } }>(
    create,
    await signedIn(post("/invoices/create", { ...fields, ...more }), ada),
  );

describe("/api/invoices", () => {
  it("computes the tax by rate from lines with a rate, and answers it as it was copied", async () => {
    const { invoice } = await api("POST", {
      products: [
        { title: "Consulting", quantity: 1.5, unit: "hours", price: 100, discount: 10, taxRateId: vat.id },
        { title: "Book", quantity: 3, price: 9.99, taxRateId: reduced.id },
        { title: "Gift", quantity: 1, price: 5, discount: 100, taxRateId: null },
      ],
      shippingCharge: 10,
      shippingTaxRateId: vat.id,
    });
    expect(invoice).toMatchObject({
      products: [
        { quantity: 1.5, unit: "hours", total: 135, taxRateId: vat.id },
        { total: 29.97, taxRateId: reduced.id },
        { discount: 100, total: 0, taxRateId: null },
      ],
      taxes: [
        { taxRateId: vat.id, name: "VAT 20%", rate: 20, category: "standard", net: 145, tax: 29 },
        { taxRateId: reduced.id, rate: 5, category: "reduced", net: 29.97, tax: 1.5 },
      ],
      tax: 30.5,
      totalAmount: 205.47,
      includesTax: false,
    });
  });

  it("keeps a bare amount of tax without a rate, also where products and company have rates", async () => {
    const [product] = await addProducts({ taxRateId: vat.id });
    await changeCompany({ defaultTaxRateId: vat.id });
    const { invoice } = await api("POST", { products: [{ id: product!.id, quantity: 1, price: 50 }], tax: 12.5 });
    expect(invoice).toMatchObject({ tax: 12.5, taxes: [], totalAmount: 62.5, products: [{ taxRateId: null }] });
    const changed = await api("PUT", { id: "INV-0001", products: [{ title: "Other", quantity: 2, price: 50 }] });
    expect(changed.invoice).toMatchObject({ tax: 12.5, taxes: [], totalAmount: 112.5 });
  });

  it("/api/invoices without any tax takes the product's rate, or else the company's default, also for the shipping", async () => {
    const [product] = await addProducts({ taxRateId: reduced.id });
    await changeCompany({ defaultTaxRateId: vat.id });
    const { invoice } = await api("POST", {
      products: [
        { id: product!.id, quantity: 1, price: 100 },
        { title: "Gift wrapping", quantity: 1, price: 10 },
      ],
      shippingCharge: 5,
    });
    expect(invoice).toMatchObject({ tax: 8, totalAmount: 123, shippingTaxRateId: vat.id });
  });

  it("refuses a tax rate that does not exist or is archived, and changes nothing", async () => {
    await taxRateResource.setStatus(ada, [reduced.id], "archived");
    const { status, errors } = await api("POST", {
      products: [
        { title: "One", quantity: 1, price: 1, taxRateId: reduced.id },
        { title: "Two", quantity: 1, price: 1, taxRateId: 999 },
      ],
    });
    expect({ status, wrong: Object.keys(errors ?? {}) }).toEqual({
      status: 400,
      wrong: ["products.0.taxRateId", "products.1.taxRateId"],
    });
    expect(await found()).toBeUndefined();
  });
});

describe("the form", () => {
  it("computes the tax of rates, and keeps the typed amount if no line has one", async () => {
    await save({ "lines.0.taxRate": String(vat.id), shippingTaxRate: String(reduced.id) });
    await save({ "lines.0.taxRate": "none", "lines.0.title": "Other" });
    expect(await found()).toMatchObject({ tax: 27_50, totalAmount: 172_50, shippingTax: { taxRateId: reduced.id } });
    expect(await found("INV-0002")).toMatchObject({ tax: 3_00, totalAmount: 148_00, taxes: [], shippingTax: null });
  });

  it("the form without scripts fills in the rate of a product when a row is added", async () => {
    const [product] = await addProducts({ taxRateId: reduced.id });
    const { data } = await save({ "lines.0.product": `#${product!.id}`, "lines.0.taxRate": "", rows: "add:lines" });
    expect(data.form?.fields["lines.0.taxRate"]).toBe(String(reduced.id));
  });

  it("opened and saved unchanged keeps every line, rate and sum", async () => {
    await save({ "lines.0.taxRate": String(vat.id), shippingTaxRate: "" });
    const before = await found();
    await taxRateResource.change(ada, vat.id, { rate: 25_00, name: "VAT 25%" });
    await taxRateResource.setStatus(ada, [vat.id], "archived");
    const { revision, ...opened } = await found();
    const posted = { ...invoiceValues(opened), revision: String(revision), billingAddress: "Elsewhere" };
    await run(edit, await signedIn(post("/invoices/INV-0001", posted), ada), { id: "INV-0001" });
    const { lines, tax, taxes, totalAmount } = before;
    expect(await found()).toMatchObject({ billingAddress: "Elsewhere", lines, tax, taxes, totalAmount });
  });
});

it("prices that include tax: the tax is taken out of the sum of each rate, and the total stays", async () => {
  await changeCompany({ priceTax: "included", defaultTaxRateId: vat.id });
  await save({ "lines.0.price": "9.99", "lines.0.quantity": "3", "lines.0.discount": "", shippingCharge: "5.04" });
  const invoice = await found();
  expect(invoice).toMatchObject({ totalAmount: 35_01, tax: 5_84, includesTax: true });
  expect(taxesOf(invoice)).toEqual(["VAT 20% on 2917: 584"]);
  expect(totalOf(invoice).parts.map(({ label }) => label)).toEqual([
    "Subtotal",
    "Shipping",
    "VAT 20% on $29.17, included",
  ]);
  await changeCompany({ priceTax: "excluded" });
  await invoiceResource.change(ada, invoice.id, { shippingCharge: 0 });
  expect(await found()).toMatchObject({ totalAmount: 29_97, includesTax: true });
});

it("a duplicate takes a changed rate as it is today, and the usual one instead of an archived one", async () => {
  await save({ "lines.0.taxRate": String(vat.id), shippingCharge: "0" });
  await taxRateResource.change(ada, vat.id, { rate: 25_00, name: "VAT 25%" });
  await duplicateInvoice("INV-0001");
  expect(taxesOf(await found("INV-0002"))).toEqual(["VAT 25% on 13500: 3375"]);
  await changeCompany({ defaultTaxRateId: reduced.id });
  await taxRateResource.setStatus(ada, [vat.id], "archived");
  const { archivedRates, sums } = await copyOf(await found());
  expect([archivedRates, sums.taxes.map(({ name }) => name)]).toEqual([["VAT 20%"], ["Reduced VAT 5%"]]);
  await duplicateInvoice("INV-0001", { issueDate: "2026-02-01", dueDate: "2026-02-02" });
  expect(taxesOf(await found("INV-0003"))).toEqual(["Reduced VAT 5% on 13500: 675"]);
});

it("the form of a duplicate shows the total that it is saved with, also after rates and settings changed", async () => {
  await changeCompany({ priceTax: "included" });
  await save({ "lines.0.taxRate": String(vat.id), shippingTaxRate: String(reduced.id) });
  await changeCompany({ priceTax: "excluded" });
  await taxRateResource.change(ada, vat.id, { rate: 25_00, name: "VAT 25%" });
  const { sums } = await copyOf(await found());
  await duplicateInvoice("INV-0001");
  expect(sums.total).toBe(179_25);
  expect((await found("INV-0002")).totalAmount).toBe(sums.total);
});

it("the invoice of an order keeps the order's amount of tax", async () => {
  await changeCompany({ defaultTaxRateId: vat.id });
  const { id } = await addOrder({ taxAmount: 7_00 });
  await invoiceOrder(ada, id);
  expect(await found()).toMatchObject({ tax: 7_00, taxes: [] });
});

it("undoing a change of lines brings back the tax by rate", async () => {
  await save({ "lines.0.taxRate": String(vat.id) });
  const before = await found();
  const changed = await invoiceResource.change(ada, before.id, { lines: [line()], tax: 1_00 });
  await undoChange(ada, (changed as { batch: string }).batch);
  const { lines, tax, taxes, totalAmount, shippingTax } = before;
  expect(await found()).toMatchObject({ lines, tax, taxes, totalAmount, shippingTax });
});

it("a rate on an invoice can be archived, but not deleted", async () => {
  await addInvoice({ lines: [line({ taxRateId: vat.id, taxName: vat.name, rate: vat.rate, category: "standard" })] });
  expect(await taxRateResource.trash(ada, [vat.id])).toMatchObject({ ok: false });
  expect(await taxRateResource.trash(ada, [reduced.id])).toMatchObject({ ok: true });
});

it("a credit note of half an hour takes back the tax of its own rate, and the rest comes to the cent", async () => {
  const tax = (rate: TaxRate) => ({
    taxRateId: rate.id,
    taxName: rate.name,
    rate: rate.rate,
    category: rate.category,
  });
  const invoice = await addInvoice({
    lines: [line({ quantity: 1.3, price: 99_99, ...tax(vat) }), line({ quantity: 3, price: 9_99, ...tax(reduced) })],
  });
  const whole = { invoiceId: invoice.id, reason: "Goods returned", lines: [], shippingCharge: 0 };
  const [part, others] = [
    await createCreditNote(ada, { ...whole, lines: [requestedLine(0, 0.5)] }),
    await createCreditNote(ada, whole),
  ].map((made) => (made.ok ? made.row : expect.fail(JSON.stringify(made.errors))));
  expect(part).toMatchObject({ tax: 10_00, totalAmount: 60_00 });
  expect(part!.totalAmount + others!.totalAmount).toBe(invoice.totalAmount);
  expect(part!.tax + others!.tax).toBe(invoice.tax);
});
