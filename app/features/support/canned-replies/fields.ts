/** The fields of a canned reply, see `core/fields/fields.ts`. Browser-safe. */
import { fields, longText, moment, text } from "~/core/fields/fields";
import type { Noun } from "~/core/values/noun";

export const cannedReplyNoun: Noun = { one: "canned reply", many: "canned replies" };

export const cannedReplyFields = fields({
  title: text({ label: "Title", max: 80, required: "Enter a title by which it is found", search: true, sort: true }),
  body: longText({ label: "Text", max: 5_000, required: "Write the reply", tabs: true, search: true, file: "text" }),
  createdAt: moment({ label: "Created", readOnly: true, file: false }),
});
