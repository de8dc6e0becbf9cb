import { expect, it } from "vitest";
import { safeName } from "./file-name.server";

it.each([
  ["its last part is kept", "C:\\lists\\May/people.csv", "people.csv"],
  ["it is in one line", "people\n of\tMay.csv", "people of May.csv"],
  ["nothing turns it round", "people\u202Evsc.exe", "people vsc.exe"],
  ["a card keeps its last four digits", "card 4242 4242 4242 4242.csv", "card 4242.csv"],
  ["also where something else is between them", "4242?4242?4242?4242.csv", "4242.csv"],
  ["the end of a long one stays", `${"a".repeat(120)}.csv`, `${"a".repeat(95)}….csv`],
  ["what is left empty is called a file", " \u200B ", "file"],
])("of a file that somebody sent, %s", (_, name, safe) => expect(safeName(name)).toBe(safe));

it("that is left empty may be called something else", () => expect(safeName("", "users.csv")).toBe("users.csv"));
