import { demoPeople } from "../../db/samples/users";
import { addTicket } from "../records";
import { demo, expect, hydrated, logIn, newPerson, otherBrowser, signIn, inOneWindow as test, toast } from "../support";
import type { Locator, Page } from "@playwright/test";

/** A sample user who also answers tickets. */
const colleague = { ...demoPeople.find(({ title }) => title === "Support")!, password: demo.password };

const alert = (page: Page) => page.getByRole("alert");
const nameField = (page: Page) => page.locator("main form [name=name]");
const replyBox = (page: Page) => page.getByRole("textbox", { name: /^Your (reply|note)/ });
const nowSignedInAs = (now: string, before: string) =>
  `You are now signed in as ${now}; this form was opened as ${before}.`;

/** Signs in as another user in the page's browser, as if in another tab. */
async function changePerson(page: Page, now: typeof demo) {
  await page.context().clearCookies();
  await logIn(page.context().request, now);
}

/** Opens a page and types as one user, then signs in as another in the same browser. */
async function openedBefore(page: Page, path: string, type: () => Promise<unknown>, now: typeof demo, before = demo) {
  await changePerson(page, before);
  await page.goto(path);
  await type();
  await changePerson(page, now);
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });

    /** The refusal: with scripts it appears on the form's page; without, a new page lists the typed text. */
    const refusal = (page: Page) => (javaScriptEnabled ? alert(page) : page.getByRole("main"));

    /** Expects the typed text to be kept; without scripts it can only be copied. */
    async function expectTyped(page: Page, field: Locator, label: string, text: string) {
      if (javaScriptEnabled) return expect(field).toHaveValue(text);
      const copy = page.getByRole("textbox", { name: label, exact: true });
      await expect(copy).toHaveValue(text);
      await expect(copy).toHaveAttribute("readonly");
    }

    test("a reply is not sent in the name of a colleague who signed in meanwhile @exhaustive", async ({ page }) => {
      await signIn(page);
      const ticket = await addTicket(page.request);
      await openedBefore(page, ticket, () => replyBox(page).fill("From Mara, and nobody else."), colleague);
      await page.getByRole("button", { name: "Send reply" }).click();
      await expect(refusal(page)).toContainText(nowSignedInAs(colleague.name, demo.name));
      await expectTyped(page, replyBox(page), "Message", "From Mara, and nobody else.");
      await page.goto(ticket);
      await expect(replyBox(page)).toHaveValue("");
      await expect(page.getByRole("article").filter({ hasText: "From Mara" })).toHaveCount(0);
    });

    test("a profile is not written over another person's @exhaustive", async ({ page }) => {
      const [first, second] = [await newPerson("Fay"), await newPerson("Gil")];
      const name = nameField(page);
      await openedBefore(page, "/settings", () => name.fill("Typed by Fay"), second, first);
      await page.getByRole("button", { name: "Save profile" }).click();
      await expect(refusal(page)).toContainText(nowSignedInAs(second.name, first.name));
      await expectTyped(page, name, "Name", "Typed by Fay");
      await page.goto("/settings");
      await expect(name).toHaveValue(second.name);
    });

    test("no token is made for another person, nor shown @exhaustive", async ({ page }) => {
      const [first, second] = [await newPerson("Hal"), await newPerson("Ivy")];
      const type = async () => {
        await page.getByLabel("Name").fill("Robot of Hal");
        await page.getByLabel("Sales", { exact: true }).selectOption("View");
      };
      await openedBefore(page, "/settings/security/tokens/create", type, second, first);
      await page.getByRole("button", { name: "Create token" }).click();
      await expect(refusal(page)).toContainText(nowSignedInAs(second.name, first.name));
      await expect(page.getByText(/^portico_/)).toHaveCount(0);
      await page.goto("/settings/security");
      await expect(page.getByText("Robot of Hal")).toHaveCount(0);
    });

    test("another person's account is not deactivated @exhaustive", async ({ page }) => {
      const [first, second] = [await newPerson("Jan"), await newPerson("Kit")];
      const type = () => page.getByLabel(/^Type “deactivate”/).fill("deactivate");
      await openedBefore(page, "/settings/account-deactivation", type, second, first);
      await page.getByRole("button", { name: "Deactivate my account" }).click();
      await expect(refusal(page)).toContainText(nowSignedInAs(second.name, first.name));
      await page.goto("/settings");
      await expect(page).toHaveURL("/settings");
    });

    test("the log out button on a page of another user asks first @exhaustive", async ({ page }) => {
      const [first, second] = [await newPerson("Lou"), await newPerson("Max")];
      await openedBefore(page, "/logout", async () => {}, second, first);
      await page.getByRole("button", { name: "Log Out" }).click();
      await expect(page.getByText(`You are logged in as ${second.name}.`)).toBeVisible();
    });

    test("a login form that was open before says that a user is signed in already @exhaustive", async ({ page }) => {
      const [first, second] = [await newPerson("Ned"), await newPerson("Oda")];
      await page.goto("/login");
      await page.getByLabel("E-mail").fill(first.email);
      await page.getByLabel("Password").fill(first.password);
      await logIn(page.context().request, second);
      await page.getByRole("button", { name: "Log in", exact: true }).click();
      await expect(toast(page)).toContainText(`You are already signed in as ${second.name}.`);
    });
  });
}

