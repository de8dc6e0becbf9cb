/** Reads bank statements of the format CAMT.053 (ISO 20022), in the versions from 02 on. */
import { companyCurrency } from "db/company-settings";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { CsvError, type CsvRow } from "~/core/import/file/csv";
import { maxCellLength } from "~/core/import/file/limits";
import { yieldToEventLoop } from "~/core/process/event-loop.server";

/** The columns of the rows that `camtRows` yields. */
export const camtHeads = ["Booking date", "Amount", "Name", "Text", "Bank reference"];

/** Entries parsed before other requests get their turn. */
const batchSize = 50;

/** Yields the booked entries of a statement as rows, the heads first. Throws `CsvError`. */
export async function* camtRows(file: Blob): AsyncGenerator<CsvRow[]> {
  const text = withoutComments(decode(new Uint8Array(await file.arrayBuffer())));
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text))
    throw new CsvError(
      "This XML file defines a document type of its own (DTD), which bank statements never do. Download it from your bank again.",
    );
  const { parts: statements, rest } = split(text, "Stmt");
  const document = parse(rest, "The file");
  if (at(document, "Document", "BkToCstmrStmt") === undefined)
    throw new CsvError(
      "This XML file is no bank statement in the format CAMT.053. Download that format from your bank, or a CSV file.",
    );
  yield [{ line: 1, cells: camtHeads }];
  let line = 0;
  for (const statement of statements) {
    const entries = split(statement, "Ntry");
    const account = accountOf(parse(entries.rest, "A statement"));
    for (let from = 0; from < entries.parts.length; from += batchSize) {
      yield entries.parts
        .slice(from, from + batchSize)
        .flatMap((entry, place) => rowsOf(parse(entry, `Entry ${from + place + 1}`), account))
        .map((cells) => ({ line: ++line, cells: cells.map((cell) => cell.slice(0, maxCellLength)) }));
      await yieldToEventLoop();
    }
  }
}

/** Decodes a file in the encoding that its byte order mark or its first line names. */
function decode(bytes: Uint8Array): string {
  const mark =
    bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff && "utf-16be";
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 200));
  const named = mark || (/^[^>]*encoding=["']([\w.:-]+)["']/.exec(start)?.[1] ?? "utf-8");
  try {
    return new TextDecoder(named, { fatal: true }).decode(bytes);
  } catch {
    throw new CsvError(
      `This XML file says that it is ${named.toUpperCase()}, but it cannot be read as that. Download it from your bank again, and do not save it in an editor.`,
    );
  }
}

/** Removes comments, so that no element is taken from one. */
function withoutComments(text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let start = text.indexOf("<!--"); start >= 0; start = text.indexOf("<!--", from)) {
    const end = text.indexOf("-->", start);
    if (end < 0) break;
    kept.push(text.slice(from, start));
    from = end + 3;
  }
  return kept.join("") + text.slice(from);
}

/** Cuts the elements of a name out of a text, so that a large file is parsed in small parts. */
function split(text: string, name: string): { parts: string[]; rest: string } {
  const opening = new RegExp(`<((?:[\\w.-]+:)?)${name}(?:\\s[^<>]*)?>`, "g");
  const parts: string[] = [];
  const others: string[] = [];
  let from = 0;
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    const closing = `</${found[1]}${name}>`;
    const end = text.indexOf(closing, opening.lastIndex);
    if (end < 0) break;
    others.push(text.slice(from, found.index));
    from = opening.lastIndex = end + closing.length;
    parts.push(text.slice(found.index, from));
  }
  return { parts, rest: others.join("") + text.slice(from) };
}

type Node = { [name: string]: Value };
type Value = string | Node | (string | Node)[] | undefined;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  maxNestedTags: 50,
});

function parse(xml: string, what: string): Node {
  try {
    const valid = XMLValidator.validate(xml);
    if (valid === true) return parser.parse(xml) as Node;
  } catch {
    // nested too deeply
  }
  throw new CsvError(`${what} is no valid XML: it may have been cut off. Download it from your bank again.`);
}

const list = (value: Value): (string | Node)[] => (value === undefined || value === "" ? [] : [value].flat());

/** Returns the first element at a path. */
function at(node: Value, ...path: string[]): Value {
  let found: Value = node;
  for (const name of path) {
    const [first] = list(found);
    found = typeof first === "object" ? first[name] : undefined;
  }
  return found;
}

