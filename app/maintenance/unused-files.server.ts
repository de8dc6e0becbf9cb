import { yieldToEventLoop } from "~/core/process/event-loop.server";
import { and, gt, inArray, lt, max, sql } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { db, type Transaction, write } from "db";
import { files, issuers, journal } from "db/schema";
import { resources } from "~/core/resource/registry.server";
import { chunks } from "~/core/values/chunks";

/** Rows scanned before other work gets a turn. */
const scanSize = 2_000;

/** Files deleted per transaction. */
const deleteSize = 100;

/**
 * Deletes files created before that moment that no record and no journal entry refers to, so that no undo needs them.
 * Returns their number.
 */
export async function deleteUnusedFiles(madeBefore: Date): Promise<number> {
  const old = await db.select({ id: files.id }).from(files).where(lt(files.createdAt, madeBefore));
  const idle = new Set(old.map(({ id }) => id));
  const [{ entry } = { entry: null }] = await db.select({ entry: max(journal.id) }).from(journal);
  const others = [
    { table: issuers, files: [issuers.logo] },
    { table: journal, files: [journal.before, journal.after] },
  ];
  for (const { table, files } of [...resources(), ...others]) await takeNamed(idle, table, files);
  let count = 0;
  for (const unused of chunks([...idle], deleteSize)) {
    count += await write((tx) => deleteUnlessWanted(tx, { madeBefore, entry: entry ?? 0 }, unused));
    await yieldToEventLoop();
  }
  return count;
}

/** Removes the files that these columns refer to from `idle`. */
async function takeNamed(idle: Set<string>, table: SQLiteTable, columns: AnySQLiteColumn[]) {
  if (columns.length === 0 || idle.size === 0) return;
  const text = joined(columns);
  const [end] = db.all<{ row: number | null }>(sql`select max(rowid) as row from ${table}`);
  for (let row = 0; row <= (end?.row ?? 0) && idle.size > 0; row += scanSize) {
    const within = sql`rowid >= ${row} and rowid < ${row + scanSize}`;
    for (const found of db.all<{ text: string }>(
      sql`select ${text} as text from ${table} where ${within} and instr(${text}, '/files/') > 0`,
    )) {
      for (const id of fileIdsIn(found.text)) idle.delete(id);
    }
    await yieldToEventLoop();
  }
}

/**
 * Deletes the files, except those that a journal entry after the scan refers to, or that were uploaded again
 * meanwhile.
 */
async function deleteUnlessWanted(
  tx: Transaction,
  { madeBefore, entry }: { madeBefore: Date; entry: number },
  ids: string[],
): Promise<number> {
  const since = await tx
    .select({ text: joined([journal.after]) })
    .from(journal)
    .where(gt(journal.id, entry));
  const taken = new Set(since.flatMap(({ text }) => fileIdsIn(text)));
  const unused = ids.filter((id) => !taken.has(id));
  return (
    await tx
      .delete(files)
      .where(and(inArray(files.id, unused), lt(files.createdAt, madeBefore)))
      .returning({ id: files.id })
  ).length;
}

const joined = (columns: AnySQLiteColumn[]) =>
  sql<string>`${sql.join(
    columns.map((column) => sql`coalesce(${column}, '')`),
    sql` || `,
  )}`;

/** Returns the ids of the files that a text refers to. */
const fileIdsIn = (text: string) => [...text.matchAll(/\/files\/([0-9a-f]{64})/g)].flatMap(([, id]) => id ?? []);
