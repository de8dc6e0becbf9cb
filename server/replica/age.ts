/**
 * Tracks how current the replica is that Litestream (0.3) keeps elsewhere. Litestream only reports the replica's
 * position in its log, so this remembers where the log ended at a time and waits for the replica to get there.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { config } from "config";

const second = 1_000;
/** Time between two checks, in milliseconds. A healthy replica appears two or three of them old. */
const pauses = 2 * second;
/** Age from which a replica counts as late, in milliseconds. */
const lateAfterMs = 60 * second;

/** Time up to which the replica has every change (ISO); null until it was first seen complete. */
interface Replica {
  asOf: string | null;
  olderThanAMinute: boolean;
}

/** A position in Litestream's log: a byte offset in a file. A new generation restarts at the first file. */
interface Position {
  generation: string;
  index: number;
  offset: number;
}

const isBefore = (one: Omit<Position, "generation">, other: Omit<Position, "generation">) =>
  one.index < other.index || (one.index === other.index && one.offset < other.offset);

/**
 * Returns a check of a file's replica through Litestream's metrics at `url`. It resolves with the time up to which
 * the replica is complete (milliseconds since 1970; undefined if unknown), and rejects with a message if Litestream
 * does not respond or copies another file.
 */
export function replicaLooks(url: string, file: string): () => Promise<number | undefined> {
  let asOf: number | undefined;
  let awaited: { at: number; syncs: number; goal?: Position } | undefined;
  let generation: string | undefined;
  /**
   * Replica positions when a generation was first seen. They may belong to the previous one, which Litestream reports
   * until it has copied something of the new one.
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
    if (awaited && syncs < awaited.syncs) awaited = undefined; // Litestream was restarted
    awaited ??= { at, syncs };
    // A read of the database may have been running at that moment; the next one includes all earlier changes.
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
 * Reads the positions of all replicas, whether each is known (Litestream reports one only after copying something),
 * and the number of successful syncs since Litestream started.
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

/** Returns the end of Litestream's local log. */
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

const startedAt = Date.now();
let asOf: number | undefined;

/** Starts checking the replica periodically, if there is one. */
export function followReplica() {
  if (!config.litestreamMetricsUrl) return;
  const look = replicaLooks(config.litestreamMetricsUrl, config.databaseFile);
  const lookAgain = () =>
    void look().then(
      (known) => (asOf = known),
      () => undefined, // the copy then counts as outdated, which /health reports
    );
  lookAgain();
  setInterval(lookAgain, pauses).unref();
}

/** Returns what `followReplica` found; null without a replica. */
export const replica = (): Replica | null =>
  config.litestreamMetricsUrl
    ? {
        asOf: asOf === undefined ? null : new Date(asOf).toISOString(),
        olderThanAMinute: Date.now() - (asOf ?? startedAt) > lateAfterMs,
      }
    : null;
