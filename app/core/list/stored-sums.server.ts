/** Reads the sums that triggers store in the database, so that tabs and totals of a list need not read its rows. */
import { type SQL, sql } from "drizzle-orm";
import { db } from "db";
import type { Listing, ListQuery, ListTable, StoredSums } from "./listing.server";

/**
 * Returns the stored sums of each query, read in one statement; undefined where the rows have to be read. They cover
 * all rows, so scoped listings have none.
 */
export function readStoredSums<Table extends ListTable>(
  { scope, storedSums }: Pick<Listing<Table>, "scope" | "storedSums">,
  queries: Pick<ListQuery, "q" | "filters" | "trash">[],
): (Record<string, number> | undefined)[] {
  const sources = queries.map((query) => (scope ? undefined : storedSums?.(query)));
  const columns = sources.flatMap((source, at) =>
    source ? sql`(${sumsOf(source)}) as ${sql.identifier(`s${at}`)}` : [],
  );
  if (columns.length === 0) return queries.map(() => undefined);
  const row = db.get<Record<string, string>>(sql`select ${sql.join(columns, sql`, `)}`);
  return queries.map((_, at) => {
    const sums = row[`s${at}`];
    return sums === undefined ? undefined : (JSON.parse(sums) as Record<string, number>);
  });
}

/** Returns the query for the sums of one source, as a JSON object. */
function sumsOf({ table, sums, where }: StoredSums): SQL {
  const each = Object.entries(sums).map(([name, column]) => sql`${sql.raw(`'${name}'`)}, coalesce(sum(${column}), 0)`);
  return sql`select json_object(${sql.join(each, sql`, `)}) from ${table} where ${where ?? sql`true`}`;
}
