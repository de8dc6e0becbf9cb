/** The files for the accountant: CSV with fixed English heads. A closed period gives the same bytes each time. */
import { and, asc, between, eq, getTableColumns, gt, isNull, or, sql } from "drizzle-orm";
import { config } from "config";
import { db } from "db";
import { startOfNextDay } from "db/dates";
import { selectBalanceOn, whereInvoiceOpenOn } from "db/invoice-conditions";
import { allocations, type CreditNote, creditNotes, type Invoice, invoices, payments } from "db/schema";
import { type Columns, csv, withHead } from "~/core/list/export.server";
import { yieldToEventLoop } from "~/core/process/event-loop.server";
import { formatPercent } from "~/core/values/money";
import { taxesOfDocument } from "./tax-report.server";
import type { Days } from "../period";

interface ExportFile {
  name: string;
  input: AsyncIterable<string>;
  lastModified: Date;
}

/** Yields the files of a period; the amounts that customers owe are those at its end. */
export function* accountsOf(days: Days): Generator<ExportFile> {
  const lastModified = startOfNextDay(days.to, config.timeZone);
  const file = <Row>(name: string, rows: AsyncIterable<Row[]>, columns: Columns<Row>) => ({
    name,
    input: csv(rows, columns),
    lastModified,
  });
  yield file("invoices.csv", invoicesOf(days), invoiceColumns);
  yield file("invoice-lines.csv", flat(invoicesOf(days), linesOf), lineColumns);
  yield file("credit-notes.csv", creditNotesOf(days), creditNoteColumns);
  yield file("taxes.csv", taxesOf(days), taxColumns);
  yield file("payments.csv", paymentsOf(days), paymentColumns);
  yield file("allocations.csv", allocationsOf(days), allocationColumns);
  yield file("customers.csv", owedAt(days.to), customerColumns);
}

const rowsPerQuery = 500;

/** Yields the pages that `read` returns for the last row of the page before. */
async function* pages<Row>(read: (after: Row | undefined) => Promise<Row[]>) {
  for (let last: Row | undefined; ; await yieldToEventLoop()) {
    const rows = await read(last);
    yield rows;
    last = rows.at(-1);
    if (rows.length < rowsPerQuery) return;
  }
}

async function* flat<Row, Part>(batches: AsyncIterable<Row[]>, partsOf: (row: Row) => Part[]) {
  for await (const rows of batches) yield rows.flatMap(partsOf);
}

const invoicesOf = ({ from, to }: Days) =>
  pages<Invoice>((last) =>
    db
      .select()
      .from(invoices)
      .where(and(between(invoices.issueDate, from, to), last && afterInvoice(last)))
      .orderBy(asc(invoices.issueDate), asc(invoices.number))
      .limit(rowsPerQuery),
  );

const afterInvoice = ({ issueDate, number }: Invoice) =>
  or(gt(invoices.issueDate, issueDate), and(eq(invoices.issueDate, issueDate), gt(invoices.number, number)));

const creditNotesOf = ({ from, to }: Days) =>
  pages<CreditNote>((last) =>
    db
      .select()
      .from(creditNotes)
      .where(and(between(creditNotes.date, from, to), gt(creditNotes.number, last?.number ?? 0)))
      .orderBy(asc(creditNotes.number))
      .limit(rowsPerQuery),
  );

type Payment = typeof payments.$inferSelect;
const paymentsOf = ({ from, to }: Days) =>
  pages<Payment>((last) =>
    db
      .select()
      .from(payments)
      .where(and(isNull(payments.deletedAt), between(payments.date, from, to), gt(payments.id, last?.id ?? 0)))
      .orderBy(asc(payments.id))
      .limit(rowsPerQuery),
  );

type Allocation = typeof allocations.$inferSelect & { creditNote: string | null };
const allocationsOf = ({ from, to }: Days) =>
  pages<Allocation>((last) =>
    db
      .select({ ...getTableColumns(allocations), creditNote: creditNotes.id })
      .from(allocations)
      .leftJoin(creditNotes, and(eq(allocations.source, "credit note"), eq(creditNotes.number, allocations.sourceId)))
      .where(and(between(allocations.date, from, to), last && afterAllocation(last)))
      .orderBy(asc(allocations.invoiceId), asc(allocations.source), asc(allocations.sourceId))
      .limit(rowsPerQuery),
  );

const afterAllocation = ({ invoiceId, source, sourceId }: Allocation) =>
  sql`(${allocations.invoiceId}, ${allocations.source}, ${allocations.sourceId}) > (${invoiceId}, ${source}, ${sourceId})`;

interface CustomerDebt {
  id: number | null;
  name: string;
  invoices: number;
  balance: number;
}

/** Yields what each customer owed at the end of a day, under the name on their latest open invoice. */
async function* owedAt(day: string) {
  const balance = selectBalanceOn(day);
  yield (await db
    .select({
      id: invoices.customerId,
      name: sql<string>`iif(${invoices.customerId} is null, '', ${invoices.customerName})`,
      last: sql<number>`max(${invoices.number})`, // SQLite takes the name from this row
      invoices: sql<number>`count(*)`,
      balance: sql<number>`sum(${balance})`,
    })
    .from(invoices)
    .where(and(isNull(invoices.deletedAt), ...whereInvoiceOpenOn(day)))
    .groupBy(invoices.customerId)
    .orderBy(asc(invoices.customerId))) as CustomerDebt[];
}

const money = (cents: number) => ({ cents });
const columnsByHead = <Row>(
  columns: Record<string, (row: Row) => string | number | null | { cents: number }>,
): Columns<Row> => Object.fromEntries(Object.entries(columns).map(([head, cell]) => [head, withHead(head, cell)]));

