/** Recognizes files that are not CSV, to tell the user what to do. */

const pdf = { is: "a PDF document", so: "Export its table as CSV where it was made." };
const picture = (kind: string) => ({ is: `a picture (${kind})`, so: "Choose a CSV file." });
const archive = (kind: string) => ({ is: `${kind} archive`, so: "Take the CSV file out of it, and choose that." });
const writing = (is: string) => ({ is, so: "Copy its table into a spreadsheet, and save that as “CSV UTF-8”." });
const sheet = (is: string) => ({ is, so: "Open it and save it as “CSV UTF-8”." });

/**
 * Magic bytes of files, as Latin-1; the first match counts. Only web pages are matched ignoring case: "Riff" or "gif8"
 * may be the name of a column.
 */
const marks: [start: RegExp, what: { is: string; so: string }][] = [
  [/^\x89PNG/, picture("PNG")],
  [/^\xff\xd8\xff/, picture("JPEG")],
  [/^GIF8/, picture("GIF")],
  [/^RIFF[^]{4}(?:WAVE|WEBP|AVI )/, { is: "a picture or a recording", so: "Choose a CSV file." }],
  [/^%PDF/, pdf],
  [/^\xd0\xcf\x11\xe0/, sheet("a document of an older Office, such as an Excel workbook (.xls)")],
  [/^\x1f\x8b/, archive("a gzip")],
  [/^7z\xbc\xaf/, archive("a 7-Zip")],
  [/^Rar!/, archive("a RAR")],
  [/^SQLite format 3\0/, { is: "a SQLite database", so: "Export the table as CSV." }],
  [/^(?:<!doctype html|<html|<table)[\s>]/i, sheet("a web page")],
  [/^<\?xml\s/i, { is: "an XML document", so: "Export its rows as CSV where it was made." }],
  [/^\{\\rtf/, writing("an RTF document")],
  [/^(?:\{\s*["}]|\[\s*[[{"\]])/, { is: "a JSON file", so: "Export its rows as CSV where it was made." }],
];

/** Entries that identify the type of an archive. */
const contents: [name: string, what: { is: string; so: string }][] = [
  ["xl/workbook", sheet("an Excel workbook")],
  ["word/document", writing("a Word document")],
  ["ppt/presentation", { is: "a PowerPoint presentation", so: "Choose a CSV file." }],
  ["application/vnd.oasis.opendocument.spreadsheet", sheet("an OpenDocument spreadsheet")],
  ["Index/Tables/", sheet("a Numbers spreadsheet")],
];

/** Bytes inspected at both ends of an archive; its directory is at the end. */
const inspectedBytes = 64 * 1024;

/** Returns a message such as "This is an Excel workbook, not a CSV file. …"; undefined if the file may be text. */
export async function notCsvMessage(file: Blob): Promise<string | undefined> {
  const start = await latin1(file.slice(0, 64));
  const text = start.replace(/^\xef\xbb\xbf/, "").trimStart();
  const what = start.startsWith("PK") ? await inArchive(file) : marks.find(([mark]) => mark.test(text))?.[1];
  return what && `This is ${what.is}, not a CSV file. ${what.so}`;
}

/** Whether a file begins like an XML document, in any encoding. */
export async function isXml(file: Blob): Promise<boolean> {
  const start = (await latin1(file.slice(0, 64))).replace(/\0/g, "").replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, "");
  return /^\s*<(?:\?xml\s|(?:\w+:)?Document[\s>]|!DOCTYPE\s|!--)/i.test(start) && !/^\s*<!doctype html/i.test(start);
}

async function inArchive(file: Blob) {
  const ends = (await latin1(file.slice(0, inspectedBytes))) + (await latin1(file.slice(-inspectedBytes)));
  return (
    contents.find(([name]) => ends.includes(name))?.[1] ??
    (/^PK[\x03\x05\x07]/.test(ends) ? archive("a ZIP") : undefined)
  );
}

const latin1 = async (part: Blob) => Buffer.from(await part.arrayBuffer()).toString("latin1");
