import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OrderItem } from "db/schema";
import { maxCents } from "~/core/values/money";
import { cast, testDatabase } from "~/testing/database";
import { addOrder, orderValues } from "~/testing/orders";
import { addTaxRate } from "~/testing/tax-rates";
import { userResource } from "~/features/users/users.server";
import { addUp } from "./complete.server";
import { orderResource } from "./orders.server";

testDatabase();

const { ada, ben, dan, tess } = cast;
const item = (values: Partial<OrderItem>): OrderItem => ({
  id: null,
  name: "Pen",
  image: null,
  price: 1,
  quantity: 1,
  ...values,
});
const change = async (id: number, patch: Parameters<typeof orderResource.change>[2]) => {
  const saved = await orderResource.change(ada, id, patch);
  return saved.ok ? saved.row : saved;
};

describe("the total of an order", () => {
  it("is items − discount + tax + shipping, to the cent", () => {
    const cents = fc.integer({ min: 0, max: 10_000_000 });
    const items = fc.array(fc.record({ price: cents, quantity: fc.integer({ min: 1, max: 1000 }) }), { maxLength: 20 });
    fc.assert(
      fc.property(items, cents, cents, cents, (bought, discountAmount, taxAmount, shippingChargeAmount) => {
        let sum = 0;
        for (const { price, quantity } of bought) for (let piece = 0; piece < quantity; piece++) sum += price;
        const total = sum - discountAmount + taxAmount + shippingChargeAmount;
        const order = { items: bought.map(item), discountAmount, taxAmount, shippingChargeAmount };
        if (total < 0) expect(() => addUp(order)).toThrow("The discount is more than all the rest");
        else expect(addUp(order)).toEqual({ subTotalAmount: sum, totalAmount: total });
      }),
      { numRuns: 50 },
    );
  });

  it("is refused with a discount above the items if they have tax rates, because the tax would be negative", async () => {
    const { id: taxRateId, name: taxName, rate, category } = await addTaxRate();
    const items = [item({ price: 10_00, taxRateId, taxName, rate, category })];
    const rest = { items, taxAmount: 0, shippingChargeAmount: 50_00 };
    expect(() => addUp({ ...rest, discountAmount: 10_01 })).toThrow("more than the items come to, $10.00");
    expect(addUp({ ...rest, discountAmount: 10_00 })).toMatchObject({ taxAmount: 0, totalAmount: 50_00 });
  });

  it("an order is refused if its invoice would have more than 200 lines with those of the discount", async () => {
    const [one, other] = [await addTaxRate(), await addTaxRate({ name: "VAT 10%", rate: 10_00 })];
    const items = Array.from({ length: 199 }, (_, at) => {
      const { id: taxRateId, name: taxName, rate, category } = at % 2 ? one : other;
      return item({ price: 10_00, taxRateId, taxName, rate, category });
    });
    const made = await orderResource.create(ada, { ...orderValues, items, discountAmount: 1_00 });
    expect(made).toMatchObject({ errors: { items: expect.stringContaining("201 lines, 2 of them for the discount") } });
    const { id } = await addOrder({ items, discountAmount: 0 });
    expect(await change(id, { discountAmount: 1_00 })).toMatchObject({ errors: { items: expect.any(String) } });
  });

  it("is exact up to the maximum, and no further", () => {
    const none = { discountAmount: 0, taxAmount: 0, shippingChargeAmount: 0 };
    expect(addUp({ items: [item({ price: maxCents })], ...none }).totalAmount).toBe(maxCents);
    for (const items of [
      [item({ price: maxCents, quantity: 100_000 })],
      [item({ price: maxCents }), item({ price: 1 })],
    ]) {
      expect(() => addUp({ items, ...none })).toThrow("$999,999,999,999.99 at most");
    }
    expect(() => addUp({ items: [item({ price: maxCents })], ...none, taxAmount: 1 })).toThrow("at most");
  });

  it("is computed on creation and whenever a part changes, whatever the request says", async () => {
    const order = await addOrder({ totalAmount: 1, subTotalAmount: 1 });
    expect(order).toMatchObject({ subTotalAmount: 39_80, totalAmount: 41_30 });
    expect(await change(order.id, { discountAmount: 0, totalAmount: 7 })).toMatchObject({
      subTotalAmount: 39_80,
      totalAmount: 46_30,
    });
    expect(await change(order.id, { items: [item({ price: 10_00, quantity: 3 })] })).toMatchObject({
      subTotalAmount: 30_00,
      totalAmount: 36_50,
    });
  });

  it("must be valid, otherwise nothing is changed", async () => {
    const order = await addOrder();
    expect(await change(order.id, { discountAmount: 46_31 })).toEqual({
      ok: false,
      reason: "refused",
      errors: { discountAmount: expect.stringContaining("more than all the rest") },
    });
    expect(await orderResource.unrestricted.get(order.id)).toEqual(order);
  });
});

