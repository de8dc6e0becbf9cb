import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db, write } from "db";
import { invoices, products, users } from "db/schema";
import type { FormState } from "~/core/form/form-state";
import { compareVersions, type Versions } from "~/core/conflict/versions";
import { letIn } from "~/testing/client";
import { cast, testDatabase } from "~/testing/database";
import { addInvoice, line } from "~/testing/invoices";
import { post, run, signedIn, toast } from "~/testing/requests";
import { action as create, loader as newForm } from "../create";
import { action as edit, loader as show } from "../edit";
import { invoiceValues } from "./form-values";
import { invoiceResource } from "../invoices.server";

testDatabase();

const { ada, ben, dan, pia, tess } = cast;
const all = () => db.select().from(invoices);
const find = async (id: string) => (await invoiceResource.unrestricted.find(id)) ?? expect.fail(`${id} is not there`);
const only = (values: Record<string, string>) => ({
  customer: "Dan Directory · #6",
  issueDate: "2026-01-10",
  dueDate: "2026-01-24",
  status: "pending",
  billingEmail: "",
  billingPhone: "",
  billingAddress: "",
  paymentMethod: "",
  cardHolder: "",
  cardNo: "",
  shippingCharge: "10.00",
  tax: "",
  ...values,
});
/** The form fields of a line; those not given are empty, as browsers submit them. */
const typed = (number: number, values: Record<string, string>) =>
  Object.fromEntries(
    Object.entries({ product: "", title: "", quantity: "1", price: "", discount: "", ...values }).map(
      ([name, value]) => [`lines.${number}.${name}`, value],
    ),
  );
const fields = only(typed(0, { title: "Consulting", quantity: "3", price: "$1,240.50", discount: "12.5" }));

interface Answered {
  form: { fields: Record<string, string>; errors: Record<string, string>; choices?: FormState["choices"] };
  versions: Versions;
}
const add = async (sent: Record<string, string>) =>
  run<Answered>(create, await signedIn(post("/invoices/create", sent), ada));
const save = async (id: string, sent: Record<string, string>, person = ada) =>
  run<Answered>(edit, await signedIn(post(`/invoices/${id}`, sent), person), { id });

beforeEach(() =>
  write(async (tx) => {
    const rest = { category: "Office", status: "Published" as const };
    await tx.insert(products).values([
      { id: 1, title: "Pen", code: "PEN-1", price: 12_50, discount: 5_00, ...rest },
      { id: 2, title: "Gone", code: "GONE", price: 1, deletedAt: new Date(), ...rest },
    ]);
  }),
);

