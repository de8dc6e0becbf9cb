import type { Page } from "@playwright/test";
import { addUser } from "../records";
import { expect, hydrated, row, signIn, inOneWindow as test, toast, unique } from "../support";

const selection = (page: Page) => page.getByRole("region", { name: "Selection" });
const group = (page: Page, name: RegExp) => page.getByRole("region", { name }).first();

/** Creates `count` users, the first banned and the others pending, and returns the word in their names. */
async function somePeople(page: Page, count: number) {
  const word = unique("Bulk");
  for (let number = 0; number < count; number++)
    await addUser(page.request, { name: `${word} ${number}`, status: number === 0 ? "Banned" : "Pending" });
  return word;
}

/**
 * Returns what a screen reader announces for the selection count, which style sheets generate, so that it works
 * without scripts.
 */
async function countRead(page: Page): Promise<string> {
  const chromium = await page.context().newCDPSession(page);
  const { root } = await chromium.send("DOM.getDocument");
  const { nodeId } = await chromium.send("DOM.querySelector", {
    nodeId: root.nodeId,
    selector: "[aria-label=Selection] [aria-live]",
  });
  const { nodes } = await chromium.send("Accessibility.queryAXTree", { nodeId, role: "StaticText" });
  await chromium.detach();
  return nodes
    .map(({ name }) => String(name?.value))
    .join("")
    .replace(/\s+/g, " ");
}

test.beforeEach(({ page }) => signIn(page));

test("everything that matches is selected across pages, previewed and deleted, and nothing else", async ({ page }) => {
  const word = await somePeople(page, 12);
  const bystander = await addUser(page.request);
  await page.goto(`/users?q=${word}&size=10`);
  await hydrated(page);
  await page.getByRole("checkbox", { name: "Select all 10 on this page" }).click();
  await page.getByRole("status").getByRole("link", { name: "Select all 12 users that match" }).click();
  await expect(page.getByRole("status").getByText("All 12 users that match are selected.")).toBeVisible();
  await expect(async () => {
    await page.getByRole("navigation", { name: "Pagination" }).scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
  }, "the page is scrolled, whatever it still draws").toPass();
  await selection(page).getByRole("button", { name: "Delete" }).click();

  await expect(page.getByRole("heading", { name: "Move 12 users to the trash", level: 1 })).toBeVisible();
  expect(await page.evaluate(() => scrollY), "the preview begins at its top").toBe(0);
  await expect(row(page, `${word} 3`)).toContainText("In the list → in the trash");
  await page.setViewportSize({ width: 1280, height: 1600 });
  const [last, card] = await Promise.all([
    page.locator("main tbody tr").last().boundingBox(),
    page.locator("main .card").last().boundingBox(),
  ]);
  expect(card!.y + card!.height - last!.y - last!.height, "the card ends with its rows").toBeLessThan(4);
  expect((await page.request.get(`/api/users?q=${word}`)).headers()["x-total-count"]).toBe("12");

  await page.getByRole("button", { name: "Move 12 users to the trash" }).click();
  await expect(toast(page)).toContainText("12 users moved to the trash");
  await expect(page.getByText(`No user matches “${word}”`)).toBeVisible();
  expect((await page.request.get(`/api/users?id=${bystander.id}`)).status()).toBe(200);
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("1–10 of 12")).toBeVisible();
});

test("a preview that is left changes nothing and leads back to the list with what was selected @exhaustive", async ({
  page,
}) => {
  const word = await somePeople(page, 2);
  await page.goto(`/users/bulk?q=${word}&set=Active`);
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page).toHaveURL(`/users?q=${word}&select=all`);
  await expect(page.getByText("All 2 users that match are selected.")).toBeVisible();
  await expect(row(page, `${word} 1`)).toContainText("Pending");
});

