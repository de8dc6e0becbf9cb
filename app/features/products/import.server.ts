/** What may be brought in of products by CSV. Pictures, features and offers have no column: they stay as they are. */
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

/** As SQLite does it: ASCII letters only. */
function lower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
