/** `/api/tickets`: returns the data of tickets without their replies, which include internal notes. */
import { z } from "zod";
import { supportTopics, ticketPriorities, ticketStatuses } from "db/lookups";
import type { Ticket } from "db/schema";
import type { Actor } from "~/core/resource/act.server";
import type { Once } from "~/core/api/idempotency.server";
import { apiFieldsOf } from "~/core/fields/api.server";
import { apiOf, choices } from "~/core/api/api-resource.server";
import { openTicket } from "./replies/replies.server";
import { ticketFields } from "./fields";
import { NewTicketForm, TicketDetailsForm } from "./rules.server";
import { ticketResource } from "./tickets.server";

const { shape, show, columns } = apiFieldsOf(ticketFields, {
  about: {
    assigneeId: "The user who looks after it.",
    orderId: "The order that it is about.",
    mergedInto: "The ticket that its conversation was moved to.",
    lastReplyAt: "When something was last said in it.",
    answerDueAt: "When an answer is due; nothing while nobody waits for one.",
  },
});

const TicketAnswer = z.object({
  id: z.int().positive(),
  ...shape,
  requester: shape.requester.describe("Who asked, as they were then."),
});

const { subject, topic, priority, body, requesterId, orderId } = NewTicketForm.shape;

const TicketBody = z.object({
  subject,
  topic,
  priority: priority.default("Normal"),
  message: body.describe("What is asked, as Markdown."),
  requesterId: requesterId.describe("The user who asks; you, unless they are named."),
  orderId,
});

export const ticketApi = apiOf({
  of: {
    ...ticketResource,
    create: (by: Actor, { message, requesterId, ...values }: z.output<typeof TicketBody>, once?: Once<Ticket>) =>
      openTicket(by, { ...values, status: "Open", requesterId: requesterId ?? by.id }, message, undefined, once),
  },
  listing: { ...ticketResource.listing, path: "/tickets" },
  shape: TicketAnswer,
  show: (ticket) => ({ id: ticket.id, ...show(ticket) }),
  create: {
    body: TicketBody,
    values: (body) => body,
    example: {
      subject: "The export stops at 500 rows",
      topic: "Data and export",
      priority: "High",
      message: "Since this morning the file ends after 500 rows.",
      requesterId: 9,
    },
  },
  change: {
    method: "PATCH",
    body: TicketDetailsForm,
    values: columns,
    example: { status: "Pending", assigneeId: 3 },
  },
  lists: {
    statuses: choices("What the status of a ticket can be", ticketStatuses),
    priorities: choices("How urgent a ticket can be", ticketPriorities),
    topics: choices("What a ticket can be about", supportTopics),
  },
  example: {
    id: 1,
    subject: "Refund still missing for order #7",
    status: "Open",
    priority: "High",
    topic: "Orders and returns",
    requester: { id: 9, name: "Rosa Winter", email: "rosa.winter@example.com" },
    assigneeId: 3,
    orderId: 7,
    mergedInto: null,
    createdAt: "2026-11-19T10:12:00.000Z",
    updatedAt: "2026-11-19T11:03:00.000Z",
    firstAnsweredAt: "2026-11-19T11:03:00.000Z",
    answerDueAt: null,
  },
});
