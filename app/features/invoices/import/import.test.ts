/** Invoices of a file: as other programs write them, and as Portico does. */
import { asc, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db, write } from "db";
import { invoices } from "db/schema";
import { undoChange } from "~/core/undo/undo.server";
import { invoiceResource } from "~/features/invoices/invoices.server";
import { cast, testDatabase } from "~/testing/database";
import { importFile } from "~/testing/import-files";
import { addInvoice, line } from "~/testing/invoices";
import { answerQuestions, importIt, refusals, tryFile } from "~/testing/imports";
import { changeCompany } from "~/testing/company";
import { addTaxRate } from "~/testing/tax-rates";
import { addProducts } from "~/testing/products";
import { get } from "~/testing/requests";
import { lineText, linesText, readLinesText } from "./line-text";

testDatabase();
const { ada, dan } = cast;
const allInvoices = () => db.select().from(invoices).orderBy(asc(invoices.number));
const exported = async (rows = "") =>
  (await invoiceResource.list.file?.(get(`/invoices.csv${rows}`), ada))?.text() ?? "";

describe("a file of another program", () => {
  const csv = importFile("invoices");

  it("has its columns recognised, and is tried with what is wrong in each row", async () => {
    const { file, rows } = await tryFile("invoices", csv);
    expect(file.fields).toEqual([
      "externalNumber",
      "customer",
      "email",
      "issued",
      "due",
      "status",
      "completed",
      "lineTitle",
      "lineQuantity",
      "linePrice",
      "lineDiscount",
      "shipping",
      "tax",
      "total",
      "currency",
    ]);
    expect(rows.map(({ line, outcome }) => [line, outcome])).toEqual([
      [2, "create"],
      [3, "part"],
      [4, "create"],
      [5, "refuse"],
      [6, "refuse"],
    ]);
    expect(refusals(rows)).toEqual([
      [5, "status: “VOIDED” invoices are not in the books, so they are left out."],
      [6, "currency: Amounts are in USD here, and this row is in EUR. Convert it first."],
    ]);
    expect(rows[0]?.found).toContainEqual({
      field: "total",
      after: "192.40",
      note: "As in the file",
    });
    expect(await allInvoices()).toEqual([]);
  });

  it("makes an invoice of the rows of one number, with numbers of our own and one undo", async () => {
    await addInvoice();
    const { file } = await tryFile("invoices", csv);
    const end = await importIt(file.id);
    expect(end?.text).toBe("invoices.csv: 2 invoices created");
    const [, first, second] = await allInvoices();
    expect(first).toMatchObject({
      id: "INV-0002",
      externalNumber: "2025-041",
      customerId: null,
      customerName: "Fjord AS",
      billingEmail: "post@fjord.example",
      issueDate: "2025-11-03",
      dueDate: "2025-11-17",
      status: "complete",
      lines: [
        { id: null, title: "Oak desk", quantity: 2, price: 100_00, discount: 12_50, total: 175_00 },
        { id: null, title: "Goodwill credit", quantity: 1, price: -5_00, discount: 0, total: -5_00 },
      ],
      shippingCharge: 10_00,
      tax: 12_40,
      totalAmount: 192_40,
    });
    expect(first?.completedAt?.toISOString().slice(0, 10)).toMatch(/2025-11-1[12]/);
    expect(second).toMatchObject({
      id: "INV-0003",
      customerId: dan.id,
      customerName: "D. Directory",
      status: "pending",
      completedAt: null,
      totalAmount: 240_00,
    });
    expect(await undoChange(ada, end?.undo ?? "")).toMatchObject({ ok: true });
    expect((await allInvoices()).map(({ deletedAt }) => deletedAt !== null)).toEqual([false, true, true]);
  });

  it("imported twice changes nothing the second time", async () => {
    const { file } = await tryFile("invoices", csv);
    await importIt(file.id);
    const before = await allInvoices();
    const { file: second } = await tryFile("invoices", csv);
    expect(second).toMatchObject({ creates: 0, changes: 0, same: 3, refused: 2 });
    expect(await allInvoices()).toEqual(before);
  });

  it("a file of another program with our way of counting updates no invoice of ours", async () => {
    const { id } = await addInvoice();
    const { file, rows } = await tryFile(
      "invoices",
      `InvoiceNumber,EmailAddress,Description,Quantity,UnitAmount\n${id},dan@example.com,Xero line,1.0000,12.50\n`,
    );
    expect(rows.map(({ outcome }) => outcome)).toEqual(["create"]);
    await importIt(file.id);
    expect((await allInvoices()).map((invoice) => [invoice.id, invoice.externalNumber])).toEqual([
      [id, ""],
      ["INV-0002", id],
    ]);
  });

  it("a file of another program without a customer or lines is refused with what to enter", async () => {
    const { rows } = await tryFile("invoices", "invoice number,status\nA-1,open\n");
    expect(refusals(rows)).toEqual([
      [
        2,
        "customer: Enter the customer's name, or the e-mail address of a user",
        "lineItems: Enter at least one line: its title, its quantity and its price, each in a column",
      ],
    ]);
  });

  it("a file of another program with wrong lines is refused by the rules of the form", async () => {
    const row = (cells: string) => `A-1,Ida,${cells}\n`;
    const head = "invoice number,customer,description,quantity,unit price,issued,due\n";
    const { rows } = await tryFile("invoices", head + row("Desk,half,3,2026-01-01,2026-01-02"));
    expect(refusals(rows)).toEqual([[2, "lineItems: Enter a quantity above 0, such as 2 or 1.5"]]);
    const spaced = await tryFile("invoices", head + row("Desk,1,1 2,2026-01-01,2026-01-02"));
    expect(refusals(spaced.rows)).toEqual([[2, "lineItems: Enter an amount such as 12.50"]]);
    const late = await tryFile("invoices", head + row("Desk,1,3,2026-01-05,2026-01-02"));
    expect(refusals(late.rows)[0]?.[1]).toMatch(/^due: Enter a due date that is not before/);
  });

  it("names products by their codes, and no product by another program's number", async () => {
    const [product] = await addProducts({ title: "Trail Backpack", code: "TB-28", price: 80_00 });
    const head = "invoice number,customer,sku,description,quantity,unit price\n";
    const { file, rows } = await tryFile(
      "invoices",
      `${head}A-1,Ida,TB-28,,1,\nA-2,Ida,${product?.id},Other thing,1,5\n`,
    );
    expect(refusals(rows)).toEqual([]);
    await importIt(file.id);
    expect((await allInvoices()).map(({ lines: [line] }) => [line?.id, line?.title, line?.price])).toEqual([
      [product?.id, "Trail Backpack", 80_00],
      [null, "Other thing", 5_00],
    ]);
  });
});

