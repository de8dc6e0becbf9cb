/** The tax report and the accountant's files of a period. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { eq } from "drizzle-orm";
import { write } from "db";
import { invoices, payments, taxRates } from "db/schema";
import { booksClosed, putBooks, putInvoice } from "~/testing/books";
import { createCreditNote } from "~/features/invoices/credit-notes/credit-notes.server";
import { requestedLine } from "~/features/invoices/credit-notes/issue.server";
import { changeCompany } from "~/testing/company";
import { cast, testDatabase } from "~/testing/database";
import { addInvoice, line } from "~/testing/invoices";
import { run, signedIn } from "~/testing/requests";
import { loader as report } from "../export";
import { accountsOf } from "./accountant-files.server";
import { loader } from "./accountant-files";
import { taxReport } from "./tax-report.server";

testDatabase();
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: booksClosed }));
afterEach(() => void vi.useRealTimers());

const { ada, ben, dan } = cast;
const february = { from: "2026-02-01", to: "2026-02-28" };

/** Returns the text of each file of a period, by name. */
async function filesOf(days: typeof february) {
  const texts: Record<string, string> = {};
  for (const { name, input } of accountsOf(days)) {
    texts[name] = "";
    for await (const piece of input) texts[name] += piece;
  }
  return texts;
}

/** Inserts a payment that settles no invoice, so that it is credit of the customer, or a refund of such credit. */
const depositOf = ({ id, name }: typeof dan, amount: number, date: string, kind: "payment" | "refund" = "payment") =>
  write(
    async (tx) => void (await tx.insert(payments).values({ date, amount, kind, customerId: id, customerName: name })),
  );

const rowsIn = (text = "") => text.trimEnd().split("\r\n").slice(1);

it("the accountant's files of a closed month stay byte for byte the same when something newer is recorded", async () => {
  await putBooks();
  const download = async () => {
    const { data } = await run<Uint8Array>(
      loader,
      await signedIn(`/finance/accounts.zip?from=${february.from}&to=${february.to}`, ada),
    );
    return Buffer.from(data).toString("base64");
  };
  const [files, zip] = [await filesOf(february), await download()];
  await putInvoice(20, { dollars: 5, issueDate: "2026-03-20" });
  const pay = (invoiceId: string, amount: number, kind: "payment" | "refund") =>
    write(
      async (tx) =>
        void (await tx
          .insert(payments)
          .values({ date: "2026-03-30", amount, kind, allocations: [{ invoiceId, amount }] })),
    );
  await pay("INV-0005", 800_00, "payment");
  await depositOf(dan, 70_00, "2026-03-01");
  await pay("INV-0001", 60_00, "refund"); // it was paid in February
  await write(async (tx) => {
    const reopened = { status: "pending" as const, completedAt: null };
    await tx.update(invoices).set(reopened).where(eq(invoices.id, "INV-0001"));
  });
  expect(await filesOf(february)).toEqual(files);
  expect(await download()).toBe(zip);
});

it("the accountant's files have the invoices and payments of the period, and what was owed at its end", async () => {
  await putBooks();
  const files = await filesOf(february);
  expect(rowsIn(files["invoices.csv"]).map((row) => row.split(",")[0])).toEqual(["INV-0001", "INV-0002"]);
  expect(rowsIn(files["invoice-lines.csv"])).toHaveLength(2);
  expect(rowsIn(files["payments.csv"]).map((row) => row.split(",").slice(1, 3))).toEqual([["2026-02-20", "payment"]]);
  expect(rowsIn(files["allocations.csv"])).toEqual([expect.stringContaining("INV-0001")]);
  expect(rowsIn(files["customers.csv"]).map((row) => row.split(",").slice(2))).toEqual([
    ["2", "6600.00", "0.00"], // Ben: INV-0002, paid in March, and INV-0008
    ["2", "4000.00", "0.00"], // Dan: INV-0005 and INV-0007
  ]);
});

it("the accountant's files have the credit of each customer before the period, what was added and used, and the rest", async () => {
  await depositOf(dan, 50_00, "2026-01-31");
  await depositOf(dan, 30_00, "2026-02-01");
  await depositOf(dan, 20_00, "2026-02-28", "refund");
  await depositOf(dan, 90_00, "2026-03-01");
  const { id } = await addInvoice({ customerId: ben.id, issueDate: "2026-01-10", lines: [line({ price: 40_00 })] });
  const whole = { allocations: [{ invoiceId: id, amount: 40_00 }], customerId: ben.id, customerName: ben.name };
  await write(async (tx) => void (await tx.insert(payments).values({ date: "2026-01-20", amount: 40_00, ...whole })));
  const credited = { invoiceId: id, reason: "Returned", date: "2026-02-20", lines: [], shippingCharge: 0 };
  expect(await createCreditNote(ada, credited)).toMatchObject({ ok: true });
  const files = await filesOf(february);
  expect(rowsIn(files["customer-credit.csv"])).toEqual([
    `${ben.id},${ben.name},0.00,40.00,0.00,40.00`,
    `${dan.id},${dan.name},50.00,30.00,20.00,60.00`,
  ]);
  expect(rowsIn(files["customers.csv"])).toEqual([
    `${ben.id},${ben.name},0,0.00,40.00`,
    `${dan.id},${dan.name},0,0.00,60.00`,
  ]);
});

