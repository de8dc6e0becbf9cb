import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db, write } from "db";
import { journal, type Product, products, reviews, reviewVotes } from "db/schema";
import { undoChange } from "~/core/undo/undo.server";
import { action as bulk } from "~/features/records/bulk";
import { action as restore } from "~/features/records/restore";
import { action as setStatus } from "~/features/records/status";
import { action as trash } from "~/features/records/trash";
import { cast, testDatabase } from "~/testing/database";
import { addProducts, addReviews, pack } from "~/testing/products";
import { post, run, signedIn as as, toast, toastOf } from "~/testing/requests";
import { action as duplicate, loader as duplicateByAddress } from "./duplicate";
import { loader as exported } from "~/features/records/export";
import { loader as list } from "./list";
import { loader as overview } from "./overview";
import { productResource } from "./products.server";
import { stockWord } from "./stock";
import { action as vote, loader as voteByAddress } from "./reviews/vote";

testDatabase();

const { ada, ben } = cast;
const everything = () => db.select().from(products);

let product: Product;
beforeEach(async () => {
  [product] = (await addProducts({})) as [Product];
});

const at = (path = "") => `/products/${product.id}${path}`;
const params = () => ({ id: String(product.id) });

describe("the list of products", () => {
  type List = {
    products: (Product & { copyKey: string })[];
    view: { total: number; tabs: { items: { value: string; count: number }[] } };
  };
  const titles = async (search: string) =>
    (await run<List>(list, await as(`/products?${search}`, ada))).data.products.map(({ title }) => title);

  beforeEach(async () => {
    const out = {
      title: "Out",
      code: "X-1",
      stock: 0,
      status: "Draft",
      category: "Office",
      createdAt: new Date("2025-06-01"),
    } as const;
    const [trashed] = await addProducts(
      { title: "Gone", code: "X-0", deletedAt: new Date() },
      { title: "Low", code: "X-5", stock: 5 },
      out,
      { title: "Six", code: "X-6", stock: 6 },
    );
    expect(trashed?.deletedAt).not.toBeNull();
  });

  it("shows products outside the trash, newest first, and counts by status", async () => {
    const { data } = await run<List>(list, await as("/products", ada));
    expect(data.products.map(({ title }) => title)).toEqual(["Six", "Low", pack.title, "Out"]);
    expect(data.view.tabs.items.map(({ count }) => count)).toEqual([4, 3, 1]);
    expect(new Set(data.products.map(({ copyKey }) => copyKey)).size).toBe(4);
    expect(await titles("trash=1")).toEqual(["Gone"]);
  });

  it("can be filtered by stock, category, status and words", async () => {
    expect(await titles("stock=low")).toEqual(["Low"]); // a draft is not sold, so it is not low
    expect(await titles("stock=out")).toEqual(["Out"]);
    expect([await titles("q=stock:low"), await titles("q=stock%3C3")]).toEqual([["Low"], ["Out"]]);
    expect(await titles("category=office")).toEqual(["Out"]);
    expect(await titles("status=Draft")).toEqual(["Out"]);
    expect(await titles("q=so-1180")).toEqual([pack.title]);
  });

  it("says in words when stock is low or empty", () => {
    const words = (status: string) => [0, 1, 5, 6].map((stock) => stockWord({ stock, status }));
    expect(words("Published")).toEqual(["Out of stock", "Low stock", "Low stock", undefined]);
  });

  it("does not mark the stock of a draft as low, because it is not on sale", () => {
    expect([0, 1, 5].map((stock) => stockWord({ stock, status: "Draft" }))).toEqual([
      "Out of stock",
      undefined,
      undefined,
    ]);
  });

  it("is exported as filtered, with formatted amounts and percentages", async () => {
    const { data } = await run<object[]>(exported, await as("/products.json?q=SO-1180", ada));
    expect(data).toMatchObject([
      { id: product.id, title: pack.title, price: 94.5, discount: 10, stock: 18, colors: "blue, green" },
    ]);
    expect((await run(exported, await as("/products.csv?stock=out", ada))).data).toMatch(/^Number,Title.*\r\n\d+,Out,/);
  });

  it("publishes and unpublishes one or many, with one undo", async () => {
    const one = await run(
      setStatus,
      await as(post(at("/status"), { status: "Draft", back: "/products" }), ada),
      params(),
    );
    expect([one.location, toastOf(one).text]).toEqual(["/products", `${pack.title} marked as draft`]);
    const many = await run(
      bulk,
      await as(
        post("/products/bulk", { ids: (await everything()).map(({ id }) => String(id)), status: "Published" }),
        ada,
      ),
    );
    expect(toastOf(many).text).toBe(
      "2 products marked as published. 2 were published already. Left out: Gone. It is in the trash",
    );
    await undoChange(ada, toastOf(many).undo ?? "");
    expect((await everything()).map(({ status }) => status)).toEqual([
      "Draft",
      "Published",
      "Published",
      "Draft",
      "Published",
    ]);
    expect((await run(setStatus, await as(post(at("/status"), { status: "Sold" }), ada), params())).status).toBe(400);
  });
});

