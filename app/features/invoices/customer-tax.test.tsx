/** Invoices to customers who are exempt from tax or liable for it themselves. */
import { beforeEach, expect, it } from "vitest";
import { renderToStaticMarkup } from "react-dom/server";
import type { Invoice, TaxRate, User } from "db/schema";
import { undoChange } from "~/core/undo/undo.server";
import { action as api } from "~/features/api/resource";
import { readIssuer } from "~/features/company/company.server";
import { suggestPeople } from "~/features/customers/people-choices.server";
import { taxReport } from "~/features/dashboards/finance/tax-report.server";
import { userResource } from "~/features/users/users.server";
import { changeCompany } from "~/testing/company";
import { cast, testDatabase } from "~/testing/database";
import { addInvoice, duplicateInvoice, line } from "~/testing/invoices";
import { addProducts } from "~/testing/products";
import { post, run, send, signedIn } from "~/testing/requests";
import { addTaxRate } from "~/testing/tax-rates";
import { action as create } from "./create";
import { action as edit } from "./edit";
import { invoiceValues } from "./form/form-values";
import { sumsOfForm } from "~/features/document-lines/form-sums";
import { formRates } from "~/features/company/form-rates.server";
import { invoiceResource } from "./invoices.server";
import { copyOf } from "./new-invoice.server";
import { invoiceMail } from "./sending/invoice-mail.server";
import { InvoiceSheet } from "./sheet";

testDatabase();
const { ada, ben, dan } = cast;

let [vat, reverse] = [] as unknown as [TaxRate, TaxRate];
beforeEach(async () => {
  vat = await addTaxRate();
  reverse = await addTaxRate({
    name: "Reverse charge",
    rate: 0,
    category: "reverse charge",
    reason: "Reverse charge: the recipient is liable for VAT",
  });
  await changeCompany({ defaultTaxRateId: vat.id, taxNumber: "GB 123 4567 89" });
});

const setTax = (values: Partial<User>, person = dan) => userResource.change(ada, person.id, values);
const reverseCharged = { taxTreatment: "reverse charge" as const, taxNumber: "ATU00000024" };
const found = async (id = "INV-0001") => (await invoiceResource.find(ada, id)) as Invoice;
const taxed = () => ({
  lines: [line({ taxRateId: vat.id, taxName: vat.name, rate: vat.rate, category: "standard", taxReason: "" })],
});

async function call(method: string, path: string, body: object) {
  const cookie = { Cookie: (await signedIn("/x", ada)).headers.get("Cookie") ?? "" };
  return run<{ invoice?: Record<string, unknown>; user?: object; errors?: object }>(
    api,
    send(method, path, body, cookie),
  );
}

it("every line and the shipping of a reverse charge customer has that rate, whatever product and request say", async () => {
  await setTax(reverseCharged);
  const [product] = await addProducts({ taxRateId: vat.id });
  const { data } = await call("POST", "/api/invoices", {
    customer: { id: dan.id },
    products: [
      { id: product!.id, quantity: 1, price: 100 },
      { title: "Consulting", quantity: 2, price: 50, taxRateId: vat.id },
    ],
    shippingCharge: 10,
  });
  expect(data.invoice).toMatchObject({
    customer: { taxNumber: "ATU00000024" },
    products: [{ taxRateId: reverse.id }, { taxRateId: reverse.id }],
    shippingTaxRateId: reverse.id,
    taxes: [{ name: "Reverse charge", rate: 0, category: "reverse charge", net: 210, tax: 0 }],
    tax: 0,
    totalAmount: 210,
  });
  const { issueDate } = await found();
  expect(await taxReport({ from: issueDate, to: issueDate })).toMatchObject([
    { name: "Reverse charge", rate: 0, category: "reverse charge", net: 210_00, tax: 0 },
  ]);
});

it("an invoice by reverse charge is refused without the customer's tax number, or without such a tax rate", async () => {
  await setTax({ ...reverseCharged, taxNumber: "" });
  const made = () => invoiceResource.create(ada, { customerId: dan.id, ...days, ...taxed(), status: "pending" });
  const days = { issueDate: "2026-01-10", dueDate: "2026-01-24" };
  expect(await made()).toMatchObject({ errors: { customer: expect.stringContaining("Enter that of Dan Directory") } });
  await setTax({ taxTreatment: "exempt" });
  expect(await made()).toMatchObject({ errors: { customer: expect.stringContaining("category “exempt”") } });
  expect(await found()).toBeUndefined();
});

it("an issued invoice keeps its tax when the customer becomes taxable, also when its lines are edited", async () => {
  await setTax(reverseCharged);
  const issued = await addInvoice(taxed());
  await setTax({ taxTreatment: "taxable", taxNumber: "ATU99999999" });
  const { revision, ...opened } = issued;
  const posted = { ...invoiceValues(opened), "lines.0.price": "40", revision: String(revision) };
  await run(edit, await signedIn(post("/invoices/INV-0001", posted), ada), { id: "INV-0001" });
  expect(await found()).toMatchObject({ totalAmount: 40_00, tax: 0, customerTaxNumber: "ATU00000024" });
  await duplicateInvoice("INV-0001");
  expect(await found("INV-0002")).toMatchObject({ totalAmount: 48_00, tax: 8_00, customerTaxNumber: "ATU99999999" });
});

