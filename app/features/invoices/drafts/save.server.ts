/** Saves and issues drafts from their forms. */
import { isDeepStrictEqual } from "node:util";
import type { InvoiceDraft } from "db/schema";
import { conflict } from "~/core/conflict/changes-since.server";
import { rejectForm } from "~/core/form/form.server";
import type { FormState } from "~/core/form/form-state";
import { notFound, redirectWithToast } from "~/core/http/respond.server";
import { changeOverUnrelated, saveEdit, saveNew } from "~/core/pages/save.server";
import type { ActingUser } from "~/core/resource/act.server";
import { invoiceFields } from "../fields";
import { readInvoiceForm } from "../form/form.server";
import { invoiceResource } from "../invoices.server";
import { invoiceDraftResource } from "./drafts.server";
import { issueForm, readDraftForm } from "./entries.server";
import { issueDraft } from "./issue.server";

/** The drafts, with the labels of the fields of their forms. */
const formDrafts = { ...invoiceDraftResource, fields: invoiceFields };

const entriesOf = ({ entries }: Pick<InvoiceDraft, "entries">) => entries;

/** Saves the form of a new invoice as a draft, and redirects to it. */
export const createDraft = async (me: ActingUser, sent: FormData) =>
  saveNew(me, {
    of: invoiceDraftResource,
    form: await readDraftForm(sent),
    to: ({ id }) => invoiceDraftResource.href(String(id)),
    text: () => "The draft was saved",
  });

/** Saves the form of a draft. */
export async function saveDraft(me: ActingUser, before: InvoiceDraft, sent: FormData) {
  const form = await readDraftForm(sent);
  if (before.invoiceId) return rejectForm(form, issuedText(before.invoiceId), 409);
  return saveEdit(me, { of: formDrafts, before, form, fieldsOf: entriesOf, text: "The draft was saved" });
}

/**
 * Saves the form of a draft, issues its invoice and redirects to that; or says at the fields what is missing. A form
 * that is posted twice issues one invoice.
 */
export async function issueFromForm(me: ActingUser, before: InvoiceDraft, sent: FormData) {
  const draft = await readDraftForm(sent);
  if (!draft.ok) return rejectForm(draft);
  const { entries } = draft.values;
  const mine = { fields: entries, revision: draft.revision };
  const change = { of: formDrafts, id: before.id, patch: draft.values, mine, fieldsOf: entriesOf };
  const saved = await changeOverUnrelated<InvoiceDraft, typeof draft.values>(me, change);
  if (!saved.ok && saved.reason === "stale") return conflict(formDrafts, mine, saved.theirs, entriesOf);
  if (!saved.ok && saved.reason === "absent") return afterIssue(me, before.id, draft);
  if (!saved.ok) return rejectForm(draft, saved.reason === "refused" ? saved.errors : {}, 409);

  const { revision } = saved.row;
  const form = { ...(await readInvoiceForm(await issueForm(sent))), fields: draft.fields, revision };
  if (!form.ok) return notIssued(form, form.errors, form.status);
  const issued = await issueDraft(me, before.id, form.values, { revision });
  if (issued.ok) {
    const { id } = issued.row;
    const text = issued.batch ? `${id} was issued` : `${id} was issued already`;
    return redirectWithToast(invoiceResource.href(id), { text, undo: issued.batch });
  }
  if (issued.reason === "refused") return notIssued(form, issued.errors, issued.status);
  return notIssued(form, { "": "Somebody changed it at the same moment. Look at it again." }, 409);
}

type Parsed = Awaited<ReturnType<typeof readInvoiceForm>>;

/** Returns the saved form with the reasons why it cannot be issued. */
function notIssued(form: Parsed, errors: Record<string, string>, status?: number) {
  const whole = ["The draft is saved, but cannot be issued yet.", errors[""]].filter(Boolean).join(" ");
  return rejectForm({ ...form, savesNothing: true }, { ...errors, "": whole }, status ?? 400);
}

/** Redirects to the invoice if it was issued with these entries already; otherwise shows the form again. */
async function afterIssue(me: ActingUser, id: number, form: FormState & { values: Pick<InvoiceDraft, "entries"> }) {
  const draft = (await invoiceDraftResource.find(me, id)) ?? notFound(invoiceDraftResource.absent);
  const { invoiceId } = draft;
  if (!invoiceId) return rejectForm(form, { "": "This draft is in the trash now. Restore it first." }, 409);
  if (!isDeepStrictEqual(draft.entries, form.values.entries)) return rejectForm(form, issuedText(invoiceId), 409);
  return redirectWithToast(invoiceResource.href(invoiceId), { text: `${invoiceId} was issued already` });
}

const issuedText = (id: string) => ({ "": `${id} was issued from this draft, without these changes.` });
