/** The payments and credit notes on the pages of an invoice and its customer. */
import { expect, test } from "vitest";
import { addDays } from "db/dates";
import type { Entry } from "~/core/audit/entries.server";
import { today } from "~/core/values/today.server";
import { customerMoney } from "~/features/payments/customer-money.server";
import { paymentResource } from "~/features/payments/payments.server";
import { loader as csv } from "~/features/records/export";
import { letIn } from "~/testing/client";
import { cast, testDatabase } from "~/testing/database";
import { addInvoice, line } from "~/testing/invoices";
import { run, signedIn } from "~/testing/requests";
import { createCreditNote } from "./credit-notes/credit-notes.server";
import { loader as details } from "./details";
import { loader as list } from "./list";

testDatabase();

const { ada, ben, dan } = cast;
const day = (ago: number) => addDays(today(), -ago);

async function pay(invoiceId: string, amount: number, values: { kind?: "payment" | "refund"; date?: string } = {}) {
  const made = await paymentResource.create(ada, {
    customerId: dan.id,
    date: today(),
    amount,
    allocations: [{ invoiceId, amount }],
    ...values,
  });
  return made.ok ? made.row : expect.fail(JSON.stringify(made.errors));
}

async function credit(invoiceId: string, date = today()) {
  const made = await createCreditNote(ada, { invoiceId, reason: "Goodwill", date, lines: [] });
  return made.ok ? made.row : expect.fail(JSON.stringify(made.errors));
}

/** An invoice of $100 of which $60 were paid, $10 refunded and the rest credited, each on a day of its own. */
async function settledInvoice() {
  const { id } = await addInvoice({ lines: [line({ price: 100_00 })], issueDate: day(20), dueDate: day(10) });
  await pay(id, 60_00, { date: day(9) });
  await pay(id, 10_00, { kind: "refund", date: day(8) });
  await credit(id, day(7));
  return id;
}

test("the activity of an invoice has its payments, refunds and credit notes with links, also once they are deleted", async () => {
  const id = await settledInvoice();
  await addInvoice();
  const { id: mistaken } = await pay("INV-0002", 5_00);
  await pay("INV-0002", 1_00);
  await paymentResource.trash(ada, [mistaken]);
  const activityOf = async (id: string, as = ada) => {
    const { data } = await run<{ history: Entry[] }>(details, await signedIn(`/invoices/${id}/details`, as), { id });
    return data.history.map(({ action, label, href }) => [action, label, href]);
  };
  expect(await activityOf(id)).toEqual([
    ["created", "CN-0001", "/credit-notes/CN-0001"],
    ["created", "Refund #2", "/payments/2"],
    ["created", "Payment #1", "/payments/1"],
    ["created", id, `/invoices/${id}/details`],
  ]);
  expect((await activityOf("INV-0002")).map(([action, label]) => [action, label])).toEqual([
    ["deleted", "Payment #3"],
    ["created", "Payment #4"],
    ["created", "Payment #3"],
    ["created", "INV-0002"],
  ]);
  expect(await activityOf(id, await letIn(dan))).toEqual([]);
});

test("a customer's page lists documents and payments by date with what each adds to the balance", async () => {
  const id = await settledInvoice();
  const expected = [
    ["Credit note CN-0001", day(7), -100_00, `for ${id}`],
    ["Refund #2", day(8), 10_00, ""],
    ["Payment #1", day(9), -60_00, ""],
    [`Invoice ${id}`, day(20), 100_00, ""],
  ];
  for (const reader of [ada, await letIn(dan)]) {
    const money = await customerMoney(dan.id, reader);
    expect(money?.latest.map(({ name, date, cents, detail }) => [name, date, cents, detail])).toEqual(expected);
    expect(money).toMatchObject({ balance: 0, credit: 50_00, paid: 50_00 });
  }
  expect(await customerMoney(dan.id, await letIn(ben))).toBeUndefined();
});

test("the list of invoices and its CSV have what was paid, credited and is left, as of a past day if that is asked", async () => {
  const id = await settledInvoice();
  const rowOf = async (search: string) => {
    const { data } = await run<{ invoices: { id: string }[] }>(list, await signedIn(`/invoices?${search}`, ada));
    return data.invoices.find((row) => row.id === id);
  };
  expect(await rowOf("")).toMatchObject({ paid: 50_00, credited: 50_00, balance: 0, state: "complete" });
  expect(await rowOf(`open=${day(8)}`)).toMatchObject({ paid: 50_00, credited: 0, balance: 50_00, state: "overdue" });
  expect(await rowOf(`open=${day(11)}`)).toMatchObject({
    paid: 0,
    balance: 100_00,
    state: "pending",
    confirmed: 100_00,
  });
  const file = await run<string>(csv, await signedIn("/invoices.csv", ada));
  const [heads = [], cells = []] = file.data.split("\r\n").map((row) => row.split(","));
  expect(["Paid", "Credited", "Balance"].map((head) => cells[heads.indexOf(head)])).toEqual(["50.00", "50.00", "0.00"]);
});
