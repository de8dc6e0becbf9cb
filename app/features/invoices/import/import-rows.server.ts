/** Invoices in files with a row for each line, as Portico and other programs write them. */
import type { Invoice } from "db/schema";
import type { FileFormat } from "~/core/import/file/guess";
import type { Combined, GivenCells, GivenRow, ImportField } from "~/core/import/importer.server";
import { mergeRows } from "~/core/import/records.server";
import { parseMoney } from "~/core/values/money";
import { currencyErrors, currencyPart } from "~/features/orders/import-rows.server";
import { knownCodes } from "~/features/orders/items/items-cell.server";
import { lineText } from "./line-text";

/** Import fields for one line per row, and for the invoice's currency. */
export const invoiceParts: Record<string, ImportField<Invoice>> = {
  lineTitle: {
    label: "Line: title",
    also: [
      "line name",
      "title",
      "description",
      "item description",
      "line description",
      "item name",
      "item",
      "lineitem name",
      "product name",
      "service",
    ],
    part: true,
  },
  lineQuantity: {
    label: "Line: quantity",
    also: ["quantity", "item quantity", "lineitem quantity", "qty", "hours"],
    as: "number",
    part: true,
  },
  linePrice: {
    label: "Line: price",
    also: [
      "price",
      "unit price",
      "unit amount",
      "unit cost",
      "item price",
      "item rate",
      "lineitem price",
      "rate",
      "cost",
    ],
    as: "money",
    part: true,
  },
  lineDiscount: {
    label: "Line: discount in percent",
    also: ["discount in percent", "discount percent", "discount", "line discount"],
    part: true,
  },
  lineProduct: {
    label: "Line: product",
    also: ["product", "item code", "item sku", "sku", "inventory item code"],
    hint: "The number or the code of a product.",
    part: true,
  },
  lineUnit: { label: "Line: unit", also: ["unit", "unit of measure", "uom"], part: true },
  lineTax: {
    label: "Line: tax rate",
    also: ["tax rate", "tax type", "tax code", "vat rate", "item tax rate", "line tax rate"],
    hint: "The name or the percentage of a tax rate. If a line has one, the tax is computed.",
    part: true,
  },
  currency: currencyPart,
};

const lineParts = Object.keys(invoiceParts).filter((name) => name !== "currency");

/** The columns of Portico's own file with a row for each line of an invoice. */
export const porticoLines: FileFormat = {
  name: "Portico",
  heads: ["Invoice", "Line", "Title", "Quantity", "Discount in percent", "Invoice total"],
  columns: {
    Invoice: "id",
    Customer: "customer",
    Issued: "issued",
    Product: "lineProduct",
    Title: "lineTitle",
    Quantity: "lineQuantity",
    Price: "linePrice",
    "Discount in percent": "lineDiscount",
    "E-mail": "email",
    Due: "due",
    Status: "status",
    Completed: "completed",
    "Payment method": "method",
    Shipping: "shipping",
    Tax: "tax",
    "Invoice total": "total",
    Company: "company",
    Phone: "phone",
    "Billing address": "address",
    "External number": "externalNumber",
    Unit: "lineUnit",
    "Tax rate": "lineTax",
    "Service from": "serviceFrom",
    "Service to": "serviceTo",
  },
};

/** Makes one invoice of rows that each say one line of it. */
export async function combineInvoiceRows(rows: GivenRow[]): Promise<Combined> {
  const { given, errors } = mergeRows(rows, lineParts, "invoice");
  const { currency, ...invoice } = given;
  const lines = await linesOf(rows.map((row) => row.given));
  return {
    given: { ...invoice, ...(lines !== "" && { lineItems: lines }) },
    errors: { ...errors, ...currencyErrors(currency) },
  };
}

/** The lines of rows as text. Rows without a title, a product and a price say no line. */
async function linesOf(rows: GivenCells[]): Promise<string> {
  const cell = (row: GivenCells, name: string) => row[name]?.trim() ?? "";
  const codes = await knownCodes(rows.map((row) => cell(row, "lineProduct")));
  const lines = rows.flatMap((row) => {
    const [product, title, price] = [cell(row, "lineProduct"), cell(row, "lineTitle"), cell(row, "linePrice")];
    if (product === "" && title === "" && price === "") return [];
    return lineText({
      product: codes.get(product) ?? (/^#?\d+$/.test(product) ? product.replace("#", "") : ""),
      title: title || (codes.has(product) ? "" : product),
      quantity: cell(row, "lineQuantity") || "1",
      price: price.replace(/\s/g, parseMoney(price) === undefined ? "_" : ""), // a price in the text has no spaces
      discount: cell(row, "lineDiscount")
        .replace(/\s|%$/g, "")
        .replace(/^0+([.,]0+)?$/, ""),
      unit: cell(row, "lineUnit").replace(/[×\n]/g, " "),
      tax: cell(row, "lineTax"),
    });
  });
  return lines.join("\n");
}
