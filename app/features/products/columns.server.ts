/** What files have of a product. */
import type { Product } from "db/schema";
import type { Columns } from "~/core/list/export.server";

export const productColumns = {
  id: (product) => product.id,
  title: (product) => product.title,
  code: (product) => product.code,
  category: (product) => product.category,
  price: (product) => product.price / 100,
  discount: (product) => product.discount / 100,
  stock: (product) => product.stock,
  status: (product) => product.status,
  rating: (product) => product.rating / 100,
  reviews: (product) => product.totalReviews,
  colors: (product) => product.colors.join(", "),
  sizes: (product) => product.sizes.join(", "),
  created: (product) => product.createdAt,
} satisfies Columns<Product>;
