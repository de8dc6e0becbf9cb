import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { asc } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "db";
import { balanceOf } from "db/invoice-state";
import { invoices, payments } from "db/schema";
import { undoChange } from "~/core/undo/undo.server";
import { jobsEnded } from "~/core/jobs/jobs.server";
import { action as answerRows, loader as rowsPage } from "~/features/import/rows";
import { companyResource } from "~/features/company/company.server";
import { cast, testDatabase } from "~/testing/database";
import { importIt, readImport, refusals, send, tryFile } from "~/testing/imports";
import { addInvoice, line } from "~/testing/invoices";
import { post, run, signedIn } from "~/testing/requests";
import { creditOf } from "../credit.server";
import { paymentResource } from "../payments.server";
import { verifyBalances } from "../verify.server";

testDatabase();

const { ada, dan, ben } = cast;
const addInvoiceOf = (cents: number, values = {}) => addInvoice({ lines: [line({ price: cents })], ...values });
const balances = async () =>
  Object.fromEntries((await db.select().from(invoices)).map((invoice) => [invoice.id, balanceOf(invoice)]));
const booked = async () =>
  (await db.select().from(payments).orderBy(asc(payments.id))).map(
    ({ kind, customerId, amount, allocations, deletedAt }) => [
      deletedAt ? "deleted" : kind,
      customerId,
      amount,
      allocations.map(({ invoiceId, amount }) => [invoiceId, amount]),
    ],
  );
const fixture = (name: string) => readFile(join(import.meta.dirname, "fixtures", name), "utf8");
const csv = (...rows: string[]) => ["Booking date,Name,Description,Amount", ...rows].join("\n");
const tryBank = (...rows: string[]) => tryFile("payments", csv(...rows));

/** Returns what the rows are proposed to be booked as. */
const proposals = (rows: Awaited<ReturnType<typeof readImport>>["rows"]) =>
  rows.map(({ outcome, proposal }) => [
    outcome,
    proposal?.cells.bookAs,
    proposal?.cells.customer,
    proposal?.cells.invoices,
  ]);

/** Changes rows as the page of a file does, and tries the file again. */
async function choose(id: string, choices: Record<number, Record<string, string>>) {
  const fields = Object.entries(choices).flatMap(([line, values], place) => [
    [`answers.${place}.line`, line],
    ...Object.entries(values).map(([name, value]) => [`answers.${place}.proposed.${name}`, value]),
  ]);
  const request = post(`/import/${id}/rows?act=answer`, Object.fromEntries(fields) as Record<string, string>);
  const answer = await run(answerRows, await signedIn(request, ada), { id });
  expect(answer.status).toBe(303);
  await jobsEnded();
  return readImport(id);
}

const danText = `${dan.name} · #${dan.id}`;
const benText = `${ben.name} · #${ben.id}`;

