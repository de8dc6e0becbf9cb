import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db, write } from "db";
import { companies, type Invoice, invoices, payments } from "db/schema";
import { undoChange } from "~/core/undo/undo.server";
import { digest } from "~/core/process/secrets.server";
import { action as apiAction, loader as apiLoader } from "~/features/api/resource";
import { companyResource } from "~/features/company/company.server";
import { createCreditNote } from "~/features/invoices/credit-notes/credit-notes.server";
import { action as edit } from "~/features/invoices/edit";
import { invoiceResource } from "~/features/invoices/invoices.server";
import { cast, testDatabase } from "~/testing/database";
import { addInvoice, invoiceDraft, line } from "~/testing/invoices";
import { post, run, send, signedIn } from "~/testing/requests";
import { contentHash, stampLocks } from "./locking.server";
import { describeVerification, verifyLocks } from "./verify.server";

testDatabase();

const { ada } = cast;

const set = (values: Partial<typeof companies.$inferInsert>) => write((tx) => tx.update(companies).set(values));
const sentInvoice = async () => {
  const { id } = await addInvoice();
  await write(async (tx) => {
    await tx
      .update(invoices)
      .set({ sentAt: new Date("2026-01-11T10:00:00Z") })
      .where(eq(invoices.id, id));
    await stampLocks(tx, [id]);
  });
  return id;
};
const hashOf = async (id: string) =>
  (await db.select({ hash: invoices.lockedHash }).from(invoices).where(eq(invoices.id, id)))[0]?.hash;

test("a sent invoice keeps its content, and its due date can still change", async () => {
  const id = await sentInvoice();
  expect(await hashOf(id)).toMatch(/^[\w-]{43}$/);
  const refused = await invoiceResource.change(ada, id, { lines: [line({ price: 1_00 })] });
  expect(refused).toMatchObject({
    status: 409,
    errors: {
      "": `${id} is locked, because it was sent on 11 Jan 2026. Create a credit note for what is wrong, or a new invoice.`,
    },
  });
  expect(await invoiceResource.trash(ada, [id])).toMatchObject({
    errors: { "": expect.stringContaining("cannot be voided") },
  });
  expect(await invoiceResource.change(ada, id, { dueDate: "2026-03-01" })).toMatchObject({ ok: true });
  expect(await invoiceResource.setStatus(ada, [id], "complete")).toMatchObject({ ok: true });
});

test("the due date of an invoice that was issued in a closed period cannot change", async () => {
  const { id } = await addInvoice();
  await set({ closingDate: "2026-01-31" });
  const change = () => invoiceResource.change(ada, id, { dueDate: "2026-03-01" });
  expect(await change()).toMatchObject({
    errors: { dueDate: `The due date of ${id} cannot be changed, because the books are closed up to 31 Jan 2026` },
  });
  await set({ closingDate: "2026-01-09" });
  expect(await change()).toMatchObject({ ok: true });
});

test("an invoice that was locked before it had a customer's tax number is still verified", async () => {
  const id = await sentInvoice();
  const [invoice] = await db.select().from(invoices).where(eq(invoices.id, id));
  const { number, issueDate, issuerId, customerName, customerCompany, billingEmail, billingPhone, ...more } = invoice!;
  const { billingAddress, lines, shippingCharge, tax, taxes, shippingTax, includesTax, totalAmount } = more;
  const names = { number, issueDate, issuerId, customerName, customerCompany, billingEmail, billingPhone };
  const sums = { lines, shippingCharge, tax, taxes, shippingTax, includesTax, totalAmount };
  const lockedHash = digest(JSON.stringify({ ...names, billingAddress, ...sums }));
  await write((tx) => tx.update(invoices).set({ lockedHash }).where(eq(invoices.id, id)));
  expect(await verifyLocks()).toEqual({ count: 1, changed: [] });
  await write((tx) => tx.update(invoices).set({ customerTaxNumber: "ATU00000024" }).where(eq(invoices.id, id)));
  expect(await verifyLocks()).toEqual({ count: 1, changed: [id] });
});

