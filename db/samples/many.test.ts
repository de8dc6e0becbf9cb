import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { config } from "config";
import { closeDatabase, db } from "db";
import { openReader, openWriter } from "db/connection";
import { linesOfOrder } from "db/billing";
import { dayAt } from "db/dates";
import { migrateDatabase } from "db/migrate";
import { reseedMany } from "../seed/many";
import { recompute } from "../totals";
import {
  facts,
  type Invoice,
  invoices,
  lastInvoiceFact,
  type Order,
  orders,
  products,
  type Product,
  type User,
  users,
  visits,
} from "../schema";
import { isSample } from ".";

const count = 300;
let rows: { orders: Order[]; invoices: Invoice[]; users: User[]; products: Product[] };
const said: string[] = [];

beforeAll(async () => {
  migrateDatabase(config.databaseFile);
  said.push(...(await reseedMany({ erase: false, orders: count, progress: () => undefined })));
  rows = {
    orders: await db.select().from(orders),
    invoices: await db.select().from(invoices).orderBy(invoices.number),
    users: await db.select().from(users),
    products: await db.select().from(products),
  };
  return closeDatabase;
});

describe("a large set", () => {
  it("stands on top of the sample", async () => {
    expect(await isSample()).toBe(true);
    expect(rows.orders).toHaveLength(15 + count);
    expect(rows.users).toHaveLength(20 + count / 20);
    expect(rows.products).toHaveLength(15 + 15);
    expect(await db.select().from(visits)).not.toHaveLength(0);
    expect(said.join("\n")).toMatch(/with the sample and 300 orders.+It took .+ seconds/s);
  });

  it("has orders that add up, of products and people that there were", () => {
    for (const order of rows.orders.slice(15)) {
      expect(order.subTotalAmount).toBe(order.items.reduce((sum, { price, quantity }) => sum + price * quantity, 0));
      expect(order.totalAmount).toBe(
        order.subTotalAmount - order.discountAmount + order.taxAmount + order.shippingChargeAmount,
      );
      const customer = rows.users.find(({ id }) => id === order.customerId);
      expect(order.customerCompany).toBe(customer?.company);
      expect(customer).toMatchObject({ name: order.customerName, email: order.customerEmail });
      expect(customer!.createdAt <= order.createdAt).toBe(true);
      for (const item of order.items)
        expect(rows.products.find(({ id }) => id === item.id)).toMatchObject({ title: item.name, price: item.price });
      expect(order.createdAt <= new Date()).toBe(true);
      expect(order.deliveredAt !== null).toBe(["Delivered", "Return"].includes(order.status));
    }
  });

  it("numbers invoices without a gap, each of one order and of the same amount", async () => {
    expect(rows.invoices.map(({ number }) => number)).toEqual(rows.invoices.map((_, index) => index + 1));
    expect(
      await db
        .select()
        .from(facts)
        .then((all) => all.find(({ name }) => name === lastInvoiceFact)?.value),
    ).toBe(String(rows.invoices.length));
    const named = rows.orders.filter(({ invoiceId }) => invoiceId !== null);
    for (const invoice of rows.invoices.slice(18)) {
      const [order, ...others] = named.filter(({ invoiceId }) => invoiceId === invoice.id);
      expect(others).toEqual([]);
      expect(invoice).toMatchObject({
        customerId: order!.customerId,
        customerCompany: order!.customerCompany,
        totalAmount: order!.totalAmount,
        lines: linesOfOrder(order!),
      });
      expect(invoice.totalAmount).toBe(
        invoice.lines.reduce((sum, { total }) => sum + total, 0) + invoice.shippingCharge + invoice.tax,
      );
      expect(invoice.issueDate).toBe(dayAt(invoice.createdAt, config.timeZone));
      expect(invoice.status === "complete").toBe(invoice.completedAt !== null);
      if (invoice.completedAt)
        expect(invoice.completedAt > invoice.createdAt && invoice.completedAt <= new Date()).toBe(true);
    }
  });

  it("has the sums, indexes and triggers that a database of single changes has", () => {
    const connection = openWriter(config.databaseFile);
    const sums = () =>
      ["order_totals", "sold_totals", "invoice_totals", "debt_totals", "visit_totals"].map((table) =>
        connection.prepare(`select * from ${table} order by 1, 2, 3`).all(),
      );
    try {
      const before = sums();
      connection.transaction(recompute)(connection);
      expect(sums()).toEqual(before);
      expect(connection.pragma("integrity_check")).toEqual([{ integrity_check: "ok" }]);
      expect(connection.pragma("foreign_key_check")).toEqual([]);
    } finally {
      connection.close();
    }
    const fresh = `${config.databaseFile}.fresh`;
    migrateDatabase(fresh);
    const made = (file: string) => {
      const reader = openReader(file);
      const found = reader.prepare("select type, name, sql from sqlite_master order by type, name").all();
      reader.close();
      return found;
    };
    expect(made(config.databaseFile)).toEqual(made(fresh));
  });

  it("keeps what was there beside it, and leaves nothing half done", async () => {
    const beside = () =>
      readdirSync(dirname(config.databaseFile)).filter((name) => name.startsWith(basename(config.databaseFile)));
    await closeDatabase();
    await reseedMany({ erase: false, orders: 1, progress: () => undefined });
    expect(beside().filter((name) => name.endsWith(".replaced"))).toHaveLength(1);
    expect(existsSync(`${config.databaseFile}.filling`)).toBe(false);
  });

  it("keeps what somebody put into an empty database meanwhile", async () => {
    const folder = dirname(config.databaseFile);
    await closeDatabase();
    for (const name of readdirSync(folder))
      if (name.startsWith(basename(config.databaseFile))) rmSync(join(folder, name));
    let used = false;
    const use = () => {
      if (used) return;
      used = true;
      const server = openWriter(config.databaseFile);
      server.exec("insert into users (name, email, role, status) values ('Late', 'late@example.com', '', 'Active')");
      server.close();
    };
    const said = await reseedMany({ erase: false, orders: 1, progress: use });
    const [kept, ...others] = readdirSync(folder).filter((name) => name.endsWith(".replaced"));
    expect([used, others]).toEqual([true, []]);
    expect(said.join()).toContain(`moved to ${join(folder, kept!)}`);
    const reader = openReader(join(folder, kept!));
    expect(reader.prepare("select name from users").pluck().all()).toEqual(["Late"]);
    reader.close();
  });

  it("waits until no server has the database open, and changes nothing till then", async () => {
    await db.select().from(facts);
    const server = openWriter(config.databaseFile);
    server.prepare("select count(*) from users").get();
    await expect(reseedMany({ erase: true, orders: 1, progress: () => undefined })).rejects.toThrow(
      /server is running.+then seed/,
    );
    server.close();
  });
});

describe("the command", () => {
  it.each(["x", "0", "-5", "1.5", "10000001"])("says what is wrong with --orders %s", (number) => {
    const run = () =>
      execFileSync(process.execPath, ["--import", "tsx", "seed.ts", `--orders=${number}`], {
        cwd: config.root,
        stdio: "pipe",
        env: { ...process.env, DATA_DIR: dirname(config.databaseFile) },
      });
    expect(run).toThrow(/Give a whole number from 1 to 10,000,000/);
  });
});
