/** Notifies users in the app and by mail, according to their preferences. */
import { and, eq, inArray, isNull, like, ne, type SQL } from "drizzle-orm";
import { timeZone } from "db/company-settings";
import { afterCommit, db, type Transaction, write } from "db";
import { hourAt } from "db/dates";
import { notifications, users, waitingMails } from "db/schema";
import { type Access, whereHasLogin, may, type Permission, reachOf } from "~/core/access/access.server";
import type { Actor } from "~/core/resource/act.server";
import { fromAsRead, storedScope, readableScopes, supportName } from "./readable.server";
import { log } from "~/core/process/log.server";
import { inMainThread } from "~/core/threads/main-thread.server";
import { type Mail, queueMail } from "~/core/mail/mail.server";
import { burst, firstOfBurst, noteMailed } from "./bursts.server";
import { type EventName, isEvent, isOptional, needsOf } from "./events";
import { eventMail } from "./notification-mails";
import { nowOrDeferred } from "~/core/mail/deferred.server";
import { chunks } from "~/core/values/chunks";
import { isQuietHour, preferencesOf } from "./preferences";

export interface NewNotification {
  /** Name and picture of its subject, a person or a thing. */
  from: { name: string; image: string | null };
  /** Text such as "placed order #7, $41.30". */
  text: string;
  /** Address of the record. */
  href: string;
  /** Sentence for mails, without the full stop. It must name no one, because sent mails cannot be erased. */
  mail: string;
  /**
   * The full text of the reply, for the mail. Only for readers who may see it in the app; omitted from delayed mails.
   */
  answer?: string;
  /** Subject and sentence of the mail with the answer, for readers who may know who wrote it. */
  answerFrom?: { subject: string; text: string };
  /** The record whose page says when the mail could not be sent; else only the person's own page does. */
  concerns?: Mail["concerns"];
  /** Combines this notification with the unread ones of its series. */
  series?: NotificationSeries;
  /** The permission required to read it, if stricter than the event's own. */
  needs?: Permission;
}

interface NotificationSeries {
  /** Common prefix of the addresses of its notifications. */
  hrefPrefix: string;
  /** Returns the text of a notification for `count` events; it begins with the verb and "3 times". */
  text(count: number): string;
}

/**
 * Notifies all users who want and may know of an event, in the transaction in which it happens; the actor is
 * excluded.
 */
export const notifyEveryone = (
  tx: Transaction,
  event: EventName,
  occurrence: NewNotification,
  by: number | null = null,
) => notifyMatching(tx, event, occurrence, by === null ? undefined : ne(users.id, by));

/** Notifies one user of an event that concerns only them. */
export const notifyPerson = (tx: Transaction, event: EventName, occurrence: NewNotification, personId: number) =>
  notifyMatching(tx, event, occurrence, eq(users.id, personId));

/**
 * Notifies the customer of their order or invoice, if they have a login and did not act themselves. The sender is
 * shown as the support team, without a name.
 */
export async function notifyCustomer(
  tx: Transaction,
  event: "invoiceSent" | "orderMoved",
  { by, customerId, text, href }: { by: Actor; customerId: number | null; text: string; href: string },
) {
  if (customerId === null || customerId === by.id) return;
  await notifyPerson(tx, event, { from: { name: supportName, image: null }, text, href, mail: text }, customerId);
}

/** Notifies a user of a change to their account. */
export const notifyOfSecurity = (tx: Transaction, by: { name: string }, personId: number, note: string) =>
  notifyPerson(
    tx,
    "security",
    { from: { name: by.name, image: null }, text: note, href: "/settings/security", mail: note },
    personId,
  );

/** Maximum users per statement. */
const batchSize = 1000;

const notifyMatching = (tx: Transaction, event: EventName, occurrence: NewNotification, whom?: SQL) =>
  nowOrDeferred(tx, (now) => notifyNow(now, event, occurrence, whom));

async function notifyNow(
  tx: Transaction,
  event: EventName,
  { from, text, href, mail, answer, answerFrom, concerns, series, needs = needsOf(event) }: NewNotification,
  whom?: SQL,
) {
  const hour = hourAt(new Date(), timeZone());
  const { id, name, email, notices, access, areas } = users;
  const found = await tx
    .select({ id, name, email, notices, access, areas })
    .from(users)
    .where(and(whereHasLogin, whom));
  const people = found
    .filter((person) => may(person, needs))
    .map((person) => ({ ...person, ...preferencesOf(person.notices), needs: storedScope(person, needs) }));

  const inApp = [];
  for (const person of people.filter(({ events }) => events[event].inApp)) {
    const row = { userId: person.id, ...senderFor(person, from, needs), text, href, needs: person.needs };
    inApp.push(series ? { ...row, ...(await joinSeries(tx, row, series)) } : row);
  }
  for (const chunk of chunks(inApp, batchSize)) await tx.insert(notifications).values(chunk);
  if (!isOptional(event)) return; // the act itself sends the mails of other events, at once

  const notified = { event, text: mail, href };
  const byMail = people.filter(({ events }) => events[event].email);
  const awake = byMail.filter(({ quiet }) => !isQuietHour(quiet, hour));
  const first =
    answer === undefined
      ? await firstOfBurst(
          tx,
          event,
          awake.map(({ id }) => id),
        )
      : new Set(awake.map(({ id }) => id));
  const later = byMail
    .filter(({ id }) => !first.has(id))
    .map((person) => ({ userId: person.id, needs: person.needs, ...notified }));
  for (const some of chunks(later, batchSize)) await tx.insert(waitingMails).values(some);
  if (later.length > 0) afterCommit(sendLater);
  for (const person of byMail.filter(({ id }) => first.has(id)))
    await queueMail(tx, { ...eventMail(person, [{ ...notified, ...answerFrom, answer }]), concerns });
}

