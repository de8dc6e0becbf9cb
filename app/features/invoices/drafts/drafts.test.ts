import { eq, isNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { db, write } from "db";
import { addDays } from "db/dates";
import { facts, type InvoiceDraft, invoiceDrafts, invoices, lastInvoiceFact, users } from "db/schema";
import type { FormState } from "~/core/form/form-state";
import { undoChange } from "~/core/undo/undo.server";
import { today } from "~/core/values/today.server";
import { action as apiAction, loader as apiLoader } from "~/features/api/resource";
import { erasePerson } from "~/features/users/erase.server";
import { userResource } from "~/features/users/users.server";
import { changeCompany } from "~/testing/company";
import { cast, testDatabase } from "~/testing/database";
import { addInvoice } from "~/testing/invoices";
import { get, post, run, send, signedIn, toast, toastOf } from "~/testing/requests";
import { action as createAction } from "../create";
import { invoiceResource } from "../invoices.server";
import { loader as invoiceList } from "../list";
import { invoiceDraftResource } from "./drafts.server";
import { action, loader } from "./edit";

testDatabase();

const { ada, dan } = cast;

const whole = {
  customer: `${dan.name} · #${dan.id}`,
  issueDate: "",
  dueDate: "",
  status: "pending",
  billingEmail: "",
  billingPhone: "",
  billingAddress: "",
  paymentMethod: "",
  cardHolder: "",
  cardNo: "",
  shippingCharge: "",
  tax: "",
  "lines.0.product": "",
  "lines.0.title": "Desk",
  "lines.0.quantity": "2",
  "lines.0.price": "15",
  "lines.0.discount": "",
};

type Answer = { form?: FormState; versions?: object };

async function saveNewDraft(fields: Record<string, string>, key: string = crypto.randomUUID()) {
  const path = "/invoices/create";
  return run<Answer>(createAction, await signedIn(post(path, { ...fields, key, act: "draft" }), ada));
}

async function draftOf(fields: Record<string, string> = whole): Promise<InvoiceDraft> {
  await saveNewDraft(fields);
  const all = await db.select().from(invoiceDrafts);
  return all.at(-1) ?? expect.fail("no draft was saved");
}

async function sendForm(draft: Pick<InvoiceDraft, "id" | "revision">, fields: Record<string, string>, act = "issue") {
  const path = `/invoices/drafts/${draft.id}`;
  const sent = { ...fields, revision: String(draft.revision), ...(act && { act }) };
  return run<Answer>(action, await signedIn(post(path, sent), ada), { id: String(draft.id) });
}

const numbers = async () => (await db.select().from(invoices)).map(({ id }) => id).sort();

test("a form to which one goes back after saving it as a draft issues that draft, and leaves one record", async () => {
  const key = crypto.randomUUID();
  await saveNewDraft(whole, key);
  expect((await saveNewDraft({ ...whole, "lines.0.title": "Table" }, key)).location).toBe("/invoices/drafts/1");
  expect((await db.select().from(invoiceDrafts)).map(({ entries }) => entries["lines.0.title"])).toEqual(["Table"]);
  const create = async (changed: Record<string, string>, by = ada) =>
    run<Answer>(createAction, await signedIn(post("/invoices/create", { ...whole, ...changed, key }), by));
  const unfinished = await create({ customer: "" });
  expect(unfinished.data.form?.errors).toMatchObject({ customer: "Choose a customer" });
  const days = { issueDate: "2026-01-10", dueDate: "2026-01-24" };
  expect((await create({ ...days, "lines.0.title": "Chair" })).location).toBe("/invoices/INV-0001/details");
  expect((await create({ ...days, "lines.0.title": "Chair" })).location).toBe("/invoices/INV-0001/details");
  expect((await db.select().from(invoices)).map(({ lines }) => lines[0]?.title)).toEqual(["Chair"]);
  expect(await db.$count(invoiceDrafts, isNull(invoiceDrafts.deletedAt))).toBe(0);
});

test("a form that created an invoice saves no draft beside it, nor overwrites a draft that somebody else changed", async () => {
  const key = crypto.randomUUID();
  const days = { issueDate: "2026-01-10", dueDate: "2026-01-24" };
  await run(createAction, await signedIn(post("/invoices/create", { ...whole, ...days, key }), ada));
  expect((await saveNewDraft(whole, key)).data.form?.errors[""]).toBe(
    "INV-0001 was created with this form, so no draft was saved.",
  );
  expect(await db.$count(invoiceDrafts)).toBe(0);
  const other = crypto.randomUUID();
  await saveNewDraft(whole, other);
  await invoiceDraftResource.change(cast.ben, 1, { customerName: "Ben" });
  expect((await saveNewDraft(whole, other)).data.form?.errors[""]).toContain("which Ben Active changed since");
});

test("a form saved as a draft keeps everything that was typed, in no list or sum of invoices", async () => {
  const { status, location } = await saveNewDraft({ ...whole, customer: "somebody", "lines.0.price": "ten" });
  expect([status, location]).toEqual([303, "/invoices/drafts/1"]);
  const draft = await draftOf({ ...whole, customer: "", "lines.0.title": "" });
  expect(draft).toMatchObject({ id: 2, customerId: null, totalAmount: 30_00 });
  const { data } = await run<{ draft: InvoiceDraft }>(loader, await signedIn("/invoices/drafts/1", ada), { id: "1" });
  expect(data.draft).toMatchObject({ customerName: "somebody", totalAmount: null });
  expect(data.draft.entries).toMatchObject({ customer: "somebody", "lines.0.price": "ten", "lines.0.quantity": "2" });
  expect(await numbers()).toEqual([]);
  const list = await run<{ drafts: number; view: { total: number } }>(invoiceList, await signedIn("/invoices", ada));
  expect([list.data.drafts, list.data.view.total]).toEqual([2, 0]);
  expect((await run(apiLoader, await signedIn(get("/api/invoices"), ada))).data).toEqual([]);
});

test("the number of a card is refused in any text of a draft, and kept in none", async () => {
  const { status, data } = await saveNewDraft({ ...whole, "lines.0.title": "Card 4242 4242 4242 4242" });
  expect([status, Object.keys(data.form?.errors ?? {})]).toEqual([400, ["lines.0.title"]]);
  await saveNewDraft({ ...whole, cardNo: "4242 4242 4242 4242" });
  expect(JSON.stringify(await db.select().from(invoiceDrafts))).not.toContain("4242 4242");
});

test("issuing an incomplete draft names what is missing at its fields, and saves the draft", async () => {
  const draft = await draftOf({ ...whole, customer: "", "lines.0.title": "", "lines.0.price": "" });
  const { status, data } = await sendForm(draft, { ...draft.entries, billingAddress: "Main Street 1" });
  expect([status, data.form?.errors]).toEqual([
    400,
    {
      "": "The draft is saved, but cannot be issued yet.",
      customer: "Choose a customer",
      lines: "Add at least one line",
    },
  ]);
  expect((await db.select().from(invoiceDrafts))[0]?.entries.billingAddress).toBe("Main Street 1");
  expect(await numbers()).toEqual([]);
});

test("a draft is issued today with the next number, and undoing that voids the invoice and brings the draft back", async () => {
  await addInvoice();
  const draft = await draftOf();
  const issued = await sendForm(draft, whole);
  expect([issued.status, issued.location]).toEqual([303, "/invoices/INV-0002/details"]);
  expect(await invoiceResource.get(ada, "INV-0002")).toMatchObject({
    issueDate: today(),
    dueDate: addDays(today(), 14),
    customerId: dan.id,
    totalAmount: 30_00,
  });
  expect(await invoiceDraftResource.get(ada, draft.id)).toBeUndefined();

  const { undo = "" } = JSON.parse(toast(issued)) as { undo?: string };
  expect(await undoChange(ada, undo)).toMatchObject({ ok: true });
  expect(await invoiceDraftResource.get(ada, draft.id)).toMatchObject({ invoiceId: null });
  expect(await invoiceResource.get(ada, "INV-0002")).toBeUndefined();
  expect(await numbers()).toEqual(["INV-0001", "INV-0002"]);
  const again = await invoiceDraftResource.get(ada, draft.id);
  expect((await sendForm(again!, whole)).location).toBe("/invoices/INV-0003/details");
});

test("a draft that two tabs issue at once becomes one invoice, and later changes to it are refused", async () => {
  const draft = await draftOf();
  const changed = { ...whole, billingPhone: "12345" };
  const answers = await Promise.all([sendForm(draft, changed), sendForm(draft, changed)]);
  expect(answers.map(({ location }) => location)).toEqual(Array(2).fill("/invoices/INV-0001/details"));
  expect(await numbers()).toEqual(["INV-0001"]);
  expect((await sendForm(draft, changed)).location).toBe("/invoices/INV-0001/details");
  for (const act of ["issue", ""]) {
    const late = await sendForm(draft, { ...whole, billingPhone: "67890" }, act);
    expect([late.status, late.data.form?.errors]).toEqual([
      409,
      { "": "INV-0001 was issued from this draft, without these changes." },
    ]);
  }
  const restored = await invoiceDraftResource.restore(ada, [draft.id]);
  expect(restored).toMatchObject({ ok: false, status: 409 });
});

test("ten drafts that are issued at once have numbers without gaps", async () => {
  const drafts: InvoiceDraft[] = [];
  for (let count = 0; count < 10; count++) drafts.push(await draftOf({ ...whole, "lines.0.title": `Desk ${count}` }));
  await Promise.all(drafts.map((draft) => sendForm(draft, draft.entries)));
  expect(await numbers()).toEqual(Array.from({ length: 10 }, (_, at) => `INV-${String(at + 1).padStart(4, "0")}`));
  expect(await db.select().from(facts).where(eq(facts.name, lastInvoiceFact))).toMatchObject([{ value: "10" }]);
});

test("a draft that somebody else changed is not issued, but both versions are shown", async () => {
  const draft = await draftOf();
  await sendForm(draft, { ...whole, billingPhone: "12345" }, "");
  const { status, data } = await sendForm(draft, { ...whole, billingPhone: "67890" });
  expect([status, data.versions]).toMatchObject([
    409,
    { base: { billingPhone: "" }, mine: { billingPhone: "67890" }, theirs: { billingPhone: "12345" } },
  ]);
  expect(await numbers()).toEqual([]);
});

test("a draft dated in a closed month says so at its date, and takes no number", async () => {
  await changeCompany({ closingDate: "2026-10-31" });
  const draft = await draftOf({ ...whole, issueDate: "2026-10-15", dueDate: "2026-10-30" });
  const { status, data } = await sendForm(draft, draft.entries);
  expect([status, data.form?.errors.issueDate]).toEqual([400, expect.stringContaining("the books are closed")]);
  expect(await db.select().from(facts).where(eq(facts.name, lastInvoiceFact))).toEqual([]);
});

test("an erased customer leaves no trace in drafts and their past, and issuing asks for another customer", async () => {
  const draft = await draftOf({ ...whole, billingEmail: dan.email, billingAddress: "Dan's Road 7" });
  await sendForm(draft, { ...draft.entries, billingPhone: dan.phone }, "");
  const trashed = new Date("2026-01-01");
  await write(async (tx) => {
    await tx.update(users).set({ deletedAt: trashed }).where(eq(users.id, dan.id));
    expect(await erasePerson(tx, userResource, dan.id, new Date())).toBe(true);
  });
  const { data } = await run(loader, await signedIn(`/invoices/drafts/${draft.id}`, ada), { id: String(draft.id) });
  expect(JSON.stringify(data)).not.toMatch(new RegExp(`${dan.name}|${dan.email}|Dan's Road`));
  const [now] = await db.select().from(invoiceDrafts);
  expect((await sendForm(now!, now!.entries)).data.form?.errors).toMatchObject({ customer: "Choose a customer" });
});

test("/api/invoice-drafts creates, changes and issues a draft, and names what is missing", async () => {
  const ask = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
    const request = await signedIn(send(method, path, body, headers), ada);
    return run<Record<string, unknown>>(method === "GET" ? apiLoader : apiAction, request);
  };
  const drafts = "/api/invoice-drafts";
  const made = await ask("POST", drafts, { products: [{ title: "Desk", quantity: 1.5, price: 20 }] });
  expect(made.data).toMatchObject({
    invoiceDraft: { id: 1, customer: { id: null }, totalAmount: 30, issueDate: null },
  });
  expect(await ask("POST", `${drafts}/issue?id=1`)).toMatchObject({
    status: 400,
    data: { errors: { "customer.id": "Choose a customer" } },
  });
  const changed = await ask("PUT", drafts, { id: 1, customer: { id: dan.id }, issueDate: "2026-11-20" });
  expect(changed.data).toMatchObject({
    invoiceDraft: { customer: { id: dan.id, name: dan.name }, products: [{ title: "Desk", quantity: 1.5, price: 20 }] },
  });
  const key = { "Idempotency-Key": "once" };
  const issued = await ask("POST", `${drafts}/issue?id=1`, undefined, key);
  expect(issued.data).toMatchObject({ invoice: { id: "INV-0001", issueDate: "2026-11-20", totalAmount: 30 } });
  expect((await ask("POST", `${drafts}/issue?id=1`, undefined, key)).data).toEqual(issued.data);
  expect((await ask("POST", `${drafts}/issue?id=1`)).data).toEqual(issued.data);
  expect((await ask("GET", drafts)).data).toEqual([]);
  expect(await numbers()).toEqual(["INV-0001"]);
});

