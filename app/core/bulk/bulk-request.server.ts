/** Bulk actions in URLs: `/orders/bulk?status=New&set=Delivered`. */
import { and } from "drizzle-orm";
import { db, type Transaction } from "db";
import { whereIdAmong, idBatches, idsListed } from "~/core/list/batches.server";
import { listHref } from "~/core/list/list";
import { countMatching } from "~/core/list/counting.server";
import { canonicalSearch, fixedSearch } from "~/core/list/list-view.server";
import type { ListQuery } from "~/core/list/listing.server";
import { parseListQuery, readId } from "~/core/list/list-query.server";
import { formatMoney } from "~/core/values/money";
import { yieldToEventLoop } from "~/core/process/event-loop.server";
import type { BulkAction } from "~/core/resource/bulk-outcome.server";
import type { Id, Question, Resource, VisibleResource } from "~/core/resource/resource.server";

export interface BulkRequest {
  of: VisibleResource;
  what: BulkAction;
  query: ListQuery;
  /** Selected ids; otherwise everything that matches. Empty if no id was valid. */
  ids?: Id[];
}

/** Parses such a URL; undefined if it names no action of this kind of record. */
export function bulkRequestIn(
  of: VisibleResource,
  params: URLSearchParams,
  readerId?: number,
): BulkRequest | undefined {
  const act = actIn(of, params.get("act"), params.get("set"), params.has("backwards"));
  if (!act) return undefined;
  const choice = of.question && choiceIn(of.question.ofMany, params.get("choice"));
  const what: BulkAction = { ...act, ...(choice && { choice }) };
  const ids = [...new Set((params.get("ids") ?? "").split(",").flatMap((id) => readId(of.listing, id) ?? []))] as Id[];
  return {
    of,
    what,
    query: { ...parseListQuery(of.listing, params), page: 1, readerId },
    ...(params.has("ids") && { ids }),
  };
}

/** Returns the status in a form or URL, or undefined if the kind has no such status. */
export const statusIn = ({ statuses }: Pick<Resource, "statuses">, written: unknown): string | undefined =>
  statuses.find(({ value }) => value === written)?.value;

/** Returns the action in a form or URL. */
export function actIn(
  of: Pick<Resource, "statuses">,
  act: unknown,
  set: unknown,
  backwards = false,
): BulkAction | undefined {
  const status = statusIn(of, set);
  if (status) return { act: "set", status, ...(backwards && { backwards: true as const }) };
  return act === "delete" || act === "restore" ? { act } : undefined;
}

/** Returns the choice in a form or URL, or undefined if the question has no such choice. */
export const choiceIn = ({ choices }: Question, written: unknown): string | undefined =>
  choices.find(({ value }) => value === written)?.value;

/** The amounts of a question, as its form posts them. */
export const amountsOf = ({ amounts = [] }: Question): string => amounts.map(({ cents }) => cents).join(" ");

/** Returns the choice in a form, or why it is no answer: a choice is missing, or amounts changed since it was asked. */
export function answerIn(
  question: Question,
  sent: { choice: unknown; amounts: unknown },
): { choice: string } | { why: string } {
  const choice = choiceIn(question, sent.choice);
  if (!choice) return { why: "Choose one of these" };
  if (typeof sent.amounts !== "string" || sent.amounts === amountsOf(question)) return { choice };
  const seen = sent.amounts.split(" ").map(Number);
  const changes = (question.amounts ?? []).flatMap(({ label, cents }, at) => {
    const before = seen[at];
    return before === undefined || before === cents || !Number.isSafeInteger(before)
      ? []
      : `${label} is ${formatMoney(cents)} now, no longer ${formatMoney(before)}.`;
  });
  return { why: `${changes.join(" ")} Choose again.`.trim() };
}

/** Returns the URL of the list with its filters. */
export const listOf = ({ of: { listing }, query }: BulkRequest) =>
  withSearch(listing.path, canonicalSearch(listing, query));

/** Like `listOf`, with everything still selected if the request is about all matches. */
export const selectionOf = ({ of: { listing }, query, ids }: BulkRequest) =>
  listHref({ path: listing.path, search: canonicalSearch(listing, query) }, { select: ids ? null : "all" });

/** Returns the URL of the preview, with the counts that the user has seen. */
export function bulkHref(
  { of: { listing }, what, query, ids }: BulkRequest,
  seen: { matched?: number; changes?: number } = {},
): string {
  const params = new URLSearchParams(fixedSearch(listing, query));
  if (ids) params.set("ids", ids.join());
  if (what.act === "set") params.set("set", what.status);
  else params.set("act", what.act);
  if (what.act === "set" && what.backwards) params.set("backwards", "1");
  if (what.choice) params.set("choice", what.choice);
  for (const name of ["matched", "changes"] as const) if (name in seen) params.set(name, String(seen[name]));
  return withSearch(`${listing.path}/bulk`, params.toString());
}

const withSearch = (path: string, search: string) => path + (search && `?${search}`);

/** URL of the preview that includes records that are further on already; undefined if no status is set. */
export const withThoseAhead = (bulkRequest: BulkRequest) =>
  bulkRequest.what.act === "set"
    ? bulkHref({ ...bulkRequest, what: { ...bulkRequest.what, backwards: true } })
    : undefined;

/** Counts the records of a request. */
export const countRequested = async ({ of: { listing }, query, ids }: BulkRequest): Promise<number> =>
  ids ? (await idsListed(listing, ids)).length : countMatching(listing, query);

/**
 * Returns the total of a request's records in cents; undefined if the list has no money sum or a selected record is
 * gone.
 */
export async function sumRequested({ of: { listing }, query, ids }: BulkRequest): Promise<number | undefined> {
  if (!listing.sums) return undefined;
  const among = ids ? { ...listing, scope: and(listing.scope, whereIdAmong(listing.table, ids)) } : listing;
  const narrowed = ids ? { ...query, q: "", filters: {}, anyOrder: true } : query;
  if (ids && (await countMatching(among, narrowed)) !== ids.length) return undefined;
  const sums = await listing.sums(narrowed, among);
  return sums?.find(({ as }) => as === "money")?.value;
}

/** Returns the ids of a request, yielding to other requests in between. */
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
