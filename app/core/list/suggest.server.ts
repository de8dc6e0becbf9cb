/**
 * Records that a form's field offers as somebody types what they are called: any part of it, in any case, with or
 * without marks.
 */
import { and, gte, isNull, lt, type SQL } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { db } from "db";
import { folded } from "db/compare";
import { fold } from "db/fold";
import type { SearchKind } from "db/search";
import { parseSearch } from "./parse-search";
import { indexed, isLong, maxFound, newestWith, numbered } from "./index-search.server";
import { searchText } from "./list-query.server";
import { holdsAll } from "./matching.server";

/** So many are offered at once. */
const maxOffered = 20;

export interface Suggested {
  kind: SearchKind;
  table: SQLiteTable & Record<"id" | "deletedAt", AnySQLiteColumn>;
  /** What they are called. */
  name: AnySQLiteColumn;
  /** What else they are found by, such as an address. */
  also: AnySQLiteColumn;
}

/**
 * The numbers of those that are offered, with those first whose name begins so; and whether there are more. In the
 * trash is none.
 */
export async function idsLike(of: Suggested, typed: string): Promise<{ ids: number[]; more: boolean }> {
  const name = fold(searchText(typed)).trim().replace(/\s+/g, " ");
  const words = parseSearch(name.replaceAll('"', " "), () => false).words;
  if (words.length === 0) return { ids: [], more: false };
  const first = idsWhere(of, and(gte(folded(of.name), name), lt(folded(of.name), `${name}\u{10ffff}`)));
  const found =
    first.length > maxOffered
      ? first
      : [...new Set([...first, ...idsWhere(of, and(some(of, words), holdsAll([of.name, of.also], words)))])];
  return { ids: found.slice(0, maxOffered), more: found.length > maxOffered };
}

const idsWhere = ({ table, name }: Suggested, where: SQL | undefined): number[] =>
  db
    .select({ id: table.id })
    .from(table as SQLiteTable)
    .where(and(where, isNull(table.deletedAt)))
    .orderBy(folded(name), table.id)
    .limit(maxOffered + 1)
    .all()
    .map(({ id }) => Number(id));

/**
 * The index knows long words, and more of a record than it is to be found by here: this only narrows what is looked at.
 */
function some({ kind, table: { id } }: Suggested, words: string[]): SQL | undefined {
  const long = words.filter(isLong);
  return long.length > 0 ? numbered(id, newestWith(kind, long, maxFound)) : indexed({ kind, number: id }, words)?.found;
}

/** The rows with these numbers, in the order of the numbers. */
export const inThatOrder = <Row extends { id: number }>(rows: Row[], ids: number[]): Row[] =>
  ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);

/** What was typed, without the number that stands behind what was chosen before. */
export const withoutNumber = (typed: string) => typed.replace(/(?:\s*·)?\s*#\d*\s*$/, "");

export const andMore = "There are more: go on typing.";
