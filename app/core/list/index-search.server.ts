/**
 * Finding rows by the index of all that is searched (`db/search`, migration 0011), which knows words of three letters
 * and more.
 */
import { sql, type SQL } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import { db } from "db";
import { type SearchKind, searchKinds } from "db/search";
import { spellings } from "./spellings";

export interface Index {
  kind: SearchKind;
  /** The column of a row's number in the index. */
  number: AnySQLiteColumn;
  /**
   * The numbers of further rows that are found by these words, which are folded, in texts of theirs that this reader
   * may read: a query whose only column is `number`.
   */
  also?(words: string[], reader: number | undefined): SQL;
  /**
   * The newest of those texts, folded, by which typing errors are put right: of the rows that meet `scope`, as far as
   * this reader may read them.
   */
  alsoTexts?(reader: number | undefined, scope: SQL | undefined): string[];
}

/** Of more rows than these a list shows the newest: to sort and to count them takes a few milliseconds. */
export const maxFound = 1_000;

/**
 * Who reads all that matches, some at a time, asks the index each time anew: for more rows than these that is slower
 * than looking into rows as they come.
 */
const maxReread = 5_000;

/** Where no index knows the words, only so many rows are looked through, the newest. */
export const newest = 1_000;

/** The index has pieces of three letters. */
export const isLong = (word: string) => [...word].length >= 3;
export const isShort = (word: string) => !isLong(word);

/**
 * What the index finds of these words, which are folded, as a condition; and the words that are left to be looked for
 * in the rows. `within` certain numbers, if it says so. Where it knows none, the newest rows; nothing without words.
 */
export function indexed(
  { kind, number }: Index,
  words: string[],
  within?: [from: number, to: number],
): { found: SQL; others: string[] } | undefined {
  if (words.length === 0) return undefined;
  const long = words.filter(isLong);
  const found =
    long.length > 0
      ? sql`${number} in (select rowid from ${indexOf(kind)} where ${indexOf(kind)} match ${phrases(long)}${within ? sql` and rowid between ${within[0]} and ${within[1]}` : sql``})`
      : sql`${number} >= ${firstOfNewest(number)}`;
  return { found, others: words.filter(isShort) };
}

/** The number where the newest rows begin. */
const firstOfNewest = (number: AnySQLiteColumn): SQL =>
  sql`coalesce((select ${number} from ${number.table} order by ${number} desc limit 1 offset ${newest - 1}), 0)`;

/**
 * Whether more rows have all long words of these than the index is asked for again and again. Reads no more of it than
 * that.
 */
export async function isCommon({ kind }: Index, words: string[]): Promise<boolean> {
  const long = words.filter(isLong);
  if (long.length === 0) return false;
  const [row] = db.all<{ count: number }>(
    sql`select count(*) as count from (select 1 from ${indexOf(kind)} where ${indexOf(kind)} match ${phrases(long)} limit ${maxReread + 1})`,
  );
  return (row?.count ?? 0) > maxReread;
}

const indexOf = (kind: SearchKind) => sql.identifier(`${searchKinds[kind]}_search`);

/** The numbers of the newest rows that this reader finds by these words elsewhere than in the rows. */
export function newestAlso({ also }: Index, words: string[], reader: number | undefined, most: number): number[] {
  if (!also) return [];
  return db
    .all<{ number: number }>(
      sql`select distinct number from (${also(words, reader)}) order by number desc limit ${most}`,
    )
    .map(({ number }) => number);
}

/** The numbers of the newest records of a kind in whose texts these words stand. */
export function newestWith(kind: SearchKind, words: string[], most: number): number[] {
  const found = db.all<{ number: number }>(
    sql`select rowid as number from ${indexOf(kind)} where ${indexOf(kind)} match ${phrases(words)} order by rowid desc limit ${most}`,
  );
  return found.map(({ number }) => number);
}

/** That a row has one of these numbers. */
export const numbered = (column: AnySQLiteColumn, numbers: number[]): SQL =>
  sql`${column} in (select value from json_each(${JSON.stringify(numbers)}))`;

/** The folded texts of these records. */
export function textsOf(kind: SearchKind, numbers: number[]): string[] {
  const texts = sql.identifier(`${searchKinds[kind]}_texts`);
  return db
    .all<{ text: string }>(
      sql`select text from ${texts} where number in (select value from json_each(${JSON.stringify(numbers)}))`,
    )
    .map(({ text }) => text);
}

/** Those of some numbers whose folded text meets a condition, in their order. */
export function numbersWithText(kind: SearchKind, numbers: number[], condition: (text: string) => boolean): number[] {
  const texts = sql.identifier(`${searchKinds[kind]}_texts`);
  const found = db.all<{ number: number; text: string }>(
    sql`select number, text from ${texts} where number in (select value from json_each(${JSON.stringify(numbers)}))`,
  );
  const meeting = new Set(found.filter(({ text }) => condition(text)).map(({ number }) => number));
  return numbers.filter((number) => meeting.has(number));
}

/** The folded texts of the newest rows that meet this, so many at most. */
export function textsWhere({ kind, number }: Index, of: SQL, most: number): string[] {
  return textsOf(
    kind,
    db
      .all<{ number: number }>(
        sql`select ${number} as number from ${number.table} where ${of} order by ${number} desc limit ${most}`,
      )
      .map(({ number }) => number),
  );
}

/** Words as FTS5 writes that each must stand somewhere in the text, in one of its spellings. */
export const phrases = (words: string[]) =>
  words.map((word) => `(${spellings(word).map(quoted).join(" OR ")})`).join(" AND ");

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
