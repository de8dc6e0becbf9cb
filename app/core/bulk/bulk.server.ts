/** Acts on everything that matches, once their dry run is confirmed. */
import { randomUUID } from "node:crypto";
import { redirect } from "@remix-run/node";
import { log } from "~/core/process/log.server";
import { type JobResult, type Progress, startJob } from "~/core/jobs/jobs.server";
import { stopReason } from "~/core/jobs/stop.server";
import { actOnMany, whyPartRefused } from "~/core/resource/act.server";
import { type BulkRequest, bulkHref, countRequested, requestedIds, listOf } from "./bulk-request.server";
import { bulkLimits } from "~/core/jobs/bulk-limits.server";
import { howMany } from "~/core/values/noun";
import { doing, done } from "./bulk-sentences";
import { afterAct } from "./list-acts.server";
import type { Id } from "~/core/resource/resource.server";
import {
  doToSome,
  forgetDryRun,
  isOutdated,
  cachedDryRun,
  newTally,
  type Person,
  dryRunInJob,
  jobKey,
  type Seen,
  type Tally,
  toItsJob,
  toDryRun,
} from "./dry-run.server";

/** Does what was previewed, if it still comes to what was seen; where that takes long, as a job. Leads to what came of it. */
export async function confirmBulk(me: Person, asked: BulkRequest, seen: Seen) {
  const goesOn = toItsJob(me, asked);
  if (goesOn) return goesOn;
  const matched = await countRequested(asked);
  if (matched !== seen.matched) return toDryRun(me, asked, seen);
  if (matched <= bulkLimits.atOnce) return doAtOnce(me, asked, seen);
  if (!cachedDryRun(me, asked)) return toDryRun(me, asked, seen);
  const change = randomUUID();
  const about = {
    key: jobKey(asked),
    title: doing(asked.what, seen.changes, asked.of.noun),
    back: listOf(asked),
    total: matched,
    change,
  };
  return redirect(
    `/runs/${startJob(me, about, (progress) => doAsSeen(me, asked, { ...seen, change }, progress)).id}`,
    303,
  );
}

/** Does it if nothing that it is about has changed since the dry run; else that is done anew, and nothing is changed. */
async function doAsSeen(
  me: Person,
  asked: BulkRequest,
  { change, ...seen }: Seen & { change: string },
  progress: Progress,
): Promise<JobResult> {
  const kept = cachedDryRun(me, asked);
  const ids = await requestedIds(asked);
  const isAsSeen =
    kept?.tally.changed.count === seen.changes && ids.length === seen.matched && !(await isOutdated(kept, asked, ids));
  forgetDryRun(me, asked);
  if (isAsSeen) return doInParts(me, asked, { ids, batch: change }, progress);
  await dryRunInJob(me, asked, progress);
  return {
    text: "Something changed since this was previewed. Nothing was done, and it was previewed again: look at it once more.",
    tone: "error",
    to: bulkHref(asked, seen),
  };
}

/** Thrown inside an act to take it all back, because it would come to something else than was confirmed. */
class Moved extends Error {}

async function doAtOnce(me: Person, asked: BulkRequest, seen: Seen) {
  try {
    const { tally, outcome } = await actAtOnce(me, asked, seen);
    return await afterAct(outcome, { back: listOf(asked), said: () => whatWasDone(asked, tally) });
  } catch (error) {
    if (error instanceof Moved) return toDryRun(me, asked, seen);
    throw error;
  }
}

/** All of it as one change. Throws `Moved` where it would not come to what was seen. */
async function actAtOnce(me: Person, asked: BulkRequest, seen: Seen) {
  let tally = newTally(0);
  const outcome = await actOnMany(me, async (tx, act) => {
    const ids = await requestedIds(asked, tx);
    tally = newTally(ids.length);
    await doToSome(tx, act, asked, ids, tally);
    if (tally.matched !== seen.matched || tally.changed.count !== seen.changes) throw new Moved();
    return tally.changed.first;
  });
  return { tally, outcome };
}

/**
 * One batch after the other, each a change of its own, so that others take their turn between; all of them are one act with one undo.
 * When it stops in the middle, what was done until then can be undone in the same way.
 */
async function doInParts(
  me: Person,
  asked: BulkRequest,
  { ids, batch }: { ids: Id[]; batch: string },
  progress: Progress,
): Promise<JobResult> {
  const tally = newTally(ids.length);
  let trouble: string | undefined;
  for (let from = 0; from < ids.length && !trouble; from += bulkLimits.together) {
    const some = ids.slice(from, from + bulkLimits.together);
    trouble = stopReason() ?? (await doPart(me, asked, some, { batch, tally }));
    progress(Math.min(ids.length, from + some.length), ids.length);
  }
  const undo = tally.changed.count > 0 ? batch : undefined;
  if (trouble)
    return { text: `${trouble} ${whatWasDone(asked, tally)} before that.`, undo, tone: "error", to: listOf(asked) };
  if (!undo) return { text: "Nothing was left to change.", tone: "error", to: listOf(asked) };
  return { text: whatWasDone(asked, tally), undo, to: listOf(asked) };
}

/** Answers why it came to nothing, when it did. */
async function doPart(
  me: Person,
  asked: BulkRequest,
  ids: Id[],
  { batch, tally }: { batch: string; tally: Tally },
): Promise<string | undefined> {
  const part = newTally(ids.length);
  try {
    const outcome = await actOnMany(
      me,
      async (tx, act) => doToSome(tx, act, asked, ids, part).then(() => part.changed.first),
      { batch },
    );
    if (!outcome.ok) return whyPartRefused(outcome, "changed");
  } catch (error) {
    log.error({ err: error }, "a part of an act on many failed");
    return "It stopped in the middle, because something went wrong here.";
  }
  for (const became of ["changed", "same", "refused"] as const) tally[became].count += part[became].count;
  return undefined;
}

/** Such as "1,204 orders set to delivered, 3 passed over". */
function whatWasDone({ of, what }: BulkRequest, { changed, refused }: Tally) {
  const over = refused.count > 0 ? `, ${refused.count.toLocaleString("en-US")} passed over` : "";
  return `${howMany(changed.count, of.noun)} ${done(what)}${over}`;
}