describe("Portico's own files", () => {
  const some = async () => {
    const [product] = await addProducts({ title: "Trail Backpack", code: "TB-28", price: 80_00 });
    await addInvoice({
      lines: [line({ title: "=1+1 @ 3 − 5 %", quantity: 2, discount: 12_50 }), line({ price: -5_00 })],
    });
    await addInvoice({ status: "complete", billingAddress: "1 Street\n0150 Oslo", tax: 3_00, shippingCharge: 4_00 });
    await addInvoice({ customerId: null, customerName: "Guest", customerCompany: "Fjord AS", externalNumber: "A-7" });
    await addInvoice({ lines: [line({ id: product?.id ?? 0, title: "Trail Backpack" })], paymentMethod: "Paypal" });
  };

  it.each(["", "?rows=lines"])("/invoices.csv%s imported as it is changes nothing", async (rows) => {
    await some();
    const before = await allInvoices();
    const { file, rows: tried } = await tryFile("invoices", await exported(rows));
    expect(refusals(tried)).toEqual([]);
    expect(file).toMatchObject({ creates: 0, changes: 0, same: tried.length });
    expect(await allInvoices()).toEqual(before);
  });

  it("the file of lines makes the same invoices where there are none, once", async () => {
    await some();
    const csv = await exported("?rows=lines&sort=id");
    const before = await allInvoices();
    await write(async (tx) => {
      await tx.delete(invoices);
    });
    const { file, rows } = await tryFile("invoices", csv);
    expect(refusals(rows)).toEqual([]);
    expect(file).toMatchObject({ creates: 4, differing: 0 });
    await importIt(file.id);
    const after = await allInvoices();
    const essence = (all: typeof after) =>
      all.map(({ id: _, number: __, revision: ___, createdAt: ____, externalNumber: _____, ...rest }) => rest);
    expect(essence(after)).toEqual(essence(before));
    expect(after.map(({ externalNumber }) => externalNumber)).toEqual(["INV-0001", "INV-0002", "A-7", "INV-0004"]);
    expect((await tryFile("invoices", csv)).file).toMatchObject({ creates: 0, changes: 0 });
  });

  it("a number of another customer's invoice asks, and can be taken for a number of another program", async () => {
    const { id } = await addInvoice();
    const csv = (await exported("?rows=lines"))
      .replaceAll("dan@example.com", "ida@example.com")
      .replaceAll("Dan Directory", "Ida");
    const { file, rows } = await tryFile("invoices", csv);
    expect(rows.map(({ outcome }) => outcome)).toEqual(["ask"]);
    const answered = await answerQuestions(file.id, { all: "create" });
    expect(answered.file.creates).toBe(1);
    await importIt(file.id);
    expect(await db.$count(invoices, eq(invoices.externalNumber, id))).toBe(1);
  });

  it("a changed due date is a change", async () => {
    const { id } = await addInvoice();
    const { file, rows } = await tryFile("invoices", (await exported()).replace("2026-01-24", "2026-02-24"));
    expect(rows[0]?.found).toEqual([{ field: "due", before: "2026-01-24", after: "2026-02-24" }]);
    await importIt(file.id);
    expect((await invoiceResource.unrestricted.get(id))?.dueDate).toBe("2026-02-24");
  });
});

