/** The invoice of an order that is deleted, cancelled or returned. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db, write } from "db";
import { creditNotes, invoices, type Order, payments } from "db/schema";
import { undoChange } from "~/core/undo/undo.server";
import { today } from "~/core/values/today.server";
import { action as api } from "~/features/api/resource";
import { orderResource } from "~/features/orders/orders.server";
import { action as saveOrder, loader as orderPage } from "~/features/orders/overview";
import { stampLocks } from "~/features/locking/locking.server";
import { creditOf } from "~/features/payments/credit.server";
import { paymentResource } from "~/features/payments/payments.server";
import { action as bulk, loader as preview } from "~/features/records/bulk";
import { action as setStatus } from "~/features/records/status";
import { action as trash, loader as trashPage } from "~/features/records/trash";
import { cast, testDatabase } from "~/testing/database";
import { addInvoice, line } from "~/testing/invoices";
import { addOrder } from "~/testing/orders";
import { get, post, run, send, signedIn, toastOf } from "~/testing/requests";
import { invoiceResource } from "./invoices.server";

testDatabase();

const { ada, dan } = cast;

/** Adds an order of Dan with an invoice over $30. */
async function invoiced(values: Parameters<typeof addInvoice>[0] = {}, order: Parameters<typeof addOrder>[0] = {}) {
  const invoice = await addInvoice(values);
  return { order: await addOrder({ ...order, invoiceId: invoice.id }), id: invoice.id };
}

/** Locks an invoice by recording that it was sent. */
const sent = (id: string) =>
  write(async (tx) => {
    await tx.update(invoices).set({ sentAt: new Date() }).where(eq(invoices.id, id));
    await stampLocks(tx, [id]);
  });

interface Asked {
  question?: { label: string; choices: { value: string; title: string; description?: string }[] };
}

const choicesOf = ({ question }: Asked) => question?.choices.map(({ value }) => value);
const remove = async ({ id }: Order, fields: Record<string, string>) =>
  run(trash, await signedIn(post(`/orders/${id}/trash`, fields), ada), { id: String(id) });
const save = async ({ id, revision }: Order, fields: Record<string, string>) =>
  run(saveOrder, await signedIn(post(`/orders/${id}`, { revision: String(revision), ...fields }), ada), {
    id: String(id),
  });
const stateOf = async (order: Order, id: string) => {
  const [found, invoice] = [await orderResource.find(ada, order.id), await invoiceResource.find(ada, id)];
  return { isDeleted: found?.deletedAt !== null, status: found?.status, isVoid: invoice?.deletedAt !== null };
};

test("an order with an invoice is deleted only after a choice of what becomes of it, and one undo brings both back", async () => {
  const { order, id } = await invoiced();
  const page = await run<Asked>(trashPage, await signedIn(get(`/orders/${order.id}/trash`), ada), {
    id: String(order.id),
  });
  expect(page.data.question).toMatchObject({ label: `What becomes of invoice ${id}?` });
  expect(choicesOf(page.data)).toEqual(["void", "credit", "leave"]);
  for (const choice of ["", "refund"]) {
    expect(await remove(order, { sure: "1", choice })).toMatchObject({
      status: 400,
      data: { form: { errors: { choice: "Choose one of these" } } },
    });
  }
  expect((await stateOf(order, id)).isDeleted).toBe(false);

  const { undo = "" } = toastOf(await remove(order, { sure: "1", choice: "void" }));
  expect(await stateOf(order, id)).toMatchObject({ isDeleted: true, isVoid: true });
  expect((await undoChange(ada, undo)).ok).toBe(true);
  expect(await stateOf(order, id)).toMatchObject({ isDeleted: false, isVoid: false });
});

test("cancelling an order on its page asks what becomes of its invoice, and other steps do not", async () => {
  const { order, id } = await invoiced();
  await sent(id);
  const page = await run<Asked>(orderPage, await signedIn(get(`/orders/${order.id}`), ada), { id: String(order.id) });
  expect(choicesOf(page.data)).toEqual(["credit", "leave"]); // a locked invoice is not voided
  expect(await save(order, { status: "Cancelled", note: "Sold out" })).toMatchObject({
    status: 400,
    data: { form: { fields: { status: "Cancelled", note: "Sold out" }, errors: { choice: "Choose one of these" } } },
  });
  const { undo = "" } = toastOf(await save(order, { status: "Cancelled", choice: "credit" }));
  expect(await db.select().from(creditNotes)).toMatchObject([
    { invoiceId: id, totalAmount: 30_00, applied: 30_00, reason: `Order #${order.id} was cancelled` },
  ]);
  expect(await invoiceResource.find(ada, id)).toMatchObject({ status: "complete", credited: 30_00 });
  expect((await undoChange(ada, undo)).ok).toBe(true);
  expect((await stateOf(order, id)).status).toBe("New");
  expect(await db.$count(creditNotes)).toBe(1);

  const other = await invoiced();
  expect(toastOf(await save(other.order, { status: "Delivered" })).text).toContain("marked as delivered");
});

