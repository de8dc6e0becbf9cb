/**
 * Restricts lists to what a reader may see. Readers who may see only their own rows get a list of these, so everything
 * that reads or counts through it sees no other row.
 */
import { and, eq, exists, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import { db } from "db";
import { type User, users } from "db/schema";
import { may, reachOf } from "~/core/access/access.server";
import { recordId } from "~/core/values/ids";
import type { FilterRule, Listing, ListTable, RecordRule } from "./listing.server";

/** The user fields that decide which rows a user can read. */
export type Reader = Pick<User, "id" | "access" | "areas">;

/**
 * Returns the listing as `me` may read it: in full (without the directory, only names that occur in its rows),
 * restricted to their own rows, or empty. A restricted one has no stored counts, no index and no filters by record
 * (which would reveal names or other rows), and cannot filter or sort by hidden columns.
 */
export function listingFor<Table extends ListTable>(listing: Listing<Table>, me: Reader): Listing<Table> {
  const { own } = listing;
  const reach = own ? reachOf(me, own.needs) : "all";
  if (!own || reach === "all") return unrestricted(listing, me);
  const hidden = new Set<string>(own.staffFilters);
  const filters = filtersOpenTo(listing, me).filter(([name, rule]) => !hidden.has(name) && !namesRecord(rule));
  const isShown = (by: unknown) =>
    !Object.keys(own.hides ?? {}).some((name) => listing.table[name as keyof Table] === by);
  return {
    ...listing,
    scope: reach === "own" ? and(listing.scope, own.rows(me)) : sql`0`,
    filters: Object.fromEntries(filters),
    fields: Object.fromEntries(Object.entries(listing.fields ?? {}).filter(([, { by }]) => isShown(by))),
    sorts: Object.fromEntries(Object.entries(listing.sorts).filter(([, by]) => isShown(by))),
    hides: own.hides,
    isOwn: true,
    index: undefined,
    wordsIndex: listing.index,
    storedSums: undefined,
    dayBuckets: undefined,
  };
}

/** Returns all rows, with only the filters that `me` may use. */
function unrestricted<Table extends ListTable>(listing: Listing<Table>, me: Reader): Listing<Table> {
  const theirs = filtersOpenTo(listing, me);
  if (may(me, "people.view"))
    return theirs.length === Object.keys(listing.filters).length
      ? listing
      : { ...listing, filters: Object.fromEntries(theirs) };
  const search = listing.search.filter((text) => !listing.searchForDirectory?.includes(text));
  return {
    ...listing,
    search,
    filters: Object.fromEntries(theirs.map(([name, rule]) => [name, withoutDirectory(rule, me)])),
  };
}

/** Returns the filters that need no further permission, or one that `me` has. */
const filtersOpenTo = <Table extends ListTable>({ filters }: Listing<Table>, me: Reader) =>
  Object.entries(filters).filter(([, { needs }]) => !needs || may(me, needs));

const namesRecord = (rule: FilterRule): rule is RecordRule => "type" in rule && rule.type === "record";

/** Restricts a filter by a user to those who occur in the rows, and to the reader. */
function withoutDirectory(rule: FilterRule, me: Reader): FilterRule {
  if (!namesRecord(rule) || !rule.person) return rule;
  const { person, title, named } = rule;
  return {
    ...rule,
    title: async (id) =>
      !recordId(id) || recordId(id) === me.id || (await isReferenced(person, recordId(id))) ? title(id) : undefined,
    named: named && ((written) => named(written, exists(rowsNaming(person).where(eq(person, users.id))))),
  };
}

const rowsNaming = (person: AnySQLiteColumn) => db.select({ one: sql`1` }).from(person.table);
const isReferenced = async (person: AnySQLiteColumn, id: number) =>
  (await rowsNaming(person).where(eq(person, id)).limit(1)).length > 0;
