import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csv, csvLine, unescapeFormulas, withHead } from "./export.server";

/** Parses a line of CSV (RFC 4180), independently of the code under test. */
function readLine(line: string): string[] {
  const cells: string[] = [];
  let at = 0;
  while (at < line.length) {
    if (line[at] === '"') {
      let text = "";
      at++;
      while (line[at] !== '"' || line[at + 1] === '"') text += line[at] === '"' ? line[(at += 2) - 1] : line[at++];
      cells.push(text);
      at += 2;
    } else {
      const end = line.slice(at).search(/,|\r\n/);
      cells.push(line.slice(at, at + end));
      at += end + 1;
    }
    if (line.slice(at - 1) === "\r\n" || line.slice(at) === "\n") break;
  }
  return cells;
}

describe("a line of CSV", () => {
  it("parses back into the same cells, whatever they contain", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" }), { minLength: 1 }), (cells) => {
        expect(readLine(csvLine(cells)).map(unescapeFormulas)).toEqual(cells);
      }),
    );
  });

  it("starts no formula, wherever a spreadsheet ends a cell", () => {
    const awkward = fc.constantFrom(
      "=",
      "+",
      "-",
      "@",
      "＝",
      "＋",
      "－",
      "＠",
      ";",
      ",",
      "|",
      "\t",
      "\r",
      "\n",
      "'",
      '"',
      " ",
      "a",
      "1",
    );
    fc.assert(
      fc.property(fc.array(fc.string({ unit: awkward, maxLength: 8 }), { minLength: 1, maxLength: 3 }), (cells) => {
        const line = csvLine(cells);
        expect(line).not.toMatch(/(?:^|[;,|\t\r\n])["\s]*[=@＝＠]/);
        expect(line).not.toMatch(/(?:^|[;,|\t\r\n])["\s]*[+\-＋－][^;,\t\r\n]*[(|!]/);
        expect(readLine(line).map(unescapeFormulas)).toEqual(cells);
      }),
      { numRuns: 1000 },
    );
  });

  it.each(["a;=1", "a;-cmd|'/C calc'!A0", "a,=1", "a\t=1", "a\n=1", 'a;"=1', "a; =1", "a|@SUM(A1)"])(
    "lets no formula begin within %j",
    (cell) => {
      expect(readLine(csvLine([cell]))).toEqual([cell.replace(/[;,\t\n|]/, "$&'")]);
    },
  );

  it.each([
    "+47 555 01 23",
    "+441555012",
    "Smith-Jones",
    "a = b",
    "a; b",
    "ada+news@example.com",
    "2026-11-21",
    "1,5",
    "#5",
    "Scarf, -20%",
    "All of it:\n- the sum\n- plus tax",
  ])("leaves %j as it is", (cell) => {
    expect(readLine(csvLine([cell]))).toEqual([cell]);
  });

  it("keeps a phone number with country code unless a spreadsheet would calculate it", () => {
    expect(csvLine(["+1 555 010 0144", "+1-555-010-0144", "+4/2"])).toBe("+1 555 010 0144,'+1-555-010-0144,'+4/2\r\n");
  });

  it("writes amounts with two decimals, and titles as column names", async () => {
    expect(csvLine([{ cents: 94_50 }, { cents: -5 }])).toBe("94.50,-0.05\r\n");
    const columns = { id: () => 1, lastStudied: () => null, role: withHead("Job title", () => "x") };
    const pieces: string[] = [];
    for await (const piece of csv((async function* () {})(), columns)) pieces.push(piece);
    expect(pieces).toEqual(["\uFEFFNumber,Last studied,Job title\r\n"]);
  });

  it.each(["=1+1", "+a", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "＝1+1", "＋1", "－1", "＠SUM(A1)", "'=1"])(
    "makes the formula %j plain text",
    (cell) => {
      expect(csvLine([cell]).replace(/^"/, "")).toMatch(/^'/);
    },
  );

  it.each([
    ["a,b", '"a,b"'],
    ["a\rb", '"a\rb"'],
    ["a\nb", '"a\nb"'],
    ['say "x"', '"say ""x"""'],
  ])("quotes %j", (cell, quoted) => {
    expect(csvLine([cell])).toBe(`${quoted}\r\n`);
  });

  it("keeps numbers as numbers, and writes times in ISO 8601", () => {
    expect(csvLine([-5, new Date("2026-11-21T08:00:00Z"), null])).toBe("-5,2026-11-21T08:00:00.000Z,\r\n");
  });
});
