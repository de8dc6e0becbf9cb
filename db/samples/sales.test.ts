import { existsSync } from "node:fs";
import { join } from "node:path";
import { asc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { config } from "config";
import { db, write } from "db";
import { invoiceStatuses, orderStatuses, paymentMethods, productCategories, productStatuses } from "db/lookups";
import { facts, invoices, journal, lastInvoiceFact, orders, products, reviews, users } from "db/schema";
import { testDatabase, inTimeZone } from "~/testing/database";
import { seedSamples } from ".";

testDatabase();

const now = new Date("2026-11-21T10:00:00Z");
const day = 86_400_000;
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

beforeEach(() => seedSamples({ instead: true, now }));

describe("the sample's products", () => {
  it("are fifteen, of every category, with pictures that are there", async () => {
    const rows = await db.select().from(products);
    expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 15 }, (_, index) => index + 1));
    expect(new Set(rows.map(({ category }) => category))).toEqual(new Set(productCategories.map(({ value }) => value)));
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(productStatuses.map(({ value }) => value)));
    for (const { images, featureImage } of rows) {
      expect(images).toContain(featureImage);
      for (const image of images) expect(existsSync(join(config.root, "public", image)), image).toBe(true);
    }
  });

  it("have reviews by people of the sample, which their rating and number come from", async () => {
    const said = await db.select().from(reviews);
    const names = new Set((await db.select().from(users)).map(({ id, name }) => `${id} ${name}`));
    expect(said.every(({ userId, userName }) => names.has(`${String(userId)} ${userName}`))).toBe(true);
    for (const product of await db.select().from(products)) {
      const own = said.filter(({ productId }) => productId === product.id);
      expect(own.length).toBeGreaterThan(1);
      expect(own.every(({ createdAt }) => createdAt > product.createdAt && createdAt < now)).toBe(true);
      expect(product).toMatchObject({
        totalReviews: own.length,
        rating: Math.round((100 * sum(own.map(({ rating }) => rating))) / own.length),
      });
    }
  });

  it("have a rating that follows when reviews change and go", async () => {
    const ratingOf = async () => (await db.select().from(products).where(eq(products.id, 1)))[0];
    await write(async (tx) => void (await tx.update(reviews).set({ rating: 1 }).where(eq(reviews.productId, 1))));
    expect(await ratingOf()).toMatchObject({ rating: 100, totalReviews: 4 });
    await write(async (tx) => void (await tx.delete(reviews).where(eq(reviews.productId, 1))));
    expect(await ratingOf()).toMatchObject({ rating: 0, totalReviews: 0 });
  });
});

describe("the sample's orders", () => {
  it("are fifteen of the last thirty days, in every status and one that was cancelled, capitalised", async () => {
    const rows = await db.select().from(orders);
    expect(rows).toHaveLength(15);
    expect(rows.every(({ createdAt }) => createdAt < now && now.getTime() - createdAt.getTime() < 30 * day)).toBe(true);
    const statuses = [...orderStatuses.map(({ value }) => value), "cancelled"].map(
      (status) => status.charAt(0).toUpperCase() + status.slice(1),
    );
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(statuses));
    expect(rows.filter(({ status }) => status === "Cancelled")).toHaveLength(1);
  });

  it("copy people and products that were there, and add up", async () => {
    const people = await db.select().from(users);
    const sold = await db.select().from(products);
    for (const order of await db.select().from(orders)) {
      const customer = people.find(({ id }) => id === order.customerId);
      expect(customer).toMatchObject({
        name: order.customerName,
        company: order.customerCompany,
        email: order.customerEmail,
        phone: order.customerPhone,
        image: order.customerImage,
      });
      expect(customer && customer.createdAt < order.createdAt).toBe(true);
      for (const item of order.items) {
        const product = sold.find(({ id }) => id === item.id);
        expect(product).toMatchObject({
          title: item.name,
          price: item.price,
          featureImage: item.image,
          status: "Published",
        });
        expect(product && product.createdAt < order.createdAt).toBe(true);
      }
      expect(order.subTotalAmount).toBe(sum(order.items.map(({ price, quantity }) => price * quantity)));
      expect(order.totalAmount).toBe(
        order.subTotalAmount - order.discountAmount + order.taxAmount + order.shippingChargeAmount,
      );
      expect(order).toMatchObject({ discountAmount: 500, shippingChargeAmount: 1000 });
      expect(order.taxAmount >= 1000 && order.taxAmount <= 1500).toBe(true);
      expect(order.cardNumber).toMatch(order.paymentMethod === "Paypal" ? /^$/ : /^\*{4} \*{4} \*{4} \d{4}$/);
      expect(paymentMethods.map(({ value }) => value)).toContain(order.paymentMethod);
    }
  });

  it("have a past that leads to what they are", async () => {
    const order = (await db.select().from(orders).where(eq(orders.id, 5)))[0];
    const past = await db.select().from(journal).where(eq(journal.label, "Order #5")).orderBy(asc(journal.id));
    expect(past.map(({ action, after }) => [action, after?.status])).toEqual([
      ["created", "New"],
      ["changed", "Pending"],
      ["changed", "Shipping"],
      ["changed", "Delivered"],
      ["changed", "Return"],
    ]);
    expect(past.at(-1)?.note).toMatch(/sends it back/);
    expect(past[0]?.after).toMatchObject({ deliveredAt: null, deletedAt: null, totalAmount: order?.totalAmount });
    expect(order).toMatchObject({ status: "Return", revision: past.length });
    expect(past[3]?.after?.deliveredAt).toBe(order?.deliveredAt?.getTime());
  });
});

