/** The outbox: a mail is written in the transaction of the change that causes it, and sent once that is on disk. */
import { randomUUID } from "node:crypto";
import { and, count, desc, eq, gt, inArray, isNotNull, isNull, lt, max, ne, sql } from "drizzle-orm";
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
  /** What logs and pages call it, where the subject has words that people wrote. */
  about?: string;
  /**
   * The record whose page says when it could not be sent. What is sent to a person's address is on their page anyway.
   */
  concerns?: { entity: string; recordId: string | number };
  /** It is of no use later than this, in milliseconds; two days, unless said otherwise. */
  goodFor?: number;
}

/** A mail is tried for so long, in milliseconds. */
const twoDays = 2 * 24 * 3_600_000;

const canonicalRecipient = sql<string>`canonical_address(${mails.recipient})`;

/** Whether the answer to this request shows the links of its mails: in a sample without SMTP nobody receives them. */
export const showsOwnMail = () => isLocalSample() && !config.smtpUrl;

/**
 * Writes a mail into the outbox, as a part of a change: it is sent once that is on disk, and never when it is taken
 * back. One about a part of an act waits for all of it, see `deferred.server.ts`.
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

/** What counts, within a change, the mails that it has written since and that go to somebody. */
export async function mailsSince(tx: Transaction): Promise<() => Promise<number>> {
  const [newest] = await tx.select({ id: max(mails.id) }).from(mails);
  const written = and(gt(mails.id, newest?.id ?? 0), ne(mails.recipient, ""));
  return async () => (await tx.select({ mails: count() }).from(mails).where(written))[0]?.mails ?? 0;
}

/** A mail that failed at least once, as the page of its record says it. */
export interface MailTrouble {
  id: number;
  about: string;
  recipient: string;
  tries: number;
  problem: string;
  /** When it is tried again; nothing once it was given up. */
  again: Date | null;
}

/**
 * The mails about a record, or to a person's address, that could not be sent so far: those given up, then the others,
 * each the newest first.
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

/** How many mails failed at least once and are tried again, and how many were given up in the last thirty days. */
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

/** Forgets mails that were given up before a moment. Answers how many. */
export function deleteGivenUp(before: Date): Promise<number> {
  return write(
    async (tx) => (await tx.delete(mails).where(lt(mails.failedAt, before)).returning({ id: mails.id })).length,
  );
}

/**
 * Takes the mails to these addresses out of the outbox, those that wait and those in files: who they were for is
 * erased.
 */
export async function deleteMailsTo(tx: Transaction, addresses: string[]): Promise<void> {
  await tx.delete(mails).where(inArray(canonicalRecipient, addresses.map(canonicalAddress)));
  deleteFilesLater({ to: addresses });
}

/** The same of mails about some records. */
export async function deleteMailsAbout(tx: Transaction, entity: string, recordIds: string[]): Promise<void> {
  await tx.delete(mails).where(and(eq(mails.entity, entity), inArray(mails.recordId, recordIds)));
  deleteFilesLater({ about: recordIds.map((id) => `${entity}/${id}`) });
}

/** Once the change is on disk. */
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

/** Resolves when no mail is left that is due, and no file that is to be deleted. */
export async function mailSettled(): Promise<void> {
  await senderIdle();
  await Promise.all(deletions);
}
