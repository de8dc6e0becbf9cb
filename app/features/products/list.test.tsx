import { createRemixStub } from "@remix-run/testing";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { cast, testDatabase } from "~/testing/database";
import { addProducts } from "~/testing/products";
import { run, signedIn } from "~/testing/requests";
import Products, { loader } from "./list";

testDatabase();
afterEach(cleanup);

test("the list's headers name its columns, and each sorts by its own", async () => {
  await addProducts({});
  const { data } = await run<object>(loader, await signedIn("/products", cast.ada));
  const Stub = createRemixStub([{ id: "list", path: "/products", Component: Products }]);
  render(<Stub initialEntries={["/products"]} hydrationData={{ loaderData: { list: data } }} />);
  const heads = screen
    .getAllByRole("columnheader")
    .map((head) => [
      head.textContent,
      new URL(head.querySelector("a")?.href ?? "https://example.com").searchParams.get("sort"),
    ]);
  expect(heads.filter(([, sort]) => sort)).toEqual([
    ["Product", "title"],
    ["Category", "category"],
    ["Price", "price"],
    ["Stock", "stock"],
    ["Rating", "rating"],
    ["Status", "status"],
  ]);
});
