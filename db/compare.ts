/**
 * SQL expressions that compare text the way people do. Indexes use the same expressions, so that a query can use its
 * index.
 */
import { sql, type SQLWrapper } from "drizzle-orm";

/** Case- and accent-insensitive text, for looking up names; see `fold`. */
export const folded = (text: SQLWrapper) => sql<string>`folded(${text})`;

/** Sort key for natural order: like `folded`, and "Item 2" comes before "Item 10"; see `naturalKey`. */
export const natural = (text: SQLWrapper) => sql<string>`natural_key(${text})`;

/**
 * Digits of a phone number without "+", "00" and the leading 0 of an area code, so that every notation matches; see
 * `spellings` in `app/core/list`.
 */
export const phoneDigits = (phone: SQLWrapper) => {
  const digits = [" ", "-", ".", "/", "(", ")"].reduce(
    (text, character) => sql`replace(${text}, ${sql.raw(`'${character}'`)}, '')`,
    sql`replace(${phone}, '(0)', '')`,
  );
  return sql<string>`ltrim(${digits}, '+0')`;
};

/** ASCII case-insensitive text, for codes and words. */
export const anyCase = (text: SQLWrapper) => sql<string>`${text} collate nocase`;

/**
 * All texts stored under `name` in a JSON column, such as the names of an order's items. Each is on a line of its
 * own, so that a quoted search phrase never matches across two.
 */
export const textsIn = (rows: SQLWrapper, name: string) =>
  sql<string>`(SELECT coalesce(group_concat(atom, char(10)), '') FROM json_tree(CASE WHEN json_valid(${rows}) THEN ${rows} ELSE '[]' END) WHERE key = ${sql.raw(`'${name}'`)})`;
