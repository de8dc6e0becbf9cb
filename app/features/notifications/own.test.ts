import { desc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db, write } from "db";
import { mails, messages, notifications, type User } from "db/schema";
import { unseal } from "~/core/process/secrets.server";
import { loader as home } from "~/features/home/home";
import { inboxOf } from "~/features/inbox/inbox.server";
import { letIn } from "~/testing/client";
import { cast, testDatabase } from "~/testing/database";
import { addInvoice } from "~/testing/invoices";
import { addOrder, orderValues } from "~/testing/orders";
import { run, signedIn } from "~/testing/requests";
import { addTicket } from "~/testing/tickets";
import { invoiceResource } from "~/features/invoices/invoices.server";
import { placeOrder } from "~/features/orders/orders.server";
import { addReply } from "~/features/support/tickets/replies/replies.server";
import { ticketResource } from "~/features/support/tickets/tickets.server";
import { notifyEveryone } from "./notify.server";

testDatabase();
const { ada, ben, dan } = cast;
let client: User;

beforeEach(async () => {
  client = await letIn(cast.pia);
});

const told = async ({ id }: User) =>
  (await db.select().from(notifications).where(eq(notifications.userId, id)).orderBy(desc(notifications.id))).map(
    ({ fromName, text }) => `${fromName} ${text}`,
  );

describe("a client", () => {
  it("is not notified of other people's orders, tickets, stock or accounts", async () => {
    await placeOrder(ada, { ...orderValues, customerId: dan.id });
    await addTicket(dan);
    await write((tx) =>
      notifyEveryone(tx, "approval", { from: dan, text: "registered", href: "/users/6", mail: "Somebody registered" }),
    );
    await write((tx) =>
      notifyEveryone(tx, "invoiceOverdue", { from: dan, text: "has not paid", href: "/invoices", mail: "Overdue" }),
    );
    await write((tx) =>
      notifyEveryone(tx, "lowStock", { from: dan, text: "is low", href: "/products/1", mail: "Low" }),
    );
    expect(await told(client)).toEqual([]);
    expect((await told(ada)).length).toBe(5);
  });

  it("is notified of a reply by the support team, without its author", async () => {
    const own = await addTicket(client);
    await addReply(ada, own.id, { body: "Here it is." });
    await addReply(ada, own.id, { body: "A difficult one.", internal: true });
    await ticketResource.setStatus(ben, [own.id], "Solved");
    expect(await told(client)).toEqual([
      `Support marked as solved ticket #${own.id} “Where is my parcel?”`,
      `Support answered on ticket #${own.id} “Where is my parcel?”`,
    ]);
    expect(await db.select().from(messages).where(eq(messages.userId, client.id))).toMatchObject([
      { fromName: "Support", fromImage: null, text: expect.stringContaining("Here it is.") },
    ]);
    const sent = await db.select().from(mails).where(eq(mails.recipient, client.email));
    const letters = sent.map(({ content, messageId }) => unseal(content ?? "", messageId));
    expect(letters).toContainEqual(expect.stringContaining("Here it is."));
    const envelopes = sent.map(({ content: _, ...envelope }) => envelope);
    expect(JSON.stringify([await inboxOf(client), envelopes, letters])).not.toMatch(/Ada|Ben |difficult/);
  });

  it("does not see messages of a conversation that they once took part in, and is not notified as assignee", async () => {
    const ticket = await addTicket(dan, { assigneeId: ben.id });
    await addReply(ben, ticket.id, { body: "Yes?" });
    const lowered = await letIn(ben, "client");
    const before = await told(lowered);
    await addReply({ ...dan, uid: "uid-6" }, ticket.id, { body: "Of Dan's." });
    expect(await db.select().from(messages).where(eq(messages.userId, lowered.id))).toEqual([]);
    expect(await told(lowered)).toEqual(before);
  });

  it("sees a home page of their own records", async () => {
    for (const person of [dan, client]) {
      await addOrder({ customerId: person.id });
      await addInvoice({ customerId: person.id });
      await addTicket(person);
    }
    const paid = await addInvoice({ customerId: client.id });
    await invoiceResource.setStatus(ada, [paid.id], "complete");
    const { data } = await run(home, await signedIn("/", client));
    expect(data).toEqual({
      name: client.name,
      own: {
        invoices: { open: [expect.objectContaining({ id: "INV-0002" })], count: 1, due: 30_00 },
        orders: expect.objectContaining({ latest: [expect.objectContaining({ id: 2 })] }),
        tickets: [expect.objectContaining({ id: 2 })],
        money: { credit: 0, overdue: 30_00 },
      },
    });
    expect(JSON.stringify(data)).not.toMatch(/Ada|Dan |INV-0001/);
  });
});

it("staff are notified of what is in their areas", async () => {
  const staff = await letIn(client, "staff", { support: "view" });
  await placeOrder(ada, { ...orderValues, customerId: dan.id });
  await addTicket(dan);
  expect(await told(staff)).toEqual([expect.stringContaining("Dan Directory opened ticket")]);
});
