import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvLine, unescapeFormulas } from "~/core/list/export.server";
import { CsvError, CsvReader, separatorOf } from "./csv";
import { type AskedEncoding, textOf } from "./encoding.server";

const limits = { columns: 50, cell: 1000 };

function readAll(text: string, separator = ",", cut = text.length || 1) {
  const reader = new CsvReader(separator, limits);
  const rows = [];
  for (let from = 0; from < text.length; from += cut) rows.push(...reader.read(text.slice(from, from + cut)));
  return [...rows, ...reader.end()];
}

const cells = (text: string, separator?: string) => readAll(text, separator).map((row) => row.cells);

async function decode(bytes: Uint8Array<ArrayBuffer>, encoding: AskedEncoding = "auto") {
  let text = "";
  for await (const piece of textOf(new Blob([bytes]), encoding)) text += piece;
  return text;
}

/** Cells with every special character of CSV, and characters of every length in UTF-8. */
const cell = fc.oneof(
  fc.string({
    unit: fc.constantFrom('"', ",", ";", "\t", "\n", "=", "+", "-", "@", "＝", "'", "a", " ", "é", "€", "日", "😀"),
    maxLength: 8,
  }),
  fc.string({ unit: "binary", maxLength: 8 }).filter((text) => !/[\0\r\p{Cs}]/u.test(text)),
);
const table = fc
  .integer({ min: 2, max: 5 })
  .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }));

describe("reading CSV", () => {
  it("returns exactly what an export wrote, including formulas, in whatever pieces it arrives", () => {
    fc.assert(
      fc.property(table, fc.integer({ min: 1, max: 7 }), (rows, cut) => {
        const text = rows.map(csvLine).join("");
        expect(readAll(text, ",", cut).map((row) => row.cells.map(unescapeFormulas))).toEqual(rows);
      }),
    );
  });

  it("accepts semicolons or tabs as separators, and any line breaks", () => {
    fc.assert(
      fc.property(
        table,
        fc.constantFrom(";", "\t", ","),
        fc.constantFrom("\n", "\r", "\r\n"),
        fc.boolean(),
        fc.integer({ min: 1, max: 5 }),
        (rows, separator, lineBreak, ends, cut) => {
          const text =
            rows.map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(separator)).join(lineBreak) +
            (ends ? lineBreak : "");
          expect(readAll(text, separator, cut).map((row) => row.cells)).toEqual(rows);
        },
      ),
    );
  });

  it("knows the line on which each row begins, in whatever pieces it arrives", () => {
    const text = 'a,b\r\n"1\r\n2",3\r\n\r\n4,"5\n"\r6,7';
    for (let cut = 1; cut <= text.length; cut++)
      expect(readAll(text, ",", cut).map(({ line }) => line)).toEqual([1, 2, 5, 7]);
  });

  it("keeps a quote within a plain cell, and skips empty lines", () => {
    expect(cells('5" pipe,x\n\n\n,\n')).toEqual([
      ['5" pipe', "x"],
      ["", ""],
    ]);
    expect(cells('""\n')).toEqual([[""]]);
    expect(cells("")).toEqual([]);
  });

  it("reports invalid CSV with a message", () => {
    expect(() => cells('a,b\n"open,c\nd,e')).toThrow(
      new CsvError("The quote that opens on line 2 is never closed. Close it, or take it out."),
    );
    expect(() => cells('a\n"b"c')).toThrow(/^Line 2 goes on after a quote that closes/);
    expect(() => cells(",".repeat(1_000_000))).toThrow(
      "Line 1 has more than 50 columns. Take out those that are not needed.",
    );
    expect(() => cells(`a\n${"x".repeat(1001)}`)).toThrow(/^A cell on line 2 has more than 1,000 characters/);
  });

  it("detects the separator from the first line", () => {
    expect([
      separatorOf("a,b;c,d\n;;;;"),
      separatorOf('"a,b,c";d'),
      separatorOf("a\tb"),
      separatorOf("a|b;c|d"),
      separatorOf("a|b,c"),
      separatorOf("alone"),
      separatorOf(""),
    ]).toEqual([",", ";", "\t", "|", ",", ",", ","]);
  });
});

describe("the encoding of a file", () => {
  const bytes = (text: string, encoding: "utf8" | "utf16le") => new Uint8Array(Buffer.from(text, encoding));
  const bigEndian = (text: string) => new Uint8Array(Buffer.from(text, "utf16le").swap16());
  const sound = fc
    .string({ unit: "grapheme", maxLength: 40 })
    .filter((text) => !text.includes("\0") && !text.startsWith("\uFEFF"));

  it("can be UTF-8 with and without a byte order mark, and UTF-16 in either byte order", async () => {
    await fc.assert(
      fc.asyncProperty(sound, async (text) => {
        for (const written of [
          bytes(text, "utf8"),
          bytes("\uFEFF" + text, "utf8"),
          bytes("\uFEFF" + text, "utf16le"),
          bigEndian("\uFEFF" + text),
        ])
          expect(await decode(written)).toBe(text);
      }),
    );
  });

  it("is handled correctly where characters are split between pieces", async () => {
    const text = "ab日本語😀é\n".repeat(30_000);
    expect(await decode(bytes(text, "utf8"))).toBe(text);
    expect(await decode(bytes("\uFEFF" + text, "utf16le"))).toBe(text);
  });

  it("is Windows-1252 only if the user says so", async () => {
    const latin = new Uint8Array([...Buffer.from("name\nRen"), 0xe9, 0x80]);
    expect(await decode(latin, "windows-1252")).toBe("name\nRené€");
    await expect(decode(latin)).rejects.toThrow(/^Line 2 is not UTF-8\. Older spreadsheets save files as Windows-1252/);
  });

  it("is reported with the first line that is not UTF-8, also far into a file", async () => {
    const before = Buffer.from("name,é\n".repeat(40_000));
    await expect(
      decode(new Uint8Array(Buffer.concat([before, Buffer.from([0x41, 0xff, 0x0a, 0x42])]))),
    ).rejects.toThrow(/^Line 40,001 is not UTF-8/);
    await expect(decode(new Uint8Array([0x41, 0xe9]))).rejects.toThrow(/^Line 1 is not UTF-8/);
  });

  it("is refused with NUL characters, as a spreadsheet, and as half of a UTF-16 character", async () => {
    await expect(decode(bytes("a\nb", "utf16le"))).rejects.toThrow(/^Line 1 holds a NUL character/);
    await expect(decode(bytes("a\nb\0", "utf8"))).rejects.toThrow(/^Line 2 holds a NUL character/);
    await expect(decode(new Uint8Array([0x50, 0x4b, 3, 4, 0]))).rejects.toThrow(/^This is a ZIP archive/);
    await expect(decode(new Uint8Array([0xff, 0xfe, 0x41]))).rejects.toThrow(/^This file is not whole UTF-16/);
  });
});
