/** Screens outside any area: home, calendar, emoji, activity, API, logout. */
import { expect } from "@playwright/test";
import { type Screens, trashed } from "./steps";

export const frame: Screens = {
  "the home of somebody who is signed in": (page) => page.goto("/"),
  "the calendar with the list of a day": (page) => page.goto("/calendar"),
  "the calendar of a week": (page) => page.goto("/calendar?view=week"),
  "the calendar of a month without anything, with a notice": (page) => page.goto("/calendar?day=2001-02-30"),
  "the emoji": async (page) => {
    await page.goto("/emoji?q=receipt");
    await expect(page.getByRole("button", { name: "receipt" }).getByRole("presentation")).toBeVisible();
  },
  "a search for emoji that finds none": (page) => page.goto("/emoji?q=nobody+calls+one+this"),
  "the activity": (page) => page.goto("/activity?size=10"),
  "the activity of one act": async (page) => {
    const user = await trashed(page);
    await page.goto(`/activity?q=${encodeURIComponent(user.name)}`);
    const batch = await page.locator("input[name=batch]").first().inputValue();
    await page.goto(`/activity?change=${batch}`);
    await expect(page.getByRole("button", { name: "Undo this change" })).toBeVisible();
  },
  "the activity without a match": (page) => page.goto("/activity?q=nobody+is+called+this"),
  "the API with all that it says of orders": async (page) => {
    await page.goto("/api");
    await page
      .getByRole("region", { name: "Orders" })
      .locator("details.fold")
      .evaluateAll((folds: HTMLDetailsElement[]) => folds.forEach((fold) => (fold.open = true)));
  },
  "the question before logging out": (page) => page.goto("/logout"),
  "an unknown address inside": (page) => page.goto("/settings/no-such-page"),
};