describe("the import of a bank file", () => {
  it("proposes by invoice number, customer and amount, books nothing before it is confirmed, and is undone at once", async () => {
    await addInvoiceOf(100_00);
    await addInvoiceOf(50_00, { customerId: ben.id });
    await addInvoiceOf(33_00);
    const { file, rows } = await tryFile("payments", await fixture("camt.053.001.02.xml"));
    expect(proposals(rows)).toEqual([
      ["create", "Payment", danText, "INV-0001 100.00"],
      ["create", "Payment", danText, "INV-0003 33.00"],
      ["create", "Payment", benText, "INV-0002 20.00"],
      ["skip", "Skip", "", ""],
    ]);
    expect(await booked()).toEqual([]);
    const { undo } = (await importIt(file.id))!;
    expect(await booked()).toEqual([
      ["payment", dan.id, 100_00, [["INV-0001", 100_00]]],
      ["payment", dan.id, 50_00, [["INV-0003", 33_00]]],
      ["payment", ben.id, 20_00, [["INV-0002", 20_00]]],
    ]);
    expect(await db.select().from(payments)).toMatchObject([
      { source: "import", date: "2026-02-17", method: "Bank Transfer", reference: "Invoice no. INV-0001" },
      {},
      {},
    ]);
    expect(await balances()).toEqual({ "INV-0001": 0, "INV-0002": 30_00, "INV-0003": 0 });
    expect(await creditOf(dan.id)).toBe(17_00);
    expect(await verifyBalances()).toMatchObject({ wrong: [] });
    await undoChange(ada, undo ?? "");
    expect(await balances()).toEqual({ "INV-0001": 100_00, "INV-0002": 50_00, "INV-0003": 33_00 });
  });

  it("books nothing of the same file or of an overlapping one again, but what was undone", async () => {
    await addInvoiceOf(100_00);
    const rows = ["2026-02-17,Dan Directory,Rent,20", "2026-02-17,Dan Directory,Rent,20"];
    const first = await tryBank(...rows);
    const { undo } = (await importIt(first.file.id))!;
    expect((await booked()).length).toBe(2);
    const outcomes = async (...more: string[]) => (await tryBank(...more)).rows.map(({ outcome }) => outcome);
    expect(await outcomes(...rows)).toEqual(["same", "same"]);
    expect(await outcomes(...rows, "2026-02-17,Dan Directory,Rent,20", "2026-02-18,Dan Directory,Rent,20")).toEqual([
      "same",
      "same",
      "create",
      "create",
    ]);
    await undoChange(ada, undo ?? "");
    expect(await outcomes(...rows)).toEqual(["create", "create"]);
  });

  it("two files tried at the same time book an entry once", async () => {
    const [first, second] = [
      await tryBank("2026-02-17,Dan Directory,Rent,20"),
      await tryBank("2026-02-17,Dan Directory,Rent,20"),
    ];
    await importIt(first.file.id);
    await importIt(second.file.id);
    expect((await booked()).length).toBe(1);
    expect((await readImport(second.file.id)).rows.map(({ outcome }) => outcome)).toEqual(["same"]);
  });

  it("one payment covers the invoices that it names, the oldest due first, and then the customer's others", async () => {
    await addInvoiceOf(10_00, { dueDate: "2026-03-03" });
    await addInvoiceOf(20_00, { dueDate: "2026-03-01" });
    await addInvoiceOf(30_00, { dueDate: "2026-02-01" });
    await addInvoiceOf(40_00, { customerId: ben.id });
    const { rows } = await tryBank(
      '2026-02-17,Somebody,"INV-0001, INV 2 and INV-0004",25',
      "2026-02-17,,inv0001/0002,40",
    );
    expect(proposals(rows)).toEqual([
      ["create", "Payment", danText, "INV-0002 20.00; INV-0001 5.00"],
      ["create", "Payment", danText, "INV-0001 5.00; INV-0003 30.00"],
    ]);
  });

  it("two payments of one amount settle one invoice each, and one of an amount of several invoices asks", async () => {
    await addInvoiceOf(20_00);
    await addInvoiceOf(20_00);
    await addInvoiceOf(50_00);
    await addInvoiceOf(50_00, { customerId: ben.id });
    await addInvoiceOf(77_00, { customerId: ben.id });
    const { rows } = await tryBank(
      "2026-02-17,Dan Directory,,20",
      "2026-02-17,Dan Directory,,20",
      "2026-02-17,Unknown,,50",
      "2026-02-17,Unknown,,77",
    );
    expect(proposals(rows)).toEqual([
      ["create", "Payment", danText, "INV-0001 20.00"],
      ["create", "Payment", danText, "INV-0002 20.00"],
      ["refuse", "Payment", "", ""],
      ["create", "Payment", benText, "INV-0005 77.00"],
    ]);
    expect(rows[2]?.found).toMatchObject([
      { field: "date", after: "2026-02-17" },
      { field: "name", after: "Unknown" },
      { field: "amount", after: "50" },
      { field: "bookAs", after: "Payment" },
      { field: "customer" },
    ]);
    expect(refusals(rows)).toEqual([
      [4, "customer: No customer or invoice was found for this. Choose one, or skip the row."],
    ]);
  });

  it("each row can be changed, skipped or kept as credit, and stays so when the file is tried again", async () => {
    await addInvoiceOf(100_00);
    const { file } = await tryBank(
      "2026-02-17,Unknown,,33",
      "2026-02-17,Dan Directory,,20",
      "2026-02-17,Dan Directory,,30",
      "2026-02-18,Dan Directory,,90",
    );
    const changed = await choose(file.id, {
      2: { bookAs: "Payment", customer: benText, invoices: "" },
      3: { bookAs: "Skip", customer: danText, invoices: "" },
      5: { bookAs: "Payment", customer: danText, invoices: "inv-1" },
    });
    expect(proposals(changed.rows)).toEqual([
      ["create", "Payment", benText, ""],
      ["skip", "Skip", danText, ""],
      ["create", "Payment", danText, "INV-0001 30.00"],
      ["create", "Payment", danText, "INV-0001 70.00"],
    ]);
    await importIt(file.id);
    expect([await creditOf(ben.id), await creditOf(dan.id), await balances()]).toEqual([
      33_00,
      20_00,
      { "INV-0001": 0 },
    ]);
  });

  it("a row that a user changed to more than an invoice needs after the others is refused with a sentence", async () => {
    await addInvoiceOf(100_00);
    const { file } = await tryBank("2026-02-17,Dan Directory,,80", "2026-02-18,Dan Directory,,80");
    const { rows } = await choose(file.id, { 3: { invoices: "INV-0001 80" } });
    expect(refusals(rows)).toEqual([[3, ": INV-0001 still needs $20.00 after the rows before this one."]]);
    const unreadable = await choose(file.id, { 3: { invoices: "all of them" } });
    expect(refusals(unreadable.rows)[0]?.[1]).toContain("Write invoices as INV-0012");
  });

  it("money out is a refund of the credit of the customer whom it names, or else skipped, and a refund asks for the password", async () => {
    await paymentResource.create(ada, { customerId: dan.id, date: "2026-02-01", amount: 50_00 });
    const { file, rows } = await tryBank("2026-02-17,Dan Directory,Back,-20", "2026-02-17,Landlord,Rent,(500.00)");
    expect(proposals(rows).map(([outcome, as]) => [outcome, as])).toEqual([
      ["create", "Refund"],
      ["skip", "Skip"],
    ]);
    await importIt(file.id);
    expect(await creditOf(dan.id)).toBe(30_00);
    expect((await booked()).at(-1)).toEqual(["refund", dan.id, 20_00, []]);
  });

  it("columns of money in and out, and a bank reference, are read", async () => {
    await addInvoiceOf(1_234_56);
    const content = `Date;Details;Paid out;Paid in;Transaction ID\n17.02.2026;INV-0001;;"1.234,56";T-1\n18.02.2026;Fee;3,00;;T-2`;
    const { file } = await tryFile("payments", content);
    await importIt(file.id);
    expect(await db.select().from(payments)).toMatchObject([
      { amount: 1_234_56, date: "2026-02-17", bankReference: "T-1" },
    ]);
  });

  it("another currency, a closed month and money without an amount are refused", async () => {
    await companyResource.unrestricted.change(ada, 1, { closingDate: "2026-01-31" });
    const xml = await tryFile("payments", (await fixture("camt.053.001.08.xml")).replace("ISO-8859-1", "UTF-8"));
    expect(refusals(xml.rows)).toEqual([[1, expect.stringContaining("another currency")]]);
    const { rows } = await tryBank("2026-01-17,Dan Directory,,20", "2026-02-17,Dan Directory,,none");
    expect(refusals(rows)).toEqual([
      [2, expect.stringContaining("Enter a date after 31 Jan 2026")],
      [3, "amount: Enter an amount such as 12.50 that is not 0"],
    ]);
  });

  it("a bank file in the company's currency is read, and one in dollars is refused then", async () => {
    await companyResource.unrestricted.change(ada, 1, { currency: "CHF" });
    const xml = await fixture("camt.053.001.02.xml");
    const inDollars = await tryFile("payments", xml);
    const refused = expect.stringContaining("This is in another currency. Write it in CHF");
    expect(refusals(inDollars.rows).map(([, sentence]) => sentence)).toEqual(inDollars.rows.map(() => refused));
    const { rows } = await tryFile("payments", xml.replaceAll('"USD"', '"CHF"'));
    expect(JSON.stringify(refusals(rows))).not.toContain("currency");
  });

  it("an XML file is only taken as a bank file", async () => {
    const xml = await fixture("camt.053.001.02.xml");
    const users = await send("users", xml);
    expect(users.data.form.errors.file).toContain("This is an XML document, not a CSV file");
    const bomb = await send("payments", `<!DOCTYPE a [<!ENTITY b "c">]>${xml.slice(39)}`);
    expect(bomb.data.form.errors.file).toContain("document type of its own");
  });

  it("1,200 entries are proposed and tried", async () => {
    await addInvoiceOf(100_00);
    const entries = Array.from({ length: 1_200 }, (_, place) => `2026-02-17,Dan Directory,Rent ${place},20`);
    const { file } = await tryBank(...entries);
    expect(file).toMatchObject({ creates: 1_200, refused: 0 });
  }, 60_000);

  it("the page of a file shows each proposal with the fields to change it", async () => {
    await addInvoiceOf(100_00);
    const { file } = await tryBank("2026-02-17,Somebody,INV-0001,20");
    const { data } = await run<{ rows: { choices?: { name: string; value: string }[] }[] }>(
      rowsPage,
      await signedIn(`/import/${file.id}/rows`, ada),
      { id: file.id },
    );
    expect(data.rows[0]?.choices?.map(({ name, value }) => [name, value])).toEqual([
      ["bookAs", "Payment"],
      ["customer", danText],
      ["invoices", "INV-0001 20.00"],
    ]);
  });
});
