/** The fields of a product, see `core/fields/fields.ts`. Browser-safe. */
import { productCategories, productColors, productSizes, productStatuses } from "db/lookups";
import {
  choice,
  choices,
  fields,
  hundredths,
  longText,
  moment,
  money,
  other,
  percent,
  picture,
  text,
  integer,
} from "~/core/fields/fields";
import type { Noun } from "~/core/values/noun";

export const productNoun: Noun = { one: "product", many: "products" };

export const productFields = fields({
  title: text({
    label: "Title",
    max: 120,
    required: "Enter a title",
    search: true,
    sort: true,
    aliases: ["name", "product name"],
  }),
  code: text({
    label: "Code",
    max: 40,
    required: "Enter a code",
    search: true,
    sort: true,
    aliases: ["sku", "article", "article number"],
  }),
  category: choice({
    label: "Category",
    options: productCategories,
    ask: "Choose a category",
    search: true,
    sort: true,
    filter: true,
    aliases: ["group"],
  }),
  description: longText({ label: "Description", max: 2000, search: true, aliases: ["text"] }),
  price: money({
    label: "Price",
    ask: "Enter a price above 0",
    least: 1,
    sort: true,
    compare: true,
    aliases: ["unit price", "amount"],
  }),
  discount: percent({ label: "Discount", sort: true, compare: true, aliases: ["discount %", "reduction"] }),
  stock: integer({
    label: "Stock",
    ask: "Enter stock as a whole number",
    most: 1_000_000,
    sort: true,
    compare: true,
    aliases: ["quantity", "in stock", "inventory"],
  }),
  status: choice({
    label: "Status",
    options: productStatuses,
    ask: "Choose a status",
    sort: true,
    filter: true,
    aliases: ["state"],
  }),
  colors: choices({
    label: "Colors",
    options: productColors,
    ask: "Choose colors of the list",
    aliases: ["color", "colours", "colour"],
  }),
  sizes: choices({ label: "Sizes", options: productSizes, ask: "Choose sizes of the list", aliases: ["size"] }),
  features: other({ label: "Features", format: "rows" }),
  offers: other({ label: "Offers", format: "rows" }),
  images: other({ label: "Images", format: "pictures" }),
  featureImage: picture({ label: "Feature image" }),
  rating: hundredths({ label: "Rating", readOnly: true, sort: true, compare: true }),
  totalReviews: integer({ label: "Reviews", file: "reviews", readOnly: true, sort: true }),
  createdAt: moment({
    label: "Created",
    file: "created",
    readOnly: true,
    sort: true,
    compare: true,
    aliases: ["created at"],
  }),
});
