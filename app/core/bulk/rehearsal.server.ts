/**
 * What an act on everything that matches would come to. It is done by the very same code as the act itself, in a change that is
 * taken back: so it cannot say anything else than what would happen.
 */
import { redirect } from "@remix-run/node";
import { and, gt, max, sql } from "drizzle-orm";
import { db, type Transaction, write } from "db";
import { journal } from "db/schema";
import { breathe } from "~/core/process/turns.server";
import { goingOn, type Progress, type Run, startRun } from "~/core/jobs/runs.server";
import { whyToEnd } from "~/core/jobs/ending.server";
import { type Act, type Actor, newAct, Refusal, settle } from "~/core/resource/act.server";
import { type Asked, bulkHref, countAsked, idsAsked, listOf } from "./bulk-address.server";
import { doing } from "./bulk-words";
import { bulkLimits } from "./bulk-limits.server";
import type { Fate } from "./many.server";
import type { Id } from "~/core/resource/kind.server";

/** So many of each group are shown. */
const shown = 50;

/** Who acts, signed in. */
export interface Person {
  id: number;
  name: string;
}

/** What somebody has seen of a rehearsal. */
export interface Seen {
  matched: number;
  changes: number;
}

interface Group {
  count: number;
  /** The first of them. */
  first: Fate[];
}

/** What became of how many of those that matched, or would. */
export type Tally = { matched: number } & Record<Fate["became"], Group>;

const empty = (): Group => ({ count: 0, first: [] });
export const newTally = (matched: number): Tally => ({ matched, changed: empty(), same: empty(), refused: empty() });

/** How many rows are changed between two breaths. */
const few = 50;

/** Does it to some of them, within a change, and counts what became of each. */
export async function doToSome(tx: Transaction, act: Act, { of, what }: Asked, ids: Id[], tally: Tally) {
  for (let from = 0; from < ids.length; from += few) {
    for (const fate of await of.each(tx, act, ids.slice(from, from + few), what)) count(tally[fate.became], fate);
    await breathe();
  }
}

function count(group: Group, fate: Fate) {
  group.count++;
  if (group.first.length < shown) group.first.push(fate);
}

/** Carries the answer out of a change that is taken back. */
class InVain<Result> extends Error {
  constructor(readonly result: Result) {
    super("This change was a rehearsal");
  }
}

/** Does something as a change and takes it back. */
async function inVain<Result>(change: (tx: Transaction) => Promise<Result>): Promise<Result> {
  try {
    return await write(async (tx) => {
      throw new InVain(await change(tx));
    });
  } catch (error) {
    if (error instanceof InVain) return error.result as Result;
    throw error;
  }
}

/** Does it to some of them with all that follows at the end of an act, in vain. What only that refuses, it refuses to each that would have changed. */
function rehearseSome(by: Actor, asked: Asked, tally: Tally, ids: (tx: Transaction) => Promise<Id[]>): Promise<void> {
  return inVain(async (tx) => {
    const act = newAct(by);
    const some = await ids(tx);
    const part = newTally(some.length);
    await doToSome(tx, act, asked, some, part);
    try {
      await settle(tx, act);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refuseAll(part, error.message);
    }
    addTo(tally, part);
  });
}

function refuseAll({ changed, refused }: Tally, why: string) {
  refused.count += changed.count;
  refused.first.push(...changed.first.map(({ label, href }): Fate => ({ label, href, became: "refused", why })));
  Object.assign(changed, empty());
}

function addTo(all: Tally, part: Tally) {
  all.matched += part.matched;
  for (const became of ["changed", "same", "refused"] as const) {
    all[became].count += part[became].count;
    all[became].first = [...all[became].first, ...part[became].first].slice(0, shown);
  }
}

/** What it would come to, at once. */
export async function rehearse(by: Actor, asked: Asked): Promise<Tally> {
  const tally = newTally(0);
  await rehearseSome(by, asked, tally, (tx) => idsAsked(asked, tx));
  return tally;
}

/** What a rehearsal that took long came to. */
interface Kept {
  tally: Tally;
  at: number;
  /** The journal's last entry when it began. */
  last: number;
}

const kept = new Map<string, Kept>();

/** So long a rehearsal is kept that took long, in milliseconds. */
const keptFor = 3_600_000;

const nameOf = (by: { id: number }, asked: Asked) => `${by.id} ${bulkHref(asked)}`;

/** What a person's rehearsal came to that took long, unless that is long ago. */
export function keptRehearsal(by: { id: number }, asked: Asked): Kept | undefined {
  for (const [name, { at }] of kept) if (Date.now() - at > keptFor) kept.delete(name);
  return kept.get(nameOf(by, asked));
}

async function lastEntry(): Promise<number> {
  const [found] = await db.select({ last: max(journal.id) }).from(journal);
  return found?.last ?? 0;
}

/** Whether one of these was changed since a rehearsal began. */
export async function isOutdated({ last }: Kept, { of }: Asked, ids: Id[]): Promise<boolean> {
  const since = and(gt(journal.id, last), sql`+${journal.entity} = ${of.entity}`); // the plus keeps it from all entries of the kind
  const changed = await db.select({ id: journal.recordId }).from(journal).where(since);
  const about = new Set(changed.length > 0 ? ids.map(String) : []);
  return changed.some(({ id }) => about.has(id));
}

/** Forgets it: what it was about has changed since. */
export const forgetRehearsal = (by: { id: number }, asked: Asked) => kept.delete(nameOf(by, asked));

/** Names an act of somebody's: its rehearsal and what it does go on one at a time. */
export const runKey = (asked: Asked) => bulkHref(asked);

/** Leads to the run that goes on for an act already, its rehearsal or what it does. */
export function toItsRun(by: Person, asked: Asked) {
  const run = goingOn(by, runKey(asked));
  return run && redirect(`/runs/${run.id}`, 303);
}

/** Leads to the rehearsal of an act, which says so where another number matches than was `seen`; by way of a run where it takes long. */
export async function toRehearsal(by: Person, asked: Asked, seen: Partial<Seen> = {}) {
  return (
    toItsRun(by, asked) ??
    redirect(
      (await countAsked(asked)) > bulkLimits.atOnce
        ? `/runs/${(await startRehearsal(by, asked, seen)).id}`
        : bulkHref(asked, seen),
      303,
    )
  );
}

/** Rehearses many as a run, which leads to what it came to. */
async function startRehearsal(by: Person, asked: Asked, seen: Partial<Seen>): Promise<Run> {
  const total = await countAsked(asked);
  return startRun(
    by,
    { key: runKey(asked), title: `Rehearsing: ${doing(asked.what, total, asked.of.noun)}`, back: listOf(asked), total },
    async (progress) => {
      await rehearseLong(by, asked, progress);
      return { text: "", to: bulkHref(asked, seen) };
    },
  );
}

/** Rehearses many and keeps what it came to. Each batch is taken back before the next, as nobody is to wait for all of them: what only all together would break, shows when it is done. */
export async function rehearseLong(by: Person, asked: Asked, progress: Progress): Promise<void> {
  forgetRehearsal(by, asked);
  const last = await lastEntry();
  const ids = await idsAsked(asked);
  const tally = newTally(0);
  for (let from = 0; from < ids.length && !whyToEnd(); from += bulkLimits.together) {
    await rehearseSome(by, asked, tally, async () => ids.slice(from, from + bulkLimits.together));
    progress(Math.min(ids.length, from + bulkLimits.together), ids.length);
  }
  if (!whyToEnd()) kept.set(nameOf(by, asked), { tally, at: Date.now(), last });
}
