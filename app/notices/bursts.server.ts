/**
 * Much of the same at once, such as an import of a thousand orders, is one mail at once and one for all the rest. Which mails went
 * out is known to this process alone, and of it to its main thread: another one, or a restart, costs one mail more.
 */
import { afterCommit, type Transaction } from "db";
import { inMainThread } from "~/lib/main-thread.server";
import type { EventName } from "./events";

/** Of one kind of event nobody gets two mails within this time; in milliseconds. */
export const burst = 5 * 60_000;

/** When a mail about an event last went to somebody, by both. */
const mailed = new Map<string, number>();

const key = (userId: number, event: string) => `${userId} ${event}`;

/** The mails that go out when a change is on disk. */
const begun = new WeakMap<Transaction, Set<string>>();

/** Remembers that such a mail goes out with this change: once the change is on disk, and never when it is taken back. */
export function noteMailed(tx: Transaction, userId: number, event: string) {
  const mails = begun.get(tx) ?? new Set();
  begun.set(tx, mails.add(key(userId, event)));
  afterCommit(() => note(userId, event));
}

const note = inMainThread("note a mail", (userId: number, event: string) => {
  const now = Date.now();
  for (const [old, at] of mailed) {
    if (now - at < burst) break; // the oldest come first
    mailed.delete(old);
  }
  mailed.delete(key(userId, event));
  mailed.set(key(userId, event), now);
});

/** Whether no such mail went to somebody lately, nor does with this change; then this one counts as gone with it. */
export function isFirst(tx: Transaction, userId: number, event: EventName): boolean {
  const last = mailed.get(key(userId, event));
  const isRecent = last !== undefined && Math.abs(Date.now() - last) < burst; // a clock may be set back
  const lately = isRecent || begun.get(tx)?.has(key(userId, event));
  if (!lately) noteMailed(tx, userId, event);
  return !lately;
}

/** For another database, in which nobody has had a mail. */
export const forgetMailed = () => mailed.clear();
