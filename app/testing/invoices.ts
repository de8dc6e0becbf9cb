/** Invoices for tests. */
import type { Transaction } from "db";
import { facts, type Invoice, type InvoiceLine, lastInvoiceFact } from "db/schema";
import { action as create, loader as creating } from "~/features/invoices/create";
import { invoiceResource } from "~/features/invoices/invoices.server";
import { cast } from "./database";
import { post, run, signedIn } from "./requests";

/** Returns a free-text line of $30. */
export const line = (values: Partial<InvoiceLine> = {}): InvoiceLine => ({
  id: null,
  title: "Thing",
  quantity: 1,
  price: 30_00,
  discount: 0,
  total: 0,
  ...values,
});

/** Returns the values of an invoice for Dan over $30. */
export const invoiceDraft = () => ({
  customerId: cast.dan.id,
  issueDate: "2026-01-10",
  dueDate: "2026-01-24",
  status: "pending" as const,
  lines: [line()],
});

/** Creates such an invoice, with some values changed. */
export async function addInvoice(values: Partial<Invoice> = {}): Promise<Invoice> {
  const made = await invoiceResource.create(cast.ada, { ...invoiceDraft(), ...values });
  if (!made.ok) throw new Error(JSON.stringify(made.errors));
  return made.row;
}

/** Opens the form for a duplicate and submits it with some fields changed, including its one-time `key`. */
export async function duplicateInvoice(id: string, changed: Record<string, string> = {}) {
  const path = `/invoices/create?copy=${id}`;
  const shown = await run<{ fields: Record<string, string>; formKey: string }>(
    creating,
    await signedIn(path, cast.ada),
  );
  const { fields, formKey } = shown.data;
  return run(create, await signedIn(post(path, { ...fields, key: formKey, ...changed }), cast.ada));
}

/** Sets the number of the last invoice. */
export const countInvoicesFrom = (tx: Transaction, number: number) =>
  tx.insert(facts).values({ name: lastInvoiceFact, value: String(number) });
