/** Follows a form that somebody went back to after it had saved a draft or an invoice: it makes no second record. */
import { db } from "db";
import type { Invoice, InvoiceDraft } from "db/schema";
import { changesSince } from "~/core/bulk/changed-since.server";
import { recordOfKey } from "~/core/form/form-keys.server";
import { rejectForm } from "~/core/form/form.server";
import type { ActingUser } from "~/core/resource/act.server";
import { invoiceResource } from "../invoices.server";
import { invoiceDraftResource } from "./drafts.server";
import { readDraftForm } from "./entries.server";
import { createDraft, issueFromForm, saveDraft } from "./save.server";

/** Returns the draft that a form saved before, unless it was deleted. */
async function draftOfForm(me: ActingUser, key: string): Promise<InvoiceDraft | undefined> {
  const id = await recordOfKey(db, invoiceDraftResource.entity, key);
  const draft = id === undefined ? undefined : await invoiceDraftResource.find(me, Number(id));
  return draft?.deletedAt && !draft.invoiceId ? undefined : draft;
}

/** Returns the invoice that a form created before, unless it was voided. */
async function invoiceOfForm(me: ActingUser, key: string): Promise<Invoice | undefined> {
  const id = await recordOfKey(db, invoiceResource.entity, key);
  return id === undefined ? undefined : invoiceResource.get(me, id);
}

/**
 * Saves the form of a new invoice as a draft, or issues it if it was saved as one before. Returns undefined for a form
 * that creates its invoice as usual.
 */
export async function saveOrIssueDraft(me: ActingUser, sent: FormData) {
  const isDraft = sent.get("act") === "draft";
  const key = String(sent.get("key") ?? "");
  const draft = await draftOfForm(me, key);
  if (draft) return saveAgain(me, draft, sent);
  const invoice = isDraft ? await invoiceOfForm(me, key) : undefined;
  if (invoice) return refuse(sent, `${invoice.id} was created with this form, so no draft was saved.`);
  return isDraft ? createDraft(me, sent) : undefined;
}

/** Saves the form over its draft, or issues it; refuses if somebody else changed the draft since. */
async function saveAgain(me: ActingUser, draft: InvoiceDraft, sent: FormData) {
  const change = (await changesSince(invoiceDraftResource, [draft.id], 0)).get(String(draft.id));
  if (change && change.byId !== me.id) {
    const name = invoiceDraftResource.describe([draft]).toLowerCase();
    return refuse(sent, `This form was saved as ${name}, which ${change.byName} changed since. Open it under Drafts.`);
  }
  sent.set("revision", String(draft.revision));
  return sent.get("act") === "draft" ? saveDraft(me, draft, sent) : issueFromForm(me, draft, sent);
}

const refuse = async (sent: FormData, text: string) => rejectForm(await readDraftForm(sent), { "": text }, 409);
