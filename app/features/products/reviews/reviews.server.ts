/** Product reviews by customers, and votes on whether they helped. */
import { and, count, eq, inArray, isNull, sql } from "drizzle-orm";
import { db } from "db";
import { products, reviews, reviewVotes } from "db/schema";
import { howMany } from "~/core/values/noun";
import type { Listing } from "~/core/list/listing.server";
import { type Actor, actOnOne } from "~/core/resource/act.server";
import { type Star, stars } from "./stars";

/** Reviews of products that are not in the trash. */
export const reviewListing: Listing<typeof reviews> = {
  path: "/reviews",
  table: reviews,
  scope: sql`exists (select 1 from ${products} where ${products.id} = ${reviews.productId} and ${products.deletedAt} is null)`,
  search: [reviews.review, reviews.userName],
  filters: {
    productId: {
      label: "Product",
      type: "record",
      title: async (id) => id,
      by: (id) => eq(reviews.productId, Number(id)),
    },
    rating: {
      label: "Rating",
      options: stars.map((star) => ({ value: String(star), title: howMany(star, "star") })),
      by: (star) => eq(reviews.rating, Number(star)),
    },
  },
  sorts: {
    id: reviews.id,
    createdAt: reviews.createdAt,
    rating: reviews.rating,
    likes: reviews.likes,
    dislikes: reviews.dislikes,
  },
  sort: "-createdAt",
};

/** The review with this number, unless it is absent or its product in the trash. */
export async function getReview(id: number | string) {
  return (
    await db
      .select()
      .from(reviews)
      .where(and(eq(reviews.id, Number(id)), reviewListing.scope))
  )[0];
}

/** The reviews of one product, wherever it is, as its page lists them. */
export function reviewsOf(productId: number): Listing<typeof reviews> {
  const { productId: _, ...filters } = reviewListing.filters;
  return {
    ...reviewListing,
    path: `/products/${productId}/overview`,
    scope: eq(reviews.productId, productId),
    filters,
  };
}

/** Returns the number of the product's reviews per star rating, five stars first. */
export async function starsOf(productId: number): Promise<{ star: Star; count: number }[]> {
  const rows = await db
    .select({ star: reviews.rating, count: count() })
    .from(reviews)
    .where(eq(reviews.productId, productId))
    .groupBy(reviews.rating);
  return stars.map((star) => ({ star, count: rows.find((row) => row.star === star)?.count ?? 0 }));
}

type Vote = "like" | "dislike";

/** `none` takes back a vote. */
export const voteChoices = ["like", "dislike", "none"] as const;

/** Returns the person's votes on these reviews, by review id. */
export async function votesOf(personId: number, reviewIds: number[]): Promise<Record<number, Vote>> {
  const own = await db
    .select()
    .from(reviewVotes)
    .where(and(eq(reviewVotes.userId, personId), inArray(reviewVotes.reviewId, reviewIds)));
  return Object.fromEntries(own.map(({ reviewId, vote }) => [reviewId, vote]));
}

/**
 * Sets, changes or removes a person's vote on a review and returns the review's product. Votes are not written to the
 * journal.
 */
export function voteFor(by: Actor & { id: number }, reviewId: number, wish: (typeof voteChoices)[number]) {
  const mine = and(eq(reviewVotes.reviewId, reviewId), eq(reviewVotes.userId, by.id));
  return actOnOne<{ productId: number }>(by, async (tx) => {
    const there = and(eq(reviews.id, reviewId), isNull(products.deletedAt));
    const [review] = await tx
      .select({ productId: products.id })
      .from(reviews)
      .innerJoin(products, eq(products.id, reviews.productId))
      .where(there);
    if (!review) return undefined;
    const [had] = await tx.delete(reviewVotes).where(mine).returning();
    const has = wish === "none" ? undefined : wish;
    if (has) await tx.insert(reviewVotes).values({ reviewId, userId: by.id, vote: has });
    const change = (side: Vote) => Number(has === side) - Number(had?.vote === side);
    const counts = {
      likes: sql`${reviews.likes} + ${change("like")}`,
      dislikes: sql`${reviews.dislikes} + ${change("dislike")}`,
    };
    await tx.update(reviews).set(counts).where(eq(reviews.id, reviewId));
    return review;
  });
}
