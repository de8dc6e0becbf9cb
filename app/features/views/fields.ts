/** The fields of a saved view: see `core/fields/fields.ts`. Browser-safe. */
import { fields, moment, other, text } from "~/core/fields/fields";
import type { Noun } from "~/core/values/noun";

export const viewNoun: Noun = { one: "view", many: "views" };

export const viewFields = fields({
  name: text({ label: "Name", max: 60, required: "Enter a name for this view", search: true, sort: true }),
  shared: other({ label: "Seen by" }),
  path: other({ label: "List" }),
  search: other({ label: "What it asks for" }),
  ownerId: other({ label: "Owner", format: "person" }),
  createdAt: moment({ label: "Saved", readOnly: true }),
});
