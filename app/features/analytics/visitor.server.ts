/** Assigns a page view to a visit. */
import { and, desc, eq, gt, lt, lte } from "drizzle-orm";
import { timeZone } from "db/company-settings";
import type { Transaction } from "db";
import { dayAt, startOfDay } from "db/dates";
import { type User, visits } from "db/schema";
import type { PageLoad } from "./page-load";

/** After so long without a page the next one begins a visit, in milliseconds. */
export const pause = 30 * 60_000;

/** The data of a signed-in visitor. */
export type Person = Pick<User, "id" | "country">;

/** A visit that may go on. */
export interface Visit {
  id: number;
  personId: number | null;
  startedAt: number;
  lastAt: number;
  /** The last page and when it was requested. */
  page?: string;
  pageAt: number;
  search?: { id: number; place: string; term: string; at: number };
  /** Pages that are not written down yet. */
  more: number;
  acted: boolean;
}

/** Condition for the visit's row; the start time guards against reused ids after another process emptied the table. */
export const whereVisit = ({ id, startedAt }: Visit) =>
  and(eq(visits.id, id), eq(visits.startedAt, new Date(startedAt)));

/**
 * Returns the visit of a page load, as a mutable copy; undefined if an unknown visitor loaded no page. `touched`
 * holds the copies made in the same transaction.
 */
export async function visitOf(
  tx: Transaction,
  look: PageLoad,
  person: Person | undefined,
  live: Map<string, Visit>,
  touched: Set<Visit>,
): Promise<Visit | undefined> {
  const key = person ? `${person.id} ${look.browserKey}` : look.visitor;
  const known = (visit: Visit | undefined) => goingOn(tx, visit, look, touched);
  const visit =
    (await known(live.get(key))) ??
    (person && (await adoptVisit(tx, look, person, live, known))) ??
    (person && (await resumed(tx, look, person, live))) ??
    (await begun(tx, look, person));
  if (!visit) return undefined;
  live.set(key, visit);
  touched.add(visit);
  return visit;
}

async function goingOn(
  tx: Transaction,
  visit: Visit | undefined,
  { at }: PageLoad,
  touched: Set<Visit>,
): Promise<Visit | undefined> {
  if (!visit || at - visit.lastAt >= pause) return undefined;
  if (touched.has(visit)) return visit;
  const [there] = await tx.select({ id: visits.id }).from(visits).where(whereVisit(visit));
  return there && { ...visit };
}

/**
 * Assigns an anonymous visit to the user who has signed in since, and returns it. A later user of an identical
 * browser gets none of it.
 */
async function adoptVisit(
  tx: Transaction,
  look: PageLoad,
  person: Person,
  live: Map<string, Visit>,
  known: (visit: Visit | undefined) => Promise<Visit | undefined>,
): Promise<Visit | undefined> {
  const visit = await known(live.get(look.visitor));
  if (!visit) return undefined;
  live.delete(look.visitor);
  visit.personId = person.id;
  await tx
    .update(visits)
    .set({
      personId: person.id,
      country: countryOf(person, look),
      returning: await wasHere(tx, person, visit.startedAt),
    })
    .where(whereVisit(visit));
  return visit;
}

/** Returns the visit of a user that was begun before this process started. */
async function resumed(
  tx: Transaction,
  { at, browser }: PageLoad,
  { id }: Person,
  live: Map<string, Visit>,
): Promise<Visit | undefined> {
  const lately = and(
    eq(visits.personId, id),
    gt(visits.lastAt, new Date(at - pause)),
    lte(visits.startedAt, new Date(at)),
    eq(visits.browser, browser),
  );
  const [visit] = await tx.select().from(visits).where(lately).orderBy(desc(visits.startedAt)).limit(1);
  if (!visit || [...live.values()].some((other) => other.id === visit.id)) return undefined;
  return {
    id: visit.id,
    personId: id,
    startedAt: visit.startedAt.getTime(),
    lastAt: visit.lastAt.getTime(),
    pageAt: 0,
    more: 0,
    acted: false,
  };
}

async function begun(tx: Transaction, look: PageLoad, person: Person | undefined): Promise<Visit | undefined> {
  if (look.page === undefined && !(look.acts && person)) return undefined;
  const { at, browser, referrer } = look;
  const [startedAt, personId] = [new Date(at), person?.id ?? null];
  const returning = person !== undefined && (await wasHere(tx, person, at));
  const [row] = await tx
    .insert(visits)
    .values({
      personId,
      startedAt,
      lastAt: startedAt,
      country: countryOf(person, look),
      browser,
      referrer,
      pages: 0,
      returning,
    })
    .returning({ id: visits.id });
  return row && { id: row.id, personId, startedAt: at, lastAt: at, pageAt: 0, more: 0, acted: false };
}

const countryOf = (person: Person | undefined, look: PageLoad) => person?.country.trim() || look.country;

/** Whether the user had a visit on an earlier day. */
async function wasHere(tx: Transaction, { id }: Person, at: number): Promise<boolean> {
  const today = startOfDay(dayAt(new Date(at), timeZone()), timeZone());
  const [earlier] = await tx
    .select({ id: visits.id })
    .from(visits)
    .where(and(eq(visits.personId, id), lt(visits.startedAt, today)))
    .limit(1);
  return earlier !== undefined;
}