test("an invoice that locks when it is paid stays editable after it was sent", async () => {
  await set({ invoiceLock: "paid" });
  const id = await sentInvoice();
  expect(await hashOf(id)).toBeNull();
  expect(await invoiceResource.change(ada, id, { lines: [line({ price: 1_00 })] })).toMatchObject({ ok: true });
  await write(async (tx) => {
    await tx
      .insert(payments)
      .values({ date: "2026-02-01", amount: 50, customerId: 6, allocations: [{ invoiceId: id, amount: 50 }] });
  });
  expect(await invoiceResource.change(ada, id, { lines: [line()] })).toMatchObject({
    errors: { "": expect.stringContaining("because a payment was recorded for it") },
  });
});

test("a marked payment does not lock an invoice, and a credit note does", async () => {
  const { id } = await addInvoice({ status: "complete" });
  expect(await invoiceResource.change(ada, id, { lines: [line({ quantity: 2 })] })).toMatchObject({ ok: true });
  await createCreditNote(ada, { invoiceId: id, reason: "Goodwill", lines: [] });
  expect(await hashOf(id)).toMatch(/./);
  expect(await invoiceResource.change(ada, id, { tax: 5_00 })).toMatchObject({
    errors: { "": expect.stringContaining("because CN-0001 credits it") },
  });
});

test("undo neither un-creates a sent invoice nor brings back its content of before", async () => {
  const made = await invoiceResource.create(ada, invoiceDraft());
  const { id } = made.ok ? made.row : { id: "" };
  const changed = await invoiceResource.change(ada, id, { lines: [line({ price: 7_00 })] });
  await write((tx) => tx.update(invoices).set({ sentAt: new Date() }).where(eq(invoices.id, id)));
  for (const done of [changed, made])
    expect(await undoChange(ada, done.ok ? done.batch! : "")).toMatchObject({ ok: false });
  expect(await invoiceResource.get(ada, id)).toMatchObject({ totalAmount: 7_00, deletedAt: null });
});

test("nothing dated up to the closing date is created, changed, voided, completed or credited", async () => {
  const { id } = await addInvoice();
  const marked = await addInvoice({
    issueDate: "2026-02-10",
    dueDate: "2026-02-20",
    status: "complete",
    completedAt: new Date("2026-01-30T12:00:00Z"),
  });
  const open = await addInvoice({ issueDate: "2026-02-10", dueDate: "2026-02-20" });
  await set({ closingDate: "2026-01-31" });
  const closed = expect.stringContaining("the books are closed up to 31 Jan 2026");
  expect(await invoiceResource.create(ada, invoiceDraft())).toMatchObject({ errors: { issueDate: closed } });
  expect(await invoiceResource.change(ada, id, { tax: 1_00 })).toMatchObject({ errors: { "": closed } });
  expect(await invoiceResource.trash(ada, [id])).toMatchObject({ errors: { "": closed } });
  expect(await invoiceResource.setStatus(ada, [marked.id], "pending")).toMatchObject({ errors: { "": closed } });
  expect(await invoiceResource.trash(ada, [marked.id])).toMatchObject({ errors: { "": closed } });
  expect(await invoiceResource.change(ada, open.id, { issueDate: "2026-01-31" })).toMatchObject({
    errors: { issueDate: closed },
  });
  const credit = { invoiceId: id, reason: "Goodwill", lines: [] };
  expect(await createCreditNote(ada, { ...credit, date: "2026-01-31" })).toMatchObject({ errors: { date: closed } });
  expect(await createCreditNote(ada, credit)).toMatchObject({ ok: true });
  expect(await invoiceResource.change(ada, open.id, { tax: 1_00 })).toMatchObject({ ok: true });
});

