/**
 * Lists as one person has them: who reaches their own rows alone has a list of these, and whatever reads it, counts it
 * or looks into it sees no other row.
 */
import { and, eq, exists, type InferSelectModel, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import { db } from "db";
import { type User, users } from "db/schema";
import { may, reachOf } from "~/core/access/access.server";
import { recordId } from "~/core/values/ids";
import type { FilterRule, Listing, ListTable, RecordRule } from "./listing.server";

/** What it is decided by which rows somebody reaches. */
export type Reader = Pick<User, "id" | "access" | "areas">;

/**
 * A list as this person may read it: as it is, or limited to their own rows, or empty. A limited one knows no kept
 * counts and no index, which are about all rows, and no filter that names a record: its chip would say what others are
 * called; and cannot be asked for, or sorted by, what it hides. A whole one tells who may not see the directory
 * nobody's name who does not occur in its rows.
 */
export function listingFor<Table extends ListTable>(listing: Listing<Table>, me: Reader): Listing<Table> {
  const { own } = listing;
  const reach = own ? reachOf(me, own.needs) : "all";
  if (!own || reach === "all") return unrestricted(listing, me);
  const hidden = new Set<string>(own.staffFilters);
  const filters = Object.entries(listing.filters).filter(([name, rule]) => !hidden.has(name) && !namesRecord(rule));
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
    storedCount: undefined,
    dayBuckets: undefined,
  };
}

/** A row as the reader of a list is shown it: without what the list hides. Whatever reads rows of a list asks this. */
export const redactHiddenFields = <Table extends ListTable>(
  { hides }: Pick<Listing<Table>, "hides">,
  row: InferSelectModel<Table>,
): InferSelectModel<Table> => (hides ? { ...row, ...hides } : row);

/** Every row, with the filters that this person may narrow it by. */
function unrestricted<Table extends ListTable>(listing: Listing<Table>, me: Reader): Listing<Table> {
  const rules = Object.entries(listing.filters);
  const theirs = rules.filter(([, { needs }]) => !needs || may(me, needs));
  if (may(me, "people.view"))
    return theirs.length === rules.length ? listing : { ...listing, filters: Object.fromEntries(theirs) };
  const search = listing.search.filter((text) => !listing.searchForDirectory?.includes(text));
  return {
    ...listing,
    search,
    filters: Object.fromEntries(theirs.map(([name, rule]) => [name, withoutDirectory(rule, me)])),
  };
}

const namesRecord = (rule: FilterRule): rule is RecordRule => "type" in rule && rule.type === "record";

/** A filter that says the name of, and finds by it, only who occurs in the rows; and the reader's own. */
function withoutDirectory(rule: FilterRule, me: Reader): FilterRule {
  if (!namesRecord(rule) || !rule.person) return rule;
  const { person, title, named } = rule;
  return {
    ...rule,
    title: async (id) =>
      !recordId(id) || recordId(id) === me.id || (await occurs(person, recordId(id))) ? title(id) : undefined,
    named: named && ((written) => named(written, exists(rowsNaming(person).where(eq(person, users.id))))),
  };
}

const rowsNaming = (person: AnySQLiteColumn) => db.select({ one: sql`1` }).from(person.table);
const occurs = async (person: AnySQLiteColumn, id: number) =>
  (await rowsNaming(person).where(eq(person, id)).limit(1)).length > 0;
