/**
 * Counts the rows of saved views without blocking requests: by the search index if that is fast, otherwise in slices of
 * the table, up to the highest count shown. Longer counts continue after the response, and the previous count stays
 * until they end.
 */
import { yieldToEventLoop } from "~/core/process/event-loop.server";
import { and, type SQL, sql } from "drizzle-orm";
import { db } from "db";
import type { SavedView } from "db/schema";
import { countQuickly } from "~/core/list/counting.server";
import { lookUp } from "~/core/list/list-search.server";
import type { ListQuery } from "~/core/list/listing.server";
import { readSearch } from "~/core/list/list-query.server";
import { matching } from "~/core/list/matching.server";
import type { Reader } from "~/core/list/reach.server";
import { log } from "~/core/process/log.server";
import { maxViewCount } from "./count";
import { listAt, queryOf, type SavedList } from "./lists.server";

type Counted = Pick<SavedView, "id" | "path" | "search">;

interface CachedCount {
  /** Undefined if counting would take too long. */
  count?: number;
  /** The state of the database that it was counted in. */
  version: number;
  /** Whether counting took more than one slice, or long. */
  slow: boolean;
  /** When the count was made and how long it took, in milliseconds. */
  at: number;
  took: number;
}

interface Counting {
  listing: SavedList["listing"];
  query: ListQuery;
  where: SQL | undefined;
  /** The first row that is still to be looked at, by its rowid. */
  from: number;
  count: number | undefined;
  version: number;
  began: number;
}

/** Duration in milliseconds above which counting continues after the response. Tests change it. */
export const countLimits = { long: 30 };

/** Rows of a slice while a request waits, and at most after it. */
const slice = 2_000;
const maxSliceSize = 32_000;
/** After a slice that took less than this the next one is larger; in milliseconds. */
const quickSliceMs = 3;
/** Views that one request counts itself; others are counted after it. */
const maxAtOnce = 10;
/** A slow count is repeated only after this many times its own duration. */
const restFactor = 20;
/** Maximum age of a count in milliseconds, because due dates pass without a change. */
const longestGood = 60_000;
const maxKept = 2_000;

/** Counts by list and search, and by user where it matters; users with equal access share them. */
const countCache = new Map<string, CachedCount>();
const waiting = new Map<string, () => Counting | Promise<Counting>>();

/** Returns the number of rows per view id, up to `countedUpTo`. Unknown counts are missing. */
export async function countsOf(me: Reader, views: Counted[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  if (views.length === 0) return counts;
  const version = dataVersion();
  let counted = 0;
  for (const { id, path, search } of views) {
    const list = listAt(me, path);
    if (!list) continue;
    const whose = list.personal || list.listing.isOwn ? me.id : `${me.access} ${JSON.stringify(me.areas)}`; // access decides which filters apply
    const key = `${whose} ${path}?${search}`;
    if (isDue(countCache.get(key), version) && !waiting.has(key)) {
      const begun =
        !countCache.get(key)?.slow && counted++ < maxAtOnce ? await begin(list, search, version) : undefined;
      if (begun && (await continueCounting(begun, slice)))
        cacheCount(key, begun, performance.now() - begun.began >= countLimits.long);
      else countLater(key, () => begun ?? begin(list, search, version));
    }
    const count = countCache.get(key)?.count;
    if (count !== undefined) counts[id] = count;
  }
  return counts;
}

/** Returns SQLite's data version, which changes when another connection writes. */
const dataVersion = () => db.all<{ data_version: number }>(sql`pragma data_version`)[0]?.data_version ?? 0;

function isDue(last: CachedCount | undefined, version: number): boolean {
  if (!last) return true;
  const age = performance.now() - last.at;
  if (last.slow && age < restFactor * last.took) return false;
  return last.version !== version || age > longestGood;
}

async function begin(list: SavedList, search: string, version: number): Promise<Counting> {
  const began = performance.now();
  const { listing } = list;
  const requested = queryOf(list, search);
  const query = listing.index ? await lookUp(listing, requested) : requested; // in others it looks at the newest rows alone
  return { listing, query, where: matching(listing, query), from: Number.MIN_SAFE_INTEGER, count: 0, version, began };
}

/** Continues counting by some rows. Returns whether it is complete. */
async function continueCounting(counting: Counting, rows: number): Promise<boolean> {
  const { listing, query } = counting;
  if (!listing.index || readSearch(listing, query.q).words.length === 0) return lookAtSlice(counting, rows);
  // Each slice would ask the index for all that it has of these words.
  const { total, more } = await countQuickly(listing, query);
  counting.count = total >= maxViewCount ? maxViewCount : more ? undefined : total;
  return true;
}

/** Counts some more rows of the table. Returns whether the count is complete. */
function lookAtSlice(counting: Counting, rows: number): boolean {
  const {
    where,
    from,
    count = 0,
    listing: { table },
  } = counting;
  const [end] = db.all<{ last: number | null; rows: number }>(
    sql`select max(rowid) as last, count(*) as rows from (select rowid from ${table} where rowid >= ${from} order by rowid limit ${rows})`,
  );
  if (!end || end.last === null) return true;
  // An index would be walked from its beginning for each slice: rows are found by their rowid alone.
  const within = and(sql`${table}.rowid between ${from} and ${end.last}`, where);
  const [found] = db.all<{ count: number }>(
    sql`select count(*) as count from (select 1 from ${table} not indexed where ${within} limit ${maxViewCount - count})`,
  );
  counting.from = end.last + 1;
  counting.count = count + (found?.count ?? 0);
  return counting.count >= maxViewCount || end.rows < rows;
}

function cacheCount(key: string, { count, version, began }: Counting, slow: boolean) {
  const at = performance.now();
  countCache.delete(key); // the oldest stand first
  countCache.set(key, { count, version, slow, at, took: at - began });
  for (const oldest of countCache.keys()) {
    if (countCache.size <= maxKept) break;
    countCache.delete(oldest);
  }
}

let runningCount: Promise<void> | undefined;

function countLater(key: string, begun: () => Counting | Promise<Counting>) {
  waiting.set(key, begun);
  runningCount ??= countWaiting();
}

async function countWaiting() {
  for (const [key, begun] of waiting) {
    try {
      await yieldToEventLoop();
      await countAll(key, await begun());
    } catch (error) {
      log.error({ err: error }, "the rows of a saved view could not be counted");
    }
    waiting.delete(key);
  }
  runningCount = undefined;
}

/** Other requests have their turn between two slices. */
async function countAll(key: string, counting: Counting) {
  counting.began = performance.now();
  let rows = slice;
  for (let isOver = false; !isOver;) {
    await yieldToEventLoop();
    const began = performance.now();
    isOver = await continueCounting(counting, rows);
    if (performance.now() - began < quickSliceMs) rows = Math.min(2 * rows, maxSliceSize);
  }
  cacheCount(key, counting, true);
}

/** Resolves when nothing waits to be counted. */
export const untilAllCounted = async () => runningCount;

/** Clears the cache when tests replace the database. */
export async function forgetCounts() {
  await runningCount;
  countCache.clear();
}
