import { createRemixStub } from "@remix-run/testing";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { changedLabels, type Labelled } from "~/core/fields/fields";
import { accountFields } from "~/features/users/account-fields";
import { userFields } from "~/features/users/fields";
import { orderFields } from "~/features/orders/fields";
import { ticketFields } from "~/features/support/tickets/fields";
import { History } from "./history";
import type { Entry } from "~/core/audit/entries.server";

afterEach(cleanup);

const entry: Entry = {
  id: 1,
  batch: "b",
  at: new Date("2026-11-20T09:00:00Z"),
  byId: 1,
  byName: "Ada Active",
  entity: "users",
  recordId: "6",
  label: "Dan",
  action: "changed",
  before: { status: "Active" },
  after: { status: "Banned" },
  note: null,
  revision: null,
  undoes: null,
  undo: "none",
  fields: {},
};

const known: Partial<Record<string, Labelled>> = {
  users: { ...userFields, ...accountFields },
  orders: orderFields,
  tickets: ticketFields,
};

function show(...entries: Partial<Entry>[]) {
  const rows = entries
    .map((values, id) => ({ ...entry, id, ...values }))
    .map((row) => ({ ...row, fields: changedLabels(known[row.entity], row) }));
  const Page = createRemixStub([{ path: "/", Component: () => <History entries={rows} /> }]);
  render(<Page />);
  return screen.getAllByRole("listitem").map((item) => item.textContent?.replace(/ 20 Nov 2026/, ""));
}

test("each entry is described with the words of its own resource", () => {
  const told = show({}, { entity: "orders", before: { totalAmount: 1000 }, after: { totalAmount: 124_000 } });
  expect(told.join()).toContain("Status: Active → Banned");
  expect(told.join()).toContain("Total: $10.00 → $1,240.00");
});

test("people are shown once by name, and nobody by id", () => {
  const told = show(
    { entity: "tickets", before: { assigneeId: null }, after: { assigneeId: 3 }, people: { 3: "Amara Okafor" } },
    { entity: "tickets", before: { assigneeId: 4 }, after: { assigneeId: null } },
    {
      entity: "orders",
      before: { customerId: 1, customerName: "Ada Active" },
      after: { customerId: 2, customerName: "Ben Active" },
      people: { 1: "Ada Active", 2: "Ben Active" },
    },
  );
  expect(told.join()).toContain("Assigned to: Amara Okafor");
  expect(told.join()).toContain("Assigned to: somebody who is gone → nobody");
  expect(told.filter((text) => text === "Customer: Ada Active → Ben Active")).toHaveLength(1);
});

test("the reason is shown below the change, whatever it was", () => {
  const told = show(
    { note: "Parcel came back" },
    { action: "deleted", before: { deletedAt: null }, after: { deletedAt: 1 }, note: "Sent twice" },
  );
  expect(told.join()).toContain("Status: Active → Banned“Parcel came back”");
  expect(told.join()).toMatch(/deleted this“Sent twice”/);
});

test("a security act is described only once", () => {
  expect(show({ action: "security", before: null, after: null, note: "changed the password" })).toEqual([
    "Ada Active changed the password",
  ]);
});
