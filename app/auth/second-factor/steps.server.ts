/**
 * What a login still owes when its password, or Google's word, was right: a code, or the wish to come back. Until then
 * there is no session.
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
import { isTwoFactorOn } from "./two-factor.server";

const minute = 60_000;
/** How long a login may stand half way, in milliseconds. */
const stepLife = 10 * minute;
/** How many wrong codes one login may try. */
const maxTries = 5;

export const trustDays = 30;
const trustLife = trustDays * 24 * 60 * minute;

const stepCookie = createCookie(cookieName("step"), { ...cookieOptions, maxAge: stepLife / 1000 });
const trustCookie = createCookie(cookieName("trusted"), { ...cookieOptions, maxAge: trustLife / 1000 });

export type Step = typeof signInSteps.$inferSelect;

/** A login that stands half way, and whose it is. */
export interface PendingSignIn {
  step: Step;
  person: User;
}

/** Keeps a login half way. Answers the headers to send. */
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

/** The login that this browser has half way, with its person, while that may still come in. */
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
 * Counts a try of a login before it is made. Answers whether it may be made: after too many the login is `over`; it is
 * `gone` when it went on or ended meanwhile.
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

/** Ends a login that was half way. Answers whether it was there: of two at once only one goes on. */
export async function endStep(tx: Transaction, { tokenHash }: Step): Promise<boolean> {
  return (
    (await tx.delete(signInSteps).where(eq(signInSteps.tokenHash, tokenHash)).returning({ userId: signInSteps.userId }))
      .length > 0
  );
}

/** The cookie that makes the browser forget its login. */
export const forgetStep = () => stepCookie.serialize("", { maxAge: 0 });

/** Whether a login of this person needs a code: the second factor is on, and this browser is not trusted. */
export async function asksForCode(request: Request, userId: number): Promise<boolean> {
  return (await isTwoFactorOn(userId)) && !(await isTrusted(request, userId));
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

/** Asks this browser for no code for thirty days. Answers the header to send. */
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

/** How many browsers of a person are asked for no code. */
export const countTrusted = (userId: number) =>
  db.$count(trustedBrowsers, and(eq(trustedBrowsers.userId, userId), gt(trustedBrowsers.expiresAt, new Date())));

/** Takes away logins and trust whose time is over. Answers how many. */
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
