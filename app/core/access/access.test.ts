import { eq, sql } from "drizzle-orm";
import { describe, expect, expectTypeOf, it } from "vitest";
import { db, write } from "db";
import { accessLevels, userStatuses } from "db/lookups";
import { type User, users } from "db/schema";
import { mayImport } from "~/core/import/imports.server";
import type { defineResource } from "~/core/resource/define-resource.server";
import { resources } from "~/core/resource/registry.server";
import { cast, testDatabase } from "~/testing/database";
import { get, run, signedIn } from "~/testing/requests";
import {
  whereMaySignIn,
  may,
  maySignIn,
  permissions,
  permissionsOf,
  reachOf,
  type RecordPermissions,
} from "./access.server";
import { requireUser } from "~/auth/session.server";

testDatabase();
const { ada } = cast;

const withAccess = (access: User["access"], areas: User["areas"] = {}) => ({ access, areas });

describe("the table of access", () => {
  it("gives nothing to users without access, and everything to owners", () => {
    expect(permissionsOf(withAccess("none"))).toEqual([]);
    expect(permissions.filter((permission) => reachOf(withAccess("owner"), permission) !== "all")).toEqual([]);
  });

  it("gives clients only their own records and public pages", () => {
    const reached = (reach: string) =>
      permissions.filter((permission) => reachOf(withAccess("client"), permission) === reach);
    expect(reached("own")).toEqual([
      "undo",
      "orders.view",
      "invoices.view",
      "creditNotes.view",
      "payments.view",
      "tickets.view",
      "tickets.ask",
    ]);
    expect(reached("all")).toEqual(["second-factor", "account", "search", "api", "faqs.view"]);
  });

  it("gives staff their areas: change includes view, but not the reverse", () => {
    const ofSales = (verb: "view" | "change") =>
      permissionsOf(withAccess("staff", { sales: verb })).filter(
        (permission) => !permissionsOf(withAccess("staff")).includes(permission),
      );
    expect(ofSales("view")).toEqual([
      "orders.view",
      "invoices.view",
      "creditNotes.view",
      "payments.view",
      "sales.view",
    ]);
    expect(ofSales("change")).toEqual([
      "orders.view",
      "invoices.view",
      "creditNotes.view",
      "creditNotes.change",
      "payments.view",
      "payments.change",
      "sales.view",
      "sales.change",
    ]);
    expect(reachOf(withAccess("staff"), "tickets.view")).toBe("own");
    expect(reachOf(withAccess("staff", { support: "view" }), "tickets.view")).toBe("all");
    expect(reachOf(withAccess("staff", { support: "view" }), "tickets.ask")).toBe("own");
  });

  it("ignores areas of all levels but staff", () => {
    expect(may(withAccess("client", { people: "change" }), "people.view")).toBe(false);
    expect(may(withAccess("none", { people: "change" }), "people.view")).toBe(false);
  });

  it("reserves the owners' permissions for owners", () => {
    expect(permissions.filter((permission) => !may(withAccess("admin"), permission))).toEqual([
      "team.change",
      "billing",
      "taxes",
      "company",
    ]);
  });

  it("contains the permissions of every resource", () => {
    for (const kind of resources())
      for (const permission of Object.values(kind.permissions)) expect(permissions).toContain(permission);
    expectTypeOf<{ view: "planets.view"; change: "sales.change" }>().not.toExtend<RecordPermissions>();
    type Definition = Parameters<typeof defineResource>[0];
    expectTypeOf<Omit<Definition, "permissions">>().not.toExtend<Definition>();
  });

  it("denies imports of unknown kinds of records", () => {
    expect(mayImport({ id: 1, ...withAccess("owner") }, { entity: "planets" })).toBe(false);
  });
});

it("code and SQL agree on who may sign in", async () => {
  const moment = new Date("2026-11-01T09:00:00Z");
  for (const access of accessLevels) {
    for (const status of userStatuses) {
      for (const deletedAt of [null, moment]) {
        for (const deactivatedAt of [null, moment]) {
          const state = { access: access.value, status: status.value, deletedAt, deactivatedAt };
          await write(async (tx) => void (await tx.update(users).set(state).where(eq(users.id, ada.id))));
          const [row] = await db
            .select({ letIn: sql`${whereMaySignIn}` })
            .from(users)
            .where(eq(users.id, ada.id));
          expect({ ...state, letIn: Boolean(row?.letIn) }).toEqual({ ...state, letIn: maySignIn(state) });
        }
      }
    }
  }
  expect(maySignIn({ access: "client", status: "Active", deletedAt: null, deactivatedAt: null })).toBe(true);
});

describe("a refused request", () => {
  const asStaff = async (path: string) => {
    await write(
      async (tx) =>
        void (await tx
          .update(users)
          .set({ access: "staff", areas: { support: "view" } })
          .where(eq(users.id, ada.id))),
    );
    return run(({ request }) => requireUser(request, "people.view"), await signedIn(get(path), ada));
  };

  it("names users who can help", async () => {
    expect(await asStaff("/users")).toMatchObject({
      status: 403,
      data: { message: "Your access does not let you see this. Ask Ben Active for more." },
    });
  });

  it("is answered in JSON at /api", async () => {
    expect(await asStaff("/api/users")).toMatchObject({
      status: 403,
      data: { message: expect.stringContaining("Your access does not let you see this.") },
    });
  });

  it("links clients to their own pages, and names nobody", async () => {
    await write(async (tx) => void (await tx.update(users).set({ access: "client" }).where(eq(users.id, ada.id))));
    const answer = await run(({ request }) => requireUser(request, "people.view"), await signedIn(get("/users"), ada));
    expect(answer).toMatchObject({
      status: 403,
      data: {
        message: expect.stringContaining(
          "Only people who work here may see this. Your own orders, invoices and questions are on your home page.",
        ),
      },
    });
    expect(JSON.stringify(answer.data)).not.toContain("Ben");
  });
});
