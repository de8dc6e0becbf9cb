import { desc, eq } from "drizzle-orm";
import { describe, expect, it, test } from "vitest";
import { db, write } from "db";
import { addDays } from "db/dates";
import { balanceOf } from "db/invoice-state";
import { invoices, type Payment, payments, users } from "db/schema";
import { undoChange } from "~/core/undo/undo.server";
import type { ListView } from "~/core/list/list";
import { newFormKey } from "~/core/form/form.server";
import type { FormState } from "~/core/form/form-state";
import { today } from "~/core/values/today.server";
import { action as apiAction, loader as apiLoader } from "~/features/api/resource";
import { companyResource } from "~/features/company/company.server";
import { action as editInvoice } from "~/features/invoices/edit";
import { invoiceValues } from "~/features/invoices/form/form-values";
import { invoiceResource } from "~/features/invoices/invoices.server";
import { letIn } from "~/testing/client";
import { cast, testDatabase } from "~/testing/database";
import { addInvoice, line } from "~/testing/invoices";
import { post, run, send, signedIn, toastOf } from "~/testing/requests";
import { action as create, loader as creating } from "./create";
import { creditOf } from "./credit.server";
import { customerMoney } from "./customer-money.server";
import { action as edit, loader as editing } from "./edit";
import { loader as list } from "./list";
import { paymentResource } from "./payments.server";
import { describeBalances, verifyBalances } from "./verify.server";

testDatabase();

const { ada, dan, ben } = cast;
const customer = `${dan.name} · #${dan.id}`;

const invoiceNow = async (id: string) => (await db.select().from(invoices).where(eq(invoices.id, id)))[0]!;
const stateOf = async (id: string) => {
  const invoice = await invoiceNow(id);
  return [invoice.status, balanceOf(invoice)];
};
const addInvoiceOf = (cents: number, values = {}) => addInvoice({ lines: [line({ price: cents })], ...values });

const record = async (values: Record<string, string>, search = "") =>
  run<{ form: FormState }>(
    create,
    await signedIn(
      post(`/payments/create${search}`, {
        kind: "payment",
        customer,
        date: today(),
        method: "",
        reference: "",
        note: "",
        key: newFormKey(),
        ...values,
      }),
      ada,
    ),
  );
const applied = (...parts: [invoiceId: string, amount: string][]) =>
  Object.fromEntries(
    parts.flatMap(([invoiceId, amount], place) => [
      [`allocations.${place}.invoiceId`, invoiceId],
      [`allocations.${place}.amount`, amount],
    ]),
  );
const newest = async () => (await db.select().from(payments).orderBy(desc(payments.id)).limit(1))[0]!;
const pay = async (amount: number, allocations: Payment["allocations"], more: Partial<Payment> = {}) =>
  paymentResource.create(ada, { customerId: dan.id, date: today(), amount, allocations, ...more });
const paid = async (...values: Parameters<typeof pay>) => {
  const made = await pay(...values);
  if (!made.ok) throw new Error(JSON.stringify(made.errors));
  return made;
};
const errorsOf = (outcome: object) => ("errors" in outcome ? outcome.errors : undefined);

