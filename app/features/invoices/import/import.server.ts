/** The CSV import of invoices: the fields of `POST /api/invoices`, the customer's name and the payment date. */
import { z } from "zod";
import { timeZone } from "db/company-settings";
import { canonicalAddress } from "db/email-address";
import { fold } from "db/fold";
import { invoiceStatuses, paymentMethods } from "db/lookups";
import { type Invoice, invoices } from "db/schema";
import { bodyOf, headsByApiName, importFieldsOf, momentHint } from "~/core/fields/import.server";
import { orNone, pastMoment, recordRef, text } from "~/core/form/rules";
import { CellErrors, type GivenCells, importerOf } from "~/core/import/importer.server";
import { externalNumberKey } from "~/core/import/external-number.server";
import { momentIn } from "~/core/values/moments";
import { omitUndefined } from "~/core/values/pick";
import { customerIdField, customerNamed } from "~/features/customers/customer-cells.server";
import { resolveRateCell } from "~/features/taxes/rate-cell.server";
import { choosableTaxRates } from "~/features/taxes/tax-rates.server";
import { InvoiceBody, writtenColumns } from "../api.server";
import { invoiceColumns } from "../columns.server";
import { defaultDates } from "../invoice-dates.server";
import { invoiceFields, invoiceNoun } from "../fields";
import { invoiceResource } from "../invoices.server";
import { combineInvoiceRows, invoiceParts, porticoLines } from "./import-rows.server";
import { linesIn } from "./lines.server";
import { linesText } from "./line-text";
import { statusIn } from "./status-words.server";

/** Import options of the fields that differ from the API. */
const inImports = {
  issueDate: { also: ["invoice date", "issue date", "date"] },
  dueDate: { also: ["due date", "payment due"] },
  status: { also: ["state", "invoice status"], options: invoiceStatuses },
  completedAt: {
    fixed: undefined,
    as: "day",
    label: "Completed",
    also: ["paid", "paid at", "paid on", "date paid", "payment date", "completed at"],
    hint: `When a new invoice was paid. ${momentHint}`,
  },
  customerName: {
    fixed: undefined,
    words: true,
    also: ["name", "customer name", "client", "client name", "contact name", "billing name", "bill to"],
    hint: "A name, or the e-mail address of a user. Of a new invoice only.",
  },
  customerCompany: {
    fixed: undefined,
    also: ["customer company", "organisation", "firm"],
    hint: "Of a new invoice only.",
  },
  billingEmail: { also: ["customer email", "client email", "email address", "billing email", "mail"] },
  billingPhone: { also: ["telephone", "tel", "billing phone"] },
  billingAddress: { also: ["address", "billing"], joins: true, words: true },
  paymentMethod: { also: ["method", "payment"], options: paymentMethods },
  shippingCharge: { label: "Shipping charge", also: ["shipping", "shipping cost", "postage"] },
  tax: { also: ["taxes", "tax amount", "tax total", "total tax", "vat"] },
  totalAmount: { ifDifferent: "refuse", also: ["invoice total", "total amount", "amount", "invoice amount"] },
  externalNumber: {
    also: ["invoice number", "invoice no", "invoice num", "invoice id", "invoice ref", "document number", "invoice"],
    hint: "The invoice's number in the program that it comes from. Rows with the same one, one below the other, are one invoice, and an invoice that has it already is updated. Portico gives each new invoice a number of its own besides.",
  },
  poNumber: {
    also: ["po number", "purchase order number", "po", "p.o. number", "customer reference", "your reference"],
  },
  serviceFrom: { also: ["service start", "period from", "period start", "service period from", "service date"] },
  serviceTo: { also: ["service end", "period to", "period end", "service period to"] },
  note: { also: ["notes", "public notes", "memo", "terms"] },
  internalNote: { also: ["private notes", "private note"] },
} satisfies Parameters<typeof importFieldsOf<Invoice, typeof invoiceFields>>[2];

/** The request body of the API, but the customer need not be in the directory. */
const body = InvoiceBody.extend({
  customer: z
    .object({
      id: orNone(recordRef("Name a user by their id")).optional(),
      name: text({ max: invoiceFields.customerName.max }).optional(),
      company: text({ max: invoiceFields.customerCompany.max }).optional(),
    })
    .optional(),
  completedAt: orNone(pastMoment("Enter when it was paid, such as 2026-11-21")).optional(),
});

