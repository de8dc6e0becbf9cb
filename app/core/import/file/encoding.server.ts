/** Decodes files in the usual encodings, and reports the line that cannot be decoded. */
import { isUtf8 } from "node:buffer";
import { formatNumber } from "~/core/values/noun";
import { CsvError } from "./csv";
import { notCsvMessage } from "./not-csv.server";

/** Encodings to choose from. */
export const encodings = [
  { id: 1, value: "auto", title: "UTF-8 or UTF-16 (told from the file)" },
  { id: 2, value: "windows-1252", title: "Windows-1252 (Western European, as older spreadsheets save it)" },
] as const;

export type AskedEncoding = (typeof encodings)[number]["value"];

const marks = [
  { encoding: "UTF-8", bytes: [0xef, 0xbb, 0xbf] },
  { encoding: "UTF-16", label: "utf-16le", bytes: [0xff, 0xfe] },
  { encoding: "UTF-16", label: "utf-16be", bytes: [0xfe, 0xff] },
];

/** Returns the encoding for display: detected by the byte order mark, unless it was chosen. */
export function encodingOf(start: Uint8Array, asked: AskedEncoding): string {
  if (asked !== "auto") return "Windows-1252";
  return markOf(start)?.encoding ?? "UTF-8";
}

const markOf = (start: Uint8Array) => marks.find(({ bytes }) => bytes.every((byte, at) => start[at] === byte));

/**
 * Yields the file's text in chunks, without the byte order mark. Throws a `CsvError` that names the first line that
 * cannot be decoded.
 */
export async function* textOf(file: Blob, asked: AskedEncoding): AsyncGenerator<string> {
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  const other = await notCsvMessage(file);
  if (other) throw new CsvError(other);
  const label = asked === "auto" ? (markOf(start)?.label ?? "utf-8") : asked;
  const pieces = label === "utf-8" ? utf8(file) : decoded(file, label);
  let lines = 1;
  for await (const text of pieces) {
    const nul = text.indexOf("\0");
    if (nul >= 0)
      throw new CsvError(
        `Line ${formatNumber(lines + countLines(text.slice(0, nul)))} holds a NUL character, so this is no text, or UTF-16 that does not say so. Save it as “CSV UTF-8” and choose it again.`,
      );
    lines += countLines(text);
    yield text;
  }
}

const countLines = (text: string) => text.split("\n").length - 1;

async function* decoded(file: Blob, label: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(label, { fatal: true });
  let lines = 1;
  const decode = (bytes?: Uint8Array) => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch {
      throw new CsvError(
        `This file is not whole UTF-16: what follows line ${formatNumber(lines)} cannot be read. Save it as “CSV UTF-8” and choose it again.`,
      );
    }
  };
  for await (const bytes of chunks(file)) {
    const text = decode(bytes);
    lines += countLines(text);
    yield text;
  }
  yield decode();
}

/** Splits after single-byte characters, so that no character is cut in two. */
async function* utf8(file: Blob): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let lines = 1;
  let isFirst = true;
  for await (const bytes of wholeCharacters(file)) {
    if (!isUtf8(bytes)) throw new CsvError(notUtf8(lines + badLine(bytes)));
    const text = decoder.decode(bytes);
    lines += countLines(text);
    yield isFirst && text.startsWith("\uFEFF") ? text.slice(1) : text;
    isFirst = false;
  }
}

async function* wholeCharacters(file: Blob): AsyncGenerator<Uint8Array> {
  let rest = Buffer.alloc(0);
  for await (const bytes of chunks(file)) {
    rest = Buffer.concat([rest, bytes]);
    let end = rest.length;
    while (end > 0 && (rest[end - 1] ?? 0) >= 0x80) end--;
    if (end > 0) yield rest.subarray(0, end);
    rest = rest.subarray(end);
  }
  if (rest.length > 0) yield rest;
}

async function* chunks(file: Blob): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
}

/** Returns the number of lines before the first one that is not UTF-8. */
function badLine(bytes: Uint8Array): number {
  const buffer = Buffer.from(bytes);
  let line = 0;
  for (let from = 0; from < buffer.length; line++) {
    const end = buffer.indexOf(0x0a, from);
    if (!isUtf8(buffer.subarray(from, end < 0 ? buffer.length : end))) return line;
    from = end < 0 ? buffer.length : end + 1;
  }
  return line;
}

const notUtf8 = (line: number) =>
  `Line ${formatNumber(line)} is not UTF-8. Older spreadsheets save files as Windows-1252: choose that encoding below, and the file again. Or save it as “CSV UTF-8”.`;
