/** Random acts on payments and invoices by two people: after each, balances, statuses and totals agree. */
import fc from "fast-check";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { config } from "config";
import { db, write } from "db";
import { openWriter } from "db/connection";
import { balanceOf } from "db/invoice-state";
import { allocations, invoices, type Payment, payments } from "db/schema";
import { repairTotals } from "db/totals";
import { undoChange } from "~/core/undo/undo.server";
import { addDays } from "db/dates";
import { today } from "~/core/values/today.server";
import { invoiceResource } from "~/features/invoices/invoices.server";
import { cast, testDatabase } from "~/testing/database";
import { addInvoice, line } from "~/testing/invoices";
import { propertyRuns } from "~/testing/property-runs";
import { creditOf } from "./credit.server";
import { paymentResource } from "./payments.server";

testDatabase();

const { ada, ben, dan } = cast;
/** The total of each invoice at the start, in cents; the last one is another customer's. */
const totals = [100_00, 60_00, 25_00, 40_00];
const customers = [dan.id, dan.id, dan.id, ben.id];
const ids = totals.map((_, place) => `INV-000${place + 1}`);

const invoiceId = fc.constantFrom(...ids);
/** Amount beyond the invoices of a payment, and total of an invoice. */
const cents = fc.constantFrom(0, 1, 10_00, 25_00, 60_00);
const nth = fc.nat({ max: 20 });
/** Invoices with a part of their balance, in quarters; five quarters are too much. */
const parts = fc.uniqueArray(fc.record({ invoiceId, quarters: fc.integer({ min: 1, max: 5 }) }), {
  maxLength: 3,
  selector: (part) => part.invoiceId,
});
const act = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant("pay"), parts, amount: cents, date: nth }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("refund"), parts, amount: cents, date: nth }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("use credit"), parts, date: nth }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("edit payment"), nth, parts, amount: cents, date: nth }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constantFrom("trash payment", "restore payment"), nth }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("mark", "unmark"), invoiceId }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("edit invoice"), invoiceId, amount: cents }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom("trash invoice", "restore invoice"), invoiceId }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("undo"), nth }) },
);
type Part = { invoiceId: string; quarters: number };
type Act = { do: string; parts?: Part[]; amount?: number; date?: number; nth?: number; invoiceId?: string };

/** Returns what a payment applies to the named invoices of one customer, or a refund takes back from them. */
async function allocationsOf(named: Part[], kind: Payment["kind"]): Promise<Payment["allocations"]> {
  const found = await db.select().from(invoices);
  return named.flatMap(({ invoiceId, quarters }) => {
    const invoice = found.find(({ id }) => id === invoiceId);
    const first = found.find(({ id }) => id === named[0]?.invoiceId);
    if (!invoice || invoice.customerId !== first?.customerId) return [];
    const open = kind === "refund" ? invoice.paid : balanceOf(invoice);
    return open > 0 ? [{ invoiceId, amount: Math.ceil((open * quarters) / 4) }] : [];
  });
}

/** Carries out an act, and returns its batch if it changed something. */
async function carryOut(by: typeof ada, { do: what, ...values }: Act, batches: string[]): Promise<string | undefined> {
  const { amount = 0, date = 0, nth = 0, invoiceId = "" } = values;
  const named = values.parts ?? [];
  const kind = what === "refund" ? ("refund" as const) : ("payment" as const);
  const parts = await allocationsOf(named, kind);
  const content = {
    allocations: parts,
    amount: parts.reduce((sum, part) => sum + part.amount, amount),
    date: addDays(today(), -date),
    customerId: customers[ids.indexOf(named[0]?.invoiceId ?? ids[0]!)],
  };
  const rows = await db.select({ id: payments.id }).from(payments);
  const chosen = rows[nth % Math.max(rows.length, 1)]?.id ?? 0;
  if (what === "undo") {
    const batch = batches[batches.length - 1 - (nth % Math.max(batches.length, 1))];
    const done = batch ? await undoChange(by, batch) : undefined;
    return done?.ok ? done.batch : undefined;
  }
  const outcome =
    what === "use credit"
      ? parts.length > 0 && (await paymentResource.create(by, { ...content, kind: "credit", amount: 0 }))
      : what === "pay" || what === "refund"
        ? content.amount > 0 && (await paymentResource.create(by, { ...content, kind }))
        : what === "edit payment"
          ? content.amount > 0 && (await paymentResource.change(by, chosen, content))
          : what === "trash payment"
            ? await paymentResource.trash(by, [chosen])
            : what === "restore payment"
              ? await paymentResource.restore(by, [chosen])
              : what === "mark" || what === "unmark"
                ? await invoiceResource.setStatus(by, [invoiceId], what === "mark" ? "complete" : "pending")
                : what === "edit invoice"
                  ? await invoiceResource.change(by, invoiceId, { lines: [line({ price: amount })] })
                  : what === "trash invoice"
                    ? await invoiceResource.trash(by, [invoiceId])
                    : await invoiceResource.restore(by, [invoiceId]);
  return outcome && outcome.ok ? outcome.batch : undefined;
}

