import { addOrder } from "../records";
import { deleteHere, expect, hydrated, row, signIn, inOneWindow as test, toast, unique } from "../support";

test.beforeEach(({ page }) => signIn(page));

test("a tile says how many orders it leads to and what they come to, in half the height of a card @exhaustive", async ({
  page,
}) => {
  const word = unique("Tile");
  await addOrder(page.request, { customer: { name: word }, status: "Cancelled" });
  await page.goto("/orders");
  const tile = page.getByRole("list", { name: "Summary" }).getByRole("link", { name: /^Cancelled Orders/ });
  const [, counted, total = ""] = (await tile.innerText()).match(/(\d+)\s+orders?,\s+(\$[\d,.]+)$/) ?? [];
  expect((await tile.boundingBox())?.height).toBeLessThanOrEqual(50);
  await tile.click();
  await expect(page).toHaveURL("/orders?status=Cancelled");
  await expect(row(page, word)).toBeVisible();
  const foot = page.getByText(/orders? in all$/).locator("..");
  await expect(foot).toContainText(`${counted} order`);
  await expect(foot).toContainText(total);
});

test("an order is moved on from its menu, and the act is taken back by its toast", async ({ page }) => {
  const word = unique("Menu");
  await addOrder(page.request, { customer: { name: word } });
  await page.goto(`/orders?q=${word}`);
  await row(page, word)
    .getByLabel(/^Actions/)
    .click();
  await page.getByRole("button", { name: "Mark as pending" }).click();
  await expect(toast(page)).toContainText("marked as pending");
  await expect(row(page, word)).toContainText("Pending");
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(row(page, word)).toContainText("New");
});

test("an order's status that a colleague set meanwhile is not overwritten from the page or its menu @exhaustive", async ({
  page,
}) => {
  const word = unique("Late");
  const { id } = await addOrder(page.request, { customer: { name: word } });
  const callOff = () => page.request.patch(`/api/orders?id=${id}`, { data: { status: "Cancelled" } });
  await page.goto(`/orders/${id}`);
  await hydrated(page);
  await callOff();
  await page.getByLabel("Status", { exact: true }).selectOption("Shipping");
  await page.getByLabel("Note").fill("Off it goes");
  await page.getByRole("button", { name: "Save status" }).click();
  await expect(page.getByRole("alert")).toContainText(
    /The order is cancelled now\. .+ set it on .+\. Nothing has been overwritten/,
  );
  await expect(page.getByRole("heading", { level: 1 }).locator("..")).toContainText("Cancelled");
  await expect(page.getByLabel("Note")).toHaveValue("Off it goes");
  await page.getByRole("link", { name: "Keep cancelled" }).click();
  await expect(page.getByLabel("Status", { exact: true })).toHaveValue("Cancelled");
  await expect(page.getByLabel("Note")).toHaveValue("");

  await page.request.patch(`/api/orders?id=${id}`, { data: { status: "New" } });
  await page.getByLabel("Status", { exact: true }).selectOption("Shipping");
  await page.getByRole("button", { name: "Save status" }).click();
  await expect(page.getByRole("alert")).toContainText("The order is new now.");
  await page.getByRole("button", { name: "Save status anyway" }).click();
  await expect(toast(page)).toContainText("marked as shipping");
  await expect(page.getByLabel("Note")).toHaveValue("");

  await page.goto(`/orders?q=${word}`);
  await callOff();
  await hydrated(page); // the link becomes a button: a press across both would not count
  await row(page, word)
    .getByLabel(/^Actions/)
    .click();
  await page.getByRole("button", { name: "Mark as delivered" }).click();
  await expect(toast(page)).toContainText("is cancelled now, no longer shipping");
  await expect(row(page, word)).toContainText("Cancelled");
});

test("the print button opens the browser's dialogue, and the slip stands alone on paper @exhaustive", async ({
  page,
}) => {
  const { id } = await addOrder(page.request);
  await page.goto(`/orders/${id}`);
  await page.getByRole("link", { name: "Packing slip" }).click();
  await hydrated(page);
  await page.evaluate(() => (window.print = () => document.documentElement.setAttribute("data-printed", "")));
  await page.getByRole("button", { name: "Print" }).click();
  await expect(page.locator("html[data-printed]")).toHaveCount(1);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await expect(page.getByRole("article")).toContainText(/Ship to.*Olga.*Pen\s*2/s);
  await expect(page.getByRole("article")).not.toContainText("$");
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("an order goes from its notification through each status, with reasons, to the trash and back @exhaustive", async ({
    page,
  }) => {
    const { id } = await addOrder(page.request);
    await page.goto("/");
    await page.getByRole("link", { name: /^Notification/ }).click();
    await page
      .getByRole("main")
      .getByRole("link", { name: new RegExp(`placed order #${id}, \\$41\\.30`) })
      .click();
    await expect(page).toHaveURL(`/orders/${id}`);

    await page.getByLabel("Status", { exact: true }).selectOption("Shipping");
    await expect(page.getByLabel("Status", { exact: true })).toHaveAccessibleDescription("Skips Pending.");
    await page.getByLabel("Note").fill("The courier came early");
    await page.getByRole("button", { name: "Save status" }).click();
    await expect(toast(page)).toContainText(`Order #${id} marked as shipping`);
    await expect(page.getByRole("listitem").filter({ hasText: "Marked as shipping" })).toContainText(
      "“The courier came early”",
    );
    await expect(page.locator("li[aria-current=step]")).toContainText("Shipping");
    await expect(page.getByRole("listitem").filter({ hasText: /^Pending/ })).toContainText("Skipped");

    await page.getByRole("button", { name: "Save status" }).click();
    await expect(page.getByRole("alert")).toContainText("is shipping already");
    await expect(page.getByRole("alert")).toBeInViewport();
    await page.getByRole("button", { name: "Undo: changed" }).click();
    await expect(page.locator("li[aria-current=step]")).toContainText("New");
    await page.request.patch(`/api/orders?id=${id}`, { data: { status: "Cancelled" } });
    await page.getByLabel("Status", { exact: true }).selectOption("Delivered");
    await expect(page.getByLabel("Status", { exact: true })).toHaveAccessibleDescription(
      "Skips Pending and Shipping. Sets the delivery day.", // its Shipping status was undone
    );
    await page.getByRole("button", { name: "Save status" }).click();
    await expect(page.getByRole("alert")).toContainText("The order is cancelled now.");
    await expect(page.getByRole("alert")).toBeInViewport();
    await page.getByRole("button", { name: "Save status anyway" }).click();
    await expect(toast(page)).toContainText("marked as delivered");

    await deleteHere(page);
    await page.goto(`/orders/${id}`);
    await page.getByRole("button", { name: "Restore" }).click();
    await expect(page.getByRole("button", { name: "Save status" })).toBeVisible();
    await page.getByRole("link", { name: "Packing slip" }).click();
    await expect(page.getByText("Print it from your browser’s menu.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  });
});
