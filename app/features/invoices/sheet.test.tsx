/** Tests the payment part of the sheet: instructions while an invoice is open, and the method once it is paid. */
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { Invoice, Issuer } from "db/schema";
import { cast, testDatabase } from "~/testing/database";
import { addInvoice, line } from "~/testing/invoices";
import { addTaxRate } from "~/testing/tax-rates";
import { readIssuer } from "~/features/company/company.server";
import { createCreditNote } from "./credit-notes/credit-notes.server";
import { CreditNoteSheet } from "./credit-notes/sheet";
import { InvoiceSheet } from "./sheet";

testDatabase();

const shown = async (invoice: Invoice, company: Partial<Issuer> = {}) =>
  renderToStaticMarkup(
    <InvoiceSheet
      invoice={invoice}
      state={invoice.status}
      from={{ ...(await readIssuer(invoice.issuerId)), payment: "IBAN 1", ...company }}
    />,
  );

it("a paid invoice names method and card, and an open one how to pay", async () => {
  const card = { paymentMethod: "Master Card", cardNo: "**** **** **** 1956", cardHolder: "Dan Directory" };
  const [open, paid] = [
    await shown(await addInvoice(card)),
    await shown(await addInvoice({ ...card, status: "complete" })),
  ];
  for (const word of ["Master Card", "1956", "Cardholder"])
    expect([open.includes(word), paid.includes(word)]).toEqual([false, true]);
  expect([open.includes("IBAN 1"), paid.includes("IBAN 1")]).toEqual([true, false]);
});

it("the customer's name appears once, even if the address begins with it", async () => {
  const html = await shown(await addInvoice({ billingAddress: "Dan Directory\n1 Main Street\nOslo" }));
  expect(html.match(/Dan Directory/g)).toHaveLength(1);
  expect(html).toContain("1 Main Street\nOslo");
});

it("an invoice shows the company's numbers, logo and footer, and leaves out what is empty", async () => {
  const invoice = await addInvoice();
  const full = await shown(invoice, {
    website: "fjord.example",
    taxNumber: "NO 999",
    registrationNumber: "R 17",
    footer: "Bank of Oslo",
    logo: "/files/logo",
  });
  for (const text of ["fjord.example", "Tax number NO 999", "Registration number R 17", "Bank of Oslo", "/files/logo"])
    expect(full).toContain(text);
  expect(await shown(invoice)).not.toMatch(/Tax number|Registration number|<img/);
});

it("a credit note shows units, tax by rate and why no tax is charged, like its invoice", async () => {
  const { id } = await addTaxRate({ name: "Books", rate: 0, category: "exempt", reason: "Article 132" });
  const tax = { taxRateId: id, taxName: "Books", rate: 0, category: "exempt" as const, taxReason: "Article 132" };
  const invoice = await addInvoice({ lines: [line({ unit: "hours", ...tax })] });
  const made = await createCreditNote(cast.ada, { invoiceId: invoice.id, reason: "Wrong", lines: [] });
  if (!made.ok) throw new Error("no credit note");
  const html = renderToStaticMarkup(
    <CreditNoteSheet note={made.row} taxNumber="" from={await readIssuer(made.row.issuerId)} />,
  );
  for (const text of ["hours", "Books", "on $30.00", "Article 132"]) expect(html).toContain(text);
});

it("the sheet of a void invoice says so, and that nothing is due", async () => {
  const invoice = await addInvoice();
  const sheetOf = async (state: "pending" | "void", values: Partial<Invoice> = {}) =>
    renderToStaticMarkup(
      <InvoiceSheet
        invoice={{ ...invoice, ...values }}
        state={state}
        from={{ ...(await readIssuer(invoice.issuerId)), payment: "IBAN 1" }}
      />,
    );
  const open = await sheetOf("pending");
  expect(open).toContain("Total due");
  expect(open).not.toContain("Void");
  for (const html of [await sheetOf("void"), await sheetOf("void", { credited: 10_00 })]) {
    expect(html).toMatch(/<strong[^>]*>Void<\/strong>/);
    expect(html).toContain(">Total<");
    expect(html).not.toMatch(/Total due|Balance due|IBAN 1/);
  }
});
