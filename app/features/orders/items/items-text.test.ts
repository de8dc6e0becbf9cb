import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { itemsText, readItemsText } from "./items-text";

const piece = fc.constantFrom(
  ";",
  "; ",
  " @ 5",
  "@",
  '"',
  '""',
  " ",
  "\n",
  "\r",
  "#3",
  "2 × ",
  "1 x ",
  "Pen",
  "A",
  "×",
  "’",
);
const name = fc.oneof(
  fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join("")),
  fc.string({ minLength: 1, unit: "grapheme" }),
);
const items = fc.array(fc.record({ name, quantity: fc.integer({ min: 1, max: 999 }) }), { maxLength: 6 });
const asWritten = (items: { name: string; quantity: number }[]) =>
  items.map(({ name, quantity }) => ({ name, quantity: String(quantity), price: undefined }));

test("items with any name are read back unchanged, also when another one's quantity changes", () => {
  fc.assert(
    fc.property(items, fc.nat(5), (had, place) => {
      const names = had.map(({ name }) => name);
      expect(readItemsText(itemsText(had), names)).toMatchObject(asWritten(had));
      const edited = had.map((item, at) => (at === place ? { ...item, quantity: 7 } : item));
      expect(readItemsText(itemsText(edited), names)).toMatchObject(asWritten(edited));
    }),
    { numRuns: 2000 },
  );
});

describe("items typed as text", () => {
  const read = (text: string, ...had: string[]) => {
    const found = readItemsText(text, had);
    return "wrong" in found
      ? found
      : found.map(({ quantity, name, price }) => [quantity, name, ...(price ? [price] : [])]);
  };

  it("may have prices, be on separate lines, and have gaps", () => {
    expect(read("2 × Trail Backpack 28L; 1 × Gift wrapping @ 4.50")).toEqual([
      ["2", "Trail Backpack 28L"],
      ["1", "Gift wrapping", "4.50"],
    ]);
    expect(read(" ;3x Pen\n\n2 * Cap @5;; ")).toEqual([
      ["3", "Pen"],
      ["2", "Cap", "5"],
    ]);
    expect(read('1 × "Gift; wrapped" @ 4.50; 1 × 15" screen')).toEqual([
      ["1", "Gift; wrapped", "4.50"],
      ["1", '15" screen'],
    ]);
    expect(read('1 × "Big" one; 1 × "')).toEqual([
      ["1", '"Big" one'],
      ["1", '"'],
    ]);
    expect(read("")).toEqual([]);
  });

  it("need no quotes for a name that the order has", () => {
    expect(read("5 × A; B × 2; 1 × Pen @ 5; 1 × Pen @ 5 @ 4", "A; B × 2", "Pen @ 5")).toEqual([
      ["5", "A; B × 2"],
      ["1", "Pen @ 5"],
      ["1", "Pen @ 5", "4"],
    ]);
    expect(read('1 × "Big"', '"Big"')).toEqual([["1", '"Big"']]);
  });

  it("are read literally if the order has both names", () => {
    expect(read("1 × Pen @ 5", "Pen", "Pen @ 5")).toEqual([["1", "Pen", "5"]]);
  });

  it("are refused if one of them is invalid", () => {
    expect(read("1 × Pen; two caps; 3 × Cap")).toEqual({ wrong: "two caps" });
    expect(read("2 ×\n3 × Pen")).toEqual({ wrong: "2 ×" });
  });
});
