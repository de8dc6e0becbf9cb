/** Converts between a posted form, the entries of a draft, and the form of an invoice. */
import type { DraftEntries, InvoiceDraft } from "db/schema";
import { holdsNoCard, noCards } from "~/core/values/cards";
import type { FormFields } from "~/core/form/form-state";
import { referredId } from "~/core/form/record-reference";
import { today } from "~/core/values/today.server";
import { defaultDates } from "../invoice-dates.server";
import { formRates } from "~/features/company/form-rates.server";
import { readInvoiceForm } from "../form/form.server";
import { sumsOfForm } from "~/features/document-lines/form-sums";

/** Reads a posted form as the values of a draft. Nothing that was typed is refused except the numbers of cards. */
export async function readDraftForm(sent: FormData) {
  const form = await readInvoiceForm(sent);
  if (form.rows) return form;
  const { entries, ...columns } = await draftValues(form.fields);
  const errors = Object.fromEntries(
    Object.entries(entries).flatMap(([name, text]) =>
      name === "cardNo" || holdsNoCard(text) ? [] : [[name, noCards]],
    ),
  );
  if (Object.keys(errors).length > 0) return { ...form, ok: false as const, status: 400 as const, errors };
  return { ...form, ok: true as const, errors: {}, rows: undefined, values: { entries, ...columns } };
}

/** Returns the columns of a draft for the fields of a form. */
export async function draftValues(fields: FormFields) {
  const entries = await withoutUsualDays(textsOf(fields));
  const customer = entries.customer ?? "";
  return {
    entries,
    customerId: referredId(customer) ?? null,
    customerName: customer.replace(/\s*·?\s*#\d+\s*$/, ""),
    totalAmount: sumsOfForm(entries, await formRates()).total ?? null,
  } satisfies Partial<InvoiceDraft>;
}

const textsOf = (fields: FormFields): DraftEntries =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String([value].flat()[0] ?? "").trim()]));

/** Leaves out the days that a new form fills in: a draft is issued on the day of issue. */
async function withoutUsualDays(entries: DraftEntries): Promise<DraftEntries> {
  if (entries.issueDate !== today()) return entries;
  const { dueDate } = await defaultDates();
  return { ...entries, issueDate: "", ...(entries.dueDate === dueDate && { dueDate: "" }) };
}

/** Returns the form that issues a draft: with today and the company's payment term for missing days. */
export async function issueForm(sent: FormData): Promise<FormData> {
  const text = (name: string) => String(sent.get(name) ?? "").trim();
  if (!text("issueDate")) sent.set("issueDate", today());
  if (!text("dueDate")) sent.set("dueDate", (await defaultDates(text("issueDate"))).dueDate);
  if (!text("status")) sent.set("status", "pending");
  return sent;
}

/** Returns the entries of a draft as if its form was posted. */
export function formOf(entries: DraftEntries): FormData {
  const form = new FormData();
  for (const [name, text] of Object.entries(entries)) form.set(name, text);
  return form;
}