/**
 * Returns the text of a notification that includes the unread ones of its series, and deletes those. Only
 * notifications with the same sender and permission belong to a series.
 */
async function joinSeries(
  tx: Transaction,
  row: typeof notifications.$inferInsert & { needs: string },
  series: NotificationSeries,
): Promise<{ text: string; href: string }> {
  const ofSeries = and(
    eq(notifications.userId, row.userId),
    eq(notifications.fromName, row.fromName),
    eq(notifications.needs, row.needs),
    isNull(notifications.readAt),
    like(notifications.href, `${series.hrefPrefix}%`),
  );
  const unread = await tx.select().from(notifications).where(ofSeries).orderBy(notifications.id);
  const [first] = unread;
  if (!first) return { text: row.text, href: row.href };
  await tx.delete(notifications).where(ofSeries);
  const count = unread.reduce((sum, { text }) => sum + Number(/^\w+ (\d+) times/.exec(text)?.[1] ?? 1), 1);
  return { text: series.text(count), href: first.href };
}

/** Returns the sender as the reader may see it. Clients, and users limited to their own records, see no staff names. */
function senderFor(person: Access & { name: string }, from: NewNotification["from"], needs: Permission) {
  const { name, image } =
    reachOf(person, needs) === "all" ? fromAsRead(person, from) : { name: supportName, image: null };
  return { fromName: name, fromImage: image };
}

let mailTimer: NodeJS.Timeout | undefined;

/** Schedules the mails left over from a burst. If the process ends before, maintenance sends them. */
const sendLater = inMainThread("send mails later", () => {
  mailTimer ??= setTimeout(() => {
    mailTimer = undefined;
    void sendWaitingMails().catch((error: unknown) => log.error({ err: error }, "mails that waited could not be sent"));
  }, burst).unref();
});

/** Maximum recipients per transaction, so that other writes can run between batches. */
export const peopleAtOnce = 50;

/** Maximum delay of a mail by quiet hours, in milliseconds. */
const maxWait = 24 * 3_600_000;

/**
 * Sends the mails delayed by quiet hours or a burst, one per person, and returns how many. Users who lost access or
 * turned the mails off get none.
 */
export async function sendWaitingMails(): Promise<number> {
  const userIds = (await db.selectDistinct({ userId: waitingMails.userId }).from(waitingMails)).map(
    ({ userId }) => userId,
  );
  let sent = 0;
  for (const chunk of chunks(userIds, peopleAtOnce)) sent += await write((tx) => sendWaitingTo(tx, chunk));
  return sent;
}

async function sendWaitingTo(tx: Transaction, userIds: number[]): Promise<number> {
  const now = new Date();
  const hour = hourAt(now, timeZone());
  const waiting = new Map<number, (typeof waitingMails.$inferSelect)[]>();
  for (const mail of await tx
    .select()
    .from(waitingMails)
    .where(inArray(waitingMails.userId, userIds))
    .orderBy(waitingMails.id)) {
    waiting.set(mail.userId, [...(waiting.get(mail.userId) ?? []), mail]);
  }
  const { id, email, notices, access, areas } = users;
  const people = new Map(
    (
      await tx
        .select({ id, email, notices, access, areas })
        .from(users)
        .where(and(whereHasLogin, inArray(id, userIds)))
    ).map((person) => [person.id, person]),
  );

  let sent = 0;
  for (const [userId, mails] of waiting) {
    const person = people.get(userId);
    const recipientPreferences = person && preferencesOf(person.notices);
    const waitedLong = mails.some(({ createdAt }) => now.getTime() - createdAt.getTime() >= maxWait);
    if (recipientPreferences && isQuietHour(recipientPreferences.quiet, hour) && !waitedLong) continue;
    await tx.delete(waitingMails).where(eq(waitingMails.userId, userId));
    const wanted = mails.filter(
      ({ event, needs }) =>
        person &&
        isEvent(event) &&
        recipientPreferences?.events[event].email &&
        may(person, needsOf(event)) &&
        readableScopes(person).includes(needs),
    );
    if (!person || wanted.length === 0) continue;
    for (const event of new Set(wanted.map(({ event }) => event))) await noteMailed(tx, event, [userId]);
    await queueMail(tx, eventMail(person, wanted));
    sent++;
  }
  return sent;
}