describe("a payment", () => {
  it("settles its invoices, keeps the rest as credit, and its undo puts everything back", async () => {
    const [first, second] = [await addInvoiceOf(100_00), await addInvoiceOf(50_00)];
    const made = await record({ amount: "130", ...applied([first.id, "100"], [second.id, "20.00"]) });
    expect(made).toMatchObject({ status: 303, location: "/payments/1" });
    expect(await stateOf(first.id)).toEqual(["complete", 0]);
    expect(await stateOf(second.id)).toEqual(["pending", 30_00]);
    expect(await creditOf(dan.id)).toBe(10_00);
    await undoChange(ada, toastOf(made).undo ?? "");
    expect(await stateOf(first.id)).toEqual(["pending", 100_00]);
    expect(await stateOf(second.id)).toEqual(["pending", 50_00]);
    expect(await creditOf(dan.id)).toBe(0);
  });

  it("a payment of an earlier day completes its invoice on that day", async () => {
    const { id } = await addInvoiceOf(100_00);
    await paid(100_00, [{ invoiceId: id, amount: 100_00 }], { date: "2026-01-15" });
    expect((await invoiceNow(id)).completedAt?.toISOString()).toContain("2026-01-15");
  });

  it("can be edited, deleted and restored, and its invoices follow each time", async () => {
    const [first, second] = [await addInvoiceOf(100_00), await addInvoiceOf(50_00)];
    await paid(100_00, [{ invoiceId: first.id, amount: 100_00 }]);
    const edited = await run(
      edit,
      await signedIn(
        post("/payments/1", {
          kind: "payment",
          customer,
          date: today(),
          amount: "60",
          revision: "1",
          ...applied([first.id, "10"], [second.id, "50"]),
        }),
        ada,
      ),
      { id: "1" },
    );
    expect(edited.status).toBe(303);
    expect([await stateOf(first.id), await stateOf(second.id)]).toEqual([
      ["pending", 90_00],
      ["complete", 0],
    ]);
    await paymentResource.trash(ada, [1]);
    expect([await stateOf(first.id), await stateOf(second.id)]).toEqual([
      ["pending", 100_00],
      ["pending", 50_00],
    ]);
    await paymentResource.restore(ada, [1]);
    expect([await stateOf(first.id), await stateOf(second.id)]).toEqual([
      ["pending", 90_00],
      ["complete", 0],
    ]);
    await undoChange(ada, toastOf(edited).undo ?? "");
    expect([await stateOf(first.id), await stateOf(second.id)]).toEqual([
      ["complete", 0],
      ["pending", 50_00],
    ]);
  });

  it("is refused with both numbers beside the field that is wrong", async () => {
    const { id } = await addInvoiceOf(100_00);
    const other = await addInvoiceOf(10_00, { customerId: ben.id });
    const trashed = await addInvoiceOf(10_00);
    await invoiceResource.trash(ada, [trashed.id]);
    const errors = async (values: Record<string, string>) => (await record(values)).data.form.errors;
    expect(await errors({ amount: "" })).toEqual({ amount: "Enter an amount above 0" });
    expect(await errors({ amount: "0" })).toEqual({ amount: "Enter an amount above 0" });
    expect(await errors({ amount: "12", date: "2999-01-01" })).toEqual({
      date: expect.stringContaining("not in the future: today is"),
    });
    expect(await errors({ amount: "150", ...applied([id, "150"]) })).toEqual({
      "allocations.0.amount": `Enter at most $100.00, the balance due of ${id}.`,
    });
    expect(await errors({ amount: "50", ...applied([id, "60"]) })).toEqual({
      amount: expect.stringMatching(/\$60\.00.*\$50\.00/),
    });
    expect(await errors({ amount: "50", ...applied(["", ""], [other.id, "1"], [id, "2"], [trashed.id, "x"]) })).toEqual(
      {
        "allocations.3.amount": "Enter an amount such as 12.50",
      },
    );
    expect(
      await errors({ amount: "50", ...applied([id, ""], [other.id, "1"], [trashed.id, "2"], ["INV-0099", "3"]) }),
    ).toEqual({
      "allocations.1.amount": `${other.id} is an invoice of Ben Active, not of this customer.`,
      "allocations.2.amount": `${trashed.id} is void. Reinstate it first.`,
      "allocations.3.amount": "There is no invoice INV-0099.",
    });
    expect(await errors({ amount: "50", ...applied([id, "10"], [id, "5"]) })).toEqual({
      "allocations.1.amount": `${id} is named twice. Name it once, with the sum.`,
    });
    expect(await db.$count(payments)).toBe(0);
  });

  it("shows open invoices without scripts, and spreads the amount over them by due date", async () => {
    const late = await addInvoiceOf(100_00, { dueDate: "2026-03-01" });
    const early = await addInvoiceOf(50_00, { dueDate: "2026-02-01" });
    const shown = await record({ amount: "70", rows: "find:allocations" });
    expect(shown.status).toBe(200);
    expect(shown.data.form).toMatchObject({
      savesNothing: true,
      errors: {},
      fields: {
        customer,
        "allocations.0.invoiceId": early.id,
        "allocations.0.amount": "50.00",
        "allocations.1.invoiceId": late.id,
        "allocations.1.amount": "20.00",
        "allocations.1.open": "10000",
      },
    });
  });

  it("a payment from an invoice begins with its balance and leads back to it", async () => {
    const { id } = await addInvoiceOf(100_00);
    await paid(40_00, [{ invoiceId: id, amount: 40_00 }]);
    const { data } = await run<{ fields: object; rows: object[] }>(
      creating,
      await signedIn(`/payments/create?invoice=${id}`, ada),
    );
    expect(data).toMatchObject({
      fields: { customer, amount: "60.00" },
      rows: [{ invoiceId: id, amount: "60.00", open: 60_00 }],
    });
    expect(await record({ amount: "60", ...applied([id, "60"]) }, `?invoice=${id}`)).toMatchObject({
      status: 303,
      location: `/invoices/${id}/details`,
    });
  });

  it("its form keeps the invoices that it settles, however many others are open", async () => {
    for (let count = 0; count <= 100; count++) await addInvoiceOf(1_00);
    const last = await addInvoiceOf(80_00, { dueDate: "2027-01-01" });
    const named = await run<{ rows: { invoiceId: string; amount: string }[] }>(
      creating,
      await signedIn(`/payments/create?invoice=${last.id}`, ada),
    );
    expect(named.data.rows.at(-1)).toMatchObject({ invoiceId: last.id, amount: "80.00" });
    const { row } = await paid(50_00, [{ invoiceId: last.id, amount: 50_00 }]);
    const shown = await run<{ rows: object[] }>(editing, await signedIn(`/payments/${row.id}`, ada), {
      id: String(row.id),
    });
    expect(shown.data.rows).toContainEqual(expect.objectContaining({ invoiceId: last.id, amount: "50.00" }));
  });

  it("settles an invoice that was prepaid on the day of its issue, not before", async () => {
    const { id } = await addInvoiceOf(100_00, { issueDate: "2026-02-10", dueDate: "2026-02-24" });
    await paid(100_00, [{ invoiceId: id, amount: 100_00 }], { date: "2026-02-01" });
    expect((await invoiceNow(id)).completedAt?.toISOString()).toContain("2026-02-10");
  });

  it("a payment of less than the suggested balance pays that part of its only invoice", async () => {
    const { id } = await addInvoiceOf(100_00);
    await record({ amount: "30", ...applied([id, "100.00"]) }, `?invoice=${id}`);
    expect(await stateOf(id)).toEqual(["pending", 70_00]);
  });

  it("a payment of a customer who is not in the directory settles their invoice", async () => {
    const { id } = await addInvoiceOf(100_00, { customerId: null, customerName: "Walk-in" });
    const made = await record({ customer: "Walk-in", amount: "100", ...applied([id, "100"]) }, `?invoice=${id}`);
    expect(made.status).toBe(303);
    expect(await stateOf(id)).toEqual(["complete", 0]);
  });
});

