import { getTableColumns } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Listing as AnyListing, ListTable } from "./core/list/listing.server";
import { resources, scopeOf } from "./core/resource/registry.server";
import "./resources.server";

test("every kind of record is in the list: what is not has no undo, no trash and no links", () => {
  const files = import.meta.glob<Record<string, unknown>>("./**/*.server.ts", { eager: true });
  const declared = Object.values(files)
    .flatMap((file) => Object.values(file))
    .flatMap((value) => (typeof value === "object" && value !== null && "undoStates" in value ? [value] : []));
  expect(declared.length).toBeGreaterThan(0);
  const names = (all: object[]) => all.map((kind) => "entity" in kind && kind.entity).sort();
  expect(names([...new Set(declared)])).toEqual(names(resources()));
});

test("every column that the journal may show has a name for people", () => {
  const unnamed = [
    "id",
    "uid",
    "revision",
    "deletedAt",
    "access",
    "areas",
    "deactivatedAt",
    "accessEndedAt",
    "accessTakenAt",
    "waitingSince",
    "answerDueAt",
    "firstAnsweredAt",
    "lastReplyAt",
    "body",
    "internal",
  ];
  for (const { fields, table } of resources()) {
    const names = Object.keys(getTableColumns(table)).filter((name) => !unnamed.includes(name));
    expect(Object.keys(fields)).toEqual(expect.arrayContaining(names));
  }
});

test("what somebody reaches of a kind is asked for by its name, and a name that no kind has is a mistake", () => {
  const client = { id: 1, access: "client" as const, areas: {} };
  expect(scopeOf("invoices", client)).toBeDefined();
  expect(scopeOf("invoices", { ...client, access: "owner" })).toBeUndefined();
  expect(() => scopeOf("receipts", client)).toThrow("There is no kind of record called receipts.");
});

test("no filter of a list has the label of a value of another filter", () => {
  const files = import.meta.glob<Record<string, unknown>>("./features/**/*.server.ts", { eager: true });
  const lists = Object.values(files)
    .flatMap((file) => Object.values(file))
    .flatMap((value) =>
      typeof value === "object" && value !== null && "filters" in value && "sorts" in value
        ? [value as AnyListing<ListTable>]
        : [],
    );
  expect(lists.length).toBeGreaterThan(10);
  const same = lists.flatMap(({ path, filters }) => {
    const titles = Object.values(filters).flatMap((rule) =>
      "options" in rule ? rule.options.map(({ value, title = value }) => title) : [],
    );
    return Object.values(filters).flatMap(({ label }) => (titles.includes(label) ? [`${path}: ${label}`] : []));
  });
  expect(same).toEqual([]);
});
