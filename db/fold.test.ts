import fc from "fast-check";
import { expect, it } from "vitest";
import { naturalKey, fold } from "./fold";

it.each([
  ["Mateo Álvarez", "mateo alvarez"],
  ["ÅSE", "ase"],
  ["Ünïcode", "unicode"],
  ["e\u0301", "e"],
  ["İstanbul", "istanbul"],
  ["مُحَمَّد", "محمد"],
  ["O’Connor", "o'connor"],
  ["", ""],
])("folds %j to %j", (text, folded) => expect(fold(text)).toBe(folded));

it("leaves nothing as nothing", () => expect(fold(null)).toBeNull());

it("folded twice is folded once, however the letters are composed", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(fold(fold(text))).toBe(fold(text));
      expect(fold(text.normalize("NFD"))).toBe(fold(text.normalize("NFC")));
    }),
  );
});

it("sorts names in natural order", () => {
  const inOrder = [
    "",
    "Bolt",
    "Bolt 9 mm",
    "bolt 10 mm",
    "Item 0",
    "item 1",
    "ITEM 002",
    "Item 2b",
    "Ítem 10",
    "item 100",
  ];
  const inNaturalOrder = (one: string, other: string) => (naturalKey(one) < naturalKey(other) ? -1 : 1);
  expect(inOrder.toReversed().sort(inNaturalOrder)).toEqual(inOrder);
  expect(naturalKey("9".repeat(50)) < naturalKey("1" + "0".repeat(50))).toBe(true);
});
