/**
 * Uploaded import files, visible only to their owner and kept for a day. They are not records: the journal only has the
 * changes of an import.
 */
import { data } from "@remix-run/node";
import { and, asc, count, desc, eq, gt, inArray, lt, ne, or, sql, type SQL } from "drizzle-orm";
import { db, type Transaction, write } from "db";
import { type Import, type ImportRow, imports, importRows } from "db/schema";
import { may } from "~/core/access/access.server";
import { type Columns, csv, unescapeFormulas, withHead } from "~/core/list/export.server";
import type { Reader } from "~/core/list/reach.server";
import { notFound } from "~/core/http/respond.server";
import { resourceOf } from "~/core/resource/registry.server";
import { yieldToEventLoop } from "~/core/process/event-loop.server";
import { titleOf } from "./file/guess";
import { maxOfOne, pageSize } from "./file/limits";

/** Ids of the files that this process is reading. */
export const beingRead = new Set<string>();

/** Returns why an incompletely read file cannot be imported. */
const unfinishedMessage = ({ id, name }: Import) =>
  beingRead.has(id)
    ? `${name} is still being read. Wait a moment, and open this page again.`
    : `${name} was not read to its end, because the server was stopped in the middle. Nothing of it can be imported: choose the file again.`;

/** Whether a user may currently change the records that a file is about. */
export function mayImport(me: Reader, { entity }: Pick<Import, "entity">): boolean {
  const kind = resourceOf(entity);
  return kind !== undefined && may(me, kind.permissions.change);
}

/**
 * Returns a user's own file that they may import. Throws a 404, also for files of others, and a 422 if it was not read
 * completely.
 */
export async function importOf(me: Reader, id: string | undefined): Promise<Import> {
  const [found] = await db
    .select()
    .from(imports)
    .where(and(eq(imports.id, id ?? ""), eq(imports.personId, me.id)));
  if (!found || !mayImport(me, found))
    return notFound("There is no such import. Files are kept for a day: choose yours again.");
  if (found.state === "reading") throw data({ message: unfinishedMessage(found) }, 422);
  return found;
}

/** Returns a user's files, newest first. */
export const importsOf = (personId: number): Promise<Import[]> =>
  db.select().from(imports).where(eq(imports.personId, personId)).orderBy(desc(imports.createdAt));

/** Rows per batch for reading, dry runs and writing. */
export const batchSize = 20;

/** Yields the rows of a file in order and in batches, optionally only those with these outcomes. */
export async function* rowsOf(
  id: string,
  outcomes?: Outcome[],
  from: Pick<Transaction, "select"> = db,
  limit = batchSize,
): AsyncGenerator<ImportRow[]> {
  for (let line = 0; ;) {
    const rows = await from
      .select()
      .from(importRows)
      .where(and(ofImport(id, outcomes), gt(importRows.line, line)))
      .orderBy(asc(importRows.line))
      .limit(limit);
    if (rows.length === 0) return;
    yield rows;
    line = rows.at(-1)?.line ?? 0;
    await yieldToEventLoop();
  }
}

export type Outcome = NonNullable<ImportRow["outcome"]>;

const ofImport = (id: string, outcomes?: Outcome[]): SQL | undefined =>
  and(eq(importRows.importId, id), outcomes && inArray(importRows.outcome, outcomes));

/** Returns one page of a file's rows. */
export async function pageOfRows(id: string, outcome: Outcome | undefined, page: number): Promise<ImportRow[]> {
  return db
    .select()
    .from(importRows)
    .where(ofImport(id, outcome && [outcome]))
    .orderBy(asc(importRows.line))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
}

/** Returns the first rows as examples of the columns' content. */
export const firstRows = (id: string, limit = 3) =>
  db
    .select({ cells: importRows.cells })
    .from(importRows)
    .where(eq(importRows.importId, id))
    .orderBy(asc(importRows.line))
    .limit(limit);

