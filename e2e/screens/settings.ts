/** Screens of personal settings, including two-factor authentication. */
import { expect, type Page, request } from "@playwright/test";
import { demo, hydrated, logIn, newPerson, signIn, site, unique } from "../support";
import { enterCode, enterPassword, setUp, turnOn } from "../second-factor";
import { alert, asSomebody, heading, longName, press, type Screens } from "./steps";

/** Adds these links to the form. */
async function addLinks(page: Page, ...links: [network: string, address: string][]) {
  for (const [network, address] of links) {
    await page.getByRole("button", { name: "Add link" }).click();
    const added = page.getByRole("group", { name: /^Link \d+$/ }).last();
    await expect(added.getByLabel("Address")).toHaveValue("");
    if (network) await added.getByLabel("Network").selectOption(network);
    await added.getByLabel("Address").fill(address);
  }
}

export const settings: Screens = {
  "the company": (page) => page.goto("/settings/company"),
  "the company with errors": async (page) => {
    await page.goto("/settings/company");
    await page.getByLabel("Legal name").fill("");
    await page.getByLabel("Payment term").fill("many");
    await press(page, "Save company");
    await alert(page);
  },
  "the profile settings": (page) => page.goto("/settings"),
  "the profile settings with errors": async (page) => {
    await asSomebody(page);
    await page.goto("/settings");
    await page.getByLabel("Name").fill("");
    await page
      .getByLabel("Upload a picture")
      .setInputFiles({ name: "me.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
    await press(page, "Save profile");
    await alert(page);
  },
  "the profile settings with a picture to be cut": async (page) => {
    await page.goto("/settings");
    await hydrated(page);
    const picture = await page.evaluate(() =>
      Object.assign(document.createElement("canvas"), { width: 900, height: 600 }).toDataURL("image/png"),
    );
    await page.getByLabel("Upload a picture").setInputFiles({
      name: "me.png",
      mimeType: "image/png",
      buffer: Buffer.from(picture.split(",")[1] ?? "", "base64"),
    });
    await expect(page.getByLabel("Zoom")).toBeVisible();
  },
  "the form for a new e-mail address, with an error": async (page) => {
    await asSomebody(page);
    await page.goto("/settings/email");
    await page.getByLabel("New e-mail address").fill(demo.email);
    await press(page, "Send the link");
    await alert(page);
  },
  "a new e-mail address that is waited for": async (page) => {
    await asSomebody(page);
    await page.goto("/settings/email");
    await page.getByLabel("New e-mail address").fill(`${unique("axe.new")}@example.com`);
    await press(page, "Send the link");
    await heading(page, "Account Settings");
    await expect(page.getByRole("heading", { name: /^Waiting for/ })).toBeVisible();
  },
  "the security page": (page) => page.goto("/settings/security"),
  "the security page with another browser, a refused login, tokens and an error": async (page) => {
    const person = await newPerson("Axel");
    const elsewhere = await request.newContext({
      baseURL: site(),
      userAgent: "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0",
    });
    await elsewhere.post("/login", { form: { email: person.email, password: "wrong" } });
    await logIn(elsewhere, person);
    await elsewhere.dispose();
    await page.context().clearCookies();
    await logIn(page.request, person);
    for (const [sales, life] of [
      ["view", "365"],
      ["change", "30"],
    ] as const) {
      await page.request.post("/settings/security/tokens/create", {
        form: { name: longName(`${sales} `).slice(0, 60), sales, life },
      });
    }
    await page.goto("/settings/security");
    await page.getByLabel("Current password").fill("not it");
    await page.getByLabel("New password").fill("a better one by far");
    await press(page, "Change password");
    await alert(page);
  },
  "the history of sign-ins": async (page) => {
    for (let time = 0; time < 21; time++) {
      await page.request.delete("/session");
      await logIn(page.request, demo);
    }
    await page.goto("/settings/security/sign-ins?page=2");
  },
  "a token's form with errors": async (page) => {
    await page.goto("/settings/security/tokens/create");
    await press(page, "Create token");
    await alert(page);
  },
  "a new token": async (page) => {
    const person = await newPerson("Axel");
    await page.context().clearCookies();
    await logIn(page.request, person);
    await page.goto("/settings/security/tokens/create");
    await page.getByLabel("Name").fill("Axe");
    await page.getByLabel("Sales", { exact: true }).selectOption("View");
    await press(page, "Create token");
    await expect(page.getByText("Copy it now")).toBeVisible();
  },
  "the notification settings": (page) => page.goto("/settings/notification"),
  "the notification settings of two tabs": async (page) => {
    await page.context().clearCookies();
    await signIn(page, await newPerson("Axel"));
    await page.goto("/settings/notification");
    const revision = Number(await page.locator("input[name=revision]").first().inputValue());
    await page.request.post("/settings/notification", {
      form: { revision, digestDay: "3", digestHour: "8", quietFrom: "", quietTo: "7" },
    });
    await page.getByLabel("Day").selectOption("Friday");
    await press(page, "Save settings");
    await expect(page.getByText("was changed while you were editing")).toBeVisible();
  },
  "the social media links": async (page) => {
    await page.goto("/settings/social-media-links");
    await addLinks(
      page,
      ["LinkedIn", "https://www.linkedin.com/in/mara"],
      ["Mastodon", "https://mastodon.social/@mara"],
    );
  },
  "social media links that are wrong": async (page) => {
    await page.goto("/settings/social-media-links");
    await addLinks(page, ["GitHub", "https://github.com.evil.example/mara"], ["", "https://x.com/mara"]);
    await press(page, "Save links");
    await alert(page);
  },
  "the profile settings where shortcuts are off": async (page) => {
    await asSomebody(page);
    await page.goto("/settings");
    await press(page, "Turn off keyboard shortcuts");
    await expect(page.getByText("Keyboard shortcuts are off")).toBeVisible();
    await page.goto("/settings");
  },
  "two-factor that is off": (page) => page.goto("/settings/two-factor-authentication"),
  "recovery codes to be put away": async (page) => {
    await asSomebody(page);
    await page.goto("/settings/two-factor-authentication");
    await press(page, "Set up two-factor");
    await press(page, "Go on");
    await alert(page);
  },
  "an authenticator app to be confirmed": async (page) => {
    await asSomebody(page);
    await setUp(page);
    await page.getByLabel("6-digit code").fill("12");
    await press(page, "Confirm and turn on");
    await alert(page);
  },
  "two-factor that is on": async (page) => {
    await asSomebody(page);
    await turnOn(page);
  },
  "the question for a code before turning two-factor off": async (page) => {
    await asSomebody(page);
    await turnOn(page);
    await page.goto("/settings/two-factor-authentication/turn-off");
    await page.getByLabel(/^Code/).fill("000000");
    await press(page, "Turn off two-factor");
    await alert(page);
  },
  "the question before new recovery codes": async (page) => {
    await asSomebody(page);
    await turnOn(page);
    await page.goto("/settings/two-factor-authentication/recovery-codes");
  },
  "the question for a code when logging in": async (page) => {
    const person = await asSomebody(page);
    await turnOn(page);
    await page.context().clearCookies();
    await enterPassword(page, person);
    await heading(page, "Verify it is you");
    await enterCode(page, "nonsense");
    await alert(page);
  },
  "the deactivation of an account": async (page) => {
    await asSomebody(page);
    await page.goto("/settings/account-deactivation");
    await page.getByLabel(/^Type/).fill("no");
    await press(page, "Deactivate my account");
    await alert(page);
  },
  "the deactivation of the last owner": (page) => page.goto("/settings/account-deactivation"),
  "the question whether to come back": async (page) => {
    const person = await asSomebody(page);
    await page.request.post("/settings/account-deactivation", { form: { confirm: "deactivate" } });
    await enterPassword(page, person);
    await heading(page, /^Welcome back/);
  },
};
