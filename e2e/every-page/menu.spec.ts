import type { Page } from "@playwright/test";
import { demo, expect, hydrated, otherBrowser, signIn, inOneWindow as test } from "../support";

/** Expected menu: groups, items, and the target of each entry. */
const menu: { group?: string; items: Record<string, [label: string, to: string | RegExp][]> }[] = [
  {
    items: {
      Dashboard: [
        ["Analytics", "/analytics"],
        ["Finance", "/finance"],
        ["Career", "/career"],
        ["Course", "/course"],
        ["Sales", "/sales"],
      ],
    },
  },
  {
    group: "Management",
    items: {
      Users: [
        ["List", "/users"],
        ["Edit", "/users/3"],
        ["Create", "/users/create"],
        ["Profile", "/users/profile"],
      ],
      Products: [
        ["List", "/products"],
        ["Edit", "/products/1"],
        ["Create", "/products/create"],
        ["Details", "/products/1/overview"],
      ],
      Orders: [
        ["List", "/orders"],
        ["Details", "/orders/1"],
      ],
      Invoices: [
        ["List", "/invoices"],
        ["Edit", /^\/invoices\/INV-\d{4}$/],
        ["Create", "/invoices/create"],
        ["Details", /^\/invoices\/INV-\d{4}\/details$/],
      ],
    },
  },
  {
    group: "Others",
    items: {
      "Account Settings": [
        ["Profile Info", "/settings"],
        ["Security", "/settings/security"],
        ["Notification", "/settings/notification"],
        ["Social Media Links", "/settings/social-media-links"],
        ["Plan & Billing", "/settings/plan-billing"],
        ["Two Factor Authentication", "/settings/two-factor-authentication"],
        ["Account Deactivation", "/settings/account-deactivation"],
      ],
      Authentication: [
        ["Login", "/login"],
        ["Register", "/register"],
        ["Forget Password", "/forget-password"],
        ["Verify Email", "/verification"],
        ["Not Found", "/avscsf"],
        ["Server Error", "/server-error"],
        ["Maintenance", "/maintenance"],
      ],
      Support: [
        ["Overview", "/support"],
        ["Tickets", "/support/tickets"],
        ["FAQs", "/support/faqs"],
        ["Contact", "/support/contact"],
      ],
    },
  },
];

const sidebar = (page: Page) => page.getByRole("navigation", { name: "Main" });
/** The element that expands an item. */
const summary = (page: Page, name: string) => sidebar(page).locator("summary").filter({ hasText: name });
/** The item that the current page belongs to. */
const marked = (page: Page) => sidebar(page).locator(".nav-item[aria-current=true]");

test("the menu has the groups, items and links of the specification @exhaustive", async ({ page }) => {
  await signIn(page);
  await page.goto("/");
  const shown = await sidebar(page).evaluate((nav) =>
    [...nav.children].map((group) => ({
      group: group.querySelector("h2")?.textContent ?? undefined,
      items: Object.fromEntries(
        [...group.querySelectorAll("details")].map((pages) => [
          pages.parentElement?.querySelector(".nav-item")?.textContent?.trim(),
          [...pages.querySelectorAll("a")].map((link) => [link.textContent, link.getAttribute("href")]),
        ]),
      ),
    })),
  );
  expect(shown.map(({ group }) => group)).toEqual(menu.map(({ group }) => group));
  for (const [place, { items }] of menu.entries()) {
    expect(Object.keys(shown[place]?.items ?? {})).toEqual(Object.keys(items));
    for (const [item, links] of Object.entries(items)) {
      expect(shown[place]?.items[item]).toEqual(
        links.map(([label, to]) => [label, typeof to === "string" ? to : expect.stringMatching(to)]),
      );
    }
  }
});

test("the item of the current page is open and marked, and follows one through the site", async ({ page }) => {
  await signIn(page);
  await page.goto("/users/profile");
  const open = sidebar(page).locator("details[open]");
  const current = sidebar(page).locator("[aria-current=page]");
  await expect(open).toHaveCount(1);
  await expect(open.locator("summary")).toHaveText("Users pages");
  await expect(marked(page)).toHaveText("Users");
  await expect(current).toHaveText("Profile");
  await hydrated(page);
  await summary(page, "Account Settings pages").click();
  await sidebar(page).getByRole("link", { name: "Security" }).click();
  await expect(page).toHaveURL("/settings/security");
  await expect(current).toHaveText("Security");
  await expect(marked(page)).toHaveText("Account Settings");
});

test("the name of an item leads to its page, and what stands beside it only shows the others @exhaustive", async ({
  page,
}) => {
  await signIn(page);
  await page.goto("/users");
  await hydrated(page);
  const finance = sidebar(page).getByRole("link", { name: "Finance" });
  await summary(page, "Dashboard pages").click();
  await expect(finance).toBeVisible();
  await expect(page).toHaveURL("/users");
  await summary(page, "Dashboard pages").click();
  await expect(finance).toBeHidden();

  for (const [item, address, child] of [
    ["Dashboard", "/course", "Course"],
    ["Orders", "/orders", "List"],
    ["Account Settings", "/settings", "Profile Info"],
    ["Support", "/support", "Overview"],
  ] as const) {
    await sidebar(page).getByRole("link", { name: item, exact: true }).click();
    await expect(page).toHaveURL(address);
    await expect(marked(page)).toHaveText(item);
    await expect(sidebar(page).locator("[aria-current=page]")).toHaveText(child);
    await expect(sidebar(page).locator("[aria-current=page]")).toBeVisible();
  }
});

test("a menu item whose pages are for guests is no link, and expands by its name @exhaustive", async ({ page }) => {
  await signIn(page);
  await page.goto("/users");
  await expect(sidebar(page).getByRole("link", { name: "Authentication" })).toHaveCount(0);
  await summary(page, "Authentication").click();
  await expect(sidebar(page).getByRole("link", { name: "Maintenance" })).toBeVisible();
  await expect(page).toHaveURL("/users");
});

test("by keyboard, the name of an item comes before what shows its pages @exhaustive", async ({ page }) => {
  await signIn(page);
  await page.goto("/users");
  await hydrated(page);
  const orders = sidebar(page).getByRole("link", { name: "Orders", exact: true });
  await orders.focus();
  await page.keyboard.press("Tab");
  await expect(summary(page, "Orders pages")).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  const list = orders.locator("..").getByRole("link", { name: "List" });
  await expect(list).toBeVisible();
  await expect(list).toBeFocused();
  await expect(page).toHaveURL("/users");
  await orders.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/orders");
});

test("under a finger, what shows an item's pages is as high as its row and 44 pixels wide @exhaustive", async ({
  browser,
}) => {
  const page = await otherBrowser(browser, demo, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await page.goto("/users");
  await page.getByRole("button", { name: "Open menu" }).tap();
  const orders = sidebar(page).getByRole("link", { name: "Orders", exact: true });
  const row = await orders.boundingBox();
  const fold = await summary(page, "Orders pages").boundingBox();
  expect(fold).toMatchObject({ y: row?.y, width: 44, height: 44 });
  expect(row?.height).toBe(44);
  await hydrated(page);
  await orders.tap();
  await expect(page).toHaveURL("/orders");
  await expect(sidebar(page)).toBeHidden();
  await page.context().close();
});
