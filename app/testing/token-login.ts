/** Login by Firebase's own script, and its exchange for a session at `POST /session`. */
import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { db, write } from "db";
import { sessions, type User, users } from "db/schema";
import { markProven } from "~/auth/identity/firebase/accounts.server";
import { action } from "~/features/sign-in/session";
import { claimsOf, newEmail, withGoogle } from "./emulator/emulator";
import { type Answer, run, send } from "./requests";

/** The response of `/session`. */
export interface Exchanged {
  to?: string;
  code?: string;
  message?: string;
}

/** Exchanges an ID token for a session. */
export const exchange = (token: string, query = "", headers: HeadersInit = {}) =>
  run<Exchanged>(
    action,
    send("POST", `/session${query}`, undefined, {
      ...Object.fromEntries(new Headers(headers)),
      Authorization: `Bearer ${token}`,
    }),
  );

/** Returns all sessions. */
export const openSessions = () => db.select().from(sessions);

/** Returns a Google login of a new person with a verified account. */
export async function newcomer() {
  const email = newEmail();
  const { idToken, localId: uid } = await withGoogle(email);
  await markProven(uid, email);
  return { email, uid, idToken, claims: (other: object = {}) => claimsOf(uid, email, other) };
}

/** Returns a Google login of this user. */
export async function loginOf(person: User) {
  const email = newEmail();
  const { idToken, localId: uid } = await withGoogle(email);
  await write(async (tx) => void (await tx.update(users).set({ uid, email }).where(eq(users.id, person.id))));
  return { idToken, uid, email };
}

/** Expects an error message and no session. */
export async function expectRefused(answer: Answer<Exchanged>, status: number, code?: string) {
  expect([answer.status, answer.data.code]).toEqual([status, code]);
  expect(answer.data.message).toMatch(/^[A-Z].+\.$/);
  expect(answer.headers.get("Set-Cookie")).toBeNull();
  expect(await openSessions()).toEqual([]);
}
