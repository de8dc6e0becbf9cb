import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { config } from "config";
import { db, write } from "db";
import { invoices, journal, notifications, type Order, orders, products } from "db/schema";
import { undoChange } from "~/core/undo/undo.server";
import { type MailTrouble, mailSettled } from "~/core/mail/mail.server";
import { letIn } from "~/testing/client";
import { cast, testDatabase, withConfig } from "~/testing/database";
import { addInvoice } from "~/testing/invoices";
import { addOrder } from "~/testing/orders";
import { type Answer, get, post, run, signedIn, toast, toastOf } from "~/testing/requests";
import { savedMails } from "~/testing/mail-sentences";
import { invoiceResource } from "~/features/invoices/invoices.server";
import { statusWord } from "~/core/values/status";
import { erasePerson } from "~/features/users/erase.server";
import { userResource } from "~/features/users/users.server";
import type { Overtaken } from "./status/change-status.server";
import type { Event } from "./status/events";
import type { Step } from "~/features/orders/status/progress";
import { orderResource } from "./orders.server";
import { action, loader } from "./overview";
import { loader as packingSlip } from "./packing-slip";

testDatabase();

const { ada, ben, dan } = cast;

interface Shown {
  order: Order;
  steps: Step[];
  events: Event[];
  products: number[];
  invoice?: { id: string; inTrash: boolean };
  hasCustomer: boolean;
  unsent: MailTrouble[];
  placed?: { href: string; text: string };
  openInvoice?: { id: string; totalAmount: number };
}
const show = async (id: number) =>
  (await run<Shown>(loader, await signedIn(`/orders/${id}`, ada), { id: String(id) })).data;
interface Kept {
  form: { errors: Record<string, string>; fields: object; revision: number };
  overtaken?: Overtaken;
}
/** Posts the status form with the order's current revision, unless `fields` names another. */
const save = async (id: number, fields: Record<string, string | string[]>, by = ada) => {
  const revision = String((await orderResource.unrestricted.find(id))?.revision);
  return run<Kept>(action, await signedIn(post(`/orders/${id}`, { revision, ...fields }), by), { id: String(id) });
};
const outbox = join(config.dataDir, "outbox");
const mails = async () => {
  await mailSettled();
  return readdirSync(outbox).map((file) => readFileSync(join(outbox, file), "utf8"));
};

describe("the page of an order", () => {
  it("is for people who are signed in, and about orders that there are", async () => {
    expect((await run(loader, get("/orders/1"), { id: "1" })).location).toMatch(/^\/login/);
    for (const id of ["999", "abc", "0", "-1"])
      expect(await run(loader, await signedIn(`/orders/${id}`, ada), { id })).toMatchObject({
        status: 404,
        data: { message: "Order not found" },
      });
  });

  it("leads to what there still is of what it names", async () => {
    const pen = { id: 1, title: "Pen", code: "P-1", category: "Office", price: 1, status: "Published" } as const;
    await write(async (tx) => {
      await tx.insert(products).values([pen, { ...pen, id: 2, code: "P-2", deletedAt: new Date() }]);
      await tx.insert(invoices).values({
        id: "INV-0001",
        number: 1,
        issueDate: "2026-03-02",
        dueDate: "2026-04-02",
        status: "pending",
        customerName: dan.name,
        totalAmount: 1,
      });
    });
    const items = [1, 2, 3, null].map((id) => ({ id, name: "Pen", image: null, price: 1_00, quantity: 3 }));
    const { id } = await addOrder({ items, invoiceId: "INV-0001" });
    expect(await show(id)).toMatchObject({
      products: [1],
      invoice: { id: "INV-0001", inTrash: false },
      hasCustomer: true,
      placed: { href: `/orders?customer=${dan.id}`, text: "1 order" },
    });

    await write(async (tx) => void (await tx.update(invoices).set({ deletedAt: new Date() })));
    expect(await show(id)).toMatchObject({ invoice: { id: "INV-0001", inTrash: true } });

    const guest = await addOrder({ customerId: null, customerName: "Guest" });
    await write(
      async (tx) => void (await tx.update(orders).set({ invoiceId: "INV-0099" }).where(eq(orders.id, guest.id))),
    );
    expect(await show(guest.id)).toMatchObject({
      products: [1],
      invoice: undefined,
      hasCustomer: false,
      placed: undefined,
    });
  });

  it("says of an order that was cancelled or came back what its invoice still asks for", async () => {
    const invoice = await addInvoice({ customerId: dan.id });
    const { id } = await addOrder({ invoiceId: invoice.id });
    const asks = { id: invoice.id, totalAmount: invoice.totalAmount };
    const shown = [];
    for (const status of ["Shipping", "Return", "Cancelled"]) {
      await orderResource.setStatus(ada, [id], status);
      shown.push((await show(id)).openInvoice);
    }
    expect(shown).toEqual([undefined, asks, asks]);
    await invoiceResource.setStatus(ada, [invoice.id], "complete");
    expect((await show(id)).openInvoice).toBeUndefined();
    await invoiceResource.setStatus(ada, [invoice.id], "pending");
    await invoiceResource.trash(ada, [invoice.id]);
    expect((await show(id)).openInvoice).toBeUndefined();
  });

  it("tells what happened, with reasons and who, also in the trash", async () => {
    const { id } = await addOrder();
    await save(id, { status: "Shipping", note: " Rang twice,\r\n left it there " });
    await orderResource.change(ada, id, { discountAmount: 0 });
    await orderResource.trash(ada, [id]);
    const { events, steps, order } = await show(id);
    expect(events.map(({ title, note, byName }) => [title, note, byName])).toEqual([
      ["Moved to the trash", null, "Ada Active"],
      ["Order changed", null, "Ada Active"],
      ["Marked as shipping", "Rang twice, left it there", "Ada Active"],
      ["Order placed", null, "Ada Active"],
    ]);
    expect(steps.map(({ status, state }) => `${status} ${state}`)).toEqual([
      "New done",
      "Pending skipped",
      "Shipping current",
      "Delivered ahead",
    ]);
    expect(order.deletedAt).toEqual(expect.any(Date));
  });

  it("has a packing slip, which says nothing of money", async () => {
    const { id } = await addOrder();
    const { data } = await run<{ order: object; from: string }>(
      packingSlip,
      await signedIn(`/orders/${id}/packing-slip`, ada),
      { id: String(id) },
    );
    expect(data.order).toMatchObject({ id, shipping: "Dan Directory\nOslo", items: [{ name: "Pen", quantity: 2 }] });
    expect(data.from).toBe("Portico");
    expect(JSON.stringify(data)).not.toMatch(/price|amount|1990|payment/i);
  });
});

