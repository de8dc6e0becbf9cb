import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db, write } from "db";
import { addDays } from "db/dates";
import { companies, invoices, journal, users } from "db/schema";
import { actOnMany } from "~/core/resource/act.server";
import { undoChange } from "~/core/undo/undo.server";
import { formatMoney } from "~/core/values/money";
import { today } from "~/core/values/today.server";
import { reasonItemsAreFixed } from "~/features/orders/form/edit-order.server";
import { orderResource } from "~/features/orders/orders.server";
import { cast, testDatabase } from "~/testing/database";
import { addOrder } from "~/testing/orders";
import { post, run, signedIn, toast, toastOf } from "~/testing/requests";
import { action, loader } from "./from-order";
import { creditNoteResource } from "./credit-notes/credit-notes.server";
import { invoiceResource } from "./invoices.server";

testDatabase();

const { ada, dan } = cast;
const press = async (id: number, invoice?: string) =>
  run(action, await signedIn(post(`/orders/${id}/invoice`, invoice ? { act: invoice } : {}), ada), { id: String(id) });
const order = async (id: number) =>
  (await orderResource.unrestricted.find(id)) ?? expect.fail(`order ${id} is not there`);
const all = () => db.select().from(invoices);
const items = [
  { id: 5, name: "Pen", image: null, price: 12_34, quantity: 3 },
  { id: null, name: "Ink", image: null, price: 5_00, quantity: 1 },
];

