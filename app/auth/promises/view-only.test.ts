/** Pages for staff who may view but not change: no forms, and no links to them. */
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { db, write } from "db";
import { cannedReplies, faqs, searches, type User, users, visits } from "db/schema";
import { loader as product } from "~/features/products/edit";
import { loader as canned } from "~/features/support/canned-replies/edit";
import { loader as faq } from "~/features/support/faqs/edit";
import { cast, testDatabase } from "~/testing/database";
import { run, signedIn } from "~/testing/requests";
import { loader as profile } from "~/features/users/profile/profile";
import { loader as visitsFile } from "~/features/records/export";
import { loader as searched } from "~/features/analytics/searches";
import { loader as visited } from "~/features/analytics/visits";

testDatabase({ samples: true });

/** Runs a loader as a user with this access. */
async function as(
  access: User["access"],
  areas: User["areas"],
  path: string,
  loader: Parameters<typeof run>[0],
  id?: string,
) {
  await write(async (tx) => void (await tx.update(users).set({ access, areas }).where(eq(users.id, cast.ada.id))));
  return run<Record<string, unknown>>(loader, await signedIn(path, cast.ada), id ? { id } : {});
}

it("a product’s form redirects to its page for users who may only view products", async () => {
  const answer = await as("staff", { sales: "view" }, "/products/1", product, "1");
  expect([answer.status, answer.location]).toEqual([302, "/products/1/overview"]);
  expect((await as("staff", { sales: "change" }, "/products/1", product, "1")).status).toBe(200);
});

it("users who may only view support can read canned replies and unpublished FAQs", async () => {
  const [reply] = await db.select().from(cannedReplies).limit(1);
  const [draft] = await db.select().from(faqs).where(eq(faqs.status, "Draft")).limit(1);
  const pages = [
    ["/support/canned-replies", canned, reply],
    ["/support/faqs/manage", faq, draft],
  ] as const;
  for (const [list, loader, row] of pages) {
    const read = async (verb: "view" | "change") =>
      (await as("staff", { support: verb }, `${list}/${row?.id}`, loader, String(row?.id))).data.html;
    expect([list, await read("view"), await read("change")]).toEqual([list, expect.stringContaining("<p>"), undefined]);
  }
});

it("searches in the analytics link only to lists that the user may see", async () => {
  await write(async (tx) => {
    await tx.delete(searches);
    for (const place of ["/orders", "/users", "/search"])
      await tx.insert(searches).values({ place, term: "lamp", found: 1, at: new Date() });
  });
  const places = async (areas: User["areas"]) =>
    ((await as("staff", areas, "/analytics/searches", searched)).data.rows as { href?: string }[])
      .flatMap(({ href }) => href ?? [])
      .sort();
  expect(await places({ reports: "view" })).toEqual(["/search?q=lamp"]);
  expect(await places({ reports: "view", people: "view" })).toEqual(["/search?q=lamp", "/users?q=lamp"]);
});

it("a client’s own page shows no activity, which clients may not see", async () => {
  expect((await as("client", {}, "/users/profile", profile)).data.acts).toBeUndefined();
  expect((await as("staff", {}, "/users/profile", profile)).data.acts).toBeDefined();
});

it("the user behind a visit is shown, searched and filtered only for readers who may see people", async () => {
  const [{ name } = { name: "" }] = await db.select({ name: users.name }).from(users).where(eq(users.id, cast.ben.id));
  await write(async (tx) => {
    await tx.delete(visits);
    for (const { id, country } of [
      { ...cast.ben, country: "Malta" },
      { ...cast.dan, country: "Chile" },
    ])
      await tx.insert(visits).values({
        personId: id,
        country,
        browser: "Firefox",
        referrer: "",
        startedAt: new Date(),
        lastAt: new Date(),
        pages: 1,
        changes: 0,
        returning: false,
      });
  });
  const read = async (areas: User["areas"], search: string) => {
    const { rows, view } = (await as("staff", areas, `/analytics/visits${search}`, visited)).data as {
      rows: { country: string }[];
      view: object;
    };
    return {
      countries: rows.map(({ country }) => country).sort(),
      tellsBen: JSON.stringify([rows, view]).includes(name),
    };
  };
  const [named, asked, all] = [`?q=${encodeURIComponent(name)}`, `?person=${cast.ben.id}`, ""];
  const reports = { reports: "view" } as const;
  const both = { reports: "view", people: "view" } as const;
  expect(await read(both, named)).toEqual({ countries: ["Malta"], tellsBen: true });
  expect(await read(both, asked)).toEqual({ countries: ["Malta"], tellsBen: true });
  expect((await read(reports, named)).countries).toEqual([]);
  expect(await read(reports, asked)).toEqual({ countries: ["Chile", "Malta"], tellsBen: false });
  expect(await read(reports, all)).toEqual({ countries: ["Chile", "Malta"], tellsBen: false });
  const heads = async (areas: User["areas"]) =>
    String((await as("staff", areas, "/analytics/visits.csv", visitsFile)).data).split("\r\n")[0];
  expect([await heads(both), await heads(reports)]).toEqual([
    expect.stringContaining("Person"),
    expect.not.stringContaining("Person"),
  ]);
});
