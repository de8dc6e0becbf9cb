/** Screens of search, command palette and keyboard shortcuts. */
import { expect, type Page } from "@playwright/test";
import { addUser } from "../records";
import { hydrated, unique } from "../support";
import { longName, type Screens } from "./steps";

/** Opens the command palette over a page and returns its input. */
async function openPalette(page: Page) {
  await page.goto("/calendar");
  await hydrated(page);
  await page.keyboard.press("Control+k");
  const field = page.getByRole("dialog", { name: "Command palette" }).getByRole("combobox");
  await expect(field).toBeFocused();
  return field;
}

export const finding: Screens = {
  "what a search finds": async (page) => {
    await addUser(page.request, { name: longName("Mara "), email: `${unique("mara")}@example.com` });
    await page.goto("/search?q=mara");
  },
  "what a search finds of one kind": (page) => page.goto("/search?q=lamp+is%3Aproduct"),
  "a search that finds nothing": (page) => page.goto(`/search?q=${longName()}`),
  "the search before anything is asked": (page) => page.goto("/search"),
  "the palette": openPalette,
  "the palette with records": async (page) => {
    const { name } = await addUser(page.request, {
      name: longName(unique("Zoe ")),
      email: `${unique("zoe")}@example.com`,
    });
    await (await openPalette(page)).fill(name.slice(0, 12));
    await expect(page.getByRole("option", { name: name.slice(0, 12) })).not.toHaveCount(0);
  },
  "the palette where nothing is found": async (page) => {
    await (await openPalette(page)).fill([...longName()].reverse().join("")); // others have made people of the name itself
    await expect(page.locator(".palette-note")).toBeVisible();
  },
  "the palette's calculator": async (page) => {
    await (await openPalette(page)).fill("calculator");
    await page.keyboard.press("Enter");
    await page.getByRole("combobox", { name: "Calculator" }).fill("1250.50 * 1.19 / 3");
    await expect(page.getByRole("option")).toContainText("496.03");
  },
  "the palette's calculator with a sum that has no result": async (page) => {
    await (await openPalette(page)).fill("calculator");
    await page.keyboard.press("Enter");
    await page.getByRole("combobox", { name: "Calculator" }).fill("1/0");
    await expect(page.locator(".palette-note")).toHaveText("Nothing can be divided by zero.");
  },
  "the palette's emoji": async (page) => {
    await (await openPalette(page)).fill("search emoji");
    await page.keyboard.press("Enter");
    await page.getByRole("textbox", { name: "Search emoji" }).fill("rocket");
    await expect(page.getByRole("button", { name: "Rocket" })).toBeVisible();
  },
  "the sheet of keyboard shortcuts": async (page) => {
    await page.goto("/calendar");
    await hydrated(page);
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  },
};
