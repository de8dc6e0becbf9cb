/**
 * What an act on everything that matches would come to. It is done by the very same code as the act itself, in a change
 * that is taken back: so it cannot say anything else than what would happen.
 */
import { redirect } from "@remix-run/node";
import { type Transaction, write } from "db";
import { runningJob, type Progress, type Job, startJob } from "~/core/jobs/jobs.server";
import { stopReason } from "~/core/jobs/stop.server";
import { mailsSince } from "~/core/mail/mail.server";
import { type Act, type Actor, newAct, type Person, RuleViolation, runDeferredWork } from "~/core/resource/act.server";
import { type BulkRequest, bulkHref, countRequested, requestedIds, listOf } from "./bulk-request.server";
import { doing } from "./bulk-sentences";
import { lastEntry } from "~/core/list/last-entry.server";
import { bulkLimits } from "~/core/jobs/bulk-limits.server";
import type { BulkOutcome } from "~/core/resource/bulk-outcome.server";
import type { Id } from "~/core/resource/resource.server";

/** So many of each group are shown. */
const maxPreviewRows = 50;

/** What somebody has seen of a dry run. */
export interface PreviewedCounts {
  matched: number;
  changes: number;
  /** The journal's last entry when it was drawn. */
  last?: number;
}

interface Group {
  count: number;
  /** The first of them. */
  first: BulkOutcome[];
}

/** What became of how many of those that matched, or would; and how many mails a dry run would have sent at once. */
export type Tally = { matched: number; mails: number } & Record<BulkOutcome["outcome"], Group>;

const empty = (): Group => ({ count: 0, first: [] });
export const newTally = (matched: number): Tally => ({
  matched,
  mails: 0,
  changed: empty(),
  same: empty(),
  refused: empty(),
});

/** Does it to some of them, within a change, and counts what became of each. */
export async function applyToSome(tx: Transaction, act: Act, { of, what }: BulkRequest, ids: Id[], tally: Tally) {
  for (const fate of await of.each(tx, act, ids, what)) count(tally[fate.outcome], fate);
}

function count(group: Group, fate: BulkOutcome) {
  group.count++;
  if (group.first.length < maxPreviewRows) group.first.push(fate);
}

/** Carries the answer out of a change that is taken back. */
class InVain<Result> extends Error {
  constructor(readonly result: Result) {
    super("This change was a dry run");
  }
}

/** Does something as a change and takes it back. */
async function rolledBack<Result>(change: (tx: Transaction) => Promise<Result>): Promise<Result> {
  try {
    return await write(async (tx) => {
      throw new InVain(await change(tx));
    });
  } catch (error) {
    if (error instanceof InVain) return error.result as Result;
    throw error;
  }
}

/**
 * Does it to some of them with all that follows at the end of an act, in vain. What only that refuses, it refuses to
 * each that would have changed.
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
    await applyToSome(tx, act, bulkRequest, some, part);
    try {
      await runDeferredWork(tx, act);
      part.mails = await written();
    } catch (error) {
      if (!(error instanceof RuleViolation)) throw error;
      refuseAll(part, error.message);
    }
    addTo(tally, part);
  });
}

function refuseAll({ changed, refused }: Tally, why: string) {
  refused.count += changed.count;
  refused.first.push(
    ...changed.first.map(({ label, href }): BulkOutcome => ({ label, href, outcome: "refused", why })),
  );
  Object.assign(changed, empty());
}

function addTo(all: Tally, part: Tally) {
  all.matched += part.matched;
  all.mails += part.mails;
  for (const became of ["changed", "same", "refused"] as const) {
    all[became].count += part[became].count;
    all[became].first = [...all[became].first, ...part[became].first].slice(0, maxPreviewRows);
  }
}

/** What it would come to, at once. */
export async function dryRun(by: Actor, bulkRequest: BulkRequest): Promise<Tally> {
  const tally = newTally(0);
  await dryRunSome(by, bulkRequest, tally, (tx) => requestedIds(bulkRequest, tx));
  return tally;
}

/** What a dry run that took long came to. */
export interface Preview {
  tally: Tally;
  /** What matched when it began. */
  ids: Id[];
  at: number;
  /** The journal's last entry when it began. */
  last: number;
}

const cached = new Map<string, Preview>();

/** So long the outcome of a dry run is kept that took long, in milliseconds. */
const keptFor = 3_600_000;

const nameOf = (by: { id: number }, bulkRequest: BulkRequest) => `${by.id} ${bulkHref(bulkRequest)}`;

/** What a person's dry run came to that took long, unless that is long ago. */
export function cachedDryRun(by: { id: number }, bulkRequest: BulkRequest): Preview | undefined {
  for (const [name, { at }] of cached) if (Date.now() - at > keptFor) cached.delete(name);
  return cached.get(nameOf(by, bulkRequest));
}

/** Forgets it: what it was about has changed since. */
export const forgetDryRun = (by: { id: number }, bulkRequest: BulkRequest) => cached.delete(nameOf(by, bulkRequest));

/** Names an act of somebody's: its dry run and what it does go on one at a time. */
export const jobKey = (bulkRequest: BulkRequest) => bulkHref(bulkRequest);

/** Leads to the job that goes on for an act already, its dry run or what it does. */
export function redirectToJob(by: Person, bulkRequest: BulkRequest) {
  const run = runningJob(by, jobKey(bulkRequest));
  return run && redirect(`/jobs/${run.id}`, 303);
}

/**
 * Leads to the preview of an act, which says so where another number matches than was `seen`; by way of a job where it
 * takes long.
 */
export async function redirectToDryRun(by: Person, bulkRequest: BulkRequest, seen: Partial<PreviewedCounts> = {}) {
  return (
    redirectToJob(by, bulkRequest) ??
    redirect(
      (await countRequested(bulkRequest)) > bulkLimits.atOnce
        ? `/jobs/${(await startDryRun(by, bulkRequest, seen)).id}`
        : bulkHref(bulkRequest, seen),
      303,
    )
  );
}

/** Tries many in a job, which leads to what it came to. */
async function startDryRun(by: Person, bulkRequest: BulkRequest, seen: Partial<PreviewedCounts>): Promise<Job> {
  const total = await countRequested(bulkRequest);
  return startJob(
    by,
    {
      key: jobKey(bulkRequest),
      title: `Previewing: ${doing(bulkRequest.what, total, bulkRequest.of.noun)}`,
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
 * Tries many and keeps what it came to. Each batch is taken back before the next, as nobody is to wait for all of them:
 * what only all together would break, shows when it is done.
 */
export async function dryRunInJob(by: Person, bulkRequest: BulkRequest, progress: Progress): Promise<void> {
  forgetDryRun(by, bulkRequest);
  const last = await lastEntry();
  const ids = await requestedIds(bulkRequest);
  const tally = newTally(0);
  for (let from = 0; from < ids.length && !stopReason(); from += bulkLimits.together) {
    await dryRunSome(by, bulkRequest, tally, async () => ids.slice(from, from + bulkLimits.together));
    progress(Math.min(ids.length, from + bulkLimits.together), ids.length);
  }
  if (!stopReason()) cached.set(nameOf(by, bulkRequest), { tally, ids, at: Date.now(), last });
}
