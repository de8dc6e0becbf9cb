/** Passwords stored by Firebase: the same pages as with Portico's own accounts, with and without scripts. */
import type { Page } from "@playwright/test";
import { exhaustiveIf } from "../exhaustive";
import { otherBrowser, unique } from "../support";
import { expect, test } from "./support";

const nobody = () => {
  const name = unique("Nora");
  return { name, email: `${name.toLowerCase()}@example.com`, password: "blue kettle 91" };
};
type Somebody = ReturnType<typeof nobody>;

async function register(page: Page, { name, email, password }: Somebody, from = "") {
  await page.goto(`/register${from}`);
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { name: "Check your mail" })).toBeVisible();
}

async function logIn(page: Page, email: string, password: string) {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
}

const greeting = (page: Page, { name }: Somebody) => page.getByRole("heading", { name: `Good to see you, ${name}` });

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });

    test(`a user registers, verifies the address, logs in and resets the password${exhaustiveIf(!javaScriptEnabled)}`, async ({
      page,
      context,
      project,
    }) => {
      const nora = nobody();
      await register(page, nora, "?from=%2Fusers%3Fq%3Dmara");
      await page.getByRole("link", { name: "Verify and log in" }).click();
      await expect(page).toHaveURL("/users?q=mara");
      expect(await project.find(nora.email)).toMatchObject({ emailVerified: true, displayName: nora.name });

      await context.clearCookies();
      await page.goto("/login");
      await logIn(page, nora.email, "not the password");
      await expect(page.getByRole("alert")).toContainText("E-mail or password is not right.");
      await logIn(page, nora.email, nora.password);
      await expect(greeting(page, nora)).toBeVisible();

      const { cookies } = await context.storageState();
      await context.clearCookies();
      await page.goto("/forget-password");
      await page.getByLabel("E-mail").fill(nora.email);
      await page.getByRole("button", { name: "Send the link" }).click();
      await page.getByRole("link", { name: "Choose a new password" }).click();
      await page.getByLabel("New password").fill("green kettle 92");
      const used = page.url();
      await page.getByRole("button", { name: "Save the new password" }).click();
      await expect(page).toHaveURL("/login");
      await logIn(page, nora.email, "green kettle 92");
      await expect(greeting(page, nora)).toBeVisible();

      await context.clearCookies();
      await page.goto(used);
      await expect(page.getByText("This link was used already")).toBeVisible();
      await context.addCookies(cookies);
      await page.goto("/users");
      await expect(page, "the session from before the reset").toHaveURL(/\/login\?from/);
    });
  });
}

test("in another browser the mailed link asks for a name and a password first @exhaustive", async ({
  page,
  browser,
  portico,
}) => {
  const nora = nobody();
  await register(page, nora);
  const link = (await page.getByRole("link", { name: "Verify and log in" }).getAttribute("href")) ?? "";
  const other = await otherBrowser(browser, undefined, { baseURL: portico.url });
  await other.goto(link);
  await other.getByLabel("Name").fill(nora.name);
  await other.getByLabel("Password").fill("green kettle 92");
  await other.getByRole("button", { name: "Save and log in" }).click();
  await expect(greeting(other, nora)).toBeVisible();
  await other.context().close();
  await page.goto("/login");
  await logIn(page, nora.email, nora.password);
  await expect(page.getByRole("alert")).toContainText("E-mail or password is not right.");
});

test("a project whose mails lead to Firebase's own page: it verifies, and leads back in @exhaustive", async ({
  page,
  project,
}) => {
  const nora = nobody();
  await register(page, nora, "?from=%2Fusers");
  const [mail] = await project.oobCodes(nora.email);
  await page.goto(mail?.oobLink ?? "");
  await expect(page).toHaveURL("/users");
});

test("a login with an unverified address leads to the verification page and sends a new mail @exhaustive", async ({
  page,
  project,
}) => {
  const fira = await project.account({ verified: false });
  await page.goto("/login?from=%2Fusers");
  await logIn(page, fira.email, fira.password);
  await expect(page.getByRole("heading", { name: "Check your mail" })).toBeVisible();
  await page.getByRole("link", { name: "Verify and log in" }).click();
  await expect(page).toHaveURL("/users");
});