test("a refused form can be sent after its author has logged in again", async ({ page }) => {
  const [first, second] = [await newPerson("Pia"), await newPerson("Quin")];
  const name = nameField(page);
  await openedBefore(page, "/settings", () => name.fill("Pia the First"), second, first);
  await page.getByRole("button", { name: "Save profile" }).click();
  await expect(alert(page)).toContainText("Log in again in a new tab");
  await changePerson(page, first);
  await page.getByRole("button", { name: "Save profile" }).click();
  await expect(toast(page)).toContainText("saved");
  await page.reload();
  await expect(name).toHaveValue("Pia the First");
});

test("a reply draft is not saved for another user who has signed in since @exhaustive", async ({ page, browser }) => {
  await signIn(page);
  const ticket = await addTicket(page.request);
  await openedBefore(page, ticket, () => hydrated(page), colleague);
  await replyBox(page).pressSequentially("Between Mara and me");
  await expect(page.getByRole("status").filter({ hasText: nowSignedInAs(colleague.name, demo.name) })).toBeVisible();
  await expect(replyBox(page)).toHaveValue("Between Mara and me");
  const theirs = await otherBrowser(browser, colleague);
  await theirs.goto(ticket);
  await expect(replyBox(theirs)).toHaveValue("");
  await theirs.context().close();
  await page.goto(ticket);
  await expect(replyBox(page)).toHaveValue("");
});

test("a page that becomes visible again says that another user has signed in @exhaustive", async ({ page }) => {
  const [first, second] = [await newPerson("Rae"), await newPerson("Sol")];
  await openedBefore(page, "/settings", () => hydrated(page), second, first);
  await expect(page.getByText("Somebody else is signed in here now")).toHaveCount(0);
  await page.evaluate(() => void document.dispatchEvent(new Event("visibilitychange")));
  await expect(page.getByText(`This page was opened as ${first.name}`)).toBeVisible();
  await page.getByRole("link", { name: "Reload this page" }).click();
  await expect(nameField(page)).toHaveValue(second.name);
  await expect(page.getByText("Somebody else is signed in here now")).toHaveCount(0);
});

test("a page that becomes visible again for the same user shows no notice @exhaustive", async ({ page }) => {
  const person = await newPerson("Tom");
  await openedBefore(page, "/settings", () => hydrated(page), person, person);
  await page.evaluate(() => void window.dispatchEvent(new Event("focus")));
  await hydrated(page);
  await expect(page.getByText("Somebody else is signed in here now")).toHaveCount(0);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a form whose page is closed to the current user is kept for its author to send @exhaustive", async ({
    page,
  }) => {
    await signIn(page);
    const ticket = await addTicket(page.request);
    const client = { ...demoPeople.find(({ title }) => title === "Client")!, password: demo.password };
    await openedBefore(page, ticket, () => replyBox(page).fill("Not for clients"), client);
    await page.getByRole("button", { name: "Send reply" }).click();
    await expect(page.getByRole("heading", { name: "Somebody else is signed in" })).toBeVisible();
    await expect(page.getByText(nowSignedInAs(client.name, demo.name))).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Message" })).toHaveValue("Not for clients");
    await changePerson(page, demo);
    await page.getByRole("button", { name: "Send it again" }).click();
    await expect(page.getByRole("article").filter({ hasText: "Not for clients" })).toBeVisible();
  });
});
