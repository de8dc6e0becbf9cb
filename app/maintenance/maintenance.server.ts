/** Maintenance: an hourly timer in the server, or `npm run maintenance`, deletes expired data. */
import { randomUUID } from "node:crypto";
import { and, eq, gt, isNotNull, isNull, lt, lte, or } from "drizzle-orm";
import { db, tidyFile, write } from "db";
import { formKeys, jobs } from "db/schema";
import { howMany } from "~/core/values/noun";
import { deleteOldAttempts } from "~/auth/attempts.server";
import { deleteOldLinks } from "~/auth/identity/links.server";
import { identity } from "~/auth/identity/identity.server";
import { settleWithProvider } from "~/auth/identity/provider-work.server";
import { comeBackDays } from "~/core/values/deactivated";
import { eraseDeactivated } from "~/features/deactivation/deactivation.server";
import { deleteOldSteps } from "~/auth/second-factor/steps.server";
import { cancelOldSetups } from "~/auth/second-factor/second-factor.server";
import { deleteOldSessions } from "~/auth/sessions/sessions.server";
import { deleteOldSignIns } from "~/auth/sessions/sign-ins.server";
import { deleteOldTokens } from "~/auth/tokens/api-tokens.server";
import { renewDue } from "~/features/billing/renewal.server";
import { undoUnfinishedImports } from "~/core/import/import-jobs.server";
import { deleteOldImports } from "~/core/import/imports.server";
import { pruneInboxes } from "~/features/inbox/prune.server";
import { notifyOfOverdue } from "~/features/invoices/overdue.server";
import { describeVerification, verifyLocks } from "~/features/locking/verify.server";
import { describeBalances, verifyBalances } from "~/features/payments/verify.server";
import { log } from "~/core/process/log.server";
import { trashDays } from "~/core/values/trash";
import { deleteGivenUp } from "~/core/mail/mail.server";
import { sendDigests } from "~/features/digest/digest.server";
import { sendWaitingMails } from "~/features/notifications/notify.server";
import { keptFor } from "~/core/api/idempotency.server";
import { deleteOldJobs } from "~/core/jobs/job-records.server";
import { deleteOldInvitations } from "~/auth/revoke-invitations.server";
import { settleDueResets } from "~/features/team/second-factor/reset.server";
import { deleteUnsent, storeMissingThumbs } from "~/features/support/tickets/attachments/attachments.server";
import { deleteOldDrafts } from "~/features/support/tickets/replies/drafts.server";
import { deleteOldVisits } from "~/features/analytics/retention.server";
import { failure, jobName } from "./last-run.server";
import { emptyTrash } from "./trash.server";
import { deleteUnusedFiles } from "./unused-files.server";

const hour = 3_600_000;
const day = 24 * hour;
/** Retention periods, in milliseconds. */
const retentionMs = {
  trash: trashDays * day,
  deactivated: comeBackDays * day,
  formKey: 7 * day,
  registration: 7 * day,
  file: day,
  signIn: 365 * day,
  setup: day,
  token: 30 * day,
  attachment: 2 * day,
  draft: 60 * day,
  import: day,
  job: 30 * day,
  mail: 30 * day,
  invitation: 30 * day,
  visit: 760 * day,
};
const ago = (time: number) => new Date(Date.now() - time);

