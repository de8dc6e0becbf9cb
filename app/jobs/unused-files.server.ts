import { setImmediate as breathe } from "node:timers/promises";
import { and, eq, lt, notExists, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import { db, write } from "db";
import { files, journal } from "db/schema";
import { kinds } from "~/kinds.server";

/** Rows that are looked at before others get their turn. */
const atOnce = 2_000;

/** Deletes files made before that moment that no record names, and no entry of the journal, so that no undo could bring them back. Answers how many. */
export async function deleteUnusedFiles(madeBefore: Date): Promise<number> {
  const old = await db.select({ id: files.id }).from(files).where(lt(files.createdAt, madeBefore));
  const idle = new Set(old.map(({ id }) => id));
  const shown = kinds().flatMap((kind) => kind.files);
  for (const source of [...shown.map((column) => [column]), [journal.before, journal.after]]) await takeNamed(idle, source);
  let count = 0;
  for (const id of idle) {
    if (await deleteUnlessShown(id, shown)) count++;
    await breathe();
  }
  return count;
}

/** Takes every file out of `idle` that is named in these columns of one table. */
async function takeNamed(idle: Set<string>, columns: AnySQLiteColumn[]) {
  const table = columns[0]?.table;
  if (!table || idle.size === 0) return;
  const text = sql.join(columns.map((column) => sql`coalesce(${column}, '')`), sql` || `);
  const [end] = db.all<{ row: number | null }>(sql`select max(rowid) as row from ${table}`);
  for (let row = 0; row <= (end?.row ?? 0) && idle.size > 0; row += atOnce) {
    const within = sql`rowid >= ${row} and rowid < ${row + atOnce}`;
    for (const found of db.all<{ text: string }>(sql`select ${text} as text from ${table} where ${within} and instr(${text}, '/files/') > 0`)) {
      for (const [, id] of found.text.matchAll(/\/files\/([0-9a-f]{64})/g)) if (id) idle.delete(id);
    }
    await breathe();
  }
}

/** A record may have taken the file up since the look around. */
async function deleteUnlessShown(id: string, shown: AnySQLiteColumn[]): Promise<boolean> {
  const unless = shown.map((column) => notExists(db.select({ one: sql`1` }).from(column.table).where(sql`instr(${column}, ${`/files/${id}`}) > 0`)));
  return write(async (tx) => (await tx.delete(files).where(and(eq(files.id, id), ...unless)).returning({ id: files.id })).length > 0);
}
