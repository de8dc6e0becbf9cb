/** Reviews of the sample's products. */
import type { reviews } from "../schema";
import { content } from "./content";
import { day } from "./parts";
import type { SampleProduct } from "./products";
import type { SamplePerson } from "./users";

type Sample = [stars: number, likes: number, dislikes: number, text: string];

/** Returns the rows, by the sample's users in turn, dated between each product's creation and `now`. */
export function sampleReviews(
  now: Date,
  products: SampleProduct[],
  people: SamplePerson[],
): (typeof reviews.$inferInsert)[] {
  const texts = content<Record<number, Sample[]>>("reviews"); // by product id
  let written = 0;
  return products.flatMap(({ id: productId, createdAt }) => {
    const said = texts[productId] ?? [];
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
