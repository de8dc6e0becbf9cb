/**
 * Previews bulk actions by running the same code in a transaction that is rolled back, so that the preview cannot
 * differ from the action.
 */
import { redirect } from "@remix-run/node";
import { rolledBack, type Transaction } from "db";
import { runningJob, type Progress, type Job, startJob } from "~/core/jobs/jobs.server";
import { stopReason } from "~/core/jobs/stop.server";
import { mailsSince } from "~/core/mail/mail.server";
import { type Act, type Actor, newAct, type Person, RuleViolation, runDeferredWork } from "~/core/resource/act.server";
import { type BulkRequest, bulkHref, countRequested, requestedIds, listOf } from "./bulk-request.server";
import { progressText } from "./bulk-sentences";
import { lastEntry } from "~/core/list/list-read.server";
import { bulkLimits } from "~/core/jobs/bulk-limits.server";
import type { BulkOutcome } from "~/core/resource/bulk-outcome.server";
import type { SeenAmounts } from "~/core/resource/new-status.server";
import type { Id } from "~/core/resource/resource.server";

/** Maximum rows shown per group. */
const maxPreviewRows = 50;

/** Counts of a preview that the user has seen. */
export interface PreviewedCounts {
  matched: number;
  changes: number;
  /** The amounts of the records that would change, if they have any. */
  amounts?: SeenAmounts;
  /** Id of the newest journal entry at the time of the preview. */
  last?: number;
}

interface Group {
  count: number;
  /** The first rows of the group. */
  first: BulkOutcome[];
}

/**
 * Numbers of matching records by outcome, of mails and recipients that a dry run would have mailed immediately, and of
 * records about which there is a question to answer first.
 */
export type Tally = { matched: number; mails: number; people: number; asks: number } & Record<
  BulkOutcome["outcome"],
  Group
> & {
    /** The amounts of the records that change, in cents, by id. */
    amounts: [id: string, cents: number][];
    /** The records that do not change although the preview said so. */
    overtaken: BulkOutcome[];
  };

const empty = (): Group => ({ count: 0, first: [] });
export const newTally = (matched: number): Tally => ({
  matched,
  mails: 0,
  people: 0,
  asks: 0,
  amounts: [],
  overtaken: [],
  changed: empty(),
  same: empty(),
  refused: empty(),
  ahead: empty(),
});

/** Applies an action to some records inside a transaction, and counts the outcomes. */
export async function applyToSome(
  tx: Transaction,
  act: Act,
  { of, what }: BulkRequest,
  ids: Id[],
  { tally, seenAmounts }: { tally: Tally; seenAmounts?: SeenAmounts },
) {
  for (const fate of await of.each(tx, act, ids, what, seenAmounts)) {
    count(tally[fate.outcome], fate);
    if (fate.asks) tally.asks++;
    if (fate.cents !== undefined) tally.amounts.push([String(fate.id), fate.cents]);
    if (fate.isOvertaken) tally.overtaken.push(fate);
  }
}

function count(group: Group, fate: BulkOutcome) {
  group.count++;
  if (group.first.length < maxPreviewRows) group.first.push(fate);
}

/**
 * Runs an action on some records with its deferred work, and rolls it back. A refusal by the deferred work counts for
 * every record that would have changed.
 */
function dryRunSome(
  by: Actor,
  bulkRequest: BulkRequest,
  tally: Tally,
  ids: (tx: Transaction) => Promise<Id[]>,
): Promise<void> {
  return rolledBack(async (tx) => {
    const act = newAct(by);
    const some = await ids(tx);
    const part = newTally(some.length);
    const written = await mailsSince(tx);
    await applyToSome(tx, act, bulkRequest, some, { tally: part });
    try {
      await runDeferredWork(tx, act);
      Object.assign(part, await written());
    } catch (error) {
      if (!(error instanceof RuleViolation)) throw error;
      refuseAll(part, error.message);
    }
    addTally(tally, part);
  });
}

function refuseAll({ changed, refused }: Tally, reason: string) {
  refused.count += changed.count;
  refused.first.push(
    ...changed.first.map(({ before: _, after: __, ...one }): BulkOutcome => ({
      ...one,
      outcome: "refused",
      why: reason,
    })),
  );
  Object.assign(changed, empty());
}

