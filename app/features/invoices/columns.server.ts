/** The columns of an invoice in CSV exports. */
import type { Invoice, InvoiceLine } from "db/schema";
import { type Columns, withHead } from "~/core/list/export.server";
import { fileColumnsOf } from "~/core/fields/files.server";
import { capital } from "~/core/values/noun";
import { today } from "~/core/values/today.server";
import { invoiceFields } from "./fields";
import { balanceOf, invoiceStateOn } from "db/invoice-state";

const {
  customerName,
  billingEmail,
  customerCompany,
  sentAt,
  billingPhone,
  billingAddress,
  externalNumber,
  paid,
  customerTaxNumber,
  shippingTax,
  poNumber,
  note,
  internalNote,
  serviceFrom,
  serviceTo,
  credited,
  ...others
} = invoiceFields;

/** The columns in order. New columns are added at the end, because programs may read files by position. */
export const invoiceColumns: Columns<Invoice> = {
  ...fileColumnsOf<Invoice>({ customerName, billingEmail }),
  ...fileColumnsOf<Invoice, typeof others>(others, {
    status: (invoice) => invoiceStateOn(invoice, today()),
    lines: (invoice) => invoice.lines.length,
  }),
  ...fileColumnsOf<Invoice>(
    { customerCompany, sentAt, billingPhone, billingAddress, externalNumber, paid, customerTaxNumber, shippingTax },
    { shippingTax: (invoice) => invoice.shippingTax?.taxName ?? "" },
  ),
  ...fileColumnsOf<Invoice>({ poNumber, note, internalNote, serviceFrom, serviceTo, credited }),
  balance: withHead("Balance", (invoice: Invoice) => ({ cents: balanceOf(invoice) })),
};

interface NumberedLine {
  invoice: Invoice;
  line: InvoiceLine;
  position: number;
}

/** Returns the lines of invoices in their order. */
export const invoiceLinesOf = (rows: Invoice[]): NumberedLine[] =>
  rows.flatMap((invoice) => invoice.lines.map((line, place) => ({ invoice, line, position: place + 1 })));

/** The invoice columns that are repeated in the row of each line, in order. */
const invoiceHeads = [
  ["email", "E-mail"],
  ["due", "Due"],
  ["status", "Status"],
  ["completed", "Completed"],
  ["method", "Payment method"],
  ["shipping", "Shipping"],
  ["tax", "Tax"],
  ["total", "Invoice total"],
  ["company", "Company"],
  ["phone", "Phone"],
  ["address", "Billing address"],
  ["externalNumber", "External number"],
] as const;

const repeated = (heads: readonly (readonly [name: string, head: string])[]): Columns<NumberedLine> =>
  Object.fromEntries(
    heads.map(([name, head]) => [
      `invoice${capital(name)}`,
      withHead(head, ({ invoice }: NumberedLine) => invoiceColumns[name]?.(invoice) ?? ""),
    ]),
  );

export const invoiceLineColumns: Columns<NumberedLine> = {
  invoice: ({ invoice }) => invoice.id,
  customer: ({ invoice }) => invoice.customerName,
  issued: ({ invoice }) => invoice.issueDate,
  line: ({ position }) => position,
  product: ({ line }) => line.id,
  title: ({ line }) => line.title,
  quantity: ({ line }) => line.quantity,
  price: ({ line }) => ({ cents: line.price }),
  discount: withHead("Discount in percent", ({ line }) => line.discount / 100),
  total: ({ line }) => ({ cents: line.total }),
  ...repeated(invoiceHeads),
  unit: ({ line }) => line.unit ?? "",
  taxRate: ({ line }) => line.taxName ?? "",
  taxPercent: withHead("Tax in percent", ({ line }) => (line.rate === undefined ? "" : line.rate / 100)),
  taxCategory: ({ line }) => line.category ?? "",
  ...repeated([
    ["customerTaxNumber", "Customer's tax number"],
    ["shippingTaxRate", "Tax rate of the shipping"],
    ["serviceFrom", "Service from"],
    ["serviceTo", "Service to"],
  ]),
};