const isVoid = ({ deletedAt }: Invoice) => deletedAt !== null;

const invoiceColumns = columnsByHead<Invoice>({
  Invoice: ({ id }) => id,
  Issued: ({ issueDate }) => issueDate,
  Due: ({ dueDate }) => dueDate,
  Void: (invoice) => (isVoid(invoice) ? "yes" : ""),
  "Customer number": ({ customerId }) => customerId,
  Customer: ({ customerName }) => customerName,
  Company: ({ customerCompany }) => customerCompany,
  Net: ({ totalAmount, tax }) => money(totalAmount - tax),
  Tax: ({ tax }) => money(tax),
  Total: ({ totalAmount }) => money(totalAmount),
  "Tax number": ({ customerTaxNumber }) => customerTaxNumber,
});

interface NumberedLine {
  invoice: Invoice;
  position: number;
  title: string;
  quantity: number;
  unit: string;
  price: number;
  discount: number;
  total: number;
  taxName: string;
  rate: number | null;
  category: string;
}

/** Returns the lines of an invoice, and its shipping charge as one more. */
function linesOf(invoice: Invoice): NumberedLine[] {
  const { lines, shippingCharge, shippingTax } = invoice;
  const own = lines.map(({ unit = "", taxName = "", rate = null, category = "", ...line }) => ({
    ...line,
    unit,
    taxName,
    rate,
    category,
  }));
  const shipping = {
    title: "Shipping",
    quantity: 1,
    unit: "",
    price: shippingCharge,
    discount: 0,
    total: shippingCharge,
    taxName: shippingTax?.taxName ?? "",
    rate: shippingTax?.rate ?? null,
    category: shippingTax?.category ?? "",
  };
  return [...own, ...(shippingCharge ? [shipping] : [])].map((line, index) => ({
    invoice,
    position: index + 1,
    ...line,
  }));
}

const lineColumns = columnsByHead<NumberedLine>({
  Invoice: ({ invoice }) => invoice.id,
  Issued: ({ invoice }) => invoice.issueDate,
  Void: ({ invoice }) => (isVoid(invoice) ? "yes" : ""),
  Line: ({ position }) => position,
  Description: ({ title }) => title,
  Quantity: ({ quantity }) => quantity,
  Unit: ({ unit }) => unit,
  Price: ({ price }) => money(price),
  Discount: ({ discount }) => (discount ? formatPercent(discount) : ""),
  Amount: ({ total }) => money(total),
  Tax: ({ taxName }) => taxName,
  "Tax rate": ({ rate }) => (rate === null ? "" : formatPercent(rate)),
  "Tax category": ({ category }) => category,
});

const creditNoteColumns = columnsByHead<CreditNote>({
  "Credit note": ({ id }) => id,
  Date: ({ date }) => date,
  Invoice: ({ invoiceId }) => invoiceId,
  "Customer number": ({ customerId }) => customerId,
  Customer: ({ customerName }) => customerName,
  Reason: ({ reason }) => reason,
  Net: ({ totalAmount, tax }) => money(totalAmount - tax),
  Tax: ({ tax }) => money(tax),
  Total: ({ totalAmount }) => money(totalAmount),
});

interface DocumentTax {
  document: string;
  date: string;
  name: string;
  rate: number | null;
  category: string;
  net: number;
  tax: number;
}

/** Yields the tax of each document by rate; credit notes have negative amounts. */
async function* taxesOf(days: Days): AsyncGenerator<DocumentTax[]> {
  const taxes = (
    document: { id: string; date: string; taxes: Invoice["taxes"]; totalAmount: number; tax: number },
    sign: 1 | -1,
  ) => {
    const { id, date } = document;
    return taxesOfDocument(document).map(({ net, tax, ...rate }) => ({
      document: id,
      date,
      ...rate,
      net: sign * net,
      tax: sign * tax,
    }));
  };
  yield* flat(invoicesOf(days), (invoice) =>
    isVoid(invoice) ? [] : taxes({ ...invoice, date: invoice.issueDate }, 1),
  );
  yield* flat(creditNotesOf(days), (note) => taxes(note, -1));
}

const taxColumns = columnsByHead<DocumentTax>({
  Document: ({ document }) => document,
  Date: ({ date }) => date,
  Tax: ({ name }) => name,
  "Tax rate": ({ rate }) => (rate === null ? "" : formatPercent(rate)),
  Category: ({ category }) => category,
  Net: ({ net }) => money(net),
  Amount: ({ tax }) => money(tax),
});

const paymentColumns = columnsByHead<Payment>({
  Payment: ({ id }) => id,
  Date: ({ date }) => date,
  Kind: ({ kind }) => kind,
  Method: ({ method }) => method,
  Reference: ({ reference }) => reference,
  "Customer number": ({ customerId }) => customerId,
  Customer: ({ customerName }) => customerName,
  Amount: ({ kind, amount }) => money(kind === "refund" ? -amount : amount),
});

const allocationColumns = columnsByHead<Allocation>({
  Date: ({ date }) => date,
  Invoice: ({ invoiceId }) => invoiceId,
  Source: ({ source }) => source,
  Number: ({ sourceId, creditNote }) => creditNote ?? String(sourceId),
  Amount: ({ amount }) => money(amount),
});

const customerColumns = columnsByHead<CustomerDebt>({
  "Customer number": ({ id }) => id,
  Customer: ({ name }) => name || "Not in the directory",
  Invoices: ({ invoices }) => invoices,
  Balance: ({ balance }) => money(balance),
});
