import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { camtHeads, camtRows } from "./camt.server";

const fixture = (name: string) => readFile(join(import.meta.dirname, "fixtures", name));

/** Returns the cells of all rows without the heads. */
async function read(content: string | Uint8Array) {
  const rows = [];
  for await (const batch of camtRows(new Blob([content as never]))) rows.push(...batch);
  expect(rows[0]?.cells).toEqual(camtHeads);
  return rows.slice(1).map(({ cells }) => cells);
}

const account = "50000000054910000003";

describe("a bank statement in CAMT.053", () => {
  it("version 02 of a bank statement gives a row for each booked transaction, with signs and references", async () => {
    expect(await read(await fixture("camt.053.001.02.xml"))).toEqual([
      ["2026-02-17", "100.00", "Somebody & Sons", "Invoice no. INV-0001", `${account} AAAASESS-FP-CN_98765/01`],
      ["2026-02-18", "50.00", "Dan Directory", "", `${account} AAAASESS-FP-ACCR-01/1`],
      ["2026-02-18", "20.00", "Ben Active", "", `${account} AAAASESS-FP-ACCR-01/2`],
      ["2026-02-18", "-9.90", "", "Bank charges", ""],
    ]);
  });

  it("version 08 of a bank statement is read with prefixes, another encoding and another currency", async () => {
    expect(await read(await fixture("camt.053.001.08.xml"))).toEqual([
      ["2026-02-18", "EUR 12.50", "Müller", "RF18539007547034 R-7", "DE02120300000000202051 2026021800001"],
    ]);
  });

  const entry = "<Document><BkToCstmrStmt><Stmt><Ntry><Amt>1</Amt></Ntry></Stmt></BkToCstmrStmt></Document>";
  it.each([
    ["a bomb of entities", `<!DOCTYPE a [<!ENTITY b "${"x".repeat(99)}">]>${entry}`, /document type of its own/],
    ["a file that ends too early", entry.slice(0, -40), /no valid XML/],
    ["elements that overlap", entry.replace("<Amt>1</Amt>", "<a><b></a></b>"), /Entry 1 is no valid XML/],
    ["elements nested too deeply", entry.replace("1", "<a>".repeat(5_000) + "</a>".repeat(5_000)), /no valid XML/],
    ["another XML document", "<?xml version='1.0'?><invoice>1</invoice>", /no bank statement in the format CAMT.053/],
    ["another message of the bank", entry.replaceAll("BkToCstmrStmt", "BkToCstmrDbtCdtNtfctn"), /no bank statement/],
    ["text", "<?xml nothing", /no valid XML|no bank statement/],
    [
      "a wrong encoding",
      Uint8Array.from(Buffer.from(`<?xml version="1.0" encoding="utf-8"?><a>ü</a>`, "latin1")),
      /UTF-8, but/,
    ],
    ["an unknown encoding", `<?xml version="1.0" encoding="klingon"?>${entry}`, /KLINGON, but/],
  ])("a file is refused with a sentence: %s", async (_, content, sentence) => {
    await expect(read(content)).rejects.toThrow(sentence);
  });

  it("many openings of comments are read in time that grows with the file only", async () => {
    await expect(read(`<Document>${"<!--".repeat(500_000)}`)).rejects.toThrow(/no valid XML/);
    await expect(read(`<Document>${"<Stmt>".repeat(200_000)}`)).rejects.toThrow(/no valid XML/);
  });
});
