/** The outbox: a mail is queued in the transaction that causes it, and sent after the commit. */
import { randomUUID } from "node:crypto";
import { and, count, countDistinct, desc, eq, gt, inArray, isNotNull, isNull, lt, max, ne, sql } from "drizzle-orm";
import { config } from "config";
import { afterCommit, db, type Transaction, write } from "db";
import { canonicalAddress } from "db/email-address";
import { mails } from "db/schema";
import { log } from "~/core/process/log.server";
import { isLocalSample } from "~/core/http/local-sample.server";
import { countMail } from "~/core/http/request-context.server";
import { seal } from "~/core/process/secrets.server";
import { nowOrDeferred } from "./deferred.server";
import { deleteFiles, type MailContent } from "./delivery.server";
import { senderIdle, wakeSender } from "./sender.server";

export interface Mail extends MailContent {
  to: string;
  /** Description for logs and pages, if the subject contains user text. */
  about?: string;
  /** The record whose page reports a failed delivery. The user with the recipient address is found without it. */
  concerns?: { entity: string; recordId: string | number };
  /** How long it is worth sending, in milliseconds; two days by default. */
  goodFor?: number;
}

/** Default time in which a mail is retried, in milliseconds. */
const twoDays = 2 * 24 * 3_600_000;

const canonicalRecipient = sql<string>`canonical_address(${mails.recipient})`;

/** Whether responses show the links of their mails, as in a sample without SMTP nobody receives them. */
export const showsOwnMail = () => isLocalSample() && !config.smtpUrl;

/**
 * Queues a mail in a transaction: it is sent after the commit, and not at all after a rollback. Inside an act of
 * several transactions it waits for the end, see `deferred.server.ts`.
 */
export const queueMail = (tx: Transaction, mail: Mail): Promise<void> =>
  nowOrDeferred(tx, (now) => queueNow(now, mail));

async function queueNow(tx: Transaction, { to, about, concerns, goodFor = twoDays, ...content }: Mail): Promise<void> {
  const messageId = `${randomUUID()}@${new URL(config.appUrl).hostname}`;
  const now = new Date();
  await tx.insert(mails).values({
    messageId,
    recipient: to.replace(/[\r\n]+/g, " ").trim(),
    about: about ?? content.subject,
    content: seal(JSON.stringify(content), messageId),
    entity: concerns?.entity,
    recordId: concerns && String(concerns.recordId),
    dueAt: now,
    expiresAt: new Date(now.getTime() + goodFor),
    createdAt: now,
  });
  if (to) afterCommit(countMail);
  afterCommit(wakeSender);
}

/** Returns a function that counts the mails queued in this transaction since this call, and their recipients. */
export async function mailsSince(tx: Transaction): Promise<() => Promise<{ mails: number; people: number }>> {
  const [newest] = await tx.select({ id: max(mails.id) }).from(mails);
  const written = and(gt(mails.id, newest?.id ?? 0), ne(mails.recipient, ""));
  return async () => {
    const counts = { mails: count(), people: countDistinct(canonicalRecipient) };
    return (await tx.select(counts).from(mails).where(written))[0] ?? { mails: 0, people: 0 };
  };
}

/** A mail whose delivery has failed, for the page of its record. */
export interface MailTrouble {
  id: number;
  about: string;
  recipient: string;
  tries: number;
  problem: string;
  /** Time of the next attempt; null if it was given up. */
  again: Date | null;
}

/**
 * Returns the undelivered mails about a record or to an address: those given up first, then the others, newest first.
 * At most 20.
 */
export async function mailTroubles(
  of: { entity: string; recordId: string | number } | { email: string },
): Promise<MailTrouble[]> {
  const these =
    "email" in of
      ? eq(canonicalRecipient, canonicalAddress(of.email))
      : and(eq(mails.entity, of.entity), eq(mails.recordId, String(of.recordId)));
  const found = await db
    .select()
    .from(mails)
    .where(and(these, isNotNull(mails.problem)))
    .orderBy(isNull(mails.failedAt), desc(mails.id))
    .limit(20);
  return found.map(({ id, about, recipient, tries, problem, dueAt, failedAt }) => ({
    id,
    about,
    recipient,
    tries,
    problem: problem ?? "",
    again: failedAt ? null : dueAt,
  }));
}

/** Returns how many mails are being retried, and how many were given up and not deleted yet (after thirty days). */
export async function countUnsent(): Promise<{ retrying: number; givenUp: number }> {
  const of = db
    .select({
      retrying: sql<number>`count(*) filter (where ${mails.failedAt} is null)`,
      givenUp: count(mails.failedAt),
    })
    .from(mails);
  const [found] = await of.where(and(isNotNull(mails.problem), ne(mails.recipient, "")));
  return found ?? { retrying: 0, givenUp: 0 };
}

/** Deletes mails given up before a time, and returns their number. */
export function deleteGivenUp(before: Date): Promise<number> {
  return write(
    async (tx) => (await tx.delete(mails).where(lt(mails.failedAt, before)).returning({ id: mails.id })).length,
  );
}

/** Deletes queued mails and mail files to these addresses, as their owner is erased. */
export async function deleteMailsTo(tx: Transaction, addresses: string[]): Promise<void> {
  await tx.delete(mails).where(inArray(canonicalRecipient, addresses.map(canonicalAddress)));
  deleteFilesLater({ to: addresses });
}

/** Like `deleteMailsTo`, for mails about records. */
export async function deleteMailsAbout(tx: Transaction, entity: string, recordIds: string[]): Promise<void> {
  await tx.delete(mails).where(and(eq(mails.entity, entity), inArray(mails.recordId, recordIds)));
  deleteFilesLater({ about: recordIds.map((id) => `${entity}/${id}`) });
}

/** Deletes mail files after the commit. */
const deleteFilesLater = (which: Parameters<typeof deleteFiles>[0]) =>
  afterCommit(() => {
    const deleting: Promise<void> = deleteFiles(which)
      .catch((error: unknown) =>
        log.error({ err: error }, "mails to somebody who was erased are still in DATA_DIR/outbox"),
      )
      .finally(() => deletions.delete(deleting));
    deletions.add(deleting);
  });

const deletions = new Set<Promise<void>>();

/** Resolves when no due mail and no file deletion is pending. */
export async function mailSettled(): Promise<void> {
  await senderIdle();
  await Promise.all(deletions);
}
