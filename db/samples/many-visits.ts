/** Visits of a large sample. */
import type { pageViews, visits } from "../schema";
import type { Customer } from "./many-people";
import type { Draw } from "./parts";
import { visitOdds } from "./visits";

interface ManyVisit {
  visit: typeof visits.$inferInsert & { id: number };
  views: (typeof pageViews.$inferInsert)[];
}

/** Maximum duration of a visit, in milliseconds. */
const maxDuration = 25 * 60_000;

/**
 * Returns a random visit; three in four are by signed-in users. `known` holds the ids of users who have visited
 * before.
 */
export function oneVisit(id: number, at: Date, people: Customer[], known: Set<number>, draw: Draw): ManyVisit {
  const { browsers, countries, pages, pagesOutside, referrers } = visitOdds();
  const person = draw.below(4) > 0 ? draw.one(people) : undefined;
  const shown = person ? 1 + Math.min(draw.below(6), draw.below(6)) : 1 + draw.below(2);
  const views = Array.from({ length: shown }, (_, index) => ({
    visitId: id,
    at: new Date(at.getTime() + Math.floor((maxDuration * index) / 6)),
    page: index === 0 && person ? "/" : draw.often(person ? pages : pagesOutside),
  }));
  const visit = {
    id,
    personId: person?.id ?? null,
    startedAt: at,
    lastAt: views.at(-1)?.at ?? at,
    country: person?.country ?? draw.often(countries),
    browser: draw.often(browsers),
    referrer: draw.often(referrers),
    pages: shown,
    changes: person && shown > 2 && draw.below(2) === 0 ? 1 + draw.below(4) : 0,
    returning: person !== undefined && known.has(person.id),
  };
  if (person) known.add(person.id);
  return { visit, views };
}
