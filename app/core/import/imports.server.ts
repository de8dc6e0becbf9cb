/**
 * Files that people bring in, until a day is over: theirs alone. They are no records: only what an import does is in
 * the journal.
 */
import { data } from "@remix-run/node";
import { and, asc, count, desc, eq, gt, inArray, lt, ne, or, sql, type SQL } from "drizzle-orm";
import { db, type Transaction, write } from "db";
import { type Import, type ImportRow, imports, importRows } from "db/schema";
import { isRecordKind, may, permissionFor } from "~/core/access/access.server";
import { type Columns, csv, unguarded, withHead } from "~/core/list/export.server";
import type { Reader } from "~/core/list/reach.server";
import { notFound } from "~/core/http/respond.server";
import { yieldToEventLoop } from "~/core/process/event-loop.server";
import { titleOf } from "./file/guess";
import { maxOfOne, pageSize } from "./file/limits";

/** The files that this process is reading just now, by their ids. */
export const beingRead = new Set<string>();

/** Why a file cannot be imported of which only some rows may be there. */
const unfinishedMessage = ({ id, name }: Import) =>
  beingRead.has(id)
    ? `${name} is still being read. Wait a moment, and open this page again.`
    : `${name} was not read to its end, because the server was stopped in the middle. Nothing of it can be imported: choose the file again.`;

/**
 * Whether somebody may change what a file of theirs is about; they may not any more what they could when they brought
 * it in.
 */
export const mayImport = (me: Reader, { entity }: Pick<Import, "entity">) =>
  isRecordKind(entity) && may(me, permissionFor(entity, "change"));

/**
 * A person's own file of what they may change. Throws a 404, for those of others too; and a 422 with a sentence for one
 * that was not read to its end.
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

/** A person's own files, the latest first. */
export const importsOf = (personId: number): Promise<Import[]> =>
  db.select().from(imports).where(eq(imports.personId, personId)).orderBy(desc(imports.createdAt));

/** How many rows are read, tried or written before others get their turn. */
export const batchSize = 20;

/** The rows of a file in their order, some at a time; all of them, or those with one of these outcomes. */
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

/** One page of a file's rows. */
export async function pageOfRows(id: string, outcome: Outcome | undefined, page: number): Promise<ImportRow[]> {
  return db
    .select()
    .from(importRows)
    .where(ofImport(id, outcome && [outcome]))
    .orderBy(asc(importRows.line))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
}

/** The first rows, as an example of what the columns hold. */
export const firstRows = (id: string, limit = 3) =>
  db
    .select({ cells: importRows.cells })
    .from(importRows)
    .where(eq(importRows.importId, id))
    .orderBy(asc(importRows.line))
    .limit(limit);

/** What stands in a file's rows, as a file again: a column for each head, and more where these are asked for. */
export function asFile({ id, heads }: Import, outcomes?: Outcome[], more: Columns<ImportRow> = {}) {
  const cells = heads.map(
    (head, place) =>
      [
        titleOf(head, place),
        withHead(titleOf(head, place), (row: ImportRow) => unguarded(row.cells[place] ?? "")),
      ] as const,
  );
  return csv(rowsOf(id, outcomes, db, 500), { ...Object.fromEntries(cells), ...more });
}

/**
 * Makes room for one more file of a person: those that were not read to their end go, and the oldest. One that is
 * `importing` stays: nothing else remembers what is to be undone should it fail.
 */
export async function makeRoom(personId: number) {
  const theirs = await importsOf(personId);
  const unfinished = theirs.filter(({ id, state }) => state === "reading" && !beingRead.has(id));
  const kept = theirs.filter((file) => file.state !== "importing" && !unfinished.includes(file));
  for (const { id } of [...unfinished, ...kept.slice(maxOfOne - 1)]) await deleteImport(id);
}

/** Deletes a file and its rows, in short changes between which others get their turn. */
export async function deleteImport(id: string) {
  await deleteRows(id);
  await write(async (tx) => void (await tx.delete(imports).where(eq(imports.id, id))));
}

async function deleteRows(id: string) {
  for (let deleted = Infinity; deleted > 0;) deleted = await write((tx) => deleteSome(tx, id));
}

/**
 * At a start, when no file is being read: deletes the rows of those that were not read to their end. The files' names
 * stay for a while, so that their people are told. Earlier versions left `rows` at 0 until all were there, and no other
 * sign.
 */
export async function deleteUnfinishedRows() {
  const unfinished = or(eq(imports.state, "reading"), and(eq(imports.rows, 0), ne(imports.state, "done")));
  for (const { id } of await db.select({ id: imports.id }).from(imports).where(unfinished)) {
    await write(async (tx) => void (await tx.update(imports).set({ state: "reading" }).where(eq(imports.id, id))));
    await deleteRows(id);
  }
}

/** How many rows are deleted at once. */
const deleteBatchSize = 1000;

async function deleteSome(tx: Transaction, id: string): Promise<number> {
  const some = tx
    .select({ line: importRows.line })
    .from(importRows)
    .where(eq(importRows.importId, id))
    .limit(deleteBatchSize);
  return (await tx.delete(importRows).where(and(eq(importRows.importId, id), inArray(importRows.line, some)))).changes;
}

/** Reading takes seconds: what was not read to its end in this time, in milliseconds, never will be. */
const maxReadingTime = 3_600_000;

/**
 * Deletes the files that were brought in before that moment, and those that were not read to their end; none that is
 * `importing`. Answers how many.
 */
export async function deleteOldImports(before: Date): Promise<number> {
  const unfinished = and(eq(imports.state, "reading"), lt(imports.createdAt, new Date(Date.now() - maxReadingTime)));
  const over = and(ne(imports.state, "importing"), or(lt(imports.createdAt, before), unfinished));
  const old = await db.select({ id: imports.id }).from(imports).where(over);
  for (const { id } of old) await deleteImport(id);
  return old.length;
}

/** Erasing a person: their files go in the same transaction, a thousand rows at a time. */
export async function deleteImportsOf(tx: Transaction, personId: number) {
  const theirs = await tx.select({ id: imports.id }).from(imports).where(eq(imports.personId, personId));
  for (const { id } of theirs) while ((await deleteSome(tx, id)) > 0) await yieldToEventLoop();
  await tx.delete(imports).where(eq(imports.personId, personId));
}

/** A person's files, for the download of their data. */
export async function* filesOf(personId: number) {
  for (const file of await importsOf(personId))
    yield { name: `${file.id.slice(0, 8)}-${file.name}`, input: asFile(file) };
}

/** How many rows came to what. */
export async function outcomesOf(id: string): Promise<Record<Outcome, number>> {
  const counts = await db
    .select({ outcome: importRows.outcome, rows: count() })
    .from(importRows)
    .where(eq(importRows.importId, id))
    .groupBy(sql`${importRows.outcome}`);
  const none = { create: 0, change: 0, same: 0, refuse: 0, ask: 0, skip: 0, part: 0 };
  return { ...none, ...Object.fromEntries(counts.map(({ outcome, rows }) => [outcome, rows])) };
}
