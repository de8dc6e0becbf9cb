/** Parses an uploaded file as a stream, and stores its rows until the user has reviewed their effect. */
import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { write } from "db";
import { imports, importRows } from "db/schema";
import { formatNumber, howMany } from "~/core/values/noun";
import { safeName } from "~/core/values/file-name.server";
import { yieldToEventLoop } from "~/core/process/event-loop.server";
import { CardCells } from "./card-cells";
import { CsvError, CsvReader, type CsvRow, separatorOf } from "./csv";
import { type AskedEncoding, encodingOf, textOf } from "./encoding.server";
import { guessFields, sameHead } from "./guess";
import { unescapeFormulas } from "~/core/list/export.server";
import type { Importer } from "../importer.server";
import { isXml } from "./not-csv.server";
import { beingRead, deleteImport, makeRoom } from "../imports.server";
import { maxCellLength, maxColumns, maxRows } from "./limits";

/** Result of an upload: the id of the import and a summary, or why the file was rejected. */
type TakenIn = { ok: true; id: string; text: string } | { ok: false; message: string };

export async function takeIn(
  personId: number,
  importer: Importer,
  file: File,
  encoding: AskedEncoding,
): Promise<TakenIn> {
  const id = randomUUID();
  beingRead.add(id);
  try {
    await makeRoom(personId);
    const name = safeName(file.name, `${importer.entity}.csv`);
    const { rows, separator, cards } = await keepRows(id, { personId, name, importer, file, encoding });
    if (separator === "")
      return { ok: true, id, text: `${name}: ${howMany(rows, { one: "entry", many: "entries" })}.${cards}` };
    const read = `${encodingOf(new Uint8Array(await file.slice(0, 4).arrayBuffer()), encoding)}, separated by ${separatorNames[separator] ?? separator}`;
    return { ok: true, id, text: `${name}: ${howMany(rows, "row")}, read as ${read}.${cards}` };
  } catch (error) {
    await deleteImport(id);
    if (error instanceof CsvError) return { ok: false, message: error.message };
    throw error;
  } finally {
    beingRead.delete(id);
  }
}

const separatorNames: Record<string, string> = { ",": "commas", ";": "semicolons", "\t": "tabs", "|": "vertical bars" };

interface Upload {
  personId: number;
  name: string;
  importer: Importer;
  file: File;
  encoding: AskedEncoding;
}

/** Number of first rows used to guess what the columns hold. */
const sampleRows = 50;

/** Rows stored per transaction. */
const batchSize = 100;

async function keepRows(id: string, upload: Upload) {
  let waiting: CsvRow[] = [];
  const sample: string[][] = [];
  let rows = 0;
  let cards: CardCells | undefined;
  const found = { separator: "," };
  const xml = (await isXml(upload.file)) ? upload.importer.xml : undefined;
  if (xml) found.separator = "";
  for await (const batch of xml ? xml.rows(upload.file) : csvRows(upload, found)) {
    if (!cards) {
      const heads = batch.shift();
      if (!heads) continue;
      cards = new CardCells(heads.cells);
      await keepHeads(id, cards.heads, upload);
    }
    const saying = batch.filter(({ cells }) => cells.some((cell) => cell.trim() !== "")); // spreadsheets append empty rows
    for (const { line, cells } of saying) {
      const allowed = cards.cells(cells);
      waiting.push({ line, cells: allowed });
      if (sample.length < sampleRows) sample.push(allowed.map(unescapeFormulas));
    }
    rows += saying.length;
    if (rows > maxRows)
      throw new CsvError(
        `This file has more than ${formatNumber(maxRows)} rows. Split it, and bring in one part after the other.`,
      );
    for (; waiting.length >= batchSize; waiting = waiting.slice(batchSize))
      await storeRows(id, waiting.slice(0, batchSize));
  }
  if (!cards) throw new CsvError("This file is empty. Its first line has to name the columns.");
  if (rows === 0) throw new CsvError("This file has heads only: there is no row beneath them.");
  await storeRows(id, waiting);
  const fields = guessFields(cards.heads, upload.importer.fields, sample, upload.importer.formats);
  await write(
    async (tx) => void (await tx.update(imports).set({ rows, fields, state: "read" }).where(eq(imports.id, id))),
  );
  return { rows, separator: found.separator, cards: cards.said };
}

async function* csvRows({ file, encoding }: Upload, found: { separator: string }): AsyncGenerator<CsvRow[]> {
  let reader: CsvReader | undefined;
  for await (const text of textOf(file, encoding)) {
    let rest = text;
    if (!reader && text === "") continue;
    if (!reader) {
      const said = /^sep=([,;\t|])(?:\r\n|\r|\n)/.exec(text); // Excel writes it above the column names
      found.separator = said?.[1] ?? separatorOf(text);
      reader = new CsvReader(found.separator, { columns: maxColumns, cell: maxCellLength });
      if (said) rest = said[0].slice(5) + text.slice(said[0].length);
    }
    for (let from = 0; from < rest.length; from += piece) {
      yield reader.read(rest.slice(from, from + piece));
      await yieldToEventLoop();
    }
  }
  if (reader) yield reader.end();
}

/** Characters parsed before other requests get their turn. */
const piece = 16 * 1024;

async function keepHeads(id: string, heads: string[], { personId, name, importer }: Upload) {
  const same = sameHead(heads);
  if (same)
    throw new CsvError(
      `Columns ${same.columns.join(" and ")} are both called “${same.head.slice(0, 60)}”. Give each a name of its own, or take one out.`,
    );
  if (heads.every((head) => head.trim() === ""))
    throw new CsvError("The first line is empty. It has to name the columns.");
  const values = {
    id,
    personId,
    entity: importer.entity,
    name,
    heads,
    state: "reading" as const,
  };
  await write(async (tx) => void (await tx.insert(imports).values(values)));
}

async function storeRows(id: string, rows: CsvRow[]) {
  if (rows.length === 0) return;
  // One statement for any number of rows; Drizzle would create a placeholder for each cell.
  await write(
    async (tx) =>
      void tx.run(
        sql`insert into ${importRows} (import_id, line, cells) select ${id}, value ->> 'line', value -> 'cells' from json_each(${JSON.stringify(rows)})`,
      ),
  );
  await yieldToEventLoop();
}