describe("a refund", () => {
  it("comes from the customer's credit, or from a paid invoice, which is pending again", async () => {
    const { id } = await addInvoiceOf(100_00);
    await paid(120_00, [{ invoiceId: id, amount: 100_00 }]);
    const refund = { kind: "refund" as const };
    expect(errorsOf(await pay(30_00, [], refund))).toEqual({
      amount: expect.stringMatching(/credit of \$20\.00.*\$30\.00/),
    });
    await paid(15_00, [], refund);
    expect(await creditOf(dan.id)).toBe(5_00);
    expect(errorsOf(await pay(101_00, [{ invoiceId: id, amount: 101_00 }], refund))).toEqual({
      "allocations.0.amount": `Enter at most $100.00, what was paid on ${id}.`,
    });
    await paid(40_00, [{ invoiceId: id, amount: 40_00 }], refund);
    expect(await stateOf(id)).toEqual(["pending", 40_00]);
    expect(await creditOf(dan.id)).toBe(5_00);
  });

  it("a refund begun from a paid invoice takes the customer's credit first, and leaves the invoice paid", async () => {
    const { id } = await addInvoiceOf(100_00);
    await paid(130_00, [{ invoiceId: id, amount: 100_00 }]);
    const begun = async () =>
      (await run<object>(creating, await signedIn(`/payments/create?invoice=${id}&kind=refund`, ada))).data;
    expect(await begun()).toMatchObject({ fields: { amount: "30.00" }, rows: [{ invoiceId: id, amount: "" }] });
    await paid(30_00, [], { kind: "refund" });
    expect(await begun()).toMatchObject({ fields: { amount: "100.00" }, rows: [{ invoiceId: id, amount: "100.00" }] });
  });

  it("keeps the payment that it was taken from", async () => {
    const { row } = await paid(20_00, []);
    await paid(15_00, [], { kind: "refund" });
    expect(errorsOf(await paymentResource.trash(ada, [row.id]))).toEqual({
      "": expect.stringMatching(/\$15\.00 of it would be missing/),
    });
  });
});