export const invoiceImport = importerOf({
  of: invoiceResource,
  fields: {
    ...importFieldsOf<Invoice>(invoiceFields, invoiceNoun, { ...inImports, id: { also: [] } }, invoiceColumns),
    lines: { label: "Number of lines", show: ({ lines }) => lines.length, fixed: true },
    ...invoiceParts,
    lineItems: { label: "All lines", show: ({ lines }) => linesText(lines), part: true },
    customerId: customerIdField,
  },
  key: { ...externalNumberKey(invoices), takesUnknownId: true },
  identity: [
    { field: "email", of: ({ billingEmail }) => billingEmail, read: canonicalAddress },
    { field: "customer", of: ({ customerName }) => customerName, read: fold },
  ],
  group: { by: ["externalNumber", "id"], combine: combineInvoiceRows },
  formats: [porticoLines],
  create: body,
  body,
  say: sayInvoice,
  values: async ({ customer, completedAt, ...said }: Partial<z.output<typeof body>>, before?: Invoice) => {
    const columns = await writtenColumns({ ...said, ...(customer && { customer: { id: customer.id } }) }, before);
    if (before) return columns;
    const { issueDate, ...rest } = columns;
    const days = await defaultDates(issueDate);
    const copied = omitUndefined({ customerName: customer?.name, customerCompany: customer?.company });
    const { status = completedAt ? "complete" : "pending" } = rest;
    return { ...days, ...rest, ...copied, status, ...(status === "complete" && completedAt && { completedAt }) };
  },
  names: {
    ...headsByApiName(invoiceFields),
    "customer.id": "customerId",
    "customer.name": "customer",
    "customer.company": "company",
    completedAt: "completed",
    products: "lineItems",
    shippingTaxRateId: "shippingTaxRate",
  },
});

/** The body that the cells of a row come to. Throws `CellErrors`. */
async function sayInvoice(
  { customer, customerId, company, completed, lineItems, status, shippingTaxRate: changedRate, ...cells }: GivenCells,
  before: Invoice | undefined,
  row: GivenCells,
) {
  const named = await customerNamed({ customer, customerId, email: before?.customerId ? undefined : cells.email }, row);
  if (before && named.name !== undefined && named.id === undefined)
    throw new CellErrors({ customer: "The customer of an invoice that is here already is changed on its own page." });
  if (!before) refuseIncomplete({ ...named, lineItems });
  const shippingTaxRate = before ? changedRate : row.shippingTaxRate; // an empty cell of a new invoice means none
  return omitUndefined({
    ...bodyOf(invoiceFields, cells),
    status: status === undefined ? undefined : statusIn(status),
    customer: before ? named.id && { id: named.id } : omitUndefined({ ...named, company }),
    completedAt: before || completed === undefined ? undefined : momentIn(completed, timeZone()),
    products: lineItems === undefined ? undefined : await linesIn(lineItems, before),
    shippingTaxRateId: shippingTaxRate === undefined ? undefined : await shippingRateIn(shippingTaxRate, before),
    externalNumber: before ? cells.externalNumber : cells.externalNumber?.trim() || row.id?.trim(),
  });
}

/** Returns the id of the tax rate that a cell names; null for an empty cell. Throws `CellErrors`. */
async function shippingRateIn(cell: string, before: Invoice | undefined): Promise<number | null> {
  if (!cell.trim()) return null;
  return resolveRateCell(cell, await choosableTaxRates([before?.shippingTax?.taxRateId]), "shippingTaxRate");
}

/** Refuses a new invoice without a customer or lines. */
function refuseIncomplete({ id, name, lineItems }: { id?: string; name?: string; lineItems?: string }) {
  const errors = {
    ...(!id && !name?.trim() && { customer: "Enter the customer's name, or the e-mail address of a user" }),
    ...(!lineItems && {
      lineItems: "Enter at least one line: its title, its quantity and its price, each in a column",
    }),
  };
  if (Object.keys(errors).length > 0) throw new CellErrors(errors);
}
