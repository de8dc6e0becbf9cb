/** What is to be done to everything that matches, as an address says it: `/orders/bulk?status=New&set=Delivered`. */
import { and } from "drizzle-orm";
import { db, type Transaction } from "db";
import { hasIdAmong, idBatches, idsListed } from "~/core/list/batches.server";
import { listHref } from "~/core/list/list";
import { countMatching } from "~/core/list/counting.server";
import { canonicalSearch, fixedSearch } from "~/core/list/list-view.server";
import type { ListQuery } from "~/core/list/listing.server";
import { parseListQuery, readId } from "~/core/list/list-query.server";
import { yieldToEventLoop } from "~/core/process/event-loop.server";
import type { BulkAction } from "~/core/resource/bulk-outcome.server";
import type { Id, Resource } from "~/core/resource/resource.server";

export interface BulkRequest {
  of: Resource;
  what: BulkAction;
  query: ListQuery;
  /** These, and not everything that matches; none of them where none could be read. */
  ids?: Id[];
}

/** Reads such an address; nothing where it names no act that records of this kind know. */
export function bulkRequestIn(of: Resource, params: URLSearchParams, readerId?: number): BulkRequest | undefined {
  const what = actIn(of, params.get("act"), params.get("set"));
  if (!what) return undefined;
  const ids = [...new Set((params.get("ids") ?? "").split(",").flatMap((id) => readId(of.listing, id) ?? []))] as Id[];
  return {
    of,
    what,
    query: { ...parseListQuery(of.listing, params), page: 1, readerId },
    ...(params.has("ids") && { ids }),
  };
}

/** The status that a form or an address names, or nothing when it is none of this kind. */
export const statusIn = ({ statuses }: Pick<Resource, "statuses">, written: unknown): string | undefined =>
  statuses.find(({ value }) => value === written)?.value;

/** The act that it names. */
export function actIn(of: Pick<Resource, "statuses">, act: unknown, set: unknown): BulkAction | undefined {
  const status = statusIn(of, set);
  if (status) return { act: "set", status };
  return act === "delete" || act === "restore" ? { act } : undefined;
}

/** Where the list is that it was chosen in. */
export const listOf = ({ of: { listing }, query }: BulkRequest) =>
  withSearch(listing.path, canonicalSearch(listing, query));

/** The same with what was selected still selected, where that is all that matches. */
export const selectionOf = ({ of: { listing }, query, ids }: BulkRequest) =>
  listHref({ path: listing.path, search: canonicalSearch(listing, query) }, { select: ids ? null : "all" });

/** Where it is previewed and confirmed, with what somebody has seen of it. */
export function bulkHref(
  { of: { listing }, what, query, ids }: BulkRequest,
  seen: { matched?: number; changes?: number } = {},
): string {
  const params = new URLSearchParams(fixedSearch(listing, query));
  if (ids) params.set("ids", ids.join());
  if (what.act === "set") params.set("set", what.status);
  else params.set("act", what.act);
  for (const name of ["matched", "changes"] as const) if (name in seen) params.set(name, String(seen[name]));
  return withSearch(`${listing.path}/bulk`, params.toString());
}

const withSearch = (path: string, search: string) => path + (search && `?${search}`);

/** How many it is about. */
export const countRequested = async ({ of: { listing }, query, ids }: BulkRequest): Promise<number> =>
  ids ? (await idsListed(listing, ids)).length : countMatching(listing, query);

/** What it is about comes to in cents, where the list adds its rows up; nothing where some of those named are gone. */
export async function sumRequested({ of: { listing }, query, ids }: BulkRequest): Promise<number | undefined> {
  if (!listing.sums) return undefined;
  const among = ids ? { ...listing, scope: and(listing.scope, hasIdAmong(listing.table, ids)) } : listing;
  const narrowed = ids ? { ...query, q: "", filters: {}, anyOrder: true } : query;
  if (ids && (await countMatching(among, narrowed)) !== ids.length) return undefined;
  const sums = await listing.sums(narrowed, among);
  return sums?.find(({ as }) => as === "money")?.value;
}

/** The ids that it is about, read while others have their turn. */
export async function requestedIds(
  { of: { listing }, query, ids }: BulkRequest,
  from: Pick<Transaction, "select"> = db,
): Promise<Id[]> {
  if (ids) return (await idsListed(listing, ids, from)) as Id[];
  const found: Id[] = [];
  for await (const some of idBatches(listing, query, from)) {
    for (const id of some as Id[]) found.push(id);
    await yieldToEventLoop();
  }
  return found;
}
