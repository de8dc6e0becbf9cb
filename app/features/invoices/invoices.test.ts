import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db, write } from "db";
import { invoices, users } from "db/schema";
import { maxCents } from "~/core/values/money";
import { cast, testDatabase } from "~/testing/database";
import { addInvoice, countInvoicesFrom, invoiceDraft, line } from "~/testing/invoices";
import { invoiceResource } from "./invoices.server";

testDatabase();

const { ada, ben, dan, tess } = cast;
const all = () => db.select().from(invoices);
const find = async (id: string) => (await invoiceResource.unrestricted.find(id)) ?? expect.fail(`${id} is not there`);

describe("a new invoice", () => {
  it("has the next number, its totals, and its customer's current data", async () => {
    const made = await addInvoice({
      lines: [line({ quantity: 3, price: 19_99, discount: 33_33, total: 1 }), line({ price: -5_00 })],
      shippingCharge: 10_00,
      tax: 12_50,
    });
    expect(made).toMatchObject({
      id: "INV-0001",
      number: 1,
      customerName: dan.name,
      billingEmail: dan.email,
      billingPhone: dan.phone,
      billingAddress: dan.country,
      completedAt: null,
    });
    expect(made.lines.map(({ total }) => total)).toEqual([39_98, -5_00]);
    expect(made.totalAmount).toBe(39_98 - 5_00 + 10_00 + 12_50);
    expect(await addInvoice({ billingEmail: "", billingPhone: "+1 555" })).toMatchObject({
      billingEmail: "",
      billingPhone: "+1 555",
      billingAddress: dan.country,
    });
  });

  it("gets its own number, without gaps, however many are created at once or refused", async () => {
    const asked = Array.from({ length: 60 }, (_, index) => ({
      ...invoiceDraft(),
      ...(index % 3 === 1 && { dueDate: "2020-01-01" }),
    }));
    const made = await Promise.all(asked.map((values) => invoiceResource.create(ada, values)));
    expect(made.filter(({ ok }) => !ok)).toHaveLength(20);
    const numbers = (await all()).map(({ number }) => number).sort((one, other) => one - other);
    expect(numbers).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
  });

  it("never gets a used number, not even that of an erased one", async () => {
    const { id } = await addInvoice();
    await write(async (tx) => void (await tx.delete(invoices).where(eq(invoices.id, id))));
    expect((await addInvoice()).id).toBe("INV-0002");
  });

  it("after INV-9999 has five digits", async () => {
    await write(async (tx) => void (await countInvoicesFrom(tx, 9_998)));
    for (const id of ["INV-9999", "INV-10000"]) expect((await addInvoice()).id).toBe(id);
  });

  it.each([
    ["without lines", { lines: [] }, ""],
    ["of more than 200 lines", { lines: Array.from({ length: 201 }, () => line()) }, ""],
    ["due before it is issued", { dueDate: "2026-01-09" }, "dueDate"],
    ["below zero", { lines: [line(), line({ price: -30_01 })] }, ""],
    ["with a credit that names a product", { lines: [line(), line({ id: 1, price: -1 })] }, ""],
    ["that is too much to add up", { lines: [line({ price: maxCents }), line()] }, ""],
    ["for nobody", { customerId: undefined }, "customer"],
    ["for somebody who is not there", { customerId: 999 }, "customer"],
    ["for somebody in the trash", { customerId: tess.id }, "customer"],
  ])("%s is refused with a message", async (_, values, field) => {
    expect(await invoiceResource.create(ada, { ...invoiceDraft(), ...values })).toMatchObject({
      ok: false,
      errors: { [field]: expect.stringMatching(/^[A-Z].*\.?$/) },
    });
    expect(await all()).toEqual([]);
  });
});

describe("a change of an invoice", () => {
  it("copies a new customer and their contact, unless that is given", async () => {
    const { id } = await addInvoice();
    const { billingEmail, billingPhone } = await find(id);
    await invoiceResource.change(ada, id, { customerId: ben.id, billingEmail, billingPhone: "+47 555 09 09" });
    expect(billingEmail).toBe(dan.email);
    expect(billingPhone).not.toBe("+47 555 09 09");
    expect(await find(id)).toMatchObject({
      customerId: ben.id,
      customerName: ben.name,
      billingEmail: ben.email,
      billingPhone: "+47 555 09 09",
    });
    expect(await invoiceResource.change(ada, id, { customerId: 999 })).toMatchObject({ ok: false, reason: "refused" });
  });

  it("a change of an invoice of other fields keeps the customer as they were, even if they are gone", async () => {
    const { id } = await addInvoice();
    await write(async (tx) => void (await tx.update(users).set({ deletedAt: new Date() }).where(eq(users.id, dan.id))));
    expect(await invoiceResource.change(ada, id, { customerId: dan.id, tax: 5_00 })).toMatchObject({
      ok: true,
      row: { customerName: dan.name, totalAmount: 35_00 },
    });
  });

  it("a change of an invoice of the status sets or clears the date of completion", async () => {
    const { id } = await addInvoice();
    await invoiceResource.change(ada, id, { status: "complete" });
    const { completedAt } = await find(id);
    expect(completedAt).toBeInstanceOf(Date);
    await invoiceResource.change(ada, id, { status: "complete", tax: 1 });
    expect((await find(id)).completedAt).toEqual(completedAt);
    await invoiceResource.change(ada, id, { status: "pending" });
    expect((await find(id)).completedAt).toBeNull();
    expect((await addInvoice({ status: "complete" })).completedAt).toBeInstanceOf(Date);
  });
});
