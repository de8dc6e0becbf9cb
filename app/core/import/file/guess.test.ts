import { expect, it } from "vitest";
import "~/resources.server";
import { guessFields, sameHead } from "./guess";
import { importerFor } from "../importers.server";

const guess = (entity: string, heads: string[]) => guessFields(heads, importerFor(entity).fields);

it("matches headers to fields in any case, with marks and spaces, by name, label and synonyms", () => {
  expect(guess("users", ["ID", "Full Name", "E_Mail", " rolé ", "Tel.", "Shoe size", ""])).toEqual([
    "id",
    "name",
    "email",
    "role",
    "phone",
    "",
    "",
  ]);
  expect(guess("orders", ["Order", "Customer name", "shipping", "Shipping charge", "VAT"])).toEqual([
    "id",
    "customer",
    "shipping",
    "shippingCharge",
    "tax",
  ]);
});

it("the guess uses one column for a field: the one with its exact name", () => {
  expect(guess("users", ["Mail", "E-mail address", "EMAIL"])).toEqual(["", "", "email"]);
});

it("the guess finds headers that differ only in case, and skips empty ones", () => {
  expect(sameHead(["Name", "", "e-mail", "", "name "])).toEqual({ head: "name", columns: [1, 5] });
  expect(sameHead(["name", "email", ""])).toBeUndefined();
});
