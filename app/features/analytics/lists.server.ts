/** The rows behind the numbers of the analytics dashboard as lists: their screens and their files. */
import { defineList } from "~/core/list/define-list.server";
import { searchColumns, searchListing, viewColumns, viewListing, visitColumns, visitListing } from "./visits.server";

export const visitList = defineList({
  title: "Visits",
  noun: { one: "visit", many: "visits" },
  needs: "reports.view",
  listing: visitListing,
  columns: visitColumns,
});

export const pageViewList = defineList({
  title: "Page views",
  noun: { one: "page view", many: "page views" },
  needs: "reports.view",
  listing: viewListing,
  columns: viewColumns,
});

export const searchList = defineList({
  title: "Searches",
  noun: { one: "search", many: "searches" },
  needs: "reports.view",
  listing: searchListing,
  columns: searchColumns,
});