describe("creating an invoice", () => {
  it("adds it, fills in the customer's data from the directory, and leads to it", async () => {
    const answer = await add({ ...fields, cardNo: "4242 4242 4242 4242", billingPhone: "+1 555 0100" });
    expect(answer).toMatchObject({ status: 303, location: "/invoices/INV-0001/details" });
    expect(toast(answer)).toMatch(/INV-0001 was created.*undo/);
    expect((await all())[0]).toMatchObject({
      customerId: dan.id,
      billingEmail: dan.email,
      billingPhone: "+1 555 0100",
      billingAddress: dan.country,
      cardNo: "**** **** **** 4242",
      tax: 0,
      totalAmount: 3_256_31 + 10_00,
    });
  });

  it("replaces data filled in for another customer, but not what was typed for this one", async () => {
    const filled = { filledFor: `${ben.name} · #${ben.id}`, billingEmail: ben.email, billingPhone: "+1 555 0100" };
    for (const customer of [dan.name, ben.name]) await add({ ...fields, ...filled, customer });
    await add({ ...fields, ...filled, customer: dan.name, billingEmail: "books@example.com" });
    expect(
      (await all()).map(({ customerId, billingEmail, billingPhone }) => [customerId, billingEmail, billingPhone]),
    ).toEqual([
      [dan.id, dan.email, "+1 555 0100"],
      [ben.id, ben.email, "+1 555 0100"],
      [dan.id, "books@example.com", "+1 555 0100"],
    ]);
  });

  it("twice with one form creates one", async () => {
    const { data } = await run<{ formKey: string }>(newForm, await signedIn("/invoices/create", ada));
    for (const _ of [1, 2])
      expect((await add({ ...fields, key: data.formKey })).location).toBe("/invoices/INV-0001/details");
    expect(await all()).toHaveLength(1);
  });

  it("a second invoice with the same entries, which is asked about first, leaves no gap in the numbers", async () => {
    await add({ ...fields, key: randomUUID() });
    const { data } = await add({ ...fields, key: randomUUID() });
    expect(data.form.errors[""]).toContain("was created with the same entries a short while ago");
    await add({ ...fields, key: (data.form as FormState).key! });
    expect((await all()).map(({ id }) => id).toSorted()).toEqual(["INV-0001", "INV-0002"]);
  });

  it("starts with today, two weeks to pay and the customer in the URL, if any", async () => {
    const { data } = await run<{ fields: object }>(newForm, await signedIn(`/invoices/create?customer=${ben.id}`, ada));
    expect(data.fields).toMatchObject({
      customer: "Ben Active · #2",
      filledFor: "Ben Active · #2",
      billingEmail: ben.email,
      issueDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
  });

  it.each(["999", "0", "-1", "2.0", "1e3", "nobody", "2'--", "99999999999999999999", String(tess.id)])(
    "starts with nobody for ?customer=%s",
    async (customer) => {
      const { status, data } = await run<{ fields: object }>(
        newForm,
        await signedIn(`/invoices/create?${new URLSearchParams({ customer })}`, ada),
      );
      expect([status, Object.keys(data.fields).toSorted()]).toEqual([
        200,
        ["dueDate", "issueDate", "shippingCharge", "shippingTaxRate", "tax"],
      ]);
    },
  );

  it.each([
    ["staff", { sales: "view", people: "view", support: "change" }],
    ["client", {}],
  ] as const)("suggests no names to a %s who may not create invoices", async (access, areas) => {
    const reader = await letIn(pia, access, areas);
    const answer = await run(newForm, await signedIn(`/invoices/create?customer=${dan.id}`, reader));
    expect(answer.status).toBe(403);
    expect(JSON.stringify(answer.data)).not.toMatch(/Dan/);
  });

  it.each(["Ben Active · #2", "#2", "bén  ACTIVE · #2", "BEN@example.com", "Ben Active", "bén  ACTIVE"])(
    "knows the customer by %j",
    async (customer) => {
      await add({ ...fields, customer });
      expect((await all())[0]).toMatchObject({ customerId: ben.id, customerName: ben.name });
    },
  );

  it("does not take a number at the end of a name for an id", async () => {
    const { form } = (await add({ ...fields, customer: "Acme Ltd, branch #2" })).data;
    expect(form.errors.customer).toContain("goes by “Acme Ltd, branch #2” alone");
    expect(await all()).toEqual([]);
  });

  it("distinguishes a customer from one with the same name in the trash, but not from one in the directory", async () => {
    await write(async (tx) => void (await tx.update(users).set({ name: ben.name }).where(eq(users.id, tess.id))));
    expect((await add({ ...fields, customer: ben.name })).status).toBe(303);
    await write(async (tx) => void (await tx.update(users).set({ name: ben.name }).where(eq(users.id, dan.id))));
    const { form } = (await add({ ...fields, customer: ben.name.toLowerCase() })).data;
    expect(form.errors.customer).toBe("Choose whom you mean by “ben active”.");
    expect(form.choices?.customer).toEqual(
      [ben, dan].map(({ id, email }) => ({
        text: `Ben Active · #${id}`,
        note: email,
        fills: { billingEmail: email, billingPhone: "", billingAddress: "" },
        sets: { filledFor: `Ben Active · #${id}`, customerTax: "taxable" },
      })),
    );
    const chosen = await add({ ...fields, customer: ben.name, "choice:customer": `Ben Active · #${dan.id}` });
    expect([chosen.status, (await all()).map(({ customerId }) => customerId)]).toEqual([303, [ben.id, dan.id]]);
  });

  it("uses a product's title, price and discount for empty fields, and ignores empty lines", async () => {
    await add(
      only({
        ...typed(4, { product: "Pen · #1", quantity: "2" }),
        ...typed(7, {}),
        ...typed(9, { product: "pen-1", title: "Pen, engraved", price: "20", discount: "" }),
        ...typed(11, { title: "Goodwill", price: "-5" }),
      }),
    );
    expect((await all())[0]?.lines).toEqual([
      { id: 1, title: "Pen", quantity: 2, price: 12_50, discount: 5_00, total: 23_75 },
      { id: 1, title: "Pen, engraved", quantity: 1, price: 20_00, discount: 0, total: 20_00 },
      { id: null, title: "Goodwill", quantity: 1, price: -5_00, discount: 0, total: -5_00 },
    ]);
  });

  it("accepts a quantity with separators of thousands", async () => {
    await add({ ...fields, "lines.0.quantity": "1,000" });
    expect((await all())[0]?.lines[0]?.quantity).toBe(1_000);
  });

  it("asks which number a quantity of 1.000 means", async () => {
    const { data } = await add({ ...fields, "lines.0.quantity": "1.000" });
    expect(data.form.errors["lines.0.quantity"]).toBe("“1.000” can mean 1,000 or 1: enter 1000 or 1");
  });

  it.each([
    ["nothing at all", {}, ["issueDate", "dueDate", "status", "customer", "lines"]],
    ["no customer", { ...fields, customer: " " }, ["customer"]],
    ["an unknown customer", { ...fields, customer: "Nobody · #99" }, ["customer"]],
    ["one's name before the number of another", { ...fields, customer: "Dan Directory · #2" }, ["customer"]],
    ["a customer in the trash", { ...fields, customer: "Tess Trashed · #7" }, ["customer"]],
    ["no line", only({}), ["lines"]],
    ["a line that says nothing", only(typed(3, {})), ["lines"]],
    ["a negative quantity", { ...fields, "lines.0.quantity": "-1" }, ["lines.0.quantity"]],
    ["no quantity", { ...fields, "lines.0.quantity": "0" }, ["lines.0.quantity"]],
    ["a tenth of a thousandth", { ...fields, "lines.0.quantity": "1.0001" }, ["lines.0.quantity"]],
    [
      "an unknown product in the second of two lines",
      { ...fields, ...typed(5, { product: "Pencil" }) },
      ["lines.5.product"],
    ],
    ["a product in the trash", { ...fields, "lines.0.product": "Gone · #2" }, ["lines.0.product"]],
    ["a credit that names a product", { ...fields, "lines.0.product": "#1", "lines.0.price": "-1" }, ["lines.0.price"]],
    ["a price in words", { ...fields, "lines.0.price": "ten" }, ["lines.0.price"]],
    ["no price", { ...fields, "lines.0.price": "" }, ["lines.0.price"]],
    ["no title", { ...fields, "lines.0.title": "" }, ["lines.0.title"]],
    ["more than a full discount", { ...fields, "lines.0.discount": "101" }, ["lines.0.discount"]],
    ["a line that is too much", { ...fields, "lines.0.price": "900,000,000,000" }, ["lines.0.price"]],
    [
      "a sum that is too much",
      {
        ...fields,
        ...typed(1, { title: "x", price: "900000000000" }),
        ...typed(2, { title: "x", price: "900000000000" }),
      },
      [""],
    ],
    ["a sum below zero", { ...fields, "lines.0.price": "-12" }, [""]],
    ["a due date before the issue date", { ...fields, dueDate: "2026-01-09" }, ["dueDate"]],
    ["a day that does not exist", { ...fields, issueDate: "2026-02-30" }, ["issueDate"]],
    ["a negative tax", { ...fields, tax: "-1" }, ["tax"]],
    ["an unknown method of payment", { ...fields, paymentMethod: "Barter" }, ["paymentMethod"]],
    ["half a card number", { ...fields, cardNo: "424" }, ["cardNo"]],
    ["half an e-mail address", { ...fields, billingEmail: "dan@" }, ["billingEmail"]],
    ["an address of 501 characters", { ...fields, billingAddress: "x".repeat(501) }, ["billingAddress"]],
  ])("creating an invoice with %s is refused beside the field and changes nothing", async (_, sent, wrong) => {
    const { status, data } = await add(sent);
    expect({ status, wrong: Object.keys(data.form.errors) }).toEqual({
      status: 400,
      wrong: expect.arrayContaining(wrong),
    });
    if (Object.keys(sent).length > 0) expect(Object.keys(data.form.errors)).toEqual(wrong);
    expect(await all()).toEqual([]);
  });

  it("creating an invoice that is refused returns the input, but only the last four digits of a card", async () => {
    const { data } = await add({ ...fields, customer: "", cardNo: "4242424242424242" });
    expect(data.form.fields).toEqual({ ...fields, customer: "", cardNo: "**** **** **** 4242" });
  });

  it("accepts 200 lines, and says so if there are more", async () => {
    const lines = (count: number) =>
      only(
        Object.assign(
          {},
          ...Array.from({ length: count }, (_, number) => typed(number, { title: "x", price: "1" })),
        ) as Record<string, string>,
      );
    expect((await add(lines(201))).data.form.errors[""]).toContain("200 lines");
    expect((await add(lines(200))).status).toBe(303);
  });
});

describe("without scripts", () => {
  const press = async (rows: string, sent: Record<string, string> = fields) => (await add({ ...sent, rows })).data.form;

  it("a line is added or removed by posting, without saving or validating", async () => {
    const { fields: more, errors } = await press("add:lines", { ...fields, customer: "" });
    expect(errors).toEqual({});
    expect(Object.keys(more)).toEqual(expect.arrayContaining(["lines.0.title", "lines.1.product"]));
    const less = await press("remove:lines.0", { ...fields, ...typed(1, { title: "Kept" }) });
    expect(Object.entries(less.fields).filter(([name]) => name.endsWith(".title"))).toEqual([
      ["lines.1.title", "Kept"],
    ]);
    expect(await all()).toEqual([]);
  });

  it("chosen products are filled in at the same time", async () => {
    const { fields: filled } = await press(
      "add:lines",
      only({
        ...typed(0, { product: "Pen · #1" }),
        ...typed(1, { product: "Pen · #1", title: "Mine", price: "1" }),
        ...typed(2, { product: "Pencil" }),
      }),
    );
    expect(filled).toMatchObject({
      "lines.0.title": "Pen",
      "lines.0.price": "12.50",
      "lines.0.discount": "5",
      "lines.1.title": "Mine",
      "lines.1.price": "1",
      "lines.1.discount": "",
      "lines.2.title": "",
    });
  });

  it("a button looks up a customer or product: nothing is saved or validated, and no other input is lost", async () => {
    const found = (customer: string) => press("find:customer", { ...fields, customer, issueDate: "someday", tax: "7" });
    const several = await found("ACTIV");
    expect(several).toMatchObject({
      errors: {},
      fields: { customer: "ACTIV", issueDate: "someday", tax: "7", "lines.0.title": "Consulting" },
    });
    expect(several.choices?.customer?.map(({ text }) => text)).toEqual(["Ada Active · #1", "Ben Active · #2"]);
    expect(await found("dan@example.com")).toMatchObject({
      errors: {},
      choices: {},
      fields: { customer: "Dan Directory · #6", tax: "7" },
    });
    expect((await found("Nemo")).errors).toEqual({
      customer: "Nobody in the directory has this in their name or e-mail address.",
    });
    expect((await found(" ")).errors).toEqual({ customer: "Type a part of the name first." });
    const product = await press("find:lines.0.product", { ...fields, "lines.0.product": "pe" });
    expect(product.choices).toMatchObject({ "lines.0.product": [{ text: "Pen · #1", note: "PEN-1, $12.50" }] });
    const chosen = await press("add:lines", {
      ...fields,
      "lines.0.product": "pe",
      "choice:lines.0.product": "Pen · #1",
      "lines.0.title": "",
      "lines.0.price": "",
    });
    expect(chosen.fields).toMatchObject({
      "lines.0.product": "Pen · #1",
      "lines.0.title": "Pen",
      "lines.0.price": "12.50",
    });
    expect(await all()).toEqual([]);
  });

  it("possible products are offered if it is not clear which is meant", async () => {
    const { form } = (await add({ ...fields, "lines.0.product": "pen" })).data;
    expect(form).toMatchObject({
      errors: { "lines.0.product": "Choose which product you mean by “pen”." },
      choices: { "lines.0.product": [{ text: "Pen · #1" }] },
    });
  });

  it("a card number is not returned", async () => {
    expect((await press("add:lines", { ...fields, cardNo: "4242424242424242" })).fields.cardNo).toBe(
      "**** **** **** 4242",
    );
  });
});

describe("editing an invoice", () => {
  const as = (invoice: Parameters<typeof invoiceValues>[0], more: object = {}) => ({
    ...(invoiceValues(invoice) as Record<string, string>),
    ...more,
  });

  it("saves, and offers to undo it", async () => {
    const invoice = await addInvoice();
    const answer = await save(invoice.id, as(invoice, { "lines.0.quantity": "4", revision: "1" }));
    expect(answer).toMatchObject({ status: 303, location: "/invoices/INV-0001/details" });
    expect(await find(invoice.id)).toMatchObject({ totalAmount: 120_00, revision: 2 });
  });

  it("editing an invoice without changes changes nothing, although customer and product are gone and the payment method is unknown", async () => {
    const invoice = await addInvoice({
      lines: [line({ id: 1, title: "Pen", price: 12_50 }), line({ id: 77 })],
      paymentMethod: "Barter",
      cardNo: "**** **** **** 4242",
    });
    await write(async (tx) => {
      await tx.delete(products);
      await tx.delete(users).where(eq(users.id, dan.id));
    });
    expect((await save(invoice.id, as(invoice, { revision: "1" }))).status).toBe(303);
    expect(await find(invoice.id)).toEqual(invoice);
    expect((await save(invoice.id, as(invoice, { revision: "1", "lines.1.price": "" }))).data.form.errors).toEqual({
      "lines.1.price": expect.any(String),
    });
    expect((await save(invoice.id, as(invoice, { revision: "1", paymentMethod: "Shells" }))).data.form.errors).toEqual({
      paymentMethod: expect.any(String),
    });
  });

  it("fills in the contact of a new customer if it was emptied", async () => {
    const invoice = await addInvoice();
    await save(invoice.id, as(invoice, { customer: "#2", billingEmail: "", revision: "1" }));
    expect(await find(invoice.id)).toMatchObject({
      customerName: ben.name,
      billingEmail: ben.email,
      billingPhone: dan.phone,
    });
    await save(invoice.id, as(await find(invoice.id), { customer: ben.email, billingEmail: "", revision: "2" }));
    expect(await find(invoice.id)).toMatchObject({ billingEmail: "", revision: 3 });
  });

  it("keeps the contact if another customer was chosen in between, and what that one filled in", async () => {
    const invoice = await addInvoice({ billingEmail: "books@example.com" });
    const filled = { filledFor: `${ben.name} · #${ben.id}`, billingEmail: ben.email };
    await save(invoice.id, as(invoice, { ...filled, revision: "1" }));
    expect(await find(invoice.id)).toMatchObject({ customerId: dan.id, billingEmail: "books@example.com" });
  });

  it("editing an invoice of which somebody else removed a line overwrites nothing and asks", async () => {
    const invoice = await addInvoice({ lines: [line(), line({ title: "Second" })] });
    await invoiceResource.change(ben, invoice.id, { lines: [line()], tax: 1_00 });
    const answer = await save(
      invoice.id,
      as(invoice, { "lines.1.quantity": "2", billingPhone: "+1 555 0100", revision: "1" }),
    );
    expect(answer.status).toBe(409);
    const { versions } = answer.data;
    expect(["lines", "tax", "billingPhone", "customer"].map((field) => compareVersions(field, versions))).toEqual([
      "both",
      "theirs",
      "mine",
      "same",
    ]);
    expect(await find(invoice.id)).toMatchObject({ totalAmount: 31_00, revision: 2 });

    const theirs = Object.fromEntries(
      Object.entries(versions.theirs)
        .filter(([name]) => name.startsWith("lines."))
        .map(([name, value]) => [`theirs:${name}`, String(value)]),
    );
    const chosen = {
      ...(versions.mine as Record<string, string>),
      ...theirs,
      tax: "1.00",
      "pick:lines": "theirs",
      revision: String(versions.revision),
    };
    expect((await save(invoice.id, chosen)).status).toBe(303);
    expect(await find(invoice.id)).toMatchObject({
      lines: [{ title: "Thing" }],
      billingPhone: "+1 555 0100",
      totalAmount: 31_00,
    });
  });

  it("marks and keeps a customer and products that can no longer be chosen, and drafts", async () => {
    const invoice = await addInvoice({
      lines: [
        line({ id: 1, title: "Pen", price: 12_50 }),
        line({ id: 2, title: "Gone" }),
        line({ id: 77, title: "Lost" }),
        line(),
      ],
    });
    await write(async (tx) => {
      await tx.update(products).set({ status: "Draft" }).where(eq(products.id, 1));
      await tx.update(users).set({ deletedAt: new Date() }).where(eq(users.id, dan.id));
    });
    const { data } = await run<{ notes: object }>(show, await signedIn(`/invoices/${invoice.id}`, ada), {
      id: invoice.id,
    });
    expect(data.notes).toEqual({
      "Dan Directory · #6": "In the trash",
      "Pen · #1": "Draft",
      "Gone · #2": "In the trash",
      "Lost · #77": "No longer there",
    });
    expect((await save(invoice.id, as(invoice, { revision: "1", tax: "1" }))).status).toBe(303);
    expect(await find(invoice.id)).toMatchObject({ customerId: dan.id, tax: 1_00 });
  });

  it("editing an invoice in the trash is not saved, unless it is restored", async () => {
    const invoice = await addInvoice();
    await invoiceResource.trash(ada, [invoice.id]);
    expect(
      (
        await run<{ invoice: { deletedAt: Date } }>(show, await signedIn(`/invoices/${invoice.id}`, ada), {
          id: invoice.id,
        })
      ).data.invoice.deletedAt,
    ).not.toBeNull();
    expect((await save(invoice.id, as(invoice, { revision: "2" }))).status).toBe(409);
    expect((await save(invoice.id, as(invoice, { revision: "2", restore: "1", tax: "2" }))).status).toBe(303);
    expect(await find(invoice.id)).toMatchObject({ deletedAt: null, tax: 2_00 });
  });
});
