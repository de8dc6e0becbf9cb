/** The fields of a ticket: see `core/fields/fields.ts`. Browser-safe. */
import { fields, moment, other } from "~/core/fields/fields";
import type { Noun } from "~/core/values/noun";

export const ticketNoun: Noun = { one: "ticket", many: "tickets" };

export const ticketFields = fields({
  subject: other({ label: "Subject" }),
  status: other({ label: "Status" }),
  priority: other({ label: "Priority" }),
  topic: other({ label: "Topic" }),
  assigneeId: other({ label: "Assigned to", format: "person" }),
  orderId: other({ label: "Order" }),
  requesterId: other({ label: "Requester", format: "person", namedBy: "requesterName" }),
  requesterName: other({ label: "Requester" }),
  requesterEmail: other({ label: "Requester's e-mail" }),
  mergedInto: other({ label: "Merged into ticket" }),
  createdAt: moment({ label: "Opened", readOnly: true }),
});