it("two invoices cannot have one external number", async () => {
  const { id } = await addInvoice({ externalNumber: "A-7" });
  await expect(addInvoice({ externalNumber: "A-7" })).rejects.toThrow(`${id} has this number already.`);
});

it("lines are read back from their text, whatever their titles are", () => {
  const titles = [
    "Desk",
    "Pen @ home",
    "50 − 5 %",
    "2 × 3",
    "a × b @ 4.00",
    "#hash",
    "#5 Cup",
    '"a" \\ b',
    "Fee (tax: VAT)",
    "two\nrows",
  ];
  const lines = titles.map((title) => line({ title, price: -3_50, discount: 12_50 }));
  const bare = { product: "8", title: "", quantity: "2", unit: "", price: "", discount: "", tax: "" };
  expect(readLinesText(linesText(lines)).map(({ title }) => title)).toEqual(titles);
  expect(readLinesText(lineText(bare))).toEqual([bare]);
  const full = { ...bare, title: "Advice", unit: "hours", price: "5.00", discount: "10", tax: "VAT (low) 5%" };
  expect(readLinesText(lineText(full))).toEqual([full]);
});

it("lines and products of a file take the tax rate that it names, by name or by percentage, and no other", async () => {
  const vat = await addTaxRate();
  await changeCompany({ defaultTaxRateId: vat.id });
  const columns = "Customer,Line: title,Line: quantity,Unit,Line: price,Issued,Due,Tax rate,External number\n";
  const day = "2026-01-10,2026-01-24";
  const { file, rows } = await tryFile(
    "invoices",
    `${columns}Ada Active,Advice,1.5,hours,100,${day},20 %,A\nAda Active,Book,1,,10,${day},vat 20%,A\nAda Active,Gift,1,,5,${day},,B\nAda Active,Pen,1,,5,${day},VAT 9,C\n`,
  );
  expect(refusals(rows)).toEqual([[5, "lineItems: There is no tax rate “VAT 9”. Write its name, or its percentage"]]);
  await importIt(file.id);
  expect(await invoiceResource.find(cast.ada, "INV-0001")).toMatchObject({
    lines: [{ quantity: 1.5, unit: "hours", taxRateId: vat.id }, { taxRateId: vat.id }],
    taxes: [{ net: 160_00, tax: 32_00 }],
  });
  expect(await invoiceResource.find(cast.ada, "INV-0002")).toMatchObject({ taxes: [], totalAmount: 5_00 });
});

it("the shipping of a file takes the tax rate that it names, and the customer's number comes from the person", async () => {
  const [vat, reduced] = [await addTaxRate(), await addTaxRate({ name: "Reduced", rate: 5_00, category: "reduced" })];
  await changeCompany({ defaultTaxRateId: vat.id });
  const people = await tryFile("users", `E-mail,Tax,VAT number\n${dan.email},taxable,NO 000 000 000\n`);
  await importIt(people.file.id);
  const columns =
    "Customer's number,Line: title,Line: quantity,Line: price,Issued,Due,Tax rate,Shipping,Tax rate of the shipping";
  const rows = ["5 %", "", "Luxury"].map(
    (rate, at) => `${dan.id},Advice,1,100,2026-01-10,2026-01-24,20 %,10,${rate},${at}`,
  );
  const csv = `${columns},External number\n${rows.join("\n")}\n`;
  const { file, rows: tried } = await tryFile("invoices", csv);
  expect(refusals(tried)).toEqual([
    [4, "shippingTaxRate: There is no tax rate “Luxury”. Write its name, or its percentage"],
  ]);
  await importIt(file.id);
  const made = await allInvoices();
  expect(made.map(({ shippingTax, tax }) => [shippingTax?.taxRateId, tax])).toEqual([
    [reduced.id, 20_50],
    [undefined, 20_00],
  ]);
  expect(made.map(({ customerTaxNumber }) => customerTaxNumber)).toEqual(["NO 000 000 000", "NO 000 000 000"]);
  expect((await exported("?sort=id")).split("\r\n")[1]).toMatch(/,NO 000 000 000,Reduced(,){6}0.00,130.50$/);
});
