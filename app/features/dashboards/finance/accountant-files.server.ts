/** The files for the accountant: CSV with fixed English heads. A closed period gives the same bytes each time. */
import { and, asc, between, eq, getTableColumns, gt, isNull, or, sql } from "drizzle-orm";
import { db } from "db";
import { addDays } from "db/dates";
import { allocations, type CreditNote, creditNotes, type Invoice, invoices, payments } from "db/schema";
import { type Columns, csv } from "~/core/list/export.server";
import { yieldToEventLoop } from "~/core/process/event-loop.server";
import { formatPercent } from "~/core/values/money";
import { columnsByHead, isVoid, money } from "./accountant-columns.server";
import { creditColumns, customerBalances, customerColumns, customerCredits } from "./accountant-customers.server";
import { lineColumns, linesOf } from "./accountant-lines.server";
import { taxesOfDocument } from "./tax-report.server";
import type { Days } from "../period";

interface ExportFile {
  name: string;
  input: AsyncIterable<string>;
  lastModified: Date;
}

/** Yields the files of a period; the amounts that customers owe are those at its end. */
export function* accountsOf(days: Days): Generator<ExportFile> {
  const lastModified = new Date(addDays(days.to, 1)); // not midnight here, which is another moment in another time zone
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
  yield file("customers.csv", customerBalances(days), customerColumns);
  yield file("customer-credit.csv", customerCredits(days), creditColumns);
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
