import { createRemixStub } from "@remix-run/testing";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { email, fields, moment, text } from "~/core/fields/fields";
import { RecordPage } from "./record-page";

afterEach(cleanup);

const supplierFields = fields({
  name: text({ label: "Name", max: 100, required: "Enter a name" }),
  email: email({ label: "E-mail", mayBeEmpty: true }),
  createdAt: moment({ label: "Created", readOnly: true }),
});
const record = { id: 1, revision: 2, deletedAt: null, name: "Fjord AS", email: "post@fjord.example" };
const page = {
  noun: { one: "supplier", many: "suppliers" },
  entity: "suppliers",
  list: { href: "/suppliers", title: "Suppliers" },
  path: "/suppliers/1",
  name: "Fjord AS",
  goes: undefined,
  history: [],
  mayChange: true,
};

function show(props: Partial<Parameters<typeof RecordPage>[0]>) {
  const Component = () => <RecordPage fields={supplierFields} record={record} page={page} {...props} />;
  const Page = createRemixStub([{ path: "/", Component }]);
  const { container } = render(<Page />);
  return [...container.querySelectorAll("input:not([type=hidden]), textarea, select")].map((input) => [
    input.getAttribute("name"),
    (input as HTMLInputElement).value,
  ]);
}

test("the page of a record has an input for each field that users edit, and a menu to delete it", () => {
  expect(show({})).toEqual([
    ["name", "Fjord AS"],
    ["email", "post@fjord.example"],
  ]);
  expect(screen.getByRole("button", { name: "More actions for Fjord AS" })).toBeTruthy();
});

test("the page of a record shows its values without any input to readers who may not change it", () => {
  expect(show({ page: { ...page, mayChange: false } })).toEqual([]);
  expect(screen.getByText("post@fjord.example")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "More actions for Fjord AS" })).toBeNull();
});

test("the page of a record in the trash says when it goes, and lets only who may change it restore it", () => {
  const deleted = { ...record, deletedAt: new Date() };
  expect(show({ record: deleted, page: { ...page, goes: "in 30 days" } })).toEqual([]);
  expect(screen.getByText(/removed for good in 30 days/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Restore" })).toBeTruthy();
  cleanup();
  show({ record: deleted, page: { ...page, goes: "in 30 days", mayChange: false } });
  expect(screen.queryByRole("button", { name: "Restore" })).toBeNull();
});