describe("changing the status of an order", () => {
  beforeEach(() => rmSync(outbox, { recursive: true, force: true }));

  it("changing the status of an order to any other is said, kept with its reason, and undone as a whole", async () => {
    const { id } = await addOrder();
    for (const status of ["Delivered", "New", "Cancelled", "Return", "Pending"]) {
      const answer = await save(id, { status, note: `because of ${status}` });
      expect(answer).toMatchObject({ status: 303, location: `/orders/${id}` });
      expect(toast(answer)).toMatch(new RegExp(`Order #${id} marked as ${statusWord(status)}".*undo`));
      expect(await orderResource.unrestricted.get(id)).toMatchObject({ status });
    }
    expect((await db.select().from(journal)).map(({ note }) => note)).toEqual([
      null,
      ...["Delivered", "New", "Cancelled", "Return", "Pending"].map((status) => `because of ${status}`),
    ]);
  });

  it("back by undo sets the day of delivery back with it", async () => {
    const { id } = await addOrder({ status: "Delivered" });
    const before = await orderResource.unrestricted.get(id);
    await save(id, { status: "Shipping" });
    expect(await orderResource.unrestricted.get(id)).toMatchObject({ deliveredAt: null });
    const [entry] = (await show(id)).events;
    expect(await undoChange(ada, entry?.batch ?? "")).toMatchObject({ ok: true });
    expect(await orderResource.unrestricted.get(id)).toMatchObject({
      status: "Delivered",
      deliveredAt: before?.deliveredAt,
    });
  });

  it.each([
    ["nothing", {}, "status"],
    ["a word that is none of ours", { status: "lost" }, "status"],
    ["the status it has", { status: "New", note: "again" }, "status"],
    ["the same in another case", { status: "NEW" }, "status"],
    ["two statuses", { status: ["Pending", "Shipping"] }, "status"],
    ["a note without end", { status: "Pending", note: "x".repeat(501) }, "note"],
  ])(
    "changing the status of an order to %s is refused beside the field, and changes nothing",
    async (_, fields: Record<string, string | string[]>, wrong) => {
      const order = await addOrder();
      const answer = await save(order.id, fields);
      expect({ status: answer.status, wrong: Object.keys(answer.data.form.errors) }).toEqual({
        status: 400,
        wrong: [wrong],
      });
      if ("note" in fields) expect(answer.data.form.fields).toMatchObject({ note: fields.note });
      expect(await orderResource.unrestricted.get(order.id)).toEqual(order);
    },
  );

  it("is refused where somebody else changed it meanwhile, and says who; what was typed stays, and may be saved all the same", async () => {
    const { id } = await addOrder();
    await save(id, { status: "Cancelled", note: "Rang to call it off" }, ben);
    const sent = { status: "Shipping", note: "Off it goes", tell: "on" };
    const late = await save(id, { ...sent, revision: "1" });
    expect(late).toMatchObject({
      status: 409,
      data: {
        form: { errors: {}, fields: sent, revision: 2 },
        overtaken: { by: ben.name, at: expect.any(Date), note: "Rang to call it off" },
      },
    });
    expect(await orderResource.unrestricted.get(id)).toMatchObject({ status: "Cancelled", revision: 2 });
    await mailSettled();
    expect(() => readdirSync(outbox)).toThrow();

    expect(toast(await save(id, { ...sent, revision: "2" }))).toContain(`Order #${id} marked as shipping`);
    expect(await orderResource.unrestricted.get(id)).toMatchObject({ status: "Shipping" });
    expect(await mails()).toHaveLength(1);
  });

  it("is not refused for what else was changed meanwhile, nor for what was taken back", async () => {
    const { id } = await addOrder();
    await orderResource.change(ben, id, { discountAmount: 0 });
    await save(id, { status: "Cancelled" }, ben);
    await undoChange(ben, (await show(id)).events[0]?.batch ?? "");
    expect(await save(id, { status: "Shipping", revision: "1" })).toMatchObject({ status: 303 });
    expect(await orderResource.unrestricted.get(id)).toMatchObject({ status: "Shipping", discountAmount: 0 });
  });

  it("is refused to a form that does not say what it was made from", async () => {
    const { id } = await addOrder();
    for (const revision of ["", "0", "7", "-1"])
      expect(await save(id, { status: "Shipping", revision })).toMatchObject({
        status: 409,
        data: { form: { revision: 1 }, overtaken: null },
      });
    expect(await orderResource.unrestricted.get(id)).toMatchObject({ status: "New", revision: 1 });
  });

  it("is done once by a form that is sent twice, which is answered alike", async () => {
    const { id } = await addOrder();
    const sent = { status: "Shipping", note: "Off\r\nit goes", revision: "1" };
    const [first, second] = [await save(id, sent), await save(id, sent)];
    expect([second.status, second.location, toastOf(second).undo]).toEqual([303, first.location, toastOf(first).undo]);
    expect(await db.$count(journal)).toBe(2);
    for (const late of [await save(id, { ...sent, note: "for another reason" }), await save(id, sent, ben)]) {
      expect(late).toMatchObject({
        status: 409,
        data: {
          form: {
            revision: 2,
            errors: { status: `Order #${id} is shipping already: ${ada.name} set it. Choose another status.` },
          },
        },
      });
    }
  });

  it("mails once for a form that is sent twice", async () => {
    const { id } = await addOrder();
    const sent = { status: "Shipping", tell: "on", revision: "1" };
    const [first, second] = [await save(id, sent), await save(id, sent)];
    expect([first.status, second.status]).toEqual([303, 409]);
    expect(await mails()).toHaveLength(1);
  });

  it("is not taken for done by a form that only an act on many records agrees with", async () => {
    const [one, other] = [await addOrder(), await addOrder()];
    await orderResource.setStatus(ada, [one.id, other.id], "Shipping");
    const late = await save(one.id, { status: "Shipping", revision: "1" });
    expect(late.status).toBe(409);
    expect(toastOf(late).undo).toBeUndefined();
  });

  it("keeps the note of a form whose order went to the trash, which may restore it and save in one act", async () => {
    const { id } = await addOrder();
    await orderResource.trash(ada, [id]);
    const typed = { status: "Shipping", note: "Rang twice", revision: "1" };
    expect(await save(id, typed)).toMatchObject({
      status: 409,
      data: {
        form: {
          fields: { status: "Shipping", note: "Rang twice" },
          revision: 1,
          errors: { "": expect.stringContaining(`Order #${id} is in the trash now.`) as string },
        },
      },
    });
    expect(await orderResource.unrestricted.find(id)).toMatchObject({
      status: "New",
      deletedAt: expect.any(Date) as Date,
    });
    const saved = await save(id, { ...typed, restore: "yes" });
    expect(saved.status).toBe(303);
    expect(await orderResource.unrestricted.get(id)).toMatchObject({ status: "Shipping" });
    expect((await show(id)).events[0]).toMatchObject({ note: "Rang twice" });
    await undoChange(ada, toastOf(saved).undo ?? "");
    expect(await orderResource.unrestricted.find(id)).toMatchObject({
      status: "New",
      deletedAt: expect.any(Date) as Date,
    });
  });

  it("tells the customer by mail when that is asked for and there is an address, and then only", async () => {
    const { id } = await addOrder({ customerName: "Dan Ordered" });
    await save(id, { status: "Pending", note: "between us" });
    await save(id, { status: "Pending", tell: "on" });
    const nobody = await addOrder({ customerEmail: "" });
    await save(nobody.id, { status: "Shipping", tell: "on" });
    await mailSettled();
    expect(() => readdirSync(outbox)).toThrow();

    expect(toast(await save(id, { status: "Shipping", note: "between us", tell: "on" }))).toContain(
      `Order #1 marked as shipping. ${savedMails()}`,
    );
    const [mail, second] = await mails();
    expect(second).toBeUndefined();
    expect(mail).toMatch(/^To: dan@example.com$/m);
    expect(mail).toContain(`Subject: Your order #${id} is on its way`);
    expect(mail).toMatch(/Hello Dan Ordered,[^]*2 x Pen[^]*Total: \$41\.30/);
    expect(mail).not.toContain("between us");
  });
});

