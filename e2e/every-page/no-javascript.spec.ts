import type { Page } from "@playwright/test";
import { addUser } from "../records";
import {
  deleteHere,
  demo,
  expect,
  logIn,
  mailedLink,
  newPerson,
  otherBrowser,
  row,
  signIn,
  inOneWindow as test,
  toast,
  unique,
} from "../support";

test.use({ javaScriptEnabled: false });

const alert = (page: Page) => page.getByRole("alert");

test.describe("without scripts, a visitor", () => {
  test("sees a refused login, logs in, arrives at the requested page, and logs out", async ({ page }) => {
    await page.goto("/users?status=Active");
    await page.getByLabel("E-mail").fill(demo.email);
    await page.getByLabel("Password").fill("not the password");
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(alert(page)).toContainText("E-mail or password is not right.");
    await expect(page.getByLabel("E-mail")).toHaveValue(demo.email);
    await expect(page.getByLabel("Password")).toHaveValue("");
    await page.getByLabel("Password").fill(demo.password);
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page).toHaveURL("/users?status=Active");

    await page.getByRole("button", { name: /^Account: / }).click();
    await page.getByRole("button", { name: "Log Out" }).click();
    await expect(page).toHaveURL(`/login?${new URLSearchParams({ from: "/users?status=Active" })}`);
    await page.goBack();
    await expect(page).toHaveURL(/\/login/);
  });

  test("registers after a refusal, requests the mail again, and is logged in by its link", async ({ page }) => {
    const email = `${unique("rosa")}@example.com`;
    await page.goto("/register?from=%2Fusers");
    await page.getByLabel("Name").fill("Rosa Slow");
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").fill("12345678");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(alert(page)).toContainText("The account was not created.");
    await expect(page.getByLabel("Name")).toHaveValue("Rosa Slow");
    await page.getByLabel("Password").fill("calm and steady wins");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByRole("heading", { name: "Check your mail" })).toBeVisible();
    await page.getByRole("button", { name: "Send it again" }).click();
    await expect(toast(page)).toContainText("This is a new link.");
    await page.getByRole("link", { name: "Verify and log in" }).click();
    await expect(page).toHaveURL("/users");
  });

  test("opens the link in another browser, chooses name and password there, and is logged in @exhaustive", async ({
    page,
    request,
  }) => {
    const email = `${unique("rolf")}@example.com`;
    const sent = await request.post("/register?from=%2Fusers", {
      form: { name: "Rolf Elsewhere", email, password: "typed in another place" },
    });
    await page.goto(mailedLink(await sent.text()));
    await page.getByLabel("Name").fill("Rolf Here");
    await page.getByLabel("Password").fill("12345678");
    await page.getByRole("button", { name: "Save and log in" }).click();
    await expect(alert(page)).toContainText("Correct this field:");
    await page.getByLabel("Password").fill("calm and steady wins");
    await page.getByRole("button", { name: "Save and log in" }).click();
    await expect(page).toHaveURL("/users");
  });

  test("gets a new password by mail @exhaustive", async ({ page }) => {
    const person = await newPerson("Rita");
    await page.goto("/forget-password");
    await page.getByLabel("E-mail").fill(person.email);
    await page.getByRole("button", { name: "Send the link" }).click();
    await page.getByRole("link", { name: "Choose a new password" }).click();
    await page.getByLabel("New password").fill("a brand new password");
    await page.getByRole("button", { name: "Save the new password" }).click();
    await expect(toast(page)).toContainText("Your password is changed.");
    await logIn(page.request, { ...person, password: "a brand new password" });
  });

  test("opens the explanation of Google's button @exhaustive", async ({ page }) => {
    await page.goto("/login");
    await page.getByText("Continue with Google").click();
    await expect(page.getByText("FIREBASE_PROJECT_ID")).toBeVisible();
  });

  test("chooses theme and direction @exhaustive", async ({ page }) => {
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto("/login?from=%2Fusers");
    await page.getByRole("button", { name: "Switch to the dark theme" }).click();
    await expect(page.locator("html")).toHaveClass("dark");
    await page.getByRole("button", { name: "Switch text direction" }).click();
    await expect(page.locator("body")).toHaveAttribute("dir", "rtl");
    await expect(page.locator("html")).toHaveClass("dark");
    await expect(page).toHaveURL("/login?from=%2Fusers");
    await page.getByRole("button", { name: "Switch to the light theme" }).click();
    await expect(page.locator("html")).toHaveClass("light");
  });
});

