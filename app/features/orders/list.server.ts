/** The list of orders: its screen and its file. */
import { defineList } from "~/core/list/define-list.server";
import { orderColumns } from "./columns.server";
import { orderNoun } from "./fields";
import { orderListing } from "./orders.server";

export const orderList = defineList({
  title: "Orders",
  noun: orderNoun,
  needs: "orders.view",
  changeNeeds: "sales.change",
  importHref: "/orders/import",
  listing: orderListing,
  columns: orderColumns,
});
