import { beforeEach, describe, expect, it } from "vitest";
import { write } from "db";
import { type User, visits } from "db/schema";
import { loader as enrolmentPage } from "~/features/course/enrolments";
import { loader as resultPage } from "~/features/course/results";
import { invoiceResource } from "~/features/invoices/invoices.server";
import { loader as exported } from "~/features/records/export";
import { loader as api } from "~/features/api/resource";
import { orderResource } from "~/features/orders/orders.server";
import { ticketResource } from "~/features/support/tickets/tickets.server";
import { letIn } from "~/testing/client";
import { addCourses, enrol } from "~/testing/courses";
import { cast, testDatabase } from "~/testing/database";
import { addInvoice } from "~/testing/invoices";
import { addOrder } from "~/testing/orders";
import { get, run, signedIn } from "~/testing/requests";
import { addTicket } from "~/testing/tickets";
import { loader as userPage } from "~/features/users/list";
import type { ListView } from "./list";
import { listView } from "./list-view.server";
import type { Listing, ListTable } from "./listing.server";
import { parseListQuery, readSearch } from "./list-query.server";
import { neighbours } from "./neighbours.server";
import { listingFor } from "./reach.server";

testDatabase();
const { ada, dan } = cast;
let client: User;

beforeEach(async () => {
  client = await letIn(cast.pia);
  for (const person of [dan, client, dan]) {
    await addOrder({ customerId: person.id, billing: person.name, shipping: "" });
    await addInvoice({ customerId: person.id });
    await addTicket(person, { requesterId: person.id, assigneeId: ada.id });
  }
});

const lists = [
  {
    name: "orders",
    listing: orderResource.listing as unknown as Listing<ListTable>,
    of: orderResource,
    own: 2,
    other: 1,
    tab: "New",
    field: "customer",
  },
  {
    name: "invoices",
    listing: invoiceResource.listing as unknown as Listing<ListTable>,
    of: invoiceResource,
    own: "INV-0002",
    other: "INV-0001",
    tab: "overdue",
    field: "customer",
  },
  {
    name: "tickets",
    listing: ticketResource.listing as unknown as Listing<ListTable>,
    of: ticketResource,
    own: 2,
    other: 1,
    tab: "Open",
    field: "requester",
  },
] as const;
const exports = { orders: exported, invoices: exported, tickets: exported };
const seen = async (listing: Listing<ListTable>, search: string) =>
  (await listView(listing, get(`${listing.path}${search}`), client.id)).view;

