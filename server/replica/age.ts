/**
 * The second copy of the database that Litestream (0.3) keeps elsewhere: up to which moment it has everything.
 * Litestream does not say that itself. It says how far the copy has come in the log that it keeps beside the database,
 * so this remembers where that log ended, and waits for the copy to get there.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { config } from "config";

const second = 1_000;
/** Between two looks, in milliseconds. Of a sound copy the moment that is known is two or three of them old. */
const pauses = 2 * second;
/** A copy that is older is said to be late, in milliseconds. */
const late = 60 * second;

/** Up to when the copy has every change, as an ISO time. Nothing before the copy was first seen whole. */
interface Replica {
  asOf: string | null;
  olderThanAMinute: boolean;
}

/** A place in Litestream's log: bytes in one of its files. A generation begins anew at the first file. */
interface Position {
  generation: string;
  index: number;
  offset: number;
}

const isBefore = (one: Omit<Position, "generation">, other: Omit<Position, "generation">) =>
  one.index < other.index || (one.index === other.index && one.offset < other.offset);

/**
 * Answers a look at the copy of a database file, which Litestream's metrics tell of at `url`: up to when it has
 * everything, in milliseconds since 1970, as far as this and earlier looks know. Rejects with a sentence where
 * Litestream does not answer, or copies another file.
 */
export function replicaLooks(url: string, file: string): () => Promise<number | undefined> {
  let asOf: number | undefined;
  let awaited: { at: number; syncs: number; goal?: Position } | undefined;
  let generation: string | undefined;
  /**
   * Where the copies were when a generation was first seen: perhaps in the one before, of which Litestream tells until
   * they have something of this one.
   */
  let former: string | undefined;
  return async () => {
    const at = Date.now();
    const { copies, isComplete, syncs } = await metrics(url, file);
    const end = endOfLog(file);
    if (generation !== end.generation) {
      former = JSON.stringify(copies);
      awaited = undefined;
    }
    ({ generation } = end);
    if (former !== JSON.stringify(copies)) former = undefined;
    if (awaited && syncs < awaited.syncs) awaited = undefined; // Litestream was started again
    awaited ??= { at, syncs };
    // One reading of the database may have been under way at that moment; the next has all that was in it.
    if (syncs >= awaited.syncs + 2) awaited.goal ??= end;
    const { goal } = awaited;
    if (goal && isComplete && !former && copies.every((copy) => !isBefore(copy, goal) && !isBefore(end, copy))) {
      asOf = awaited.at;
      awaited = { at, syncs };
    }
    return asOf;
  };
}

/**
 * How far the copies have come, and whether that is known of each: Litestream says so once it has copied something. And
 * how often it has read the database since it began.
 */
async function metrics(url: string, file: string) {
  const text = await fetch(url, { signal: AbortSignal.timeout(second) }).then(
    (answer) => answer.text(),
    () => {
      throw new Error(`Litestream does not answer at ${url}, so the second copy is not kept up. Start it.`);
    },
  );
  const lines = text.split("\n").filter((line) => line.includes(`{db=${JSON.stringify(file)}`));
  const values = (name: string) =>
    lines.filter((line) => line.startsWith(`${name}{`)).map((line) => Number(line.slice(line.lastIndexOf(" "))));
  const offsets = values("litestream_replica_wal_offset");
  const copies = values("litestream_replica_wal_index").map((index, at) => ({ index, offset: offsets[at] ?? 0 }));
  const names = lines.filter((line) => line.startsWith("litestream_replica_validation_total{"));
  const replicas = new Set(names.map((line) => /,name="(.*?)"/.exec(line)?.[1]));
  const [count] = values("litestream_sync_count");
  const [failed = 0] = values("litestream_sync_error_count");
  if (count === undefined)
    throw new Error(`Litestream answers at ${url}, but makes no copy of ${file}. Name that file in litestream.yml.`);
  return { copies, isComplete: copies.length > 0 && copies.length >= replicas.size, syncs: count - failed };
}

/** Where Litestream's log ends, beside the database. */
function endOfLog(file: string): Position {
  const folder = join(dirname(file), `.${basename(file)}-litestream`);
  try {
    const generation = readFileSync(join(folder, "generation"), "utf8").trim();
    const log = join(folder, "generations", generation, "wal");
    const last =
      readdirSync(log)
        .filter((name) => /^[\da-f]{8}\.wal$/.test(name))
        .sort()
        .at(-1) ?? "";
    return { generation, index: parseInt(last, 16), offset: statSync(join(log, last)).size };
  } catch (error) {
    throw new Error(`Litestream's log in ${folder} cannot be read, so nobody knows how old the second copy is.`, {
      cause: error,
    });
  }
}

const began = Date.now();
let asOf: number | undefined;

/** Looks at the copy again and again from now on, where there is one. */
export function followReplica() {
  if (!config.litestreamMetricsUrl) return;
  const look = replicaLooks(config.litestreamMetricsUrl, config.databaseFile);
  const lookAgain = () =>
    void look().then(
      (known) => (asOf = known),
      () => undefined, // then it grows old, as /health says
    );
  lookAgain();
  setInterval(lookAgain, pauses).unref();
}

/** What `followReplica` knows; nothing where no copy is made. */
export const replica = (): Replica | null =>
  config.litestreamMetricsUrl
    ? {
        asOf: asOf === undefined ? null : new Date(asOf).toISOString(),
        olderThanAMinute: Date.now() - (asOf ?? began) > late,
      }
    : null;
