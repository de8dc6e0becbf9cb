/** The CSV import of products. Features and offers have no column and stay unchanged. */
import { sql } from "drizzle-orm";
import { fold } from "db/fold";
import { type Product, products } from "db/schema";
import { bodyOf, importFieldsOf } from "~/core/fields/import.server";
import { importerOf } from "~/core/import/importer.server";
import { productFields, productNoun } from "./fields";
import { ProductBody } from "./api.server";
import { combineProductRows, productParts, shopifyProducts } from "./import-rows.server";
import { productResource } from "./products.server";

const code = {
  field: "code",
  of: (product: Product) => lower(product.code),
  read: (cell: string) => lower(cell.trim()),
};

export const productImport = importerOf({
  of: productResource,
  fields: { ...importFieldsOf<Product>(productFields, productNoun, { title: { words: true } }), ...productParts },
  key: { ...code, by: sql`lower(${products.code})` },
  identity: [code, { field: "title", of: (product) => product.title, read: fold }],
  group: { by: ["productKey"], combine: combineProductRows },
  formats: [shopifyProducts],
  create: ProductBody,
  body: ProductBody,
  say: (cells) => bodyOf(productFields, cells),
  values: (body) => body,
});

/** Lowercases ASCII letters only, as SQLite does. */
function lower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