describe.each(lists)("the list of $name, to a client", ({ name, listing, of, own, other, tab, field }) => {
  it("shows, counts, sums and finds only their own rows", async () => {
    const theirs = listingFor(listing, client);
    const { rows, view } = await listView(theirs, get(listing.path), client.id);
    expect(rows.map(({ id }) => id as unknown)).toEqual([own]);
    expect({ total: view.total, everything: view.everything }).toEqual({ total: 1, everything: 1 });
    expect(view.tabs?.items.filter(({ count }) => count > 0).map(({ value, count }) => [value, count])).toEqual(
      expect.arrayContaining([
        ["", 1],
        [tab, 1],
      ]),
    );
    expect(view.tabs?.items.every(({ count }) => count <= 1)).toBe(true);
    for (const sum of view.sums) expect(sum.value).toBe({ orders: 41_30, invoices: 30_00, tickets: 0 }[name]);
    for (const search of [
      `?q=${dan.name.split(" ")[0]}`,
      "?q=da",
      `?q=${encodeURIComponent(name === "invoices" ? other : `#${other}`)}`,
      "?trash=1",
    ])
      expect((await seen(theirs, search)).total).toBe(0);
    expect((await seen(theirs, "?q=pia")).total).toBe(1);
    expect((await seen(theirs, "?exact=1&select=all")).total).toBe(1);
    expect(await neighbours(theirs, parseListQuery(theirs, new URLSearchParams()), own as never)).toEqual({});
    expect(await neighbours(theirs, parseListQuery(theirs, new URLSearchParams()), other as never)).toBeUndefined();
  });

  it("is complete for staff without the directory, except for the trash", async () => {
    const theirs = of.asSeenBy({ id: 99, access: "staff", areas: { sales: "view", support: "view" } });
    expect(await theirs.get(other as never)).toMatchObject({ id: other });
    await of.trash(ada, [other as never]);
    expect(await theirs.get(other as never)).toBeUndefined();
    expect(await theirs.find(other as never)).toMatchObject({ id: other });
  });

  it("reveals no names in its filters", async () => {
    const view = await seen(listingFor(listing, client), `?${field}=${dan.id}&assignee=${ada.id}&q=${field}:dan`);
    expect(JSON.stringify(view)).not.toMatch(new RegExp(`${dan.name}|${ada.name}`));
    expect(view.filters.map(({ name }) => name)).toEqual(
      {
        orders: ["status", "from", "to", "delivered"],
        invoices: ["status", "from", "to", "dueFrom", "dueTo", "due", "open", "paid"],
        tickets: ["status", "priority", "topic"],
      }[name],
    );
  });

  it("is neither searched nor sorted by hidden fields", async () => {
    const theirs = listingFor(listing, client);
    for (const hidden of name === "tickets" ? ["due<2099-01-01", "due>2099-01-01", "due:today"] : []) {
      const { notes, total } = await seen(theirs, `?q=${encodeURIComponent(hidden)}`);
      expect({ notes, total }).toEqual({
        notes: [`Nothing here is called “due”, so “${hidden}” was looked for as a word.`],
        total: 0,
      });
    }
    const sorts = Object.keys(listing.sorts).filter((key) => !Object.hasOwn(theirs.sorts, key));
    expect(sorts).toEqual({ orders: [], invoices: [], tickets: ["due"] }[name]);
    if (name === "tickets")
      expect((await seen(theirs, "?sort=-due")).sort).toEqual({ key: "updated", descending: true });
  });

  it("has the same rows and fields in exports, also of selected rows", async () => {
    for (const search of ["", `?ids=${own},${other}`]) {
      for (const format of ["csv", "json"]) {
        const { data } = await run<unknown>(
          exports[name],
          await signedIn(`${listing.path}.${format}${search}`, client),
        );
        const text = typeof data === "string" ? data : JSON.stringify(data);
        expect(text).toContain("Pia Pending");
        expect(text).not.toContain(dan.name);
        expect(text).not.toContain(ada.name);
      }
    }
  });

  it("has the same rows in /api, where other users' rows are not found", async () => {
    const listed = await run<{ id: unknown }[]>(api, await signedIn(`/api/${name}`, client));
    expect({ ids: listed.data.map(({ id }) => id), total: listed.headers.get("X-Total-Count") }).toEqual({
      ids: [own],
      total: "1",
    });
    expect(JSON.stringify(listed.data)).not.toContain(`"assigneeId":${ada.id}`);
    expect((await run(api, await signedIn(`/api/${name}?page=1&size=10`, client))).headers.get("X-Total-Count")).toBe(
      "1",
    );
    expect((await run<{ id: unknown }>(api, await signedIn(`/api/${name}?id=${own}`, client))).data).toMatchObject({
      id: own,
    });
    const [absent, theirs] = [
      await run(api, await signedIn(`/api/${name}?id=${name === "invoices" ? "INV-0999" : 999}`, client)),
      await run(api, await signedIn(`/api/${name}?id=${other}`, client)),
    ];
    expect({ status: theirs.status, data: theirs.data }).toEqual({ status: absent.status, data: absent.data });
  });

  it("holds all that a resource reads and changes for its user, unless it is asked for unrestricted records", async () => {
    expect(await of.at(client, { id: String(own) })).toMatchObject({ id: own });
    await expect(of.at(client, { id: String(other) })).rejects.toMatchObject({ init: { status: 404 } });
    expect(await of.find(client, other as never)).toBeUndefined();
    expect(await of.get(client, other as never)).toBeUndefined();
    const patch = { deletedAt: new Date() };
    expect(await of.change(client, other as never, patch)).toMatchObject({ ok: false, reason: "absent" });
    for (const act of [
      of.changeMany(client, [other] as never, patch),
      of.setStatus(client, [other] as never, "Cancelled"),
      of.trash(client, [other] as never),
      of.restore(client, [other] as never),
    ])
      expect(await act).toMatchObject({ ok: true, rows: [] });
    expect(await of.unrestricted.get(other as never)).toMatchObject({ id: other, revision: 1 });
  });

  it("opens and changes no record of another user", async () => {
    const theirs = of.asSeenBy(client);
    expect(await theirs.at({ id: String(own) })).toMatchObject({ id: own });
    await expect(theirs.at({ id: String(other) })).rejects.toMatchObject({ init: { status: 404 } });
    expect(await theirs.get(other as never)).toBeUndefined();
    expect(await theirs.trash(ada, [other] as never)).toMatchObject({ ok: true, rows: [] });
    expect(await theirs.change(ada, other as never, { deletedAt: new Date() })).toMatchObject({
      ok: false,
      reason: "absent",
    });
    await of.trash(ada, [own] as never);
    await expect(theirs.at({ id: String(own) })).rejects.toMatchObject({ init: { status: 404 } });
  });

  it("is empty for users without access, and complete for users with full access", async () => {
    expect((await seen(listingFor(listing, { ...client, access: "none" }), "")).total).toBe(0);
    expect((await seen(listingFor(listing, ada), "")).total).toBe(3);
    const staff = await letIn(client, "staff", {});
    expect((await seen(listingFor(listing, staff), "")).total).toBe(name === "tickets" ? 1 : 0);
  });
});

