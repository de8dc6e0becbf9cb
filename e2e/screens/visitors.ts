/** Screens for visitors. */
import type { Page } from "@playwright/test";
import { demo, mailedLink, newPerson, unique } from "../support";
import { alert, heading, press, type Screens } from "./steps";

/** Opens a verification link in a browser that did not register. */
async function openElsewhere(page: Page) {
  const email = `${unique("axe")}@example.com`;
  const sent = await page.request.post("/register", {
    form: { name: "Axe", email, password: "typed in another place" },
  });
  await page.context().clearCookies();
  await page.goto(mailedLink(await sent.text()));
  await heading(page, "Choose a password");
}

async function openReset(page: Page) {
  const sent = await page.request.post("/forget-password", { form: { email: (await newPerson("Axel")).email } });
  await page.goto(mailedLink(await sent.text()));
  await heading(page, "Choose a new password");
}

export const visitors: Screens = {
  "the home of a visitor": (page) => page.goto("/"),
  "the login page": (page) => page.goto("/login"),
  "the login page with Google's button open": async (page) => {
    await page.goto("/login");
    await page.getByText("Continue with Google").click();
  },
  "the login page after a wrong password": async (page) => {
    await page.goto("/login");
    await page.getByLabel("E-mail").fill(`${unique("axe")}@example.com`);
    await page.getByLabel("Password").fill("wrong");
    await press(page, "Log in");
    await alert(page);
  },
  "the register page": (page) => page.goto("/register"),
  "the register page with errors": async (page) => {
    await page.goto("/register");
    await page.getByLabel("Name").fill("Axe");
    await page.getByLabel("E-mail").fill(demo.email);
    await page.getByLabel("Password").fill("12345678");
    await press(page, "Create account");
    await alert(page);
  },
  "the page that says to check one's mail": async (page) => {
    await page.request.post("/register", {
      form: { name: "Axe", email: `${unique("axe")}@example.com`, password: "axe to grind here" },
    });
    await page.goto("/email-verification");
    await heading(page, "Check your mail");
  },
  "the verification page": (page) => page.goto("/email-verification"),
  "the verification page after a used link": (page) => page.goto("/email-verification?oobCode=used"),
  "the verification page in another browser": openElsewhere,
  "the verification page after a weak password": async (page) => {
    await openElsewhere(page);
    await page.getByLabel("Name").fill("Axel");
    await page.getByLabel("Password").fill("12345678");
    await press(page, "Save and log in");
    await alert(page);
  },
  "the page for a forgotten password": (page) => page.goto("/forget-password"),
  "the page for a forgotten password after a used link": (page) => page.goto("/forget-password?oobCode=used"),
  "the page that says a reset is mailed": async (page) => {
    await page.goto("/forget-password");
    await page.getByLabel("E-mail").fill((await newPerson("Axel")).email);
    await press(page, "Send the link");
    await heading(page, "Check your mail");
  },
  "the page for a new password": openReset,
  "the page for a new password that is weak": async (page) => {
    await openReset(page);
    await page.getByLabel("New password").fill("12345678");
    await press(page, "Save the new password");
    await alert(page);
  },
  "the page of a link that unsubscribes and is damaged": (page) =>
    page.goto("/unsubscribe?person=1&from=newOrder&code=damaged"),
  "the maintenance page": (page) => page.goto("/maintenance"),
  "the page for a fault of ours": (page) => page.goto("/server-error"),
  "the page for an unknown address": (page) => page.goto("/no-such-page"),
  "the page for a form that is too large": async (page) => {
    await page.goto("/login");
    await page.getByLabel("E-mail").fill("axe@example.com");
    await page.getByLabel("Password").evaluate((field: HTMLInputElement) => (field.value = "x".repeat(1.5e6)));
    await press(page, "Log in");
    await heading(page, "Too large to send");
  },
};
