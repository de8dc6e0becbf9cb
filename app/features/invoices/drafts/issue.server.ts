/** Issues the invoices of drafts. */
import type { Transaction } from "db";
import type { Invoice, InvoiceDraft } from "db/schema";
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
  const invoice = await invoiceResource.within.create(tx, act, values);
  await invoiceDraftResource.within.change(tx, act, draft.id, { deletedAt: new Date(), invoiceId: invoice.id });
  return invoice;
}
