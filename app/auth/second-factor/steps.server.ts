/**
 * Sign-ins that have passed the password or Google and still need a code, or the decision to come back. They have no
 * session yet.
 */
import { createCookie } from "@remix-run/node";
import { and, eq, gt, lte, sql } from "drizzle-orm";
import { db, type Transaction, write } from "db";
import { signInSteps, trustedBrowsers, type User, users } from "db/schema";
import { cookieName, cookieOptions } from "~/core/http/respond.server";
import { digest, newSecret } from "~/core/process/secrets.server";
import { whereAdmitted } from "~/core/access/access.server";
import type { SignInOptions } from "../sign-in.server";
import { deviceOf, refuseLate } from "../sessions/sessions.server";
import { isSecondFactorOn } from "./second-factor.server";

const minute = 60_000;
/** Lifetime of a pending sign-in, in milliseconds. */
const stepLife = 10 * minute;
/** Maximum wrong codes per sign-in. */
const maxTries = 5;

export const trustDays = 30;
const trustLife = trustDays * 24 * 60 * minute;

const stepCookie = createCookie(cookieName("step"), { ...cookieOptions, maxAge: stepLife / 1000 });
const trustCookie = createCookie(cookieName("trusted"), { ...cookieOptions, maxAge: trustLife / 1000 });

export type Step = typeof signInSteps.$inferSelect;

/** A pending sign-in and its user. */
export interface PendingSignIn {
  step: Step;
  person: User;
}

/** Stores a pending sign-in and returns the headers to send. */
export async function beginStep(
  userId: number,
  owes: Step["owes"],
  { way, remember, began, validSince, also }: Omit<SignInOptions, "address">,
): Promise<Headers> {
  const token = newSecret();
  const step = {
    tokenHash: digest(token),
    userId,
    owes,
    way,
    remember,
    validSince,
    expiresAt: new Date(Date.now() + stepLife),
  };
  await write(async (tx) => {
    await refuseLate(tx, userId, began);
    await also?.(tx);
    await tx.insert(signInSteps).values(step);
  });
  return new Headers({ "Set-Cookie": await stepCookie.serialize(token) });
}

/** Returns this browser's pending sign-in and its user, if the user may still sign in. */
export async function readStep(request: Request, owes: Step["owes"]): Promise<PendingSignIn | undefined> {
  const token: unknown = await stepCookie.parse(request.headers.get("Cookie"));
  if (typeof token !== "string") return undefined;
  const [found] = await db
    .select({ step: signInSteps, person: users })
    .from(signInSteps)
    .innerJoin(users, eq(users.id, signInSteps.userId))
    .where(
      and(
        eq(signInSteps.tokenHash, digest(token)),
        eq(signInSteps.owes, owes),
        gt(signInSteps.expiresAt, new Date()),
        whereAdmitted,
      ),
    );
  return found;
}

/**
 * Counts an attempt before it is made. Returns "over" if there were too many, which ends the sign-in, and "gone" if it
 * was completed or ended meanwhile.
 */
export async function countAttempt(tx: Transaction, { tokenHash }: Step): Promise<"ok" | "over" | "gone"> {
  const here = eq(signInSteps.tokenHash, tokenHash);
  const [step] = await tx
    .update(signInSteps)
    .set({ tries: sql`${signInSteps.tries} + 1` })
    .where(here)
    .returning({ tries: signInSteps.tries });
  if (!step) return "gone";
  if (step.tries <= maxTries) return "ok";
  await tx.delete(signInSteps).where(here);
  return "over";
}

/** Ends a pending sign-in. Returns whether it still existed, so that only one of two parallel requests continues. */
export async function endStep(tx: Transaction, { tokenHash }: Step): Promise<boolean> {
  return (
    (await tx.delete(signInSteps).where(eq(signInSteps.tokenHash, tokenHash)).returning({ userId: signInSteps.userId }))
      .length > 0
  );
}

/** Returns the cookie that clears the pending sign-in. */
export const forgetStep = () => stepCookie.serialize("", { maxAge: 0 });

/** Whether this user's sign-in needs a code: the second factor is on, and the browser is not trusted. */
export async function asksForCode(request: Request, userId: number): Promise<boolean> {
  return (await isSecondFactorOn(userId)) && !(await isTrusted(request, userId));
}

async function isTrusted(request: Request, userId: number): Promise<boolean> {
  const token: unknown = await trustCookie.parse(request.headers.get("Cookie"));
  if (typeof token !== "string") return false;
  const here = and(
    eq(trustedBrowsers.tokenHash, digest(token)),
    eq(trustedBrowsers.userId, userId),
    gt(trustedBrowsers.expiresAt, new Date()),
  );
  return (await db.select({ userId: trustedBrowsers.userId }).from(trustedBrowsers).where(here)).length > 0;
}

/** Trusts this browser for `trustDays` and returns the header to send. */
export async function trustBrowser(
  tx: Transaction,
  request: Request,
  userId: number,
): Promise<{ "Set-Cookie": string }> {
  const token = newSecret();
  await tx.insert(trustedBrowsers).values({
    tokenHash: digest(token),
    userId,
    device: deviceOf(request),
    expiresAt: new Date(Date.now() + trustLife),
  });
  return { "Set-Cookie": await trustCookie.serialize(token) };
}

/** Returns the number of the user's trusted browsers. */
export const countTrusted = (userId: number) =>
  db.$count(trustedBrowsers, and(eq(trustedBrowsers.userId, userId), gt(trustedBrowsers.expiresAt, new Date())));

/** Deletes expired sign-ins and trust and returns their number. */
export function deleteOldSteps(): Promise<number> {
  const now = new Date();
  return write(async (tx) => {
    const steps = await tx
      .delete(signInSteps)
      .where(lte(signInSteps.expiresAt, now))
      .returning({ hash: signInSteps.tokenHash });
    const trust = await tx
      .delete(trustedBrowsers)
      .where(lte(trustedBrowsers.expiresAt, now))
      .returning({ hash: trustedBrowsers.tokenHash });
    return steps.length + trust.length;
  });
}
