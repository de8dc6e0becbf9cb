/** Issues the invoices of several drafts at once, as one act with one undo. */
import { asc, inArray } from "drizzle-orm";
import { db, rolledBack } from "db";
import { type Invoice, type InvoiceDraft, invoiceDrafts } from "db/schema";
import { listPage } from "~/core/list/list-plan.server";
import { parseListQuery } from "~/core/list/list-query.server";
import { listingFor, type Reader } from "~/core/list/reach.server";
import { type Actor, actOnMany, newAct } from "~/core/resource/act.server";
import { trySavepoint } from "~/core/resource/bulk-outcome.server";
import { readInvoiceForm } from "../form/form.server";
import { invoiceDraftResource } from "./drafts.server";
import { formOf, issueForm } from "./entries.server";
import { issueWithin, type NewInvoice } from "./issue.server";

/** Maximum drafts that are issued at once. */
const maxIssued = 100;

/** Returns the drafts with these numbers, or the first ones of a list; `others` is how many more the list has. */
export async function draftsToIssue(me: Reader, chosen: { ids: number[] } | { list: URLSearchParams }) {
  if ("ids" in chosen) return { rows: await draftsWithIds(chosen.ids), others: 0 };
  const listing = listingFor(invoiceDraftResource.listing, me);
  const sort = { key: "id", descending: false };
  const query = { ...parseListQuery(listing, chosen.list), sort, page: 1, size: maxIssued };
  const { rows, total } = await listPage(listing, query);
  return { rows, others: total - rows.length };
}

const draftsWithIds = (ids: number[]): Promise<InvoiceDraft[]> =>
  db
    .select()
    .from(invoiceDrafts)
    .where(inArray(invoiceDrafts.id, [...new Set(ids)].slice(0, maxIssued)))
    .orderBy(asc(invoiceDrafts.id));

/** A draft that can be issued with its values, or `why` it cannot, as a sentence. */
type ReadDraft = { draft: InvoiceDraft } & ({ values: NewInvoice } | { why: string });

/** Reads a draft as the form of its invoice. */
export async function readDraft(draft: InvoiceDraft): Promise<ReadDraft> {
  if (draft.invoiceId) return { draft, why: `${draft.invoiceId} was issued from it.` };
  if (draft.deletedAt) return { draft, why: "It is in the trash." };
  const form = await readInvoiceForm(await issueForm(formOf(draft.entries)));
  if (form.ok) return { draft, values: form.values };
  const why = Object.values(form.errors).map((text) => text.replace(/\.$/, ""));
  return { draft, why: `${why.join(". ")}.` };
}

/** Reads drafts, and issues them in a transaction that is rolled back to find out which would be refused. */
export async function tryDrafts(by: Actor, rows: InvoiceDraft[]): Promise<ReadDraft[]> {
  const read = await Promise.all(rows.map(readDraft));
  return rolledBack(async (tx) => {
    const act = newAct(by);
    const tried: ReadDraft[] = [];
    for (const one of read) {
      if ("why" in one) tried.push(one);
      else {
        const { draft, values } = one;
        const done = await trySavepoint(tx, act, () => issueWithin(tx, act, draft, { values }));
        tried.push("why" in done ? { draft, why: done.why } : one);
      }
    }
    return tried;
  });
}

/** A draft that was not issued. */
export interface LeftDraft {
  label: string;
  why: string;
}

/** Issues drafts in the order of their numbers, and returns the invoices and the drafts that were left out. */
export async function issueDrafts(by: Actor, seen: { id: number; revision: number }[]) {
  const left: LeftDraft[] = [];
  const rows = await draftsWithIds(seen.map(({ id }) => id));
  const read = await Promise.all(rows.map(readDraft));
  const done = await actOnMany<Invoice>(by, async (tx, act) => {
    const issued: Invoice[] = [];
    for (const one of read) {
      const label = invoiceDraftResource.describe([one.draft]);
      if ("why" in one) {
        left.push({ label, why: one.why });
        continue;
      }
      const draft = (await invoiceDraftResource.within.find(tx, one.draft.id)) ?? one.draft;
      if (draft.invoiceId || draft.revision !== seen.find(({ id }) => id === draft.id)?.revision) {
        left.push({
          label,
          why: draft.invoiceId ? `${draft.invoiceId} was issued from it.` : "It was changed meanwhile.",
        });
        continue;
      }
      const tried = await trySavepoint(tx, act, () => issueWithin(tx, act, draft, { values: one.values }));
      if ("why" in tried) left.push({ label, why: tried.why });
      else issued.push(tried.row);
    }
    return issued;
  });
  return { done, left };
}
