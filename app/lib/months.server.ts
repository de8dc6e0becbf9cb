/**
 * Pages of a list that is narrowed to some days, in an order that goes by something else. Walking along the order passes by all rows of
 * other days, sorting reads all of these days; but an index has each month in the order, and their pages are merged.
 */
import { and, asc, desc, isNull, type SQL, sql } from "drizzle-orm";
import { config } from "config";
import { db } from "db";
import { startOfDay, startOfNextDay } from "db/dates";
import { monthAt, monthOf } from "db/schema/columns";
import { daysIn, type IdOf, type Listing, type ListQuery, type ListTable, type Months } from "./listing.server";
import { matching } from "./matching.server";

/** Of thirty days each. SQLite merges no more than 500. */
const mostMonths = 300;

interface Place {
  skip: number;
  take: number;
  /** Both counted from the list's end. */
  backwards: boolean;
}

/** The ids at a place of a list, in order, where an index has what it is narrowed to by months; nothing otherwise. */
export function idsByMonths<Table extends ListTable>(listing: Listing<Table>, query: ListQuery, place: Place): IdOf<Table>[] | undefined {
  const asked = monthsAsked(listing, query);
  const merged = asked && mergedQuery(listing, query, asked, place);
  return merged && db.all<{ id: IdOf<Table> }>(merged).map(({ id }) => id);
}

/** The months that a list is narrowed to, as far as there is anything in them; nothing where walking or sorting is as good, or all there is. */
export function monthsAsked<Table extends ListTable>(listing: Listing<Table>, query: ListQuery): (Months & { numbers: number[] }) | undefined {
  const [name, months] = Object.entries(listing.months ?? {}).find(([name]) => query.filters[name]) ?? [];
  const isPlain = query.q === "" && !query.trash && !Object.keys(query.filters).some((filter) => "title" in (listing.filters[filter] ?? {}));
  if (!name || !months || !isPlain || listing.sorts[query.sort.key] !== months.sort) return undefined;
  const { from, to } = daysIn(query.filters[name] ?? "") ?? {};
  const { first, last } = ends(listing, months);
  const begin = monthAt(Math.max(first, from ? startOfDay(from, config.timeZone).getTime() : first));
  const end = monthAt(Math.min(last, to ? startOfNextDay(to, config.timeZone).getTime() - 1 : last));
  if (begin > end || end - begin >= mostMonths) return undefined;
  return { ...months, numbers: Array.from({ length: end - begin + 1 }, (_, index) => begin + index) };
}

/** The first and the last moment that there is. */
function ends<Table extends ListTable>({ table }: Listing<Table>, { of }: Months): { first: number; last: number } {
  const end = (which: SQL) => sql`(select ${which} from ${table}${table.deletedAt && sql` where ${isNull(table.deletedAt)}`})`;
  return db.get<{ first: number; last: number }>(sql`select coalesce(${end(sql`min(${of})`)}, 0) as first, coalesce(${end(sql`max(${of})`)}, 0) as last`);
}

/** The question for the ids at a place. */
export function mergedQuery<Table extends ListTable>(listing: Listing<Table>, query: ListQuery, { of, sort, numbers }: NonNullable<ReturnType<typeof monthsAsked>>, { skip, take, backwards }: Place): SQL {
  const matches = matching(listing, query);
  const { table } = listing;
  const each = numbers.map((month) => sql`select ${table.id} as id, ${sort} as sorted from ${table} where ${and(matches, sql`${monthOf(of)} = ${month}`)}`);
  const direction = query.sort.descending === backwards ? asc : desc;
  return sql`${sql.join(each, sql` union all `)} order by ${direction(sql`sorted`)}, ${direction(sql`id`)} limit ${take} offset ${skip}`;
}
