import { expect, it } from "vitest";
import "~/resources.server";
import { guessFields, sameHead } from "./guess";
import { importerFor } from "../importers.server";

const guess = (entity: string, heads: string[]) => guessFields(heads, importerFor(entity).fields);

it("takes heads for fields whatever their case, marks and spaces, by their names, labels and other words", () => {
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

it("takes a field for one column: the one that has its very name", () => {
  expect(guess("users", ["Mail", "E-mail address", "EMAIL"])).toEqual(["", "", "email"]);
});

it("finds heads that are the same but for their case, and passes over empty ones", () => {
  expect(sameHead(["Name", "", "e-mail", "", "name "])).toEqual({ head: "name", columns: [1, 5] });
  expect(sameHead(["name", "email", ""])).toBeUndefined();
});
