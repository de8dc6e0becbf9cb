/** Lists as one person has them: who reaches their own rows alone has a list of these, and whatever reads it, counts it or looks into it sees no other row. */
import { and, sql } from "drizzle-orm";
import type { User } from "db/schema";
import { reachOf } from "~/auth/access.server";
import type { FilterRule, Listing, ListTable } from "./listing.server";

/** What it is decided by which rows somebody reaches. */
export type Reader = Pick<User, "id" | "access" | "areas">;

/**
 * A list as this person may read it: as it is, or limited to their own rows, or empty. A limited one knows no kept counts and no index, which are about all rows, and
 * no filter that names a record: its chip would say what others are called.
 */
export function listingFor<Table extends ListTable>(listing: Listing<Table>, me: Reader): Listing<Table> {
  const { own } = listing;
  const reach = own ? reachOf(me, own.needs) : "all";
  if (!own || reach === "all") return listing;
  const hidden = new Set<string>(own.staffFilters);
  const filters = Object.entries(listing.filters).filter(([name, rule]) => !hidden.has(name) && !namesRecord(rule));
  return {
    ...listing,
    of: reach === "own" ? and(listing.of, own.rows(me)) : sql`0`,
    filters: Object.fromEntries(filters),
    hides: own.hides,
    isOwn: true,
    index: undefined,
    kept: undefined,
    months: undefined,
  };
}

const namesRecord = (rule: FilterRule) => "type" in rule && rule.type === "record";
