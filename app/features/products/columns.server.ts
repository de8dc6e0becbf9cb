/** The columns of a product in CSV exports. */
import type { Product } from "db/schema";
import { fileColumnsOf } from "~/core/fields/files.server";
import { productFields } from "./fields";

const { description: _, colors, sizes, createdAt, ...others } = productFields;

export const productColumns = {
  ...fileColumnsOf<Product>(others),
  ...fileColumnsOf<Product>({ colors, sizes, createdAt }),
};
