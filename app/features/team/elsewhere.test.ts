/** Tests that access can be given only on the team page: other forms, imports and the API ignore it. */
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { db } from "db";
import { journal, users } from "db/schema";
import { action as api } from "~/features/api/resource";
import { cast, testDatabase } from "~/testing/database";
import { post, run, send, signedIn } from "~/testing/requests";
import { action as create } from "~/features/users/create";
import { action as edit } from "~/features/users/edit";
import { userResource } from "~/features/users/users.server";

testDatabase();
const { ada, dan } = cast;
const more = { access: "owner", areas: '{"people":"change"}', "areas.people": "change" };
const fields = {
  name: "Dan Directory",
  email: dan.email,
  role: "",
  country: "",
  phone: "",
  image: "",
  status: "Active",
  ...more,
};
const rowOf = async (email: string) => (await db.select().from(users).where(eq(users.email, email)))[0];

it.each([
  [
    "the form of a person",
    async () =>
      run(edit, await signedIn(post("/users/6", { ...fields, name: "Dan Changed", revision: "1" }), ada), { id: "6" }),
  ],
  [
    "/api",
    async () => run(api, await signedIn(send("PUT", "/api/users", { id: dan.id, name: "Dan Changed", ...more }), ada)),
  ],
])("%s cannot change access", async (_, change) => {
  await change();
  expect(await rowOf(dan.email)).toMatchObject({ name: "Dan Changed", access: "none", areas: {} });
});

it.each([
  [
    "the form for a new person",
    async (email: string) => run(create, await signedIn(post("/users/create", { ...fields, email }), ada)),
  ],
  [
    "/api",
    async (email: string) =>
      run(
        api,
        await signedIn(
          send("POST", "/api/users", {
            name: "New One",
            email,
            role: "IT Support",
            status: "Active",
            country: "",
            phone: "",
            ...more,
          }),
          ada,
        ),
      ),
  ],
])("%s grants a new person no access", async (_, make) => {
  await make("new.one@example.com");
  expect(await rowOf("new.one@example.com")).toMatchObject({ status: "Active", access: "none", areas: {} });
});

it("the journal of a user contains no access that an undo could restore", async () => {
  await userResource.create(ada, { name: "New One", email: "new.one@example.com", role: "", status: "Active" });
  const entries = await db.select().from(journal).where(eq(journal.entity, "users"));
  expect(entries).toHaveLength(1);
  for (const column of ["access", "areas"]) expect(entries[0]?.after).not.toHaveProperty(column);
});
