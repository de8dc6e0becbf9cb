import { expect, test } from "vitest";
import { cast, testDatabase } from "~/testing/database";
import { letIn } from "~/testing/client";
import { may } from "~/core/access/access.server";
import { userResource } from "~/features/users/users.server";
import { get } from "~/testing/requests";
import { timeUntilPurge } from "./deletions.server";
import { lists, listOfFile, listScreen } from "./define-list.server";

testDatabase();
const { ada, ben } = cast;

test("every list has a title and its own path", () => {
  expect(new Set(lists().map(({ path }) => path)).size).toBe(lists().length);
  expect(new Set(lists().map(({ title }) => title)).size).toBe(lists().length);
});

test("only users who may change the rows of a list are offered to create and to import some", async () => {
  const looker = await letIn(ben, "staff", { people: "view", sales: "view", support: "view", reports: "view" });
  for (const list of lists()) {
    const offered = async (me: typeof ada) => {
      const { mayChange, create, importHref } = (await listScreen(list, me, get(list.path))).view;
      return { mayChange, create: create?.href, importHref };
    };
    const whole = { mayChange: true, create: list.create?.href, importHref: list.importHref };
    expect([list.path, await offered(ada)]).toEqual([list.path, whole]);
    const looked =
      list.changeNeeds && !may(looker, list.changeNeeds)
        ? { mayChange: false, create: undefined, importHref: undefined }
        : whole;
    expect([list.path, await offered(looker)]).toEqual([list.path, looked]);
  }
});

test("the trash shows when each row was deleted, and by whom", async () => {
  await userResource.trash(ada, [ben.id]);
  const users = lists().find(({ path }) => path === "/users")!;
  const { view } = await listScreen(users, ada, get("/users?trash=1"));
  expect(view.deletions?.[ben.id]).toEqual({ at: expect.any(Date) as Date, daysLeft: 30, by: ada.name });
  expect((await listScreen(users, ada, get("/users"))).view.deletions).toBeUndefined();
});

test("the trash shows when each row is deleted for good", () => {
  const ago = (days: number, hours = 0) => timeUntilPurge(new Date(Date.now() - (days * 24 + hours) * 3_600_000));
  expect([ago(0), ago(12, 5), ago(29, 23), ago(30, 1)]).toEqual([
    "in 30 days",
    "in 18 days",
    "in 1 day",
    "within the hour",
  ]);
  expect(timeUntilPurge(null)).toBeUndefined();
});

test("the path of an export names its list in any letter case", () => {
  expect(listOfFile(get("/Users.CSV?q=ada")).path).toBe("/users");
  expect(listOfFile(get("/support/tickets.json")).path).toBe("/support/tickets");
  for (const path of ["/", "/users/1.csv", "/nothing.csv", "/users.xml"])
    expect(() => listOfFile(get(path)).path, path).toThrow();
});
