/**
 * Which people have signed in from a browser before. A signed cookie of its own keeps it, which outlives sessions; so a
 * sign-in from a browser without one is told to its person by mail. What was known before all access of a person ended
 * counts no more: a thief's browser must not stay known after a new password.
 */
import { createCookie } from "@remix-run/node";
import { and, eq, gt, isNull, or } from "drizzle-orm";
import { config } from "config";
import { db, type Transaction } from "db";
import { canonicalAddress } from "db/email-address";
import { accounts, firebaseAccounts, signIns, type User, users } from "db/schema";
import { networkOf } from "~/core/http/network.server";
import { currentRequester } from "~/core/http/work-queues.server";
import type { Requester } from "~/core/process/fair-queue.server";
import { cookieName, cookieOptions } from "~/core/http/respond.server";
import { newDeviceMail } from "~/core/mail/account-mails";
import { queueMail } from "~/core/mail/mail.server";
import { countDaily } from "../attempts.server";
import { describePlace, type Place } from "./place.server";

/** Browsers keep no cookie for longer, in seconds. */
const life = 400 * 24 * 60 * 60;
/** How long somebody counts as new here, in milliseconds. */
const newFor = 24 * 60 * 60_000;
/** So many people of one browser are remembered, the latest. */
const maxPeople = 20;

const cookie = createCookie(cookieName("known"), { ...cookieOptions, secrets: [config.sessionSecret], maxAge: life });

/** When each person, by id, last signed in here, in milliseconds. */
type KnownPeople = [id: number, at: number][];

const read = async (request: Request) =>
  ((await cookie.parse(request.headers.get("Cookie"))) as KnownPeople | null) ?? [];

/** Whether this person has signed in from this browser since all their access last ended. */
export async function isKnownDevice(
  request: Request,
  { id, accessEndedAt }: Pick<User, "id" | "accessEndedAt">,
): Promise<boolean> {
  return (await read(request)).some(([who, at]) => who === id && at >= (accessEndedAt?.getTime() ?? 0));
}

/**
 * Who asks to sign in with this e-mail, for queues: its person where they signed in from this browser before, else a
 * stranger.
 */
export async function signInRequester(request: Request, email: string): Promise<Requester> {
  const own = and(eq(users.email, canonicalAddress(email)), isNull(users.deletedAt));
  const [person] = await db.select({ id: users.id, accessEndedAt: users.accessEndedAt }).from(users).where(own);
  return person && (await isKnownDevice(request, person))
    ? { key: `person ${person.id}`, isKnown: true }
    : currentRequester();
}

/** Returns the id of who signed in last from this browser, if anybody has. */
export async function lastPersonOf(request: Request): Promise<number | undefined> {
  return (await read(request))[0]?.[0];
}

/** Knows the person in this browser from now on. Answers the cookie to send. */
export async function rememberDevice(request: Request, id: number): Promise<string> {
  const others = (await read(request)).filter(([who]) => who !== id);
  return cookie.serialize([[id, Date.now()], ...others].slice(0, maxPeople));
}

/**
 * Mails a person that they signed in from a new browser, in the transaction of that sign-in and before it is written
 * down. Not at the first one of who is new here, and once in a day for browsers that look alike: who keeps no cookies
 * is not told of each.
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
 * Whether the person or their account has just come here. That no sign-in is known says less: after a year they are
 * forgotten.
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
