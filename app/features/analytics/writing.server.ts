/** Writes visits, page views and searches from page loads. */
import { and, between, countDistinct, eq, inArray, sql } from "drizzle-orm";
import type { Transaction } from "db";
import { fold } from "db/fold";
import { journal, pageViews, searches, users, visits } from "db/schema";
import type { Searched } from "~/core/http/request-context.server";
import type { PageLoad } from "./page-load";
import { continuesTerm, storableTerm } from "./terms";
import { whereVisit, pause, type Person, type Visit, visitOf } from "./visitor.server";

/** Maximum time between two requests that count as one page view, in milliseconds. */
const sameLookMs = 5_000;
/** Maximum time between two inputs of one search, in milliseconds. */
const maxTypingPauseMs = 10_000;
/** Maximum visits in memory; beyond it the longest inactive visitor begins a new visit. */
const maxLiveVisits = 10_000;
/** The visits that may continue, by visitor. */
export type Live = ReadonlyMap<string, Visit>;

/**
 * Writes page loads in the order of their requests and returns the visits that may continue. The given visits are not
 * modified, because the transaction may be rolled back.
 */
export async function writePageLoads(tx: Transaction, looks: PageLoad[], before: Live): Promise<Live> {
  const live = new Map<string, Visit>(before);
  const touched = new Set<Visit>();
  const people = await peopleOf(tx, looks);
  const views: (typeof pageViews.$inferInsert)[] = [];
  for (const look of looks) {
    const person = look.personId === undefined ? undefined : people.get(look.personId);
    const visit = await visitOf(tx, look, person, live, touched);
    if (!visit) continue;
    const { page, at } = look;
    if (page !== undefined && !isAgain(visit, look)) views.push({ visitId: visit.id, at: new Date(at), page });
    extendVisit(visit, look);
    for (const searched of look.searches) await keepSearch(tx, visit, searched, at);
    if (look.acts && person) visit.acted = true;
  }
  await save(tx, [...touched]);
  if (views.length > 0) await tx.insert(pageViews).values(views);
  return live;
}

/** Without those who were erased since. */
async function peopleOf(tx: Transaction, looks: PageLoad[]): Promise<Map<number, Person>> {
  const ids = new Set(looks.flatMap(({ personId }) => personId ?? []));
  if (ids.size === 0) return new Map();
  const found = await tx
    .select({ id: users.id, country: users.country })
    .from(users)
    .where(inArray(users.id, [...ids]));
  return new Map(found.map((person) => [person.id, person]));
}

const isAgain = (visit: Visit, { page, at }: PageLoad) => visit.page === page && at - visit.pageAt < sameLookMs;

function extendVisit(visit: Visit, look: PageLoad) {
  if (look.page !== undefined) {
    if (!isAgain(visit, look)) visit.more++;
    [visit.page, visit.pageAt] = [look.page, look.at];
  }
  visit.lastAt = Math.max(visit.lastAt, look.at);
}

/** Stores a search. A continuation of the previous one replaces it, or deletes it if the term has become private. */
async function keepSearch(tx: Transaction, visit: Visit, { place, term: typed, found }: Searched, at: number) {
  const term = storableTerm(typed);
  const { search: last } = visit;
  const sameSearch =
    last?.place === place && at - last.at < maxTypingPauseMs && continuesTerm(term ?? fold(typed), last.term)
      ? last
      : undefined;
  visit.search = undefined;
  if (term === undefined) {
    if (sameSearch) await tx.delete(searches).where(eq(searches.id, sameSearch.id));
    return;
  }
  const values = { place, term, found, at: new Date(at) };
  const [kept] = sameSearch
    ? await tx.update(searches).set(values).where(eq(searches.id, sameSearch.id)).returning({ id: searches.id })
    : await tx
        .insert(searches)
        .values({ ...values, visitId: visit.id })
        .returning({ id: searches.id });
  visit.search = kept && { id: kept.id, place, term, at };
}

/** Saves the visits with one statement, except for their counts of actions. */
async function save(tx: Transaction, touched: Visit[]) {
  if (touched.length === 0) return;
  const seen = sql.join(
    touched.map(({ id, startedAt, lastAt, more }) => sql`(${id}, ${startedAt}, ${lastAt}, ${more})`),
    sql`, `,
  );
  tx.run(sql`
    with seen (id, began, last, more) as (values ${seen})
    update ${visits} set last_at = seen.last, pages = pages + seen.more from seen where ${visits.id} = seen.id and ${visits.startedAt} = seen.began
  `);
  for (const visit of touched) {
    const changes = visit.acted ? await actsIn(tx, visit) : 0;
    if (changes > 0) await tx.update(visits).set({ changes }).where(whereVisit(visit));
    [visit.more, visit.acted] = [0, false];
  }
}

/** Returns the number of the visitor's actions during a visit. */
async function actsIn(tx: Transaction, { personId, startedAt }: Visit): Promise<number> {
  const theirs = and(between(journal.at, new Date(startedAt), new Date()), sql`+${journal.byId} = ${personId}`); // few rows are as young as a visit
  const [found] = await tx
    .select({ acts: countDistinct(journal.batch) })
    .from(journal)
    .where(theirs);
  return found?.acts ?? 0;
}

/** Without those that are over. */
export function recent(live: Live): Live {
  const now = Date.now();
  const going = [...live].filter(([, { lastAt }]) => now - lastAt < pause);
  return new Map(
    going.length <= maxLiveVisits
      ? going
      : going.toSorted(([, one], [, other]) => other.lastAt - one.lastAt).slice(0, maxLiveVisits),
  );
}
