import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { write } from "db";
import { addDays } from "db/dates";
import { messages, orders, products } from "db/schema";
import { today } from "~/core/values/today.server";
import { cast, testDatabase } from "~/testing/database";
import { addInvoice } from "~/testing/invoices";
import { addOrder } from "~/testing/orders";
import { get, run, signedIn } from "~/testing/requests";
import { addTicket } from "~/testing/tickets";
import { loader } from "./home";

testDatabase();

interface Inside {
  name: string;
  waiting: Record<string, { value: number; href: string; is: string } | number>;
  activity: { label: string; byName: string }[];
}

const home = async () => (await run<Inside>(loader, await signedIn("/", cast.ada))).data;

describe("the home page", () => {
  test("tells a visitor nothing of the business", async () => {
    expect((await run(loader, get("/"))).data).toEqual({ registration: "open" });
  });

  test("counts what waits today, each by the rows that it leads to", async () => {
    await addOrder();
    await addOrder({ status: "new" });
    const trashed = await addOrder();
    await addOrder({ status: "Shipping" });
    await addInvoice({ dueDate: addDays(today(), -1) });
    await addInvoice({ dueDate: today() });
    await addTicket(cast.ben);
    await addTicket(cast.ben, { status: "Pending" });
    await write(async (tx) => {
      await tx.update(orders).set({ deletedAt: new Date() }).where(eq(orders.id, trashed.id));
      for (const stock of [5, 6])
        await tx.insert(products).values({
          title: `Stock ${stock}`,
          code: `S-${stock}`,
          category: "Office",
          price: 1,
          stock,
          status: "Published",
        });
    });
    const { waiting } = await home();
    expect(waiting).toMatchObject({
      orders: { value: 2, href: "/orders?status=New", is: "rows" },
      invoices: { value: 1, href: "/invoices?status=overdue", is: "rows" },
      tickets: { value: 1, href: "/support/tickets?status=Open", is: "rows" },
      stock: { value: 1, href: "/products?stock=low", is: "rows" },
      people: { value: 1, href: "/team/waiting", is: "rows" },
    });
  });

  test("counts a person's own unread messages", async () => {
    expect((await home()).waiting.unread).toBe(0);
    const row = { fromName: "Ben Active", text: "answered", href: "/support/tickets/1" };
    await write(
      async (tx) =>
        void (await tx.insert(messages).values([
          { ...row, userId: cast.ada.id },
          { ...row, userId: cast.ben.id },
          { ...row, userId: cast.ada.id, readAt: new Date() },
        ])),
    );
    expect((await home()).waiting.unread).toBe(1);
  });

  test("shows what happened last, and nothing that somebody may not see", async () => {
    await addOrder();
    const { activity } = await home();
    expect(activity[0]).toMatchObject({ byName: "Ada Active", label: expect.stringMatching(/^Order #/) as string });
  });
});