/** Maintenance tasks by name. Each returns a line that describes what it did. */
const pieces: Record<string, () => Promise<string>> = {
  "Ended sessions": async () => counted(await deleteOldSessions(), "session that had ended", "sessions that had ended"),
  "Logins half way": async () =>
    counted(
      await deleteOldSteps(),
      "login or trusted browser whose time was over",
      "logins and trusted browsers whose time was over",
    ),
  "Setups of two-factor": async () =>
    counted(
      await cancelOldSetups(ago(retentionMs.setup)),
      "setup of two-factor that was not confirmed",
      "setups of two-factor that were not confirmed",
    ),
  "Sign-in history": async () =>
    counted(
      await deleteOldSignIns(ago(retentionMs.signIn)),
      "sign-in that was a year ago",
      "sign-ins that were a year ago",
    ),
  "API tokens": async () =>
    counted(
      await deleteOldTokens(ago(retentionMs.token)),
      "API token that expired a month ago",
      "API tokens that expired a month ago",
    ),
  "The trash": async () =>
    counted(
      await emptyTrash(ago(retentionMs.trash)),
      `record that was in the trash for ${trashDays} days`,
      `records that were in the trash for ${trashDays} days`,
    ),
  "Deactivated accounts": async () =>
    counted(
      await eraseDeactivated(ago(retentionMs.deactivated)),
      "person who had deactivated their account",
      "people who had deactivated their account",
    ),
  "Mailed links": async () =>
    counted(await deleteOldLinks(), "mailed link that had expired", "mailed links that had expired"),
  Invitations: async () =>
    counted(
      await deleteOldInvitations(ago(retentionMs.invitation)),
      "invitation that ended a month ago",
      "invitations that ended a month ago",
    ),
  "Unverified registrations": async () =>
    counted(
      await identity().deleteUnverified(ago(retentionMs.registration)),
      "registration that nobody verified for a week",
      "registrations that nobody verified for a week",
    ),
  "Lost second factors": async () =>
    `Reset ${howMany(await settleDueResets(), "second factor")} as was asked a day ago.`,
  "Failed tries": async () => counted(await deleteOldAttempts(), "count of failed tries", "counts of failed tries"),
  "Form keys": async () =>
    counted(
      await deleteOldFormKeys(),
      "form key that was a week old, or of /api a day",
      "form keys that were a week old, or of /api a day",
    ),
  "The identity provider": async () => toldOf(await settleWithProvider()),
  Subscriptions: async () => renewed(await renewDue()),
  Balances: async () => describeBalances(await verifyBalances()),
  "Locked invoices": async () => describeVerification(await verifyLocks()),
  "Overdue invoices": async () => `Told of ${howMany(await write(notifyOfOverdue), "invoice")} that became overdue.`,
  "Waiting mails": async () => `Sent ${howMany(await sendWaitingMails(), "mail")} that waited for quiet hours to end.`,
  "Weekly digests": async () => `Sent ${howMany(await sendDigests(), "weekly digest")}.`,
  Inboxes: async () => counted(await pruneInboxes(), "old notification or message", "old notifications and messages"),
  "Mails given up": async () =>
    counted(
      await deleteGivenUp(ago(retentionMs.mail)),
      "note of a mail that could not be sent a month ago",
      "notes of mails that could not be sent a month ago",
    ),
  "Unused files": async () =>
    counted(await deleteUnusedFiles(ago(retentionMs.file)), "file that nothing uses", "files that nothing uses"),
  "Unsent attachments": async () =>
    counted(
      await deleteUnsent(ago(retentionMs.attachment)),
      "attachment that was not sent for two days",
      "attachments that were not sent for two days",
    ),
  "Small pictures": async () =>
    `Stored ${howMany(await storeMissingThumbs(), { one: "small copy", many: "small copies" })} of attached pictures.`,
  Visits: async () =>
    counted(
      await deleteOldVisits(ago(retentionMs.visit)),
      "visit that was 25 months ago",
      "visits that were 25 months ago",
    ),
  Imports: async () =>
    counted(
      await deleteOldImports(ago(retentionMs.import)),
      "file that was brought in a day ago, or not read to its end",
      "files that were brought in a day ago, or not read to their end",
    ),
  Jobs: async () =>
    counted(await deleteOldJobs(ago(retentionMs.job)), "job that began a month ago", "jobs that began a month ago"),
  "Reply drafts": async () =>
    counted(
      await deleteOldDrafts(ago(retentionMs.draft)),
      "draft of a reply that was left for 60 days",
      "drafts of replies that were left for 60 days",
    ),
};

const renewed = ({ began, owed }: Awaited<ReturnType<typeof renewDue>>) =>
  `Began ${howMany(began, "period")} of the subscription.${owed ? " The next one is not paid." : ""}`;

const counted = (count: number, one: string, many: string) => `Deleted ${howMany(count, { one, many })}.`;

const toldOf = (count: number) => `Told the identity provider of ${howMany(count, "change")}.`;

