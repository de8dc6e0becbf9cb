import { desc, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db, write } from "db";
import { balanceOf } from "db/invoice-state";
import { invoices, invoiceTotals, type Payment, payments } from "db/schema";
import { newFormKey } from "~/core/form/form.server";
import type { FormState } from "~/core/form/form-state";
import { undoChange } from "~/core/undo/undo.server";
import { today } from "~/core/values/today.server";
import { action as apiAction, loader as apiLoader } from "~/features/api/resource";
import { createCreditNote } from "~/features/invoices/credit-notes/credit-notes.server";
import { loader as details } from "~/features/invoices/details";
import { invoiceResource } from "~/features/invoices/invoices.server";
import { cast, testDatabase } from "~/testing/database";
import { addInvoice, line } from "~/testing/invoices";
import { post, run, send, signedIn, toastOf } from "~/testing/requests";
import { action as create, loader as creating } from "./create";
import { creditOf } from "./credit.server";
import { customerMoney } from "./customer-money.server";
import { action as edit } from "./edit";
import { paymentResource } from "./payments.server";
import { verifyBalances } from "./verify.server";

testDatabase();

const { ada, dan } = cast;
const customer = `${dan.name} · #${dan.id}`;

const stateOf = async (id: string) => {
  const [invoice] = await db.select().from(invoices).where(eq(invoices.id, id));
  return [invoice!.status, balanceOf(invoice!)];
};
const addInvoiceOf = (cents: number, values = {}) => addInvoice({ lines: [line({ price: cents })], ...values });
const pay = async (values: Partial<Payment>) => {
  const made = await paymentResource.create(ada, { customerId: dan.id, date: today(), amount: 0, ...values });
  if (!made.ok) throw new Error(JSON.stringify(made.errors));
  return made;
};
const newest = async () => (await db.select().from(payments).orderBy(desc(payments.id)).limit(1))[0]!;
const collected = async () =>
  (await db.select().from(invoiceTotals).where(eq(invoiceTotals.kind, "collected"))).reduce(
    (sum, { total }) => sum + total,
    0,
  );
const useCredit = async (search: string, ...parts: [invoiceId: string, amount: string][]) =>
  run<{ form: FormState }>(
    create,
    await signedIn(
      post(`/payments/create?kind=credit${search}`, {
        customer,
        date: today(),
        key: newFormKey(),
        ...fieldsOf(parts),
      }),
      ada,
    ),
  );
const fieldsOf = (parts: [invoiceId: string, amount: string][]) =>
  Object.fromEntries(
    parts.flatMap(([invoiceId, amount], place) => [
      [`allocations.${place}.invoiceId`, invoiceId],
      [`allocations.${place}.amount`, amount],
    ]),
  );

const refundFrom = (invoiceId: string) => ({
  kind: "refund" as const,
  customerId: dan.id,
  date: today(),
  amount: 10_00,
  allocations: [{ invoiceId, amount: 10_00 }],
});

