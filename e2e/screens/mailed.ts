/** Screens behind the links of mails that other users cause, and the messages for users without access. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type APIRequestContext, expect, type Page, request } from "@playwright/test";
import { addUser } from "../records";
import { dataDir, demo, logIn, mailedLink, newPerson, type Person, site, unique } from "../support";
import { enterPassword, turnOn } from "../second-factor";
import { alert, asSomebody, heading, press, type Screens } from "./steps";

/** Runs `act` as the demo user in a separate browser context. */
async function asDemo<Done>(act: (by: APIRequestContext) => Promise<Done>): Promise<Done> {
  const browser = await request.newContext({ baseURL: site() });
  try {
    await logIn(browser, demo);
    return await act(browser);
  } finally {
    await browser.dispose();
  }
}

const invited = (email: string) =>
  asDemo(async (by) => {
    const sent = await by.post("/team/invite", { form: { email, access: "client" } });
    return mailedLink(await sent.text());
  });

/** Returns a user's id as used in URLs. */
async function idOf(by: APIRequestContext, { email }: Person): Promise<string> {
  const list = await by.get(`/team?${new URLSearchParams({ q: email })}`);
  return /team\/people\/(\d+)"/.exec(await list.text())?.[1] ?? "";
}

/** Returns the path of the link to this page in the latest mail to an address. */
async function linkTo(page: string, email: string): Promise<string> {
  const outbox = join(dataDir(), "outbox");
  let found: string | undefined;
  await expect(() => {
    const texts = existsSync(outbox)
      ? readdirSync(outbox)
          .sort()
          .map((file) => readFileSync(join(outbox, file), "utf8"))
      : [];
    const mail = texts.findLast((text) => text.includes(`To: ${email}`)) ?? "";
    found = new RegExp(`/${page}\\?\\S+`).exec(mail.replace(/=\r?\n/g, "").replaceAll("=3D", "="))?.[0];
    expect(found).toBeDefined();
  }).toPass();
  return found ?? "";
}

/** Opens the reset link of a user's second factor. */
async function openReset(page: Page) {
  const person = await asSomebody(page);
  await turnOn(page);
  await asDemo(async (by) =>
    expect((await by.post(`/team/people/${await idOf(by, person)}/reset-second-factor`)).status()).toBe(200),
  );
  await page.context().clearCookies();
  await page.goto(await linkTo("reset-second-factor", person.email));
  await heading(page, "Reset your second factor?");
}

export const mailed: Screens = {
  "the page of an invitation": async (page) => {
    await page.goto(await invited(`${unique("axe")}@example.com`));
    await heading(page, "You are invited");
  },
  "the page of an invitation, to somebody else": async (page) => {
    const link = await invited(`${unique("axe")}@example.com`);
    await asSomebody(page);
    await page.goto(link);
    await expect(page.getByRole("button", { name: "Log out" })).toBeVisible();
  },
  "the page of an invitation that is not known": (page) => page.goto("/invitation?oobCode=used"),
  "the page that resets a second factor": openReset,
  "the page that resets a second factor, after a used link": (page) => page.goto("/reset-second-factor?oobCode=used"),
  "the login page that a link to a new e-mail address leads to": async (page) => {
    await asSomebody(page);
    const email = `${unique("axe.new")}@example.com`;
    await page.goto("/settings/email");
    await page.getByLabel("New e-mail address").fill(email);
    await press(page, "Send the link");
    await expect(page.getByRole("heading", { name: /^Waiting for/ })).toBeVisible();
    const link = await linkTo("(?:email-)?verification", email);
    await page.context().clearCookies();
    await page.goto(link);
    await expect(page.getByText("Log in first, with the address")).toBeVisible();
  },
  "the page of somebody who waits to be let in": async (page) => {
    const { name, email } = await asDemo((by) => addUser(by));
    const sent = await page.request.post("/register", { form: { name, email, password: "blue kettle 91" } });
    await page.goto(mailedLink(await sent.text()));
    await expect(page.getByText("awaits approval")).toBeVisible();
  },
  "the login page of somebody whose access has ended": async (page) => {
    const person = await newPerson("Axel");
    await asDemo(async (by) => by.post(`/team/people/${await idOf(by, person)}/take-away`));
    await enterPassword(page, person);
    await alert(page);
    await expect(page.getByText("has ended")).toBeVisible();
  },
};
