/** A login by Firebase's own script, and its trade for a session at `POST /session`. */
import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { db, write } from "db";
import { sessions, type User, users } from "db/schema";
import { prove } from "~/auth/identity/firebase/accounts.server";
import { action } from "~/features/sign-in/session";
import { claimsOf, newEmail, withGoogle } from "./emulator/emulator";
import { type Answer, run, send } from "./requests";

/** What `/session` says. */
export interface Exchanged {
  to?: string;
  code?: string;
  message?: string;
}

/** Trades an ID token for a session. */
export const exchange = (token: string, query = "", headers: HeadersInit = {}) =>
  run<Exchanged>(
    action,
    send("POST", `/session${query}`, undefined, {
      ...Object.fromEntries(new Headers(headers)),
      Authorization: `Bearer ${token}`,
    }),
  );

/** Every session there is. */
export const openSessions = () => db.select().from(sessions);

/** A login by Google's window, of somebody who is not in the directory yet but whose account is theirs for certain. */
export async function newcomer() {
  const email = newEmail();
  const { idToken, localId: uid } = await withGoogle(email);
  await prove(uid, email);
  return { email, uid, idToken, claims: (other: object = {}) => claimsOf(uid, email, other) };
}

/** A login by Google's window, of this person. */
export async function loginOf(person: User) {
  const email = newEmail();
  const { idToken, localId: uid } = await withGoogle(email);
  await write(async (tx) => void (await tx.update(users).set({ uid, email }).where(eq(users.id, person.id))));
  return { idToken, uid, email };
}

/** That there is a sentence and no session. */
export async function expectRefused(answer: Answer<Exchanged>, status: number, code?: string) {
  expect([answer.status, answer.data.code]).toEqual([status, code]);
  expect(answer.data.message).toMatch(/^[A-Z].+\.$/);
  expect(answer.headers.get("Set-Cookie")).toBeNull();
  expect(await openSessions()).toEqual([]);
}
