/** Bulk actions on everything that matches, after their preview is confirmed. */
import { randomUUID } from "node:crypto";
import { redirect } from "@remix-run/node";
import { log } from "~/core/process/log.server";
import { type JobResult, type Progress, startJob } from "~/core/jobs/jobs.server";
import { stopReason } from "~/core/jobs/stop.server";
import { actOnMany, type Person, partRefusal } from "~/core/resource/act.server";
import { type BulkRequest, countRequested, requestedIds, listOf } from "./bulk-request.server";
import { bulkLimits } from "~/core/jobs/bulk-limits.server";
import { formatNumber, howMany } from "~/core/values/noun";
import { describeOtherAmounts, progressText, pastTense } from "./bulk-sentences";
import { changesSince } from "./changed-since.server";
import { afterAct } from "./list-acts.server";
import type { SeenAmounts } from "~/core/resource/new-status.server";
import type { Id } from "~/core/resource/resource.server";
import {
  applyToSome,
  forgetDryRun,
  cachedDryRun,
  newTally,
  jobKey,
  type Preview,
  type PreviewedCounts,
  type Tally,
  redirectToJob,
  redirectToDryRun,
} from "./dry-run.server";

/**
 * Runs a previewed action if it still has the previewed effect, as a job if it takes long. Returns the redirect to the
 * result.
 */
export async function confirmBulk(me: Person, bulkRequest: BulkRequest, seen: PreviewedCounts) {
  const goesOn = redirectToJob(me, bulkRequest);
  if (goesOn) return goesOn;
  const preview = cachedDryRun(me, bulkRequest);
  const matched = await countRequested(bulkRequest);
  if (!preview && matched > bulkLimits.maxRowsAtOnce) return redirectToDryRun(me, bulkRequest, seen);
  if (!preview)
    return matched === seen.matched ? runAtOnce(me, bulkRequest, seen) : redirectToDryRun(me, bulkRequest, seen);
  const { tally } = preview;
  if (tally.asks > 0 || tally.matched !== seen.matched || tally.changed.count !== seen.changes)
    return redirectToDryRun(me, bulkRequest, seen);
  const batch = randomUUID();
  const about = {
    key: jobKey(bulkRequest),
    title: progressText(bulkRequest.what, seen.changes, bulkRequest.of.noun),
    back: listOf(bulkRequest),
    total: tally.matched,
    batch,
  };
  return redirect(
    `/jobs/${startJob(me, about, (progress) => runAsPreviewed(me, bulkRequest, { ...preview, batch }, progress)).id}`,
    303,
  );
}

/**
 * Applies the action to the records that matched when the preview began. Records changed since are left out and named;
 * new ones were not previewed.
 */
async function runAsPreviewed(
  me: Person,
  bulkRequest: BulkRequest,
  { ids, last, tally, batch }: Preview & { batch: string },
  progress: Progress,
): Promise<JobResult> {
  const changedSincePreview = await changesSince(bulkRequest.of, ids, last);
  forgetDryRun(me, bulkRequest);
  const rest = ids.filter((id) => !changedSincePreview.has(String(id)));
  const seenAmounts = tally.amounts.length > 0 ? new Map(tally.amounts) : undefined;
  const result = await runInParts(me, bulkRequest, { ids: rest, batch, seenAmounts }, progress);
  return { ...result, text: withOvertaken(result.text, bulkRequest, changedSincePreview) };
}

/** Maximum left-out records that are named. */
const maxNamed = 3;

/** Adds to the result which records were left out because they changed after the preview. */
function withOvertaken(text: string, { of }: BulkRequest, overtaken: Map<string, { label: string }>): string {
  if (overtaken.size === 0) return text;
  const names = [...overtaken.values()].slice(0, maxNamed).map(({ label }) => label);
  const others = overtaken.size - names.length;
  const list = [...names, ...(others > 0 ? [howMany(others, { one: "other", many: "others" })] : [])];
  const who = new Intl.ListFormat("en").format(list);
  const stays = overtaken.size === 1 ? `${who} was` : `${howMany(overtaken.size, of.noun)} were`;
  return `${text.replace(/\.$/, "")}. ${stays} changed since the preview and left out${overtaken.size === 1 ? "" : `: ${who}`}`;
}

/** Thrown inside an act to roll it back, because it would differ from what was confirmed. */
class PreviewOutdated extends Error {}

