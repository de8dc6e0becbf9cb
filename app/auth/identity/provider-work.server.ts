/**
 * Queue of account changes at the identity provider. They are recorded in the transaction of the change and done after
 * it, so that no request waits for the provider and an outage loses nothing.
 */
import { and, eq } from "drizzle-orm";
import { afterCommit, db, type Transaction, write } from "db";
import { accounts, providerWork } from "db/schema";
import { log } from "~/core/process/log.server";
import { inMainThread } from "~/core/threads/main-thread.server";
import { forget } from "~/auth/identity/firebase/accounts.server";
import { IdentityError } from "~/auth/identity-errors";
import { identity } from "./identity.server";

type Work = typeof providerWork.$inferSelect;

/** Queues locking or unlocking an account at the provider, to be done after this transaction. */
export async function lockLogin(tx: Transaction, uid: string, locked: boolean) {
  await queueTask(tx, { uid, task: locked ? "disable" : "enable" });
}

/** Deletes an account: Portico's records in this transaction, the provider's soon after it. */
export async function deleteLogin(tx: Transaction, uid: string) {
  await forget(tx, uid);
  const [here] = await tx.delete(accounts).where(eq(accounts.uid, uid)).returning({ uid: accounts.uid });
  if (!here) await queueTask(tx, { uid, task: "delete" });
}

async function queueTask(tx: Transaction, work: Pick<Work, "uid" | "task">) {
  const [isLocal] = await tx.select({ uid: accounts.uid }).from(accounts).where(eq(accounts.uid, work.uid));
  const latest = { ...work, provider: isLocal ? ("local" as const) : ("firebase" as const), createdAt: new Date() };
  await tx.insert(providerWork).values(latest).onConflictDoUpdate({ target: providerWork.uid, set: latest });
  afterCommit(settleSoon);
}

const settleSoon = inMainThread("settle with the provider", () => {
  settleWithProvider().catch((error: unknown) =>
    log.error({ err: error }, "work at the identity provider could not be looked up"),
  );
});

let underWay: Promise<unknown> = Promise.resolve();
let next: Promise<number> | undefined;

/**
 * Does the queued work of the provider in use and returns the number of tasks done. Rounds run one after another, so
 * that the last change to an account wins; failures are logged and retried within the hour.
 */
export function settleWithProvider(): Promise<number> {
  if (next) return next; // not started yet, so it will include all work queued by then
  next = underWay.then(() => {
    next = undefined;
    return runProviderTasks();
  });
  underWay = next.catch(() => undefined);
  return next;
}

/** Resolves when no work is in progress. Used at shutdown and in tests. */
export async function providerSettled(): Promise<void> {
  for (let seen; seen !== underWay;) await (seen = underWay);
}

async function runProviderTasks(): Promise<number> {
  let done = 0;
  for (const work of await db
    .select()
    .from(providerWork)
    .where(eq(providerWork.provider, identity().name))
    .orderBy(providerWork.createdAt)) {
    try {
      await callProvider(work);
    } catch (error) {
      log.error(
        { err: error, task: work.task },
        "the identity provider was not told of a change; it will be tried again",
      );
      if (isOutOfReach(error)) break;
      continue;
    }
    const same = and(
      eq(providerWork.uid, work.uid),
      eq(providerWork.task, work.task),
      eq(providerWork.createdAt, work.createdAt),
    );
    await write(async (tx) => void (await tx.delete(providerWork).where(same)));
    done++;
  }
  return done;
}

/** Whether the provider is unreachable, so that the next task would only time out as well. */
const isOutOfReach = (error: unknown) =>
  error instanceof IdentityError && ["provider-unreachable", "timeout"].includes(error.code);

async function callProvider({ uid, task }: Work) {
  if (task === "delete") return identity().delete(uid);
  await identity().disable(uid, task === "disable");
  if (task === "disable") await identity().revoke(uid);
}
