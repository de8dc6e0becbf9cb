import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "db";
import { balanceOf } from "db/invoice-state";
import { allocations, type CreditNote, creditNotes, type Invoice } from "db/schema";
import type { FormState } from "~/core/form/form-state";
import { action as apiAction, loader as apiLoader } from "~/features/api/resource";
import { invoiceResource } from "../invoices.server";
import { undoChange } from "~/core/undo/undo.server";
import { cast, testDatabase } from "~/testing/database";
import { addInvoice, line } from "~/testing/invoices";
import { post, run, send, signedIn } from "~/testing/requests";
import { loader as chooseInvoice } from "./choose-invoice";
import { action, loader } from "./create";
import { createCreditNote, creditNoteResource } from "./credit-notes.server";
import { requestedLine } from "./issue.server";

testDatabase();

const { ada } = cast;
const inFull = { reason: "Wrong price" };

/** Returns an invoice over $90 of three pieces, $10 shipping and $8 tax. */
const threePieces = (values: Partial<Invoice> = {}) =>
  addInvoice({ lines: [line({ quantity: 3 })], shippingCharge: 10_00, tax: 8_00, ...values });

async function credit(invoiceId: string, quantity?: number): Promise<CreditNote> {
  const made = await createCreditNote(ada, {
    invoiceId,
    ...inFull,
    lines: quantity ? [requestedLine(0, quantity)] : [],
  });
  if (!made.ok) throw new Error(JSON.stringify(made.errors));
  return made.row;
}

async function now(id: string) {
  const invoice = (await invoiceResource.get(ada, id))!;
  return { status: invoice.status, balance: balanceOf(invoice) };
}

test("a credit note lowers the balance, and the one that takes the rest completes the invoice", async () => {
  const { id } = await threePieces();
  expect(await credit(id, 1)).toMatchObject({
    id: "CN-0001",
    totalAmount: 32_40,
    tax: 2_40,
    applied: 32_40,
    unapplied: 0,
  });
  expect(await now(id)).toEqual({ status: "pending", balance: 75_60 });
  expect(await credit(id)).toMatchObject({ id: "CN-0002", shippingCharge: 10_00, totalAmount: 75_60, tax: 5_60 });
  expect(await now(id)).toEqual({ status: "complete", balance: 0 });
});

test("a credit note for a paid invoice becomes credit of the customer and leaves the balance at 0", async () => {
  const { id } = await threePieces({ status: "complete" });
  expect(await credit(id, 2)).toMatchObject({ totalAmount: 64_80, applied: 0, unapplied: 64_80 });
  expect(await now(id)).toEqual({ status: "complete", balance: 0 });
  expect(await db.select().from(allocations).where(eq(allocations.source, "credit note"))).toEqual([]);
});

test.each([
  ["more of a line than was invoiced", { lines: [requestedLine(0, 4)] }, "Enter at most 2: that is what is left of 3"],
  ["a line that is not there", { lines: [requestedLine(1, 1)] }, "has no line 1"],
  ["more shipping than was invoiced", { shippingCharge: 10_01 }, "Enter at most $10.00"],
  ["a day after today", { date: "2999-01-01" }, "not after today"],
  ["a day before the invoice", { date: "2026-01-09" }, "not before INV-0001 was issued"],
  ["an invoice that does not exist", { invoiceId: "INV-9999" }, "There is no invoice INV-9999"],
])("a credit note over %s is refused and takes no number", async (_, values, why) => {
  const { id } = await threePieces();
  await credit(id, 1);
  const made = await createCreditNote(ada, { invoiceId: id, ...inFull, ...values });
  expect(made).toMatchObject({ ok: false });
  expect(Object.values("errors" in made ? made.errors : {}).join()).toContain(why);
  expect(await credit(id, 1)).toMatchObject({ id: "CN-0002" });
});

test("a line below 0 cannot be left out of a credit that would exceed the invoice", async () => {
  const { id } = await addInvoice({ lines: [line(), line({ title: "Discount", price: -20_00 })] });
  const made = await createCreditNote(ada, { invoiceId: id, ...inFull, lines: [requestedLine(0, 1)] });
  expect(made).toMatchObject({ ok: false, errors: { "": expect.stringContaining("$30.00, and $10.00 of INV-0001") } });
  expect(await credit(id)).toMatchObject({ totalAmount: 10_00 });
});

test("a fully credited or trashed invoice cannot be credited", async () => {
  const { id } = await threePieces();
  await credit(id);
  expect(await createCreditNote(ada, { invoiceId: id, ...inFull })).toMatchObject({
    errors: { "": `${id} is credited in full already.` },
  });
});

test("a credit note is never changed, deleted or undone", async () => {
  const { id } = await threePieces();
  const made = await createCreditNote(ada, { invoiceId: id, ...inFull });
  const note = made.ok ? made.row : undefined;
  const why = { "": expect.stringContaining("CN-0001 was issued and stays as it is") };
  expect(await creditNoteResource.change(ada, note!.id, { reason: "Other" })).toMatchObject({ ok: false, errors: why });
  expect(await creditNoteResource.trash(ada, [note!.id])).toMatchObject({ ok: false, errors: why });
  const undone = await undoChange(ada, made.ok ? made.batch! : "");
  expect(undone).toMatchObject({ ok: false });
  expect(await db.select().from(creditNotes)).toHaveLength(1);
});

