/** What may be brought in of products by CSV. Pictures, features and offers have no column: they stay as they are. */
import { sql } from "drizzle-orm";
import { products } from "db/schema";
import { importFieldsOf } from "~/core/fields/files.server";
import { type Given, importerOf } from "~/core/import/importer.server";
import { orderedFields, productNoun } from "./fields";
import { ProductBody } from "./api.server";
import { productResource } from "./products.server";

export const productImport = importerOf({
  of: productResource,
  fields: importFieldsOf(orderedFields, productNoun),
  key: {
    field: "code",
    by: sql`lower(${products.code})`,
    of: (product) => lower(product.code),
    read: (cell) => lower(cell.trim()),
  },
  create: ProductBody,
  body: ProductBody,
  say: ({ colors, sizes, ...given }: Given) => ({
    ...given,
    ...(colors !== undefined && { colors: listOf(colors) }),
    ...(sizes !== undefined && { sizes: listOf(sizes) }),
  }),
  values: (body) => body,
});

/** As SQLite does it: ASCII letters only. */
const lower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

const listOf = (cell: string) =>
  cell
    .split(/[,;|]/)
    .map((item) => item.trim())
    .filter(Boolean);
