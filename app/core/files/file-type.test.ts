import sharp from "sharp";
import { expect, it } from "vitest";
import { fileTypeOf } from "./file-type.server";

const latin1 = (text: string) => Buffer.from(text, "latin1");
const utf16 = (text: string) => Buffer.from(text, "utf16le");
/** Returns the beginning of an archive whose first file has this name and content. */
const archive = (name: string, content = "", more = "") =>
  Buffer.concat([latin1("PK\x03\x04"), Buffer.alloc(26), latin1(name + content), latin1(more)]);
const office = "application/vnd.openxmlformats-officedocument";

it.each([
  ["a table in Windows-1252", latin1("Name;Stra\xdfe\r\nM\xfcller;Hauptstra\xdfe 1\r\n"), "text/plain"],
  [
    "a note in UTF-16 with its mark",
    Buffer.concat([latin1("\xff\xfe"), utf16("Fehler: Gerät lädt nicht\r\n")]),
    "text/plain",
  ],
  ["a note in UTF-16 without a mark", utf16("Fehler: Gerät lädt nicht\r\n"), "text/plain"],
  ["a log", latin1("2026-11-29 error\n"), "text/plain"],
  ["a log with colours", latin1("\x1b[31merror\x1b[0m\n"), "text/plain"],
  ["a mail", latin1("From: a@b.example\r\nSubject: Hi\r\n\r\nHi"), "text/plain"],
  ["a PDF behind an empty line", latin1("\r\n%PDF-1.4\n1 0 obj<<>>\x00"), "application/pdf"],
  ["a HEIC picture", latin1("\0\0\0\x18ftypheic\0\0\0\0mif1heic"), "application/octet-stream"],
  ["a ZIP file", archive("notes.txt", "hello"), "application/zip"],
  ["an empty ZIP file", latin1("PK\x05\x06" + "\0".repeat(18)), "application/zip"],
  ["a Word document", archive("[Content_Types].xml", "\0", "word/document.xml"), `${office}.wordprocessingml.document`],
  ["an Excel workbook", archive("[Content_Types].xml", "\0", "xl/workbook.xml"), `${office}.spreadsheetml.sheet`],
  [
    "an OpenDocument text",
    archive("mimetype", "application/vnd.oasis.opendocument.text"),
    "application/vnd.oasis.opendocument.text",
  ],
  ["an older Office document", latin1("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0"), "application/octet-stream"],
  ["an RTF document", latin1("{\\rtf1\\ansi}"), "application/rtf"],
])("%s is recognised by its bytes", (_, bytes, type) => expect(fileTypeOf(bytes)?.type).toBe(type));

it.each(["png", "jpeg", "gif", "webp"] as const)("a %s picture is recognised by its bytes", async (format) => {
  const bytes = await sharp({ create: { width: 2, height: 2, channels: 3, background: "red" } })
    .toFormat(format)
    .toBuffer();
  expect(fileTypeOf(bytes)).toMatchObject({ type: `image/${format}`, isPicture: true });
});

it.each([
  ["a program", latin1("MZ\x90\x00\x03")],
  ["text with a NUL", latin1("hi\0")],
  ["a film", latin1("\0\0\0\x18ftypisom\0\0\0\0")],
])("%s is not a known type", (_, bytes) => expect(fileTypeOf(bytes)).toBeUndefined());
