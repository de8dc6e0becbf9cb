/** People as others name them in a search. */
import { canonicalAddress } from "db/email-address";
import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import { db } from "db";
import { folded } from "db/compare";
import { fold } from "db/fold";
import { users } from "db/schema";
import { indexed, isLong } from "./index-search.server";

/**
 * The number of the one person with this name or address, or with these words in their name, whatever their case and
 * marks; or, as a sentence, why it is nobody or not clear. `among` those of whom this holds.
 */
export function personNamed(written: string, among?: SQL): { id: number } | { problem: string } {
  const whole = idsCalled(written, among);
  const [one, other] = whole.length > 0 ? whole : partly(normalizeName(written), among);
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

/** A name without what people leave out or add when they write it: case, marks, more than one space. */
export const normalizeName = (written: string) => fold(written).trim().replace(/\s+/g, " ");

/** The numbers of whoever has this name or address, two at most. */
export const idsCalled = (written: string, among?: SQL): number[] =>
  idsWhere(or(eq(folded(users.name), normalizeName(written)), eq(users.email, canonicalAddress(written))), among);

/** The same where a list may be asked for what is nobody's, by this value. */
export const personOr = (nobody: string) => (written: string, among?: SQL) =>
  /^(?:none|nobody)$/i.test(written) ? { id: nobody } : personNamed(written, among);

/** Words as short as two letters are in no index: they only narrow what longer ones find. */
function partly(name: string, among?: SQL): number[] {
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
