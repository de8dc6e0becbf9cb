/** The fields of a canned reply: see `core/fields/fields.ts`. Browser-safe. */
import { fields, moment, other } from "~/core/fields/fields";
import type { Noun } from "~/core/values/noun";

export const cannedReplyNoun: Noun = { one: "canned reply", many: "canned replies" };

export const cannedReplyFields = fields({
  title: other({ label: "Title" }),
  body: other({ label: "Text" }),
  createdAt: moment({ label: "Created", readOnly: true }),
});
