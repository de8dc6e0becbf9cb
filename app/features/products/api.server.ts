/** `/api/products` and `/api/reviews`. */
import { z } from "zod";
import { productCategories, productColors, productSizes } from "db/lookups";
import { apiFieldsOf } from "~/core/fields/api.server";
import { pictureOf } from "~/core/values/avatar";
import { pick } from "~/core/values/pick";
import { apiOf, choices } from "~/core/api/api-resource.server";
import { productFields } from "./fields";
import { ProductRules } from "./rules.server";
import { productResource } from "./products.server";
import { getReview, reviewListing } from "./reviews/reviews.server";

const { shape, show } = apiFieldsOf(productFields, {
  about: {
    code: "How the business names it: no two products have the same, whatever its case.",
    price: "Without the discount.",
    taxRateId: "The tax rate of invoice lines for it. Without one, the company's default.",
  },
});

const ProductAnswer = z.object({
  id: z.int().positive(),
  title: shape.title,
  category: z.string().describe("One of /api/products/categories."),
  code: shape.code,
  colors: shape.colors,
  sizes: shape.sizes,
  createdAt: shape.createdAt,
  description: shape.description,
  discount: shape.discount,
  featureImage: z.string().nullable().describe("One of the images, or null when there are none."),
  features: z.array(z.object({ name: z.string(), value: z.string() })),
  images: z.array(z.string()).describe("Addresses of pictures on this server, in the order in which they are shown."),
  offers: z.array(z.string()),
  price: shape.price,
  taxRateId: shape.taxRateId,
  rating: z.number().min(0).max(5).describe("The mean of its reviews in stars, 0 without any."),
  status: shape.status,
  stock: shape.stock,
  totalReviews: shape.totalReviews,
});

const answerNames = ProductAnswer.keyof().options;

export const ProductBody = ProductRules.partial({
  colors: true,
  sizes: true,
  features: true,
  offers: true,
  taxRateId: true,
  images: true,
});

export const productApi = apiOf({
  of: productResource,
  listing: productResource.listing,
  shape: ProductAnswer,
  show: (product) => pick({ ...product, ...show(product) }, ...answerNames),
  create: {
    body: ProductBody,
    values: (body) => body,
    example: {
      title: "Harbour Lamp",
      code: "FU-5077",
      category: "Furniture",
      price: 79.5,
      stock: 12,
      status: "Draft",
      colors: ["blue"],
      features: [{ name: "Bulb", value: "E27" }],
    },
  },
  change: { method: "PUT", body: ProductBody, values: (part) => part, example: { price: 84.5, stock: 40 } },
  lists: {
    categories: choices("The categories that a product can be in", productCategories),
    colors: choices("The colors that a product can come in", productColors),
    sizes: choices("The sizes that a product can come in", productSizes),
  },
  example: {
    id: 2,
    title: "Trail Backpack 28L",
    category: "Sports & Outdoors",
    code: "SO-1180",
    colors: ["blue", "orange", "green"],
    sizes: ["s", "m", "l"],
    createdAt: "2026-04-09T09:30:00.000Z",
    description: "A light pack for a long day out.",
    discount: 0,
    featureImage: "/samples/products/backpack.svg",
    features: [{ name: "Volume", value: "28 litres" }],
    images: ["/samples/products/backpack.svg", "/samples/products/compass.svg"],
    offers: ["Free shipping on larger orders"],
    price: 94.5,
    taxRateId: null,
    rating: 4.67,
    status: "Published",
    stock: 18,
    totalReviews: 3,
  },
});

const ReviewAnswer = z.object({
  id: z.int().positive(),
  productId: z.int().positive(),
  createdAt: z.iso.datetime(),
  rating: z.int().min(1).max(5).describe("Whole stars."),
  review: z.string(),
  user: z
    .object({ id: z.int().positive().nullable(), image: z.string(), name: z.string() })
    .describe("Who wrote it, as they were then."),
  likes: z.int().min(0),
  dislikes: z.int().min(0),
});

const reviewKind = { noun: { one: "review", many: "reviews" }, absent: "Review not found" };

export const reviewApi = apiOf({
  of: {
    ...reviewKind,
    permissions: productResource.permissions,
    asSeenBy: () => ({ ...reviewKind, get: getReview }),
  },
  listing: reviewListing,
  shape: ReviewAnswer,
  show: ({ id, productId, createdAt, rating, review, userId, userName, userImage, likes, dislikes }) => ({
    id,
    productId,
    createdAt: createdAt.toISOString(),
    rating,
    review,
    user: { id: userId, image: pictureOf({ id: userId ?? id, name: userName, image: userImage }), name: userName },
    likes,
    dislikes,
  }),
  example: {
    id: 5,
    productId: 2,
    createdAt: "2026-06-02T09:43:00.000Z",
    rating: 5,
    review: "Two weeks in the hills, rain on nine days, dry socks on all of them.",
    user: { id: 9, image: "/samples/users/9.svg", name: "Hana Kobayashi" },
    likes: 17,
    dislikes: 0,
  },
});
