/** Reviews of the sample's products. */
import type { reviews } from "../schema";
import { day } from "./parts";
import type { SampleProduct } from "./products";
import type { SamplePerson } from "./users";

type Sample = [stars: number, likes: number, dislikes: number, text: string];

/** Reviews by product id. */
const samples: Record<number, Sample[]> = {
  1: [
    [5, 24, 1, "I wear them eight hours a day and charge them on Sunday. The knob is the best idea in years."],
    [4, 11, 0, "Quiet and comfortable. A hard case in the box would have been welcome."],
    [5, 8, 0, "The washable pads are why I bought a second pair."],
    [3, 6, 2, "Good sound, but they are warm in summer."],
  ],
  2: [
    [5, 17, 0, "Two weeks in the hills, rain on nine days, dry socks on all of them."],
    [4, 9, 1, "Carries well. The hip belt could have one pocket more."],
    [5, 3, 0, "It fits under the seat of every airline I fly with."],
  ],
  3: [
    [5, 12, 0, "Left it in a drawer for two months and it wrote at once."],
    [4, 5, 0, "Lovely nib, a little heavy with the cap on the back."],
    [5, 4, 0, "My third. The others were borrowed by people with taste."],
  ],
  4: [
    [5, 14, 1, "A year old and better than on the first day."],
    [3, 7, 3, "Nice cloth, but it runs large: order one size down."],
    [4, 2, 0, "The colour is exactly as in the pictures."],
  ],
  5: [
    [5, 10, 0, "Had them resoled last week. Try that with the others."],
    [4, 6, 0, "Stiff for three days, then perfect."],
    [2, 9, 4, "Narrow. They went back, and the money came in two days."],
  ],
  6: [
    [5, 19, 0, "Six of them, five years, three children. Not one creaks."],
    [5, 8, 0, "Looks lighter than it is, and sits better than it looks."],
  ],
  7: [
    [4, 13, 2, "Deep enough to sleep on. Getting the covers back on takes two people."],
    [5, 7, 0, "It did pass through the door, with a finger to spare."],
    [4, 4, 0, "Firm at first. Give it a month."],
  ],
  8: [
    [5, 6, 0, "Each one is a little different, and the saucer really fits."],
    [4, 3, 1, "Beautiful glaze. One of four arrived chipped and was replaced the same week."],
  ],
  9: [
    [5, 15, 0, "Smells of a cabin by the sea and not of a perfume shop."],
    [4, 5, 0, "Burns evenly to the end. I keep the glasses."],
    [2, 4, 6, "I can hardly smell it in a large room."],
    [5, 2, 0, "Sold out again, which says enough."],
  ],
  10: [
    [5, 9, 0, "No drip. I did not think that was possible."],
    [4, 3, 0, "Keeps warm for half an hour, and the handle stays cool."],
    [3, 5, 1, "Handsome, but read the line about induction before you buy."],
  ],
  11: [
    [5, 21, 1, "The best edge in this kitchen, and there are nine knives in it."],
    [5, 11, 0, "Wipe it, oil it, and it will outlive you."],
    [3, 8, 5, "It stains when one forgets it in the sink, as they say it does."],
  ],
  12: [
    [5, 16, 0, "Four seconds a day. I stopped checking after a month."],
    [4, 6, 1, "Flat, quiet and good to look at. The strap is a bit short."],
  ],
  13: [
    [4, 5, 0, "Light, and they stay where they are when I run."],
    [5, 2, 0, "The green really does look green through them."],
  ],
  14: [
    [4, 3, 0, "Solid. Both drawers pull all the way out."],
    [3, 2, 1, "Does what it should. It is heavier than two people like."],
  ],
  15: [
    [5, 4, 0, "Ink does not bleed through, and they lie flat from the first page."],
    [4, 1, 0, "I would take six in a set."],
  ],
};

/** Returns the rows, by the sample's users in turn, dated between each product's creation and `now`. */
export function sampleReviews(
  now: Date,
  products: SampleProduct[],
  people: SamplePerson[],
): (typeof reviews.$inferInsert)[] {
  let written = 0;
  return products.flatMap(({ id: productId, createdAt }) => {
    const said = samples[productId] ?? [];
    const age = now.getTime() - createdAt.getTime();
    return said.map(([rating, likes, dislikes, review], index) => {
      const writer = people[(written++ * 7) % people.length];
      const createdAt = new Date(
        now.getTime() -
          Math.round((age * (said.length - index)) / (said.length + 1) / day) * day +
          written * 13 * 60_000 -
          day,
      );
      return {
        productId,
        rating,
        likes,
        dislikes,
        review,
        createdAt,
        userId: writer?.id,
        userName: writer?.name ?? "",
        userImage: writer?.image,
      };
    });
  });
}
