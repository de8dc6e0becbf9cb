/** The list of tickets: its screen and its file. */
import { fileColumnsOf } from "~/core/fields/files.server";
import { defineList } from "~/core/list/define-list.server";
import { ticketFields, ticketNoun } from "./fields";
import { ticketListing } from "./tickets.server";

export const ticketList = defineList({
  title: "Tickets",
  noun: ticketNoun,
  needs: "tickets.view",
  changeNeeds: "support.change",
  listing: ticketListing,
  columns: fileColumnsOf(ticketFields),
});
