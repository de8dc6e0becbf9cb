/**
 * Sends queued mails: takes due ones from the table, delivers them, and deletes or postpones them. If the process dies
 * between delivery and deletion, the mail is sent again later, with the same `Message-ID`.
 */
import { and, asc, eq, isNull, lte } from "drizzle-orm";
import { db, type Transaction, write } from "db";
import { type MailRow, mails } from "db/schema";
import { afterAnswer, endWaits } from "~/core/process/after-answer.server";
import { log } from "~/core/process/log.server";
import { inMainThread } from "~/core/threads/main-thread.server";
import { unseal } from "~/core/process/secrets.server";
import { deliver, type MailContent, problemOf } from "./delivery.server";

const minute = 60_000;
/** Delays after failed attempts, in minutes; the last one repeats. */
const pauses = [1, 5, 30, 2 * 60, 6 * 60, 12 * 60];
/**
 * Lease of a mail being sent, in milliseconds. After it, the process is considered dead and another attempt is made.
 */
const lease = 5 * minute;
/** Maximum concurrent connections: a change may notify hundreds of people, and mail servers reject too many. */
const maxLanes = 3;
/** Interval at which due mails are looked for, in milliseconds. */
const lookEvery = 15_000;

type Outcome = { id: number } & ({ sent: true } | { sent: false; set: Partial<MailRow>; givenUp?: MailRow });

type OnGivenUp = (tx: Transaction, mail: MailRow) => Promise<void>;

let onGivenUp: OnGivenUp = async () => undefined;

/** Registers what happens when a mail is given up; `app/resources.server.ts` calls it on load. */
export const whenMailIsGivenUp = (follows: OnGivenUp) => void (onGivenUp = follows);

const lanes = new Set<Promise<void>>();
const pendingWakes = new Set<Promise<void>>();
/** Results of attempts that are not stored yet. */
const outcomes = new Set<Outcome>();
let stopped = false;
let wokenWhileFull = false;

/** Makes the sender look for mails; call it after the commit, in any thread. */
export const wakeSender = inMainThread("wake the mail sender", () => {
  const wake: Promise<void> = afterAnswer().then(() => (pendingWakes.delete(wake), startLane()));
  pendingWakes.add(wake);
});

/** Starts sending due mails, including those of an earlier process. Does not keep the process alive. */
export function startSender(): void {
  wakeSender();
  setInterval(wakeSender, lookEvery).unref();
}

/** Resolves when no due mail is left to try. */
export async function senderIdle(): Promise<void> {
  while (pendingWakes.size + lanes.size > 0) {
    endWaits();
    await Promise.all([...pendingWakes, ...lanes]);
  }
}

/** Stops sending, and resolves when the current attempts have ended. Other mails wait for the next start. */
export async function stopSender(): Promise<void> {
  stopped = true;
  await Promise.all(lanes);
}

function startLane() {
  wokenWhileFull = lanes.size >= maxLanes;
  if (wokenWhileFull || stopped) return;
  const lane: Promise<void> = work()
    .catch((error: unknown) => log.error({ err: error }, "the outbox could not be read or written"))
    .finally(() => {
      lanes.delete(lane);
      if (wokenWhileFull) startLane();
    });
  lanes.add(lane);
}

async function work() {
  for (let mail = await next(); mail; mail = await next()) {
    startLane(); // there may be more
    outcomes.add(await attempt(mail));
  }
}

/** Stores the results of earlier attempts and takes the next mail, in one transaction. */
async function next(): Promise<MailRow | undefined> {
  const done = [...outcomes];
  const due = and(isNull(mails.failedAt), lte(mails.dueAt, new Date()));
  const [first] = stopped ? [] : await db.select({ id: mails.id }).from(mails).where(due).limit(1);
  if (done.length === 0 && !first) return undefined;
  const taken = await write(async (tx) => {
    for (const outcome of done) await recordOutcome(tx, outcome);
    const [row] = stopped
      ? []
      : await tx.select().from(mails).where(due).orderBy(asc(mails.dueAt), asc(mails.id)).limit(1);
    return (
      row &&
      (
        await tx
          .update(mails)
          .set({ tries: row.tries + 1, dueAt: new Date(Date.now() + lease) })
          .where(eq(mails.id, row.id))
          .returning()
      )[0]
    );
  });
  for (const outcome of done) outcomes.delete(outcome);
  return taken;
}

async function recordOutcome(tx: Transaction, outcome: Outcome) {
  if (outcome.sent) return void (await tx.delete(mails).where(eq(mails.id, outcome.id)));
  await tx.update(mails).set(outcome.set).where(eq(mails.id, outcome.id));
  if (outcome.givenUp) await onGivenUp(tx, outcome.givenUp);
}

/** Tries to deliver a mail, and returns the result to store. Never throws. */
async function attempt(row: MailRow): Promise<Outcome> {
  const { id, recipient, about, tries } = row;
  if (!recipient) return { id, sent: true };
  if (row.expiresAt.getTime() <= Date.now()) return giveUp(row, row.problem ?? "It was not sent while it was of use.");
  const sealed = row.content === null ? undefined : unseal(row.content, row.messageId);
  if (sealed === undefined) return giveUp(row, "It cannot be read any more: SESSION_SECRET is another one since.");
  try {
    await deliver(row, JSON.parse(sealed) as MailContent);
    log.info({ mail: about, tries }, "a mail was sent");
    return { id, sent: true };
  } catch (error) {
    const { problem, isFinal } = problemOf(error);
    log.warn({ err: error, mail: about, tries }, "a mail could not be sent");
    const dueAt = new Date(Date.now() + (pauses[tries - 1] ?? pauses.at(-1) ?? 0) * minute);
    if (isFinal || dueAt >= row.expiresAt) return giveUp(row, problem);
    return { id, sent: false, set: { problem, dueAt } };
  }
}

/** Removes the content of a mail that is given up; the record of the failure remains. */
function giveUp(givenUp: MailRow, problem: string): Outcome {
  const { id, about, tries } = givenUp;
  log.error({ mail: about, tries, problem }, "a mail was given up");
  return { id, sent: false, set: { problem, failedAt: new Date(), content: null }, givenUp };
}
