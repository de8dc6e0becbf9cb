import { beforeEach, describe, expect, it } from "vitest";
import { loader as listBeneath } from "~/features/api/list";
import { action, loader } from "~/features/api/resource";
import { db } from "db";
import { type Product, products } from "db/schema";
import { cast, testDatabase } from "~/testing/database";
import { addProducts, addReviews, pack } from "~/testing/products";
import { run, send, signedIn } from "~/testing/requests";
import { productResource } from "./products.server";

testDatabase();

const { ada } = cast;
const lamp = {
  title: "Harbour Lamp",
  category: "furniture",
  code: "FU-5077",
  price: 19.99,
  stock: 4,
  status: "Draft",
  colors: ["Pink", "blue", "blue"],
  sizes: ["m"],
  description: "A lamp.\r\nWith a line break.",
  discount: 12.5,
  features: [{ name: "Bulb", value: "E27" }],
  images: ["/samples/products/candle.svg"],
  offers: ["Free shipping"],
};

type Body = Record<string, unknown>;
const read = async <Answer = Body[]>(path: string) => run<Answer>(loader, await signedIn(path, ada));
const call = async (method: string, path: string, sent?: unknown) =>
  run<{ message?: string; errors?: Record<string, string>; product?: Body }>(
    action,
    await signedIn(send(method, path, sent), ada),
  );
const everything = () => db.select().from(products);

let product: Product;
beforeEach(async () => {
  [product] = (await addProducts({})) as [Product];
});

describe("GET /api/products", () => {
  it("returns products in the specified shape, with decimals for money, percentages and stars", async () => {
    await addReviews(product.id, 5, 4, 4);
    const { data } = await read(`/api/products?id=${product.id}`);
    expect(data).toEqual({
      ...pack,
      id: product.id,
      createdAt: product.createdAt.toISOString(),
      price: 94.5,
      taxRateId: null,
      discount: 10,
      rating: 4.33,
      totalReviews: 3,
    });
    expect((await read("/api/products?stock=low")).data).toEqual([]);
    expect((await read("/api/products?q=backpack&size=10")).headers.get("X-Total-Count")).toBe("1");
    expect(await read("/api/products?id=999")).toMatchObject({ status: 404, data: { message: "Product not found" } });
  });

  it.each([
    ["categories", 9, "Fashion"],
    ["colors", 6, "blue"],
    ["sizes", 6, "xs"],
  ])("/%s returns the options", async (name, count, value) => {
    const { data } = await run<Body[]>(listBeneath, await signedIn(`/api/products/${name}`, ada));
    expect([data.length, data[0]]).toMatchObject([count, { id: 1, value }]);
  });
});

describe("POST /api/products", () => {
  it("creates a product from the required fields, and from all fields", async () => {
    const { title, category, code, price, stock, status } = lamp;
    const least = { title, category, code, price, stock, status };
    expect(await call("POST", "/api/products", least)).toMatchObject({
      status: 200,
      data: { product: { colors: [], images: [], featureImage: null, discount: 0, category: "Furniture" } },
    });
    const { data } = await call("POST", "/api/products", {
      ...lamp,
      code: "FU-1",
      rating: 5,
      totalReviews: 100,
      id: 1,
      createdAt: "2001-01-01",
    });
    expect(data.product).toMatchObject({
      price: 19.99,
      discount: 12.5,
      colors: ["blue", "pink"],
      featureImage: lamp.images[0],
      rating: 0,
      totalReviews: 0,
      description: "A lamp.\nWith a line break.",
    });
    expect((await everything()).at(-1)).toMatchObject({ price: 1999, discount: 1250, revision: 1 });
  });

  it.each<[string, Body, string]>([
    ["no price", { price: undefined }, "price"],
    ["a price of 0", { price: 0 }, "price"],
    ["a third of a cent", { price: 1.333 }, "price"],
    ["a discount of 100", { discount: 100 }, "discount"],
    ["a discount below 0", { discount: -0.01 }, "discount"],
    ["half a piece", { stock: 12.5 }, "stock"],
    ["a text that could be a fraction", { stock: "1.234" }, "stock"],
    ["stock below 0", { stock: -1 }, "stock"],
    ["more than a million pieces", { stock: 1_000_001 }, "stock"],
    ["an unknown category", { category: "Weapons" }, "category"],
    ["an unknown status", { status: "Sold" }, "status"],
    ["an unknown color", { colors: ["blue", "beige"] }, "colors.1"],
    ["a text for sizes", { sizes: "m" }, "sizes"],
    ["300 features", { features: Array.from({ length: 300 }, () => ({ name: "a", value: "b" })) }, "features"],
    [
      "a feature without a value",
      {
        features: [
          { name: "a", value: "b" },
          { name: "a", value: " " },
        ],
      },
      "features.1.value",
    ],
    ["features that are none", { features: ["E27"] }, "features.0"],
    ["a title of 100,000 characters", { title: "x".repeat(100_000) }, "title"],
    ["a code that is taken", { code: "so-1180" }, "code"],
    ["a picture elsewhere", { images: ["https://evil.example/x.png"] }, "images"],
    ["a picture that is not there", { images: ["/samples/products/unicorn.svg"] }, "images"],
    ["13 pictures", { images: Array.from({ length: 13 }, (_, index) => `/files/${index}`) }, "images"],
    ["a feature image that is none of its images", { featureImage: "/samples/products/compass.svg" }, "featureImage"],
  ])("POST /api/products with %s returns 400 and changes nothing", async (_, wrong, field) => {
    const before = await everything();
    const { status, data } = await call("POST", "/api/products", { ...lamp, ...wrong });
    expect({ status, errors: Object.keys(data.errors ?? {}) }).toEqual({ status: 400, errors: [field] });
    expect(await everything()).toEqual(before);
  });
});

