/** Tests the payment part of the sheet: instructions while an invoice is open, and the method once it is paid. */
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { Invoice } from "db/schema";
import { testDatabase } from "~/testing/database";
import { addInvoice } from "~/testing/invoices";
import { InvoiceSheet } from "./sheet";

testDatabase();

const shown = (invoice: Invoice) =>
  renderToStaticMarkup(
    <InvoiceSheet
      invoice={invoice}
      state={invoice.status}
      from={{ name: "Fjord AS", address: "", payment: "IBAN 1", site: undefined }}
    />,
  );

it("a paid invoice names method and card, and an open one how to pay", async () => {
  const card = { paymentMethod: "Master Card", cardNo: "**** **** **** 1956", cardHolder: "Dan Directory" };
  const [open, paid] = [shown(await addInvoice(card)), shown(await addInvoice({ ...card, status: "complete" }))];
  for (const word of ["Master Card", "1956", "Cardholder"])
    expect([open.includes(word), paid.includes(word)]).toEqual([false, true]);
  expect([open.includes("IBAN 1"), paid.includes("IBAN 1")]).toEqual([true, false]);
});

it("the customer's name appears once, even if the address begins with it", async () => {
  const html = shown(await addInvoice({ billingAddress: "Dan Directory\n1 Main Street\nOslo" }));
  expect(html.match(/Dan Directory/g)).toHaveLength(1);
  expect(html).toContain("1 Main Street\nOslo");
});