it("a change of status notifies a customer with a login in the app too, without naming who did it", async () => {
  const client = await letIn(dan);
  const { id } = await addOrder({ customerId: client.id });
  await save(id, { status: "Pending" });
  await save(id, { status: "Shipping", tell: "on" });
  const told = await db.select().from(notifications).where(eq(notifications.userId, client.id));
  expect(told).toMatchObject([
    { fromName: "Support", text: `says that your order #${id} is on its way`, href: `/orders/${id}` },
  ]);
});

it("an undo of a status takes back the unread notification about it, and nothing else", async () => {
  const client = await letIn(dan);
  const { id } = await addOrder({ customerId: client.id });
  const other = await addOrder({ customerId: client.id });
  const told = async () => (await db.select().from(notifications)).map(({ text }) => text);
  await save(other.id, { status: "Shipping", tell: "on" });
  await save(id, { status: "Pending", tell: "on" });
  const undo = async (answer: Answer) => undoChange(ada, toastOf(answer).undo ?? "");
  const moved = await save(id, { status: "Shipping", tell: "on" });
  expect((await told()).length).toBe(3);
  await undo(moved);
  const rest = [`says that your order #${other.id} is on its way`, `says that your order #${id} is being prepared`];
  expect(await told()).toEqual(rest);

  const again = await save(id, { status: "Delivered", tell: "on" });
  await write(async (tx) => void (await tx.update(notifications).set({ readAt: new Date() })));
  await undo(again);
  expect(await told()).toEqual([...rest, `says that your order #${id} was delivered`]);
});

