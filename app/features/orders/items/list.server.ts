/** The list of items sold: its screen and its file. */
import { defineList } from "~/core/list/define-list.server";
import { soldColumns, soldListing } from "./sold.server";

export const soldList = defineList({
  title: "Items sold",
  noun: { one: "item", many: "items" },
  needs: "sales.view",
  listing: soldListing,
  columns: soldColumns,
});
