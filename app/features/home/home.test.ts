import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { write } from "db";
import { addDays } from "db/dates";
import { invoices, messages, orders, products, tickets } from "db/schema";
import { sumMatching } from "~/core/list/counting.server";
import { parseListQuery } from "~/core/list/list-query.server";
import { today } from "~/core/values/today.server";
import { invoiceResource } from "~/features/invoices/invoices.server";
import { orderResource } from "~/features/orders/orders.server";
import { cast, testDatabase } from "~/testing/database";
import { addInvoice } from "~/testing/invoices";
import { addOrder } from "~/testing/orders";
import { get, run, signedIn } from "~/testing/requests";
import { addTicket } from "~/testing/tickets";
import type { Brief } from "./brief.server";
import { loader } from "./home";
import type { ActivitySentence } from "./activity-sentence";

testDatabase();

interface Inside {
  name: string;
  waiting: Record<string, { value: number; href: string; is: string } | number>;
  activity: ActivitySentence[];
  brief: Brief;
  revenue?: string;
}

const home = async () => (await run<Inside>(loader, await signedIn("/", cast.ada))).data;

describe("the home page", () => {
  test("shows a visitor no business data", async () => {
    expect((await run(loader, get("/"))).data).toEqual({ registration: "open" });
  });

  test("counts today's queues like the lists that it links to", async () => {
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

  test("counts a user's own unread messages", async () => {
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

  test("shows the first items of each queue, the most urgent first, and the total of overdue invoices", async () => {
    const days = (count: number) => addDays(today(), -count);
    for (const dueDate of [days(2), days(9), days(5), days(1), days(7), addDays(today(), 1)])
      await addInvoice({ dueDate });
    const late = await addTicket(cast.ben, { subject: "Late" });
    await addTicket(cast.ben, { subject: "In time" });
    await write(
      async (tx) =>
        void (await tx
          .update(tickets)
          .set({ answerDueAt: new Date(Date.now() - 60_000) })
          .where(eq(tickets.id, late.id))),
    );
    const { waiting, brief } = await home();
    expect(brief.queues.invoices.map(({ daysLate }) => daysLate)).toEqual([9, 7, 5, 2]);
    expect(brief.late).toMatchObject({ value: 1, href: "/support/tickets?answer=late", is: "rows" });
    expect(brief.queues.tickets.map(({ subject, isLate }) => [subject, isLate])).toEqual([["Late", true]]);
    const overdue = parseListQuery(invoiceResource.listing, new URLSearchParams("status=overdue"));
    const owed = await sumMatching(invoiceResource.listing, overdue, invoices.totalAmount);
    expect(waiting.invoices).toMatchObject({ value: 5, total: owed });
    expect(owed).toBeGreaterThan(0);
  });

  test("shows open tickets if nobody waits too long, and no rows for empty queues", async () => {
    const { invoices, tickets, orders, stock } = (await home()).brief.queues;
    expect([...invoices, ...tickets, ...orders, ...stock]).toEqual([]);
    await addTicket(cast.ben, { subject: "In time" });
    expect((await home()).brief.queues.tickets).toMatchObject([
      { subject: "In time", isLate: false, requester: { name: cast.ben.name } },
    ]);
  });

  test("renders the chart of income again once that has changed", async () => {
    await addOrder({ createdAt: new Date() });
    const { revenue } = await home();
    expect((await home()).revenue).toBe(revenue);
    await write(async (tx) => void (await tx.update(orders).set({ totalAmount: 12_300 })));
    expect((await home()).revenue).not.toBe(revenue);
  });

  test("shows an act on many records once, and a ticket with its message as one entry", async () => {
    await addTicket(cast.ben);
    const told = (await home()).activity.map(({ by, verb, what }) => `${by} ${verb} ${what}`);
    expect(told).toEqual(["Ben Active opened ticket #1"]);
    const made = [await addOrder(), await addOrder(), await addOrder()];
    await orderResource.setStatus(
      cast.ada,
      made.map(({ id }) => id),
      "Shipping",
    );
    expect((await home()).activity[0]).toMatchObject({ verb: "marked", rest: " and 2 more as shipping" });
  });

  test("shows the latest activity, and nothing that the user may not see", async () => {
    await addOrder();
    const { activity } = await home();
    expect(activity[0]).toMatchObject({ by: "Ada Active", what: expect.stringMatching(/^order #/) as string });
  });
});