describe("an invoice with payments", () => {
  it("is not reopened, deleted, given to another customer or made cheaper than what was paid", async () => {
    const { id } = await addInvoiceOf(100_00);
    await paid(100_00, [{ invoiceId: id, amount: 100_00 }]);
    const refusals = [
      await invoiceResource.setStatus(ada, [id], "pending"),
      await invoiceResource.trash(ada, [id]),
      await invoiceResource.change(ada, id, { customerId: ben.id }),
      await invoiceResource.change(ada, id, { lines: [line({ price: 60_00 })] }),
    ].map((outcome) => Object.values(errorsOf(outcome) ?? {}).join());
    expect(refusals).toEqual([
      expect.stringContaining("is paid in full by payments of $100.00"),
      expect.stringContaining("cannot be voided, because a payment was recorded for it"),
      expect.stringContaining("is locked, because a payment was recorded for it"),
      expect.stringContaining("is locked, because a payment was recorded for it"),
    ]);
    expect(await stateOf(id)).toEqual(["complete", 0]);
  });

  it("can be marked as complete for the rest, and that is undone alone", async () => {
    const { id } = await addInvoiceOf(100_00);
    await paid(40_00, [{ invoiceId: id, amount: 40_00 }]);
    const marked = await invoiceResource.setStatus(ada, [id], "complete");
    expect(await newest()).toMatchObject({ source: "marked", amount: 60_00 });
    await undoChange(ada, ("batch" in marked && marked.batch) || "");
    expect(await stateOf(id)).toEqual(["pending", 60_00]);
  });

  it("an invoice with payments whose balance changed since it was shown is not marked as complete", async () => {
    const { id } = await addInvoiceOf(100_00);
    await paid(40_00, [{ invoiceId: id, amount: 40_00 }]);
    const seen = { seen: "pending", seenAmounts: new Map([[id, 100_00]]) };
    expect(errorsOf(await invoiceResource.setStatus(ada, [id], "complete", seen))).toEqual({
      "": expect.stringContaining(`$60.00 is due on ${id} now, no longer $100.00`),
    });
    expect(await stateOf(id)).toEqual(["pending", 60_00]);
  });
});

it("the form of an invoice that was opened while it was paid does not mark it as complete once its payment is gone", async () => {
  const { id } = await addInvoiceOf(40_00);
  await paid(40_00, []);
  const { row: credit } = await paid(0, [{ invoiceId: id, amount: 40_00 }], { kind: "credit" });
  const opened = await invoiceNow(id);
  await paymentResource.trash(ben, [credit.id]);
  const typed = { ...invoiceValues(opened), billingPhone: "+44 20 5550 0199", revision: String(opened.revision) };
  const saved = await run(editInvoice, await signedIn(post(`/invoices/${id}`, typed as Record<string, string>), ada), {
    id,
  });
  expect(saved).toMatchObject({ status: 409, data: { versions: { theirs: { status: "pending" } } } });
  expect([await stateOf(id), await creditOf(dan.id)]).toEqual([["pending", 40_00], 40_00]);
  expect((await db.select().from(payments)).filter(({ source }) => source === "marked")).toEqual([]);
});

describe("the payment of a marking", () => {
  it("is removed by marking the invoice as pending, not by deleting it", async () => {
    const { id } = await addInvoiceOf(100_00, { status: "complete" });
    const { id: payment } = await newest();
    expect(errorsOf(await paymentResource.trash(ada, [payment]))).toEqual({
      "": expect.stringContaining(`Mark ${id} as pending instead`),
    });
    await invoiceResource.setStatus(ada, [id], "pending");
    expect(await db.$count(payments)).toBe(0);
  });

  it("stays when another payment of its invoice is deleted, and then counts like that", async () => {
    const { id } = await addInvoiceOf(100_00);
    const { row } = await paid(40_00, [{ invoiceId: id, amount: 40_00 }]);
    await invoiceResource.setStatus(ada, [id], "complete");
    const deleted = await paymentResource.trash(ada, [row.id]);
    expect(await stateOf(id)).toEqual(["pending", 40_00]);
    expect(errorsOf(await invoiceResource.change(ada, id, { lines: [line({ price: 50_00 })] }))).toEqual({
      "": expect.stringMatching(/\$60\.00 is paid.*\$50\.00/),
    });
    await undoChange(ada, ("batch" in deleted && deleted.batch) || "");
    expect(await stateOf(id)).toEqual(["complete", 0]);
  });

  it("the payment of a marking that is edited becomes one of its own, which the invoice no longer changes", async () => {
    const { id } = await addInvoiceOf(100_00, { status: "complete" });
    const { id: payment } = await newest();
    const changed = await paymentResource.change(ada, payment, { reference: "Wire 7" });
    expect(changed).toMatchObject({ ok: true, row: { source: "manual" } });
    expect(await stateOf(id)).toEqual(["complete", 0]);
    expect(await invoiceResource.setStatus(ada, [id], "pending")).toMatchObject({ ok: false });
  });
});

