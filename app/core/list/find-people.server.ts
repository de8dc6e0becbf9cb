/** Finds users by the names that people type in a search. */
import { canonicalAddress } from "db/email-address";
import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import { db } from "db";
import { folded } from "db/compare";
import { fold } from "db/fold";
import { users } from "db/schema";
import { indexed, isLong } from "./index-search.server";

/**
 * Finds the one user with this name or email address, or with these words in their name, ignoring case and diacritics;
 * else returns a sentence about why none or several match. `among` restricts the candidates.
 */
export function findPersonByName(written: string, among?: SQL): { id: number } | { problem: string } {
  const whole = findIdsByName(written, among);
  const [one, other] = whole.length > 0 ? whole : findByNameWords(normalizeName(written), among);
  if (one === undefined)
    return {
      problem: normalizeName(written).split(" ").some(isLong)
        ? `“${written}” is nobody here.`
        : `“${written}” is too short: write three letters of the name, or more.`,
    };
  return other === undefined
    ? { id: one }
    : { problem: `More than one person is called “${written}”: write more of the name.` };
}

/** Folds case and diacritics, and collapses spaces, as people omit or add these when they type a name. */
export const normalizeName = (written: string) => fold(written).trim().replace(/\s+/g, " ");

/** Returns the ids of users with exactly this name or email address, two at most. */
export const findIdsByName = (written: string, among?: SQL): number[] =>
  idsWhere(or(eq(folded(users.name), normalizeName(written)), eq(users.email, canonicalAddress(written))), among);

/** Like `personNamed`, for filters that also accept "none" or "nobody": these return `nobody` as the id. */
export const personOr = (nobody: string) => (written: string, among?: SQL) =>
  /^(?:none|nobody)$/i.test(written) ? { id: nobody } : findPersonByName(written, among);

/**
 * Finds users by words of their name. The index has no words of one or two letters: these only narrow the matches of
 * longer ones.
 */
function findByNameWords(name: string, among?: SQL): number[] {
  const words = name.split(" ");
  const found = words.some(isLong) ? indexed({ kind: "users", number: users.id }, words)?.found : undefined;
  return found
    ? idsWhere(and(found, ...words.map((word) => sql`instr(${folded(users.name)}, ${word}) > 0`)), among)
    : [];
}

const idsWhere = (where: SQL | undefined, among?: SQL) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(and(where, among, isNull(users.deletedAt)))
    .limit(2)
    .all()
    .map(({ id }) => id);
