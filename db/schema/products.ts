/** Products and their reviews. */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { natural, folded } from "../compare";
import type { ProductColor, ProductSize, ProductStatus } from "../lookups";
import { list, listIndexes, now, recordColumns, time } from "./columns";
import { users } from "./people";

export type Feature = { name: string; value: string };

/** A product. Orders and invoices copy what they need, so it can change and be deleted. */
export const products = sqliteTable(
  "products",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    title: text("title").notNull(),
    /** Product code, such as `SO-1180`; unique outside the trash, ignoring case. */
    code: text("code").notNull(),
    category: text("category").notNull(),
    description: text("description").notNull().default(""),
    price: integer("price").notNull(),
    /** The tax rate that lines copy; null for the company's default. */
    taxRateId: integer("tax_rate_id"),
    discount: integer("discount").notNull().default(0),
    stock: integer("stock").notNull().default(0),
    status: text("status").notNull().$type<ProductStatus>(),
    colors: list<ProductColor>("colors"),
    sizes: list<ProductSize>("sizes"),
    features: list<Feature>("features"),
    offers: list<string>("offers"),
    /** URLs of pictures on this server, in display order. */
    images: list<string>("images"),
    /** One of `images`; null if there are none. */
    featureImage: text("feature_image"),
    /** Mean rating in hundredths of a star; 0 without reviews. Triggers maintain it and `totalReviews`. */
    rating: integer("rating").notNull().default(0),
    totalReviews: integer("total_reviews").notNull().default(0),
    ...recordColumns,
  },
  (table) => [
    uniqueIndex("products_code")
      .on(sql`lower(${table.code})`)
      .where(sql`${table.deletedAt} is null`),
    index("products_title").on(table.deletedAt, folded(table.title), table.id), // for prefix searches
    ...listIndexes("products", table, [table.status, table.category, table.stock], {
      id: table.id,
      title: natural(table.title),
      code: natural(table.code),
      category: table.category,
      price: table.price,
      discount: table.discount,
      stock: table.stock,
      rating: table.rating,
      reviews: table.totalReviews,
      status: table.status,
      created: table.createdAt,
    }),
  ],
);

/** A customer's review of a product. Reviews are part of the shop's data; users can only vote on them. */
export const reviews = sqliteTable(
  "reviews",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    productId: integer("product_id")
      .notNull()
      .references(() => products.id, { onDelete: "cascade" }),
    createdAt: time("created_at").notNull().default(now),
    /** Stars, 1 to 5. */
    rating: integer("rating").notNull(),
    review: text("review").notNull(),
    /** The author; the name is a copy that survives deletion, but not erasure. */
    userId: integer("user_id"),
    userName: text("user_name").notNull(),
    userImage: text("user_image"),
    likes: integer("likes").notNull().default(0),
    dislikes: integer("dislikes").notNull().default(0),
  },
  (table) => [index("reviews_product").on(table.productId, table.createdAt)],
);

/** Votes of users on reviews, one per user, which are included in `likes` and `dislikes`. */
export const reviewVotes = sqliteTable(
  "review_votes",
  {
    reviewId: integer("review_id")
      .notNull()
      .references(() => reviews.id, { onDelete: "cascade" }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    vote: text("vote").notNull().$type<"like" | "dislike">(),
  },
  (table) => [primaryKey({ columns: [table.reviewId, table.userId] })],
);

export type Product = typeof products.$inferSelect;
export type Review = typeof reviews.$inferSelect;