/** Areas of staff who see all rows of a list, but not the directory. */
const staffOf = { orders: { sales: "view" }, invoices: { sales: "view" }, tickets: { support: "view" } } as const;

describe.each(lists)("the filters of $name", ({ name, listing, field }) => {
  const chip = async (reader: User, filter: string, id: number) =>
    (await listView(listingFor(listing, reader), get(`${listing.path}?${filter}=${id}`), reader.id)).view.filters.find(
      ({ name }) => name === filter,
    )?.options[0]?.title;
  const asked = (reader: User, written: string) => readSearch(listingFor(listing, reader), written);

  it("show staff without the directory only names that occur in the list's rows", async () => {
    const staff = await letIn(cast.rex, "staff", staffOf[name]);
    expect(await chip(staff, field, dan.id)).toBe(dan.name);
    expect(await chip(staff, field, cast.ban.id)).toBe(String(cast.ban.id));
    expect(asked(staff, `${field}:dan`).filters).toEqual([[field, String(dan.id)]]);
    expect(asked(staff, `${field}:ban`).problems).toEqual(["“ban” is nobody here."]);
    if (name !== "tickets") return;
    expect(await chip(staff, "assignee", ada.id)).toBe(ada.name);
    expect(await chip(staff, "assignee", dan.id)).toBe(String(dan.id));
    expect(await chip(staff, "assignee", staff.id)).toBe(staff.name);
    expect(asked(staff, "assignee:none").filters).toEqual([["assignee", "none"]]);
  });

  it("show all names to users who may see the directory", async () => {
    const staff = await letIn(cast.rex, "staff", { ...staffOf[name], people: "view" });
    for (const reader of [ada, staff]) {
      expect(await chip(reader, field, cast.ban.id)).toBe(cast.ban.name);
      expect(asked(reader, `${field}:ban`).filters).toEqual([[field, String(cast.ban.id)]]);
    }
  });
});

const visit = () =>
  write(
    async (tx) =>
      void (await tx.insert(visits).values({
        personId: dan.id,
        country: "",
        browser: "",
        referrer: "",
        pages: 1,
        startedAt: new Date(),
        lastAt: new Date(),
      })),
  );

describe("a filter by a visitor or a learner", () => {
  const reports: User["areas"] = { reports: "view" };
  const chipOf = async (
    load: Parameters<typeof run>[0],
    path: string,
    filter: string,
    id: number,
    areas: User["areas"],
  ) => {
    const reader = await letIn(cast.rex, "staff", areas);
    const { data } = await run<{ view: ListView }>(load, await signedIn(`${path}?${filter}=${id}`, reader));
    return data.view.filters.find(({ name }) => name === filter)?.options[0]?.title;
  };

  beforeEach(async () => {
    await addCourses();
    await enrol({ learner: dan, enrolled: "2026-11-01T09:00:00Z", results: [["2026-11-02T09:00:00Z", "Tools", 80]] });
  });

  it.each([
    ["enrolments", enrolmentPage, "/course/enrolments", "learner"],
    ["results", resultPage, "/course/results", "learner"],
  ] as const)(
    "a filter by a visitor or a learner of %s names who occurs there, and nobody else to staff without the directory",
    async (_, load, path, filter) => {
      expect(await chipOf(load, path, filter, dan.id, reports)).toBe(dan.name);
      expect(await chipOf(load, path, filter, cast.ban.id, reports)).toBe(String(cast.ban.id));
      expect(await chipOf(load, path, filter, cast.ban.id, { ...reports, people: "view" })).toBe(cast.ban.name);
    },
  );
});

it("the directory does not reveal who has visited without Reports", async () => {
  await visit();
  const found = async (areas: User["areas"]) => {
    const reader = await letIn(cast.rex, "staff", areas);
    const { data } = await run<{ users: unknown[]; view: ListView }>(
      userPage,
      await signedIn("/users?visited=2026-01-01..", reader),
    );
    const file = (await run<unknown[]>(exported, await signedIn("/users.json?visited=2026-01-01..", reader))).data;
    return { page: data.users.length, filters: data.view.filters.map(({ name }) => name), file: file.length };
  };
  expect(await found({ people: "view", reports: "view" })).toEqual({
    page: 1,
    filters: ["role", "status", "company", "visited"],
    file: 1,
  });
  expect(await found({ people: "view" })).toEqual({ page: 6, filters: ["role", "status", "company"], file: 6 });
});