describe("the page of a product", () => {
  type Overview = {
    product: Product;
    reviews: { rating: number; review: string; vote?: string }[];
    view: { total: number; everything: number; search: string };
    breakdown: { star: number; count: number }[];
  };
  const look = async (search = "", person = ada) =>
    run<Overview>(overview, await as(at(`/overview${search}`), person), params());

  it("shows the product, its reviews newest first, and the number of reviews per star", async () => {
    await addReviews(product.id, 5, 3, 5);
    const [other] = await addProducts({ code: "other" });
    await addReviews(other?.id ?? 0, 1);
    const { data } = await look();
    expect(data.reviews.map(({ review }) => review)).toEqual(["Review 3", "Review 2", "Review 1"]);
    expect(data.breakdown).toEqual([
      { star: 5, count: 2 },
      { star: 4, count: 0 },
      { star: 3, count: 1 },
      { star: 2, count: 0 },
      { star: 1, count: 0 },
    ]);
    expect(data.product).toMatchObject({ rating: 433, totalReviews: 3 });
  });

  it("filters, sorts and pages its reviews by stars, and ignores other products", async () => {
    await addReviews(product.id, ...Array.from({ length: 30 }, (_, index) => (index % 5) + 1));
    expect((await look("?rating=2")).data).toMatchObject({ view: { total: 6, everything: 30, search: "rating=2" } });
    expect((await look("?sort=rating&page=2")).data.reviews.map(({ rating }) => rating)).toEqual([5, 5, 5, 5, 5]);
    expect((await look("?productId=999&rating=nine&trash=1")).data.view.total).toBe(30);
  });

  it("is available for a product in the trash, says that one was erased, and is a 404 for one that never was", async () => {
    await productResource.trash(ada, [product.id]);
    expect((await look()).data.product.deletedAt).not.toBeNull();
    await write(async (tx) => {
      await tx.update(journal).set({ label: "(erased)" });
      await tx.delete(products).where(eq(products.id, product.id));
    });
    expect(await look()).toMatchObject({ status: 404, data: { message: expect.stringContaining("removed for good") } });
    for (const id of ["999", "0", "abc", "1.0"]) {
      expect(await run(overview, await as(`/products/${id}/overview`, ada), { id })).toMatchObject({
        status: 404,
        data: { message: "Product not found" },
      });
    }
  });
});

describe("a vote for a review", () => {
  let review: number;
  beforeEach(async () => {
    review = (await addReviews(product.id, 4))[0]?.id ?? 0;
    await write(async (tx) => void (await tx.update(reviews).set({ likes: 3, dislikes: 1 })));
  });
  const say = async (vote_: string, person = ada, id = review) =>
    run(vote, await as(post(`/reviews/${id}/vote`, { vote: vote_, back: at("/overview?rating=4#review-1") }), person), {
      id: String(id),
    });
  const counts = async () => (await db.select({ likes: reviews.likes, dislikes: reviews.dislikes }).from(reviews))[0];

  it("is counted, moved to the other side, and withdrawn", async () => {
    expect(await say("like")).toMatchObject({ status: 303, location: at("/overview?rating=4#review-1") });
    expect(await counts()).toEqual({ likes: 4, dislikes: 1 });
    await say("dislike");
    expect(await counts()).toEqual({ likes: 3, dislikes: 2 });
    await say("none");
    expect(await counts()).toEqual({ likes: 3, dislikes: 1 });
    expect(await db.select().from(reviewVotes)).toEqual([]);
  });

  it.each(["like", "dislike", "none"])(
    "a vote for a review of %s is counted once after a double click",
    async (wish) => {
      await say("like");
      await Promise.all([say(wish), say(wish)]);
      await say(wish);
      expect(await counts()).toEqual({ likes: wish === "like" ? 4 : 3, dislikes: wish === "dislike" ? 2 : 1 });
      expect((await db.select().from(reviewVotes)).map(({ vote }) => vote)).toEqual(wish === "none" ? [] : [wish]);
    },
  );

  it("is one for each user, who sees their own", async () => {
    await Promise.all([say("like", ada), say("like", ben)]);
    expect(await counts()).toEqual({ likes: 5, dislikes: 1 });
    await say("none", ben);
    const seen = async (person: typeof ada) =>
      (await run<{ reviews: { vote?: string }[] }>(overview, await as(at("/overview"), person), params())).data
        .reviews[0]?.vote;
    expect([await seen(ada), await seen(ben)]).toEqual(["like", undefined]);
  });

  it("is neither a change of the product nor a journal entry", async () => {
    await say("like");
    expect((await productResource.unrestricted.get(product.id))?.revision).toBe(1);
    expect(await db.select().from(journal)).toEqual([]);
  });

  it("is refused with another value, without the review, or for a product in the trash", async () => {
    expect((await say("love")).status).toBe(400);
    expect(await say("like", ada, 999)).toMatchObject({ status: 404, data: { message: "Review not found" } });
    await productResource.trash(ada, [product.id]);
    expect((await say("like")).status).toBe(404);
    expect(await counts()).toEqual({ likes: 3, dislikes: 1 });
  });

  it("requested with GET leads on", async () => {
    expect(await run(voteByAddress, await as(`/reviews/${review}/vote`, ada), { id: String(review) })).toMatchObject({
      status: 302,
      location: at(`/overview#review-${review}`),
    });
    expect(await run(voteByAddress, await as("/reviews/999/vote", ada), { id: "999" })).toMatchObject({
      status: 302,
      location: "/products",
    });
  });
});