describe("the sample's invoices", () => {
  it("are INV-0001 to INV-0018 of the last six months, oldest first, some of them overdue", async () => {
    const rows = await db.select().from(invoices).orderBy(asc(invoices.number));
    expect(rows.map(({ id }) => id)).toEqual(
      Array.from({ length: 18 }, (_, index) => `INV-${String(index + 1).padStart(4, "0")}`),
    );
    expect(rows.map(({ issueDate }) => issueDate)).toEqual(rows.map(({ issueDate }) => issueDate).sort());
    expect(rows[0] && now.getTime() - rows[0].createdAt.getTime() < 184 * day).toBe(true);
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(invoiceStatuses.map(({ value }) => value)));
    expect(
      rows.filter(({ status, dueDate }) => status === "pending" && dueDate < "2026-11-21").map(({ id }) => id),
    ).toEqual(["INV-0004", "INV-0005", "INV-0007", "INV-0009"]);
    expect(await db.select().from(facts).where(eq(facts.name, lastInvoiceFact))).toMatchObject([{ value: "18" }]);
  });

  it("count days where the company is", async () => {
    const lateThere = new Date("2026-11-21T10:30:00Z"); // 23:30 on the day before in Midway
    await inTimeZone("Pacific/Midway", () => seedSamples({ instead: true, now: lateThere }));
    const offset = 11 * 3_600_000;
    for (const { createdAt, issueDate, dueDate } of await db.select().from(invoices)) {
      const there = createdAt.getTime() - offset;
      expect([issueDate, dueDate]).toEqual(
        [there, there + 14 * day].map((at) => new Date(at).toISOString().slice(0, 10)),
      );
    }
  });

  it("add up, and say the same as the order they are for", async () => {
    const placed = await db.select().from(orders);
    const people = await db.select().from(users);
    for (const invoice of await db.select().from(invoices)) {
      for (const { quantity, price, discount, total } of invoice.lines)
        expect(Math.abs(total - (quantity * price * (10_000 - discount)) / 10_000)).toBeLessThanOrEqual(0.5);
      expect(invoice.totalAmount).toBe(
        sum(invoice.lines.map(({ total }) => total)) + invoice.shippingCharge + invoice.tax,
      );
      const customer = people.find(({ id }) => id === invoice.customerId);
      expect(customer).toMatchObject({
        name: invoice.customerName,
        company: invoice.customerCompany,
        email: invoice.billingEmail,
      });
      expect(customer && customer.createdAt < invoice.createdAt).toBe(true);
      const order = placed.find(({ invoiceId }) => invoiceId === invoice.id);
      if (order)
        expect(invoice).toMatchObject({
          totalAmount: order.totalAmount,
          customerId: order.customerId,
          cardNo: order.cardNumber,
        });
    }
    expect(placed.filter(({ invoiceId }) => invoiceId)).toHaveLength(11);
  });
});
