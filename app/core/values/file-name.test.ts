import { expect, it } from "vitest";
import { safeName } from "./file-name.server";

it.each([
  ["only the part after the last slash stays", "C:\\lists\\May/people.csv", "people.csv"],
  ["line breaks become spaces", "people\n of\tMay.csv", "people of May.csv"],
  ["direction marks become spaces", "people\u202Evsc.exe", "people vsc.exe"],
  ["a card number is masked", "card 4242 4242 4242 4242.csv", "card 4242.csv"],
  ["a card number with question marks is masked", "4242?4242?4242?4242.csv", "4242.csv"],
  ["a long name keeps its end", `${"a".repeat(120)}.csv`, `${"a".repeat(95)}….csv`],
  ["an empty name becomes “file”", " \u200B ", "file"],
])("in the name of an uploaded file, %s", (_, name, safe) => expect(safeName(name)).toBe(safe));

it("an empty file name is replaced by the given one", () => expect(safeName("", "users.csv")).toBe("users.csv"));
