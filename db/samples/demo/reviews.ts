/** Customers' reviews of delivered products. */
import type { SampleSet } from "../add";
import { day, type Draw, draws } from "../parts";
import type { DemoPerson } from "./people";

const texts: Record<number, string[]> = {
  5: [
    "Exactly as described, and it came a day early.",
    "Bought one for myself, then three as presents.",
    "In use every day for half a year, and it looks as on the first.",
    "You can tell that somebody thought about the details.",
    "Better than the one that it replaced, which cost twice as much.",
    "Our whole office has them now.",
    "A question was answered within the hour. The thing itself raises none.",
    "Packed without a scrap of plastic, and nothing was scratched.",
    "My second order of it. The first one was borrowed and never came back.",
    "Simple, solid, and a pleasure to pick up.",
    "It does one thing and does that well.",
    "I hesitated because of the price. I should not have.",
  ],
  4: [
    "Very good. The colour is a little darker than on my screen.",
    "Good value. Delivery took the full week.",
    "Does what it should; a short manual would not hurt.",
    "Well made. I would have liked it a size larger.",
    "Four stars because one of two boxes came a day later.",
    "Sturdy and good to look at, if heavier than I had thought.",
    "Happy with it. The smell of new goes after two days.",
    "Would buy again, in another colour.",
  ],
  3: [
    "All right for the price, no more and no less.",
    "Nice, but smaller than the pictures make it look.",
    "It took two attempts until the right one was in the parcel. Support was kind about it.",
    "Works. The finish on the back could be better.",
    "Good idea, and the next version will surely be great.",
  ],
  2: [
    "Mine came with a scratch. The exchange was easy, the second one is fine.",
    "Not for daily use: after three months it shows.",
    "The size that I always take did not fit at all.",
  ],
  1: ["Arrived broken, and the new one took two weeks.", "Not what I had expected from the pictures. Sent back."],
};
const stars: [number, number][] = [
  [5, 52],
  [4, 30],
  [3, 11],
  [2, 5],
  [1, 2],
];

/** Returns a review for one in nine delivered orders, some days after delivery. No text is used twice for a product. */
export function demoReviews(orders: SampleSet["orders"], customers: DemoPerson[], now: Date): SampleSet["reviews"] {
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
