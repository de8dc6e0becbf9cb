import { addProduct } from "../records";
import { expect, hold, hydrated, row, signIn, inOneWindow as test, toast, unique } from "../support";

/** Returns a picture of one pixel. */
const png = (pixel: string) => ({ name: "dot.png", mimeType: "image/png", buffer: Buffer.from(pixel, "base64") });
const red = png("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==");

test.beforeEach(({ page }) => signIn(page));

test("a product is made with features, and with pictures that arrive when they are chosen", async ({ page }) => {
  const title = unique("Harbour Lamp ");
  await page.goto("/products/create");
  await hydrated(page);
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Code").fill(unique("FU-"));
  await page.getByRole("textbox", { name: "Price" }).fill("79.50");
  await page.getByLabel("Discount").fill("10");
  await page.getByRole("textbox", { name: "Stock" }).fill("4");
  await page.getByLabel("Orange").check();
  await page.getByRole("button", { name: "Add feature" }).click();
  await page.getByLabel("Name of feature 1").fill("Bulb");
  await page.getByLabel("Value of feature 1").fill("E27");
  await page.getByLabel("Add images").setInputFiles(red);
  await expect(page.getByLabel("Feature image 1")).toBeChecked();
  await expect(page.getByLabel("Title")).toHaveValue(title);
  await expect(page.getByLabel("Value of feature 1")).toHaveValue("E27");

  await page.getByRole("button", { name: "Create product" }).click();
  await expect(page.getByLabel("Category")).toHaveAccessibleDescription("Choose a category");
  await page.getByLabel("Category").selectOption("Furniture");
  await page.getByLabel("Title").press("Enter"); // saves, and presses no other button
  await expect(toast(page)).toContainText(`${title} was created`);
  await expect(row(page, title)).toContainText("4–Draft"); // a draft has no low stock
  await row(page, title).getByRole("link", { name: title }).click();
  await expect(page.getByText("$71.55")).toBeVisible();
  await expect(page.getByText("E27", { exact: true })).toBeVisible();
});

test("a review is found helpful and not any more, where one stands in the page @exhaustive", async ({ page }) => {
  await page.goto("/products/1/overview?rating=5");
  await hydrated(page);
  const helpful = page.getByRole("button", { name: /^Helpful: 24 / });
  await helpful.click();
  const mine = page.getByRole("button", { name: /^Helpful: 25 / });
  await expect(mine).toHaveAttribute("aria-pressed", "true");
  await expect(mine).toBeInViewport();
  await mine.click();
  await expect(helpful).toHaveAttribute("aria-pressed", "false");
  await page.getByRole("link", { name: "4 stars" }).click();
  await expect(page).toHaveURL(/rating=4#reviews$/);
  await expect(page.getByRole("list", { name: "Active filters" })).toContainText("Rating: 4 stars");
});

test("a copy of a product opens to be changed, and its toast takes it back @exhaustive", async ({ page }) => {
  const { id, title, code } = await addProduct(page.request);
  await page.goto(`/products/${id}/overview`);
  await hydrated(page);
  await page.getByRole("button", { name: `More actions for ${title}` }).click();
  await page.getByRole("button", { name: "Duplicate" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${title} (copy)`);
  await expect(page.getByLabel("Code")).toHaveValue(`${code}-2`);
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText(`${title} (copy) is in the trash.`)).toBeVisible();
});

test.describe("a button pressed early", () => {
  let comeScripts: () => void;
  test.beforeEach(async ({ page }) => {
    const { id } = await addProduct(page.request);
    comeScripts = (await hold(page, "**/assets/*.js")).open;
    await page.goto(`/products/${id}/overview`, { waitUntil: "commit" });
    await page.getByRole("button", { name: /^More actions/ }).click();
  });

  test("before the scripts come sends its form", async ({ page }) => {
    await page.getByRole("button", { name: "Duplicate" }).click({ noWaitAfter: true });
    comeScripts();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/ \(copy\)$/);
  });

  test("a button pressed while the scripts take over is not lost @exhaustive", async ({ page }) => {
    const pressed = page.evaluate(async () => {
      const begun = () => Object.keys(document).some((name) => name.startsWith("__reactContainer"));
      const { port1, port2 } = new MessageChannel();
      await new Promise<void>((resolve) => {
        port1.onmessage = () => (begun() ? resolve() : port2.postMessage(0));
        port2.postMessage(0);
      });
      [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Duplicate")?.click();
    });
    comeScripts();
    await pressed;
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/ \(copy\)$/);
  });
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("rows and pictures are added, moved and removed by posting, what was typed stays, and all of it is saved @exhaustive", async ({
    page,
  }) => {
    const { id, title } = await addProduct(page.request, {
      features: [{ name: "Bulb", value: "E27" }],
      offers: ["Gift"],
    });
    await page.goto(`/products/${id}`);
    await page.getByRole("textbox", { name: "Price" }).fill("not yet");
    await page.getByRole("button", { name: "Add feature" }).click();
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(page.getByRole("textbox", { name: "Price" })).toHaveValue("not yet");
    await page.getByLabel("Name of feature 2").fill("Weight");
    await page.getByLabel("Value of feature 2").fill("860 g");
    await page.getByRole("button", { name: "Remove Bulb" }).click();
    await page.getByRole("button", { name: "Remove Gift" }).click();
    await page.getByLabel("Add images").setInputFiles(red);
    await page.getByRole("button", { name: "Upload" }).click();
    await page.getByRole("button", { name: "Move image 3 earlier" }).click();
    await expect(page.getByRole("img", { name: "Image 2" })).toBeVisible(); // the first image stays the large one
    await page.locator(".gallery .thumb").first().click();
    await page.getByRole("button", { name: "Remove image 1" }).click();
    await page.getByRole("textbox", { name: "Price" }).fill("80");
    await page.getByRole("button", { name: "Save product" }).click();
    await expect(toast(page)).toContainText(`${title} was saved`);
    const answer = await page.request.get(`/api/products?id=${id}`);
    const images = [expect.stringMatching(/^\/files\//), "/samples/products/fire.svg"];
    expect(await answer.json()).toMatchObject({
      price: 80,
      features: [{ name: "Weight", value: "860 g" }],
      offers: [],
      images,
    });
  });

  test("the pictures of a product are looked at, and a review is found helpful @exhaustive", async ({ page }) => {
    await page.goto("/products/2/overview");
    const second = page.getByRole("img", { name: "Trail Backpack 28L, 2 of 3" });
    await expect(second).toBeHidden();
    await page.locator(".gallery .thumb").nth(1).click();
    await expect(second).toBeVisible();
    await page.getByRole("radio", { name: "Picture 2 of 3" }).press("ArrowRight");
    await expect(second).toBeHidden();
    await page.getByRole("button", { name: /^Helpful: 17 / }).click();
    await expect(page.getByRole("button", { name: /^Helpful: 18 / })).toHaveAttribute("aria-pressed", "true");
  });
});