test.each([
  ["of the directory", dan.id],
  ["who is not in the directory", null],
])("a refund with the end of an order of a customer %s leaves no balance and no credit", async (_who, customerId) => {
  const customer = { customerId, customerName: "Dan Directory" };
  const { order, id } = await invoiced({ ...customer, status: "complete" }, customer);
  const page = await run<Asked>(orderPage, await signedIn(get(`/orders/${order.id}`), ada), { id: String(order.id) });
  expect(choicesOf(page.data)).toEqual(["void", ...(customerId ? ["credit"] : []), "refund", "leave"]);
  await save(order, { status: "Return", choice: "refund" });
  expect(await invoiceResource.find(ada, id)).toMatchObject({ status: "complete", deletedAt: null });
  expect((await db.select().from(payments)).map(({ kind, amount }) => [kind, amount])).toEqual([
    ["payment", 30_00],
    ["refund", 30_00],
  ]);
  expect(await db.select().from(creditNotes)).toMatchObject([{ totalAmount: 30_00 }]);
  expect(customerId && (await creditOf(customerId))).toBe(customerId && 0);
});

test("an order is not ended with a refund of another amount than its page showed, but asked again with both amounts", async () => {
  const { order, id } = await invoiced({ lines: [line({ price: 100_00 })] });
  const pay = (amount: number) =>
    paymentResource.create(ada, {
      kind: "payment",
      date: today(),
      amount,
      method: "",
      note: "",
      customerId: dan.id,
      customerName: dan.name,
      allocations: [{ invoiceId: id, amount }],
    });
  await pay(40_00);
  const at = async (page: typeof orderPage | typeof trashPage, path: string) =>
    (await run<{ amounts: string }>(page, await signedIn(get(path), ada), { id: String(order.id) })).data.amounts;
  const path = `/orders/${order.id}`;
  const seen = [await at(orderPage, path), await at(trashPage, `${path}/trash`)];
  expect(seen).toEqual(["4000 6000", "4000 6000"]);
  await pay(60_00);
  const [amounts] = seen as [string];
  const asksAgain = {
    status: 409,
    data: {
      form: {
        errors: {
          choice: `The paid part of ${id} is $100.00 now, no longer $40.00. Its balance is $0.00 now, no longer $60.00. Choose again.`,
        },
      },
    },
  };
  expect(await save(order, { status: "Cancelled", choice: "refund", amounts })).toMatchObject(asksAgain);
  expect(await remove(order, { sure: "1", choice: "refund", amounts })).toMatchObject(asksAgain);
  expect(await db.$count(creditNotes)).toBe(0);
  await remove(order, { sure: "1", choice: "refund", amounts: await at(trashPage, `${path}/trash`) });
  expect((await db.select().from(creditNotes)).map(({ totalAmount }) => totalAmount)).toEqual([100_00]);
});

test("the list's menu and its bulk actions ask before they end orders with invoices", async () => {
  const [one, locked] = [await invoiced(), await invoiced()];
  await sent(locked.id);
  const pressed = await run(
    setStatus,
    await signedIn(post(`/orders/${one.order.id}/status`, { status: "Cancelled" }), ada),
    { id: String(one.order.id) },
  );
  expect(pressed.location).toBe(`/orders/bulk?ids=${one.order.id}&set=Cancelled`);
  const ids = [one.order.id, locked.order.id].map(String);
  const ticked = await run(bulk, await signedIn(post("/orders/bulk", { ids, status: "Cancelled" }), ada));
  const path = ticked.location ?? "";
  expect(path).toBe(`/orders/bulk?ids=${ids.join("%2C")}&set=Cancelled`);
  const looked = await run<Asked & { tally: { asks: number }; last: number }>(preview, await signedIn(path, ada));
  expect(choicesOf(looked.data)).toEqual(["void", "credit", "refund", "leave"]);
  const confirm = async (to: string, changes: number) => {
    const { last } = looked.data;
    const seen = { matched: "2", changes: String(changes), last: String(last) };
    return run(bulk, await signedIn(post(to, seen), ada));
  };
  expect((await confirm(path, 2)).location).toContain("/orders/bulk?"); // nothing without a choice
  expect((await stateOf(one.order, one.id)).status).toBe("New");
  const done = await confirm(`${path}&choice=void`, 1);
  expect(toastOf(done).text).toContain("1 order marked as cancelled, 1 passed over");
  expect(await stateOf(one.order, one.id)).toMatchObject({ status: "Cancelled", isVoid: true });
  expect(await stateOf(locked.order, locked.id)).toMatchObject({ status: "New", isVoid: false });
});

test("the API leaves the invoice of a cancelled order, says so in warnings, and deletes an order without a question", async () => {
  const { order, id } = await invoiced();
  const call = async (method: string, body?: object) =>
    run<{ order: object; warnings?: string[] }>(
      api,
      await signedIn(send(method, `/api/orders?id=${order.id}`, body), ada),
    );
  expect((await call("PATCH", { status: "Shipping" })).data.warnings).toBeUndefined();
  expect((await call("PATCH", { status: "Cancelled" })).data.warnings).toEqual([
    `Invoice ${id} was left as it is. It still asks for $30.00.`,
  ]);
  expect(Object.keys((await call("DELETE")).data)).toEqual(["order"]);
  expect(await stateOf(order, id)).toMatchObject({ isDeleted: true, isVoid: false });
});

test("the API says in warnings that an order whose items change has an invoice over another total", async () => {
  const { order, id } = await invoiced();
  const patch = {
    items: [{ name: "Pen", price: 7, quantity: 1 }],
    discountAmount: 0,
    taxAmount: 0,
    shippingChargeAmount: 0,
  };
  const answer = await run<{ warnings?: string[] }>(
    api,
    await signedIn(send("PATCH", `/api/orders?id=${order.id}`, patch), ada),
  );
  expect(answer.data.warnings).toEqual([
    `Invoice ${id} was left as it is. It is over $30.00, and the order comes to $7.00.`,
  ]);
});
