import fc from "fast-check";
import { expect, it } from "vitest";
import { fold } from "./fold";

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