/** Returns the text of the first element at a path, or "". */
function textAt(node: Value, ...path: string[]): string {
  const [first] = list(at(node, ...path));
  const text = typeof first === "object" ? first["#text"] : first;
  return typeof text === "string" ? decodeText(text) : "";
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Returns a text with its standard entities replaced and its spaces joined. */
const decodeText = (text: string) =>
  text
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
      if (name) return entities[name] ?? whole;
      const code = decimal ? Number(decimal) : Number.parseInt(hex ?? "", 16);
      return code > 0x1f && code <= 0x10ffff ? String.fromCodePoint(code) : " ";
    })
    .replace(/\s+/g, " ")
    .trim();

const accountOf = (statement: Node) =>
  textAt(statement, "Stmt", "Acct", "Id", "IBAN") || textAt(statement, "Stmt", "Acct", "Id", "Othr", "Id");

/** Returns the rows of an entry: one for each of its transactions if these have amounts, or else one. */
function rowsOf(parsed: Node, account: string): string[][] {
  const entry = at(parsed, "Ntry");
  const status = textAt(entry, "Sts", "Cd") || textAt(entry, "Sts");
  if (status !== "" && status !== "BOOK") return []; // pending or for information
  const transactions = list(at(entry, "NtryDtls")).flatMap((details) => list(at(details, "TxDtls")));
  const amounts = transactions.map(amountOf);
  const sum = amounts.reduce((all, { amount }) => all + Math.round(Number(amount) * 100), 0);
  const isBatch = transactions.length > 1 && sum === Math.round(Number(amountOf(entry).amount) * 100);
  const date = ["BookgDt", "ValDt"]
    .map((name) => textAt(entry, name, "Dt") || textAt(entry, name, "DtTm"))
    .find(Boolean);
  const reference = textAt(entry, "AcctSvcrRef");
  return (isBatch ? transactions : [{ ...(transactions[0] as object) }]).map((transaction, place) => {
    const isOut = (textAt(transaction, "CdtDbtInd") || textAt(entry, "CdtDbtInd")) === "DBIT";
    const { amount, currency } = isBatch ? amountOf(transaction) : amountOf(entry);
    const own = textAt(transaction, "Refs", "AcctSvcrRef");
    const unique = own || (reference && (isBatch ? `${reference}/${place + 1}` : reference));
    return [
      date?.slice(0, 10) ?? "",
      `${currency === companyCurrency() ? "" : `${currency} `}${isOut ? "-" : ""}${amount}`,
      nameOf(transaction, isOut),
      remittanceOf(transaction, entry),
      unique && `${account} ${unique}`.trim(),
    ];
  });
}

/** Returns the amount of an entry or a transaction as the text of the file. */
function amountOf(node: Value) {
  const [amount] = [at(node, "Amt"), at(node, "AmtDtls", "TxAmt", "Amt")].filter(Boolean);
  return { amount: textAt({ amount }, "amount"), currency: textAt(amount, "@Ccy") || companyCurrency() };
}

/** Returns who paid, or to whom was paid: in version 02 the party itself has the name, later its part `Pty`. */
function nameOf(transaction: Value, isOut: boolean): string {
  const names = isOut ? ["UltmtCdtr", "Cdtr"] : ["UltmtDbtr", "Dbtr"];
  const paths = names.flatMap((name) => [
    ["RltdPties", name, "Nm"],
    ["RltdPties", name, "Pty", "Nm"],
  ]);
  return paths.map((path) => textAt(transaction, ...path)).find(Boolean) ?? "";
}

function remittanceOf(transaction: Value, entry: Value): string {
  const unstructured = list(at(transaction, "RmtInf", "Ustrd")).map((line) => textAt({ line }, "line"));
  const structured = list(at(transaction, "RmtInf", "Strd")).flatMap((one) => [
    textAt(one, "CdtrRefInf", "Ref"),
    textAt(one, "RfrdDocInf", "Nb"),
    textAt(one, "AddtlRmtInf"),
  ]);
  const endToEnd = textAt(transaction, "Refs", "EndToEndId");
  const others = [
    endToEnd === "NOTPROVIDED" ? "" : endToEnd,
    textAt(transaction, "AddtlTxInf"),
    textAt(entry, "AddtlNtryInf"),
  ];
  return [...new Set([...unstructured, ...structured, ...others])].filter(Boolean).join(" ");
}
