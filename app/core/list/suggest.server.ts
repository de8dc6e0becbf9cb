/** Finds the suggestions of a form field by any part of a name, ignoring case and diacritics. */
import { and, desc, gte, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { db } from "db";
import { folded } from "db/compare";
import { fold } from "db/fold";
import type { SearchKind } from "db/search";
import { parseSearch } from "./parse-search";
import { indexed, isLong, maxHits, newestWith, numbered } from "./index-search.server";
import { searchText } from "./list-query.server";
import { holdsAll } from "./matching.server";
import { findCorrected } from "./nearest.server";

/** Maximum suggestions. */
const maxOffered = 20;

interface Suggested {
  kind: SearchKind;
  table: SQLiteTable & Record<"id" | "deletedAt", AnySQLiteColumn>;
  /** Column with the record's name. */
  name: AnySQLiteColumn;
  /** Another column to search in, such as an email address. */
  also: AnySQLiteColumn;
}

interface Offered {
  ids: number[];
  more: boolean;
}

/**
 * Returns the ids of the suggestions, names that start with the text first, and whether there are more. If none match,
 * it corrects typos; deleted records are left out.
 */
export async function idsLike(of: Suggested, typed: string): Promise<Offered> {
  const found = idsWith(of, typed);
  if (found.ids.length > 0) return found;
  const { words } = parseSearch(searchText(typed).replaceAll('"', " "), () => false);
  const vocabulary = { index: { kind: of.kind, number: of.table.id } };
  const corrected = await findCorrected(typed, words, [vocabulary], (q) => {
    const offered = idsWith(of, q);
    return offered.ids.length > 0 ? offered : undefined;
  });
  return corrected?.result ?? found;
}

function idsWith(of: Suggested, typed: string): Offered {
  const name = fold(searchText(typed)).trim().replace(/\s+/g, " ");
  const words = parseSearch(name.replaceAll('"', " "), () => false).words;
  if (words.length === 0) return { ids: [], more: false };
  const first = idsWhere(of, and(gte(folded(of.name), name), lt(folded(of.name), `${name}\u{10ffff}`)));
  const found =
    first.length > maxOffered
      ? first
      : [
          ...new Set([
            ...first,
            ...idsWhere(of, and(whereIndexed(of, words), holdsAll([of.name, of.also], words)), words),
          ]),
        ];
  return { ids: found.slice(0, maxOffered), more: found.length > maxOffered };
}

/** Sorts whole words first, then beginnings of words, then other matches. */
const idsWhere = ({ table, name }: Suggested, where: SQL | undefined, words: string[] = []): number[] =>
  db
    .select({ id: table.id })
    .from(table as SQLiteTable)
    .where(and(where, isNull(table.deletedAt)))
    .orderBy(...words.map((word) => desc(wordPlace(name, word))), folded(name), table.id)
    .limit(maxOffered + 1)
    .all()
    .map(({ id }) => Number(id));

const wordPlace = (name: AnySQLiteColumn, word: string) =>
  sql`(instr(' ' || ${folded(name)} || ' ', ${` ${word} `}) > 0) + (instr(' ' || ${folded(name)}, ${` ${word}`}) > 0)`;

/** Narrows the candidates by the index, which covers more text of a record than suggestions are found by. */
function whereIndexed({ kind, table: { id } }: Suggested, words: string[]): SQL | undefined {
  const long = words.filter(isLong);
  return long.length > 0 ? numbered(id, newestWith(kind, long, maxHits)) : indexed({ kind, number: id }, words)?.found;
}

/** Returns the rows in the order of `ids`. */
export const sortByIds = <Row extends { id: number }>(rows: Row[], ids: number[]): Row[] =>
  ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);

/** Removes the record number that a previous choice appended to the text. */
export const withoutNumber = (typed: string) => typed.replace(/(?:\s*·)?\s*#\d*\s*$/, "");

export const moreMatchesHint = "There are more: go on typing.";
