/** Forms that create something: submitted twice, and submitted again after going back. */
import { describe, expect, it } from "vitest";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { db } from "db";
import * as tables from "db/schema";
import { exampleValues } from "~/core/fields/example";
import { newFormKey } from "~/core/form/form.server";
import { resources } from "~/core/resource/registry.server";
import { allRoutes } from "~/testing/all-routes";
import { cast, testDatabase } from "~/testing/database";
import { addInvoice, line } from "~/testing/invoices";
import { addProducts, pack } from "~/testing/products";
import { get, post, run, signedIn, toastOf } from "~/testing/requests";
import "./resources.server";

testDatabase();

type Act = Parameters<typeof run>[0];

interface CreatingForm {
  path: string;
  /** The module with its action, relative to `app`. */
  file: string;
  /** The table that the form adds to. */
  table: SQLiteTable;
  fields: Record<string, string>;
  /** Whether only one may exist, so that a second one like it is always refused. */
  makesOne?: true;
  params?: Record<string, string>;
}

const year = (new Date().getUTCFullYear() + 2) % 100;
const ticket = { topic: "Orders and returns", priority: "Normal", subject: "My parcel is wet", body: "It rained." };
const { title, category, description } = pack;

const forms: CreatingForm[] = [
  {
    path: "/users/create",
    file: "features/users/create.tsx",
    table: tables.users,
    fields: {
      name: "Nora",
      email: "nora@example.com",
      role: "Data Scientist",
      status: "Active",
      country: "",
      phone: "",
    },
    makesOne: true,
  },
  {
    path: "/products/create",
    file: "features/products/create.tsx",
    table: tables.products,
    fields: { title, category, description, code: "N-1", price: "3", discount: "", stock: "1", status: "Draft" },
    makesOne: true,
  },
  {
    path: "/products/1/duplicate",
    file: "features/products/duplicate.tsx",
    table: tables.products,
    fields: {},
    params: { id: "1" },
  },
  ...["features/orders/create.tsx", "features/invoices/create-with-order.tsx"].map((file) => ({
    path: file.includes("with-order") ? "/orders/create/invoice" : "/orders/create",
    file,
    table: tables.orders,
    fields: {
      customer: "Rosa",
      isGuest: "on",
      "lines.0.title": "Hat",
      "lines.0.quantity": "1",
      "lines.0.price": "9",
      paymentMethod: "",
      discountAmount: "",
      shippingChargeAmount: "",
      taxAmount: "",
    },
  })),
  {
    path: "/invoices/create",
    file: "features/invoices/create.tsx",
    table: tables.invoices,
    fields: {
      customer: "Dan Directory · #6",
      issueDate: "2026-01-10",
      dueDate: "2026-01-24",
      status: "pending",
      ...Object.fromEntries(
        ["billingEmail", "billingPhone", "billingAddress", "paymentMethod", "cardHolder", "cardNo", "tax"].map(
          (name) => [name, ""],
        ),
      ),
      shippingCharge: "1",
      "lines.0.product": "",
      "lines.0.title": "Desk",
      "lines.0.quantity": "1",
      "lines.0.price": "3",
      "lines.0.discount": "",
    },
  },
  {
    path: "/invoices/INV-0001/credit",
    file: "features/invoices/credit-notes/create.tsx",
    table: tables.creditNotes,
    params: { id: "INV-0001" },
    fields: { date: "2026-02-01", reason: "Goodwill", details: "", "lines.0.line": "0", "lines.0.quantity": "1" },
  },
  {
    path: "/payments/create",
    file: "features/payments/create.tsx",
    table: tables.payments,
    fields: { kind: "payment", customer: "Dan Directory · #6", date: "2026-01-10", amount: "3" },
  },
  { path: "/support/create-ticket", file: "features/support/ask/create.tsx", table: tables.tickets, fields: ticket },
  { path: "/support/contact", file: "features/support/ask/contact.tsx", table: tables.tickets, fields: ticket },
  {
    path: "/support/faqs/manage/create",
    file: "features/support/faqs/create.tsx",
    table: tables.faqs,
    fields: { question: "Where?", answer: "Here.", topic: "Orders and returns", status: "Draft" },
  },
  {
    path: "/views/create",
    file: "features/views/create.tsx",
    table: tables.savedViews,
    fields: { path: "/users", search: "status=Active", name: "Active people", shared: "no" },
    makesOne: true,
  },
  {
    path: "/settings/company/taxes/create",
    file: "features/taxes/create.tsx",
    table: tables.taxRates,
    fields: { name: "VAT 20%", rate: "20", category: "standard" },
    makesOne: true,
  },
  {
    path: "/settings/security/tokens/create",
    file: "features/settings/security/create-token.tsx",
    table: tables.apiTokens,
    fields: { name: "Report", sales: "view", life: "30" },
  },
  {
    path: "/settings/plan-billing/cards/create",
    file: "features/billing/cards/add-card.tsx",
    table: tables.paymentMethods,
    fields: { holder: "Ada", cardNumber: "4242 4242 4242 4242", expiry: `12/${year}`, cardCvc: "123" },
    makesOne: true,
  },
  {
    path: "/team/invite",
    file: "features/team/invitations/invite.tsx",
    table: tables.invitations,
    fields: { email: "new@example.com", access: "staff", sales: "change" },
    makesOne: true,
  },
];

