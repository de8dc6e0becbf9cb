/** The question before a record on which others depend goes to the trash. */
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { write } from "db";
import { companies, invoices, orders, type User } from "db/schema";
import { invoiceResource } from "~/features/invoices/invoices.server";
import { orderResource } from "~/features/orders/orders.server";
import { paymentResource } from "~/features/payments/payments.server";
import { productResource } from "~/features/products/products.server";
import { giveAccess } from "~/features/team/access/give.server";
import { userResource } from "~/features/users/users.server";
import { cast, testDatabase } from "~/testing/database";
import { addInvoice } from "~/testing/invoices";
import { addOrder } from "~/testing/orders";
import { addProducts } from "~/testing/products";
import { get, post, run, signedIn } from "~/testing/requests";
import { action as bulk, loader as preview } from "./bulk";
import { loader as restore } from "./restore";
import { loader as status } from "./status";
import { action, loader } from "./trash";

testDatabase();

const { ada, ben, dan } = cast;

interface Question {
  says: string[];
  instead: { text: string; href: string };
}

/** Presses Delete on a record, and returns the question if there is one. */
async function pressDelete(path: string, by: User = ada) {
  const params = { id: path.split("/").at(-1)! };
  const pressed = await run(action, await signedIn(post(`${path}/trash`), by), params);
  const to = pressed.location ?? "";
  if (!to.startsWith(`${path}/trash`)) return undefined;
  return (await run<Question>(loader, await signedIn(get(to), by), params)).data;
}

const isTrashed = async (
  kind: { find(me: User, id: never): Promise<{ deletedAt: Date | null } | undefined> },
  id: unknown,
) => (await kind.find(ada, id as never))?.deletedAt !== null;

it("an order with an invoice is trashed only after a question that names the invoice and its amount", async () => {
  const { id: invoiceId } = await addInvoice();
  const { id } = await addOrder();
  await write(async (tx) => void (await tx.update(orders).set({ invoiceId }).where(eq(orders.id, id))));
  expect(await pressDelete(`/orders/${id}`)).toMatchObject({
    says: [`Its invoice ${invoiceId} of $30.00 is still to be paid.`],
    instead: { text: "Cancel the order instead", href: `/orders/${id}` },
  });
  expect(await isTrashed(orderResource, id)).toBe(false);
  await run(action, await signedIn(post(`/orders/${id}/trash`, { sure: "1", choice: "leave" }), ada), {
    id: String(id),
  });
  expect(await isTrashed(orderResource, id)).toBe(true);
});

it("an order without an invoice, or whose invoice is in the trash, is trashed at once", async () => {
  const { id: invoiceId } = await addInvoice();
  const [plain, left] = [await addOrder(), await addOrder()];
  await write(async (tx) => {
    await tx.update(orders).set({ invoiceId }).where(eq(orders.id, left.id));
    await tx.update(invoices).set({ deletedAt: new Date() });
  });
  for (const { id } of [plain, left]) {
    expect(await pressDelete(`/orders/${id}`)).toBeUndefined();
    expect(await isTrashed(orderResource, id)).toBe(true);
  }
});

it("a paid invoice is trashed only after a question that says by how much the collected amount falls", async () => {
  const { id } = await addInvoice({ status: "complete" });
  expect(await pressDelete(`/invoices/${id}`)).toMatchObject({
    says: ["It is paid: what you collected falls by $30.00."],
    instead: { href: `/invoices/create?copy=${id}` },
  });
  expect(await isTrashed(invoiceResource, id)).toBe(false);
});

it("an invoice that used credit is trashed only after a question that says how much is given back", async () => {
  const { id, customerId } = await addInvoice();
  const paid = { customerId, date: "2026-01-10", amount: 0 };
  await paymentResource.create(ada, { ...paid, amount: 20_00 });
  await paymentResource.create(ada, { ...paid, kind: "credit", allocations: [{ invoiceId: id, amount: 20_00 }] });
  expect((await pressDelete(`/invoices/${id}`))?.says).toEqual([
    "It used $20.00 of the customer’s credit, which is given back.",
  ]);
});

it("a sent invoice that is not locked is trashed only after a question that names the address and the day", async () => {
  const { id } = await addInvoice({ billingEmail: "dan@example.com" });
  await write(async (tx) => void (await tx.update(invoices).set({ sentAt: new Date("2026-01-12T09:00:00Z") })));
  await write((tx) => tx.update(companies).set({ invoiceLock: "paid" }));
  expect((await pressDelete(`/invoices/${id}`))?.says).toEqual([
    "It was sent to dan@example.com on 12 Jan 2026, and the customer keeps that copy.",
  ]);
});

