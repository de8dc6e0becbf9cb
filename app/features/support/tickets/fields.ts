/** The fields of a ticket, each said once: see `core/fields/fields.ts`. Browser-safe. */
import { supportTopics, ticketPriorities, ticketStatuses } from "db/lookups";
import { choice, email, fields, moment, other, text } from "~/core/fields/fields";
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
  assigneeId: other({ label: "Assigned to", format: "person" }),
  orderId: other({ label: "Order" }),
  requesterId: other({ label: "Requester", format: "person", namedBy: "requesterName" }),
  requesterName: text({
    label: "Requester",
    max: 100,
    search: true,
    sort: true,
    param: "requester",
    file: "requester",
    readOnly: true,
  }),
  requesterEmail: email({ label: "Requester's e-mail", search: true, file: "email", readOnly: true }),
  mergedInto: other({ label: "Merged into ticket" }),
  createdAt: moment({ label: "Opened", sort: true, file: "opened", readOnly: true }),
  lastReplyAt: moment({
    label: "Updated",
    sort: true,
    compare: true,
    param: "updated",
    file: "updated",
    readOnly: true,
  }),
  firstAnsweredAt: moment({ label: "First answered", file: "firstAnswered", readOnly: true }),
  answerDueAt: moment({
    label: "Answer due",
    sort: true,
    compare: true,
    param: "due",
    file: "answerDue",
    readOnly: true,
  }),
});