async function expectSound() {
  const settled = await db.select().from(allocations);
  for (const invoice of await db.select().from(invoices)) {
    const { id, status, totalAmount, deletedAt, completedAt, paid } = invoice;
    const sum = settled.reduce((all, row) => (row.invoiceId === id ? all + row.amount : all), 0);
    const balance = balanceOf(invoice);
    expect([id, paid, balance >= 0 && paid >= 0], id).toEqual([id, sum, true]);
    if (!deletedAt && totalAmount > 0) expect([id, status]).toEqual([id, balance === 0 ? "complete" : "pending"]);
    if (deletedAt) expect([id, sum]).toEqual([id, 0]);
    expect([id, completedAt !== null]).toEqual([id, status === "complete"]);
  }
  for (const payment of await db.select().from(payments)) {
    const parts = payment.allocations.reduce((all, { amount }) => all + amount, 0);
    if (payment.kind === "payment")
      expect(payment.amount - parts, `the rest of payment ${payment.id}`).toBeGreaterThanOrEqual(0);
    if (payment.kind === "credit") expect([payment.id, payment.amount]).toEqual([payment.id, 0]);
  }
  for (const { id } of [dan, ben]) expect(await creditOf(id), `credit of ${id}`).toBeGreaterThanOrEqual(0);
  await expectMoneyKept();
  const connection = openWriter(config.databaseFile);
  try {
    expect(repairTotals(connection, { whole: true })).toEqual([]);
  } finally {
    connection.close();
  }
}

/** The money received from each customer is what their invoices have, and their credit: none is lost or made. */
async function expectMoneyKept() {
  const live = (await db.select().from(payments)).filter(({ deletedAt }) => !deletedAt);
  const all = await db.select().from(invoices);
  for (const { id } of [dan, ben]) {
    const received = live.reduce(
      (sum, { customerId, kind, amount }) => (customerId !== id ? sum : sum + (kind === "refund" ? -amount : amount)),
      0,
    );
    const used = all.reduce((sum, { customerId, paid }) => (customerId === id ? sum + paid : sum), 0);
    expect([id, received], `money of ${id}`).toEqual([id, used + (await creditOf(id))]);
  }
}

const balances = async () => (await db.select().from(invoices)).map((invoice) => [invoice.id, balanceOf(invoice)]);

test("balances, statuses, credits and totals agree after any acts, and are as before once all payments are gone", async () => {
  for (const [place, price] of totals.entries())
    await addInvoice({ lines: [line({ price })], customerId: customers[place] });
  const start = await balances();
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.boolean(), act), { minLength: 20, maxLength: 30 }), async (acts) => {
      await reset();
      const batches: string[] = [];
      for (const [isAda, one] of acts) {
        const batch = await carryOut(isAda ? ada : ben, one, batches);
        if (batch) batches.push(batch);
        await expectSound();
      }
      await removeAll();
      await expectSound();
      expect(await balances()).toEqual(start);
    }),
    { ...propertyRuns(15), endOnFailure: true },
  );
}, 120_000);

/** Brings back the start, whatever a failed run left. */
const reset = () =>
  write(async (tx) => {
    await tx.delete(payments);
    for (const [place, id] of ids.entries()) {
      const price = totals[place]!;
      const lines = [line({ price, total: price })];
      const values = { status: "pending" as const, completedAt: null, deletedAt: null, lockedHash: null };
      await tx
        .update(invoices)
        .set({ ...values, lines, totalAmount: price })
        .where(eq(invoices.id, id));
    }
  });

/** A refund may take back applied credit, and both use what payments left. */
const removalOrder = { refund: 0, credit: 1, payment: 2 };

/**
 * Lowers what payments settle of invoices that would be overpaid without their refunds, as the refusal of deleting such
 * a refund advises, and deletes the refunds.
 */
async function makeRoom(rows: Payment[]) {
  for (const refund of rows.filter(({ kind }) => kind === "refund")) {
    for (const { invoiceId, amount } of refund.allocations) {
      const [invoice] = await db.select().from(invoices).where(eq(invoices.id, invoiceId));
      let excess = Math.max(amount - balanceOf(invoice!), 0);
      for (const payment of rows.filter(({ kind }) => kind === "payment")) {
        const parts = payment.allocations.map((part) => {
          const less = part.invoiceId === invoiceId ? Math.min(excess, part.amount - 1) : 0;
          excess -= less;
          return { ...part, amount: part.amount - less };
        });
        await paymentResource.change(ada, payment.id, { allocations: parts });
      }
    }
    await paymentResource.trash(ada, [refund.id]);
  }
}

/** Takes back everything: reopens and restores invoices, deletes refunds and payments, and resets the totals. */
async function removeAll() {
  await invoiceResource.unrestricted.restore(ada, ids);
  for (const id of ids) await invoiceResource.setStatus(ada, [id], "pending");
  const live = async () => (await db.select().from(payments)).filter(({ deletedAt }) => !deletedAt);
  let rows = await live();
  while (rows.length > 0) {
    const refundsFirst = rows.toSorted((one, other) => removalOrder[one.kind] - removalOrder[other.kind]);
    for (const { id } of refundsFirst) await paymentResource.trash(ada, [id]);
    for (const id of ids) await invoiceResource.setStatus(ada, [id], "pending");
    if ((await live()).length === rows.length) await makeRoom(rows);
    const left = await live();
    expect(left.length, "payments that cannot be deleted").toBeLessThan(rows.length);
    rows = left;
  }
  for (const [place, id] of ids.entries()) {
    const outcome = await invoiceResource.change(ada, id, {
      lines: [line({ price: totals[place]! })],
      status: "pending",
    });
    expect(outcome).toMatchObject({ ok: true });
  }
}
