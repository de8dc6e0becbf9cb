import { createRemixStub } from "@remix-run/testing";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { PriceAndStock } from "./price-and-stock";

afterEach(cleanup);

function open(record: Record<string, string>, form?: Parameters<typeof PriceAndStock>[0]["form"]) {
  const Page = createRemixStub([
    {
      path: "/",
      Component: () => (
        <form>
          <PriceAndStock rates={[]} record={record} form={form} />
        </form>
      ),
    },
  ]);
  render(<Page />);
}
const type = (label: RegExp, value: string) =>
  fireEvent.input(screen.getByRole("textbox", { name: label }), { target: { value } });

test("the price after the discount is shown beside the discount, also without scripts", () => {
  open({ price: "94.50", discount: "12.5" });
  expect(screen.getByText("Price after discount: $82.69")).toBeTruthy();
});

test("the price after the discount updates while typing, and disappears without a discount", () => {
  open({ price: "94.50", discount: "0" });
  expect(screen.queryByText(/Price after discount/)).toBeNull();
  type(/Discount/, "50");
  expect(screen.getByText("Price after discount: $47.25")).toBeTruthy();
  type(/Price/, "1,000");
  expect(screen.getByText("Price after discount: $500.00")).toBeTruthy();
  type(/Discount/, "much");
  expect(screen.queryByText(/Price after discount/)).toBeNull();
});

test("a refused form shows the price after the typed discount", () => {
  open(
    { price: "94.50", discount: "0" },
    { fields: { price: "10", discount: "10" }, errors: { stock: "Enter a number" } },
  );
  expect(screen.getByText("Price after discount: $9.00")).toBeTruthy();
});
