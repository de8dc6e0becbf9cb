import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { write } from "db";
import { type User, users } from "db/schema";
import { may } from "~/core/access/access.server";
import { navigationFor } from "~/shell/navigation";
import { cast, testDatabase } from "~/testing/database";
import { run, signedIn } from "~/testing/requests";
import { loader } from "./home";

testDatabase();

/** The names of the home page's figures, apart from unread messages, for a user with these areas. */
async function countedFor(areas: User["areas"]) {
  await write(
    async (tx) => void (await tx.update(users).set({ access: "staff", areas }).where(eq(users.id, cast.ada.id))),
  );
  const { waiting } = (await run<{ waiting: Record<string, unknown> }>(loader, await signedIn("/", cast.ada))).data;
  return Object.keys(waiting).filter((name) => name !== "unread" && waiting[name] !== undefined);
}

it("the home page counts for staff only what their areas let them see", async () => {
  expect(await countedFor({})).toEqual([]);
  expect(await countedFor({ reports: "change" })).toEqual([]);
  expect(await countedFor({ support: "view" })).toEqual(["tickets"]);
  expect(await countedFor({ people: "view" })).toEqual([]);
  expect(await countedFor({ sales: "view" })).toEqual(["orders", "invoices", "stock"]);
});

it("the menu shows staff only what their areas open, and no group of people without that area", () => {
  const items = (areas: User["areas"]) => {
    const open = navigationFor((permission) => may({ access: "staff", areas }, permission), {});
    return open
      .flatMap((group) =>
        group.items.map(({ label, children }) => `${label}: ${children.map((child) => child.label).join(", ")}`),
      )
      .filter((item) => !/^(Account|Authentication|Support)/.test(item));
  };
  expect(items({ support: "change" })).toEqual([]);
  expect(items({ reports: "view" })).toEqual(["Dashboard: Analytics, Career, Course"]);
  expect(items({ reports: "view", sales: "view" })[0]).toBe("Dashboard: Analytics, Finance, Career, Course, Sales");
  expect(items({ people: "view" })).toEqual(["Users: List, Profile"]);
  expect(items({ people: "change" })).toEqual(["Users: List, Create, Profile"]);
});