/** How long a run may hold the lock without renewing it, in milliseconds. */
const lease = 10 * 60_000;

/**
 * Runs all tasks, unless another instance is running them. Returns a line for each task; failures are logged and do
 * not stop the others.
 */
export async function runMaintenance(all = pieces): Promise<string[]> {
  const holder = randomUUID();
  if (!(await takeLock(holder))) return [alreadyRunningMessage];
  const lines: string[] = [];
  const hold = keepHold(holder);
  for (const [name, piece] of Object.entries(all))
    lines.push(hold.isLost() ? `${name}: ${alreadyRunningMessage}` : await attempt(name, piece));
  hold.end();
  await release(holder, lines);
  await tidyFile();
  return lines;
}

const alreadyRunningMessage = "Another instance is at it, so nothing was done here.";

/**
 * Renews the lease until `end` is called. The lease is lost if this process stalled for longer and another instance
 * took over.
 */
function keepHold(holder: string) {
  let lost = false;
  const renew = () =>
    write((tx) =>
      tx
        .update(jobs)
        .set({ heldUntil: new Date(Date.now() + lease) })
        .where(whereHeldBy(holder))
        .returning({ name: jobs.name }),
    ).then(
      (renewed) => void (lost = renewed.length === 0),
      (error: unknown) => log.error({ err: error }, "maintenance could not renew its lease"),
    );
  const timer = setInterval(() => void renew(), lease / 5).unref();
  return { isLost: () => lost, end: () => clearInterval(timer) };
}

const whereHeldBy = (holder: string) => and(eq(jobs.name, jobName), eq(jobs.holder, holder));

async function attempt(name: string, piece: () => Promise<string>): Promise<string> {
  try {
    return await piece();
  } catch (error) {
    log.error({ err: error, piece: name }, "a piece of maintenance failed");
    return failure(name);
  }
}

/** Checks every few minutes whether maintenance is due. Does not keep the process alive. */
export function startTimer(): void {
  const look = () =>
    void runIfDue().catch((error: unknown) => {
      log.error({ err: error }, "maintenance could not run");
    });
  setTimeout(look, 30_000).unref();
  setInterval(look, 5 * 60_000).unref();
}

/**
 * Runs maintenance unless any instance ran it within the last hour, and then undoes unfinished imports, which only the
 * server may do.
 */
export async function runIfDue() {
  const [job] = await db.select().from(jobs).where(eq(jobs.name, jobName));
  const since = job?.lastRunAt ? Date.now() - job.lastRunAt.getTime() : hour;
  if (since >= 0 && since < hour) return; // a future time comes from a wrong clock
  log.info({ result: await runMaintenance() }, "maintenance ran");
  // Not a task, because `npm run maintenance` runs beside the server and would undo an import in progress there.
  await undoUnfinishedImports("The import could not be carried out whole.");
}

function takeLock(holder: string): Promise<boolean> {
  const now = Date.now();
  const mine = { holder, heldUntil: new Date(now + lease) };
  return write(async (tx) => {
    await tx.insert(jobs).values({ name: jobName }).onConflictDoNothing();
    // A lease that ends later than a new one would was written by a wrong clock.
    const free = and(
      eq(jobs.name, jobName),
      or(isNull(jobs.holder), lte(jobs.heldUntil, new Date(now)), gt(jobs.heldUntil, mine.heldUntil)),
    );
    return (await tx.update(jobs).set(mine).where(free).returning({ name: jobs.name })).length > 0;
  });
}

async function release(holder: string, lines: string[]) {
  const done = { holder: null, heldUntil: null, lastRunAt: new Date(), lastResult: lines.join("\n") };
  await write(async (tx) => void (await tx.update(jobs).set(done).where(whereHeldBy(holder))));
}

function deleteOldFormKeys(): Promise<number> {
  const old = or(
    lt(formKeys.createdAt, ago(retentionMs.formKey)),
    and(isNotNull(formKeys.answer), lt(formKeys.createdAt, ago(keptFor))),
  );
  return write(async (tx) => (await tx.delete(formKeys).where(old).returning({ key: formKeys.key })).length);
}