describe("/api/payments", () => {
  const api = async (method: string, path: string, body?: object) =>
    run<Record<string, never>>(method === "GET" ? apiLoader : apiAction, await signedIn(send(method, path, body), ada));

  it("records a payment of decimal amounts, which the invoice's answer shows, and deletes it again", async () => {
    const { id } = await addInvoiceOf(100_00);
    const body = { amount: 60.5, allocations: [{ invoiceId: id, amount: 40.25 }] };
    const made = await api("POST", "/api/payments", body);
    expect(made.data).toMatchObject({
      payment: {
        ...body,
        id: 1,
        customerId: dan.id,
        date: today(),
        source: "api",
        kind: "payment",
        unallocated: 20.25,
      },
    });
    const shown = async () => (await api("GET", `/api/invoices?id=${id}`)).data;
    expect(await shown()).toMatchObject({ paid: 40.25, credited: 0, balance: 59.75, status: "pending" });
    const changed = await api("PUT", "/api/payments", { id: 1, allocations: [] });
    expect(changed.data).toMatchObject({ payment: { unallocated: 60.5 } });
    expect((await api("DELETE", "/api/payments?id=1")).status).toBe(200);
    expect(await shown()).toMatchObject({ paid: 0, balance: 100 });
  });

  it("refuses what the form refuses, and changes nothing", async () => {
    const { id } = await addInvoiceOf(100_00);
    const refused = await api("POST", "/api/payments", { amount: 150, allocations: [{ invoiceId: id, amount: 150 }] });
    expect(refused).toMatchObject({
      status: 400,
      data: { errors: { "allocations.0.amount": `Enter at most $100.00, the balance due of ${id}.` } },
    });
    expect(await db.$count(payments)).toBe(0);
  });
});

it("nothing is recorded, changed or deleted on a day of a closed month", async () => {
  const { id } = await addInvoiceOf(100_00, { issueDate: "2026-01-10" });
  const { row } = await paid(10_00, [], { date: "2026-02-10" });
  await companyResource.unrestricted.change(ada, 1, { closingDate: "2026-02-28" });
  const refusals = [
    await pay(10_00, [{ invoiceId: id, amount: 10_00 }], { date: "2026-02-11" }),
    await paymentResource.change(ada, row.id, { note: "Late" }),
    await paymentResource.trash(ada, [row.id]),
  ].map((outcome) => Object.values(errorsOf(outcome) ?? {}).join());
  expect(refusals).toEqual([
    expect.stringContaining("Enter a date after 28 Feb 2026"),
    expect.stringContaining("Payment #1 cannot be changed"),
    expect.stringContaining("Payment #1 cannot be changed"),
  ]);
  expect(await pay(10_00, [{ invoiceId: id, amount: 10_00 }])).toMatchObject({ ok: true });
});

describe("maintenance", () => {
  it("names the records whose amounts contradict the payments", async () => {
    const [first, second] = [await addInvoiceOf(100_00), await addInvoiceOf(50_00, { status: "complete" })];
    const { row } = await paid(60_00, [{ invoiceId: first.id, amount: 40_00 }]);
    await paid(10_00, [], { kind: "refund" });
    expect(await verifyBalances()).toEqual({ count: 3, wrong: [] });
    await write(async (tx) => {
      await tx.update(invoices).set({ paid: 41_00 }).where(eq(invoices.id, first.id));
      await tx.update(invoices).set({ status: "pending" }).where(eq(invoices.id, second.id));
      await tx.update(payments).set({ amount: 30_00 }).where(eq(payments.id, row.id));
    });
    const found = await verifyBalances();
    expect(found.wrong).toEqual([first.id, second.id, `Payment #${row.id}`, `the credit of ${dan.name}`]);
    expect(describeBalances(found)).toContain(`4 records contradict the payments: ${first.id}, ${second.id}`);
  });
});

