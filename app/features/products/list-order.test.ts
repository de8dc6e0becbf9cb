import { beforeEach, describe, expect, it } from "vitest";
import { db } from "db";
import { type Product, products } from "db/schema";
import { cast, testDatabase } from "~/testing/database";
import { addProducts } from "~/testing/products";
import { run, signedIn } from "~/testing/requests";
import { placesIn, sortsOf } from "~/testing/sorts";
import { loader as list } from "./list";
import { productResource } from "./products.server";

testDatabase();

describe("the sort order of the list", () => {
  const columns = {
    id: "ABCD",
    title: "ABDC",
    code: "ACBD",
    category: "ACDB",
    price: "ADBC",
    discount: "ADCB",
    stock: "BACD",
    rating: "BADC",
    totalReviews: "BCAD",
    createdAt: "BDAC",
    status: "CABD",
  };
  const place = placesIn(columns);
  const words = ["accessories", "Electronics", "Fashion", "office"]; // as people sort them, capitals or not
  const category = ["Accessories", "Electronics", "Fashion", "Office"];

  beforeEach(() =>
    addProducts(
      ...[..."ABCD"].map((name) => ({
        description: `Sorted ${name}`,
        title: words[place(name, "title")],
        code: `x-${place(name, "code")}`,
        category: category[place(name, "category")],
        price: 90 + 10 * place(name, "price"), // as texts, 100 comes before 90
        discount: place(name, "discount"),
        stock: 8 + place(name, "stock"),
        rating: 98 + place(name, "rating"),
        totalReviews: 9 + place(name, "totalReviews"),
        createdAt: new Date(Date.UTC(2020, place(name, "createdAt"))),
        status: place(name, "status") === 0 ? ("Draft" as const) : ("Published" as const),
      })),
    ),
  );

  it("can be that of each column", () =>
    expect(Object.keys(columns).sort()).toEqual(Object.keys(productResource.listing.sorts).sort()));

  it.each(sortsOf(columns))("%s is %s", async (sort, order) => {
    const { data } = await run<{ products: Product[] }>(
      list,
      await signedIn(`/products?q=sorted&sort=${sort}`, cast.ada),
    );
    const named = new Map((await db.select().from(products)).map(({ id, description }) => [id, description.at(-1)]));
    expect(data.products.map(({ id }) => named.get(id)).join("")).toBe(order);
  });

  it("uses the value of numbers in titles and codes", async () => {
    const named = (name: string) => ({ title: `Counted ${name}`, code: `C-${name}` });
    await addProducts(...["10", "9", "100", "09b"].map(named));
    for (const sort of ["title", "code"]) {
      const { data } = await run<{ products: Product[] }>(
        list,
        await signedIn(`/products?q=counted&sort=${sort}`, cast.ada),
      );
      expect(data.products.map(({ title }) => title.slice(8))).toEqual(["9", "09b", "10", "100"]);
    }
  });
});