async function runAtOnce(me: Person, bulkRequest: BulkRequest, seen: PreviewedCounts) {
  try {
    const { tally, outcome, overtaken } = await changeAtOnce(me, bulkRequest, seen);
    const other = describeOtherAmounts(tally.overtaken, bulkRequest.of.noun);
    const said = () => withOvertaken(describeResult(bulkRequest, tally), bulkRequest, overtaken);
    const unchanged = [withOvertaken("", bulkRequest, overtaken).slice(2), other].filter(Boolean).join(". ");
    return await afterAct(outcome, {
      back: listOf(bulkRequest),
      said,
      stayed: other,
      unchanged: unchanged || undefined,
    });
  } catch (error) {
    if (error instanceof PreviewOutdated) return redirectToDryRun(me, bulkRequest, seen);
    throw error;
  }
}

/**
 * Runs the action in one transaction, leaving out records that changed since they were seen. Throws `Moved` if the
 * counts differ from those seen.
 */
async function changeAtOnce(me: Person, bulkRequest: BulkRequest, seen: PreviewedCounts) {
  let tally = newTally(0);
  let overtaken: Awaited<ReturnType<typeof changesSince>> = new Map();
  const outcome = await actOnMany(me, async (tx, act) => {
    const ids = await requestedIds(bulkRequest, tx);
    if (seen.last !== undefined) overtaken = await changesSince(bulkRequest.of, ids, seen.last, tx);
    tally = newTally(ids.length);
    const rest = ids.filter((id) => !overtaken.has(String(id)));
    await applyToSome(tx, act, bulkRequest, rest, { tally, seenAmounts: seen.amounts });
    const missing = seen.changes - tally.changed.count; // no more than others have changed
    if (
      tally.asks > 0 ||
      tally.matched !== seen.matched ||
      missing < 0 ||
      missing > overtaken.size + tally.overtaken.length
    )
      throw new PreviewOutdated();
    return tally.changed.first;
  });
  return { tally, outcome, overtaken };
}

/**
 * Runs the action in batches, each in its own transaction, so that others can write in between; all batches are one act
 * with one undo, even if it stops early.
 */
async function runInParts(
  me: Person,
  bulkRequest: BulkRequest,
  { ids, batch, seenAmounts }: { ids: Id[]; batch: string; seenAmounts?: SeenAmounts },
  progress: Progress,
): Promise<JobResult> {
  const tally = newTally(ids.length);
  let failure: string | undefined;
  for (let from = 0; from < ids.length && !failure; from += bulkLimits.rowsPerTransaction) {
    const some = ids.slice(from, from + bulkLimits.rowsPerTransaction);
    failure = stopReason() ?? (await runPart(me, bulkRequest, some, { batch, tally, seenAmounts }));
    progress(Math.min(ids.length, from + some.length), ids.length);
  }
  const undo = tally.changed.count > 0 ? batch : undefined;
  if (failure)
    return {
      text: `${failure} ${describeResult(bulkRequest, tally)} before that.`,
      undo,
      tone: "error",
      to: listOf(bulkRequest),
    };
  const other = describeOtherAmounts(tally.overtaken, bulkRequest.of.noun);
  if (!undo)
    return {
      text: other ? `Nothing was changed. ${other}` : "Nothing was changed: all of it was done already.",
      tone: "error",
      to: listOf(bulkRequest),
    };
  const text = [describeResult(bulkRequest, tally), other].filter(Boolean).join(". ");
  return { text, undo, to: listOf(bulkRequest) };
}

/** Runs one batch and returns why it failed, if it did. */
async function runPart(
  me: Person,
  bulkRequest: BulkRequest,
  ids: Id[],
  { batch, tally, seenAmounts }: { batch: string; tally: Tally; seenAmounts?: SeenAmounts },
): Promise<string | undefined> {
  const part = newTally(ids.length);
  try {
    const outcome = await actOnMany(
      me,
      async (tx, act) =>
        applyToSome(tx, act, bulkRequest, ids, { tally: part, seenAmounts }).then(() => part.changed.first),
      { batch },
    );
    if (!outcome.ok) return partRefusal(outcome, "changed");
  } catch (error) {
    log.error({ err: error }, "a part of an act on many failed");
    return "It stopped in the middle, because something went wrong here.";
  }
  for (const became of ["changed", "same", "refused", "ahead"] as const) tally[became].count += part[became].count;
  tally.overtaken.push(...part.overtaken);
  return undefined;
}

/** Describes the result, such as "1,204 orders set to delivered, 3 passed over". */
function describeResult({ of, what }: BulkRequest, { changed, refused, ahead }: Tally) {
  const passedOver = refused.count + ahead.count;
  const over = passedOver > 0 ? `, ${formatNumber(passedOver)} passed over` : "";
  return `${howMany(changed.count, of.noun)} ${pastTense(what, of.noun)}${over}`;
}
