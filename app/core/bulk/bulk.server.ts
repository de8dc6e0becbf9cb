/** Acts on everything that matches, once their dry run is confirmed. */
import { randomUUID } from "node:crypto";
import { redirect } from "@remix-run/node";
import { log } from "~/core/process/log.server";
import { type JobResult, type Progress, startJob } from "~/core/jobs/jobs.server";
import { stopReason } from "~/core/jobs/stop.server";
import { actOnMany, type Person, whyPartRefused } from "~/core/resource/act.server";
import { type BulkRequest, bulkHref, countRequested, requestedIds, listOf } from "./bulk-request.server";
import { bulkLimits } from "~/core/jobs/bulk-limits.server";
import { formatNumber, howMany } from "~/core/values/noun";
import { doing, done } from "./bulk-sentences";
import { afterAct } from "./list-acts.server";
import type { Id } from "~/core/resource/resource.server";
import {
  applyToSome,
  forgetDryRun,
  isOutdated,
  cachedDryRun,
  newTally,
  dryRunInJob,
  jobKey,
  type PreviewedCounts,
  type Tally,
  redirectToJob,
  redirectToDryRun,
} from "./dry-run.server";

/**
 * Does what was previewed, if it still comes to what was seen; where that takes long, as a job. Leads to what came of
 * it.
 */
export async function confirmBulk(me: Person, bulkRequest: BulkRequest, seen: PreviewedCounts) {
  const goesOn = redirectToJob(me, bulkRequest);
  if (goesOn) return goesOn;
  const matched = await countRequested(bulkRequest);
  if (matched !== seen.matched) return redirectToDryRun(me, bulkRequest, seen);
  if (matched <= bulkLimits.atOnce) return doAtOnce(me, bulkRequest, seen);
  if (!cachedDryRun(me, bulkRequest)) return redirectToDryRun(me, bulkRequest, seen);
  const change = randomUUID();
  const about = {
    key: jobKey(bulkRequest),
    title: doing(bulkRequest.what, seen.changes, bulkRequest.of.noun),
    back: listOf(bulkRequest),
    total: matched,
    change,
  };
  return redirect(
    `/jobs/${startJob(me, about, (progress) => doAsSeen(me, bulkRequest, { ...seen, change }, progress)).id}`,
    303,
  );
}

/**
 * Does it if nothing that it is about has changed since the dry run; else that is done anew, and nothing is changed.
 */
async function doAsSeen(
  me: Person,
  bulkRequest: BulkRequest,
  { change, ...seen }: PreviewedCounts & { change: string },
  progress: Progress,
): Promise<JobResult> {
  const cached = cachedDryRun(me, bulkRequest);
  const ids = await requestedIds(bulkRequest);
  const isAsSeen =
    cached?.tally.changed.count === seen.changes &&
    ids.length === seen.matched &&
    !(await isOutdated(cached, bulkRequest, ids));
  forgetDryRun(me, bulkRequest);
  if (isAsSeen) return doInParts(me, bulkRequest, { ids, batch: change }, progress);
  await dryRunInJob(me, bulkRequest, progress);
  return {
    text: "Something changed since this was previewed. Nothing was done, and it was previewed again: look at it once more.",
    tone: "error",
    to: bulkHref(bulkRequest, seen),
  };
}

/** Thrown inside an act to take it all back, because it would come to something else than was confirmed. */
class Moved extends Error {}

async function doAtOnce(me: Person, bulkRequest: BulkRequest, seen: PreviewedCounts) {
  try {
    const { tally, outcome } = await actAtOnce(me, bulkRequest, seen);
    return await afterAct(outcome, { back: listOf(bulkRequest), said: () => whatWasDone(bulkRequest, tally) });
  } catch (error) {
    if (error instanceof Moved) return redirectToDryRun(me, bulkRequest, seen);
    throw error;
  }
}

/** All of it as one change. Throws `Moved` where it would not come to what was seen. */
async function actAtOnce(me: Person, bulkRequest: BulkRequest, seen: PreviewedCounts) {
  let tally = newTally(0);
  const outcome = await actOnMany(me, async (tx, act) => {
    const ids = await requestedIds(bulkRequest, tx);
    tally = newTally(ids.length);
    await applyToSome(tx, act, bulkRequest, ids, tally);
    if (tally.matched !== seen.matched || tally.changed.count !== seen.changes) throw new Moved();
    return tally.changed.first;
  });
  return { tally, outcome };
}

/**
 * One batch after the other, each a change of its own, so that others take their turn between; all of them are one act
 * with one undo. When it stops in the middle, what was done until then can be undone in the same way.
 */
async function doInParts(
  me: Person,
  bulkRequest: BulkRequest,
  { ids, batch }: { ids: Id[]; batch: string },
  progress: Progress,
): Promise<JobResult> {
  const tally = newTally(ids.length);
  let trouble: string | undefined;
  for (let from = 0; from < ids.length && !trouble; from += bulkLimits.together) {
    const some = ids.slice(from, from + bulkLimits.together);
    trouble = stopReason() ?? (await doPart(me, bulkRequest, some, { batch, tally }));
    progress(Math.min(ids.length, from + some.length), ids.length);
  }
  const undo = tally.changed.count > 0 ? batch : undefined;
  if (trouble)
    return {
      text: `${trouble} ${whatWasDone(bulkRequest, tally)} before that.`,
      undo,
      tone: "error",
      to: listOf(bulkRequest),
    };
  if (!undo) return { text: "Nothing was changed: all of it was done already.", tone: "error", to: listOf(bulkRequest) };
  return { text: whatWasDone(bulkRequest, tally), undo, to: listOf(bulkRequest) };
}

/** Answers why it came to nothing, when it did. */
async function doPart(
  me: Person,
  bulkRequest: BulkRequest,
  ids: Id[],
  { batch, tally }: { batch: string; tally: Tally },
): Promise<string | undefined> {
  const part = newTally(ids.length);
  try {
    const outcome = await actOnMany(
      me,
      async (tx, act) => applyToSome(tx, act, bulkRequest, ids, part).then(() => part.changed.first),
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
  const over = refused.count > 0 ? `, ${formatNumber(refused.count)} passed over` : "";
  return `${howMany(changed.count, of.noun)} ${done(what)}${over}`;
}
