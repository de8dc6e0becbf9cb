/** The company's settings: who may change them, and what documents say of the company before and after a change. */
import { desc } from "drizzle-orm";
import { expect, it } from "vitest";
import { db, write } from "db";
import { journal, type User } from "db/schema";
import { giveAccess } from "~/features/team/access/give.server";
import type { Versions } from "~/core/conflict/versions";
import { invoiceResource } from "~/features/invoices/invoices.server";
import { loader as details } from "~/features/invoices/details";
import { loader as newInvoice } from "~/features/invoices/create";
import { action as undo } from "~/features/records/undo";
import { changeCompany } from "~/testing/company";
import { cast, testDatabase } from "~/testing/database";
import { addInvoice } from "~/testing/invoices";
import { get, post, run, signedIn } from "~/testing/requests";
import { confirmationOfCompany } from "./bank-details.server";
import { readCompany } from "./company.server";
import { action, loader } from "./company";

testDatabase();

const { ada, ben } = cast;
const path = "/settings/company";

interface Shown {
  company: Record<string, string> & { revision: number };
}
interface Refused {
  form: { errors: Record<string, string>; fields: Record<string, string> };
}

const shown = async () => (await run<Shown>(loader, await signedIn(get(path), ada))).data.company;

async function save(changed: Record<string, string>, by: User = ada, company?: Shown["company"]) {
  const { revision, ...fields } = company ?? (await shown());
  return run<Refused>(action, await signedIn(post(path, { ...fields, revision: String(revision), ...changed }), by));
}

const nameOn = async (id: string) =>
  (await run<{ from: { name: string } }>(details, await signedIn(get(`/invoices/${id}/details`), ada), { id })).data
    .from.name;

it("a new name stands on new invoices, and issued ones keep the old one", async () => {
  const early = await addInvoice();
  await save({ name: "Harbour Ltd" });
  const late = await addInvoice();
  await invoiceResource.change(ada, early.id, { tax: 2_00 });
  expect([await nameOn(early.id), await nameOn(late.id)]).toEqual(["Portico", "Harbour Ltd"]);
});

it("a change of the payment term moves the due date of a new invoice only", async () => {
  const { dueDate } = await addInvoice();
  await save({ paymentTerm: "30" });
  const { data } = await run<{ fields: Record<string, string> }>(
    newInvoice,
    await signedIn(get("/invoices/create"), ada),
  );
  const days = (Date.parse(data.fields.dueDate!) - Date.parse(data.fields.issueDate!)) / 86_400_000;
  expect(days).toBe(30);
  expect((await invoiceResource.find(ada, "INV-0001"))?.dueDate).toBe(dueDate);
});

it("wrong entries are refused with a sentence each, and come back as typed", async () => {
  const { status, data } = await save({ name: " ", email: "nobody", paymentTerm: "400", address: "x".repeat(501) });
  expect(status).toBe(400);
  expect(Object.keys(data.form.errors).sort()).toEqual(["address", "email", "name", "paymentTerm"]);
  expect(data.form.fields).toMatchObject({ email: "nobody", paymentTerm: "400" });
  expect((await readCompany()).revision).toBe(1);
});

it("a form that another owner has overtaken shows both versions and saves neither", async () => {
  const open = await shown();
  await save({ website: "ada.example" });
  const { status, data } = await save({ website: "ben.example" }, ben, open);
  expect({ status, data }).toMatchObject({ status: 409, data: { versions: { theirs: { website: "ada.example" } } } });
  expect((await readCompany()).website).toBe("ada.example");
});

it("an undone change is undone for the next invoice, too", async () => {
  await save({ name: "Harbour Ltd" });
  const [entry] = await db.select().from(journal).orderBy(desc(journal.id)).limit(1);
  await run(undo, await signedIn(post("/undo", { batch: entry!.batch }), ada));
  expect((await readCompany()).name).toBe("Portico");
  expect(await nameOn((await addInvoice()).id)).toBe("Portico");
});

it.each(["admin", "staff", "client"] as const)(
  "the company's settings are refused to somebody with the access %s",
  async (access) => {
    await write((tx) => giveAccess(tx, ada, ben.id, { access, areas: {} }));
    const refused = [await run(loader, await signedIn(get(path), ben)), await save({ name: "Mine" }, ben)];
    expect(refused.map(({ status }) => status)).toEqual([403, 403]);
    expect((await readCompany()).name).toBe("Portico");
  },
);

it("the company cannot be deleted", async () => {
  await expect(changeCompany({ deletedAt: new Date() })).rejects.toThrow();
});

it("a logo that another owner has added is kept by the page that shows both versions", async () => {
  const open = await shown();
  await changeCompany({ logo: "/samples/products/candle.svg", website: "ada.example" });
  const { data } = await run<{ versions: Versions }>(
    action,
    await signedIn(post(path, { ...open, revision: String(open.revision), website: "ben.example" }), ada),
  );
  const { mine, theirs, revision } = data.versions;
  await save({ ...(mine as Record<string, string>), logo: String(theirs.logo), revision: String(revision) });
  expect(await readCompany()).toMatchObject({ logo: "/samples/products/candle.svg", website: "ben.example" });
});

it("other bank details and an earlier closing date are confirmed together, by names of both", async () => {
  await changeCompany({ closingDate: "2026-03-31" });
  const company = await readCompany();
  expect(confirmationOfCompany(company, { payment: "IBAN XX", closingDate: "2026-02-28" })).toMatchObject({
    title: "Change the bank details and open closed months again?",
    text: expect.stringMatching(/All owners are told by mail\. Invoices, payments and credit notes of these days/),
  });
  expect(confirmationOfCompany(company, { closingDate: "2026-02-28" })).toMatchObject({ button: "Open them again" });
  expect(confirmationOfCompany(company, { closingDate: "2026-04-30" })).toBeUndefined();
});