describe("PUT /api/products", () => {
  it("changes the given fields, and ignores what only the server sets", async () => {
    expect(
      (await call("PUT", "/api/products", { id: String(product.id), price: 24.5, rating: 5 })).data.product,
    ).toMatchObject({ price: 24.5, title: pack.title, rating: 0, features: pack.features });
    expect(await productResource.unrestricted.get(product.id)).toMatchObject({ price: 2450, revision: 2 });
  });

  it("accepts what GET returned, without making a change", async () => {
    await addReviews(product.id, 5);
    const { data } = await read<Body>(`/api/products?id=${product.id}`);
    expect(await call("PUT", "/api/products", data)).toMatchObject({ status: 200, data: { product: data } });
    expect((await productResource.unrestricted.get(product.id))?.revision).toBe(1);
  });

  it("PUT /api/products without the feature image among the images uses the first remaining one", async () => {
    const [, second, third] = pack.images;
    expect(
      (await call("PUT", "/api/products", { id: product.id, images: [third, second] })).data.product,
    ).toMatchObject({ featureImage: third });
    expect((await call("PUT", "/api/products", { id: product.id, images: [] })).data.product).toMatchObject({
      featureImage: null,
    });
  });

  it("refuses the code of another product, in the trash or not", async () => {
    const [other] = await addProducts({ code: "B-2" });
    expect((await call("PUT", "/api/products", { id: product.id, code: "b-2" })).data.errors).toEqual({
      code: `Already used by “${pack.title}”. Use another one.`,
    });
    await productResource.trash(ada, [other?.id ?? 0]);
    expect((await call("PUT", "/api/products", { id: product.id, code: "b-2" })).status).toBe(200);
  });
});

describe("DELETE /api/products", () => {
  it("returns the deleted product, or what remains", async () => {
    const [second, third] = await addProducts({ code: "B" }, { code: "C" });
    expect((await call("DELETE", `/api/products?id=${product.id}`)).data.product).toMatchObject({
      id: product.id,
      price: 94.5,
    });
    const { data } = await run<Body[]>(
      action,
      await signedIn(send("DELETE", "/api/products", { ids: [second?.id] }), ada),
    );
    expect(data.map(({ id }) => id)).toEqual([third?.id]);
  });
});

describe("GET /api/reviews", () => {
  it("returns reviews of existing products, filtered, sorted and paged", async () => {
    const [other] = await addProducts({ code: "B" });
    await addReviews(product.id, 5, 3, 4);
    await addReviews(other?.id ?? 0, 1);
    const stars = async (search: string) => (await read(`/api/reviews?${search}`)).data.map(({ rating }) => rating);
    expect(await stars("")).toEqual([5, 3, 4, 1]);
    expect(await stars(`productId=${product.id}&sort=-rating`)).toEqual([5, 4, 3]);
    expect(await stars("q=review+2")).toEqual([3]);
    expect(await stars("rating=1")).toEqual([1]);
    expect((await read("/api/reviews?size=10")).headers.get("Link")).toContain("/api/reviews?size=10&page=1");
    expect((await read("/api/reviews?id=1")).data).toMatchObject({
      id: 1,
      productId: product.id,
      user: { id: null, name: "Cus Tomer", image: expect.stringMatching(/^\//) },
      likes: 0,
    });
    await productResource.trash(ada, [product.id]);
    expect(await stars("")).toEqual([1]);
    expect(await read("/api/reviews?id=1")).toMatchObject({ status: 404, data: { message: "Review not found" } });
  });

  it("is the only operation for reviews", async () => {
    expect(await call("DELETE", "/api/reviews?id=1")).toMatchObject({ status: 405 });
  });
});
