import { and, eq, gte, isNull, lte } from "drizzle-orm";
import { textsIn } from "db/compare";
import { type CreditNote, creditNotes } from "db/schema";
import { sumMatching } from "~/core/list/counting.server";
import { type Actor, actToCreate, RuleViolation } from "~/core/resource/act.server";
import type { Once } from "~/core/api/idempotency.server";
import { defineResource } from "~/core/resource/define-resource.server";
import { repeatRefusal } from "~/core/pages/save.server";
import { customerFilter } from "~/features/customers/customer-filter.server";
import { stampLocks } from "~/features/locking/locking.server";
import { updateInvoiceStatuses } from "~/features/payments/invoice-status.server";
import { creditNoteFields, creditNoteNoun } from "./fields";
import { issueCreditNote } from "./issue.server";

export const creditNoteResource = defineResource({
  table: creditNotes,
  entity: "creditNotes",
  noun: creditNoteNoun,
  fields: creditNoteFields,
  permissions: { view: "creditNotes.view", change: "creditNotes.change" },
  list: {
    path: "/credit-notes",
    search: (columns) => [creditNotes.id, ...columns, textsIn(creditNotes.lines, "title")],
    index: { kind: "creditNotes", number: creditNotes.number },
    filters: {
      from: { label: "Date", type: "date", end: "from", by: (day) => gte(creditNotes.date, day) },
      to: { label: "Date", type: "date", end: "to", by: (day) => lte(creditNotes.date, day) },
      of: { label: "Invoice", type: "link", by: (id) => eq(creditNotes.invoiceId, id) },
      customer: customerFilter(creditNotes, creditNotes.number),
    },
    sorts: { id: creditNotes.number },
    sort: "-id",
    sums: async (query, listing) => [
      { label: "Total", as: "money", value: await sumMatching(listing, query, creditNotes.totalAmount) },
    ],
    own: { rows: (me) => and(eq(creditNotes.customerId, me.id), isNull(creditNotes.deletedAt)) },
  },
  completed: ["id", "number", "date", "customerName", "totalAmount", "applied", "unapplied"],
  label: ({ id }) => id,
  newestBy: creditNotes.number,
  unaudited: [
    "issuerId",
    ...["customerName", "customerCompany", "billingEmail", "billingPhone", "billingAddress"], // copies of its invoice
  ],
  derive: async (tx, { before, values }) => (before ? {} : issueCreditNote(tx, values)),
  check: async (_tx, { before }) => {
    if (before)
      throw new RuleViolation({
        "": `${before.id} was issued and stays as it is. If it was wrong, create a new invoice over the same amount.`,
      });
  },
  afterWrite: async (tx, { after: { invoiceId } }) => {
    await updateInvoiceStatuses(tx, [invoiceId]);
    await stampLocks(tx, [invoiceId]);
  },
  refusesUndo: () => true,
});

type NewCreditNote = Parameters<typeof creditNoteResource.create>[1];

/** Issues a credit note. A one-time key returns the one that it issued before, whatever is left to credit since. */
export const createCreditNote = (by: Actor, values: NewCreditNote, once?: string | Once<CreditNote>) =>
  actToCreate<CreditNote>(
    by,
    async (tx, act) => {
      const key = typeof once === "string" ? once : undefined;
      const earlier = key && (await creditNoteResource.within.madeWith(tx, key, { invoiceId: values.invoiceId }));
      return earlier || creditNoteResource.within.create(tx, act, values, key);
    },
    typeof once === "string" ? undefined : once,
  );

/** Returns the question whether to credit the same once more, if the user did so a short while ago. */
export function repeatedCredit(me: Actor, { key, values }: { key?: string; values: NewCreditNote }) {
  const { lines = [], shippingCharge = 0, ...others } = values;
  const quantities = (of: CreditNote["lines"]) => of.map(({ line, quantity }) => `${line} ${quantity}`).join();
  return repeatRefusal<CreditNote>(
    me,
    creditNoteResource,
    { key, values: others },
    (row) => row.shippingCharge === shippingCharge && quantities(row.lines) === quantities(lines),
  );
}