function addTally(all: Tally, part: Tally) {
  all.matched += part.matched;
  all.mails += part.mails;
  all.people += part.people;
  all.asks += part.asks;
  all.amounts.push(...part.amounts); // a part is short
  for (const became of ["changed", "same", "refused", "ahead"] as const) {
    all[became].count += part[became].count;
    all[became].first = [...all[became].first, ...part[became].first].slice(0, maxPreviewRows);
  }
}

/** Returns the preview of an action, without a job. */
export async function dryRun(by: Actor, bulkRequest: BulkRequest): Promise<Tally> {
  const tally = newTally(0);
  await dryRunSome(by, bulkRequest, tally, (tx) => requestedIds(bulkRequest, tx));
  return tally;
}

/** Result of a preview that ran as a job. */
export interface Preview {
  tally: Tally;
  /** Ids that matched when it began. */
  ids: Id[];
  at: number;
  /** Id of the newest journal entry when it began. */
  last: number;
}

const cached = new Map<string, Preview>();

/** How long a preview is cached, in milliseconds. */
const keptFor = 3_600_000;

const nameOf = (by: { id: number }, bulkRequest: BulkRequest) => `${by.id} ${bulkHref(bulkRequest)}`;

/** Returns the user's cached preview, unless it has expired. */
export function cachedDryRun(by: { id: number }, bulkRequest: BulkRequest): Preview | undefined {
  for (const [name, { at }] of cached) if (Date.now() - at > keptFor) cached.delete(name);
  return cached.get(nameOf(by, bulkRequest));
}

/** Removes a preview from the cache, as the records have changed since. */
export const forgetDryRun = (by: { id: number }, bulkRequest: BulkRequest) => cached.delete(nameOf(by, bulkRequest));

/** Returns the job key of a request: its preview and its execution cannot run at the same time. */
export const jobKey = (bulkRequest: BulkRequest) => bulkHref(bulkRequest);

/** Redirects to the running job of a request, if there is one. */
export function redirectToJob(by: Person, bulkRequest: BulkRequest) {
  const run = runningJob(by, jobKey(bulkRequest));
  return run && redirect(`/jobs/${run.id}`, 303);
}

/**
 * Redirects to the preview, which points out if the number of matches differs from `seen`; runs it as a job if it takes
 * long.
 */
export async function redirectToDryRun(by: Person, bulkRequest: BulkRequest, seen: Partial<PreviewedCounts> = {}) {
  return (
    redirectToJob(by, bulkRequest) ??
    redirect(
      (await countRequested(bulkRequest)) > bulkLimits.maxRowsAtOnce
        ? `/jobs/${(await startDryRun(by, bulkRequest, seen)).id}`
        : bulkHref(bulkRequest, seen),
      303,
    )
  );
}

/** Starts a preview job that leads to its result. */
async function startDryRun(by: Person, bulkRequest: BulkRequest, seen: Partial<PreviewedCounts>): Promise<Job> {
  const total = await countRequested(bulkRequest);
  return startJob(
    by,
    {
      key: jobKey(bulkRequest),
      title: `Previewing: ${progressText(bulkRequest.what, total, bulkRequest.of.noun)}`,
      back: listOf(bulkRequest),
      total,
    },
    async (progress) => {
      await dryRunInJob(by, bulkRequest, progress);
      return { text: "", to: bulkHref(bulkRequest, seen) };
    },
  );
}

/**
 * Runs a preview and caches its result. Each batch is rolled back before the next, so that nobody waits for all of
 * them; conflicts between batches only show during execution.
 */
async function dryRunInJob(by: Person, bulkRequest: BulkRequest, progress: Progress): Promise<void> {
  forgetDryRun(by, bulkRequest);
  const last = await lastEntry();
  const ids = await requestedIds(bulkRequest);
  const tally = newTally(0);
  for (let from = 0; from < ids.length && !stopReason(); from += bulkLimits.rowsPerTransaction) {
    await dryRunSome(by, bulkRequest, tally, async () => ids.slice(from, from + bulkLimits.rowsPerTransaction));
    progress(Math.min(ids.length, from + bulkLimits.rowsPerTransaction), ids.length);
  }
  if (!stopReason()) cached.set(nameOf(by, bulkRequest), { tally, ids, at: Date.now(), last });
}
