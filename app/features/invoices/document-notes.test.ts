import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { write } from "db";
import { invoices } from "db/schema";
import type { FormState } from "~/core/form/form-state";
import { loader as api } from "~/features/api/resource";
import { readIssuer } from "~/features/company/company.server";
import { stampLocks } from "~/features/locking/locking.server";
import { loader as exported } from "~/features/records/export";
import { letIn } from "~/testing/client";
import { cast, testDatabase } from "~/testing/database";
import { addInvoice } from "~/testing/invoices";
import { post, run, signedIn } from "~/testing/requests";
import { loader as details } from "./details";
import { action as edit } from "./edit";
import { invoiceResource } from "./invoices.server";
import { invoiceMail } from "./sending/invoice-mail.server";
import { loader as list } from "./list";

testDatabase();

const { ada } = cast;

test("an internal note reaches no client, while the note to the customer does", async () => {
  const dan = await letIn(cast.dan);
  const { id } = await addInvoice({ customerId: dan.id, note: "Thank you!", internalNote: "Pays late" });
  const pages = [
    await run(details, await signedIn(`/invoices/${id}/details`, dan), { id }),
    await run(list, await signedIn("/invoices?q=late", dan)),
    await run(api, await signedIn("/api/invoices", dan)),
    await run(api, await signedIn(`/api/invoices?id=${id}`, dan)),
    await run(exported, await signedIn("/invoices.csv", dan)),
  ].map(({ data }) => JSON.stringify(data));
  expect(pages.filter((text) => text.includes("Pays late"))).toEqual([]);
  expect(pages.filter((text) => text.includes("Thank you!")).length).toBeGreaterThan(0);
});

test("the notes of a locked invoice can change, and its purchase order number cannot", async () => {
  const { id, revision } = await addInvoice({ poNumber: "PO-77", issueDate: "2026-01-10" });
  await write(async (tx) => {
    await tx.update(invoices).set({ sentAt: new Date() }).where(eq(invoices.id, id));
    await stampLocks(tx, [id]);
  });
  const fields = {
    revision: String(revision),
    dueDate: "2026-02-01",
    note: "Thank you!",
    internalNote: "Called",
    poNumber: "PO-78",
  };
  const { status } = await run<{ form?: FormState }>(edit, await signedIn(post(`/invoices/${id}`, fields), ada), {
    id,
  });
  expect(status).toBe(303);
  const now = await invoiceResource.get(ada, id);
  expect(now).toMatchObject({ note: "Thank you!", internalNote: "Called", dueDate: "2026-02-01", poNumber: "PO-77" });
  expect(await invoiceResource.change(ada, id, { poNumber: "PO-78" })).toMatchObject({ ok: false, status: 409 });
});

test("an invoice is found by its purchase order number", async () => {
  const { id } = await addInvoice({ poNumber: "PO-77" });
  await addInvoice();
  const { data } = await run<{ invoices: { id: string }[] }>(list, await signedIn("/invoices?q=PO-77", ada));
  expect(data.invoices.map((invoice) => invoice.id)).toEqual([id]);
});

test("the note to the customer stands in the mail of the invoice, and the internal note does not", async () => {
  const invoice = await addInvoice({ note: "Thank you!", internalNote: "Pays late" });
  const company = await readIssuer(invoice.issuerId);
  const about = { to: "dan@example.com", company, message: "", today: "2026-01-10", wasSent: false };
  const { text } = invoiceMail(invoice, about);
  expect([text.includes("Thank you!"), text.includes("Pays late")]).toEqual([true, false]);
});
