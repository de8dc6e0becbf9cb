/** Tests forms that are submitted twice: by a double click without scripts, or by going back. */
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "db";
import { journal, type User, users } from "db/schema";
import { action as undo } from "~/features/records/undo";
import { action as bulk } from "~/features/records/bulk";
import { action as restore } from "~/features/records/restore";
import { action as setStatus } from "~/features/records/status";
import { action as trash } from "~/features/records/trash";
import { cast, testDatabase } from "~/testing/database";
import { post, run, signedIn, toast } from "~/testing/requests";
import { action as create } from "./create";
import { action as edit } from "./edit";
import { userResource } from "./users.server";

testDatabase();

const { ada, dan, tess } = cast;
const of = ({ id }: User) => ({ id: String(id) });
const fields = ({ name, email, role, status, country, phone }: User) => ({
  name,
  email,
  role,
  status,
  country,
  phone,
  image: "",
});
const entries = (user: User) => db.$count(journal, eq(journal.recordId, String(user.id)));

/** Posts a form twice and returns the second result. */
async function twice(
  act: Parameters<typeof run>[0],
  path: string,
  sent: Record<string, string | string[]>,
  params: Record<string, string> = {},
) {
  const first = await run(act, await signedIn(post(path, sent), ada), params);
  expect(first.status).toBe(303);
  const again = await run(act, await signedIn(post(path, sent), ada), params);
  return { status: again.status, location: again.location, said: toast(again) };
}

describe("a form that is posted twice", () => {
  it("a creation form that is posted twice creates one person, and after an undo a new one", async () => {
    const sent = { ...fields(dan), name: "Nia New", email: "nia@example.com", key: randomUUID() };
    const alive = async () =>
      (await db.select().from(users).where(eq(users.email, "nia@example.com")))
        .filter((user) => !user.deletedAt)
        .map(({ id }) => id);
    expect(await twice(create, "/users/create", sent)).toMatchObject({ status: 303, location: "/users" });
    const [first] = await alive();
    await userResource.trash(ada, [first!]);
    expect(await twice(create, "/users/create", sent)).toMatchObject({
      status: 303,
      said: expect.stringContaining("Nia New was created") as string,
    });
    expect(await alive()).toEqual([expect.toSatisfy((id: number) => id !== first)]);
  });

  it("an edit form that is posted twice saves once, says so again, and offers no undo without effect", async () => {
    const again = await twice(
      edit,
      `/users/${dan.id}`,
      { ...fields(dan), phone: "+47 555 01 77", revision: "1" },
      of(dan),
    );
    expect(again).toMatchObject({
      status: 303,
      location: `/users/${dan.id}`,
      said: expect.stringContaining("was saved") as string,
    });
    expect(again.said).not.toContain("undo");
    expect(await userResource.unrestricted.find(dan.id)).toMatchObject({ phone: "+47 555 01 77", revision: 2 });
    expect(await entries(dan)).toBe(1);
  });

  it("a form that is posted twice with different input after Back shows both versions", async () => {
    await run(
      edit,
      await signedIn(post(`/users/${dan.id}`, { ...fields(dan), phone: "+47 555 01 77", revision: "1" }), ada),
      of(dan),
    );
    const other = await run(
      edit,
      await signedIn(post(`/users/${dan.id}`, { ...fields(dan), phone: "+47 555 01 88", revision: "1" }), ada),
      of(dan),
    );
    expect(other.status).toBe(409);
  });

  it("a form that restores and saves, posted twice, does it once", async () => {
    const again = await twice(
      edit,
      `/users/${tess.id}`,
      { ...fields(tess), phone: "+47 555 01 77", revision: String(tess.revision), restore: "1" },
      of(tess),
    );
    expect(again).toMatchObject({ status: 303, said: expect.stringContaining("was saved") as string });
    expect(again.said).not.toContain("undo");
    expect(await entries(tess)).toBe(1);
  });

  it.each([
    ["deletes", trash, dan, "/users", {}],
    ["restores", restore, tess, `/users/${tess.id}`, {}],
    ["bans", setStatus, dan, `/users/${dan.id}`, { status: "Banned" }],
    ["deletes several", bulk, dan, "/users", { ids: [String(dan.id), String(cast.pia.id)], act: "delete" }],
    ["bans several", bulk, dan, "/users", { ids: [String(dan.id)], status: "Banned" }],
  ])(
    "a form that is posted twice and %s does it once and leads back without an undo",
    async (_, act, user, back, sent) => {
      const again = await twice(act, "/users/x", sent, of(user));
      expect(again).toMatchObject({
        status: 303,
        location: back,
        said: expect.stringContaining("Nothing was changed.") as string,
      });
      expect(again.said).not.toContain("undo");
      expect(await entries(user)).toBe(1);
    },
  );

  it("an undo that is posted twice is done once and says so", async () => {
    await run(trash, await signedIn(post(`/users/${dan.id}/trash`), ada), of(dan));
    const [entry] = await db
      .select()
      .from(journal)
      .where(eq(journal.recordId, String(dan.id)));
    const again = await twice(undo, "/undo", { batch: entry?.batch ?? "", back: "/users?q=dan" });
    expect(again).toMatchObject({
      status: 303,
      location: "/users?q=dan",
      said: expect.stringContaining("This was undone already.") as string,
    });
    expect(again.said).not.toContain('"undo"');
    expect(await userResource.unrestricted.find(dan.id)).toMatchObject({ deletedAt: null });
  });
});
