/** Visits, page views and searches as lists: the rows behind each number of the analytics dashboard. */
import { and, eq, gte, inArray, lte, sql } from "drizzle-orm";
import { db } from "db";
import { dayNumber } from "db/dates";
import {
  type PageView,
  pageViews,
  type Search,
  searches,
  users,
  type Visit,
  visits,
  type VisitTotal,
  visitTotals,
} from "db/schema";
import { may } from "~/core/access/access.server";
import type { Columns } from "~/core/list/export.server";
import { recordId } from "~/core/values/ids";
import { daysIn, momentIn } from "~/core/list/days.server";
import type { Listing, StoredSums } from "~/core/list/listing.server";
import type { Reader } from "~/core/list/reach.server";
import { findPersonByName } from "~/core/list/find-people.server";

const browsersIn = (names: string) => names.split(", ");

const yesOption = (title: string) => [{ value: "yes", title }];

const nameOfVisitor = sql`(select ${users.name} from ${users} where ${users.id} = ${visits.personId})`;

export const visitListing: Listing<typeof visits> = {
  path: "/analytics/visits",
  table: visits,
  search: [visits.country, visits.browser, visits.referrer, nameOfVisitor],
  searchForDirectory: [nameOfVisitor],
  filters: {
    changed: { label: "Changes", options: yesOption("Changed something"), by: () => sql`${visits.changes} > 0` },
    returning: { label: "Returning", options: yesOption("Here before"), by: () => eq(visits.returning, true) },
    began: { label: "Began", type: "days", by: momentIn(visits.startedAt) },
    country: { label: "Country", type: "text", by: (country) => eq(visits.country, country) },
    browser: { label: "Browser", type: "link", by: (names) => inArray(visits.browser, browsersIn(names)) },
    referrer: { label: "Came from", type: "link", by: (referrer) => eq(visits.referrer, referrer) },
    person: {
      label: "Person",
      type: "record",
      title: (id) => personName(recordId(id)),
      named: findPersonByName,
      by: (id) => eq(visits.personId, recordId(id)),
      needs: "people.view",
    },
  },
  sorts: { startedAt: visits.startedAt },
  sort: "-startedAt",
  storedSums: ({ q, filters: { began, person, ...others } }) => {
    const [[kind, value] = ["visits", ""] as const, ...more] = Object.entries(others);
    return q || person || more.length > 0 ? undefined : storedVisits(kind as Kind, valuesOf(kind, value), began);
  },
};

export const viewListing: Listing<typeof pageViews> = {
  path: "/analytics/views",
  table: pageViews,
  search: [pageViews.page],
  filters: {
    route: { label: "Page", type: "link", by: (page) => eq(pageViews.page, page) },
    seen: { label: "Seen", type: "days", by: momentIn(pageViews.at) },
    visit: {
      label: "Visit",
      type: "record",
      title: (id) => Promise.resolve(`#${id}`),
      by: (id) => eq(pageViews.visitId, recordId(id)),
    },
  },
  sorts: { at: pageViews.at },
  sort: "-at",
  storedSums: ({ q, filters: { seen, route, ...others } }) =>
    q || Object.keys(others).length > 0
      ? undefined
      : storedVisits("page", route === undefined ? undefined : [route], seen),
};

export const searchListing: Listing<typeof searches> = {
  path: "/analytics/searches",
  table: searches,
  search: [searches.term, searches.place],
  filters: {
    found: { label: "Found", options: [{ value: "nothing", title: "Found nothing" }], by: () => eq(searches.found, 0) },
    searched: { label: "Searched", type: "days", by: momentIn(searches.at) },
    term: { label: "Searched for", type: "link", by: (term) => eq(searches.term, term) },
  },
  sorts: { at: searches.at },
  sort: "-at",
};

type Kind = VisitTotal["kind"];

/** Returns the values in the stored totals that match a filter's value. */
function valuesOf(kind: string, value: string): string[] {
  if (kind === "browser") return browsersIn(value);
  return kind === "changed" || kind === "returning" ? [""] : [value];
}

/** Returns the stored counts of visits in a period, or of all. */
function storedVisits(kind: Kind, values: string[] | undefined, days = ""): StoredSums {
  const { from, to } = daysIn(days) ?? {};
  const on = and(
    from ? gte(visitTotals.day, dayNumber(from)) : undefined,
    to ? lte(visitTotals.day, dayNumber(to)) : undefined,
  );
  const where = and(eq(visitTotals.kind, kind), values && inArray(visitTotals.value, values), on);
  return { table: visitTotals, sums: { rows: visitTotals.count }, where };
}

/** Name shown for visitors who were not signed in or were erased. */
export const visitor = "Visitor";

async function personName(id: number): Promise<string | undefined> {
  return (await db.select({ name: users.name }).from(users).where(eq(users.id, id)))[0]?.name;
}

/** Adds the visitors to the rows, if the reader may see the directory. */
export async function withPeople<Row extends Pick<Visit, "personId">>(rows: Row[], me: Reader) {
  if (!may(me, "people.view")) return rows.map((row) => ({ ...row, personId: null, person: undefined }));
  const ids = [...new Set(rows.flatMap(({ personId }) => personId ?? []))];
  const people =
    ids.length > 0
      ? await db
          .select({ id: users.id, name: users.name, image: users.image })
          .from(users)
          .where(inArray(users.id, ids))
      : [];
  const known = new Map(people.map((person) => [person.id, person]));
  return rows.map((row) => ({ ...row, person: known.get(row.personId ?? 0) }));
}

export const visitColumns = (me: Reader): Columns<Visit> => ({
  visit: (visit) => visit.id,
  ...(may(me, "people.view") && { person: (visit) => visit.personId }),
  began: (visit) => visit.startedAt,
  lastPage: (visit) => visit.lastAt,
  country: (visit) => visit.country,
  browser: (visit) => visit.browser,
  from: (visit) => visit.referrer,
  pages: (visit) => visit.pages,
  changes: (visit) => visit.changes,
  returning: (visit) => (visit.returning ? "yes" : "no"),
});

export const viewColumns: Columns<PageView> = {
  page: (view) => view.page,
  seen: (view) => view.at,
  visit: (view) => view.visitId,
};

export const searchColumns: Columns<Search> = {
  term: (search) => search.term,
  place: (search) => search.place,
  found: (search) => search.found,
  searched: (search) => search.at,
};
