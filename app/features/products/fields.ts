/** The fields of a product: see `core/fields/fields.ts`. Browser-safe. */
import { fields, moment, other, picture } from "~/core/fields/fields";
import type { Noun } from "~/core/values/noun";

export const productNoun: Noun = { one: "product", many: "products" };

export const productFields = fields({
  title: other({ label: "Title" }),
  code: other({ label: "Code" }),
  category: other({ label: "Category" }),
  description: other({ label: "Description" }),
  price: other({ label: "Price", format: "money" }),
  discount: other({ label: "Discount", format: "percent" }),
  stock: other({ label: "Stock" }),
  colors: other({ label: "Colors", format: "list" }),
  sizes: other({ label: "Sizes", format: "list" }),
  features: other({ label: "Features", format: "rows" }),
  offers: other({ label: "Offers", format: "rows" }),
  images: other({ label: "Images", format: "pictures" }),
  featureImage: picture({ label: "Feature image" }),
  status: other({ label: "Status" }),
  rating: other({ label: "Rating", format: "hundredths" }),
  totalReviews: other({ label: "Reviews" }),
  createdAt: moment({ label: "Created", readOnly: true }),
});
