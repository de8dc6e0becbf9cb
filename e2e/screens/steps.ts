/** Steps shared by the screens of several areas. */
import { expect, type Page } from "@playwright/test";
import { addUser } from "../records";
import { newPerson, signIn } from "../support";

/** Screens by name; each function opens one and resolves when it is ready. */
export type Screens = Record<string, (page: Page) => Promise<unknown>>;

export const heading = (page: Page, name: string | RegExp) =>
  expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
export const alert = (page: Page) => expect(page.getByRole("alert")).toBeVisible();
export const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** Returns a name of the maximum length without a place to break the line. */
export const longName = (start = "") =>
  start + "Wolfeschlegelsteinhausenbergerdorff".repeat(3).slice(0, 100 - start.length);

/** Creates a user in the trash. */
export async function trashed(page: Page) {
  const user = await addUser(page.request);
  await page.request.post(`/users/${user.id}/trash`);
  return user;
}

/** Signs in as a new user, so that changes to the account affect no other screen. */
export async function asSomebody(page: Page) {
  const person = await newPerson("Axe");
  await page.context().clearCookies();
  await signIn(page, person);
  return person;
}