test.describe("without scripts, somebody who is signed in", () => {
  test.beforeEach(({ page }) => signIn(page));

  test("creates a user after correcting an error, and undoes it from the toast", async ({ page }) => {
    const name = unique("Slow ");
    await page.goto("/users/create");
    await page.getByLabel("Name").fill(name);
    await page.getByLabel("E-mail").fill("nothing of the kind");
    await page.getByLabel("Job title").selectOption("HR Manager");
    await page.getByLabel("Active").check();
    await page.getByRole("button", { name: "Create user" }).click();
    await expect(alert(page)).toContainText("The user was not created. Correct this field:");
    await expect(page.getByLabel("Name")).toHaveValue(name);
    await expect(page.getByLabel("Job title")).toHaveValue("HR Manager");
    await expect(page.getByLabel("Active")).toBeChecked();
    await expect(page.getByLabel("E-mail")).toHaveAttribute("aria-invalid", "true");
    await page.getByLabel("E-mail").fill(`${name.replace(" ", ".")}@example.com`);
    await page.getByRole("button", { name: "Create user" }).click();
    await expect(toast(page)).toContainText(`${name} was created`);
    await expect(row(page, name)).toBeVisible();
    await toast(page).getByRole("button", { name: "Undo" }).click();
    await page.getByRole("link", { name: "Cancel" }).click();
    await expect(row(page, name)).toBeVisible();
    await row(page, name).getByRole("link", { name }).first().click();
    await page.getByRole("button", { name: /^Undo: created/ }).click();
    await page.getByRole("button", { name: "Move 1 user to the trash" }).click();
    await expect(toast(page)).toContainText(`of ${name}`);
    await expect(page.getByText(`${name} is in the trash.`)).toBeVisible();
    await toast(page).getByRole("button", { name: "Redo" }).click();
    await expect(page.getByText(`${name} is in the trash.`)).toHaveCount(0);
  });

  test("edits a user and undoes the change from the history @exhaustive", async ({ page }) => {
    const user = await addUser(page.request);
    await page.goto(`/users/${user.id}`);
    await page.getByLabel("Country").fill("Ghana");
    await page.getByRole("button", { name: "Save user" }).click();
    await expect(toast(page)).toContainText(`${user.name} was saved`);
    await expect(page.getByLabel("Country")).toHaveValue("Ghana");
    await page
      .getByRole("listitem")
      .filter({ hasText: "Norway → Ghana" })
      .getByRole("button", { name: /^Undo/ })
      .click();
    await expect(page.getByLabel("Country")).toHaveValue("Norway");
    await page.reload();
    await expect(toast(page)).toHaveCount(0);
  });

  test("chooses a version for each field after someone else saved first", async ({ page, browser }) => {
    const user = await addUser(page.request);
    await page.goto(`/users/${user.id}`);
    const other = await otherBrowser(browser, await newPerson("Olga"), { javaScriptEnabled: false });
    await other.goto(`/users/${user.id}`);
    await other.getByLabel("Country").fill("Chile");
    await other.getByRole("button", { name: "Save user" }).click();
    await expect(toast(other)).toContainText("was saved");
    await other.context().close();

    await page.getByLabel("Country").fill("Peru");
    await page.getByLabel("Phone").fill("+51 555 01 22");
    await page.getByRole("button", { name: "Save user" }).click();
    await expect(page.getByText("was changed while you were editing.")).toBeVisible();
    await page.getByRole("group", { name: "Country" }).getByLabel("Theirs").check();
    await page.getByRole("button", { name: "Save my choice" }).click();
    await expect(page.getByLabel("Country")).toHaveValue("Chile");
    await expect(page.getByLabel("Phone")).toHaveValue("+51 555 01 22");
  });

  test("searches, filters, sorts and turns pages", async ({ page }) => {
    await page.goto("/users");
    await page.getByRole("searchbox", { name: "Search name or e-mail" }).fill("example.com");
    await page.getByRole("main").getByRole("button", { name: "Search" }).click();
    await page.getByRole("button", { name: "Job title" }).click();
    await page.getByRole("link", { name: "Sales Manager" }).click();
    await page.getByRole("navigation", { name: "Status" }).getByRole("link", { name: "Banned" }).click();
    await expect(row(page, "Tomás Rivera")).toBeVisible();
    await expect(row(page, "Priya Raman")).toHaveCount(0);
    await page.getByRole("columnheader", { name: "Name" }).getByRole("link").click();
    await expect(page.getByRole("columnheader", { name: "Name" })).toHaveAttribute("aria-sort", "ascending");
    await page.getByRole("link", { name: "Remove the filter Job title: Sales Manager" }).click();
    await page.getByRole("navigation", { name: "Status" }).getByRole("link", { name: "All" }).click();
    await page.getByRole("link", { name: "10", exact: true }).click();
    await page.getByRole("link", { name: "Next" }).click();
    await expect(page.getByText(/^11–/)).toBeVisible();
  });

  test("acts on ticked rows, on all that match, and on one row by its menu", async ({ page }) => {
    const word = unique("Slowly");
    for (const first of ["Ann", "Ben", "Cyd"]) await addUser(page.request, { name: `${first} ${word}` });
    await page.goto(`/users?q=${word}`);
    const bar = page.getByRole("region", { name: "Selection" });
    await expect(bar).toBeHidden();
    await page.getByRole("checkbox", { name: `Select Ann ${word}` }).check();
    await bar.getByRole("button", { name: "Ban" }).click();
    await expect(toast(page)).toContainText(`Ann ${word} marked as banned`);

    await page.getByRole("link", { name: "Select all 3 users that match" }).click();
    await expect(page.getByText("All 3 users that match are selected.")).toBeVisible();
    await bar.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Move 3 users to the trash" }).click();
    await expect(toast(page)).toContainText("3 users moved to the trash");

    await page.goto(`/users?trash=1&q=${word}`);
    await row(page, `Ben ${word}`)
      .getByLabel(/^Actions/)
      .click();
    await row(page, `Ben ${word}`).getByRole("button", { name: "Restore" }).click();
    await expect(toast(page)).toContainText(`Ben ${word} restored`);
    await page.getByRole("checkbox", { name: `Select Cyd ${word}` }).check();
    await bar.getByRole("button", { name: "Restore" }).click();
    await expect(toast(page)).toContainText(`Cyd ${word} restored`);
    await page.goto(`/users?q=${word}`);
    await expect(page.locator("tbody tr")).toHaveCount(2);
  });

  test("sorts, and selects all that match, on a phone too @exhaustive", async ({ page }) => {
    const word = unique("Pocket");
    for (const first of ["Ben", "Ann", "Cyd"]) await addUser(page.request, { name: `${first} ${word}` });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/users?q=${word}&size=10`);
    await page.getByRole("columnheader", { name: "Name" }).getByRole("link").click();
    await expect(page.locator("tbody .primary-cell")).toHaveText([`Ann ${word}`, `Ben ${word}`, `Cyd ${word}`]);
    await page.getByText("Select all", { exact: true }).click();
    await expect(page.getByText("All 3 users that match are selected.")).toBeVisible();
    await page.getByText("Select none", { exact: true }).first().click();
    await expect(page.locator("tbody :checked")).toHaveCount(0);
  });

  test("takes a change back from the activity @exhaustive", async ({ page }) => {
    const user = await addUser(page.request);
    await page.request.post(`/users/${user.id}/status`, { form: { status: "Rejected" } });
    await page.goto(`/activity?q=${encodeURIComponent(user.name)}&action=changed`);
    await page.locator("tbody").getByRole("button", { name: /^Undo/ }).click();
    await expect(toast(page)).toContainText(`of ${user.name}`);
    await page.goto(`/users/${user.id}`);
    await expect(page.getByLabel("Pending")).toBeChecked();
  });

  test("deletes and restores from the record's own page @exhaustive", async ({ page }) => {
    const user = await addUser(page.request);
    await page.goto(`/users/${user.id}`);
    await deleteHere(page);
    await expect(toast(page)).toContainText("moved to the trash");
    await page.goto(`/users/${user.id}`);
    await page.getByRole("button", { name: "Restore" }).click();
    await expect(toast(page)).toContainText("restored");
  });

  test("opens and closes the user menu, the menu's items and the drawer, and comes from the bell and the messages to their pages @exhaustive", async ({
    page,
  }) => {
    for (const title of ["Notification", "Messages"]) {
      await page.goto("/users");
      await page.getByRole("link", { name: new RegExp(`^${title}`) }).click();
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
    }
    await page.getByRole("button", { name: /^Account: / }).click();
    await expect(page.getByRole("link", { name: "Account", exact: true })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("link", { name: "Account", exact: true })).toBeHidden();

    await page.goto("/users");
    const main = page.getByRole("navigation", { name: "Main" });
    const pages = main.locator("summary").filter({ hasText: "Products pages" });
    await pages.click();
    await expect(main.getByRole("link", { name: "Details" }).first()).toBeVisible();
    await pages.click();
    await expect(main.getByRole("link", { name: "Details" }).first()).toBeHidden();
    await expect(page).toHaveURL("/users");
    await main.getByRole("link", { name: "Products", exact: true }).click();
    await expect(page).toHaveURL("/products");
    await expect(main.getByRole("link", { name: "Details" }).first()).toBeVisible();

    await page.setViewportSize({ width: 390, height: 844 });
    await expect(main).toBeHidden();
    await page.getByRole("button", { name: "Open menu" }).click();
    await expect(main).toBeVisible();
    await page.getByRole("button", { name: "Close menu" }).click();
    await expect(main).toBeHidden();
  });

  test("searches from the header @exhaustive", async ({ page }) => {
    await page.goto("/users/create");
    await page.getByPlaceholder("Type a command or search...").fill("amara");
    await page.getByPlaceholder("Type a command or search...").press("Enter");
    await expect(page).toHaveURL("/search?q=amara");
  });

  test("keeps what they typed when the picture is too large @exhaustive", async ({ page }) => {
    const name = unique("Large ");
    await page.goto("/users/create");
    await page.getByLabel("Name").fill(name);
    await page.getByLabel("E-mail").fill(`${name.replace(" ", ".")}@example.com`);
    await page.getByLabel("Job title").selectOption("HR Manager");
    await page.getByLabel("Active").check();
    await page.getByLabel("Upload a picture").setInputFiles(file(9));
    const answer = page.waitForResponse((response) => response.request().method() === "POST");
    await page.getByRole("button", { name: "Create user" }).click();
    expect((await answer).status()).toBe(413);
    await expect(alert(page)).toContainText("The user was not created. Correct this field:");
    await expect(page.getByLabel("Upload a picture")).toHaveAccessibleDescription(/This file is larger than 8 MB/);
    await expect(page.getByLabel("Name")).toHaveValue(name);
    await expect(page.getByLabel("Job title")).toHaveValue("HR Manager");
    await expect(page.getByLabel("Active")).toBeChecked();
    await page.getByRole("button", { name: "Create user" }).click();
    await expect(toast(page)).toContainText(`${name} was created`);
  });

  test("sees one message for an upload that is far too large, and goes back @exhaustive", async ({ page }) => {
    await page.goto("/users/create");
    await page.getByLabel("Upload a picture").setInputFiles(file(33));
    await page.getByRole("button", { name: "Create user" }).click();
    await expect(page.getByText("At most 32 MB can be sent at once. Nothing was changed.")).toBeVisible();
    await expect(page.getByText("Too large to send")).toHaveCount(1);
    await page.getByRole("link", { name: "Go back" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Create user" })).toBeVisible();
  });

  test("restores and saves in one go who was trashed while the form was open @exhaustive", async ({ page }) => {
    const user = await addUser(page.request);
    await page.goto(`/users/${user.id}`);
    await page.request.post(`/users/${user.id}/trash`);
    await page.getByLabel("Country").fill("Ghana");
    await page.getByRole("button", { name: "Save user" }).click();
    await expect(alert(page)).toContainText(`${user.name} is in the trash now.`);
    await expect(page.getByLabel("Country")).toHaveValue("Ghana");
    await page.getByRole("button", { name: "Restore and save" }).click();
    await expect(toast(page)).toContainText(`${user.name} was restored and saved`);
    await expect(page.getByLabel("Country")).toHaveValue("Ghana");
  });

  test("enters another address for a trashed user whose address is taken @exhaustive", async ({ page }) => {
    const user = await addUser(page.request);
    await page.request.post(`/users/${user.id}/trash`);
    const owner = await addUser(page.request, { email: user.email });
    await page.goto(`/users?trash=1&q=${encodeURIComponent(user.name)}`);
    await row(page, user.name)
      .getByLabel(/^Actions/)
      .click();
    await row(page, user.name).getByRole("button", { name: "Restore" }).click();
    await expect(toast(page)).toContainText(`${owner.name} already has this e-mail address`);
    await expect(page.locator("#main").getByRole("link", { name: owner.name })).toHaveAttribute(
      "href",
      `/users/${owner.id}`,
    );
    await page.getByRole("button", { name: "Restore and save" }).click();
    await expect(page.getByLabel("E-mail")).toHaveAccessibleDescription(new RegExp(`${owner.name} already has`));
    await page.getByLabel("E-mail").fill(`other.${user.email}`);
    await page.getByRole("button", { name: "Restore and save" }).click();
    await expect(toast(page)).toContainText(`${user.name} was restored and saved`);
    await expect(page.getByLabel("E-mail")).toHaveValue(`other.${user.email}`);
  });

  test("a user signed out meanwhile logs in in another tab and sends what they typed again, without scripts @exhaustive", async ({
    page,
  }) => {
    const user = await addUser(page.request);
    for (const megabytes of [0, 7]) {
      const country = megabytes ? "Ghana" : "Chile";
      await page.goto(`/users/${user.id}`);
      await page.getByLabel("Country").fill(country);
      if (megabytes) await page.getByLabel("Upload a picture").setInputFiles(file(megabytes));
      await page.context().clearCookies();
      await page.getByRole("button", { name: "Save user" }).click();
      await expect(page.getByRole("heading", { name: "You were signed out" })).toBeVisible();
      await expect(page.getByLabel("Country")).toHaveValue(country);
      await expect(page.getByRole("link", { name: /^Log in again as .+ in a new tab$/ })).toHaveAttribute(
        "href",
        `/login?${new URLSearchParams({ from: `/users/${user.id}` })}`,
      );
      await signIn(page);
      await page.getByRole("button", { name: "Send it again" }).click();
      await expect(toast(page)).toContainText("was saved");
      await expect(page.getByLabel("Country")).toHaveValue(country);
    }
  });

  test("a user who was signed out sends an edit again, and is asked about what was saved meanwhile, without scripts @exhaustive", async ({
    page,
  }) => {
    const { id } = await addUser(page.request);
    const saveCountry = async (tab: Page, country: string) => {
      await tab.goto(`/users/${id}`);
      await tab.getByLabel("Country").fill(country);
      if (tab === page) await tab.context().clearCookies();
      await tab.getByRole("button", { name: "Save user" }).click();
    };
    await saveCountry(page, "Ghana");
    await signIn(page);
    const tab = await page.context().newPage();
    await saveCountry(tab, "Chile");
    await expect(toast(tab)).toContainText("was saved");
    await tab.close();
    await page.getByRole("button", { name: "Send it again" }).click();
    await expect(page.getByText("was changed while you were editing")).toBeVisible();
    await page.getByRole("button", { name: "Save my choice" }).click();
    await expect(page.getByLabel("Country")).toHaveValue("Ghana");
  });

  test("a page with a form to fill in has no buttons that would empty it by loading it again", async ({ page }) => {
    const buttons = page.getByRole("button", { name: /^Switch to the|^Switch text direction|the menu/ });
    for (const path of ["/users", "/users/3/", "/support/tickets"]) {
      await page.goto(path);
      await expect(buttons, path).toHaveCount(path === "/users/3/" ? 0 : 3);
    }
  });

  test("presses a button twice, at once or after Back, and is neither alarmed nor promised too much @exhaustive", async ({
    page,
  }) => {
    const user = await addUser(page.request);
    await page.goto(`/users/${user.id}`);
    await page.getByLabel("Country").fill("Ghana");
    await page.getByRole("button", { name: "Save user" }).dblclick();
    await expect(page.getByLabel("Country")).toHaveValue("Ghana");
    await expect(page.getByText("was changed while you were editing")).toHaveCount(0);

    await page.goto(`/users/${user.id}`);
    await page.getByLabel("Country").fill("Chile");
    await page.getByRole("button", { name: "Save user" }).click();
    await expect(toast(page)).toContainText("was saved");
    await page.goBack();
    await page.getByLabel("Country").fill("Chile");
    await page.getByRole("button", { name: "Save user" }).click();
    await expect(toast(page)).toContainText("was saved");
    await expect(toast(page).getByRole("button", { name: "Undo" })).toHaveCount(0);
    await expect(page.locator("ol > li").filter({ hasText: "Ghana → Chile" })).toHaveCount(1);

    await deleteHere(page);
    await expect(toast(page)).toContainText("moved to the trash");
    await page.goBack();
    await expect(page.getByText(`${user.name} is in the trash.`)).toBeVisible();
    await page.getByRole("button", { name: "Restore" }).dblclick();
    await expect(page.getByLabel("Country")).toHaveValue("Chile");
  });
});

/** Returns a file of the given size. */
const file = (megabytes: number) => ({
  name: "big.png",
  mimeType: "image/png",
  buffer: Buffer.alloc(megabytes * 1024 * 1024),
});
