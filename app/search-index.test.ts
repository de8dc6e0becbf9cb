import { expect, test } from "vitest";
import { searchObjects } from "db/search";
import { resources } from "~/core/resource/registry.server";
import { searchedTable } from "~/core/list/searched-table.server";
import { testDatabase } from "~/testing/database";
import { db } from "db";
import { sql } from "drizzle-orm";
import "./resources.server";

testDatabase({ empty: true });

const searched = resources().flatMap(({ listing }) => (listing.index ? [listing] : []));

test("nine kinds of record are searched", () => {
  expect(searched.map(({ path }) => path)).toHaveLength(9);
});

test.each(searched.map((listing) => [listing.path, listing] as const))(
  "the index of %s holds what its list searches: `npm run db:generate -- --name NAME` writes the migration",
  (_, listing) => {
    const wanted = searchObjects(listing.index!.kind, searchedTable(listing));
    const made = db.all<{ name: string; sql: string }>(sql`select name, sql from sqlite_master`);
    const found = made.filter(({ name }) => Object.hasOwn(wanted, name)).map(({ name, sql }) => [name, sql]);
    expect(Object.fromEntries(found)).toEqual(wanted);
  },
);
