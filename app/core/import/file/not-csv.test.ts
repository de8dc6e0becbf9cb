import { describe, expect, it } from "vitest";
import { notCsvMessage } from "./not-csv.server";

const said = (...bytes: (string | number[])[]) =>
  notCsvMessage(new Blob(bytes.map((part) => (typeof part === "string" ? part : new Uint8Array(part)))));
const zip = [0x50, 0x4b, 3, 4];

describe("a file that is not text", () => {
  it("is refused with its format and what to do", async () => {
    expect(await said(zip, "[Content_Types].xml", "\0".repeat(200_000), "xl/workbook.xml")).toBe(
      "This is an Excel workbook, not a CSV file. Open it and save it as “CSV UTF-8”.",
    );
    expect(await said(zip, "mimetypeapplication/vnd.oasis.opendocument.spreadsheet")).toContain(
      "an OpenDocument spreadsheet",
    );
    expect(await said(zip, "people.csv")).toBe(
      "This is a ZIP archive, not a CSV file. Take the CSV file out of it, and choose that.",
    );
    expect(await said([0x89], "PNG\r\n")).toBe("This is a picture (PNG), not a CSV file. Choose a CSV file.");
    expect(await said([0xff, 0xd8, 0xff, 0xe0])).toContain("JPEG");
    expect(await said([0xd0, 0xcf, 0x11, 0xe0])).toContain("(.xls)");
    expect(await said("%PDF-1.7")).toContain("a PDF document");
    expect(await said("GIF89a")).toContain("GIF");
    expect(await said("Rar!", [0x1a, 7])).toContain("a RAR archive");
    for (const kind of ["WAVE", "WEBP", "AVI "])
      expect(await said("RIFF", [0x24, 0, 0x0a, 0], kind)).toContain("a picture or a recording");
    expect(await said("<HTML><table>")).toContain("a web page");
    for (const page of ["\n<!DOCTYPE html><table>", "\uFEFF<html>", "<table border=1>"])
      expect(await said(page)).toContain("a web page");
    expect(await said('<?xml version="1.0"?>')).toContain("an XML document");
    expect(await said("{\\rtf1\\ansi")).toBe(
      "This is an RTF document, not a CSV file. Copy its table into a spreadsheet, and save that as “CSV UTF-8”.",
    );
    for (const json of ['{"id": 1}', '[\r\n  {"id": 1}', '\uFEFF[["id"]]', '["id"]', "[]", "{}"])
      expect([json, await said(json)]).toEqual([
        json,
        "This is a JSON file, not a CSV file. Export its rows as CSV where it was made.",
      ]);
  });

  it("is not suspected in what may be CSV", async () => {
    for (const text of [
      "name,email\nPK,gif\n",
      "PKW;Halter\n",
      "PK\n1\n",
      "Rare,words\n",
      "Riff,player\n",
      "RIFF,player,tempo\n",
      "rar!,x\n",
      "gif8,x\n",
      "%pdf,x\n",
      "html,body\n",
      "[id],{name}\n",
      "{id},x\n",
      "<b>,x\n",
      "<tablet>,x\n",
      "",
      "\uFEFFid\n",
    ])
      expect(await said(text), text).toBeUndefined();
    expect(await said([0xff, 0xfe, 0x6e, 0])).toBeUndefined();
  });
});
