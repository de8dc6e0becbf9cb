/** `/api/customers`. */
import { expect, test } from "vitest";
import { write } from "db";
import { creditNotes, orders, users } from "db/schema";
import { eq } from "drizzle-orm";
import { loader as api } from "~/features/api/resource";
import { paymentResource } from "~/features/payments/payments.server";
import { letIn } from "~/testing/client";
import { cast, testDatabase } from "~/testing/database";
import { addInvoice, line } from "~/testing/invoices";
import { addOrder } from "~/testing/orders";
import { run, signedIn } from "~/testing/requests";

testDatabase();

const { ada, ben, dan } = cast;

const ask = async (search = "", as = ada) => run(api, await signedIn(`/api/customers${search}`, as));

/** Dan placed two orders, of which one was cancelled, owes $60 and has $15 of credit. */
async function addCustomer() {
  const kept = await addOrder({ customerId: dan.id, createdAt: new Date("2026-01-05T10:00:00Z") });
  const lost = await addOrder({ customerId: dan.id, createdAt: new Date("2026-01-06T10:00:00Z") });
  await write(async (tx) => {
    await tx.update(users).set({ company: "Dan & Co", taxNumber: "ATU00000024" }).where(eq(users.id, dan.id));
    await tx.update(orders).set({ totalAmount: 250_00 }).where(eq(orders.id, kept.id));
    await tx.update(orders).set({ status: "cancelled", billing: "Lane 1" }).where(eq(orders.id, lost.id));
  });
  const { id } = await addInvoice({ lines: [line({ price: 100_00 })] });
  const allocations = [{ invoiceId: id, amount: 40_00 }];
  const paid = { customerId: dan.id, date: "2026-01-20", amount: 50_00, allocations };
  expect(await paymentResource.create(ada, paid)).toMatchObject({ ok: true });
  await write(async (tx) => {
    const amounts = { totalAmount: 5_00, applied: 0, unapplied: 5_00 };
    const note = { id: "CN-0001", number: 1, invoiceId: id, date: "2026-01-21", reason: "Goodwill", ...amounts };
    await tx.insert(creditNotes).values({ ...note, customerId: dan.id, customerName: dan.name });
  });
}

test("GET /api/customers has what each customer owes, has as credit and ordered, and nobody who never bought", async () => {
  await addCustomer();
  const customer = {
    id: dan.id,
    name: dan.name,
    email: dan.email,
    company: "Dan & Co",
    taxNumber: "ATU00000024",
    terms: 14,
    addresses: { country: dan.country, billing: "Lane 1", shipping: expect.any(String) as string },
    balance: 60,
    credit: 15,
    lifetimeRevenue: 250,
    lastOrderAt: "2026-01-06T10:00:00.000Z",
  };
  for (const search of ["", "?page=1&size=5", "?q=dan"]) {
    const { data, headers } = await ask(search);
    expect([data, headers.get("X-Total-Count")], search).toEqual([[customer], "1"]);
  }
  expect((await ask(`?id=${dan.id}`)).data).toEqual(customer);
  expect(await ask(`?id=${ben.id}`)).toMatchObject({ status: 404, data: { message: "Customer not found" } });
});

test("GET /api/customers needs the areas of people and sales, whose data it joins", async () => {
  await addCustomer();
  const statusFor = async (areas: Parameters<typeof letIn>[2]) =>
    (await ask("", await letIn(cast.rex, "staff", areas))).status;
  expect(await statusFor({ sales: "view" })).toBe(403);
  expect(await statusFor({ people: "view" })).toBe(403);
  expect(await statusFor({ people: "view", sales: "view" })).toBe(200);
  expect((await ask("", await letIn(dan))).status).toBe(403);
});
