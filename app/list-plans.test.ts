import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "db";
import type { Listing, ListQuery, ListTable } from "~/core/list/listing.server";
import { parseListQuery } from "~/core/list/list-query.server";
import { mergedQuery, dayBucketsFor } from "~/core/list/day-buckets.server";
import { pageQuery } from "~/core/list/list-read.server";
import { testDatabase } from "~/testing/database";
import { stepsOf } from "~/testing/plans";
import { applicationListing } from "~/features/career/applications.server";
import { candidateListing } from "~/features/career/candidates.server";
import { interviewListing } from "~/features/career/interviews.server";
import { jobListing } from "~/features/career/jobs.server";
import { courseListing } from "~/features/course/courses.server";
import { enrolmentListing } from "~/features/course/enrolments.server";
import { resultListing } from "~/features/course/results.server";
import { studyListing } from "~/features/course/study.server";
import { taskListing } from "~/features/course/tasks.server";
import { resources } from "./core/resource/registry.server";
import { suggestPeople } from "~/features/customers/people-choices.server";
import { suggestProducts } from "~/features/products/products-named.server";
import { soldListing } from "~/features/orders/items/sold.server";
import { searchListing, viewListing, visitListing } from "~/features/analytics/visits.server";

testDatabase({ empty: true });

const examples = { date: "2026-11-21", days: "2026-11-01..2026-11-21", text: "Norway", link: "Norway", record: "7" };

/** Returns each filter of a list with each of its values, and no filter. */
function narrowings({ filters }: Listing<ListTable>): Record<string, string>[] {
  const each = Object.entries(filters).flatMap(([name, rule]) => {
    const values = "options" in rule ? rule.options.map(({ value }) => value) : [examples[rule.type]];
    return values.map((value) => ({ [name]: value }));
  });
  return [{}, ...each];
}

/** Returns SQLite's query plan for a page of the list. */
function plan(listing: Listing<ListTable>, query: ListQuery): string {
  const steps = db.all<{ detail: string }>(sql`explain query plan ${pageQuery(listing, query).getSQL()}`);
  return steps.map(({ detail }) => detail).join("; ");
}

/** The kinds with more than one record: the company is the only one of its kind. */
const listed = resources().filter(({ href, list }) => href("1") !== list.path);

describe.each(listed.map(({ entity, listing }) => ({ entity, listing })))("the list of $entity", ({ listing }) => {
  const ways = Object.keys(listing.sorts).flatMap((sort) => [sort, `-${sort}`]);

  test.each(ways)("sorted by %s is read along an index, whatever it is narrowed to", (sort) => {
    for (const narrowed of narrowings(listing)) {
      const way = plan(listing, parseListQuery(listing, new URLSearchParams({ ...narrowed, sort })));
      const ofOneRecord = Object.keys(narrowed).some((name) => "title" in (listing.filters[name] ?? {}));
      expect(way, JSON.stringify(narrowed)).toMatch(/^SEARCH \w+ USING (COVERING )?INDEX/);
      // The few rows of one record may be sorted without an index; a list has no known length.
      if (ofOneRecord) expect(way, JSON.stringify(narrowed)).toMatch(/\((?:customer|requester|assignee)_id=\?\)/);
      else expect(way, JSON.stringify(narrowed)).not.toMatch(/TEMP B-TREE/);
    }
  });

  test("has in the trash what an index finds", () => {
    expect(plan(listing, parseListQuery(listing, new URLSearchParams({ trash: "1" })))).toMatch(
      /USING (COVERING )?INDEX \w+ \(deleted_at>\?\)/,
    );
  });
});

const withDayBuckets = resources().filter(({ listing }) => listing.dayBuckets);

test.each(withDayBuckets.map(({ entity, listing }) => ({ entity, listing })))(
  "some days of the list of $entity are merged from buckets that an index has in the list's order",
  ({ listing }) => {
    const read = new Set<string>();
    for (const narrowed of narrowings(listing).flatMap((one) =>
      narrowings(listing).map((other) => ({ ...one, ...other })),
    )) {
      for (const sort of Object.keys(listing.sorts).flatMap((sort) => [sort, `-${sort}`])) {
        const query = parseListQuery(listing, new URLSearchParams({ ...narrowed, sort }));
        const buckets = dayBucketsFor(listing, query);
        if (!buckets) continue;
        const merged = mergedQuery(
          listing,
          query,
          { ...buckets, numbers: [690, 691, 692] },
          { skip: 0, take: 25, backwards: false },
        );
        const steps = db.all<{ detail: string }>(sql`explain query plan ${merged}`).map(({ detail }) => detail);
        const reads = steps.filter((step) => !/^(MERGE|LEFT|RIGHT)/.test(step));
        expect(reads, JSON.stringify({ ...narrowed, sort })).toEqual(
          Array(3).fill(
            expect.stringMatching(
              /^SEARCH \w+ USING COVERING INDEX \w+_months_\w+ \(deleted_at=\? AND <expr>=\?( AND \w+[<>]\?)*\)$/,
            ),
          ),
        );
        read.add(buckets.column.name);
      }
    }
    expect([...read].toSorted()).toEqual(listing.dayBuckets?.map(({ column }) => column.name).toSorted());
  },
);

const searched = resources().filter(({ listing }) => listing.index);

test.each(searched.map(({ entity, listing }) => ({ entity, listing })))(
  "a search of $entity reads no row but those that the index of all texts finds, or that are one record's",
  ({ listing }) => {
    for (const narrowed of narrowings(listing)) {
      const way = plan(listing, parseListQuery(listing, new URLSearchParams({ ...narrowed, q: "amara ok" })));
      expect(way, JSON.stringify(narrowed)).toMatch(
        /SEARCH \w+ USING .* \((?:rowid|number|customer_id|requester_id|assignee_id)=\?[^)]*\)/,
      );
      expect(way.match(/SCAN .*?(?=;|$)/g)).toEqual(
        expect.arrayContaining([expect.stringMatching(/^SCAN \w+_search VIRTUAL TABLE INDEX/)]),
      );
      expect(way).not.toMatch(/SCAN (?!methods|(?:\w+_search|json_tree) VIRTUAL TABLE INDEX)/); // a row's own lines are no rows
    }
  },
);

test("people and products are offered by how their names begin along an index", async () => {
  const steps = await stepsOf(async () => [await suggestPeople("Item 1"), await suggestProducts("Item 1")]);
  for (const index of ["users USING COVERING INDEX users_name", "products USING COVERING INDEX products_title"])
    expect(steps).toContain(`SEARCH ${index} (deleted_at=? AND <expr>>? AND <expr><?)`);
});

test("no filter has the name of another query parameter of lists", () => {
  const career = [jobListing, applicationListing, candidateListing, interviewListing];
  const course = [courseListing, enrolmentListing, studyListing, resultListing, taskListing];
  const listings = [
    ...resources().map(({ listing }) => listing),
    ...career,
    ...course,
    soldListing,
    visitListing,
    viewListing,
    searchListing,
  ];
  const taken = [
    "q",
    "sort",
    "page",
    "size",
    "trash",
    "select",
    "menu",
    "exact",
    "ids",
    "act",
    "set",
    "matched",
    "changes",
  ];
  expect(
    listings.flatMap(({ path, filters }) =>
      Object.keys(filters)
        .filter((name) => taken.includes(name))
        .map((name) => `${path}?${name}`),
    ),
  ).toEqual([]);
});
