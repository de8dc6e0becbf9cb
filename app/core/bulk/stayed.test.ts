/** Messages about selected rows that a bulk action leaves unchanged. */
import { describe, expect, it } from "vitest";
import { invoiceResource } from "~/features/invoices/invoices.server";
import { lastEntry } from "~/core/list/list-read.server";
import { formatMoney } from "~/core/values/money";
import { statusWord } from "~/core/values/status";
import { pastTense } from "./bulk-sentences";
import type { Tally } from "./dry-run.server";
import { faqResource } from "~/features/support/faqs/faqs.server";
import { productResource } from "~/features/products/products.server";
import { orderResource } from "~/features/orders/orders.server";
import { ticketResource } from "~/features/support/tickets/tickets.server";
import { userResource } from "~/features/users/users.server";
import { action, loader } from "~/features/records/bulk";
import { cast, testDatabase } from "~/testing/database";
import { addInvoice, line } from "~/testing/invoices";
import { addOrder } from "~/testing/orders";
import { get, post, run, signedIn, toastOf } from "~/testing/requests";
import { addTickets } from "~/testing/support";

testDatabase();

const { ada, ban, ben, dan, pia } = cast;

/** Returns the toast after a bulk action on these rows. */
async function said(path: string, ids: (number | string)[], sent: Record<string, string>) {
  const answer = await run(action, await signedIn(post(`${path}/bulk`, { ids: ids.map(String), ...sent }), ada));
  return toastOf(answer).text;
}

it("a toast counts the rows that had the status already, in each list, and only if there are some", async () => {
  const invoices = [await addInvoice(), await addInvoice(), await addInvoice()].map(({ id }) => id);
  await invoiceResource.setStatus(ada, invoices.slice(1), "complete");
  expect(await said("/invoices", invoices, { status: "complete" })).toBe(
    "INV-0001 marked as complete. 2 were complete already",
  );
  const orders = [await addOrder({}), await addOrder({})].map(({ id }) => id);
  await orderResource.setStatus(ada, orders.slice(1), "Delivered");
  expect(await said("/orders", orders, { status: "Delivered" })).toBe(
    "Order #1 marked as delivered. Order #2 was delivered already",
  );
  expect(await said("/orders", [...orders, (await addOrder({})).id], { status: "Delivered" })).toBe(
    "Order #3 marked as delivered. 2 were delivered already",
  );
  expect(await said("/users", [ban.id, pia.id], { status: "Banned" })).toBe(
    `${pia.name} marked as banned. Ban Banned was banned already`,
  );
});

it("a bulk action that changes nothing says why", async () => {
  expect(await said("/users", [ban.id], { status: "Banned" })).toBe(
    "Nothing was changed. Ban Banned was banned already.",
  );
});

it("a toast names rows that others have deleted or restored already", async () => {
  await userResource.trash(ada, [dan.id]);
  expect(await said("/users", [dan.id, ben.id, pia.id], { act: "delete" })).toBe(
    "2 users moved to the trash. Dan Directory was in the trash already",
  );
  await userResource.restore(ada, [ben.id, pia.id]);
  expect(await said("/users", [dan.id, ben.id, pia.id], { act: "restore" })).toBe(
    `${dan.name} restored. 2 were not in the trash`,
  );
});

it("a bulk action skips and names rows that others changed since the list showed them", async () => {
  const ids = [await addOrder({}), await addOrder({}), await addOrder({})].map(({ id }) => id);
  const last = String(await lastEntry());
  await orderResource.setStatus(ben, [ids[1] ?? 0], "Cancelled");
  await orderResource.setStatus(ada, [ids[2] ?? 0], "Pending"); // the user's own change
  expect(await said("/orders", ids, { status: "Shipping", last })).toBe(
    "2 orders marked as shipping. Left out: Order #2. Ben Active marked it as cancelled meanwhile",
  );
  expect(await said("/orders", [ids[1] ?? 0], { status: "Shipping", last })).toBe(
    "Nothing was changed. Left out: Order #2. Ben Active marked it as cancelled meanwhile.",
  );
  expect(await orderResource.unrestricted.get(2)).toMatchObject({ status: "Cancelled" });
  expect(await said("/orders", [ids[1] ?? 0], { status: "Return", last: String(await lastEntry()) })).toBe(
    "Order #2 marked as returned",
  );
});

