/** The fields of an invoice draft, beside those of its form. Browser-safe. */
import { fields, moment, money, other, reference, text } from "~/core/fields/fields";
import type { Noun } from "~/core/values/noun";

export const draftNoun: Noun = { one: "invoice draft", many: "invoice drafts" };

export const draftFields = fields({
  customerId: reference({ label: "Customer", format: "person", namedBy: "customerName", file: false, api: false }),
  customerName: text({
    label: "Customer",
    max: 300,
    param: "customer",
    file: "customer",
    api: false,
    readOnly: true,
    search: true,
    sort: true,
  }),
  entries: other({ label: "Entries", format: "list", file: false, api: false }),
  totalAmount: money({
    label: "Total",
    param: "total",
    file: "total",
    readOnly: true,
    nullable: true,
    sort: true,
    compare: true,
  }),
  invoiceId: other({ label: "Issued as", file: false, api: false, readOnly: true }),
  createdAt: moment({ label: "Created", param: "created", file: "created", readOnly: true, sort: true, compare: true }),
});
