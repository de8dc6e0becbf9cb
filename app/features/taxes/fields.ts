/** The fields of a tax rate, see `core/fields/fields.ts`. Browser-safe. */
import { taxCategories, taxRateStatuses } from "db/lookups";
import { choice, fields, moment, other, percent, text } from "~/core/fields/fields";
import type { Noun } from "~/core/values/noun";

export const taxRateNoun: Noun = { one: "tax rate", many: "tax rates" };

export const taxRateFields = fields({
  name: text({ label: "Name", max: 40, required: "Enter a name, such as VAT 20%", search: true, sort: true }),
  rate: percent({ label: "Rate", sort: true, compare: true }),
  category: choice({ label: "Category", options: taxCategories, ask: "Choose a category", filter: true }),
  reason: text({ label: "Reason", max: 200, search: true }),
  status: choice({ label: "Status", options: taxRateStatuses, ask: "Choose a status", filter: true }),
  used: other({ label: "Used", api: false, file: false, readOnly: true }),
  createdAt: moment({ label: "Created", readOnly: true, file: false }),
});

/** The fields of the form for a new tax rate, which is active. */
export const { status: _, ...newTaxRateFields } = taxRateFields;

/** Hints below inputs, by field. */
export const taxRateHints = {
  name: "As invoices show it, such as VAT 20%.",
  rate: "Of the price without tax.",
  reason:
    "Invoices state it. Needed if the category is exempt, reverse charge or outside scope, such as: VAT exempt, article 132 of Directive 2006/112/EC.",
  status: "An archived rate stays on what has it, and cannot be chosen any more.",
};
