/** The line below a list that shows its keyboard shortcuts. */
import { expect, hydrated, otherBrowser, signIn, test } from "../support";

const hints = ".key-hints";
const wide = { width: 1280, height: 800 };

test("a key hint is shown on a wide screen with a mouse, where rows can be opened, and not on paper", async ({
  page,
}) => {
  await signIn(page);
  await page.setViewportSize(wide);
  await page.goto("/invoices");
  await expect(page.locator(hints)).toHaveText("jk move↵ openx selecte editc create? all keys");
  await expect(page.locator(hints)).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(hints)).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await page.setViewportSize({ ...wide, width: 1000 });
  await expect(page.locator(hints)).toBeHidden();
  await page.setViewportSize(wide);
  await page.goto("/invoices?q=nothing-has-this");
  await expect(page.getByText("No invoice matches")).toBeVisible();
  await expect(page.locator(hints)).toBeHidden();
});

for (const [how, options] of [
  ["by touch", { hasTouch: true, isMobile: true }],
  ["without scripts", { javaScriptEnabled: false }],
] as const)
  test(`a key hint is not shown ${how} @exhaustive`, async ({ browser }) => {
    const page = await otherBrowser(browser, undefined, { viewport: wide, ...options });
    await signIn(page);
    await page.goto("/invoices");
    await expect(page.locator(hints)).toHaveCount(1);
    await expect(page.locator(hints)).toBeHidden();
    await page.context().close();
  });

test("a key hint on orders names no key that does nothing there: they come from a shop, and only their status is set @exhaustive", async ({
  page,
}) => {
  await signIn(page);
  await page.setViewportSize(wide);
  await page.goto("/orders");
  await hydrated(page);
  await expect(page.locator(hints)).toHaveText("jk move↵ openx select? all keys");
  await page.keyboard.press("j");
  const first = page.locator("tbody tr").first(); // the newest order by now
  await expect(first.locator("a.primary-cell")).toBeFocused();
  for (const key of ["c", "e"]) await page.keyboard.press(key);
  await page.keyboard.press("x"); // proves that the two keys before it were handled
  await expect(first.getByRole("checkbox")).toBeChecked();
  await expect(page).toHaveURL("/orders");
});
