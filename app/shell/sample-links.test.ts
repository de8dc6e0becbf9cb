import { expect, test } from "vitest";
import { write } from "db";
import { users } from "db/schema";
import { cast, testDatabase } from "~/testing/database";
import { userResource } from "~/features/users/users.server";
import { resolveSamples, samplesIn } from "./sample-links.server";

testDatabase();

/** Users under other paths; the second kind has text ids. */
const kinds = [
  { listing: { ...userResource.listing, path: "/orders" }, table: users, newestBy: users.id },
  {
    listing: { ...userResource.listing, path: "/invoices" },
    table: Object.assign(Object.create(users) as typeof users, { id: users.name }),
    newestBy: users.id,
  },
];
const child = (route: string, at?: string) => ({ label: route, route, at, needs: "account" as const });
const orders = (id: string) => ({
  children: [child("/orders"), child(`/orders/${id}`, "/orders/:id"), child(`/orders/${id}/slip`, "/orders/:id/slip")],
});
const invoices = (id: string) => ({
  children: [
    child(`/invoices/${id}`, "/invoices/:id"),
    child("/invoices/create"),
    child("/support/tickets", "/support/tickets/:id"),
  ],
});

const links = (...items: ReturnType<typeof orders>[]) => resolveSamples(samplesIn(items, kinds));

test("the sample's own record is linked while it exists, otherwise the newest", async () => {
  expect(links(orders("3"), invoices("Ban Banned"))).toEqual({
    "/orders/3": "/orders/3",
    "/orders/3/slip": "/orders/3/slip",
    "/invoices/Ban Banned": "/invoices/Ban Banned",
  });
  const newest = {
    "/orders/7": "/orders/6",
    "/orders/7/slip": "/orders/6/slip",
    "/invoices/INV-0001": `/invoices/${cast.dan.name}`,
  };
  expect(links(orders("7"), invoices("INV-0001"))).toEqual(newest); // user 7 is in the trash, and Rex would come last in alphabetical order
});

test("without any record one is created, or the list says so", async () => {
  await write(async (tx) => void (await tx.update(users).set({ deletedAt: new Date() })));
  expect(links(orders("3"), invoices("INV-0001"))).toEqual({
    "/orders/3": "/orders",
    "/orders/3/slip": "/orders",
    "/invoices/INV-0001": "/invoices/create",
  });
});
