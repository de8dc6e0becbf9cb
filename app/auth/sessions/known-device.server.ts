/**
 * The users who have signed in from a browser, kept in a signed cookie that outlives sessions. A sign-in from an
 * unknown browser is mailed to its user; entries from before all access of a user ended no longer count, such as a
 * thief's after a password change.
 */
import { createCookie } from "@remix-run/node";
import { and, eq, gt, isNull, or } from "drizzle-orm";
import { config } from "config";
import { db, type Transaction } from "db";
import { canonicalAddress } from "db/email-address";
import { accounts, firebaseAccounts, signIns, type User, users } from "db/schema";
import { networkOf } from "~/core/http/network.server";
import { currentRequester, personRequester } from "~/core/http/work-queues.server";
import type { Requester } from "~/core/process/fair-queue.server";
import { cookieName, cookieOptions } from "~/core/http/respond.server";
import { newDeviceMail } from "~/core/mail/account-mails";
import { queueMail } from "~/core/mail/mail.server";
import { countDaily } from "../attempts.server";
import { describePlace, type Place } from "./place.server";

/** Lifetime of the cookie, in seconds: the maximum that browsers accept. */
const cookieSeconds = 400 * 24 * 60 * 60;
/** How long a user or account counts as new, in milliseconds. */
const newFor = 24 * 60 * 60_000;
/** Maximum users remembered per browser, the latest first. */
const maxPeople = 20;

const cookie = createCookie(cookieName("known"), {
  ...cookieOptions,
  secrets: [config.sessionSecret],
  maxAge: cookieSeconds,
});

/** User ids with the time of their last sign-in here, in milliseconds since 1970. */
type KnownPeople = [id: number, at: number][];

const readKnownPeople = async (request: Request) =>
  ((await cookie.parse(request.headers.get("Cookie"))) as KnownPeople | null) ?? [];

/** Whether this user has signed in from this browser since their access last ended. */
export async function isKnownDevice(
  request: Request,
  { id, accessEndedAt }: Pick<User, "id" | "accessEndedAt">,
): Promise<boolean> {
  return (await readKnownPeople(request)).some(([who, at]) => who === id && at >= (accessEndedAt?.getTime() ?? 0));
}

/**
 * Returns the queue key of a sign-in with this e-mail: the user's, if they have signed in from this browser before,
 * else the network's.
 */
export async function signInRequester(request: Request, email: string): Promise<Requester> {
  const own = and(eq(users.email, canonicalAddress(email)), isNull(users.deletedAt));
  const [person] = await db.select({ id: users.id, accessEndedAt: users.accessEndedAt }).from(users).where(own);
  return person && (await isKnownDevice(request, person)) ? personRequester(person.id) : currentRequester();
}

/** Returns the id of the user who last signed in from this browser, if any. */
export async function lastPersonOf(request: Request): Promise<number | undefined> {
  return (await readKnownPeople(request))[0]?.[0];
}

/** Records the user as known in this browser and returns the cookie to send. */
export async function rememberDevice(request: Request, id: number): Promise<string> {
  const others = (await readKnownPeople(request)).filter(([who]) => who !== id);
  return cookie.serialize([[id, Date.now()], ...others].slice(0, maxPeople));
}

/**
 * Mails a user about a sign-in from a new browser, in its transaction and before it is recorded. New users get none
 * for their first sign-in, and similar browsers cause one mail a day.
 */
export async function notifyOfNewDevice(tx: Transaction, { id, email }: User, place: Place): Promise<void> {
  if (!(await hasSignedIn(tx, id)) && (await isNew(tx, id))) return;
  if ((await countDaily(tx, "new-device", String(id), place.device, networkOf(place.address))) > 1) return;
  await queueMail(tx, newDeviceMail(email, describePlace(place)));
}

async function hasSignedIn(tx: Transaction, id: number): Promise<boolean> {
  const [earlier] = await tx
    .select({ id: signIns.id })
    .from(signIns)
    .where(and(eq(signIns.userId, id), isNull(signIns.refused)))
    .limit(1);
  return earlier !== undefined;
}

/**
 * Whether the user or their account is new. An empty sign-in history does not tell, because it is deleted after a
 * year.
 */
async function isNew(tx: Transaction, id: number): Promise<boolean> {
  const since = new Date(Date.now() - newFor);
  const young = or(gt(users.createdAt, since), gt(accounts.createdAt, since), gt(firebaseAccounts.createdAt, since));
  const [found] = await tx
    .select({ id: users.id })
    .from(users)
    .leftJoin(accounts, eq(accounts.uid, users.uid))
    .leftJoin(firebaseAccounts, eq(firebaseAccounts.uid, users.uid))
    .where(and(eq(users.id, id), young));
  return found !== undefined;
}
