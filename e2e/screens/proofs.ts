/** The page that asks for the password again before a dangerous action, and the screens of users without permission. */
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { openWriter } from "../../db/connection";
import { dataDir, demo, type Person, signIn } from "../support";
import { alert, asSomebody, heading, press, type Screens } from "./steps";

/** Makes a signed-in user's last authentication an hour old. */
async function longAgo(page: Page, person?: Person) {
  const { email } = person ?? (await asSomebody(page));
  const database = openWriter(join(dataDir(), "portico.db"), { patience: 5_000 });
  try {
    database
      .prepare("update sessions set proved_at = ? where user_id = (select id from users where email = ?)")
      .run(Date.now() - 3_600_000, email.toLowerCase());
  } finally {
    database.close();
  }
}

async function askToInvite(page: Page) {
  await longAgo(page);
  await page.goto("/team/invite");
  await page.getByLabel("E-mail").fill("axe@example.com");
  await page.getByRole("radio", { name: /^Client/ }).check();
  await press(page, "Send the invitation");
  await heading(page, "Invite axe@example.com?");
}

export const proofs: Screens = {
  "the question who one is before an act": askToInvite,
  "the question who one is, after a wrong password": async (page) => {
    await askToInvite(page);
    await page.getByLabel("Your password").fill("wrong");
    await press(page, "Send the invitation");
    await alert(page);
  },
  "the question who one is before a file": async (page) => {
    await longAgo(page);
    await page.goto("/users.csv");
    await heading(page, "Download people?");
  },
  "taking access away, with the question who one is": async (page) => {
    await longAgo(page, demo);
    await page.goto("/team/people/4/take-away");
    await expect(page.getByLabel("Your password")).toBeVisible();
  },
  "the home of a client": async (page) => {
    await page.context().clearCookies();
    await signIn(page, { ...demo, email: "priya.raman@example.com" });
    await page.goto("/");
    await heading(page, "Hello, Priya");
  },
  "the page for what one may not see": async (page) => {
    await page.context().clearCookies();
    await signIn(page, { ...demo, email: "priya.raman@example.com" });
    await page.goto("/users");
    await expect(page.getByRole("heading", { name: "You do not have access" })).toBeVisible();
  },
  "the home of somebody who works in sales": async (page) => {
    await page.context().clearCookies();
    await signIn(page, { ...demo, email: "amara.okafor@example.com" });
    await page.goto("/");
  },
};
