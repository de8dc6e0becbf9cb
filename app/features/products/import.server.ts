/** What may be brought in of products by CSV. Pictures, features and offers have no column: they stay as they are. */
import { sql } from "drizzle-orm";
import { products } from "db/schema";
import { bodyOf, importFieldsOf } from "~/core/fields/import.server";
import { importerOf } from "~/core/import/importer.server";
import { productFields, productNoun } from "./fields";
import { ProductBody } from "./api.server";
import { productResource } from "./products.server";

export const productImport = importerOf({
  of: productResource,
  fields: importFieldsOf(productFields, productNoun),
  key: {
    field: "code",
    by: sql`lower(${products.code})`,
    of: (product) => lower(product.code),
    read: (cell) => lower(cell.trim()),
  },
  create: ProductBody,
  body: ProductBody,
  say: (cells) => bodyOf(productFields, cells),
  values: (body) => body,
});

/** As SQLite does it: ASCII letters only. */
const lower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
