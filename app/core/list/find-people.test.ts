/** Searches in lists by a user's name: `customer:amara`. */
import { describe, expect, it } from "vitest";
import { write } from "db";
import { users } from "db/schema";
import { loader as activity } from "~/features/records/activity";
import { invoiceResource } from "~/features/invoices/invoices.server";
import { loader as orders } from "~/features/orders/list";
import { readSearch } from "./list-query.server";
import { orderResource } from "~/features/orders/orders.server";
import { ticketResource } from "~/features/support/tickets/tickets.server";
import { cast, testDatabase } from "~/testing/database";
import { addOrder } from "~/testing/orders";
import { run, signedIn } from "~/testing/requests";
import { userResource } from "~/features/users/users.server";
import { findPersonByName } from "./find-people.server";

testDatabase();
const { ada, ben, dan } = cast;

describe("a person's name in a search", () => {
  it.each(["ben active", "BEN ACTIVE", "ben", "Bén", "ben@example.com", " active  ben "])(
    "%j is the one person who is called so",
    (name) => {
      expect(findPersonByName(name)).toEqual({ id: ben.id });
    },
  );

  it("is refused with a message if no user or several users have it, and ignores the trash", () => {
    expect(findPersonByName("active")).toEqual({
      problem: "More than one person is called “active”: write more of the name.",
    });
    for (const name of ["zelda", "tess"])
      expect(findPersonByName(name)).toEqual({ problem: `“${name}” is nobody here.` });
    for (const name of ["be", "%"])
      expect(findPersonByName(name)).toEqual({
        problem: `“${name}” is too short: write three letters of the name, or more.`,
      });
  });

  it("matches a whole name before part of another name", async () => {
    await write(
      async (tx) => void (await tx.insert(users).values({ name: "Dan", email: "other@example.com", status: "Active" })),
    );
    expect(findPersonByName("dan")).not.toEqual({ id: dan.id });
    expect(findPersonByName("dan directory")).toEqual({ id: dan.id });
  });
});

it("orders, tickets and the activity are searched by person, and by number", async () => {
  const mine = await addOrder({ customerId: ben.id });
  await addOrder({ customerId: dan.id });
  const rows = async (q: string) =>
    (
      await run<{ orders: { id: number }[]; view: { total: number } }>(
        orders,
        await signedIn(`/orders?q=${encodeURIComponent(q)}`, ada),
      )
    ).data;
  for (const q of ["customer:ben", 'customer:"ben active"', "customer:ben@example.com", `customer:${ben.id}`])
    expect((await rows(q)).orders.map(({ id }) => id)).toEqual([mine.id]);
  expect((await rows("customer:zelda")).view.total).toBe(0);
  expect(readSearch(orderResource.listing, "customer:zelda").problems).toEqual(["“zelda” is nobody here."]);
  for (const name of ["assignee", "requester"])
    expect(readSearch(ticketResource.listing, `${name}:pia`).filters).toEqual([[name, String(cast.pia.id)]]);
  for (const word of ["none", "Nobody"])
    expect(readSearch(ticketResource.listing, `assignee:${word}`).filters).toEqual([["assignee", "none"]]);
  expect(readSearch(invoiceResource.listing, "customer:none").filters).toEqual([["customer", "0"]]);
  await userResource.change(ben, dan.id, { name: "Dan Renamed" });
  const { data } = await run<{ entries: unknown[] }>(activity, await signedIn("/activity?q=person:ben", ada));
  expect(data.entries).toHaveLength(1);
});
