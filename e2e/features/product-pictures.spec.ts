/** Pictures in the product form. */
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { addProduct } from "../records";
import { expect, hold, hydrated, signIn, inOneWindow as test, toast } from "../support";

const png = { name: "me.png", mimeType: "image/png" };
const picture = async (width: number, height: number) => ({
  ...png,
  buffer: await sharp({ create: { width, height, channels: 3, background: "red" } })
    .png()
    .toBuffer(),
});

test.beforeEach(({ page }) => signIn(page));

/** Selects a picture in the gallery and expects it to be the large one. */
async function show(page: Page, number: number) {
  await page
    .locator(".gallery .thumb")
    .nth(number - 1)
    .click();
  await expect(large(page)).toHaveAttribute("alt", `Image ${number}`);
}
const large = (page: Page) => page.locator(".picture > label > img").filter({ visible: true });

const pictures = (page: Page) =>
  page.locator("input[name=images]").evaluateAll((inputs: HTMLInputElement[]) => inputs.map((input) => input.value));

test("pictures are moved and taken away at once, and saved in their new order", async ({ page }) => {
  const { id } = await addProduct(page.request, {
    images: ["candle", "fire", "house"].map((name) => `/samples/products/${name}.svg`),
  });
  await page.goto(`/products/${id}`);
  await hydrated(page);
  await show(page, 3);
  await page.getByRole("button", { name: "Move image 3 earlier" }).click();
  await expect(large(page)).toHaveAttribute("src", "/samples/products/house.svg");
  await expect(page.getByRole("button", { name: "Move image 2 earlier" })).toBeFocused();
  await show(page, 1);
  await page.getByRole("button", { name: "Remove image 1" }).click();
  const order = ["/samples/products/house.svg", "/samples/products/fire.svg"];
  expect(await pictures(page)).toEqual(order);
  await expect(large(page)).toHaveAttribute("src", "/samples/products/house.svg");
  await expect(page.getByRole("button", { name: "Remove image 1" })).toBeFocused();
  await expect(page.getByLabel("Feature image 1"), "the first, where the feature image goes").toBeChecked();
  await show(page, 2);
  await page.getByLabel("Feature image 2").check();
  await page.getByRole("button", { name: "Save product" }).click();
  await expect(toast(page)).toContainText("was saved");
  expect(await pictures(page)).toEqual(order);
  await expect(page.getByLabel("Feature image 2")).toBeChecked();
  await expect(large(page)).toHaveAttribute("alt", "Image 2");
});

test("no place is left for a new picture beside twelve, until one goes @exhaustive", async ({ page }) => {
  const samples = ["candle", "fire", "house"].map((name) => `/samples/products/${name}.svg`);
  const { id } = await addProduct(page.request, { images: samples });
  await page.goto(`/products/${id}`);
  await hydrated(page);
  const add = page.getByLabel("Add images");
  await add.setInputFiles(await Promise.all(Array.from({ length: 9 }, (_, at) => picture(at + 1, at + 1))));
  await expect(page.locator(".gallery .thumb")).toHaveCount(12);
  await expect(add).toBeHidden();
  await expect(page.getByText("Remove one to add another")).toBeVisible();
  await page
    .getByRole("button", { name: /^Remove image \d+$/ })
    .filter({ visible: true })
    .click();
  await expect(add).toBeVisible();
});

test("a picture is looked at in the form by mouse and keyboard, and that changes nothing @exhaustive", async ({
  page,
}) => {
  await page.goto("/products/2");
  await hydrated(page);
  await show(page, 2);
  await page.getByRole("radio", { name: "Show image 2" }).press("ArrowRight");
  await expect(large(page)).toHaveAttribute("alt", "Image 3");
  await expect(page.getByLabel("Feature image 1")).toBeChecked();
  await page.getByLabel("Title").press("End"); // unsaved changes are reported by now
  await page.getByRole("link", { name: "View" }).click();
  await expect(page).toHaveURL("/products/2/overview");
});

test("the last picture that is removed leaves the focus where a new one is added, which is shown @exhaustive", async ({
  page,
}) => {
  const { id } = await addProduct(page.request, { images: ["/samples/products/fire.svg"] });
  await page.goto(`/products/${id}`);
  await hydrated(page);
  await page.getByRole("button", { name: "Remove image 1" }).click();
  await expect(page.getByLabel("Add images")).toBeFocused();
  await page.getByLabel("Add images").setInputFiles([await picture(3000, 30), await picture(30, 3000)]);
  await expect(large(page)).toHaveAttribute("src", /^\/files\//);
  await page.getByLabel("Add images").setInputFiles(await picture(1, 1));
  await expect(large(page)).toHaveAttribute("alt", "Image 3");

  for (const thumb of await page.locator(".gallery .thumb").all()) {
    const [box, inside] = [await thumb.boundingBox(), await thumb.locator("img").boundingBox()];
    expect(box?.height, "however wide or tall its picture is, it is a square").toBeCloseTo(box?.width ?? 0, 0);
    expect(inside?.height, "and holds all of it").toBeLessThanOrEqual(box?.height ?? 0);
  }
});

test("a picture that is none is refused beside its place, once more too, and is not sent with the product @exhaustive", async ({
  page,
}) => {
  const { id } = await addProduct(page.request);
  const none = { ...png, buffer: Buffer.from("<svg onload=alert(1)>") };
  await page.goto(`/products/${id}`);
  await hydrated(page);
  const add = page.getByLabel("Add images");
  for (const _ of [1, 2]) {
    const answer = page.waitForResponse((response) => response.request().method() === "POST");
    await add.setInputFiles(none);
    expect((await answer).status()).toBe(400);
    await expect(add).toHaveAccessibleDescription(/Choose a JPEG, PNG or WebP/);
    await expect(add).toHaveValue("");
  }
  await page.getByRole("button", { name: "Save product" }).click();
  await expect(page.getByRole("alert")).toHaveCount(0);
  expect(await pictures(page)).toHaveLength(2);
});

test("a smaller picture arrives at once where one was too large @exhaustive", async ({ page }) => {
  const { id } = await addProduct(page.request);
  await page.goto(`/products/${id}`);
  await hydrated(page);
  await page.getByLabel("Add images").setInputFiles({ ...png, buffer: Buffer.alloc(8 * 1024 * 1024 + 1) });
  await expect(page.getByLabel("Add images")).toHaveAccessibleDescription(/This file is larger than 8 MB/);
  await page.getByLabel("Add images").setInputFiles(await picture(1, 1));
  await expect(large(page)).toHaveAttribute("alt", "Image 3");
  await expect(page.getByLabel("Add images")).not.toHaveAccessibleDescription(/larger/);
});

test("pictures that were chosen before the scripts came are sent when they are there @exhaustive", async ({ page }) => {
  const { id } = await addProduct(page.request);
  const { open } = await hold(page, "**/assets/*.js");
  await page.goto(`/products/${id}`, { waitUntil: "commit" });
  await page.getByLabel("Add images").setInputFiles(await picture(1, 1));
  open();
  await expect(large(page)).toHaveAttribute("alt", "Image 3");
});
