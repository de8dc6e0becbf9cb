/** Tests how long visits are kept, and what is erased with a person. */
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db, write } from "db";
import { emptyEveryTable } from "db/samples";
import { pageViews, searches, users, visits, visitTotals } from "db/schema";
import { runMaintenance } from "~/maintenance/maintenance.server";
import { cast, testDatabase } from "~/testing/database";
import { userResource } from "~/features/users/users.server";
import { visitsOf } from "./retention.server";

testDatabase();

const day = 86_400_000;
const { ada, ben } = cast;

async function visit(daysAgo: number, personId: number | null, terms: string[] = []) {
  const at = new Date(Date.now() - daysAgo * day);
  return write(async (tx) => {
    const [row] = await tx
      .insert(visits)
      .values({
        personId,
        startedAt: at,
        lastAt: at,
        country: "Norway",
        browser: "Chrome",
        referrer: "Direct",
        pages: 1,
      })
      .returning();
    await tx.insert(pageViews).values({ visitId: row?.id ?? 0, at, page: "/orders" });
    for (const term of terms)
      await tx.insert(searches).values({ visitId: row?.id, at, place: "/orders", term, found: 1 });
  });
}

const left = async () => ({
  visits: await db.$count(visits),
  views: await db.$count(pageViews),
  searches: await db.$count(searches),
  counted: await db.$count(visitTotals, eq(visitTotals.count, 1)),
});

describe("visits of 25 months ago", () => {
  it("are deleted with their page views and searches, and subtracted from the totals", async () => {
    for (let at = 0; at < 45; at++) await visit(761 + at, ada.id, ["lamp"]);
    await visit(759, ada.id, ["lamp"]);
    expect(await runMaintenance()).toContain("Deleted 45 visits that were 25 months ago.");
    expect(await left()).toEqual({ visits: 1, views: 1, searches: 1, counted: 6 });
  });
});

describe("a user's data download", () => {
  it("contains their visits, with pages and searches, and nobody else's", async () => {
    await visit(3, ada.id, ["lamp"]);
    await visit(2, ben.id, ["chair"]);
    await visit(1, ada.id);
    const all = [];
    for await (const one of visitsOf(ada)) all.push(one);
    expect(all).toMatchObject([
      { country: "Norway", pages: [{ page: "/orders" }], searches: [{ term: "lamp", place: "/orders" }] },
      { pages: [{ page: "/orders" }], searches: [] },
    ]);
    expect(JSON.stringify(all)).not.toContain("chair");
  });
});

describe("erasing a person from visits", () => {
  beforeEach(async () => {
    await visit(2, ben.id, ["directory of people", "dan", "dan directory", "danish oil", "dan@example.com", "lamp"]);
    await visit(1, cast.dan.id, ["chair"]);
  });

  it("makes their visits anonymous, and deletes searches that name them", async () => {
    await userResource.trash(ada, [cast.dan.id]);
    await write(
      async (tx) =>
        void (await tx
          .update(users)
          .set({ deletedAt: new Date(Date.now() - 60 * day) })
          .where(eq(users.id, cast.dan.id))),
    );
    await runMaintenance();
    expect(await db.$count(users, eq(users.id, cast.dan.id))).toBe(0);
    expect((await db.select().from(visits).orderBy(visits.id)).map(({ personId }) => personId)).toEqual([ben.id, null]);
    expect((await db.select().from(searches).orderBy(searches.id)).map(({ term }) => term)).toEqual([
      "danish oil",
      "lamp",
      "chair",
    ]);
  });
});

describe("emptying the database", () => {
  it("deleting all visits leaves no visit totals", async () => {
    await visit(1, ada.id);
    await write(emptyEveryTable);
    expect(await db.$count(visitTotals)).toBe(0);
  });
});
