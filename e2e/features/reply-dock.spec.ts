/** The reply form stays reachable below a conversation longer than the window. */
import type { Page } from "@playwright/test";
import { exhaustiveIf } from "../exhaustive";
import { addTicket } from "../records";
import { expect, hydrated, signIn, inOneWindow as test } from "../support";

test.beforeEach(({ page }) => signIn(page));

/** Opens a ticket with a message much longer than the window, with a link in each paragraph. */
async function openLongTicket(page: Page, size: { width: number; height: number }) {
  await page.setViewportSize(size);
  const message = Array.from({ length: 60 }, (_, place) => `See https://example.com/${place} for it.`).join("\n\n");
  await page.goto(await addTicket(page.request, { message, requesterId: 9 }));
}

const box = (page: Page) => page.getByRole("textbox", { name: /^Your (reply|note)/ });
const send = (page: Page) => page.getByRole("button", { name: /^(Send reply|Add note)$/ });
const top = async (page: Page, selector: string) => (await page.locator(selector).boundingBox())?.y ?? 0;

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });

    for (const size of [
      { width: 1440, height: 900 },
      { width: 800, height: 700 },
    ])
      test(`at ${size.width} pixels one writes and sends a reply from the top of a long conversation @exhaustive`, async ({
        page,
      }) => {
        await openLongTicket(page, size);
        if (javaScriptEnabled) await hydrated(page);
        await expect(box(page)).toBeInViewport({ ratio: 0.15 });
        await expect(send(page)).not.toBeInViewport();
        await box(page).focus();
        await expect(send(page)).toBeInViewport({ ratio: 1 });
        await page.keyboard.type("It is on its way.");
        await send(page).click();
        await expect(page.getByRole("article").filter({ hasText: "It is on its way." })).toBeAttached();
        await expect(box(page)).toHaveValue("");
      });

    for (const size of [
      { width: 1280, height: 720 },
      { width: 390, height: 844 },
    ])
      test(`at ${size.width} × ${size.height} the form for replies leaves half of the window to the conversation${exhaustiveIf(!javaScriptEnabled || size.width !== 390)}`, async ({
        page,
      }) => {
        await openLongTicket(page, size);
        if (javaScriptEnabled) await hydrated(page);
        const share = async () => {
          const message = await page.getByRole("article").last().boundingBox();
          const bar = await page.locator(".topbar").boundingBox();
          const from = Math.max(message?.y ?? 0, (bar?.y ?? 0) + (bar?.height ?? 0));
          const formTop = await top(page, ".reply-form");
          return (Math.min(size.height, formTop, (message?.y ?? 0) + (message?.height ?? 0)) - from) / size.height;
        };
        expect(await share(), "at the top of the page").toBeGreaterThanOrEqual(0.5);
        if (!javaScriptEnabled || size.width < 768) return; // a focused form that is not docked scrolls to its place
        await box(page).focus();
        expect(await share(), "while a reply is written").toBeGreaterThanOrEqual(0.5);
      });

    test("at the end of the page the reply form covers no message @exhaustive", async ({ page }) => {
      await openLongTicket(page, { width: 1440, height: 900 });
      await page.locator("body").press("End");
      await expect(send(page)).toBeInViewport({ ratio: 1 });
      const message = await page.getByRole("article").last().boundingBox();
      expect((message?.y ?? 0) + (message?.height ?? 9999)).toBeLessThanOrEqual(await top(page, ".reply-form"));
    });

    test("a link of the conversation that gets the focus is not beneath the form for replies @exhaustive", async ({
      page,
    }) => {
      await openLongTicket(page, { width: 1440, height: 900 });
      const links = page.getByRole("article").getByRole("link");
      await links.nth(2).focus();
      for (let place = 3; place < 40; place++) {
        await page.keyboard.press("Tab");
        await expect(links.nth(place)).toBeFocused();
        const link = await links.nth(place).boundingBox();
        expect((link?.y ?? 0) + (link?.height ?? 0)).toBeLessThanOrEqual(await top(page, ".reply-form"));
      }
    });

    test("the form for replies on a phone, or in a low window, stays beneath the conversation @exhaustive", async ({
      page,
    }) => {
      for (const size of [
        { width: 390, height: 844 },
        { width: 1280, height: 600 },
      ]) {
        await openLongTicket(page, size);
        await expect(box(page)).not.toBeInViewport();
      }
    });
  });

test("a press in the collapsed reply form works, and a press elsewhere collapses it again", async ({ page }) => {
  await openLongTicket(page, { width: 1440, height: 900 });
  await hydrated(page);
  await page.getByText("Internal note", { exact: true }).click();
  await expect(page.getByRole("radio", { name: "Internal note" })).toBeChecked();
  await expect(page.getByRole("button", { name: "Add note" })).toBeInViewport({ ratio: 1 });
  await page.getByText("Reply", { exact: true }).click();
  await expect(page.getByRole("radio", { name: "Reply" })).toBeChecked();
  await expect(send(page)).toBeInViewport({ ratio: 1 });
  await page.getByRole("heading", { level: 1 }).click();
  await expect(send(page)).not.toBeInViewport();
  await expect(box(page)).toBeInViewport({ ratio: 0.15 });
});
