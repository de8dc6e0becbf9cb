/** The fields of a message on a ticket: see `core/fields/fields.ts`. Browser-safe. */
import { fields, longText, moment, other } from "~/core/fields/fields";
import type { Noun } from "~/core/values/noun";

export const replyNoun: Noun = { one: "message", many: "messages" };

export const replyFields = fields({
  ticketId: other({ label: "Ticket" }),
  authorId: other({ label: "Author", format: "person", namedBy: "authorName" }),
  authorName: other({ label: "Author" }),
  mergedFrom: other({ label: "Original ticket" }),
  createdAt: moment({ label: "Written", sort: true, readOnly: true }),
  body: longText({ label: "Text", max: 20_000, required: "Write a reply first", tabs: true }),
});
