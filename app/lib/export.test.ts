import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvLine } from "./export.server";

/** Reads a line of CSV as RFC 4180 says, written apart from the code under test. */
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
  it("gives back every cell, whatever is in it", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" }), { minLength: 1 }), (cells) => {
        const expected = cells.map((cell) => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell));
        expect(readLine(csvLine(cells))).toEqual(expected);
      }),
    );
  });

  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])("makes the formula %j plain text", (cell) => {
    expect(csvLine([cell]).replace(/^"/, "")).toMatch(/^'/);
  });

  it.each([["a,b", '"a,b"'], ["a\rb", '"a\rb"'], ["a\nb", '"a\nb"'], ['say "x"', '"say ""x"""']])("quotes %j", (cell, quoted) => {
    expect(csvLine([cell])).toBe(`${quoted}\r\n`);
  });

  it("leaves numbers numbers, and writes times as ISO 8601", () => {
    expect(csvLine([-5, new Date("2026-11-21T08:00:00Z"), null])).toBe("-5,2026-11-21T08:00:00.000Z,\r\n");
  });
});