test("the form of a credit note fills in what is left, and sent twice it creates one", async () => {
  const { id } = await threePieces();
  await credit(id, 1);
  const path = `/invoices/${id}/credit`;
  const shown = await run<{ fields: Record<string, string>; formKey: string }>(loader, await signedIn(path, ada), {
    id,
  });
  const { fields, formKey: key } = shown.data;
  expect(fields).toMatchObject({ "lines.0.quantity": "2", shippingCharge: "10.00" });
  const sent = { ...fields, key, "lines.0.line": "0", "lines.0.quantity": "1", details: "Arrived broken" };
  for (let time = 0; time < 2; time++) {
    const answer = await run(action, await signedIn(post(path, sent), ada), { id });
    expect(answer.location).toBe("/credit-notes/CN-0002");
  }
  expect(await db.select().from(creditNotes)).toHaveLength(2);
});

test("the form of a credit note keeps what was typed beside its errors", async () => {
  const { id } = await threePieces();
  const path = `/invoices/${id}/credit`;
  const post2 = async (fields: Record<string, string>) =>
    run<{ form: FormState }>(
      action,
      await signedIn(post(path, { date: "2026-02-01", "lines.0.line": "0", ...fields }), ada),
      { id },
    );
  const tooMuch = await post2({ reason: "Goodwill", "lines.0.quantity": "7" });
  expect(tooMuch.status).toBe(400);
  expect(tooMuch.data.form).toMatchObject({
    fields: { "lines.0.quantity": "7", reason: "Goodwill" },
    errors: { "lines.0.quantity": "Enter at most 3: that is what is left of 3" },
  });
  expect((await post2({ "lines.0.quantity": "1" })).data.form.errors).toHaveProperty("reason");
  expect((await post2({ reason: "Goodwill", "lines.0.quantity": "" })).data.form.errors[""]).toContain(
    "Enter the quantities",
  );
  expect(await post2({ rows: "sums", "lines.0.quantity": "2" })).toMatchObject({
    status: 200,
    data: { form: { errors: {} } },
  });
});

test("/api/credit-notes issues and lists credit notes and changes none", async () => {
  const { id } = await threePieces();
  const ask = async (method: string, path: string, body?: object) =>
    run<Record<string, unknown>>(
      method === "GET" ? apiLoader : apiAction,
      await signedIn(send(method, path, body), ada),
    );
  const made = await ask("POST", "/api/credit-notes", {
    invoiceId: id,
    reason: "Goodwill",
    lines: [{ line: 0, quantity: 2 }],
  });
  expect(made.data).toMatchObject({
    creditNote: { id: "CN-0001", total: 64.8, tax: 4.8, applied: 64.8, unapplied: 0 },
  });
  expect((await ask("GET", "/api/credit-notes")).data).toMatchObject([
    { id: "CN-0001", lines: [{ line: 0, quantity: 2 }] },
  ]);
  expect((await ask("DELETE", "/api/credit-notes?id=CN-0001")).status).toBe(405);
  const tooMuch = await ask("POST", "/api/credit-notes", {
    invoiceId: id,
    reason: "Goodwill",
    lines: [{ line: 0, quantity: 2 }],
  });
  expect(tooMuch).toMatchObject({ status: 400, data: { errors: { "lines.0.quantity": expect.any(String) } } });
});

test("too large a quantity is named at its line of the request by the API, and at its row by the form", async () => {
  const { id } = await addInvoice({ lines: [line(), line({ quantity: 2 })] });
  const text = "Enter at most 2: that is what is left of 2";
  const body = { invoiceId: id, ...inFull, lines: [{ line: 1, quantity: 9 }] };
  expect(await run(apiAction, await signedIn(send("POST", "/api/credit-notes", body), ada))).toMatchObject({
    status: 400,
    data: { errors: { "lines.0.quantity": text } },
  });
  const rows = { "lines.0.line": "0", "lines.0.quantity": "", "lines.1.line": "1", "lines.1.quantity": "9" };
  const sent = post(`/invoices/${id}/credit`, { date: "2026-02-01", reason: "Goodwill", ...rows });
  const { data } = await run<{ form: FormState }>(action, await signedIn(sent, ada), { id });
  expect(data.form.errors).toEqual({ "lines.1.quantity": text });
});

test("the page for a new credit note leads from an invoice's number to its form, and says if there is no such invoice", async () => {
  const { id } = await addInvoice();
  const ask = async (search: string) =>
    run<{ error?: string }>(chooseInvoice, await signedIn(`/credit-notes/create${search}`, ada));
  for (const typed of [id, "inv-1", "1", " Invoice 1 "]) {
    const answer = await ask(`?invoice=${encodeURIComponent(typed)}`);
    expect([answer.status, answer.headers.get("Location")], typed).toEqual([302, `/invoices/${id}/credit`]);
  }
  expect((await ask("")).data.error).toBeUndefined();
  expect((await ask("?invoice=")).data.error).toBe("Enter the number of an invoice");
  expect((await ask("?invoice=INV-99")).data.error).toBe(
    "There is no invoice “INV-99”. Enter a number such as INV-0012.",
  );
});
