/** The demo company's orders and invoices: customers return, some products sell better, most invoices are paid. */
import type { SampleSet } from "../add";
import { invoiceOf, oneOrder, type Stage } from "../many-orders";
import { moments, type Span } from "../many-days";
import { day, type Draw, draws } from "../parts";
import type { Step } from "../past";
import type { SampleProduct } from "../products";
import type { DemoPerson } from "./people";

/** Number of newest orders that nobody has handled yet. */
const untouched = 5;

type Sales = Pick<SampleSet, "orders" | "invoices">;

/** Returns orders and invoices in chronological order, so that their numbers follow it. */
export function demoSales(
  count: number,
  { customers, products, sellers }: { customers: DemoPerson[]; products: SampleProduct[]; sellers: DemoPerson[] },
  span: Span,
): Sales {
  const draw = draws(47);
  const next = customersInTurn(customers, draw);
  const stocked = stockedAt(products, draw);
  const sales: Sales = { orders: [], invoices: [] };
  for (const at of [...moments(count, span, draws(42))].flat()) {
    const isNewest = sales.orders.length >= count - untouched;
    const market = { ...span, now: isNewest ? at : span.now, customers: [next(at)], products: stocked(at) };
    const { order, way } = oneOrder(sales.orders.length + 1, at, market, draw);
    const invoice = invoiceOf(order, sales.invoices.length + 1, market, draw);
    sales.orders.push({ row: order, steps: stepsOf(way, sellers, draw) });
    if (invoice) sales.invoices.push(billed(order.id, invoice, { now: span.now, by: draw.one(sellers) }, draw));
  }
  return sales;
}

/**
 * Probability of another purchase, in percent, with its weight: a third of the customers rarely return, a fifth
 * nearly always.
 */
const loyalties: [number, number][] = [
  [20, 34],
  [74, 44],
  [90, 22],
];

/**
 * Returns a function that picks the next customer: new ones soon after registration, others some weeks after their
 * last order unless they have left. Each month's cohort shrinks over time.
 */
function customersInTurn(all: DemoPerson[], draw: Draw): (at: Date) => DemoPerson {
  const loyalty = new Map(all.map((person) => [person, draw.often(loyalties)]));
  const [newcomers, lapsed]: [DemoPerson[], DemoPerson[]] = [[], []];
  const regulars = new Map<DemoPerson, Date>(); // each with when they need something again
  let come = 0;
  const comeBack = (at: Date) => {
    const due = [...regulars].filter(([, from]) => from <= at);
    return due.length > 0 ? draw.one(due)[0] : lapsed.splice(draw.below(lapsed.length), 1)[0];
  };
  return (at) => {
    for (let person = all[come]; person && person.createdAt <= at; person = all[++come])
      if (draw.below(100) < 94) newcomers.push(person); // the others only look
    const person = (draw.below(100) < 45 ? newcomers.shift() : undefined) ?? comeBack(at) ?? newcomers.shift();
    const buyer = person ?? draw.one([...regulars.keys()]);
    const isLost = draw.below(100) >= (loyalty.get(buyer) ?? 0);
    if (isLost) regulars.delete(buyer);
    else regulars.set(buyer, new Date(at.getTime() + (4 + draw.below(50)) * day));
    if (isLost) lapsed.push(buyer);
    return buyer;
  };
}

/** Returns the products on sale at a time; popular ones are repeated. */
function stockedAt(products: SampleProduct[], draw: Draw) {
  const liked = products.map((product) => ({ product, times: Math.ceil(24 / (1 + draw.below(12))) }));
  const dear = 150_00;
  return (at: Date) =>
    liked
      .filter(({ product }) => product.createdAt <= at && product.status === "Published")
      .flatMap(({ product, times }) =>
        Array.from({ length: product.price > dear ? Math.ceil(times / 6) : times }, () => product),
      );
}

const reasons: Record<string, string[]> = {
  Cancelled: ["Ordered twice by mistake", "Found the wrong address too late", "No longer needed", "Paid by nobody"],
  Return: ["One size too small", "Arrived with a scratch", "Another colour than expected", "Changed their mind"],
};

/** Returns the status changes of an order, all by one employee. */
function stepsOf(way: Stage[], sellers: DemoPerson[], draw: Draw): Step[] {
  const by = draw.one(sellers);
  return way.slice(1).map(({ status, at }, index): Step => {
    const before = { status: way[index]?.status, deliveredAt: deliveredAt(way.slice(0, index + 1)) };
    const reason = reasons[status] && draw.one(reasons[status]);
    return { at, by, before, after: { status, deliveredAt: deliveredAt(way.slice(0, index + 2)) }, reason };
  });
}

const deliveredAt = (way: Stage[]) => way.find(({ status }) => status === "Delivered")?.at ?? null;

/** Maximum time until a late invoice is paid, in milliseconds. */
const longest = 130 * day;

function billed(
  order: number,
  row: NonNullable<ReturnType<typeof invoiceOf>>,
  { now, by }: { now: Date; by: DemoPerson },
  draw: Draw,
) {
  const createdAt = row.createdAt as Date;
  const isDunned = row.status === "pending" && now.getTime() - createdAt.getTime() > longest;
  const completedAt = isDunned ? new Date(createdAt.getTime() + (40 + draw.below(85)) * day) : row.completedAt;
  const paid = { status: "complete", completedAt } as const;
  const steps: Step[] = completedAt
    ? [{ at: completedAt, by, before: { status: "pending", completedAt: null }, after: paid }]
    : [];
  return { row: completedAt ? { ...row, ...paid } : row, steps, order };
}
