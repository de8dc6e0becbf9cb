/** Visits of the last ninety days or more: more on weekdays, and slightly more each week. */
import { addDays, atHour, dayAt, startOfDay } from "../dates";
import type { pageViews, searches, visits } from "../schema";
import { content } from "./content";
import { spread } from "./parts";
import type { SamplePerson } from "./users";

const minute = 60_000;

interface Extent {
  days: number;
  /** Usual number of visits on the first and the last weekday. */
  first: number;
  last: number;
}

const sampleExtent: Extent = { days: 90, first: 11, last: 20 };

type Chance = () => number;

/** Values with their relative weights. */
type Odds<Value> = [Value, number][];

interface VisitOdds {
  browsers: Odds<string>;
  referrers: Odds<string>;
  countries: Odds<string>;
  /** Pages for signed-in users. */
  pages: Odds<string>;
  pagesOutside: Odds<string>;
  /** Search terms with their lists and numbers of results. */
  terms: Odds<{ place: string; term: string; found: number }>;
}

export const visitOdds = () => content<VisitOdds>("visits");

type VisitRow = typeof visits.$inferInsert & { id: number; startedAt: Date };

interface SampleVisits {
  visits: VisitRow[];
  views: (typeof pageViews.$inferInsert)[];
  searches: (typeof searches.$inferInsert)[];
}

/** Returns the rows in chronological order. Users visit from the day they were created, if they can sign in. */
export function sampleVisits(now: Date, people: SamplePerson[], timeZone: string, extent = sampleExtent): SampleVisits {
  const { days } = extent;
  const drawn = spread(20261);
  const chance: Chance = () => drawn(1_000_000) / 1_000_000;
  const today = dayAt(now, timeZone);
  const made: SampleVisits = { visits: [], views: [], searches: [] };
  for (let back = days - 1; back >= 0; back--) {
    const day = addDays(today, -back);
    const [from, noon] = [startOfDay(day, timeZone), atHour(day, 12, timeZone)];
    const here = people.filter(({ status, createdAt }) => status === "Active" && createdAt < from);
    const moments = Array.from({ length: howMany(day, 1 - back / days, extent, chance) }, () =>
      aroundNoon(noon, chance),
    );
    for (const at of moments.toSorted((one, other) => one - other)) addVisit(made, at, here, now, chance);
  }
  return withReturns(made, timeZone);
}

/**
 * Returns the number of visits on a day, up to a quarter more or less than usual; `grown` goes from 0 to 1 over the
 * whole span.
 */
function howMany(day: string, grown: number, { first, last }: Extent, chance: Chance): number {
  const growing = first + grown * (last - first);
  const weekday = new Date(day).getUTCDay();
  return Math.round((weekday === 0 || weekday === 6 ? 0.35 : 1) * growing * (0.75 + chance() * 0.5));
}

/** Returns a time in milliseconds, mostly within working hours, in whole seconds. */
const aroundNoon = (noon: Date, chance: Chance) =>
  noon.getTime() + Math.round((chance() + chance() + chance() - 1.5) * 5 * 3600) * 1000;

function addVisit(
  { visits, views, searches }: SampleVisits,
  at: number,
  people: SamplePerson[],
  now: Date,
  chance: Chance,
) {
  const odds = visitOdds();
  const person = chance() < 0.74 ? people[Math.floor(chance() ** 1.5 * people.length)] : undefined;
  const visitId = visits.length + 1;
  const shown = person ? 1 + Math.floor(chance() ** 2 * 14) : 1 + Math.floor(chance() * 3);
  const moments = Array.from({ length: shown }, (_, index) => at + index * Math.round((0.2 + chance()) * 1.5 * minute));
  const sorted = moments.filter((moment) => moment < now.getTime()).toSorted((one, other) => one - other);
  const last = sorted.at(-1);
  if (last === undefined) return;
  for (const [place, moment] of sorted.entries()) {
    const page = place === 0 && person ? "/" : chosen(person ? odds.pages : odds.pagesOutside, chance);
    const searched =
      page === searchedAt(page, odds) && chance() < 0.16
        ? chosen(
            odds.terms.filter(([{ place }]) => place === page),
            chance,
          )
        : undefined;
    views.push({ visitId, at: new Date(moment), page });
    if (searched) searches.push({ visitId, at: new Date(moment), ...searched });
  }
  visits.push({
    id: visitId,
    personId: person?.id ?? null,
    startedAt: new Date(sorted[0] ?? at),
    lastAt: new Date(last),
    country: person?.country ?? chosen(odds.countries, chance),
    browser: chosen(odds.browsers, person && chance() < 0.85 ? () => (person.id * 0.618) % 1 : chance), // mostly the same one
    referrer: chosen(odds.referrers, chance),
    pages: sorted.length,
    changes: person && sorted.length > 3 && chance() < 0.55 ? 1 + Math.floor(chance() * 4) : 0,
  });
}

const searchedAt = (page: string, { terms }: VisitOdds) => terms.find(([{ place }]) => place === page)?.[0].place;

function chosen<Value>(odds: Odds<Value>, chance: Chance): Value {
  let left = chance() * odds.reduce((sum, [, weight]) => sum + weight, 0);
  const found = odds.find(([, weight]) => (left -= weight) < 0) ?? odds[0];
  if (!found) throw new Error("There is nothing to choose from");
  return found[0];
}

/** Marks visits by users who had visited on an earlier day. */
function withReturns({ visits, ...rest }: SampleVisits, timeZone: string): SampleVisits {
  const firstDays = new Map<number, string>();
  const marked = visits.map((visit) => {
    const day = dayAt(visit.startedAt, timeZone);
    const first = visit.personId ? (firstDays.get(visit.personId) ?? day) : day;
    if (visit.personId) firstDays.set(visit.personId, first);
    return { ...visit, returning: first < day };
  });
  return { visits: marked, ...rest };
}
