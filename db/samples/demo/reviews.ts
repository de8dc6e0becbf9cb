/** Customers' reviews of delivered products. */
import type { SampleSet } from "../add";
import { content } from "../content";
import { day, type Draw, draws } from "../parts";
import type { DemoPerson } from "./people";

const stars: [number, number][] = [
  [5, 52],
  [4, 30],
  [3, 11],
  [2, 5],
  [1, 2],
];

/** Returns a review for one in nine delivered orders, some days after delivery. No text is used twice for a product. */
export function demoReviews(orders: SampleSet["orders"], customers: DemoPerson[], now: Date): SampleSet["reviews"] {
  const texts = content<Record<number, string[]>>("demo-reviews"); // by stars
  const draw = draws(61);
  const [people, known] = [new Map(customers.map((person) => [person.id, person])), new Set<string>()];
  return orders.flatMap(({ row: { status, deliveredAt, customerId, items = [] } }) => {
    const writer = people.get(customerId ?? 0);
    const productId = items[0]?.id;
    if (!writer || !deliveredAt || !productId || draw.below(9) > 0) return [];
    const createdAt = new Date(deliveredAt.getTime() + (1 + draw.below(18 * 24)) * (day / 24));
    const rating = status === "Return" ? 1 + draw.below(2) : draw.often(stars);
    const review = draw.one(texts[rating] ?? []);
    if (createdAt > now || known.has(`${productId} ${review}`)) return [];
    known.add(`${productId} ${review}`);
    const about = { userId: writer.id, userName: writer.name, userImage: writer.image ?? null };
    return [{ productId, createdAt, rating, review, ...about, ...likesOf(createdAt, now, draw) }];
  });
}

/** Returns votes; older reviews have more. */
function likesOf(at: Date, now: Date, draw: Draw) {
  const most = 2 + Math.floor((now.getTime() - at.getTime()) / (25 * day));
  return { likes: draw.below(most), dislikes: draw.below(6) === 0 ? draw.below(3) : 0 };
}
