/** The CSV import of products. Features and offers have no column and stay unchanged. */
import { sql } from "drizzle-orm";
import { fold } from "db/fold";
import { type Product, products } from "db/schema";
import { bodyOf, importFieldsOf } from "~/core/fields/import.server";
import { importerOf, type ImportField } from "~/core/import/importer.server";
import { resolveRateCell } from "~/features/taxes/rate-cell.server";
import { choosableTaxRates } from "~/features/taxes/tax-rates.server";
import { productFields, productNoun } from "./fields";
import { ProductBody } from "./api.server";
import { combineProductRows, productParts, shopifyProducts } from "./import-rows.server";
import { productResource } from "./products.server";

const code = {
  field: "code",
  of: (product: Product) => lower(product.code),
  read: (cell: string) => lower(cell.trim()),
};

const taxRate: ImportField<Product> = {
  label: "Tax rate",
  also: ["vat rate", "tax", "vat"],
  hint: "The name or the percentage of a tax rate. Empty, it is the company's default.",
};

export const productImport = importerOf({
  of: productResource,
  fields: {
    ...importFieldsOf<Product>(productFields, productNoun, { title: { words: true } }),
    ...productParts,
    taxRate,
  },
  key: { ...code, by: sql`lower(${products.code})` },
  identity: [code, { field: "title", of: (product) => product.title, read: fold }],
  group: { by: ["productKey"], combine: combineProductRows },
  formats: [shopifyProducts],
  create: ProductBody,
  body: ProductBody,
  say: async ({ taxRate, ...cells }) => ({
    ...bodyOf(productFields, cells),
    ...(taxRate !== undefined && {
      taxRateId: taxRate.trim() === "" ? null : resolveRateCell(taxRate, await choosableTaxRates(), "taxRate"),
    }),
  }),
  values: (body) => body,
});

/** Lowercases ASCII letters only, as SQLite does. */
function lower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