it("an invoice that is neither sent nor paid is trashed at once", async () => {
  const { id } = await addInvoice();
  expect(await pressDelete(`/invoices/${id}`)).toBeUndefined();
  expect(await isTrashed(invoiceResource, id)).toBe(true);
});

it("a product in open orders is trashed only after a question that counts them", async () => {
  const [product] = await addProducts({});
  for (const status of ["New", "Shipping", "Delivered", "Cancelled"]) {
    const { id } = await addOrder({
      items: [{ id: product!.id, name: "Pen", image: null, price: 19_90, quantity: 1 }],
    });
    await orderResource.setStatus(ada, [id], status);
  }
  expect(await pressDelete(`/products/${product!.id}`)).toMatchObject({
    says: [expect.stringMatching(/^2 open orders contain it\./)],
    instead: { href: `/products/${product!.id}` },
  });
  expect(await isTrashed(productResource, product!.id)).toBe(false);
});

it("a customer who owes money or waits for orders is trashed only after a question with counts and the sum", async () => {
  await addInvoice();
  await addInvoice({ status: "complete" });
  await addOrder();
  await paymentResource.create(ada, { customerId: dan.id, date: "2026-01-10", amount: 20_00 });
  expect(await pressDelete(`/users/${dan.id}`)).toMatchObject({
    says: ["They owe $30.00 on 1 invoice.", "They have a credit of $20.00.", "They wait for 1 order."],
    instead: { href: `/invoices?customer=${dan.id}` },
  });
  expect(await isTrashed(userResource, dan.id)).toBe(false);
});

it("staff who may not see invoices learn of no amounts, and trash the customer at once", async () => {
  await addInvoice();
  await write((tx) => giveAccess(tx, ada, ben.id, { access: "staff", areas: { people: "change" } }));
  expect(await pressDelete(`/users/${dan.id}`, ben)).toBeUndefined();
});

it("the address of the question leads to the record if nothing depends on it", async () => {
  const { id } = await addInvoice();
  const answer = await run(loader, await signedIn(get(`/invoices/${id}/trash`), ada), { id });
  expect(answer.location).toBe(`/invoices/${id}/details`);
});

it("the addresses that restore a record or set its status lead to the record even if others depend on it", async () => {
  const { id } = await addInvoice({ status: "complete" });
  for (const [act, load] of Object.entries({ restore, status })) {
    const answer = await run(load, await signedIn(get(`/invoices/${id}/${act}`), ada), { id });
    expect(answer.location).toBe(`/invoices/${id}/details`);
  }
});

it("the question offers to go back to the list with its filters, or to the record if that is where Delete was pressed", async () => {
  const { id } = await addInvoice({ status: "complete" });
  const path = `/invoices/${id}/trash`;
  const cancel = async (fields: Record<string, string>) => {
    const { location } = await run(action, await signedIn(post(path, fields), ada), { id });
    return (await run<{ cancel: string }>(loader, await signedIn(get(location!), ada), { id })).data.cancel;
  };
  expect(await cancel({ back: "/invoices?q=a&page=2" })).toBe("/invoices?q=a&page=2");
  expect(await cancel({})).toBe(`/invoices/${id}/details`);
  expect(await cancel({ back: "//evil.example" })).toBe(`/invoices/${id}/details`);
});

it("ticked orders of which one has an invoice are trashed only after a preview that names it", async () => {
  const { id: invoiceId } = await addInvoice();
  const [plain, billed] = [await addOrder(), await addOrder()];
  await write(async (tx) => void (await tx.update(orders).set({ invoiceId }).where(eq(orders.id, billed.id))));
  const ids = [plain.id, billed.id].map(String);
  const pressed = await run(bulk, await signedIn(post("/orders/bulk", { act: "delete", ids }), ada));
  expect(await isTrashed(orderResource, plain.id)).toBe(false);
  const { data } = await run<{ dependents: { label: string; says: string[] }[] }>(
    preview,
    await signedIn(get(pressed.location ?? ""), ada),
  );
  expect(data.dependents).toMatchObject([{ label: `Order #${billed.id}`, says: [expect.stringContaining(invoiceId)] }]);
});
