import { expect, test } from "vitest";
import { write } from "db";
import { cast, testDatabase } from "~/testing/database";
import { userResource } from "~/features/users/users.server";
import { recordSecurity } from "~/core/resource/act.server";
import { snapshotAt } from "./changes-since.server";

testDatabase();
const { ada, ben, dan } = cast;
const now = async () => (await userResource.unrestricted.find(dan.id)) ?? dan;

test("a record is known as it was at each revision, whatever happened to it since", async () => {
  const past = [dan];
  for (const change of [
    () => userResource.change(ada, dan.id, { name: "Two", phone: "22" }),
    () => userResource.change(ben, dan.id, { name: "Three" }),
    () => userResource.trash(ada, [dan.id]),
    () => userResource.restore(ada, [dan.id]),
    () => userResource.change(ben, dan.id, { name: "Two" }),
  ]) {
    await change();
    past.push(await now());
  }
  const last = await now();
  for (const row of past.slice(0, -1)) expect(await snapshotAt(userResource, last, row.revision)).toEqual(row);
});

test("a change of a user's own sign-in is not a revision", async () => {
  await userResource.change(ada, dan.id, { name: "Two" });
  await write((tx) => recordSecurity(tx, dan, dan, "changed the password"));
  expect(await snapshotAt(userResource, await now(), 1)).toEqual(dan);
});

test("there is no answer about a time before the record was created", async () => {
  const made = await userResource.create(ada, {
    name: "New",
    email: "new@example.com",
    role: "IT Support",
    status: "Pending",
    country: "",
    phone: "11",
  });
  if (made.ok) await userResource.change(ada, made.row.id, { phone: "22" });
  const row = await userResource.unrestricted.find(made.ok ? made.row.id : 0);
  expect(row && (await snapshotAt(userResource, row, 1))?.phone).toBe("11");
  expect(row && (await snapshotAt(userResource, row, 0))).toBeUndefined();
});

test("there is no answer about values that are not in the journal", async () => {
  await userResource.change(ada, dan.id, { name: "Two" });
  const row = await now();
  for (const revision of [0, 2, 3, -1]) expect(await snapshotAt(userResource, row, revision)).toBeUndefined();
  expect(await snapshotAt(userResource, { ...row, revision: 9 }, 1)).toBeUndefined();
});

test("there is no answer if another change was made after the row was read", async () => {
  await userResource.change(ada, dan.id, { name: "Two" });
  const row = await now();
  await userResource.change(ben, dan.id, { phone: "33" });
  expect(await snapshotAt(userResource, row, 1)).toBeUndefined();
});
