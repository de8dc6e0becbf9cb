/** What may be brought in of products by CSV. Pictures, features and offers have no column: they stay as they are. */
import { sql } from "drizzle-orm";
import { productCategories, productStatuses } from "db/lookups";
import { products } from "db/schema";
import { type Given, importerOf } from "~/core/import/importer.server";
import { productFields } from "./fields";
import { ProductBody } from "./api.server";
import { productColumns } from "./columns.server";
import { productRecords } from "./products.server";

const { title, code, category, description, price, discount, stock, status, colors, sizes } = productFields;

export const productImport = importerOf({
  of: productRecords,
  fields: {
    id: { label: "Number", also: ["product", "product id"], show: productColumns.id },
    title: { ...title, also: ["name", "product name"], show: productColumns.title },
    code: { ...code, also: ["sku", "article", "article number"], show: productColumns.code },
    category: { ...category, also: ["group"], options: productCategories, show: productColumns.category },
    description: { ...description, also: ["text"], show: (product) => product.description },
    price: { ...price, as: "money", also: ["unit price", "amount"], show: productColumns.price },
    discount: { ...discount, as: "number", also: ["discount %", "reduction"], show: productColumns.discount },
    stock: { ...stock, as: "number", also: ["quantity", "in stock", "inventory"], show: productColumns.stock },
    status: { ...status, also: ["state"], options: productStatuses, show: productColumns.status },
    colors: { ...colors, also: ["color", "colours", "colour"], show: productColumns.colors },
    sizes: { ...sizes, also: ["size"], show: productColumns.sizes },
    rating: { label: "Rating", show: productColumns.rating, fixed: true },
    reviews: { label: "Reviews", show: productColumns.reviews, fixed: true },
    created: { label: "Created", also: ["created at"], show: productColumns.created, fixed: true },
  },
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