test("/api answers 409 with the reason to a change or deletion of a locked invoice, and 200 to one of its due date", async () => {
  const id = await sentInvoice();
  const ask = async (method: string, path: string, body?: object) =>
    run<{ message: string }>(apiAction, await signedIn(send(method, path, body), ada));
  const locked = { message: expect.stringMatching(/because it was sent on 11 Jan 2026\. Create a credit note/) };
  expect(await ask("PUT", "/api/invoices", { id, tax: 9 })).toMatchObject({ status: 409, data: locked });
  expect(await ask("DELETE", `/api/invoices?id=${id}`)).toMatchObject({ status: 409, data: locked });
  expect(await ask("PUT", "/api/invoices", { id, dueDate: "2026-03-01", tax: 0 })).toMatchObject({ status: 200 });
});

test("/api says of an invoice at once whether a new closing date locked it, or an earlier one opened it", async () => {
  const { id } = await addInvoice();
  const state = async () =>
    (await run<{ state: string }>(apiLoader, await signedIn(`/api/invoices?id=${id}`, ada))).data.state;
  for (const [closingDate, expected] of [
    ["2026-01-31", "locked"],
    ["2025-12-31", "issued"],
  ]) {
    await companyResource.change(ada, 1, { closingDate });
    expect(await state()).toBe(expected);
  }
});

test("the form of a locked invoice changes when it is due and nothing else", async () => {
  const id = await sentInvoice();
  const { revision } = (await invoiceResource.get(ada, id))!;
  const fields = { revision: String(revision), dueDate: "2026-04-01", tax: "99", "lines.0.title": "Other" };
  const saved = await run(edit, await signedIn(post(`/invoices/${id}`, fields), ada), { id });
  expect(saved.location).toBe(`/invoices/${id}/details`);
  expect(await invoiceResource.get(ada, id)).toMatchObject({
    dueDate: "2026-04-01",
    tax: 0,
    lines: [{ title: "Thing" }],
  });
});

test("maintenance names a locked invoice whose content was changed in the database, and locks what the closing date closed", async () => {
  const id = await sentInvoice();
  const { id: closed } = await addInvoice();
  await set({ closingDate: "2026-01-31" });
  expect(describeVerification(await verifyLocks())).toBe("Verified 2 locked invoices.");
  expect(await hashOf(closed)).not.toBeNull();
  await write((tx) => tx.update(invoices).set({ tax: 1, totalAmount: 30_01 }).where(eq(invoices.id, id)));
  expect(describeVerification(await verifyLocks())).toBe(
    `Of 2 locked invoices, these are not as they were locked: ${id}.`,
  );
});

test("a form opened before the invoice was locked saves nothing, says why, and keeps what was typed", async () => {
  const id = await sentInvoice();
  const typed = {
    customer: `${cast.dan.name} · #${cast.dan.id}`,
    issueDate: "2026-01-10",
    dueDate: "2026-03-01",
    status: "pending",
    "lines.0.title": "Another thing",
    "lines.0.quantity": "1",
    "lines.0.price": "45",
    shippingCharge: "0",
    tax: "0",
    paymentMethod: "",
    cardNo: "",
    revision: "1",
  };
  const { status, data } = await run<{ form: { errors: object; fields: object } }>(
    edit,
    await signedIn(post(`/invoices/${id}`, typed), ada),
    { id },
  );
  expect({ status, form: data.form }).toMatchObject({
    status: 409,
    form: {
      errors: { "": expect.stringContaining("is locked, because it was sent") },
      fields: { "lines.0.title": "Another thing", dueDate: "2026-03-01" },
    },
  });
  expect(await invoiceResource.find(ada, id)).toMatchObject({ dueDate: "2026-01-24", totalAmount: 30_00 });
});

test.each([
  ["poNumber", "PO-77"],
  ["serviceFrom", "2026-01-01"],
  ["serviceTo", "2026-01-31"],
] as const)("an invoice that locked before it could have a %s stays verified", async (column, value) => {
  const invoice = await addInvoice();
  const without = Object.fromEntries(Object.entries(invoice).filter(([name]) => name !== column));
  expect(contentHash(invoice)).toBe(contentHash(without as Invoice));
  expect(contentHash({ ...invoice, [column]: value })).not.toBe(contentHash(invoice));
});
