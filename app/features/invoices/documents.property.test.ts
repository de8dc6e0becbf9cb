/** Random acts on invoices and credit notes keep balances, statuses, numbers and hashes right. */
import fc from "fast-check";
import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db, write } from "db";
import { balanceOf } from "db/invoice-state";
import { allocations, companies, creditNotes, facts, type Invoice, invoices, payments } from "db/schema";
import { undoChange } from "~/core/undo/undo.server";
import { stampLocks } from "~/features/locking/locking.server";
import { verifyLocks } from "~/features/locking/verify.server";
import { updateInvoiceStatuses } from "~/features/payments/invoice-status.server";
import { cast, testDatabase } from "~/testing/database";
import { invoiceDraft, line } from "~/testing/invoices";
import { propertyRuns } from "~/testing/property-runs";
import { createCreditNote } from "./credit-notes/credit-notes.server";
import { requestedLine } from "./credit-notes/issue.server";
import { invoiceResource } from "./invoices.server";

testDatabase();

const acts = [
  "create",
  "edit",
  "void",
  "reinstate",
  "complete",
  "pending",
  "credit",
  "creditAll",
  "send",
  "pay",
  "undo",
  "close",
] as const;
const step = fc.record({
  act: fc.constantFrom(...acts),
  on: fc.nat(3),
  amount: fc.integer({ min: 1, max: 40_00 }),
  by: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Deletes all documents, so that each sequence of acts begins with number 1. */
const emptyBooks = () =>
  write(async (tx) => {
    for (const table of [creditNotes, payments, invoices, facts]) await tx.delete(table);
    await tx.update(companies).set({ closingDate: "" });
  });

/** Carries out a step and returns the batches of its acts. Refusals are part of the game. */
async function play({ act, on, amount, by }: Step, batches: string[]) {
  const me = by ? cast.ada : cast.ben;
  const all = await db.select().from(invoices).orderBy(asc(invoices.number));
  const id = all[on % Math.max(all.length, 1)]?.id ?? "";
  const note = (done: { ok: boolean; batch?: string }) => void (done.ok && done.batch && batches.push(done.batch));
  if (act === "create" || all.length === 0)
    return note(
      await invoiceResource.create(me, {
        ...invoiceDraft(),
        lines: [line({ quantity: 3, price: amount })],
        tax: amount % 7,
      }),
    );
  if (act === "edit")
    return note(await invoiceResource.change(me, id, { lines: [line({ quantity: 3, price: amount })] }));
  if (act === "void") return note(await invoiceResource.trash(me, [id]));
  if (act === "reinstate") return note(await invoiceResource.restore(me, [id]));
  if (act === "complete" || act === "pending") return note(await invoiceResource.setStatus(me, [id], act));
  if (act === "credit")
    return note(await createCreditNote(me, { invoiceId: id, reason: "x", lines: [requestedLine(0, 1)] }));
  if (act === "creditAll") return note(await createCreditNote(me, { invoiceId: id, reason: "x", lines: [] }));
  if (act === "undo") return note(await undoChange(me, batches[on % Math.max(batches.length, 1)] ?? ""));
  if (act === "close")
    return write((tx) => tx.update(companies).set({ closingDate: amount % 5 === 0 ? "2026-01-10" : "" })).then(
      () => undefined,
    );
  return write(async (tx) => {
    const invoice = all.find((one) => one.id === id);
    if (!invoice || invoice.deletedAt) return;
    if (act === "send")
      await tx
        .update(invoices)
        .set({ sentAt: new Date("2026-01-12") })
        .where(eq(invoices.id, id));
    const part = Math.min(amount, balanceOf(invoice));
    if (act === "pay" && part > 0) {
      await tx
        .insert(payments)
        .values({ date: "2026-02-01", amount: part, customerId: 6, allocations: [{ invoiceId: id, amount: part }] });
      await updateInvoiceStatuses(tx, [id]);
    }
    await stampLocks(tx, [id]);
  });
}

/** Checks what always holds. `locked` has the content of each invoice that is locked, by its id. */
async function check(locked: Map<string, string>) {
  const all = await db.select().from(invoices).orderBy(asc(invoices.number));
  const notes = await db.select().from(creditNotes).orderBy(asc(creditNotes.number));
  const parts = await db.select().from(allocations);
  expect(all.map(({ number }) => number)).toEqual(all.map((_, place) => place + 1));
  expect(notes.map(({ number }) => number)).toEqual(notes.map((_, place) => place + 1));
  for (const invoice of all) {
    const own = parts.filter(({ invoiceId }) => invoiceId === invoice.id);
    expect(balanceOf(invoice)).toBe(invoice.totalAmount - own.reduce((sum, { amount }) => sum + amount, 0));
    if (!invoice.deletedAt) {
      expect(balanceOf(invoice)).toBeGreaterThanOrEqual(0);
      expect(invoice.status).toBe(balanceOf(invoice) === 0 ? "complete" : "pending");
    } else expect(own).toEqual([]);
    const credited = notes.filter(({ invoiceId }) => invoiceId === invoice.id);
    expect(credited.reduce((sum, { totalAmount }) => sum + totalAmount, 0)).toBeLessThanOrEqual(invoice.totalAmount);
    for (const { totalAmount, applied, unapplied } of credited) expect(applied + unapplied).toBe(totalAmount);
    remember(locked, invoice);
  }
}

function remember(locked: Map<string, string>, { id, lines, totalAmount, tax, lockedHash }: Invoice) {
  if (!lockedHash) return void locked.delete(id);
  const content = JSON.stringify([lines, totalAmount, tax]);
  expect(locked.get(id) ?? content, `${id} changed while it was locked`).toBe(content);
  locked.set(id, content);
}

test("whatever two people do in any order, balances follow payments and credits, series have no gaps, and locked content stays", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      await emptyBooks();
      const batches: string[] = [];
      const locked = new Map<string, string>();
      for (const one of steps) {
        await play(one, batches);
        await check(locked);
      }
      expect((await verifyLocks()).changed).toEqual([]);
    }),
    propertyRuns(25),
  );
}, 120_000);
