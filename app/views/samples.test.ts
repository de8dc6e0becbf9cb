import { expect, it } from "vitest";
import { db } from "db";
import { savedViews } from "db/schema";
import { testDatabase } from "~/testing/database";
import { countsOf } from "./counts.server";
import { canonical, listAt } from "./lists.server";

testDatabase({ samples: true });

it("each view of the sample is written as its list's address is, and shows something", async () => {
  const views = await db.select().from(savedViews);
  expect(views).toHaveLength(3);
  for (const { path, search } of views) {
    const list = listAt({ id: 1 }, path);
    expect([path, list && canonical(list, search)]).toEqual([path, search]);
  }
  expect(Object.values(await countsOf({ id: 1 }, views)).every((count) => count > 0)).toBe(true);
});
