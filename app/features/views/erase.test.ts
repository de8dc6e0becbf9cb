import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { db, write } from "db";
import { journal, type User, users } from "db/schema";
import { cast, testDatabase } from "~/testing/database";
import { erasePerson } from "~/features/users/erase.server";
import { userResource } from "~/features/users/users.server";
import { savedBy } from "./erase.server";
import { setPinned } from "./pins.server";
import { saveView, viewResource } from "./views.server";

testDatabase();

const { ada, ben, dan } = cast;

/** Saves a view of all users and returns its id. */
async function save(name: string, shared: boolean, by: User = dan) {
  const saved = await saveView(by, { name, path: "/users", search: "", shared, pinned: true });
  if (!saved.ok) throw new Error(JSON.stringify(saved.errors));
  return saved.row.id;
}

async function eraseDan() {
  await userResource.trash(ada, [dan.id]);
  await write(
    async (tx) =>
      void (await tx
        .update(users)
        .set({ deletedAt: new Date(2026, 0) })
        .where(eq(users.id, dan.id))),
  );
  return write((tx) => erasePerson(tx, userResource, dan.id, new Date(2026, 5)));
}

it("an erased person's views are deleted, and nothing in the journal says what they were", async () => {
  const ids = [await save("Dan's secret", false), await save("Dan's shared", true)];
  expect(await eraseDan()).toBe(true);
  for (const id of ids) expect(await viewResource.unrestricted.find(id)).toBeUndefined();
  const entries = await db.select().from(journal).where(eq(journal.entity, "views"));
  expect(entries).toHaveLength(2);
  expect(JSON.stringify(entries)).not.toMatch(/Dan|\/users/);
});

it("a shared view passes to the user who pinned it first and has none of that name", async () => {
  const id = await save("Everybody's", true);
  await save("EVERYBODY'S", false, ada);
  await setPinned(ada, id, true);
  await setPinned(ben, id, true);
  await eraseDan();
  expect(await viewResource.unrestricted.get(id)).toMatchObject({ ownerId: ben.id, name: "Everybody's", shared: true });
});

it("a view does not pass on from a person who is not to be erased yet", async () => {
  const id = await save("Everybody's", true);
  await setPinned(ben, id, true);
  expect(await write((tx) => erasePerson(tx, userResource, dan.id, new Date()))).toBe(false);
  expect(await viewResource.unrestricted.get(id)).toMatchObject({ ownerId: dan.id });
});

it("the data download contains one's own views, and the names of those in one's menu", async () => {
  await save("Dan's secret", false);
  const shared = await save("Dan's shared", true);
  await setPinned(ada, shared, true);
  await save("Ada's", false, ada);
  expect(await savedBy(ada)).toEqual({
    saved: [expect.objectContaining({ name: "Ada's", path: "/users" })],
    pinned: ["Dan's shared", "Ada's"],
  });
});