describe("the customer of an order", () => {
  it("is copied, and stays the same when they change or are deleted", async () => {
    const order = await addOrder();
    expect(order).toMatchObject({
      customerId: dan.id,
      customerName: dan.name,
      customerEmail: dan.email,
      customerPhone: dan.phone,
      customerImage: null,
    });
    await userResource.change(ada, dan.id, { name: "Dan Renamed" });
    await userResource.trash(ada, [dan.id]);
    expect(await change(order.id, { customerId: dan.id, status: "Pending" })).toMatchObject({
      customerName: dan.name,
      status: "Pending",
    });
  });

  it("is copied again when it is replaced, except for given values", async () => {
    const { id } = await addOrder();
    expect(await change(id, { customerId: ben.id, customerPhone: "+1 555" })).toMatchObject({
      customerName: ben.name,
      customerEmail: ben.email,
      customerPhone: "+1 555",
    });
    expect(await change(id, { customerId: null })).toMatchObject({ customerId: null, customerName: ben.name });
  });

  it.each([999, tess.id])("must be in the directory, unlike user %i", async (customerId) => {
    const made = await orderResource.create(ada, { ...orderValues, customerId });
    expect(made).toMatchObject({ ok: false, errors: { customer: expect.stringContaining(`no user ${customerId}`) } });
  });
});

describe("the delivery date of an order", () => {
  it("is set with the status Delivered, in any case, and cleared when the order goes back to shipping", async () => {
    const { id } = await addOrder();
    const before = Date.now();
    const delivered = await change(id, { status: "delivered" });
    expect(delivered).toMatchObject({ status: "delivered", deliveredAt: expect.any(Date) });
    expect("deliveredAt" in delivered && delivered.deliveredAt?.getTime()).toBeGreaterThanOrEqual(before);
    expect(await change(id, { status: "Delivered" })).toMatchObject({
      deliveredAt: "deliveredAt" in delivered && delivered.deliveredAt,
    });
    for (const status of ["shipping", "Pending", "NEW"]) {
      await change(id, { status: "Delivered" });
      expect(await change(id, { status })).toMatchObject({ status, deliveredAt: null });
    }
  });

  it("can be given, and stays after a return", async () => {
    const deliveredAt = new Date("2026-03-05T12:00:00Z");
    const { id } = await addOrder({ status: "Delivered", deliveredAt });
    for (const status of ["Return", "Cancelled", "Delivered", "on a shelf"])
      expect(await change(id, { status })).toMatchObject({ status, deliveredAt });
  });

  it("can be given with another status too", async () => {
    const deliveredAt = new Date("2026-03-05T12:00:00Z");
    const { id } = await addOrder({ status: "New", deliveredAt });
    expect(await orderResource.unrestricted.find(id)).toMatchObject({ status: "New", deliveredAt });
    expect(await change(id, { status: "Shipping", deliveredAt })).toMatchObject({ status: "Shipping", deliveredAt });
    await expect(addOrder({ status: "New", deliveredAt: new Date("2026-03-01T00:00:00Z") })).rejects.toThrow(
      "Enter a moment after the order was placed",
    );
  });

  it("is never before the order was placed", async () => {
    const { id } = await addOrder();
    const refused = { reason: "refused", errors: { deliveredAt: "Enter a moment after the order was placed" } };
    expect(await change(id, { deliveredAt: new Date("2026-03-01T00:00:00Z") })).toMatchObject(refused);
    await change(id, { status: "Delivered" });
    expect(await change(id, { createdAt: new Date("2100-01-01") })).toMatchObject(refused);
  });
});