describe("customer credit", () => {
  it("credit is offered on an open invoice, lowers credit and balance alike without counting as collected, and comes back", async () => {
    const { id } = await addInvoiceOf(100_00);
    await pay({ amount: 30_00 });
    const page = await run<{ credit: number }>(details, await signedIn(`/invoices/${id}/details`, ada), { id });
    expect(page.data.credit).toBe(30_00);
    const small = await addInvoiceOf(5_00);
    const other = await run<{ credit: number }>(details, await signedIn("/x", ada), { id: small.id });
    expect(other.data.credit).toBe(5_00);
    await invoiceResource.trash(ada, [small.id]);
    const offered = await run<{ rows: object[] }>(
      creating,
      await signedIn(`/payments/create?kind=credit&invoice=${id}`, ada),
    );
    expect(offered.data.rows).toMatchObject([{ invoiceId: id, amount: "30.00" }]);

    const used = await useCredit(`&invoice=${id}`, [id, "30.00"]);
    expect(used).toMatchObject({ status: 303, location: `/invoices/${id}/details` });
    expect(toastOf(used).text).toBe(`Credit of $30.00 of ${dan.name} was applied`);
    expect([await stateOf(id), await creditOf(dan.id), await collected()]).toEqual([["pending", 70_00], 0, 30_00]);
    expect(await verifyBalances()).toMatchObject({ wrong: [] });

    await paymentResource.trash(ada, [(await newest()).id]);
    expect([await stateOf(id), await creditOf(dan.id), await collected()]).toEqual([["pending", 100_00], 30_00, 30_00]);
  });

  it("credit of a credit note settles another invoice, and the undo gives both back", async () => {
    const paidInvoice = await addInvoiceOf(50_00, { status: "complete" });
    await createCreditNote(ada, { invoiceId: paidInvoice.id, reason: "Sent back" }, newFormKey());
    const { id } = await addInvoiceOf(40_00);
    const used = await useCredit(`&customer=${dan.id}`, [id, "40"]);
    expect([await stateOf(id), await creditOf(dan.id)]).toEqual([["complete", 0], 10_00]);
    await undoChange(ada, toastOf(used).undo ?? "");
    expect([await stateOf(id), await creditOf(dan.id)]).toEqual([["pending", 40_00], 50_00]);
  });

  it("credit is spread over the open invoices of a customer by due date, without scripts as well", async () => {
    const late = await addInvoiceOf(40_00, { dueDate: "2026-03-01" });
    const early = await addInvoiceOf(50_00, { dueDate: "2026-02-01" });
    await pay({ amount: 70_00 });
    const money = await customerMoney(dan.id, ada);
    expect(money?.useCredit).toBe(`/payments/create?customer=${dan.id}&kind=credit`);
    const rows = [
      { invoiceId: early.id, amount: "50.00" },
      { invoiceId: late.id, amount: "20.00" },
    ];
    const offered = await run<{ rows: object[] }>(creating, await signedIn(money?.useCredit ?? "", ada));
    expect(offered.data.rows).toMatchObject(rows);
    const shown = await run<{ form: FormState }>(
      create,
      await signedIn(post("/payments/create?kind=credit", { customer, rows: "find:allocations" }), ada),
    );
    expect(shown.data.form.fields).toMatchObject({
      "allocations.0.amount": "50.00",
      "allocations.1.amount": "20.00",
    });
  });

  it("applied credit is never more than the credit or the balance, and needs an invoice", async () => {
    const { id } = await addInvoiceOf(20_00);
    const other = await addInvoiceOf(20_00);
    await pay({ amount: 30_00 });
    const errors = async (...parts: [string, string][]) => (await useCredit("", ...parts)).data.form.errors;
    expect(await errors([id, "25"])).toEqual({
      "allocations.0.amount": `Enter at most $20.00, the balance due of ${id}.`,
    });
    expect(await errors([id, "20"], [other.id, "20"])).toEqual({
      "": `${dan.name} has a credit of $30.00. Enter at most that for all invoices together.`,
    });
    expect(await errors([id, ""])).toEqual({ "": "Enter how much of the credit an invoice takes." });
    expect(await creditOf(dan.id)).toBe(30_00);
  });

  it("applied credit can be changed to another amount, and stays applied credit whatever the form says", async () => {
    const { id } = await addInvoiceOf(100_00);
    await pay({ amount: 30_00 });
    const { row } = await pay({ kind: "credit", allocations: [{ invoiceId: id, amount: 10_00 }] });
    const saved = await run(
      edit,
      await signedIn(
        post(`/payments/${row.id}`, {
          kind: "payment",
          amount: "99",
          customer,
          date: today(),
          revision: "1",
          ...fieldsOf([[id, "30"]]),
        }),
        ada,
      ),
      { id: String(row.id) },
    );
    expect(saved.status).toBe(303);
    expect(await newest()).toMatchObject({ kind: "credit", amount: 0 });
    expect([await stateOf(id), await creditOf(dan.id)]).toEqual([["pending", 70_00], 0]);
  });

  it("applied credit comes back when its invoice is voided, and one undo of that applies it again", async () => {
    const [first, second] = [await addInvoiceOf(30_00), await addInvoiceOf(50_00)];
    await pay({ amount: 60_00 });
    await pay({
      kind: "credit",
      allocations: [
        { invoiceId: first.id, amount: 30_00 },
        { invoiceId: second.id, amount: 10_00 },
      ],
    });
    const voided = await invoiceResource.trash(ada, [first.id]);
    expect(voided.ok).toBe(true);
    expect([await creditOf(dan.id), await stateOf(second.id)]).toEqual([50_00, ["pending", 40_00]]);
    await undoChange(ada, ("batch" in voided && voided.batch) || "");
    expect([await creditOf(dan.id), await stateOf(first.id)]).toEqual([20_00, ["complete", 0]]);
    expect(await verifyBalances()).toMatchObject({ wrong: [] });
  });

  it("an invoice that is marked as complete and uses credit is voided only once it is pending, so that undo brings all back", async () => {
    const { id } = await addInvoiceOf(100_00);
    await pay({ amount: 40_00 });
    await pay({ kind: "credit", allocations: [{ invoiceId: id, amount: 40_00 }] });
    await invoiceResource.setStatus(ada, [id], "complete");
    expect(await invoiceResource.trash(ada, [id])).toMatchObject({
      ok: false,
      errors: { "": `${id} is marked as complete and uses customer credit. Mark it as pending first, then void it.` },
    });
    expect(await stateOf(id)).toEqual(["complete", 0]);
    await invoiceResource.setStatus(ada, [id], "pending");
    const voided = await invoiceResource.trash(ada, [id]);
    await undoChange(ada, ("batch" in voided && voided.batch) || "");
    expect(await stateOf(id)).toEqual(["pending", 60_00]);
  });

  it("a paid invoice that was credited keeps its payments, so that nobody has the amount twice", async () => {
    const { id } = await addInvoiceOf(30_00);
    const { row } = await pay({ amount: 50_00, allocations: [{ invoiceId: id, amount: 30_00 }] });
    await createCreditNote(ada, { invoiceId: id, reason: "Sent back" });
    expect(await creditOf(dan.id)).toBe(50_00);
    const refusal = {
      ok: false,
      errors: { "": expect.stringMatching(/^CN-0001 credits INV-0001.*refund or use that credit instead\.$/) },
    };
    expect(await paymentResource.trash(ada, [row.id])).toMatchObject(refusal);
    expect(await paymentResource.change(ada, row.id, { allocations: [] })).toMatchObject(refusal);
    expect(await paymentResource.create(ada, refundFrom(id))).toMatchObject(refusal);
    expect([await stateOf(id), await creditOf(dan.id)]).toEqual([["complete", 0], 50_00]);
    expect(await verifyBalances()).toMatchObject({ wrong: [] });
    await write((tx) => tx.update(payments).set({ allocations: [] }).where(eq(payments.id, row.id)));
    await write((tx) => tx.update(invoices).set({ status: "pending" }).where(eq(invoices.id, id)));
    expect(await verifyBalances()).toMatchObject({ wrong: [id] });
  });

  it("applied credit keeps the payment that it was taken from", async () => {
    const { id } = await addInvoiceOf(100_00);
    const { row } = await pay({ amount: 30_00 });
    await pay({ kind: "credit", allocations: [{ invoiceId: id, amount: 30_00 }] });
    expect(await paymentResource.trash(ada, [row.id])).toMatchObject({
      errors: { "": expect.stringContaining("Delete the refund or the applied credit first.") as string },
    });
    expect(await stateOf(id)).toEqual(["pending", 70_00]);
  });

  it("credit of a customer who is not in the directory is refused, as nobody could use it", async () => {
    const nobody = { customerId: null, customerName: "Walk-in" };
    const { id } = await addInvoiceOf(50_00, { ...nobody, status: "complete" });
    const credit = () => createCreditNote(ada, { invoiceId: id, reason: "Sent back" }, newFormKey());
    expect(await credit()).toMatchObject({
      errors: {
        "": "Walk-in is not in the directory, so $50.00 cannot be kept as credit. Record a refund of $50.00 on INV-0001 first.",
      },
    });
    await pay({ ...nobody, kind: "refund", amount: 50_00, allocations: [{ invoiceId: id, amount: 50_00 }] });
    expect(await credit()).toMatchObject({ ok: true, row: { applied: 50_00, unapplied: 0 } });
  });

  it("credit is applied through /api/payments without an amount", async () => {
    const { id } = await addInvoiceOf(100_00);
    await pay({ amount: 30_00 });
    const api = async (method: string, path: string, body?: object) =>
      run<Record<string, never>>(
        method === "GET" ? apiLoader : apiAction,
        await signedIn(send(method, path, body), ada),
      );
    const body = { kind: "credit", customerId: dan.id, allocations: [{ invoiceId: id, amount: 12.5 }] };
    const made = await api("POST", "/api/payments", body);
    expect(made.data).toMatchObject({ payment: { ...body, amount: 0, unallocated: -12.5 } });
    expect((await api("GET", `/api/invoices?id=${id}`)).data).toMatchObject({ paid: 12.5, balance: 87.5 });
    expect(await api("POST", "/api/payments", { customerId: dan.id })).toMatchObject({
      status: 400,
      data: { errors: { amount: "Enter an amount above 0" } },
    });
  });
});
