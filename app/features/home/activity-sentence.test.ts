import { expect, test } from "vitest";
import { changedLabels, type Labelled } from "~/core/fields/fields";
import type { Entry } from "~/core/audit/entries.server";
import { productFields } from "~/features/products/fields";
import { invoiceFields } from "~/features/invoices/fields";
import { orderFields } from "~/features/orders/fields";
import { replyFields } from "~/features/support/tickets/replies/fields";
import { ticketFields } from "~/features/support/tickets/fields";
import { actsOf } from "./activity.server";
import { nounOf, describeEntry } from "./activity-sentence";

const known: Partial<Record<string, Labelled>> = {
  tickets: ticketFields,
  products: productFields,
  replies: replyFields,
  invoices: invoiceFields,
};

const entry: Entry = {
  id: 1,
  batch: "b",
  at: new Date("2026-11-20T09:00:00Z"),
  byId: 1,
  byName: "Mara Ellison",
  entity: "tickets",
  recordId: "13",
  label: "Ticket #13",
  action: "changed",
  before: {},
  after: {},
  note: null,
  revision: null,
  undoes: null,
  undo: "none",
  fields: {},
};

/** The sentence of one audit log entry, as plain text. */
function line(values: Partial<Entry>, records = 1, isCut = false) {
  const made = { ...entry, ...values };
  const told = describeEntry({ ...made, fields: changedLabels(known[made.entity], made) }, { records, isCut });
  return `${told.by} ${told.verb} ${told.what}${told.rest}`;
}

const people = { 3: "Amara Okafor" };

test.each<[string, Partial<Entry>]>([
  ["assigned ticket #13 to Amara Okafor", { before: { assigneeId: null }, after: { assigneeId: 3 }, people }],
  ["assigned ticket #13 to somebody who is gone", { before: { assigneeId: null }, after: { assigneeId: 4 }, people }],
  ["took on ticket #13", { before: { assigneeId: 3 }, after: { assigneeId: 1 } }],
  ["let go of ticket #13", { before: { assigneeId: 1 }, after: { assigneeId: null } }],
  ["marked ticket #13 as solved", { before: { status: "Open" }, after: { status: "Solved" } }],
  [
    "marked ticket #13 as complete",
    { before: { status: "pending", createdAt: null }, after: { status: "complete", createdAt: 1 } },
  ],
  [
    "changed the status and priority of ticket #13",
    { before: { status: "Open", priority: "Low" }, after: { status: "Solved", priority: "High" } },
  ],
  ["opened ticket #13", { action: "created", before: null }],
  ["wrote on ticket #13", { action: "created", entity: "replies", label: "Message on ticket #13" }],
  ["received order #5", { action: "created", entity: "orders", label: "Order #5" }],
  ["moved Order #5 shirt to the trash", { action: "deleted", entity: "products", label: "Order #5 shirt" }],
  ["restored Pen", { action: "restored", entity: "products", label: "Pen" }],
  ["changed the price of Pen", { entity: "products", label: "Pen", before: { price: 1 }, after: { price: 2 } }],
  [
    "moved a message to ticket #7",
    { entity: "replies", label: "Message on ticket #7", before: { ticketId: 13 }, after: { ticketId: 7 } },
  ],
  [
    "changed the due date of INV-0012",
    { entity: "invoices", label: "INV-0012", before: { dueDate: "2026-11-01" }, after: { dueDate: "2026-11-02" } },
  ],
  ["took back a change to ticket #13", { undoes: "a", before: { status: "Open" }, after: { status: "Solved" } }],
  ["signed in ", { action: "security", entity: "users", label: "Mara Ellison", note: "signed in" }],
])("is described in plain words: %s", (expected, values) => {
  expect(line(values)).toBe(`Mara Ellison ${expected}`);
  expect(line(values)).not.toMatch(/\(empty\)|null|undefined|→/);
});

test("an act on many records names the first and counts the others", () => {
  const status = { before: { status: "Open" }, after: { status: "Closed" } };
  expect(line(status, 5)).toBe("Mara Ellison marked ticket #13 and 4 more as closed");
  expect(line(status, 120, true)).toBe("Mara Ellison marked ticket #13 and at least 119 more as closed");
});

test("entries of one act are combined: a batch, and one user's changes of one record within a minute", () => {
  const head = (id: number, values: Partial<Entry>, seconds = 0) => ({
    ...entry,
    id,
    batch: `${id}`,
    ...values,
    at: new Date(Date.UTC(2026, 10, 20, 9, 0, -seconds)),
  });
  const acts = actsOf([
    head(9, { label: "Message on ticket #13", entity: "replies" }),
    head(8, {}, 30),
    head(7, { byName: "Kwame Mensah" }, 31),
    head(6, {}, 300),
    head(5, { batch: "many", label: "Order #2" }, 400),
    head(4, { batch: "many", label: "Order #1" }, 400),
  ]);
  expect(acts.map((act) => act.map(({ id }) => id))).toEqual([[9, 8], [7], [6], [5, 4]]);
});

test("a change of any field of an order, invoice, product or ticket is described with a noun", () => {
  const columns = [orderFields, invoiceFields, productFields, ticketFields].flatMap((fields) =>
    Object.entries(fields).filter(([, field]) => !("readOnly" in field && field.readOnly)),
  );
  const odd = columns
    .map(([column, { label }]) => nounOf(column, label))
    .filter((noun) =>
      /^(placed|delivered|issued|due$|sent|completed|created|opened|updated|on |by |in )|\b(to|by)$/.test(noun),
    );
  expect(odd).toEqual([]);
});
