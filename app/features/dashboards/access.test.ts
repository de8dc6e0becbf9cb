/** Tests which dashboards staff see: they get no figures from areas that they may not read. */
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { write } from "db";
import { type User, users } from "db/schema";
import { cast, testDatabase } from "~/testing/database";
import { run, signedIn } from "~/testing/requests";
import { loader as analytics } from "./analytics/analytics";
import { loader as career } from "./career/career";
import { loader as course } from "./course/course";
import { loader as file } from "./export";
import { loader as finance } from "./finance/finance";
import { loader as sales } from "./sales/sales";

testDatabase();

const pages = {
  "/sales": sales,
  "/finance": finance,
  "/analytics": analytics,
  "/career": career,
  "/course": course,
} as const;

/** Returns a function that requests a page as staff with these areas. */
async function asStaff(areas: User["areas"]) {
  await write(
    async (tx) => void (await tx.update(users).set({ access: "staff", areas }).where(eq(users.id, cast.ada.id))),
  );
  return async (path: string, loader: Parameters<typeof run>[0]) =>
    run<{ figures?: { title: string }[]; message?: string }>(loader, await signedIn(path, cast.ada));
}

async function openTo(areas: User["areas"]) {
  const ask = await asStaff(areas);
  const answers = await Promise.all(
    Object.entries(pages).map(async ([path, loader]) => ({ path, answer: await ask(path, loader) })),
  );
  for (const { answer } of answers) if (answer.status !== 200) expect(Object.keys(answer.data)).toEqual(["message"]);
  return answers.filter(({ answer }) => answer.status === 200).map(({ path }) => path);
}

it("sales and finance dashboards are shown to users who may see both reports and sales", async () => {
  expect(await openTo({ sales: "change" })).toEqual([]);
  expect(await openTo({ reports: "view" })).toEqual(["/analytics", "/career", "/course"]);
  expect(await openTo({ reports: "view", sales: "view" })).toEqual(Object.keys(pages));
});

it("their tables are shown to the same users", async () => {
  const table = async (path: string, areas: User["areas"], loader = file) =>
    (await (await asStaff(areas))(path, loader)).status;
  for (const path of ["/sales/top-products.csv", "/finance/debtors.csv"]) {
    expect([
      path,
      await table(path, { reports: "change" }),
      await table(path, { reports: "view", sales: "view" }),
    ]).toEqual([path, 403, 200]);
  }
  expect(await table("/analytics/pages.csv", { reports: "view" }, file)).toBe(200);
});

it("numbers of people are shown to users who may see people", async () => {
  const titles = async (areas: User["areas"]) =>
    (await (await asStaff(areas))("/analytics", analytics)).data.figures?.map(({ title }) => title);
  expect(await titles({ reports: "view" })).toEqual(["Visits", "Visits that changed something", "Returning share"]);
  expect(await titles({ reports: "view", people: "view" })).toEqual([
    "Visits",
    "Active people",
    "Visits that changed something",
    "Returning share",
  ]);
});
