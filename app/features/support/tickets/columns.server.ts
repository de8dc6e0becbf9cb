/** What files have of a ticket. Nothing of what was said: among it are notes that are not for everybody. */
import type { Ticket } from "db/schema";
import type { Columns } from "~/core/list/export.server";

export const ticketColumns: Columns<Ticket> = {
  id: (ticket) => ticket.id,
  subject: (ticket) => ticket.subject,
  status: (ticket) => ticket.status,
  priority: (ticket) => ticket.priority,
  topic: (ticket) => ticket.topic,
  requester: (ticket) => ticket.requesterName,
  email: (ticket) => ticket.requesterEmail,
  assignee: (ticket) => ticket.assigneeId,
  order: (ticket) => ticket.orderId,
  opened: (ticket) => ticket.createdAt,
  updated: (ticket) => ticket.lastReplyAt,
  firstAnswered: (ticket) => ticket.firstAnsweredAt,
  answerDue: (ticket) => ticket.answerDueAt,
};
