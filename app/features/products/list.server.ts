/** The list of products: its screen and its file. */
import { defineList } from "~/core/list/define-list.server";
import { productColumns } from "./columns.server";
import { productNoun } from "./fields";
import { productListing } from "./products.server";

export const productList = defineList({
  title: "Products",
  noun: productNoun,
  needs: "sales.view",
  changeNeeds: "sales.change",
  create: { href: "/products/create", label: "Create product" },
  importHref: "/products/import",
  listing: productListing,
  columns: productColumns,
});
