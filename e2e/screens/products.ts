import { expect } from "@playwright/test";
import { addProduct } from "../records";
import { press, type Screens } from "./steps";

export const products: Screens = {
  "the list of products": (page) => page.goto("/products?size=10&status=Published"),
  "a product": (page) => page.goto("/products/1/overview?rating=5"),
  "a product's form": (page) => page.goto("/products/2"),
  "a product's form with errors": async (page) => {
    await page.goto("/products/create");
    await page.getByRole("button", { name: "Add feature" }).click();
    await page.getByLabel("Name of feature 1").fill("Volume");
    await press(page, "Create product");
    await expect(page.getByLabel("Value of feature 1")).toHaveAccessibleDescription("Enter the value of the feature");
  },
  "a product that is in the trash": async (page) => {
    const { id } = await addProduct(page.request);
    await page.request.post(`/products/${id}/trash`);
    await page.goto(`/products/${id}/overview`);
  },
};
