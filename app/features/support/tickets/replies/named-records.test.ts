/** Tests that record numbers in messages become links for readers who may open them, and stay text for others. */
import { beforeEach, describe, expect, it } from "vitest";
import type { Ticket, User } from "db/schema";
import { letIn } from "~/testing/client";
import { cast, testDatabase } from "~/testing/database";
import { addInvoice } from "~/testing/invoices";
import { addOrder } from "~/testing/orders";
import { addTicket, pageOf } from "~/testing/tickets";
import { recordsNamedIn } from "~/features/support/markdown-records";

testDatabase();
const { ada, ben, dan, pia } = cast;
let client: User;
let ticket: Ticket;

beforeEach(async () => {
  client = await letIn(pia);
  await addOrder({ customerId: client.id });
  await addOrder({ customerId: dan.id });
  await addInvoice({ customerId: client.id });
  await addInvoice({ customerId: dan.id });
  await addTicket(dan);
  ticket = await addTicket(
    client,
    {},
    "Order #1, not order #2, of INV-0001 and INV-0002. See ticket #1, [order #1](https://example.com/a) and `order #1`. Order #9 is none.",
  );
});

const linksFor = async (reader: User) =>
  [...((await pageOf(ticket, reader)).replies[0]?.html ?? "").matchAll(/<a href="(\/[^"]*)"[^>]*>([^<]*)</g)].map(
    ([, href, text]) => `${text} ${href}`,
  );

describe("a record number in a message", () => {
  it("is a link for users who may see all such records", async () => {
    expect(await linksFor(ada)).toEqual([
      "Order #1 /orders/1",
      "order #2 /orders/2",
      "INV-0001 /invoices/INV-0001/details",
      "INV-0002 /invoices/INV-0002/details",
      "ticket #1 /support/tickets/1",
    ]);
  });

  it("is a link for a client only to their own records, whoever read it before", async () => {
    await linksFor(ada);
    expect(await linksFor(client)).toEqual(["Order #1 /orders/1", "INV-0001 /invoices/INV-0001/details"]);
  });

  it("is plain text for users who see no orders", async () => {
    const colleague = await letIn(ben, "staff", { support: "view" });
    expect(await linksFor(colleague)).toEqual(["ticket #1 /support/tickets/1"]);
  });
});

it.each([
  ["order #7.", ["/orders/7"]],
  ["(ORDER #7)", ["/orders/7"]],
  ["inv-0012", ["/invoices/INV-0012/details"]],
  ["reorder #7, order #07, order #7a, order-#7, #7, order 7, INV-12, INV-0012-3", []],
])("is distinguished from similar text: %j", (text, hrefs) => {
  expect(recordsNamedIn(text).map(({ href }) => href)).toEqual(hrefs);
});