it("a bulk action names invoices that others voided or reinstated since the list showed them as such", async () => {
  const ids = [await addInvoice(), await addInvoice()].map(({ id }) => id);
  const last = String(await lastEntry());
  await invoiceResource.trash(ben, [ids[1] ?? ""]);
  expect(await said("/invoices", ids, { status: "complete", last })).toBe(
    "INV-0001 marked as complete. Left out: INV-0002. Ben Active voided it meanwhile",
  );
  await invoiceResource.restore(ben, [ids[1] ?? ""]);
  expect(await said("/invoices", [ids[1] ?? ""], { status: "complete", last })).toBe(
    "Nothing was changed. Left out: INV-0002. Ben Active reinstated it meanwhile.",
  );
});

describe("records that are further along", () => {
  const toastFor = async (path: string, ids: (number | string)[], status: string) =>
    toastOf(await run(action, await signedIn(post(`${path}/bulk`, { ids: ids.map(String), status }), ada)));

  it("are not moved back with the others, and are named, with a link to a preview that includes them", async () => {
    const ids = [await addOrder({}), await addOrder({}), await addOrder({})].map(({ id }) => id);
    await orderResource.setStatus(ada, [ids[1]!], "Delivered");
    await orderResource.setStatus(ada, [ids[2]!], "Cancelled");
    const { text, links } = await toastFor("/orders", ids, "Shipping");
    expect(text).toBe("Order #1 marked as shipping. 2 are delivered or cancelled already and were left out");
    const href = "/orders/bulk?ids=2%2C3&set=Shipping&backwards=1";
    expect(links).toEqual([{ href, title: "Change them as well" }]);
    expect(await orderResource.unrestricted.get(2)).toMatchObject({ status: "Delivered" });
    const { data } = await run<{ tally: Tally }>(loader, await signedIn(get(href), ada));
    expect(data.tally).toMatchObject({ changed: { count: 2 }, ahead: { count: 0 } });
    await run(action, await signedIn(post(href, { matched: "2", changes: "2" }), ada));
    expect(await orderResource.unrestricted.get(2)).toMatchObject({ status: "Shipping" });
    expect(await orderResource.unrestricted.get(3)).toMatchObject({ status: "Shipping" });
  });

  it("stay unchanged if nothing else is ticked: orders, invoices and tickets", async () => {
    const order = await addOrder({});
    await orderResource.setStatus(ada, [order.id], "Cancelled");
    expect(await said("/orders", [order.id], { status: "New" })).toBe(
      "Nothing was changed. Order #1 is cancelled already and was left out.",
    );
    const invoice = await addInvoice();
    await invoiceResource.setStatus(ada, [invoice.id], "complete");
    expect(await said("/invoices", [invoice.id], { status: "pending" })).toBe(
      "Nothing was changed. INV-0001 is complete already and was left out.",
    );
    await addTickets({ subject: "One" });
    await ticketResource.setStatus(ada, [1], "Closed");
    expect(await said("/support/tickets", [1], { status: "Open" })).toBe(
      "Nothing was changed. Ticket #1 is closed already and was left out.",
    );
  });

  it("are a separate group in the preview of all, and stay unchanged when it is confirmed", async () => {
    const ids = [await addOrder({}), await addOrder({})].map(({ id }) => id);
    await orderResource.setStatus(ada, [ids[1]!], "Delivered");
    const { data } = await run<{ tally: Tally; includeHref: string }>(
      loader,
      await signedIn(get("/orders/bulk?set=Shipping"), ada),
    );
    expect(data.tally).toMatchObject({
      changed: { count: 1 },
      ahead: { count: 1, first: [{ label: "Order #2", why: "It is delivered already." }] },
    });
    expect(data.includeHref).toBe("/orders/bulk?set=Shipping&backwards=1");
    const answer = await run(
      action,
      await signedIn(post("/orders/bulk?set=Shipping", { matched: "2", changes: "1" }), ada),
    );
    expect(toastOf(answer).text).toBe("1 order marked as shipping, 1 passed over");
    expect(await orderResource.unrestricted.get(2)).toMatchObject({ status: "Delivered" });
  });
});

