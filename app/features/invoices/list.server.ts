/** The list of invoices: its screen and its file. */
import { defineList } from "~/core/list/define-list.server";
import { invoiceColumns, invoiceLineColumns, invoiceLinesOf } from "./columns.server";
import { invoiceNoun } from "./fields";
import { invoiceListing } from "./invoices.server";

export const invoiceList = defineList({
  title: "Invoices",
  noun: invoiceNoun,
  needs: "invoices.view",
  changeNeeds: "sales.change",
  importHref: "/invoices/import",
  create: { href: "/invoices/create", label: "Create invoice" },
  listing: invoiceListing,
  columns: invoiceColumns,
  lines: { title: "CSV, a row for each line", columns: invoiceLineColumns, of: invoiceLinesOf },
});