it("another customer brings another tax, and undoing the change brings back the first", async () => {
  const issued = await addInvoice(taxed());
  await setTax(reverseCharged, ben);
  const changed = await invoiceResource.change(ada, issued.id, { customerId: ben.id });
  expect(await found()).toMatchObject({ totalAmount: 30_00, taxes: [{ category: "reverse charge" }] });
  const back = await invoiceResource.change(ada, issued.id, { customerId: dan.id });
  expect(await found()).toMatchObject({ totalAmount: 36_00, taxes: [{ taxRateId: vat.id }], customerTaxNumber: "" });
  for (const { batch } of [back, changed] as { batch: string }[]) await undoChange(ada, batch);
  const { lines, taxes, totalAmount, customerTaxTreatment, customerName } = issued;
  expect(await found()).toMatchObject({ lines, taxes, totalAmount, customerTaxTreatment, customerName });
});

it("the sums of the form follow the customer, with scripts and without", async () => {
  await setTax(reverseCharged);
  const typed = { customer: "Dan Directory · #6", customerTax: "", "lines.0.title": "Pen", "lines.0.quantity": "1" };
  const fields = { ...typed, "lines.0.price": "30", "lines.0.taxRate": String(vat.id) };
  const rates = await formRates();
  const withScripts = sumsOfForm({ ...fields, ...(await suggestPeople("Dan")).offers[0]?.sets }, rates);
  const { data } = await run<{ form: { fields: Record<string, string> } }>(
    create,
    await signedIn(post("/invoices/create", { ...fields, rows: "add:lines" }), ada),
  );
  for (const { taxes, total } of [withScripts, sumsOfForm(data.form.fields, rates)])
    expect({ taxes, total }).toMatchObject({ taxes: [{ category: "reverse charge", tax: 0 }], total: 30_00 });
});

it("the sheet and the mail give the reason and the tax numbers", async () => {
  await setTax(reverseCharged);
  const invoice = await addInvoice(taxed());
  const from = await readIssuer(invoice.issuerId);
  const sheet = renderToStaticMarkup(<InvoiceSheet invoice={invoice} state="pending" from={from} />);
  const { text } = invoiceMail(invoice, {
    to: dan.email,
    company: from,
    message: "",
    today: "2026-01-10",
    wasSent: false,
  });
  for (const words of ["Tax number ATU00000024", reverse.reason])
    expect([sheet.includes(words), text.includes(words)]).toEqual([true, true]);
  expect(sheet).toContain("Tax number GB 123 4567 89");
});

it("an API request without the tax fields leaves a person's tax as it is, and a new person is taxable", async () => {
  await setTax(reverseCharged);
  const { data } = await call("PUT", "/api/users", { id: dan.id, company: "Harbour" });
  expect(data.user).toMatchObject({ ...reverseCharged, company: "Harbour" });
  const made = await call("POST", "/api/users", { name: "Uma", email: "uma@example.com", role: "", status: "Pending" });
  expect(made.data.user).toMatchObject({ taxTreatment: "taxable", taxNumber: "" });
});

it("prices with tax are reduced to net for a customer who is not taxable, by form, draft and API, and by a duplicate once", async () => {
  await changeCompany({ priceTax: "included" });
  await setTax(reverseCharged);
  const [product] = await addProducts({ taxRateId: vat.id });
  const body = { customer: { id: dan.id }, shippingCharge: 12 };
  await call("POST", "/api/invoices", { ...body, products: [{ id: product!.id, quantity: 2, price: 120 }] });
  const net = { totalAmount: 210_00, tax: 0, shippingCharge: 10_00, includesTax: false };
  expect(await found()).toMatchObject({ ...net, lines: [{ price: 100_00, total: 200_00 }] });
  await invoiceResource.change(ada, "INV-0001", { shippingCharge: 10_00, lines: (await found()).lines });
  expect(await found()).toMatchObject(net);

  await duplicateInvoice("INV-0001");
  expect(await found("INV-0002")).toMatchObject({ ...net, lines: [{ price: 100_00 }] });
  const { fields, sums } = await copyOf(await found());
  expect([fields["lines.0.price" as keyof typeof fields], sums.total]).toEqual(["120.00", 210_00]);
  await call("POST", "/api/invoice-drafts", { ...body, products: [{ title: "Pen", quantity: 1, price: 12 }] });
  await call("POST", "/api/invoice-drafts/issue?id=1", {});
  expect(await found("INV-0003")).toMatchObject({ totalAmount: 20_00, lines: [{ price: 10_00 }] });

  await setTax({ taxTreatment: "taxable" });
  await duplicateInvoice("INV-0001");
  expect(await found("INV-0004")).toMatchObject({ totalAmount: 252_00, tax: 42_00, includesTax: true });
});
