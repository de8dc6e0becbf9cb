import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "db";
import { type Invoice, invoices } from "db/schema";
import { action as apiAction, loader as api } from "~/features/api/resource";
import { readIssuer } from "~/features/company/company.server";
import { loader as exported } from "~/features/records/export";
import { cast, testDatabase } from "~/testing/database";
import { importIt, tryFile } from "~/testing/imports";
import { addInvoice, duplicateInvoice } from "~/testing/invoices";
import { post, run, send, signedIn } from "~/testing/requests";
import { createCreditNote } from "./credit-notes/credit-notes.server";
import { loader as creditNote } from "./credit-notes/details";
import { loader as details } from "./details";
import { action as edit } from "./edit";
import { invoiceResource } from "./invoices.server";
import { invoiceMail } from "./sending/invoice-mail.server";
import { servicePeriodText } from "./service-period";

testDatabase();

const { ada } = cast;
const november = { serviceFrom: "2026-11-01", serviceTo: "2026-11-30" };
const printed = "1 Nov 2026 – 30 Nov 2026";
const find = async (id: string) => (await db.select().from(invoices).where(eq(invoices.id, id)))[0]!;
const created = (answer: { location: string | null }) => find(/INV-\d+/.exec(answer.location ?? "")?.[0] ?? "");

test.each([
  [november, printed],
  [{ serviceFrom: "2026-11-05", serviceTo: "2026-11-05" }, "5 Nov 2026"],
  [{ serviceFrom: "2026-11-05", serviceTo: "" }, "From 5 Nov 2026"],
  [{ serviceFrom: "", serviceTo: "2026-11-05" }, "Until 5 Nov 2026"],
  [{ serviceFrom: "", serviceTo: "" }, ""],
])("the service period %j is printed as “%s”", (period, text) => {
  expect(servicePeriodText(period)).toBe(text);
});

test("a service period is typed into the form, printed, mailed and credited, and a duplicate has none", async () => {
  const first = await addInvoice();
  const invoice = await created(await duplicateInvoice(first.id, november));
  expect(invoice).toMatchObject(november);
  const { id } = invoice;
  const note = await createCreditNote(ada, { invoiceId: id, reason: "Goodwill", lines: [] });
  const noteId = note.ok ? note.row.id : "";
  const sheets = [
    await run<{ period: string }>(details, await signedIn(`/invoices/${id}/details`, ada), { id }),
    await run<{ period: string }>(creditNote, await signedIn(`/credit-notes/${noteId}`, ada), { id: noteId }),
  ];
  expect(sheets.map(({ data }) => data.period)).toEqual([printed, printed]);
  const company = await readIssuer(1);
  const mail = invoiceMail(invoice, { to: "", message: "", company, today: "2026-12-01", wasSent: false });
  expect(mail.text).toContain(`Service period: ${printed}`);
  expect(await created(await duplicateInvoice(id))).toMatchObject({ serviceFrom: "", serviceTo: "" });
});

test("a service that ends before it begins is refused, and a form without its fields changes nothing", async () => {
  const { id, revision } = await addInvoice(november);
  const save = async (fields: Record<string, string>) =>
    run<{ form: { errors: Partial<Record<keyof Invoice, string>> } }>(
      edit,
      await signedIn(post(`/invoices/${id}`, { revision: String(revision), ...fields }), ada),
      { id },
    );
  const { customerName, customerId, issueDate, dueDate } = await find(id);
  const whole = {
    customer: `${customerName} · #${customerId}`,
    ...{ issueDate, dueDate, status: "pending" },
    ...{ billingEmail: "", billingPhone: "", billingAddress: "", paymentMethod: "", cardHolder: "", cardNo: "" },
    ...{ shippingCharge: "", tax: "" },
    "lines.0.title": "Desk",
    "lines.0.quantity": "1",
    "lines.0.price": "15",
    "lines.0.discount": "",
  };
  const refused = await save({ ...whole, serviceFrom: "2026-11-02", serviceTo: "2026-11-01" });
  expect(refused.data.form.errors).toEqual({
    serviceTo: "Enter a day that is not before the first day of the service, 2 Nov 2026",
  });
  expect((await save(whole)).status).toBe(303);
  expect(await find(id)).toMatchObject({ ...november, totalAmount: 15_00 });
});

test("/api sets and clears a service period, and refuses a wrong one", async () => {
  const { id } = await addInvoice();
  const put = async (servicePeriod: unknown) =>
    run<{ invoice?: object; errors?: object }>(
      apiAction,
      await signedIn(send("PUT", "/api/invoices", { id, servicePeriod }), ada),
    );
  expect((await put({ from: "2026-11-01", to: "2026-11-30" })).data).toMatchObject({
    invoice: { servicePeriod: { from: "2026-11-01", to: "2026-11-30" } },
  });
  expect((await put({ to: "2026-10-01" })).data).toMatchObject({ errors: { serviceTo: expect.any(String) } });
  expect((await put({ from: "30 November" })).status).toBe(400);
  expect((await put({ from: null, to: "" })).status).toBe(200);
  const { data } = await run(api, await signedIn(`/api/invoices?id=${id}`, ada));
  expect(data).toMatchObject({ servicePeriod: { from: null, to: null } });
});

test.each(["/invoices.csv", "/invoices.csv?rows=lines"])(
  "%s gives service periods as an import takes them",
  async (path) => {
    const { id, number } = await addInvoice(november);
    const file = await run<string>(exported, await signedIn(path, ada));
    const changed = String(file.data).replaceAll("2026-11-30", "2026-12-31").replaceAll("2026-11-01", "");
    const { file: sent } = await tryFile("invoices", changed);
    await importIt(sent.id);
    expect(await invoiceResource.find(ada, id)).toMatchObject({ number, serviceFrom: "", serviceTo: "2026-12-31" });
  },
);