test("a draft of 10,000 lines is refused with a sentence", async () => {
  const products = Array.from({ length: 10_000 }, () => ({ title: "Desk", quantity: 1, price: 1 }));
  const answer = await run(apiAction, await signedIn(send("POST", "/api/invoice-drafts", { products }), ada));
  expect(answer).toMatchObject({ status: 400, data: { errors: { products: "Name at most 200 lines" } } });
  const lines = Object.fromEntries(products.map(({ title }, at) => [`lines.${at}.title`, title]));
  expect(await saveNewDraft({ ...whole, ...lines })).toMatchObject({
    status: 413,
    data: { message: expect.stringContaining("too many fields") as unknown },
  });
});

test("a draft has one open invoice: one that was undone is not reinstated beside the next, nor the draft issued beside it", async () => {
  const draft = await draftOf();
  const { undo = "" } = toastOf(await sendForm(draft, whole));
  expect((await undoChange(ada, undo)).ok).toBe(true);
  const now = async () => (await invoiceDraftResource.find(ada, draft.id))!;
  const second = toastOf(await sendForm(await now(), whole)).undo ?? "";
  expect(await invoiceResource.restore(ada, ["INV-0001"])).toMatchObject({
    status: 409,
    errors: { "": "INV-0001 cannot be reinstated, because INV-0002 was issued from the same draft." },
  });
  expect((await undoChange(ada, second)).ok).toBe(true);
  expect(await invoiceResource.restore(ada, ["INV-0001"])).toMatchObject({ ok: true });
  expect((await sendForm(await now(), whole)).data.form?.errors[""]).toContain(
    "INV-0001 was issued from this draft and is open. Void it first, or delete the draft.",
  );
  expect(await db.$count(invoices, isNull(invoices.deletedAt))).toBe(1);
});
