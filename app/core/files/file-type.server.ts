/** Detects file types by content, for pictures and attachments alike; names are ignored. */
import { isUtf8 } from "node:buffer";

export interface FileType {
  /** Media type to serve it with; a generic one for everything that browsers might execute. */
  type: string;
  /** Display name, such as "a PDF document". */
  name: string;
  /** Pictures are displayed; everything else is only downloaded. */
  isPicture?: true;
  isText?: true;
}

const bytesOnly = "application/octet-stream";
const office = "application/vnd.openxmlformats-officedocument";

/** Magic bytes of files, as Latin-1. */
const magicBytes: [beginning: RegExp, type: FileType][] = [
  [/^\x89PNG\r\n\x1a\n/, { type: "image/png", name: "a PNG picture", isPicture: true }],
  [/^\xff\xd8\xff/, { type: "image/jpeg", name: "a JPEG picture", isPicture: true }],
  [/^GIF8[79]a/, { type: "image/gif", name: "a GIF picture", isPicture: true }],
  [/^RIFF[^]{4}WEBP/, { type: "image/webp", name: "a WebP picture", isPicture: true }],
  [/^[^]{4}ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)/, { type: bytesOnly, name: "a HEIC picture" }],
  [/^[^]{4}ftypavi[fs]/, { type: bytesOnly, name: "an AVIF picture" }],
  [/^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/, { type: bytesOnly, name: "a document of an older Office" }],
  [/^\{\\rtf/, { type: "application/rtf", name: "an RTF document" }],
];

/** Maximum offset of a PDF's marker, in bytes: some software writes something before it. */
const pdfMarkWithin = 1024;

/** Entries that identify an archive's type. */
const archives: [name: string, type: FileType][] = [
  ["word/document", { type: `${office}.wordprocessingml.document`, name: "a Word document" }],
  ["xl/workbook", { type: `${office}.spreadsheetml.sheet`, name: "an Excel workbook" }],
  ["ppt/presentation", { type: `${office}.presentationml.presentation`, name: "a PowerPoint presentation" }],
];
const openDocument = /^mimetype(application\/vnd\.oasis\.opendocument\.[a-z-]+)/;

/** Returns the type of a file; undefined if it is unknown. */
export function fileTypeOf(bytes: Buffer): FileType | undefined {
  const head = bytes.toString("latin1", 0, pdfMarkWithin);
  if (/%PDF-\d/.test(head)) return { type: "application/pdf", name: "a PDF document" };
  if (/^PK(?:\x03\x04|\x05\x06)/.test(head)) return archiveTypeOf(bytes);
  const known = magicBytes.find(([beginning]) => beginning.test(head));
  if (known) return known[1];
  return isText(bytes) ? { type: "text/plain", name: "text", isText: true } : undefined;
}

function archiveTypeOf(bytes: Buffer): FileType {
  // The name and content of the first file follow a 30-byte header.
  const type = openDocument.exec(bytes.toString("latin1", 30, 128))?.[1];
  if (type) return { type, name: "an OpenDocument file" };
  const known = bytes.includes("[Content_Types].xml") && archives.find(([name]) => bytes.includes(name));
  return known ? known[1] : { type: "application/zip", name: "a ZIP file" };
}

/**
 * Control characters that do not occur in text: all but tabs, line and page breaks, and the escape of coloured logs.
 */
const noText = /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f]/;

/** Whether bytes are text in UTF-8, UTF-16 or a single-byte encoding. */
function isText(bytes: Buffer): boolean {
  const encoding = utf16Of(bytes);
  if (encoding) return !noText.test(new TextDecoder(encoding).decode(bytes));
  return !noText.test(bytes.toString(isUtf8(bytes) ? "utf8" : "latin1"));
}

/** Detects UTF-16 and its byte order, by the byte order mark or by zeros in every other byte. */
function utf16Of(bytes: Buffer): "utf-16le" | "utf-16be" | undefined {
  if (bytes.length < 2 || bytes.length % 2 === 1) return undefined;
  const mark = bytes.readUInt16BE(0);
  if (mark === 0xfffe) return "utf-16le";
  if (mark === 0xfeff) return "utf-16be";
  const zeros = [0, 0];
  for (let at = 0; at < Math.min(bytes.length, 4096); at++) if (bytes[at] === 0) zeros[at % 2]!++;
  const [even = 0, odd = 0] = zeros;
  const many = Math.min(bytes.length, 4096) / 4;
  if (odd > many && even === 0) return "utf-16le";
  return even > many && odd === 0 ? "utf-16be" : undefined;
}
