/** The fields of a ticket, see `core/fields/fields.ts`. Browser-safe. */
import { supportTopics, ticketPriorities, ticketStatuses } from "db/lookups";
import { choice, email, fields, moment, reference, text } from "~/core/fields/fields";
import type { Noun } from "~/core/values/noun";

export const ticketNoun: Noun = { one: "ticket", many: "tickets" };

export const ticketFields = fields({
  subject: text({
    label: "Subject",
    max: 150,
    required: "Enter what it is about, in a few words",
    search: true,
    sort: true,
  }),
  status: choice({ label: "Status", options: ticketStatuses, ask: "Choose a status", filter: true, sort: true }),
  priority: choice({ label: "Priority", options: ticketPriorities, ask: "Choose how urgent it is", filter: true }),
  topic: choice({ label: "Topic", options: supportTopics, ask: "Choose a topic", filter: true }),
  requesterId: reference({
    label: "Requester",
    format: "person",
    namedBy: "requesterName",
    api: "requester.id",
    file: false,
  }),
  requesterName: text({
    label: "Requester",
    max: 100,
    search: true,
    sort: true,
    param: "requester",
    file: "requester",
    api: "requester.name",
    readOnly: true,
  }),
  requesterEmail: email({
    label: "Requester's e-mail",
    search: true,
    file: "email",
    api: "requester.email",
    readOnly: true,
  }),
  assigneeId: reference({ label: "Assigned to", format: "person", file: "assignee" }),
  orderId: reference({ label: "Order", file: "order" }),
  mergedInto: reference({ label: "Merged into ticket", file: false, readOnly: true }),
  createdAt: moment({ label: "Opened", sort: true, file: "opened", readOnly: true }),
  lastReplyAt: moment({
    label: "Updated",
    sort: true,
    compare: true,
    param: "updated",
    file: "updated",
    api: "updatedAt",
    readOnly: true,
  }),
  firstAnsweredAt: moment({ label: "First answered", file: "firstAnswered", readOnly: true, nullable: true }),
  answerDueAt: moment({
    label: "Answer due",
    sort: true,
    compare: true,
    param: "due",
    file: "answerDue",
    readOnly: true,
    nullable: true,
  }),
});
