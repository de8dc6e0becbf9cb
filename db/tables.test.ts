import { getTableName, is, Table } from "drizzle-orm";
import { expect, test } from "vitest";
import * as schema from "db/schema";

const files = import.meta.glob<Record<string, unknown>>("./schema/*.ts", { eager: true });

/** Returns the names of the tables among the exports of a module. */
const tablesIn = (module: Record<string, unknown>) =>
  Object.values(module).flatMap((value) => (is(value, Table) ? [getTableName(value)] : []));

test("db/schema/index.ts exports every table of its folder, so that a new seed empties it", () => {
  const tables = Object.entries(files).flatMap(([file, module]) =>
    file.endsWith("/index.ts") ? [] : tablesIn(module),
  );
  expect(tables.length).toBeGreaterThan(40);
  expect(tablesIn(schema).sort()).toEqual(tables.sort());
});
