import type { LoaderFunctionArgs } from "@remix-run/node";
import { and, eq, isNull, ne } from "drizzle-orm";
import { expect, it } from "vitest";
import { db } from "db";
import { invoices, orders, tickets, type User, users } from "db/schema";
import { loader as api } from "~/features/api/resource";
import { loader as apiList } from "~/features/api/list";
import { loader as home } from "~/features/home/home";
import { loader as box } from "~/features/inbox/box";
import { loader as live } from "~/features/live/live";
import { loader as invoicePage } from "~/features/invoices/details";
import { loader as exported } from "~/features/records/export";
import { loader as invoiceList } from "~/features/invoices/list";
import { loader as orderList } from "~/features/orders/list";
import { loader as orderPage } from "~/features/orders/overview";
import { loader as data } from "~/features/settings/data";
import { loader as leave } from "~/features/settings/account-deactivation";
import { loader as notices } from "~/features/settings/notification";
import { loader as settings } from "~/features/settings/profile-info";
import { loader as contact } from "~/features/support/ask/contact";
import { loader as ask } from "~/features/support/ask/create";
import { loader as suggest } from "~/features/support/ask/suggest";
import { loader as faqs } from "~/features/support/faqs/faqs";
import { loader as support } from "~/features/support/layout";
import { loader as supportOverview } from "~/features/support/overview";
import { loader as ticketList } from "~/features/support/tickets/list";
import { loader as ticketPage } from "~/features/support/tickets/ticket";
import { loader as shell } from "~/shell/layout";
import { loader as profile } from "~/features/users/profile/profile";
import { testDatabase } from "~/testing/database";
import { run, signedIn } from "~/testing/requests";

testDatabase({ samples: true });

type Loader = (args: LoaderFunctionArgs) => unknown;
type Page = [path: string, loader: Loader, id?: string];

const clients = () =>
  db
    .select()
    .from(users)
    .where(and(eq(users.access, "client"), eq(users.status, "Active"), isNull(users.deletedAt)));

/** Returns every page that a client can open, with searches that could find other people's records. */
async function pagesOf(me: User): Promise<Page[]> {
  const own = {
    orders: await db.select({ id: orders.id }).from(orders).where(eq(orders.customerId, me.id)),
    invoices: await db.select({ id: invoices.id }).from(invoices).where(eq(invoices.customerId, me.id)),
    tickets: await db.select({ id: tickets.id }).from(tickets).where(eq(tickets.requesterId, me.id)),
  };
  const lists: [string, Loader, Loader][] = [
    ["/orders", orderList, exported],
    ["/invoices", invoiceList, exported],
    ["/support/tickets", ticketList, exported],
  ];
  const searches = [
    "",
    "?q=a",
    "?q=mara",
    "?trash=1",
    "?customer=3",
    "?requester=3",
    "?assignee=10",
    "?q=customer:mara",
    "?select=all&exact=1&size=100",
  ];
  return [
    ...["/", "/?from=/users"].map((path): Page => [path, home]),
    ["/", shell],
    ...lists.flatMap(([path, list, file]) =>
      searches.flatMap((search): Page[] => [
        [path + search, list],
        [path + search, shell],
        [`${path}.csv${search}`, file],
        [`${path}.json${search}`, file],
      ]),
    ),
    ...["orders", "invoices", "tickets"].flatMap((kind) =>
      ["", "?q=mara", "?page=1&size=10", "?id=1", "?id=INV-0001"].map((search): Page => [`/api/${kind}${search}`, api]),
    ),
    ["/api/orders/histories", apiList],
    ...own.orders.map(({ id }): Page => [`/orders/${id}`, orderPage, String(id)]),
    ...own.invoices.map(({ id }): Page => [`/invoices/${id}/details`, invoicePage, id]),
    ...own.tickets.map(({ id }): Page => [`/support/tickets/${id}?list=`, ticketPage, String(id)]),
    ["/support", supportOverview],
    ["/support", support],
    ["/support/faqs", faqs],
    ["/support/faqs?q=order", faqs],
    ["/support/contact?sent=1", contact],
    ["/support/create-ticket?for=3&order=1", ask],
    ["/support/create-ticket?from=1", ask],
    ["/support/suggest?q=order", suggest],
    ["/users/profile", profile],
    ["/settings", settings],
    ["/settings/notification", notices],
    ["/settings/account-deactivation", leave],
    ["/settings/data.zip", data],
    ["/notifications", box],
    ["/messages", box],
    ["/live", live],
  ];
}

/** Returns a function that finds other people's names, addresses and record numbers in a text. */
async function ofOthers(me: User): Promise<(text: string) => string[]> {
  const others = await db.select({ name: users.name, email: users.email }).from(users).where(ne(users.id, me.id));
  const words = others.flatMap(({ name, email }) => [name, email]);
  const isMine = {
    order: new Set(
      (await db.select({ id: orders.id }).from(orders).where(eq(orders.customerId, me.id))).map(({ id }) => String(id)),
    ),
    invoice: new Set(
      (await db.select({ id: invoices.id }).from(invoices).where(eq(invoices.customerId, me.id))).map(({ id }) => id),
    ),
    ticket: new Set(
      (await db.select({ id: tickets.id }).from(tickets).where(eq(tickets.requesterId, me.id))).map(({ id }) =>
        String(id),
      ),
    ),
  };
  const numbers = [
    { of: isMine.order, written: /\/orders\/(\d+)/g },
    { of: isMine.invoice, written: /(INV-\d+)/g },
    { of: isMine.ticket, written: /\/support\/tickets\/(\d+)/g },
  ];
  return (text) => [
    ...words.filter((word) => text.includes(word)),
    ...numbers.flatMap(({ of, written }) =>
      [...text.matchAll(written)].flatMap(([whole, id = ""]) => (of.has(id) ? [] : [whole])),
    ),
  ];
}

it("no page that a client of the sample can open contains another person's name, address or number", async () => {
  const found: Record<string, string[]> = {};
  let opened = 0;
  for (const me of await clients()) {
    const foreign = await ofOthers(me);
    for (const [path, loader, id = ""] of await pagesOf(me)) {
      const { status, data } = await run(loader, await signedIn(path, me), { id });
      const traces = foreign(typeof data === "string" ? data : JSON.stringify(data ?? null));
      if (status === 200) opened++;
      if (traces.length > 0) found[`${me.name} at ${path}`] = [...new Set(traces)];
    }
  }
  expect(found).toEqual({});
  expect(opened).toBeGreaterThan(300);
});
