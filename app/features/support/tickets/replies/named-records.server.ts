/** Checks which of the records named in messages the reader may open. */
import { and, inArray } from "drizzle-orm";
import { db } from "db";
import { invoices, orders, tickets } from "db/schema";
import { invoiceResource } from "~/features/invoices/invoices.server";
import { listingFor, type Reader } from "~/core/list/reach.server";
import { orderResource } from "~/features/orders/orders.server";
import { type NamedRecord, type Opened, recordsNamedIn } from "~/features/support/markdown-records";
import { ticketResource } from "../tickets.server";

/** Maximum records looked up per kind and page; other references stay text. */
const maxPerKind = 100;

/** Returns, for each text, the addresses of the records it names that the reader may open. */
export async function openedIn(me: Reader, texts: string[]): Promise<Opened[]> {
  const named = texts.map((text) => recordsNamedIn(text));
  const ids = (kind: NamedRecord["kind"]) =>
    [...new Set(named.flat().flatMap((one) => (one.kind === kind ? one.id : [])))].slice(0, maxPerKind);
  const there = {
    orders: await ordersThere(me, ids("orders")),
    invoices: await invoicesThere(me, ids("invoices")),
    tickets: await ticketsThere(me, ids("tickets")),
  };
  return named.map((those) => new Set(those.flatMap(({ kind, id, href }) => (there[kind].has(id) ? href : []))));
}

const ordersThere = (me: Reader, ids: string[]) =>
  findExisting(ids, () =>
    db
      .select({ id: orders.id })
      .from(orders)
      .where(and(inArray(orders.id, ids.map(Number)), listingFor(orderResource.listing, me).scope)),
  );
const ticketsThere = (me: Reader, ids: string[]) =>
  findExisting(ids, () =>
    db
      .select({ id: tickets.id })
      .from(tickets)
      .where(and(inArray(tickets.id, ids.map(Number)), listingFor(ticketResource.listing, me).scope)),
  );
const invoicesThere = (me: Reader, ids: string[]) =>
  findExisting(ids, () =>
    db
      .select({ id: invoices.id })
      .from(invoices)
      .where(and(inArray(invoices.id, ids), listingFor(invoiceResource.listing, me).scope)),
  );

/** Runs the query only if there are ids, because most messages name no records. */
const findExisting = async (
  ids: string[],
  look: () => PromiseLike<{ id: number | string }[]>,
): Promise<ReadonlySet<string>> => new Set(ids.length === 0 ? [] : (await look()).map(({ id }) => String(id)));
