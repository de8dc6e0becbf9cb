import { expect, test } from "vitest";
import { commands, firstGroups } from "./entries";
import { noGuess, rank } from "./rank";

const found = (typed: string) => rank(typed, commands, 5).map(({ title }) => title);
const first = (typed: string) => found(typed)[0];

test("an empty palette has the two groups of the specification", () => {
  expect(firstGroups.map(({ title, entries }) => [title, entries.map((entry) => entry.title)])).toEqual([
    ["Suggestions", ["Calendar", "Search Emoji", "Calculator"]],
    ["Settings", ["Profile", "Billing", "Settings"]],
  ]);
});

test("no two entries have the same target or the same name", () => {
  expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length);
  const names = commands.map(({ title, detail }) => `${title} ${detail}`);
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
});

test.each([
  ["user", "Users"],
  ["users", "Users"],
  ["invoices", "Invoices"],
  ["create invoice", "Create invoice"],
  ["invoice create", "Create invoice"],
  ["new inv", "Create invoice"],
  ["ci", "Create invoice"],
  ["crinv", "Create invoice"],
  ["dark", "Toggle theme"],
  ["log out", "Log out"],
  ["sign out", "Log out"],
  ["set", "Settings"],
  ["plan", "Billing"],
  ["sales", "Sales"],
  ["faq", "FAQs"],
  ["2fa", "Two Factor Authentication"],
  ["two factor", "Two Factor Authentication"],
  ["trash invoices", "Trash of invoices"],
  ["calender", "Calendar"],
  ["setings", "Settings"],
  ["prodcuts", "Products"],
  ["SÉTTINGS", "Settings"],
  ["create order", "Import orders"],
  ["new order", "Import orders"],
  ["new user", "Create user"],
  ["add person", "Create user"],
  ["import", "Import users"],
  ["import products", "Import products"],
  ["upload csv", "Import users"],
  ["logout", "Log out"],
  ["signout", "Log out"],
  ["dark mode", "Toggle theme"],
  ["invite", "Invite a colleague"],
  ["add colleague", "Invite a colleague"],
  ["new faq", "Create FAQ"],
  ["create canned reply", "Create canned reply"],
  ["change password", "Security"],
  ["export my data", "Account Deactivation"],
  ["create token", "Create API token"],
])("%s finds %s first", (typed, title) => expect(first(typed)).toBe(title));

test.each(["vat", "count", "port"])(
  "%s in the middle of a word is only a guess, shown if no record matches",
  (typed) => {
    const inMiddle = rank(typed, commands, 9, noGuess).filter(({ title, detail = "", words = "" }) =>
      `${title} ${detail} ${words}`.split(" ").every((word) => !word.toLowerCase().startsWith(typed)),
    );
    expect(inMiddle).toEqual([]);
  },
);

test("every word must match, and an empty search finds nothing", () => {
  expect(found("create zebra")).toEqual([]);
  expect(found("")).toEqual([]);
  expect(found(" -- ")).toEqual([]);
  expect(found("zzz")).toEqual([]);
});

test("no more entries are returned than requested", () => {
  expect(rank("create", commands, 2)).toHaveLength(2);
});
