/** Screens of saved views. */
import { expect, type Page } from "@playwright/test";
import { saveView } from "../records";
import { row, unique } from "../support";
import { alert, asSomebody, longName, press, type Screens } from "./steps";

/** Saves a view of all users for the signed-in user and returns its path. */
async function openView(page: Page, shared = "no"): Promise<string> {
  const name = unique("View");
  await saveView(page.request, { path: "/users", name, shared });
  await page.goto(`/views?q=${encodeURIComponent(name)}`);
  return `/views/${await row(page, name).getByRole("checkbox").inputValue()}`;
}

export const views: Screens = {
  "the saved views, some of them pinned": async (page) => {
    await asSomebody(page);
    for (const [path, name] of [
      ["/orders", longName().slice(0, 60)],
      ["/invoices", "All invoices"],
    ] as const)
      await saveView(page.request, { path, name, shared: "yes", pinned: "on" });
    await page.goto("/views");
    await expect(page.getByRole("navigation", { name: "Pinned views" }).getByRole("link")).toHaveCount(2);
  },
  "the lists of which views can be saved": (page) => page.goto("/views/create"),
  "a view that is not saved": async (page) => {
    await asSomebody(page);
    await saveView(page.request, { path: "/orders", name: longName().slice(0, 60) });
    await page.goto(
      `/views/create?path=%2Forders&search=${encodeURIComponent(`q=${longName()}&status=New&sort=-total`)}`,
    );
    await press(page, "Create view");
    await alert(page);
  },
  "a view with its history": async (page) => {
    await page.goto(await openView(page));
    await expect(page.getByRole("heading", { name: "History" })).toBeVisible();
  },
  "a view in the trash": async (page) => {
    const view = await openView(page);
    await page.request.post(`${view}/trash`);
    await page.goto(view);
  },
  "a view that somebody else shares": async (page) => {
    const view = await openView(page, "yes");
    await asSomebody(page);
    await page.goto(view);
    await expect(page.getByText("Shared by")).toBeVisible();
  },
  "the menu of a list's views": async (page) => {
    await asSomebody(page);
    await saveView(page.request, { path: "/users", name: longName().slice(0, 60), search: "status=Active" });
    await page.goto("/users?status=Active");
    await page.getByRole("button", { name: "Views" }).click();
    await expect(page.getByRole("link", { name: "Save this view…" })).toBeVisible();
  },
  "the days of a list's filter": async (page) => {
    await page.goto("/orders?payment=Paypal&from=2026-01-01");
    await page.getByRole("button", { name: /^Placed/ }).click();
    await expect(page.getByRole("dialog", { name: "Placed" })).toBeVisible();
  },
  "the choices of a list's filter": async (page) => {
    await page.goto("/users?role=HR+Manager");
    await page.getByRole("button", { name: /^Job title/ }).click();
    await expect(page.getByRole("link", { name: "HR Manager", exact: true })).toBeVisible();
  },
  "how a list is displayed": async (page) => {
    await page.goto("/users");
    await page.getByRole("button", { name: "Display" }).click();
    await expect(page.getByRole("button", { name: "Compact" })).toBeVisible();
  },
};