it("a bulk action skips and names invoices whose total others changed since the list showed them", async () => {
  const ids = [await addOrder({}), await addOrder({})].map(({ id }) => id);
  const last = String(await lastEntry());
  const { totalAmount: before } = (await orderResource.unrestricted.get(ids[1]!))!;
  await orderResource.change(ben, ids[1]!, { taxAmount: 9_99 });
  const { totalAmount: now } = (await orderResource.unrestricted.get(ids[1]!))!;
  expect(await said("/orders", ids, { status: "Delivered", last })).toBe(
    `Order #${ids[0]} marked as delivered. Left out: Order #${ids[1]}. Ben Active changed its total from ${formatMoney(before)} to ${formatMoney(now)} meanwhile`,
  );
  const invoices = [await addInvoice(), await addInvoice()].map(({ id }) => id);
  const lastThen = String(await lastEntry());
  await invoiceResource.change(ben, invoices[1]!, { lines: [line({ price: 40_00 })] });
  expect(await said("/invoices", invoices, { status: "complete", last: lastThen })).toMatch(
    /^INV-0001 marked as complete\. Left out: INV-0002\. Ben Active changed its total from \S+ to \S+ meanwhile$/,
  );
});

it("a bulk action skips rows whose status others changed, even if another field was changed later", async () => {
  const { id } = await addOrder({});
  const last = String(await lastEntry());
  await orderResource.setStatus(ben, [id], "Cancelled");
  await orderResource.change(ben, id, { customerPhone: "+1 555 0100" });
  expect(await said("/orders", [id], { status: "Shipping", last })).toBe(
    `Nothing was changed. Left out: Order #${id}. Ben Active marked it as cancelled meanwhile.`,
  );
});

it("a toast names skipped rows with the reason, beside those that had the value already", async () => {
  expect(await said("/users", [ada.id, ban.id, pia.id], { status: "Banned" })).toMatch(
    new RegExp(
      `^${pia.name} marked as banned. Ban Banned was banned already. Left out: ${ada.name}. This is your own account.*settings$`,
    ),
  );
  await addTickets({ subject: "One" }, { subject: "Other" }, { subject: "Third" });
  await ticketResource.change(ada, 1, { mergedInto: 2 });
  await ticketResource.change(ada, 3, { mergedInto: 2 });
  expect(await said("/support/tickets", [1, 2], { status: "Solved" })).toContain(
    "marked as solved. Left out: Ticket #1. Ticket #1 was merged into #2, so its status stays",
  );
  expect(await said("/support/tickets", [1, 3], { status: "Closed" })).toBe(
    "Nothing was changed. Left out: 2 tickets. Ticket #1 was merged into #2, so its status stays.",
  );
});

it.each([invoiceResource, orderResource, productResource, ticketResource, userResource, faqResource])(
  "each status of $noun.many in words that follow “marked as”",
  ({ statuses, noun }) => {
    const adjectives =
      /^(?:active|banned|pending|rejected|published|draft|new|shipping|delivered|returned|cancelled|complete|open|solved|closed|team only)$/;
    for (const { value } of statuses) expect(pastTense({ act: "set", status: value }, noun)).toMatch(/^marked as /);
    expect(statuses.map(({ value }) => statusWord(value)).filter((word) => !adjectives.test(word))).toEqual([]);
  },
);
