import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseSearch } from "./parse-search";
import { distance } from "./distance";

const term = (name: string, sign: string, value: string, written = `${name}${sign}${value}`) => ({
  name,
  sign,
  value,
  written,
});

describe("a search text", () => {
  it("is split into words, phrases and terms", () => {
    expect(parseSearch('Álvarez "New  York" status:pending total>=100.50 due<today')).toEqual({
      words: ["alvarez", "new york"],
      terms: [term("status", ":", "pending"), term("total", ">=", "100.50"), term("due", "<", "today")],
      unfinished: [],
    });
  });

  it("accepts quoted values of terms in any quotation marks", () => {
    expect(parseSearch('status:"in transit" “side by side”')).toEqual({
      words: ["side by side"],
      terms: [term("status", ":", "in transit", 'status:"in transit"')],
      unfinished: [],
    });
  });

  it("treats unknown terms as words", () => {
    expect(parseSearch("https://example.com 12:30 Total=5", ({ name }) => name === "total")).toEqual({
      words: ["https://example.com", "12:30"],
      terms: [term("total", ":", "5", "Total=5")],
      unfinished: [],
    });
  });

  it.each([
    ["02 555 01 10", ["02 555 01 10"]],
    ["+32 (0)2 555 01 10 okafor", ["+32 (0)2 555 01 10", "okafor"]],
    ["555 0110 22", ["555 0110 22"]],
    ["desk 555 0110 22", ["desk", "555", "0110", "22"]],
    ["12 34", ["12", "34"]],
    ["2 x 3", ["2", "x", "3"]],
  ])("has groups of digits that are a phone number as one word: %j", (q, words) =>
    expect(parseSearch(q).words).toEqual(words),
  );

  it("has no words if it is only quotes or operators", () => {
    for (const q of ['"""', '""  "', "“”"]) expect(parseSearch(q)).toEqual({ words: [], terms: [], unfinished: [] });
    const unfinished = [
      term("total", ">", ""),
      term("total", ">=", ""),
      term("status", ":", "", 'status:""'),
      term("due", "<", "", 'due<" "'),
    ];
    expect(parseSearch('total> total>= status:"" due<" "')).toEqual({ words: [], terms: [], unfinished });
    expect(parseSearch("note: total>", ({ name }) => name === "total")).toEqual({
      words: ["note:"],
      terms: [],
      unfinished: [term("total", ">", "")],
    });
  });

  it("accepts a minus before a term, but not before a word", () => {
    expect(parseSearch("-status:banned on-time:5 -amara")).toEqual({
      words: ["on-time:5", "-amara"],
      terms: [{ ...term("status", ":", "banned", "-status:banned"), negated: true }],
      unfinished: [],
    });
  });

  it("is parsed whatever it contains, into at most ten words, none empty", () => {
    const typed = fc
      .array(fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom('"', ":", "total>", "<=", "status:", " ", "“")))
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(typed, (q) => {
        const { words, terms } = parseSearch(q);
        expect(words.length).toBeLessThanOrEqual(10);
        expect(
          [...words, ...terms.flatMap(({ name, value }) => [name, value])].filter(
            (part) => part === "" || part.includes("\0"),
          ),
        ).toEqual([]);
      }),
    );
  });

  it("is the same after its terms are written and parsed again", () => {
    const value = fc.stringMatching(/^[A-Za-z0-9.,_-]{1,12}$/);
    const written = fc.tuple(fc.stringMatching(/^[a-z]{1,10}$/), fc.constantFrom(":", ">", ">=", "<", "<="), value);
    fc.assert(
      fc.property(fc.array(written, { maxLength: 10 }), (parts) => {
        expect(parseSearch(parts.map((part) => part.join("")).join(" ")).terms).toEqual(
          parts.map(([name, sign, value]) => term(name, sign, value)),
        );
      }),
    );
  });
});

describe("the distance between two words", () => {
  it.each([
    ["alvarez", "alvarez", 0],
    ["alvarex", "alvarez", 1],
    ["alvrez", "alvarez", 1],
    ["alvaarez", "alvarez", 1],
    ["avlarez", "alvarez", 1],
    ["", "abc", 3],
    ["kitten", "sitting", 3],
  ])("the distance between two words of %s and %s is %i", (one, other, errors) => {
    expect(distance(one, other)).toBe(errors);
    expect(distance(other, one)).toBe(errors);
  });
});
