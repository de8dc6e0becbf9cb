/** What the demo company has sold: customers come back, some things sell better than others, most bills are paid. */
import type { SampleSet } from "../add";
import { invoiceOf, oneOrder, type Stage } from "../many-orders";
import { moments, type Span } from "../many-days";
import { day, type Draw, draws } from "../parts";
import type { Step } from "../past";
import type { SampleProduct } from "../products";
import type { DemoPerson } from "./people";

/** So many of the newest orders wait to be taken on. */
const untouched = 5;

type Sales = Pick<SampleSet, "orders" | "invoices">;

/** In the order of time, so that numbers of orders and invoices follow it. */
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

/** How likely somebody buys once more each time: a third hardly ever, a fifth nearly always. */
const loyalties: [number, number][] = [
  [20, 34],
  [74, 44],
  [90, 22],
];

/**
 * Who buys next: newcomers soon after they came, and else whoever has not turned away, some weeks after the last time.
 * Of each month's newcomers fewer are left in every month that follows, as it goes.
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

/** What could be bought at a moment: what sells well stands there more often. */
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

/** Who looks after orders takes them on, one after the other. */
function stepsOf(way: Stage[], sellers: DemoPerson[], draw: Draw): Step[] {
  const by = draw.one(sellers);
  return way.slice(1).map(({ status, at }, place): Step => {
    const before = { status: way[place]?.status, deliveredAt: deliveredAt(way.slice(0, place + 1)) };
    const reason = reasons[status] && draw.one(reasons[status]);
    return { at, by, before, after: { status, deliveredAt: deliveredAt(way.slice(0, place + 2)) }, reason };
  });
}

const deliveredAt = (way: Stage[]) => way.find(({ status }) => status === "Delivered")?.at ?? null;

/** Nobody waits longer than this for their money: then it comes, if late. */
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