describe("what a customer was told of a change that stands", () => {
  const told = async () => (await db.select().from(notifications)).map(({ text }) => text);
  const undo = async (change = "") => {
    const done = await undoChange(ada, change);
    return done.ok ? done.batch : undefined;
  };

  it("stays where the same is told again and that is taken back", async () => {
    const { id } = await addOrder({ customerId: (await letIn(dan)).id });
    await save(id, { status: "Shipping", tell: "on" });
    await save(id, { status: "Pending" });
    const again = await save(id, { status: "Shipping", tell: "on" });
    const onItsWay = `says that your order #${id} is on its way`;
    expect(await told()).toEqual([onItsWay, onItsWay]);
    await undo(toastOf(again).undo);
    expect(await told()).toEqual([onItsWay]);
  });

  it("stays where it is taken back to, and away from there again", async () => {
    const { id } = await addOrder({ customerId: (await letIn(dan)).id });
    await save(id, { status: "Pending", tell: "on" });
    const moved = await save(id, { status: "Shipping", tell: "on" });
    const prepared = `says that your order #${id} is being prepared`;
    const undone = await undo(toastOf(moved).undo);
    expect(await told()).toEqual([prepared]);
    expect(await undo(undone)).toBeDefined();
    expect(await orderResource.unrestricted.find(id)).toMatchObject({ status: "Shipping" });
    expect(await told()).toEqual([prepared]);
  });
});

it("an order's page says that a mail about it could not be sent", () =>
  withConfig({ smtpUrl: "smtp://127.0.0.1:1" }, async () => {
    const { id } = await addOrder();
    const other = await addOrder();
    await save(id, { status: "Shipping", tell: "on" });
    await mailSettled();
    const { unsent } = await show(id);
    expect(unsent).toMatchObject([
      {
        recipient: "dan@example.com",
        about: `Your order #${id} is on its way`,
        tries: 1,
        problem: "The mail server could not be reached, or did not answer.",
      },
    ]);
    expect((await show(other.id)).unsent).toEqual([]);
  }));

it("an order outlives its customer", async () => {
  const { id } = await addOrder();
  await userResource.trash(ada, [dan.id]);
  expect(await show(id)).toMatchObject({
    order: { customerName: dan.name, customerEmail: dan.email },
    hasCustomer: true,
  });
  await write(async (tx) => void (await erasePerson(tx, userResource, dan.id, new Date(Date.now() + 1))));
  expect(await show(id)).toMatchObject({
    order: { customerName: dan.name, customerEmail: dan.email },
    hasCustomer: false,
  });
});