const modules = import.meta.glob<{ action: Act; loader: Act }>("./features/**/*.tsx");
const sources = import.meta.glob<string>("./features/**/*.{ts,tsx}", {
  query: "?raw",
  import: "default",
  eager: true,
});

const hasAction = (file: string) => /export .*\baction\b/.test(sources[`./${file}`] ?? "");

/** The forms of other resources, filled in by their fields. */
const plainForms = resources().flatMap(({ list, table, fields }): CreatingForm[] => {
  const path = `${list.path}/create`;
  const route = allRoutes.find((route) => route.path === path);
  if (!route || forms.some((form) => form.path === path) || !hasAction(route.file)) return [];
  const values = Object.entries(exampleValues(fields)).map(([name, value]) => [name, String(value)]);
  return [{ path, file: route.file, table, fields: Object.fromEntries(values) as Record<string, string> }];
});

describe.each([...forms, ...plainForms])("$path", ({ path, file, table, fields, makesOne, params = {} }) => {
  const count = () => db.$count(table);
  const send = async (key: string) => {
    const module = await modules[`./${file}`]?.();
    return run<{ form?: { key?: string; errors?: Record<string, string> } }>(
      module?.action as Act,
      await signedIn(post(path, { ...fields, key }), cast.ada),
      params,
    );
  };
  const begin = async () => {
    await addProducts({ title: "Original" });
    await addInvoice({ lines: [line({ quantity: 3 })] });
    return count();
  };

  it("makes one when its button is pressed twice", async () => {
    const before = await begin();
    const key = newFormKey();
    await send(key);
    expect(await count()).toBe(before + 1);
    await send(key);
    expect(await count()).toBe(before + 1);
  });

  it("sent again with the same entries from a page that was opened anew makes nothing without a word", async () => {
    const before = await begin();
    await send(newFormKey());
    const again = await send(newFormKey());
    expect(await count()).toBe(before + 1);
    const { errors } = again.data?.form ?? {};
    const words = errors ? Object.values(errors).join(" ") : toastOf(again).text;
    expect(words).toMatch(makesOne ? /\w/ : /a short while ago/);
    if (makesOne) {
      expect(words, "a question to which yes is no answer").not.toMatch(/only if there should be two/);
      return;
    }
    const key = again.data?.form?.key ?? (await copyKey(again.location));
    await send(key);
    expect(await count()).toBe(before + 2);
    await send(key);
    expect(await count()).toBe(before + 2);
  });
});

/** Returns the form key on the product page that a refused copy redirects to. */
async function copyKey(location: string | null): Promise<string> {
  const { loader } = await import("~/features/products/overview");
  const { data } = await run<{ copyKey: string }>(loader, await signedIn(get(location ?? ""), cast.ada), { id: "1" });
  return data.copyKey;
}

it("every module that gives a form a one-time key is tested here, or does not make anything", () => {
  const shared = {
    "features/support/ask/ask.server.ts": "the two forms that ask",
    "features/support/tickets/replies/writing.server.ts": "replies, which the tests of replies send twice",
    "features/products/products.server.ts": "copies",
    "features/products/list.tsx": "copies",
    "features/products/edit.tsx": "copies",
    "features/settings/security/security.tsx": "a password, which is set, not made",
  };
  const withKey = Object.entries(sources)
    .filter(([name, source]) => !/\.test\./.test(name) && source.includes("newFormKey("))
    .map(([name]) => name.replace("./", ""));
  const known = [...[...forms, ...plainForms].map(({ file }) => file), ...Object.keys(shared)];
  expect(withKey.filter((name) => !known.includes(name))).toEqual([]);
});
