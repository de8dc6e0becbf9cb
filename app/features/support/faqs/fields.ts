/** The fields of an FAQ: see `core/fields/fields.ts`. Browser-safe. */
import { fields, moment, other } from "~/core/fields/fields";
import type { Noun } from "~/core/values/noun";

export const faqNoun: Noun = { one: "FAQ", many: "FAQs" };

export const faqFields = fields({
  question: other({ label: "Question" }),
  answer: other({ label: "Answer" }),
  topic: other({ label: "Topic" }),
  status: other({ label: "Status" }),
  position: other({ label: "Place in its topic" }),
  createdAt: moment({ label: "Written", readOnly: true }),
});
