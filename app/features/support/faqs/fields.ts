/** The fields of a FAQ, see `core/fields/fields.ts`. Browser-safe. */
import { faqStatuses, supportTopics } from "db/lookups";
import { choice, fields, longText, moment, text, integer } from "~/core/fields/fields";
import type { Noun } from "~/core/values/noun";

export const faqNoun: Noun = { one: "FAQ", many: "FAQs" };

export const faqFields = fields({
  question: text({
    label: "Question",
    max: 200,
    required: "Enter a question, as people would ask it",
    search: true,
    sort: true,
  }),
  answer: longText({ label: "Answer", max: 10_000, required: "Enter the answer", tabs: true, search: true }),
  topic: choice({ label: "Topic", options: supportTopics, ask: "Choose a topic", filter: true }),
  status: choice({ label: "Status", options: faqStatuses, ask: "Choose a status", filter: true }),
  position: integer({ label: "Place in its topic", readOnly: true, sort: true }),
  createdAt: moment({ label: "Written", file: "created", readOnly: true, sort: true }),
});
