import { expect, it } from "vitest";
import { db } from "db";
import { savedViews } from "db/schema";
import { testDatabase } from "~/testing/database";
import { countsOf } from "./counts.server";
import { canonical, listAt } from "./lists.server";

testDatabase({ samples: true });

const owner = { id: 1, access: "owner", areas: {} } as const;

it("each view of the sample is in canonical form, and shows some rows", async () => {
  const views = await db.select().from(savedViews);
  expect(views).toHaveLength(3);
  for (const { path, search } of views) {
    const list = listAt(owner, path);
    expect([path, list && canonical(list, search)]).toEqual([path, search]);
  }
  expect(Object.values(await countsOf(owner, views)).every((count) => count > 0)).toBe(true);
});
