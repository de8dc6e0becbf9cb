import { expect, signIn, inOneWindow as test } from "../support";

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the page about the API is found from the home page, opens row by row, and prints whole", async ({ page }) => {
    await page.goto("/api");
    await expect(page).toHaveURL(/\/login\?from=%2Fapi$/);
    await signIn(page);
    await page.goto("/");
    await page
      .getByRole("main")
      .getByRole("link", { name: /^API All of this/ })
      .click();

    const users = page.getByRole("region", { name: "Users" });
    const command = users.getByText("--request PUT");
    await expect(command).toBeHidden();
    await users.getByRole("heading", { name: "Change a user" }).click();
    await expect(command).toBeVisible();
    await expect(users.getByText("--request DELETE").first()).toBeHidden();

    await page.emulateMedia({ media: "print" });
    await expect(users.getByText("--request DELETE").first()).toBeVisible();
  });
});

test("a link to an operation opens it", async ({ page }) => {
  await signIn(page);
  await page.goto("/api#deleteUsers");
  await expect(page.getByText("--request DELETE").first()).toBeInViewport();
});

test("the OpenAPI description is JSON for signed-in users only", async ({ page }) => {
  const visitor = await page.request.get("/api/openapi.json");
  expect([visitor.status(), await visitor.json()]).toEqual([401, { message: "Unauthorized" }]);
  await signIn(page);
  await page.goto("/api");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "OpenAPI" }).click();
  expect((await download).suggestedFilename()).toBe("portico.openapi.json");
  expect(await (await page.request.get("/api/openapi.json")).json()).toMatchObject({
    openapi: "3.1.0",
    paths: { "/api/users": {} },
  });
});
