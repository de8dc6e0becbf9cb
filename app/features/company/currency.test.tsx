/** The company's currency: chosen before there are documents, and that of all amounts afterwards. */
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { db, write } from "db";
import { companies, invoiceDrafts, invoices, payments } from "db/schema";
import { formatMoney, parseMoney } from "~/core/values/money";
import { action as apiAction, loader as api } from "~/features/api/resource";
import { createCreditNote } from "~/features/invoices/credit-notes/credit-notes.server";
import { CreditNoteSheet } from "~/features/invoices/credit-notes/sheet";
import { invoiceMail } from "~/features/invoices/sending/invoice-mail.server";
import { InvoiceSheet } from "~/features/invoices/sheet";
import { changeCompany } from "~/testing/company";
import { cast, testDatabase } from "~/testing/database";
import { addInvoice } from "~/testing/invoices";
import { get, post, run, send, signedIn } from "~/testing/requests";
import { action, loader } from "./company";
import { readCompany, readIssuer } from "./company.server";

testDatabase();
const { ada, dan } = cast;
const path = "/settings/company";

interface Shown {
  company: Record<string, string> & { revision: number };
  currencies: { text: string; note: string }[];
  currencyUses: string;
}

const shown = async () => (await run<Shown>(loader, await signedIn(get(path), ada))).data;

async function save(currency: string) {
  const { revision, ...fields } = (await shown()).company;
  const sent = { ...fields, revision: String(revision), currency };
  return run<{ form: { errors: Record<string, string> } }>(action, await signedIn(post(path, sent), ada));
}

test("a new company chooses one of the currencies with two decimals, by its code or its name", async () => {
  const { currencies } = await shown();
  expect(currencies).toEqual(expect.arrayContaining([{ text: "EUR", note: "Euro" }]));
  expect(currencies.filter(({ text }) => ["JPY", "KWD"].includes(text))).toEqual([]);
  expect(formatMoney(-12_50)).toBe("−$12.50");
  for (const [typed, code, amount] of [
    ["eur", "EUR", "−€12.50"],
    ["Swiss Franc", "CHF", "−CHF 12.50"],
  ] as const) {
    expect((await save(typed)).status).toBe(303);
    expect([(await readCompany()).currency, formatMoney(-12_50).replace(/\s/, " ")]).toEqual([code, amount]);
  }
  expect([parseMoney("CHF 5"), parseMoney("$5"), parseMoney("€5")]).toEqual([5_00, undefined, undefined]);
  for (const typed of ["JPY", "KWD", "Mars dollar", ""])
    expect((await save(typed)).data.form.errors.currency).toBeTruthy();
  expect((await readCompany()).currency).toBe("CHF");
});

test("the currency cannot be changed once there is an invoice, a payment or a credit note, which are counted", async () => {
  const { id } = await addInvoice({ status: "complete" });
  await createCreditNote(ada, { invoiceId: id, reason: "Goodwill", lines: [] });
  await addInvoice();
  const refused = await save("EUR");
  expect([refused.status, refused.data.form.errors.currency]).toEqual([
    400,
    "The currency stays USD, because there are 2 invoices, 1 payment and 1 credit note in it",
  ]);
  expect((await shown()).currencyUses).toBe("2 invoices, 1 payment and 1 credit note");
  expect((await readCompany()).currency).toBe("USD");
});

test("a document prints and is mailed in the currency in which it was issued, whatever the company's is later", async () => {
  await changeCompany({ currency: "EUR" });
  const invoice = await addInvoice();
  const made = await createCreditNote(ada, { invoiceId: invoice.id, reason: "Goodwill", lines: [] });
  await write((tx) => tx.update(companies).set({ currency: "GBP" })); // nobody can, and a file could be edited
  const from = await readIssuer(invoice.issuerId);
  const about = { to: "", message: "", today: "2026-01-11", wasSent: false };
  const printed = [
    renderToStaticMarkup(<InvoiceSheet invoice={invoice} state="pending" from={from} />),
    made.ok ? renderToStaticMarkup(<CreditNoteSheet note={made.row} taxNumber="" from={from} />) : "",
    JSON.stringify(invoiceMail(invoice, { ...about, company: from })),
  ];
  for (const text of printed) expect([text.includes("€30.00"), /[$£]/.test(text)]).toEqual([true, false]);
});

test("/api gives the currency beside amounts, and refuses those that are in another one", async () => {
  await changeCompany({ currency: "EUR" });
  const { id: invoiceId } = await addInvoice();
  const products = [{ title: "Desk", quantity: 1, price: 15 }];
  const bodies = {
    invoices: { customer: { id: dan.id }, products },
    "invoice-drafts": { customer: { id: dan.id }, products },
    payments: { customerId: dan.id, amount: 5, allocations: [{ invoiceId, amount: 5 }] },
    "credit-notes": { invoiceId, reason: "Goodwill" },
  };
  const counts = () => Promise.all([invoices, payments, invoiceDrafts].map((table) => db.$count(table)));
  for (const [kind, body] of Object.entries(bodies)) {
    const before = await counts();
    const ask = async (currency?: string) =>
      run<{ errors?: object }>(apiAction, await signedIn(send("POST", `/api/${kind}`, { ...body, currency }), ada));
    const refused = await ask("USD");
    const sentence = "This is in another currency. Convert it to EUR, the company's currency, first";
    expect([kind, refused.status, refused.data.errors, await counts()]).toEqual([
      kind,
      400,
      { currency: sentence },
      before,
    ]);
    expect([kind, (await ask("eur")).status]).toEqual([kind, 200]);
    const { data } = await run<{ currency: string }[]>(api, await signedIn(`/api/${kind}`, ada));
    expect([kind, ...new Set(data.map(({ currency }) => currency))]).toEqual([kind, "EUR"]);
  }
});
