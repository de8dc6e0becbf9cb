/** Issues the invoices of drafts. */
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Transaction } from "db";
import { type Invoice, type InvoiceDraft, invoices, journal } from "db/schema";
import type { Once } from "~/core/api/idempotency.server";
import { type Act, type Actor, actOnOne, ConflictError, RuleViolation } from "~/core/resource/act.server";
import { invoiceResource } from "../invoices.server";
import { invoiceDraftResource } from "./drafts.server";

export type NewInvoice = Parameters<typeof invoiceResource.create>[1];

interface Options {
  /** The revision that the user has seen. */
  revision?: number;
  once?: Once<Invoice>;
}

/**
 * Creates the invoice of a draft and deletes the draft in one act, so that one undo voids the invoice and brings the
 * draft back. A draft that was issued before answers the same invoice, without a batch.
 */
export const issueDraft = (by: Actor, id: number, values: NewInvoice, { revision, once }: Options = {}) =>
  actOnOne<Invoice>(by, async (tx, act) => {
    await once?.check(tx);
    const draft = await invoiceDraftResource.within.find(tx, id);
    const earlier = draft?.invoiceId ? await invoiceResource.within.find(tx, draft.invoiceId) : undefined;
    if (earlier || !draft) return earlier;
    const invoice = await issueWithin(tx, act, draft, { values, revision });
    await once?.remember(tx, invoice);
    return invoice;
  });

/** Issues a draft inside an act. Throws `RuleViolation`, or `ConflictError` if it has another revision. */
export async function issueWithin(
  tx: Transaction,
  act: Act,
  draft: InvoiceDraft,
  { values, revision }: { values: NewInvoice; revision?: number },
): Promise<Invoice> {
  if (draft.deletedAt) throw new RuleViolation({ "": "This draft is in the trash. Restore it first." }, 409);
  if (revision !== undefined && revision !== draft.revision) throw new ConflictError(draft);
  await refuseSecondIssue(tx, draft);
  const invoice = await invoiceResource.within.create(tx, act, values);
  await invoiceDraftResource.within.change(tx, act, draft.id, { deletedAt: new Date(), invoiceId: invoice.id });
  return invoice;
}

/** Throws `RuleViolation` if an invoice that was issued from the draft before is open, because it was reinstated. */
async function refuseSecondIssue(tx: Transaction, { id }: InvoiceDraft) {
  const [open] = await tx
    .select({ id: invoices.id })
    .from(journal)
    .innerJoin(invoices, eq(invoices.id, sql`${journal.after} ->> 'invoiceId'`))
    .where(and(eq(journal.entity, "invoiceDrafts"), eq(journal.recordId, String(id)), isNull(invoices.deletedAt)))
    .limit(1);
  if (!open) return;
  throw new RuleViolation(
    { "": `${open.id} was issued from this draft and is open. Void it first, or delete the draft.` },
    409,
  );
}
