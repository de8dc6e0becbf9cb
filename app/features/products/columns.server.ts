/** What files have of a product. */
import type { Product } from "db/schema";
import { fileColumnsOf } from "~/core/fields/files.server";
import { productFields } from "./fields";

const { description: _, colors, sizes, createdAt, ...others } = productFields;

export const productColumns = {
  ...fileColumnsOf<Product>(others),
  ...fileColumnsOf<Product>({ colors, sizes, createdAt }),
};
