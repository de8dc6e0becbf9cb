/**
 * A large set of users, products, orders, invoices and visits on top of the sample, as a business has after years. It
 * is the same for the same numbers.
 */
import type { Connection } from "../connection";
import { inserter, withoutIndexes } from "../bulk-load";
import { invoices, lastInvoiceFact, orders, pageViews, products, users, visits } from "../schema";
import { addMarkedPayments } from "../payment-triggers";
import { fillSearch } from "../search";
import { recompute } from "../totals";
import { moments, type Span } from "./many-days";
import { invoiceOf, oneOrder, type Market } from "./many-orders";
import { type Customer, onePerson } from "./many-people";
import { oneProduct, type Sold } from "./many-products";
import { oneVisit } from "./many-visits";
import { day, draws } from "./parts";

/** Callback that reports the current activity and the number of orders done. */
export type Progress = (doing: string, done?: number, all?: number) => void;

export interface Many {
  orders: number;
  users: number;
  products: number;
  invoices: number;
  visits: number;
}

const days = 3 * 365;
/** Visits are stored for 25 months. */
const daysOfVisits = 730;

/**
 * Adds `count` orders and related records to a database that holds the sample and is not in use. Returns the number
 * of rows of each kind.
 */
export function addMany(
  connection: Connection,
  count: number,
  { now, timeZone }: Pick<Span, "now" | "timeZone">,
  progress: Progress,
): Many {
  const added: Many = {
    orders: count,
    users: Math.ceil(count / 20),
    products: Math.max(15, Math.ceil(count / 500)),
    invoices: 0,
    visits: Math.ceil(count / 10),
  };
  const span = { now, timeZone, days };
  const writing = connection.transaction(() => {
    withoutIndexes(connection, ["users", "products", "orders", "invoices", "payments", "visits", "page_views"], () => {
      progress("people and products");
      const people = addPeople(connection, added.users, span);
      const sold = addProducts(connection, added.products, span);
      added.invoices = addOrders(connection, count, { people, sold, span }, progress);
      connection.exec(addMarkedPayments);
      recompute(connection, ["allocations"]);
      progress("visits");
      addVisits(connection, added.visits, people, { ...span, days: daysOfVisits });
      progress("indexes");
    });
    progress("sums");
    recompute(connection);
    progress("what is searched");
    fillSearch(connection);
  });
  writing();
  return added;
}

/** Fraction of users and products that exist before the first order. */
const atFirst = 0.1;

/**
 * Yields creation times of users and products in ascending order: some in the quarter before the first order, the
 * others since.
 */
export function* arrivals(count: number, span: Span, seed: number): Generator<Date> {
  const first = Math.min(count, Math.max(5, Math.round(count * atFirst)));
  const begins = span.now.getTime() - span.days * day;
  for (let index = 0; index < first; index++)
    yield new Date(Math.floor(begins - 90 * day + (88 * day * index) / first));
  for (const some of moments(count - first, span, draws(seed))) yield* some;
}

function addPeople(connection: Connection, count: number, span: Span): Customer[] {
  const draw = draws(1);
  const first = nextId(connection, "users");
  const people = [...arrivals(count, span, 2)].map((at, index) => onePerson(first + index, at, draw));
  const insert = inserter(connection, users);
  for (const person of people) insert(person);
  return people;
}

function addProducts(connection: Connection, count: number, span: Span): Sold[] {
  const draw = draws(3);
  const first = nextId(connection, "products");
  const sold = [...arrivals(count, span, 4)].map((at, index) => oneProduct(first + index, at, draw));
  const insert = inserter(connection, products);
  for (const product of sold) insert(product);
  return sold;
}

/**
 * Adds orders with their invoices, in chronological order so that invoice numbers have no gaps. Returns the number of
 * invoices.
 */
function addOrders(
  connection: Connection,
  count: number,
  { people, sold, span }: { people: Customer[]; sold: Sold[]; span: Span },
  progress: Progress,
): number {
  const draw = draws(5);
  const [insertOrder, insertInvoice] = [inserter(connection, orders), inserter(connection, invoices)];
  const before = Number(connection.prepare("select value from facts where name = ?").pluck().get(lastInvoiceFact));
  const market: Market = { customers: [], products: [], now: span.now, timeZone: span.timeZone };
  const comeUntil = (at: Date) => {
    takeUntil(people, market.customers, at);
    takeUntil(sold, market.products, at);
  };
  let [id, number] = [nextId(connection, "orders"), before];
  const last = id + count;
  for (const some of moments(count, span, draws(6))) {
    for (const at of some) {
      comeUntil(at);
      const { order } = oneOrder(id++, at, market, draw);
      const invoice = invoiceOf(order, number + 1, market, draw);
      if (invoice) number++;
      insertOrder({ ...order, invoiceId: invoice?.id ?? null });
      if (invoice) insertInvoice(invoice);
    }
    progress("orders", count - (last - id), count);
  }
  connection.prepare(`update facts set value = ? where name = ?`).run(String(number), lastInvoiceFact);
  return number - before;
}

/** Appends to `come` the rows of `all` that were created by `at`. Both are in chronological order. */
function takeUntil<Row extends { createdAt: Date }>(all: Row[], come: Row[], at: Date) {
  for (let next = all[come.length]; next && next.createdAt <= at; next = all[come.length]) come.push(next);
}

function addVisits(connection: Connection, count: number, people: Customer[], span: Span) {
  const draw = draws(7);
  const [insertVisit, insertView] = [inserter(connection, visits), inserter(connection, pageViews)];
  const come: Customer[] = [];
  const known = new Set<number>();
  let id = nextId(connection, "visits");
  for (const some of moments(count, span, draws(8))) {
    for (const at of some) {
      takeUntil(people, come, at);
      const { visit, views } = oneVisit(id++, at, come, known, draw);
      insertVisit(visit);
      for (const view of views) insertView(view);
    }
  }
}

function nextId(connection: Connection, table: "users" | "products" | "orders" | "visits"): number {
  return Number(connection.prepare(`select coalesce(max(id), 0) + 1 from ${table}`).pluck().get());
}