describe("a client", () => {
  it("sees only their own payments, and none of the team's filters", async () => {
    const client = await letIn(dan);
    await paid(10_00, [], { customerId: ben.id });
    await paid(20_00, []);
    const { data } = await run<{ payments: { amount: number }[]; view: ListView }>(
      list,
      await signedIn("/payments", client),
    );
    expect(data.payments.map(({ amount }) => amount)).toEqual([20_00]);
    expect(data.view.filters.map(({ name }) => name)).not.toContain("source");
    const open = async (id: string) => (await run(editing, await signedIn(`/payments/${id}`, client), { id })).status;
    expect([await open("1"), await open("2")]).toEqual([404, 200]);
    expect((await run(create, await signedIn(post("/payments/create", {}), client))).status).toBe(403);
  });

  it("sees their balance, overdue amount, credit and payments, and nobody else's", async () => {
    const client = await letIn(dan);
    await addInvoiceOf(100_00);
    await addInvoiceOf(50_00, { dueDate: addDays(today(), 9) });
    await paid(30_00, [{ invoiceId: "INV-0001", amount: 10_00 }]);
    await paid(5_00, [], { kind: "refund" });
    expect(await customerMoney(dan.id, client)).toMatchObject({
      balance: 140_00,
      overdue: 90_00,
      credit: 15_00,
      paid: 25_00,
      latest: expect.arrayContaining([
        expect.objectContaining({ name: "Refund #2", cents: 5_00 }),
        expect.objectContaining({ name: "Payment #1", cents: -30_00 }),
        expect.objectContaining({ name: "Invoice INV-0001" }),
      ]) as object,
      href: "/payments",
      record: undefined,
    });
    expect(await customerMoney(ben.id, client)).toBeUndefined();
    expect(await customerMoney(dan.id, ada)).toMatchObject({ record: `/payments/create?customer=${dan.id}` });
  });
});

test("the filter “Other or none” of payments has the ones by other methods and by none, and in the trash those there", async () => {
  const add = async (method: string) => {
    const made = await paymentResource.create(ada, { customerId: dan.id, date: today(), amount: 1_00, method });
    return made.ok ? made.row.id : expect.fail(JSON.stringify(made.errors));
  };
  const [, barter, none, giro] = [await add("Cash"), await add("Barter"), await add(""), await add("Giro")];
  await paymentResource.trash(ada, [giro]);
  const idsIn = async (search: string) =>
    (await run<{ payments: { id: number }[] }>(list, await signedIn(`/payments?${search}`, ada))).data.payments.map(
      ({ id }) => id,
    );
  expect(await idsIn("method=Other")).toEqual([none, barter]);
  expect(await idsIn("method=Other&trash=1")).toEqual([giro]);
});

describe("an invoice whose customer is in the trash", () => {
  const trashDan = () =>
    write(async (tx) => void (await tx.update(users).set({ deletedAt: new Date() }).where(eq(users.id, dan.id))));

  it.each(["", "?invoice=INV-0001"])(
    "takes a payment on the form at /payments/create%s, which can be edited",
    async (search) => {
      const { id } = await addInvoiceOf(100_00);
      await trashDan();
      expect(await record({ amount: "40", ...applied([id, "40"]) }, search)).toMatchObject({ status: 303 });
      expect(await newest()).toMatchObject({ customerId: dan.id, customerName: dan.name });
      const fields = {
        kind: "payment",
        customer,
        date: today(),
        amount: "100",
        revision: "1",
        ...applied([id, "100"]),
      };
      expect(await run(edit, await signedIn(post("/payments/1", fields), ada), { id: "1" })).toMatchObject({
        status: 303,
      });
      expect(await stateOf(id)).toEqual(["complete", 0]);
    },
  );

  it("is shown by “Show open invoices”", async () => {
    const { id } = await addInvoiceOf(100_00);
    await trashDan();
    const { data } = await record({ amount: "40", rows: "find:allocations" });
    expect(data.form.fields).toMatchObject({ customer, "allocations.0.invoiceId": id });
  });

  it("takes a payment from /api with and without its customer", async () => {
    const { id } = await addInvoiceOf(100_00);
    await trashDan();
    for (const more of [{}, { customerId: dan.id }]) {
      const body = { date: today(), amount: 10, allocations: [{ invoiceId: id, amount: 10 }], ...more };
      expect(await run(apiAction, await signedIn(send("POST", "/api/payments", body), ada))).toMatchObject({
        status: 200,
      });
    }
    expect(await stateOf(id)).toEqual(["pending", 80_00]);
  });

  it("gives nobody else’s name to the number of a customer in the trash", async () => {
    await addInvoiceOf(100_00);
    await trashDan();
    const { data } = await record({ amount: "40", customer: `Somebody Else · #${dan.id}` });
    expect(data.form.errors).toHaveProperty("customer");
  });
});
