/** What screens of several areas share: a page is brought somewhere by these. */
import { expect, type Page } from "@playwright/test";
import { addUser } from "../records";
import { newPerson, signIn } from "../support";

/** Brings a page into a state and resolves when it is there. */
export type Screens = Record<string, (page: Page) => Promise<unknown>>;

export const heading = (page: Page, name: string | RegExp) =>
  expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
export const alert = (page: Page) => expect(page.getByRole("alert")).toBeVisible();
export const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** A name as long as one may be, in which a line cannot be broken. */
export const longName = (start = "") =>
  start + "Wolfeschlegelsteinhausenbergerdorff".repeat(3).slice(0, 100 - start.length);

/** Somebody who is in the trash. */
export async function trashed(page: Page) {
  const user = await addUser(page.request);
  await page.request.post(`/users/${user.id}/trash`);
  return user;
}

/** Somebody of their own, so that what they do to their account disturbs no other screen. */
export async function asSomebody(page: Page) {
  const person = await newPerson("Axe");
  await page.context().clearCookies();
  await signIn(page, person);
  return person;
}
