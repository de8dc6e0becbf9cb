/**
 * How texts are compared where their bytes are not what people go by. Indexes are made of the same expressions, so that
 * a query finds its index.
 */
import { sql, type SQLWrapper } from "drizzle-orm";

/** As people look for names: without regard to case and marks, see `fold`. */
export const folded = (text: SQLWrapper) => sql<string>`folded(${text})`;

/** In natural sort order: the same, and "Item 2" before "Item 10", see `naturalKey`. */
export const natural = (text: SQLWrapper) => sql<string>`natural_key(${text})`;

/**
 * The digits of a phone number without "+", "00" and the 0 before an area code, so that each way to write it is found:
 * see `spellings` in `app/core/list`.
 */
export const phoneDigits = (phone: SQLWrapper) => {
  const digits = [" ", "-", ".", "/", "(", ")"].reduce(
    (text, character) => sql`replace(${text}, ${sql.raw(`'${character}'`)}, '')`,
    sql`replace(${phone}, '(0)', '')`,
  );
  return sql<string>`ltrim(${digits}, '+0')`;
};

/** For codes and words: without regard to the case of ASCII letters. */
export const anyCase = (text: SQLWrapper) => sql<string>`${text} collate nocase`;

/**
 * The texts by this name in a column of rows, such as the names of an order's items. Each is a line, so that words in
 * quotes are found in one of them, and never across two.
 */
export const textsIn = (rows: SQLWrapper, name: string) =>
  sql<string>`(SELECT coalesce(group_concat(atom, char(10)), '') FROM json_tree(CASE WHEN json_valid(${rows}) THEN ${rows} ELSE '[]' END) WHERE key = ${sql.raw(`'${name}'`)})`;