describe("an invoice made from an order", () => {
  it("has the same total, line by line, with the order's discount as a credit", async () => {
    const { id, totalAmount } = await addOrder({
      items,
      discountAmount: 2_50,
      taxAmount: 11_99,
      shippingChargeAmount: 10_00,
      billing: "1 Main Street",
      paymentMethod: "Visa Card",
      cardNumber: "**** **** **** 4242",
    });
    const answer = await press(id);
    expect(answer).toMatchObject({ status: 303, location: "/invoices/INV-0001/details" });
    expect((await all())[0]).toMatchObject({
      lines: [
        { id: 5, title: "Pen", quantity: 3, price: 12_34, discount: 0, total: 37_02 },
        { id: null, title: "Ink", quantity: 1, price: 5_00, discount: 0, total: 5_00 },
        { id: null, title: "Discount", quantity: 1, price: -2_50, discount: 0, total: -2_50 },
      ],
      totalAmount,
      tax: 11_99,
      shippingCharge: 10_00,
      customerId: dan.id,
      billingAddress: "1 Main Street",
      cardNo: "**** **** **** 4242",
      status: "pending",
      issueDate: today(),
      dueDate: addDays(today(), 14),
    });
    expect((await order(id)).invoiceId).toBe("INV-0001");
  });

  it("has no credit if the order has no discount", async () => {
    const { id } = await addOrder({ items, discountAmount: 0 });
    await press(id);
    expect((await all())[0]?.lines).toHaveLength(2);
  });

  it("is created once, however often and simultaneously it is requested", async () => {
    const { id } = await addOrder({ items });
    const answers = await Promise.all([press(id), press(id), press(id)]);
    expect(answers.map(({ location }) => location)).toEqual(
      Array.from({ length: 3 }, () => "/invoices/INV-0001/details"),
    );
    expect(answers.filter((answer) => toastOf(answer).undo)).toHaveLength(1);
    expect(await all()).toHaveLength(1);
  });

  it("is undone together with the change of its order by one undo", async () => {
    const { id } = await addOrder({ items });
    const { undo = "" } = toastOf(await press(id));
    expect((await undoChange(ada, undo)).ok).toBe(true);
    expect((await order(id)).invoiceId).toBeNull();
    expect((await all())[0]?.deletedAt).not.toBeNull();
    expect((await press(id)).location).toBe("/invoices/INV-0002/details");
  });

  it.each(["orders", "invoices"])(
    "an invoice made from an order and its order are taken back together from the history of the %s too",
    async (entity) => {
      const { id } = await addOrder({ items });
      const { undo = "" } = toastOf(await press(id));
      const [entry] = await db
        .select()
        .from(journal)
        .where(and(eq(journal.batch, undo), eq(journal.entity, entity)));
      expect((await undoChange(ada, undo, entry?.id)).ok).toBe(true);
      expect((await order(id)).invoiceId).toBeNull();
      expect((await all())[0]?.deletedAt).not.toBeNull();
    },
  );

  it("asks whether to reinstate the void invoice of its order, and leaves one open invoice", async () => {
    const { id } = await addOrder({ items });
    await press(id);
    await invoiceResource.trash(ada, ["INV-0001"]);
    expect((await press(id)).location).toBe(`/orders/${id}/invoice`);
    const asked = await run<{ invoice: object }>(loader, await signedIn(`/orders/${id}/invoice`, ada), {
      id: String(id),
    });
    expect(asked.data.invoice).toMatchObject({ id: "INV-0001" });
    expect((await all()).filter(({ deletedAt }) => !deletedAt)).toEqual([]);

    const answers = await Promise.all([press(id, "new"), press(id, "new")]);
    expect(answers.map(({ location }) => location)).toEqual(Array(2).fill("/invoices/INV-0002/details"));
    const reinstated = await invoiceResource.restore(ada, ["INV-0001"]);
    expect(reinstated).toMatchObject({
      status: 409,
      errors: { "": `INV-0001 cannot be reinstated, because INV-0002 replaced it for order #${id}.` },
    });

    const undo = toastOf(answers.find((answer) => toastOf(answer).undo)!).undo ?? "";
    expect((await undoChange(ada, undo)).ok).toBe(true);
    expect((await order(id)).invoiceId).toBe("INV-0001");
    const again = await press(id, "reinstate");
    expect([again.location, toastOf(again).text]).toEqual(["/invoices/INV-0001/details", "INV-0001 reinstated"]);
    expect((await all()).map(({ deletedAt }) => deletedAt === null)).toEqual([true, false]);
  });

  it("can be replaced once it is credited in full, and the order can be changed before", async () => {
    const { id } = await addOrder({ items });
    await press(id);
    const before = await order(id);
    expect(await reasonItemsAreFixed(before)).toContain("INV-0001 bills this order");
    await creditNoteResource.create(ada, { invoiceId: "INV-0001", reason: "Wrong price" });
    expect(await reasonItemsAreFixed(before)).toBeUndefined();
    await orderResource.change(ada, id, { shippingChargeAmount: 99 });
    expect((await press(id)).location).toBe("/invoices/INV-0002/details");
    expect((await press(id)).location).toBe("/invoices/INV-0002/details");
    expect((await order(id)).invoiceId).toBe("INV-0002");
  });

  it("is not reinstated, not even by undo, once its order has another total, but replaced by another", async () => {
    const { id, totalAmount } = await addOrder({ items });
    await press(id);
    const voided = await invoiceResource.trash(ada, ["INV-0001"]);
    const undo = (voided.ok && voided.batch) || "";
    await orderResource.change(ada, id, { shippingChargeAmount: 99_00 });
    const now = (await order(id)).totalAmount;
    const why = `INV-0001 cannot be reinstated, because it is over ${formatMoney(totalAmount)} and order #${id} comes to ${formatMoney(now)} now`;
    for (const done of [await invoiceResource.restore(ada, ["INV-0001"]), await undoChange(ada, undo)])
      expect(JSON.stringify(done)).toContain(why);
    expect((await press(id)).location).toBe("/invoices/INV-0002/details");
  });

  it("is reinstated although its order had another total before it became void", async () => {
    const { id } = await addOrder({ items });
    await press(id);
    await orderResource.change(ada, id, { shippingChargeAmount: 99_00 });
    const voided = await invoiceResource.trash(ada, ["INV-0001"]);
    await orderResource.change(ada, id, { billing: "2 Main Street" });
    expect((await undoChange(ada, (voided.ok && voided.batch) || "")).ok).toBe(true);
  });

  it("replaces a void invoice that cannot be reinstated", async () => {
    const { id } = await addOrder({ items });
    await press(id);
    await invoiceResource.trash(ada, ["INV-0001"]);
    await write((tx) => tx.update(invoices).set({ issueDate: "2026-01-10" }));
    await write((tx) => tx.update(companies).set({ closingDate: "2026-01-31" }));
    expect((await press(id)).location).toBe("/invoices/INV-0002/details");
    expect((await order(id)).invoiceId).toBe("INV-0002");
  });

  it("stays the only open one of its order if an invoice whose creation was undone is reinstated", async () => {
    const { id } = await addOrder({ items });
    const { undo = "" } = toastOf(await press(id));
    await undoChange(ada, undo);
    expect(await invoiceResource.restore(ada, ["INV-0001"])).toMatchObject({ ok: true });
    expect((await order(id)).invoiceId).toBe("INV-0001");
    expect((await press(id)).location).toBe("/invoices/INV-0001/details");
    await invoiceResource.trash(ada, ["INV-0001"]);
    await orderResource.change(ada, id, { invoiceId: null });
    await press(id, "new");
    const preview = await actOnMany(ada, (tx, act) =>
      invoiceResource
        .asSeenBy(ada)
        .each(tx, act, ["INV-0001"], { act: "restore" })
        .then((all) => all as never[]),
    );
    expect(preview).toMatchObject({ rows: [{ outcome: "refused", why: expect.stringContaining("replaced it") }] });
  });

  it("is made again for an order whose invoice was erased", async () => {
    const { id } = await addOrder({ items });
    await press(id);
    await write(async (tx) => void (await tx.delete(invoices)));
    expect((await press(id)).location).toBe("/invoices/INV-0002/details");
  });

  it("keeps a customer who is gone as the order has them", async () => {
    const { id, customerName } = await addOrder({ items, customerId: dan.id });
    await write(async (tx) => void (await tx.delete(users).where(eq(users.id, dan.id))));
    await press(id);
    expect((await all())[0]).toMatchObject({
      customerId: dan.id,
      customerName,
      customerImage: null,
      billingEmail: dan.email,
    });
  });

  it("is not created for an empty or missing order, and uses no number", async () => {
    const { id } = await addOrder({ items: [], discountAmount: 0 });
    const answer = await press(id);
    expect([answer.location, toast(answer)]).toEqual([`/orders/${id}`, expect.stringContaining("at least one line")]);
    await orderResource.trash(ada, [id]);
    for (const absent of [id, 999]) expect((await press(absent)).status).toBe(404);
    expect(await all()).toEqual([]);
    expect((await order(id)).invoiceId).toBeNull();
  });

  it("requested with GET leads to the order", async () => {
    const { id } = await addOrder({ items });
    expect((await run(loader, await signedIn(`/orders/${id}/invoice`, ada), { id: String(id) })).location).toBe(
      `/orders/${id}`,
    );
  });
});
