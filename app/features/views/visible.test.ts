import { and, eq, or } from "drizzle-orm";
import { expect, test } from "vitest";
import { db, write } from "db";
import { savedViews, type User } from "db/schema";
import { cast, testDatabase } from "~/testing/database";
import { whereOwnedBy, whereSharedWith, visibleTo } from "./visible.server";

testDatabase();

const people = {
  owner: cast.ada,
  "staff who may see orders": { ...cast.ben, access: "staff", areas: { sales: "view" } },
  "staff who may see tickets": { ...cast.ben, access: "staff", areas: { support: "view" } },
  client: { ...cast.pia, access: "client", areas: {} },
} satisfies Record<string, User>;

test.each(Object.entries(people))(
  "what %s may see of views is the same asked of the database and of each view",
  async (_, me) => {
    const values = ["/users", "/orders", "/invoices", "/support/tickets", "/products", "/nowhere"].flatMap((path) =>
      [
        "",
        "status=Active",
        "seen=2026-11-01..2026-11-02",
        "group=lost&status=new",
        "payment=Paypal",
        "q=seen%3D",
      ].flatMap((search, at) =>
        [true, false].flatMap((shared) =>
          [cast.ada.id, me.id].map((ownerId) => ({ path, search, shared, ownerId, name: `${path}${at}` })),
        ),
      ),
    );
    await write(async (tx) => void (await tx.insert(savedViews).values(values)));
    const all = await db.select().from(savedViews);
    const asked = await db
      .select({ id: savedViews.id })
      .from(savedViews)
      .where(or(whereOwnedBy(me), and(whereSharedWith(me), eq(savedViews.shared, true))));
    const seen = all.filter(visibleTo(me)).map(({ id }) => id);
    expect(seen).toEqual(asked.map(({ id }) => id).sort((one, other) => one - other));
    expect(seen.length).toBeGreaterThan(0);
  },
);
