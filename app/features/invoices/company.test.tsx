/** The company of an invoice's customer: a fact of the day on which it was made. */
import { eq } from "drizzle-orm";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, it } from "vitest";
import { write } from "db";
import { users } from "db/schema";
import { loader as api } from "~/features/api/resource";
import { readIssuer } from "~/features/company/company.server";
import { userResource } from "~/features/users/users.server";
import { cast, testDatabase } from "~/testing/database";
import { addInvoice, duplicateInvoice } from "~/testing/invoices";
import { addOrder } from "~/testing/orders";
import { post, run, signedIn } from "~/testing/requests";
import { loader as exported } from "~/features/records/export";
import { action as fromOrder } from "./from-order";
import { invoiceResource } from "./invoices.server";
import { loader as list } from "./list";
import { InvoiceSheet } from "./sheet";

testDatabase();

const { ada, ben, dan } = cast;
const move = async (company: string) => userResource.change(ada, dan.id, { company });
const ofInvoice = async (id: string) => (await invoiceResource.unrestricted.find(id))?.customerCompany;
const gone = () => write(async (tx) => void (await tx.delete(users).where(eq(users.id, dan.id))));

beforeEach(() => move("Fjord AS"));

it("the company is copied to a new invoice, and stays when the customer changes jobs", async () => {
  const { id } = await addInvoice();
  await move("Harbour Ltd");
  expect([await ofInvoice(id), (await addInvoice()).customerCompany]).toEqual(["Fjord AS", "Harbour Ltd"]);
  await invoiceResource.change(ada, id, { tax: 2_00 });
  expect(await ofInvoice(id)).toBe("Fjord AS");
  await invoiceResource.change(ada, id, { customerId: ben.id });
  expect(await ofInvoice(id)).toBe("");
});

it("the company is the customer's current one on an invoice made from an order or a copy, or the copied one if the customer is gone", async () => {
  const { id } = await addOrder();
  const { id: later } = await addOrder();
  const made = await addInvoice();
  await move("Harbour Ltd");
  const press = async (order: number) =>
    run(fromOrder, await signedIn(post(`/orders/${order}/invoice`), ada), { id: String(order) });
  const again = () => duplicateInvoice(made.id);
  await press(id);
  await again();
  await gone();
  await press(later);
  await again();
  const copies = ["INV-0002", "INV-0003", "INV-0004", "INV-0005"].map(ofInvoice);
  expect(await Promise.all(copies)).toEqual(["Harbour Ltd", "Harbour Ltd", "Fjord AS", "Fjord AS"]);
});

it("the company is returned by /api, exported, and searched", async () => {
  await addInvoice();
  await addInvoice({ customerId: ben.id });
  const { data } = await run<object>(api, await signedIn("/api/invoices?id=INV-0001", ada));
  expect(data).toMatchObject({ customer: { name: dan.name, company: "Fjord AS" } });
  const file = await run<string>(exported, await signedIn("/invoices.csv?q=fjord", ada));
  expect(file.data).toMatch(
    /,Company,Sent,Phone,Billing address,External number,Paid,[^\n]*\r\nINV-0001,[^\n]*,Fjord AS,,[^\n]*\r\n$/,
  );
  const found = await run<{ invoices: { id: string }[] }>(list, await signedIn("/invoices?q=fjord", ada));
  expect(found.data.invoices.map(({ id }) => id)).toEqual(["INV-0001"]);
});

it("the company is printed below the customer's name, if there is one", async () => {
  const from = await readIssuer(1);
  const printed = async (customerId: number, more = {}) =>
    renderToStaticMarkup(
      <InvoiceSheet invoice={await addInvoice({ customerId, ...more })} state="pending" from={from} />,
    )
      .replace(/<[^>]*>/g, "\n")
      .replace(/\n+/g, "\n");
  expect(await printed(dan.id)).toContain("Dan Directory\nFjord AS\nNorway");
  expect(await printed(dan.id, { billingAddress: "Fjord AS\nOslo" })).toContain("Dan Directory\nFjord AS\nOslo");
  expect(await printed(ben.id)).toContain("Ben Active\nNorway");
});
