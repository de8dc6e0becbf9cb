/** What files have of a product. */
import type { Product } from "db/schema";
import { columnsOf } from "~/core/fields/files.server";
import { productFields } from "./fields";

const { description: _, colors, sizes, createdAt, ...others } = productFields;

export const productColumns = { ...columnsOf<Product>(others), ...columnsOf<Product>({ colors, sizes, createdAt }) };