/** Returns the rows as CSV chunks, with the file's columns and optional further ones. */
export function toCsv({ id, heads }: Import, outcomes?: Outcome[], more: Columns<ImportRow> = {}) {
  const cells = heads.map(
    (head, index) =>
      [
        titleOf(head, index),
        withHead(titleOf(head, index), (row: ImportRow) => unescapeFormulas(row.cells[index] ?? "")),
      ] as const,
  );
  return csv(rowsOf(id, outcomes, db, 500), { ...Object.fromEntries(cells), ...more });
}

/**
 * Makes room for another file of a user: deletes incompletely read files, and the oldest. Keeps those in state
 * `importing`, which are needed to undo a failed import.
 */
export async function makeRoom(personId: number) {
  const theirs = await importsOf(personId);
  const unfinished = theirs.filter(({ id, state }) => state === "reading" && !beingRead.has(id));
  const kept = theirs.filter((file) => file.state !== "importing" && !unfinished.includes(file));
  for (const { id } of [...unfinished, ...kept.slice(maxOfOne - 1)]) await deleteImport(id);
}

/** Deletes a file and its rows, in short transactions. */
export async function deleteImport(id: string) {
  await deleteRows(id);
  await write(async (tx) => void (await tx.delete(imports).where(eq(imports.id, id))));
}

async function deleteRows(id: string) {
  for (let deleted = Infinity; deleted > 0;) deleted = await write((tx) => deleteSome(tx, id));
}

/**
 * At startup, when no file is being read, deletes the rows of incompletely read files. Their names are kept for a while
 * to inform the owners; earlier versions marked them only by `rows` being 0.
 */
export async function deleteUnfinishedRows() {
  const unfinished = or(eq(imports.state, "reading"), and(eq(imports.rows, 0), ne(imports.state, "done")));
  for (const { id } of await db.select({ id: imports.id }).from(imports).where(unfinished)) {
    await write(async (tx) => void (await tx.update(imports).set({ state: "reading" }).where(eq(imports.id, id))));
    await deleteRows(id);
  }
}

/** Rows deleted per transaction. */
const deleteBatchSize = 1000;

async function deleteSome(tx: Transaction, id: string): Promise<number> {
  const some = tx
    .select({ line: importRows.line })
    .from(importRows)
    .where(eq(importRows.importId, id))
    .limit(deleteBatchSize);
  return (await tx.delete(importRows).where(and(eq(importRows.importId, id), inArray(importRows.line, some)))).changes;
}

/** Maximum time to read a file, in milliseconds; after it, reading is considered interrupted. */
const maxReadingTime = 3_600_000;

/**
 * Deletes files uploaded before a time and incompletely read ones, but none in state `importing`. Returns their number.
 */
export async function deleteOldImports(before: Date): Promise<number> {
  const unfinished = and(eq(imports.state, "reading"), lt(imports.createdAt, new Date(Date.now() - maxReadingTime)));
  const over = and(ne(imports.state, "importing"), or(lt(imports.createdAt, before), unfinished));
  const old = await db.select({ id: imports.id }).from(imports).where(over);
  for (const { id } of old) await deleteImport(id);
  return old.length;
}

/** Deletes the files of a user who is erased, in the same transaction, a thousand rows at a time. */
export async function deleteImportsOf(tx: Transaction, personId: number) {
  const theirs = await tx.select({ id: imports.id }).from(imports).where(eq(imports.personId, personId));
  for (const { id } of theirs) while ((await deleteSome(tx, id)) > 0) await yieldToEventLoop();
  await tx.delete(imports).where(eq(imports.personId, personId));
}

/** Yields a user's files, for the export of their data. */
export async function* filesOf(personId: number) {
  for (const file of await importsOf(personId))
    yield { name: `${file.id.slice(0, 8)}-${file.name}`, input: toCsv(file) };
}

/** Counts the rows of a file by outcome. */
export async function outcomesOf(id: string): Promise<Record<Outcome, number>> {
  const counts = await db
    .select({ outcome: importRows.outcome, rows: count() })
    .from(importRows)
    .where(eq(importRows.importId, id))
    .groupBy(sql`${importRows.outcome}`);
  const none = { create: 0, change: 0, same: 0, refuse: 0, ask: 0, skip: 0, part: 0 };
  return { ...none, ...Object.fromEntries(counts.map(({ outcome, rows }) => [outcome, rows])) };
}
