/** Tests the lists of the team page: their rows, search, filters, order and pages. */
import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db, write } from "db";
import { authenticators, invitations, type User, users } from "db/schema";
import { pageQuery } from "~/core/list/list-read.server";
import { parseListQuery } from "~/core/list/list-query.server";
import type { ListView } from "~/core/list/list";
import { cast, testDatabase } from "~/testing/database";
import { run, signedIn } from "~/testing/requests";
import { loader as invited } from "./invitations/invitations";
import { peopleAt } from "./lists.server";
import { loader as team } from "./team";

testDatabase();
const { ada, ben, dan, pia, ban, rex, tess } = cast;
const set = (person: User, values: Partial<User>) =>
  write(async (tx) => void (await tx.update(users).set(values).where(eq(users.id, person.id))));

interface Page {
  people: { name: string; mayChange: boolean; mayEnd: boolean; secondFactor: boolean }[];
  invitations: { email: string; by: string | null; over: boolean; isVoid: boolean }[];
  view: ListView;
  tabs: { title: string; count: string; current: boolean }[];
}
const at = async (path: string, by = ada) =>
  run<Page>(path.startsWith("/team/invitations") ? invited : team, await signedIn(path, by));
const names = async (path: string) => (await at(path)).data.people.map(({ name }) => name.split(" ")[0]);

/** Ada and Ben own; Dan works in sales and Rex in support; Ban is a client; Pia waits; Tess is in the trash. */
async function company() {
  await set(dan, { access: "staff", areas: { sales: "change" } });
  await set(rex, { access: "staff", status: "Active", areas: { support: "view" } });
  await set(ban, { access: "client", areas: {} });
  await set(pia, { access: "none" });
  await set(tess, { access: "admin" });
}

describe("the team page", () => {
  it("lists the team, clients and waiting people separately, with their numbers", async () => {
    await company();
    expect(await names("/team")).toEqual(["Ada", "Ben", "Dan", "Rex"]);
    expect(await names("/team/clients")).toEqual(["Ban"]);
    expect(await names("/Team/Waiting")).toEqual(["Pia"]);
    const { tabs } = (await at("/team/clients")).data;
    expect(tabs.map(({ title, count, current }) => [title, count, current])).toEqual([
      ["Team", "4", false],
      ["Clients", "1", true],
      ["Waiting", "1", false],
      ["Invitations", "0", false],
    ]);
  });

  it("lists Active users with a login but without a level as waiting, and nobody without a login", async () => {
    await company();
    await set(pia, { status: "Active" });
    await set(dan, { access: "none", status: "Pending", uid: null });
    expect(await names("/team/waiting")).toEqual(["Pia"]);
  });

  it("can be searched, filtered by level, area or missing second factor, and sorted", async () => {
    await company();
    await write(
      async (tx) =>
        void (await tx
          .insert(authenticators)
          .values({ userId: ada.id, secret: "s", confirmedAt: new Date() } as never)),
    );
    expect(await names("/team?q=rex")).toEqual(["Rex"]);
    expect(await names("/team?q=ban")).toEqual([]);
    expect(await names("/team?level=staff")).toEqual(["Dan", "Rex"]);
    expect(await names("/team?area=support")).toEqual(["Rex"]);
    expect(await names("/team?step=off&level=owner")).toEqual(["Ben"]);
    expect(await names("/team?step=on")).toEqual(["Ada"]);
    expect(await names("/team?sort=-name")).toEqual(["Rex", "Dan", "Ben", "Ada"]);
  });

  it("is paged, and sorts only people with access", async () => {
    await write(async (tx) => {
      for (let number = 10; number < 70; number++)
        await tx.insert(users).values({
          id: number,
          name: `Client ${number}`,
          email: `c${number}@example.com`,
          status: "Active",
          access: "client",
        });
    });
    const { view, people } = (await at("/team/clients?size=50&page=2")).data;
    expect([view.total, view.pages, people.length]).toEqual([63, 2, 13]);
    for (const path of ["/team", "/team/clients"]) {
      const listing = peopleAt(path).listingFor(ada);
      const steps = db.all<{ detail: string }>(
        sql`explain query plan ${pageQuery(listing, parseListQuery(listing, new URLSearchParams()), { skip: 0, take: 25 }).getSQL()}`,
      );
      expect(steps[0]?.detail).toMatch(/USING INDEX users_access \(access=\?\)/);
      if (path === "/team/clients") expect(steps).toHaveLength(1); // already in their order
    }
  });

  it("offers admins no change of people who have access already", async () => {
    await set(ben, { access: "admin" });
    expect((await at("/team", ben)).data.people.map(({ mayChange, mayEnd }) => [mayChange, mayEnd])).toEqual([
      [false, false],
      [false, true],
    ]);
  });

  it("is only for admins and owners", async () => {
    await set(ben, { access: "staff", areas: { people: "change" } });
    for (const path of ["/team", "/team/clients", "/team/waiting", "/team/invitations"])
      expect(await at(path, ben)).toMatchObject({ status: 403 });
  });
});

describe("the list of invitations", () => {
  const now = Date.now();
  const add = (email: string, more: Partial<typeof invitations.$inferInsert> = {}) =>
    write(
      async (tx) =>
        void (await tx.insert(invitations).values({
          email,
          codeHash: email,
          access: "client",
          byId: ben.id,
          createdAt: new Date(now),
          expiresAt: new Date(now + 60_000),
          ...more,
        })),
    );

  it("contains those that were neither used nor revoked, and marks expired and void ones", async () => {
    await add("used@example.com", { usedAt: new Date() });
    await add("revoked@example.com", { revokedAt: new Date() });
    await add("old@example.com", { expiresAt: new Date(now - 1) });
    await add("open@example.com", { access: "staff", areas: { sales: "view" } });
    await add(ban.email);
    const shown = (await at("/team/invitations")).data.invitations;
    expect(shown.map(({ email, by, over, isVoid }) => [email, by, over, isVoid])).toEqual([
      [ban.email, ben.name, false, true],
      ["open@example.com", ben.name, false, false],
      ["old@example.com", ben.name, true, false],
    ]);
    const found = async (search: string) =>
      (await at(`/team/invitations?${search}`)).data.invitations.map(({ email }) => email);
    expect(await found("q=open")).toEqual(["open@example.com"]);
    expect(await found("state=expired")).toEqual(["old@example.com"]);
    expect(await found("level=staff&state=open")).toEqual(["open@example.com"]);
    expect(await found("sort=email")).toEqual([ban.email, "old@example.com", "open@example.com"]);
  });
});