it("invoice lines in the accountant's files say whether prices include tax, and their net amounts add up to the net", async () => {
  await changeCompany({ priceTax: "included" });
  const vat = { name: "VAT", rate: 20_00, category: "standard" as const };
  await write(async (tx) => void (await tx.insert(taxRates).values({ id: 7, ...vat })));
  const rated = { taxRateId: 7, taxName: "VAT", rate: 20_00, category: vat.category, taxReason: "" };
  await addInvoice({
    issueDate: "2026-02-10",
    dueDate: "2026-02-24",
    lines: [1, 2, 3].map(() => line({ price: 10_00, ...rated })),
    shippingCharge: 5_00,
    shippingTax: rated,
  });
  const files = await filesOf(february);
  const lines = rowsIn(files["invoice-lines.csv"]).map((row) => row.split(",").slice(-2));
  expect(lines).toEqual([
    ["yes", "8.33"],
    ["yes", "8.34"],
    ["yes", "8.33"],
    ["yes", "4.17"],
  ]);
  expect(rowsIn(files["invoices.csv"])[0]?.split(",")[7]).toBe("29.17");
});

it("the tax report adds up tax that was entered as an amount apart from the rates", async () => {
  await addInvoice({ issueDate: "2026-02-10", dueDate: "2026-02-24", tax: 2_00 });
  await addInvoice({ issueDate: "2026-02-28", dueDate: "2026-03-14", lines: [line({ price: 50_00 })] });
  await addInvoice({ issueDate: "2026-03-01", dueDate: "2026-03-14", tax: 9_00 });
  expect(await taxReport(february)).toEqual([
    { name: "Without a tax rate", rate: null, category: "", sales: 80_00, credits: 0, net: 80_00, tax: 2_00 },
  ]);
});

it("lines without a tax rate, and what is credited of them, are a row of their own in tax report and files", async () => {
  const vat = { taxRateId: 1, taxName: "VAT", rate: 20_00, category: "standard" as const, taxReason: "" };
  const { id } = await addInvoice({
    issueDate: "2026-02-10",
    dueDate: "2026-02-24",
    lines: [line({ price: 100_00, ...vat }), line({ price: 50_00 })],
    shippingCharge: 10_00,
    shippingTax: null,
  });
  const credited = { invoiceId: id, reason: "Returned", date: "2026-02-20", lines: [requestedLine(1, 1)] };
  expect(await createCreditNote(ada, { ...credited, shippingCharge: 0 })).toMatchObject({ ok: true });
  expect(await taxReport(february)).toMatchObject([
    { name: "VAT", sales: 100_00, credits: 0, net: 100_00, tax: 20_00 },
    { name: "Without a tax rate", rate: null, sales: 60_00, credits: 50_00, net: 10_00, tax: 0 },
  ]);
  const net = (rows: string[], column: number) => rows.reduce((sum, row) => sum + Number(row.split(",")[column]), 0);
  const files = await filesOf(february);
  expect(net(rowsIn(files["taxes.csv"]), 5)).toBe(110);
  expect(net(rowsIn(files["invoices.csv"]), 7) - net(rowsIn(files["credit-notes.csv"]), 6)).toBe(110);
});

it.each([
  ["from=abc&to=2026-02-28", { from: "Enter a day, such as 2026-10-31" }],
  ["from=2026-02-30&to=2026-02-28", { from: "Enter a day, such as 2026-10-31" }],
  ["to=2026-02-28", { from: "Enter a day, such as 2026-10-31" }],
  ["from=2026-02-02&to=2026-02-01", { to: "Enter a day that is not before the first" }],
  ["from=2026-02-01&to=2099-01-01", { to: expect.stringContaining("not after today") }],
  ["from=1999-12-31&to=2026-02-28", { from: "Enter a day that is not before 1 Jan 2000" }],
  ["period=february", { period: "Enter 7d, 30d, 90d or 12m, or name days by from and to" }],
])("files of a period that cannot be are refused with a sentence: %s", async (search, errors) => {
  const refused = { status: 400, data: { message: "Invalid request", errors } };
  expect(await run(loader, await signedIn(`/finance/accounts.zip?${search}`, ada))).toMatchObject(refused);
  expect(await run(report, await signedIn(`/finance/taxes.csv?${search}`, ada))).toMatchObject(refused);
});

it.each(["", "?period=12m", "?from=2026-02-01", "?from=2026-02-01&to=2026-02-01"])(
  "the accountant's files have an answer for the address accounts.zip%s",
  async (search) => {
    expect(await run(loader, await signedIn(`/finance/accounts.zip${search}`, ada))).toMatchObject({ status: 200 });
  },
);
