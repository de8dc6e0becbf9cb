/** Finds rows by the full-text index (`db/search`, migration 0011), which holds words of three letters and more. */
import { sql, type SQL } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import { db } from "db";
import { type SearchKind, searchKinds } from "db/search";
import { spellings } from "./spellings";

export interface Index {
  kind: SearchKind;
  /** Column of the row's number in the index. */
  number: AnySQLiteColumn;
  /**
   * Finds more rows by these folded words in related texts that the reader may read: a query whose only column is
   * `number`.
   */
  also?(words: string[], reader: number | undefined): SQL;
  /**
   * Returns the newest of those texts, folded, for correcting typos: of the rows within `scope`, as far as the reader
   * may read them.
   */
  alsoTexts?(reader: number | undefined, scope: SQL | undefined): string[];
}

/** Maximum search hits that a list shows, the newest first: sorting and counting them takes a few milliseconds. */
export const maxHits = 1_000;

/** Batched reads query the index anew for each batch; with more hits than this, scanning the rows is quicker. */
const maxReread = 5_000;

/** Number of newest rows that are scanned if no word is in the index. */
export const newest = 1_000;

/** Whether the word has the three letters that the trigram index needs. */
export const isLong = (word: string) => [...word].length >= 3;
export const isShort = (word: string) => !isLong(word);

/**
 * Returns the index condition for these folded words, and the words left to look for in the rows. If no word is long
 * enough for the index, it covers the newest rows; undefined without words.
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

/** SQL for the number of the oldest of the newest rows. */
const firstOfNewest = (number: AnySQLiteColumn): SQL =>
  sql`coalesce((select ${number} from ${number.table} order by ${number} desc limit 1 offset ${newest - 1}), 0)`;

/**
 * Whether the long words match more rows than batched reads should look up in the index. Reads no more of it than that.
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

/** Returns the numbers of the newest rows that match these words in related texts. */
export function newestAlso({ also }: Index, words: string[], reader: number | undefined, most: number): number[] {
  if (!also) return [];
  return db
    .all<{ number: number }>(
      sql`select distinct number from (${also(words, reader)}) order by number desc limit ${most}`,
    )
    .map(({ number }) => number);
}

/** Returns the numbers of the newest records of a kind that contain these words. */
export function newestWith(kind: SearchKind, words: string[], most: number): number[] {
  const found = db.all<{ number: number }>(
    sql`select rowid as number from ${indexOf(kind)} where ${indexOf(kind)} match ${phrases(words)} order by rowid desc limit ${most}`,
  );
  return found.map(({ number }) => number);
}

/** SQL condition: the column is one of `numbers`. */
export const numbered = (column: AnySQLiteColumn, numbers: number[]): SQL =>
  sql`${column} in (select value from json_each(${JSON.stringify(numbers)}))`;

/** Returns the folded texts of these records. */
export function textsOf(kind: SearchKind, numbers: number[]): string[] {
  const texts = sql.identifier(`${searchKinds[kind]}_texts`);
  return db
    .all<{ text: string }>(
      sql`select text from ${texts} where number in (select value from json_each(${JSON.stringify(numbers)}))`,
    )
    .map(({ text }) => text);
}

/** Returns those of `numbers` whose folded text meets the condition, in the same order. */
export function numbersWithText(kind: SearchKind, numbers: number[], condition: (text: string) => boolean): number[] {
  const texts = sql.identifier(`${searchKinds[kind]}_texts`);
  const found = db.all<{ number: number; text: string }>(
    sql`select number, text from ${texts} where number in (select value from json_each(${JSON.stringify(numbers)}))`,
  );
  const meeting = new Set(found.filter(({ text }) => condition(text)).map(({ number }) => number));
  return numbers.filter((number) => meeting.has(number));
}

/** Returns the folded texts of the newest rows that meet a condition, at most `limit`. */
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

/** Builds an FTS5 query that requires each word in one of its spellings. */
export const phrases = (words: string[]) =>
  words.map((word) => `(${spellings(word).map(quoted).join(" OR ")})`).join(" AND ");

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
