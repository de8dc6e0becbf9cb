/** The list of tickets: its screen and its file. */
import type { Ticket } from "db/schema";
import { columnsOf } from "~/core/fields/files.server";
import type { Columns } from "~/core/list/export.server";
import { defineList } from "~/core/list/define-list.server";
import { pick } from "~/core/values/pick";
import { ticketFields, ticketNoun } from "./fields";
import { ticketListing } from "./tickets.server";

/** Nothing of what was said: among it are notes that are not for everybody. */
const columns: Columns<Ticket> = {
  ...columnsOf(pick(ticketFields, "subject", "status", "priority", "topic", "requesterName", "requesterEmail")),
  assignee: (ticket) => ticket.assigneeId,
  order: (ticket) => ticket.orderId,
  ...columnsOf(pick(ticketFields, "createdAt", "lastReplyAt", "firstAnsweredAt", "answerDueAt")),
};

export const ticketList = defineList({
  title: "Tickets",
  noun: ticketNoun,
  needs: "tickets.view",
  changeNeeds: "support.change",
  listing: ticketListing,
  columns,
});