for (const scripts of [true, false]) {
  test.describe(scripts ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled: scripts });

    test("the bar says how many rows are selected @exhaustive", async ({ page }) => {
      const word = await somePeople(page, 3);
      await page.goto(`/users?q=${word}&sort=name`);
      if (scripts) await hydrated(page);
      await row(page, `${word} 1`).getByRole("checkbox").check();
      expect(await countRead(page)).toBe("1 selected");
      await row(page, `${word} 2`).getByRole("checkbox").check();
      expect(await countRead(page)).toBe("2 selected");
      if (scripts) await page.getByRole("checkbox", { name: "Select all 3 on this page" }).click();
      else await page.getByRole("link", { name: "Select all 3 users that match" }).click();
      await expect(
        page
          .getByText("All 3 users that match are selected.")
          .or(page.getByRole("checkbox", { name: "Select all 3 on this page", checked: true })),
      ).toBeVisible();
      expect(await countRead(page)).toBe("3 selected");
    });

    test("an undo of many, of which one was changed since, takes back nothing, or the others @exhaustive", async ({
      page,
    }) => {
      const word = await somePeople(page, 4);
      await page.goto(`/users?q=${word}&sort=name`);
      for (const number of [1, 2, 3]) await row(page, `${word} ${number}`).getByRole("checkbox").check();
      await selection(page).getByRole("button", { name: "Reject" }).click();
      await expect(toast(page)).toContainText("3 users marked as rejected");
      const id = await row(page, `${word} 2`).getByRole("checkbox").inputValue();
      expect((await page.request.post(`/users/${id}/status`, { form: { status: "Active" } })).ok()).toBe(true);

      await toast(page).getByRole("button", { name: "Undo" }).click();
      await expect(toast(page)).toContainText("Nothing was undone, because 1 of the 3 was changed again since.");
      await expect(row(page, `${word} 1`)).toContainText("Rejected");
      await toast(page).getByRole("button", { name: "Undo the other 2" }).click();
      await expect(toast(page)).toContainText("Undone: 2 changes. 1 left as it is, because it was changed since.");
      for (const number of [1, 3]) await expect(row(page, `${word} ${number}`)).toContainText("Pending");
      await toast(page)
        .getByRole("link", { name: `${word} 2` })
        .click();
      await expect(page).toHaveURL(`/users/${id}`);
    });

    test("a bulk action names refused rows, asks again about moved ones, and is undone at once @exhaustive", async ({
      page,
    }) => {
      const word = await somePeople(page, 3);
      await page.goto(`/users?q=${word}&select=all`);
      await selection(page).getByRole("button", { name: "Ban" }).click();
      await expect(
        page.getByText("3 users match: 2 would change, 0 would be refused, 1 would stay as before."),
      ).toBeVisible();
      await expect(group(page, /^Would change/)).toContainText("Status: Pending → Banned");
      await expect(group(page, /^As before/)).toContainText("It is banned already.");

      await addUser(page.request, { name: `${word} late`, status: "Pending" });
      await page.getByRole("button", { name: "Set 2 users to Banned" }).click();
      await expect(page.getByRole("alert")).toContainText("4 rows match now, not 3. Nothing was changed.");
      await page.getByRole("button", { name: "Set 3 users to Banned" }).click();
      await expect(toast(page)).toContainText("3 users marked as banned");
      await expect(row(page, `${word} late`)).toContainText("Banned");
      await toast(page).getByRole("button", { name: "Undo" }).click();
      await expect(row(page, `${word} late`)).toContainText("Pending");
    });

    test("one of many changes leads to all that were made at once, which one button takes back @exhaustive", async ({
      page,
    }) => {
      const word = await somePeople(page, 3);
      await page.goto(`/users/bulk?q=${word}&act=delete`);
      await page.getByRole("button", { name: "Move 3 users to the trash" }).click();
      await expect(toast(page)).toContainText("3 users moved to the trash");
      await page.goto(`/activity?q=${word}&action=deleted`);
      await page.getByRole("link", { name: "One of many changed at once" }).first().click();
      await page.getByRole("button", { name: "Undo all 3 changes" }).click();
      await expect(toast(page)).toContainText("Undone: 3 changes");
      await page.goto(`/users?q=${word}`);
      await expect(row(page, `${word} 1`)).toBeVisible();
    });
  });
}

test("one's own account is left alone among many @exhaustive", async ({ page }) => {
  await page.goto("/users/bulk?q=demo@portico.example&act=delete");
  await expect(group(page, /^Refused/)).toContainText("This is your own account");
  await expect(page.getByRole("button", { name: /^Move / })).toBeHidden();
});

for (const scripts of [true, false])
  test.describe(`${scripts ? "with" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled: scripts });

    test("Enter in the box of a row does nothing to it @exhaustive", async ({ page }) => {
      await page.goto("/products?q=pen");
      if (scripts) await hydrated(page);
      const box = page.locator("input[name=ids]").first();
      await box.check();
      await box.press("Enter");
      await expect(page.locator(".toast")).toHaveCount(0);
      await expect(page).toHaveURL(scripts ? "/products?q=pen" : /^[^?]+\/products\?/);
      await expect(page.locator("input[name=ids]").first()).toBeChecked({ checked: scripts });
    });
  });