describe("a copy of a product", () => {
  const copy = async (key?: string, of = product) =>
    run(duplicate, await as(post(`/products/${of.id}/duplicate`, key ? { key } : {}), ada), { id: String(of.id) });
  const key = "0b7a2f3c-1111-4222-8333-944445555666";

  it("is a draft with the next free code, leads to its own page, and can be undone", async () => {
    const answer = await copy();
    const made = (await everything()).at(-1);
    expect(made).toMatchObject({
      ...pack,
      title: `${pack.title} (copy)`,
      code: "SO-1180-2",
      status: "Draft",
      rating: 0,
      totalReviews: 0,
      revision: 1,
    });
    expect(answer).toMatchObject({ status: 303, location: `/products/${made?.id}` });
    expect(toast(answer)).toMatch(/\(copy\) was created.*undo/);
    await copy();
    expect((await everything()).at(-1)?.code).toBe("SO-1180-3");
    await undoChange(ada, toastOf(answer).undo ?? "");
    await copy();
    expect((await everything()).at(-1)?.code).toBe("SO-1180-2");
  });

  it("is created once by one form, however often it is sent", async () => {
    const answers = await Promise.all([copy(key), copy(key)]);
    expect(new Set(answers.map(({ location }) => location)).size).toBe(1);
    expect(await everything()).toHaveLength(2);
  });

  it("a copy of the longest title and code still fits", async () => {
    const [long] = await addProducts({ title: "😀".repeat(60), code: "C".repeat(40) });
    await copy(undefined, long);
    const made = (await everything()).at(-1);
    expect([made?.title, made?.code]).toEqual([`${"😀".repeat(56)} (copy)`, `${"C".repeat(38)}-2`]);
  });

  it("no copy of a product in the trash is created", async () => {
    await productResource.trash(ada, [product.id]);
    const answer = await copy();
    expect([answer.location, toastOf(answer).tone]).toEqual([at("/overview"), "error"]);
    expect(await everything()).toHaveLength(1);
  });

  it("requested with GET leads to the product", async () => {
    expect((await run(duplicateByAddress, await as(at("/duplicate"), ada), params())).location).toBe(at());
  });
});

describe("the trash of products", () => {
  it("takes a product and restores it, unless its code is taken by then", async () => {
    await run(trash, await as(post(at("/trash")), ada), params());
    const [other] = await addProducts({ title: "New Pack", code: "so-1180" });
    const refused = await run(restore, await as(post(at("/restore"), { back: "/products?trash=1" }), ada), params());
    expect([refused.location, toastOf(refused).text]).toEqual([at(), "Already used by “New Pack”. Use another one."]);
    const [more] = await addProducts({ title: "Third", code: "T-3" });
    await productResource.trash(ada, [more?.id ?? 0]);
    expect(await productResource.restore(ada, [product.id, more?.id ?? 0])).toMatchObject({
      errors: { code: `${pack.title}: Already used by “New Pack”. Use another one.` },
    });
    await productResource.trash(ada, [other?.id ?? 0]);
    const done = await run(restore, await as(post(at("/restore"), {}), ada), params());
    expect(toastOf(done).text).toBe(`${pack.title} restored`);
  });

  it("keeps the feature image among its images, even if an earlier choice is undone", async () => {
    const [fire, candle] = ["/samples/products/fire.svg", "/samples/products/candle.svg"];
    await productResource.change(ada, product.id, { images: [fire, candle], featureImage: fire });
    const chosen = await productResource.change(ada, product.id, { featureImage: candle });
    await productResource.change(ada, product.id, { images: [candle] });
    expect(await undoChange(ada, (chosen.ok && chosen.batch) || "")).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^The images of .* were changed since/),
    });
    expect(await productResource.unrestricted.find(product.id)).toMatchObject({
      images: [candle],
      featureImage: candle,
    });
  });

  it("lets a change of a product in it be undone, whoever has its code by then", async () => {
    const changed = await productResource.change(ada, product.id, { stock: 3 });
    await productResource.trash(ada, [product.id]);
    await addProducts({ title: "New Pack" });
    expect(await undoChange(ada, (changed.ok && changed.batch) || "")).toMatchObject({ ok: true });
    expect(await productResource.unrestricted.find(product.id)).toMatchObject({
      stock: 18,
      deletedAt: expect.any(Date),
    });
  });
});
