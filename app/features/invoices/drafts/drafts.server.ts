/** Drafts of invoices, which clients never see. */
import { and, count, isNull } from "drizzle-orm";
import { db } from "db";
import { invoiceDrafts } from "db/schema";
import { labelOf } from "~/core/fields/fields";
import { RuleViolation } from "~/core/resource/act.server";
import { defineResource } from "~/core/resource/define-resource.server";
import { customerFilter } from "~/features/customers/customer-filter.server";
import { invoiceFields } from "../fields";
import { draftFields, draftNoun } from "./fields";

export const invoiceDraftResource = defineResource({
  table: invoiceDrafts,
  entity: "invoiceDrafts",
  noun: draftNoun,
  fields: draftFields,
  permissions: { view: "sales.view", change: "sales.change" },
  list: {
    path: "/invoices/drafts",
    title: "Invoice drafts",
    create: false,
    scope: isNull(invoiceDrafts.invoiceId),
    index: { kind: "invoiceDrafts", number: invoiceDrafts.id },
    filters: { customer: customerFilter(invoiceDrafts, invoiceDrafts.id) },
    sort: "-id",
  },
  label: ({ id }) => `Draft ${id}`,
  readableValues: { entries: (entries) => Object.entries(entries ?? {}).flatMap(describeEntry) },
  check: async (_tx, { after: { invoiceId, deletedAt } }) => {
    if (invoiceId && !deletedAt)
      throw new RuleViolation({ "": `${invoiceId} was issued from this draft. Duplicate ${invoiceId} instead.` }, 409);
  },
});

/** Describes one entry of a draft, such as "Due: 2026-12-14"; nothing for an empty one. */
export function describeEntry([name, text]: [string, unknown]): string[] {
  if (!text || name === "filledFor" || name === "customerTax") return [];
  const [field = name, row, part = ""] = name.split(".");
  return [
    row === undefined ? `${labelOf(invoiceFields, field).label}: ${text}` : `Line ${Number(row) + 1}, ${part}: ${text}`,
  ];
}

/** Returns the number of drafts that wait to be issued. */
export async function countDrafts(): Promise<number> {
  const open = and(isNull(invoiceDrafts.deletedAt), isNull(invoiceDrafts.invoiceId));
  const [found] = await db.select({ count: count() }).from(invoiceDrafts).where(open);
  return found?.count ?? 0;
}
