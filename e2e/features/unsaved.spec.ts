import type { Browser, Page } from "@playwright/test";
import { exhaustiveIf } from "../exhaustive";
import { addTicket, addUser } from "../records";
import {
  demo,
  expect,
  fillLogin,
  hold,
  hydrated,
  logIn,
  newPerson,
  openMore,
  otherBrowser,
  signIn,
  inOneWindow as test,
  toast,
  unique,
} from "../support";

test.beforeEach(({ page }) => signIn(page));

/** Logs in once the form has appeared, which happens shortly after the URL changes. */
async function logInBy(page: Page) {
  await expect(page.getByRole("button", { name: "Log in", exact: true })).toBeVisible();
  await fillLogin(page, demo.email, demo.password);
}

const question = (page: Page) => page.getByRole("dialog", { name: "Leave without saving?" });
const bar = (page: Page) => page.locator(".savebar");

async function open(page: Page, path: string) {
  await page.goto(path);
  await hydrated(page);
}

/** Forms of records and of the user's own data, by path, with a field of each. */
const forms = {
  "/users/3": "name",
  "/users/create": "name",
  "/products/3": "title",
  "/products/create": "title",
  "/invoices/create": "customer",
  "/support/create-ticket": "subject",
  "/support/tickets/3/edit": "subject",
  "/support/faqs/manage/create": "question",
  "/support/canned-replies/create": "title",
  "/support/contact": "subject",
  "/orders/1": "note",
  "/team/invite": "email",
  "/settings": "name",
  "/settings/plan-billing/address": "billingName",
  "/settings/security/tokens/create": "name",
};

for (const [path, field] of Object.entries(forms))
  test(`${path} shows no unsaved changes and can be left while nothing is changed @exhaustive`, async ({ page }) => {
    await open(page, path);
    const said = page.getByText(/^(Unsaved changes|Draft kept in this browser)$/);
    await page.locator(`form [name=${field}]:visible`).focus();
    await page.keyboard.type("x");
    await expect(said).toBeVisible();
    await page.keyboard.press("Backspace");
    await expect(said).toBeHidden();
    await page.locator('a[href="/"]:visible').first().click();
    await expect(page).toHaveURL("/");
  });

/** Changes on pages without such a form, where input could still be lost. */
const changes: Record<string, (page: Page) => Promise<unknown>> = {
  "/orders/1": (page) => page.getByLabel("Note").fill("Call first"),
  "/team/people/2": (page) => page.locator("[name=access]:not(:checked)").first().check(),
  "/support/tickets/9": (page) => page.getByLabel("Priority").selectOption("Urgent"),
  "/settings/plan-billing/address": (page) => page.getByLabel("Tax ID").fill("GB 123"),
  "/settings/security/tokens/create": (page) => page.getByLabel("Sales").selectOption("view"),
};

const leavesOnlyWhenAsked = async (page: Page) => {
  await page.locator('a[href="/"]:visible').first().click();
  await question(page).getByRole("button", { name: "Stay" }).click();
  await page.locator('a[href="/"]:visible').first().click();
  await question(page).getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL("/");
};

for (const [path, change] of Object.entries(changes))
  test(`leaving ${path} with unsaved changes asks first @exhaustive`, async ({ page }) => {
    await open(page, path);
    await change(page);
    await expect(page.getByText("Unsaved changes")).toBeVisible();
    await leavesOnlyWhenAsked(page);
  });

test("leaving an import asks first after a column was matched to another field @exhaustive", async ({ page }) => {
  await open(page, "/users/import");
  const file = { name: "people.csv", mimeType: "text/csv", buffer: Buffer.from("Name;Mail\nIda;ida@example.com\n") };
  await page.getByLabel("CSV file").setInputFiles(file);
  await page.getByRole("button", { name: "Read the file" }).click();
  await page.getByLabel("Mail").selectOption("");
  await leavesOnlyWhenAsked(page);
});

test("solving and reopening a ticket keeps an unsaved priority without asking @exhaustive", async ({ page }) => {
  await open(page, "/support/tickets/9");
  const priority = page.getByLabel("Priority");
  const other = (await priority.inputValue()) === "Urgent" ? "Low" : "Urgent";
  await priority.selectOption(other);
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  const solve = page.getByRole("button", { name: "Mark as solved" });
  await solve.click();
  await expect(toast(page)).toContainText("marked as solved");
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(solve).toBeVisible();
  await expect(priority).toHaveValue(other);
  await leavesOnlyWhenAsked(page);
});

test("the question stays open while an act that was begun before it ends", async ({ page }) => {
  await open(page, "/support/tickets/9");
  const priority = page.getByLabel("Priority");
  const other = (await priority.inputValue()) === "Urgent" ? "Low" : "Urgent";
  await priority.selectOption(other);
  const answer = await hold(page, /\.data(\?|$)/);
  await page.getByRole("button", { name: "Mark as solved" }).click();
  await expect.poll(() => answer.asked.length).toBeGreaterThan(0);
  await page.locator('a[href="/"]:visible').first().click();
  await expect(question(page)).toBeVisible();
  answer.open();
  await expect(page.getByRole("button", { name: "Mark as solved" })).toHaveCount(0);
  await question(page).getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL("/");
});

test("saving a ticket's priority asks nothing, and leaving asks again after the next change @exhaustive", async ({
  page,
}) => {
  const priority = page.getByLabel("Priority");
  await open(page, "/support/tickets/9");
  const options = await priority.locator("option").allTextContents();
  const others = options.filter((option) => option !== options[0]);
  for (const other of others.slice(0, 2)) {
    await priority.selectOption(other);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(toast(page)).toContainText(`${other.toLowerCase()} in priority`);
    await expect(page.getByText("Unsaved changes")).toBeHidden();
  }
  await priority.selectOption(options[0] ?? "");
  await leavesOnlyWhenAsked(page);
});

test("leaving a user's page with unsaved changes asks, and keeps the input until the user leaves", async ({ page }) => {
  await open(page, "/users/3");
  const name = page.locator("#record [name=name]");
  const before = await name.inputValue();
  await name.fill("Somebody Else");
  const leave = () => page.getByRole("link", { name: "Back to users" }).click();
  await leave();
  await expect(question(page)).toBeVisible();
  await expect(question(page).getByRole("button", { name: "Stay" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(question(page)).toBeHidden();
  await leave();
  await question(page).getByRole("button", { name: "Stay" }).click();
  await expect(question(page)).toBeHidden();
  await expect(page).toHaveURL("/users/3");
  await expect(name).toHaveValue("Somebody Else");

  await leave();
  await question(page).getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL("/users");
  await open(page, "/users/3");
  await expect(name).toHaveValue(before);
});

// Dispatches the event itself: where a page takes more than a second to handle it, Chromium leaves without a dialog.
test("a browser asks before it loads another page", async ({ page }) => {
  const asks = () => page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })));
  await open(page, "/users/3");
  const name = page.locator("#record [name=name]");
  await name.focus();
  expect(await asks()).toBe(false);
  await name.fill("Somebody Else");
  await expect(bar(page)).toContainText("Unsaved changes");
  expect(await asks()).toBe(true);
});

test("the way back of the browser asks as well, and a save asks nothing @exhaustive", async ({ page }) => {
  await open(page, "/support/canned-replies");
  await page.locator("tbody a").first().click();
  await expect(page).toHaveURL(/replies\/\d+$/);
  await page.locator("#record [name=title]").fill(unique("Thanks "));
  await expect(bar(page)).toContainText("Unsaved changes");
  await page.evaluate(() => history.back());
  await question(page).getByRole("button", { name: "Stay" }).click();
  await page.getByRole("button", { name: "Save canned reply" }).click();
  await expect(toast(page)).toContainText("saved");
  await expect(question(page)).toBeHidden();
});

test("leaving an unresolved conflict asks first @exhaustive", async ({ page }) => {
  const title = page.locator("#record [name=title]");
  await open(page, "/support/canned-replies/2");
  const other = await page.context().newPage();
  await open(other, "/support/canned-replies/2");
  await other.locator("#record [name=title]").fill(unique("Theirs "));
  await other.getByRole("button", { name: "Save canned reply" }).click();
  await expect(toast(other)).toContainText("saved");
  await other.close();
  await title.fill(unique("Mine "));
  await page.getByRole("button", { name: "Save canned reply" }).click();
  await expect(page.getByText("Which version?")).toBeVisible();
  await expect(bar(page)).toContainText("Unsaved changes");
  await expect(page.locator(".progress")).toBeHidden(); // the end of a way closes the question of the next
  await page.locator('a[href="/"]:visible').first().click();
  await question(page).getByRole("button", { name: "Stay" }).click();
  await page.getByRole("button", { name: "Save my choice" }).click();
  await expect(toast(page)).toContainText("saved");
});

test("a copied invoice and an empty one have separate drafts @exhaustive", async ({ page }) => {
  const value = (name: string) => page.locator(`[name="${name}"]`);
  await open(page, "/invoices/create");
  await value("billingEmail").fill("plain@draft.example");
  await expect(bar(page)).toContainText("Draft kept in this browser");
  await open(page, "/invoices/INV-0009/details");
  await openMore(page);
  await page.getByRole("link", { name: "Duplicate" }).click();
  await expect(value("customer")).toHaveValue(/^Priya Raman/);
  await value("tax").fill("9.99");
  await expect(bar(page)).toContainText("Draft kept in this browser");

  await page.locator('a[href="/invoices/create"]:visible').first().click();
  await expect(value("billingEmail")).toHaveValue("plain@draft.example");
  await expect(value("customer")).toHaveValue("");
  await expect(value("lines.1.title")).toHaveCount(0);
  await expect(page.getByText("Total", { exact: true }).locator("~ dd").last()).toHaveText("$0.00");
  await page.getByRole("button", { name: "Start afresh" }).click();
  await expect(value("billingEmail")).toHaveValue("");

  await open(page, "/invoices/create?copy=INV-0009");
  await expect(value("tax")).toHaveValue("9.99");
  await expect(value("cardNo")).toHaveValue("**** **** **** 0093");
  await value("cardNo").fill("");
  await value("tax").fill("9.98");
  await open(page, "/invoices/create?copy=INV-0009");
  await expect(value("tax")).toHaveValue("9.98");
  await expect(value("cardNo"), "a card that was taken out").toHaveValue("");
  await page.getByRole("button", { name: "Start afresh" }).click();
  await expect(value("tax")).not.toHaveValue("9.98");
});

test("the draft of a new invoice is restored with its lines until it is discarded @exhaustive", async ({ page }) => {
  await open(page, "/invoices/create");
  await page.getByRole("combobox", { name: "Customer" }).fill("Rosa Draft");
  await page.getByRole("button", { name: "Add line" }).click();
  await page.locator("[name='lines.1.title']").fill("Two boats");
  await page.locator("[name=cardNo]").fill("4242 4242 4242 4242");
  await expect(bar(page)).toContainText("Draft kept in this browser");
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page).toHaveURL("/invoices");
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("4242");

  await open(page, "/invoices/create");
  await expect(bar(page)).toContainText(/Your draft of .* is back/);
  await expect(page.getByRole("combobox", { name: "Customer" })).toHaveValue("Rosa Draft");
  await expect(page.locator("[name='lines.1.title']")).toHaveValue("Two boats");
  await page.locator("a.skip").evaluate((link: HTMLElement) => link.click()); // the page forgets what came back
  await expect(page.locator("[name='lines.1.title']")).toHaveValue("Two boats");
  await page.getByRole("combobox", { name: "Customer" }).click();
  await expect(bar(page)).toContainText(/Your draft of .* is back/);
  await page.getByRole("button", { name: "Create invoice" }).click(); // refused: the lines have no price
  await expect(page.getByRole("alert")).toContainText("The invoice was not created.");
  await expect(page.locator("[name='lines.1.title']")).toHaveValue("Two boats");

  await open(page, "/invoices/create");
  await page.getByRole("button", { name: "Start afresh" }).click();
  await expect(page.getByRole("combobox", { name: "Customer" })).toHaveValue("");
  await expect(page.locator("[name='lines.1.title']")).toHaveCount(0);
  await expect(bar(page)).not.toContainText("Draft kept");
  await open(page, "/invoices/create");
  await expect(bar(page)).not.toContainText("Draft kept");
});

test("creating a record removes its draft, and logging out removes all drafts @exhaustive", async ({ page }) => {
  const title = unique("Greeting ");
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes("draft")));
  await open(page, "/support/canned-replies/create");
  await page.getByLabel("Title").fill(title);
  await page.getByRole("button", { name: "Create canned reply" }).click();
  await expect(page.getByRole("alert")).toContainText("was not created");
  expect(await kept()).toHaveLength(1);
  await page.locator("#record textarea").fill("Good morning");
  await page.getByRole("button", { name: "Create canned reply" }).click();
  await expect(toast(page)).toContainText(title);
  expect(await kept()).toEqual([]);

  await open(page, "/users/create");
  await page.locator("#record [name=name]").fill("Half a person");
  await expect.poll(kept).toHaveLength(1);
  await page.getByLabel("Upload a picture").setInputFiles("public/favicon.svg");
  await page.getByRole("button", { name: demo.name }).click();
  await page.getByRole("button", { name: "Log Out" }).click();
  await question(page).getByRole("button", { name: "Stay" }).click();
  expect(await kept()).toHaveLength(1);
  await page.getByLabel("Upload a picture").setInputFiles([]);
  await page.getByRole("button", { name: demo.name }).click();
  await page.getByRole("button", { name: "Log Out" }).click();
  await expect(page).toHaveURL(/login/);
  expect(await kept()).toEqual([]);
});

for (const [path, name] of [
  ["/support/contact", "subject"],
  ["/team/invite", "email"],
] as const)
  test(`a draft of ${path} is kept in the browser and restored @exhaustive`, async ({ page }) => {
    const field = page.locator(`[name=${name}]`);
    await open(page, path);
    await field.fill("half@written.example");
    await expect(page.getByText("Draft kept in this browser")).toBeVisible();
    await page.locator('a[href="/"]:visible').first().click();
    await expect(page).toHaveURL("/");
    await open(page, path);
    await expect(page.getByText(/Your draft of .* is back/)).toBeVisible();
    await expect(field).toHaveValue("half@written.example");
    await page.getByRole("button", { name: "Start afresh" }).click();
    await expect(field).toHaveValue("");
  });

test("sending a message removes its draft, and the next message has its own @exhaustive", async ({ page }) => {
  await page.context().clearCookies();
  await signIn(page, await newPerson());
  await open(page, "/support/contact");
  await page.getByLabel("Subject").fill(unique("Lamp "));
  await page.getByLabel("Topic").selectOption({ index: 1 });
  await page.locator("[name=body]").fill("It flickers.");
  await expect(page.getByText("Draft kept in this browser")).toBeVisible();
  await page.waitForTimeout(3_100); // faster submissions count as spam
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText(/arrived as ticket/)).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("draft")))).toEqual([]);
  await page.getByRole("link", { name: "write another message" }).click();
  await expect(page.locator("[name=body]")).toHaveValue("");
  await page.locator("[name=body]").fill("It hums too.");
  await expect(page.getByText("Draft kept in this browser")).toBeVisible();
});

test("another user does not see a draft, and its author finds it after a lost session", async ({ page }) => {
  await open(page, "/support/create-ticket");
  await page.getByLabel("Subject").fill("My lamp flickers");
  await expect(bar(page)).toContainText("Draft kept in this browser");
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Create ticket" }).click();
  await expect(page.getByRole("alert")).toContainText("You were signed out meanwhile.");

  await logIn(page.request, await newPerson());
  await open(page, "/support/create-ticket");
  await expect(page.getByLabel("Subject")).toHaveValue("");
  await page.context().clearCookies();
  await signIn(page);
  await open(page, "/support/create-ticket");
  await expect(page.getByLabel("Subject")).toHaveValue("My lamp flickers");
});

for (const [path, name, button] of [
  ["/users/3", "company", "Save"],
  ["/invoices/INV-0004/send", "message", "Send"],
  ["/support/tickets/9", "body", "Send"],
] as const)
  test(`text typed at ${path} stays when the session ends, and is sent after logging in again${exhaustiveIf(path !== "/users/3")}`, async ({
    page,
  }) => {
    const person = await page.context().cookies();
    const typed = unique("By the mill ");
    await open(page, path);
    const field = page.locator(`form [name=${name}]:visible`);
    await field.fill(typed);
    await page.context().clearCookies();
    await page.getByRole("button", { name: button, exact: false }).first().click();
    const alert = page.getByRole("main").getByRole("alert");
    await expect(alert).toContainText("You were signed out meanwhile. What you typed is still here.");
    await expect(alert.getByRole("link", { name: "Log in again in a new tab" })).toHaveAttribute("href", "/login");
    await expect(field).toHaveValue(typed);

    await page.context().addCookies(person);
    await page.getByRole("button", { name: button, exact: false }).first().click();
    await expect(toast(page)).toBeVisible();
    await page.goto(path.replace("/send", "/details"));
    await expect(
      page
        .getByText(typed)
        .or(page.locator(`[value="${typed}"]`))
        .first(),
    ).toBeVisible();
  });

const switchTheme = (page: Page) => page.getByRole("button", { name: /^Switch to the (dark|light) theme$/ }).click();

test("switching the theme replaces nothing that was typed, also after others saved the record or the session ended", async ({
  page,
  browser,
}) => {
  const { id } = await addUser(page.request);
  await open(page, `/users/${id}`);
  const company = page.locator("[name=company]");
  await company.fill("Mine");
  await saveCompany(browser, id, "Theirs");
  const dark = page.locator("html.dark");
  const before = await dark.count();
  await switchTheme(page);
  await expect(dark).toHaveCount(1 - before);
  await page.context().clearCookies();
  await switchTheme(page);
  await expect(dark).toHaveCount(before);
  await page.waitForLoadState("networkidle");
  await expect(page).toHaveURL(`/users/${id}`);
  await expect(company).toHaveValue("Mine");
  await signIn(page);
  await page.getByRole("button", { name: "Save user" }).click();
  await expect(page.getByText("was changed while you were editing")).toBeVisible();
});

/** Saves another company of a user, in another browser. */
async function saveCompany(browser: Browser, id: number, company: string) {
  const elsewhere = await otherBrowser(browser, demo, { javaScriptEnabled: true });
  await open(elsewhere, `/users/${id}`);
  await elsewhere.locator("[name=company]").fill(company);
  await elsewhere.getByRole("button", { name: "Save user" }).click();
  await expect(toast(elsewhere)).toBeVisible();
  await elsewhere.context().close();
}

test("what a user types after logging out in another tab is not stored in the browser, and stays to be sent", async ({
  page,
}) => {
  const person = await newPerson();
  await page.context().clearCookies();
  await signIn(page, person);
  await open(page, "/support/create-ticket");
  await page.getByLabel("Subject").fill("Private");
  await expect(bar(page)).toContainText("Draft kept in this browser");
  const other = await page.context().newPage();
  await open(other, "/");
  await other.getByRole("button", { name: person.name }).click();
  await other.getByRole("button", { name: "Log Out" }).click();
  await expect(other).toHaveURL(/login/);
  await other.close();

  const subject = page.getByLabel("Subject");
  await subject.fill("Private, and more");
  await expect(bar(page)).toContainText("Unsaved changes");
  await logIn(page.request, await newPerson());
  await subject.fill("Private, and much more");
  await expect(bar(page)).toContainText("Unsaved changes");
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("Private");
  await page.context().clearCookies();
  await logIn(page.request, person);
  await subject.fill("Private, and back");
  await expect(bar(page)).toContainText("Draft kept in this browser");
});

test("a ticket's priority, which is sent to another address, stays to be saved after the session has ended", async ({
  page,
}) => {
  const ticket = await addTicket(page.request);
  await open(page, ticket);
  const priority = page.getByLabel("Priority");
  const save = page.getByRole("button", { name: "Save", exact: true });
  await priority.selectOption("Urgent");
  await page.context().clearCookies();
  await save.click();
  await expect(page.getByRole("alert")).toContainText("You were signed out meanwhile. What you typed is still here.");
  await expect(page).toHaveURL(ticket);
  await expect(priority).toHaveValue("Urgent");
  await signIn(page, await newPerson());
  await save.click();
  await expect(page.getByRole("alert")).toContainText(`this form was opened as ${demo.name}`);
  await expect(priority).toHaveValue("Urgent");
  await page.context().clearCookies();
  await signIn(page);
  await save.click();
  await expect(toast(page)).toContainText("urgent in priority");
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a version that was chosen on the conflict page stays chosen after the session has ended", async ({
  page,
  browser,
}) => {
  const { id } = await addUser(page.request);
  await open(page, `/users/${id}`);
  await page.locator("[name=company]").fill("Mine");
  await saveCompany(browser, id, "Theirs");
  await page.getByRole("button", { name: "Save user" }).click();
  await page.getByRole("radio", { name: /^Theirs/ }).check();
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Save my choice" }).click();
  await expect(page.getByRole("alert")).toContainText("You were signed out meanwhile.");
  await expect(page.locator("[name=company]")).toHaveValue("Theirs");
});

test("looking for answers to a question keeps a signed-out user on the form @exhaustive", async ({ page }) => {
  await open(page, "/support/create-ticket");
  await page.context().clearCookies();
  const looked = page.waitForResponse(/\/support\/suggest/);
  await page.getByLabel("Subject").fill("Where is my invoice?");
  await page.getByLabel("Subject").blur();
  await looked;
  await page.getByLabel("Subject").fill("Where is my refund?");
  await expect(bar(page)).toContainText("Unsaved changes");
  await expect(page).toHaveURL("/support/create-ticket");
});

test("a signed-out user keeps a question that is sent while answers are looked for @exhaustive", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  for (const [path, button] of [
    ["/support/create-ticket", "Create ticket"],
    ["/support/contact", "Send message"],
  ] as const) {
    await open(page, path);
    const answers = await hold(page, /\/support\/suggest/);
    await page.getByLabel("Subject").fill("My lamp flickers");
    await page.getByLabel("Subject").blur();
    await expect.poll(() => answers.asked, "it is looked for").toHaveLength(1);
    await page.context().clearCookies();
    await page.getByRole("button", { name: button }).click();
    await expect.poll(() => answers.asked, "and again after the refusal").toHaveLength(2);
    const answered = page.waitForResponse(/\/support\/suggest/);
    answers.open();
    await answered;
    await expect(page.getByRole("alert"), path).toContainText("You were signed out meanwhile.");
    await expect(page.getByLabel("Subject")).toHaveValue("My lamp flickers");
    await expect(page).toHaveURL(path);
    expect(asked, "the page is not read again, which would lead to log in").not.toContain(`GET ${path}.data`);
    await page.unrouteAll({ behavior: "wait" });
    await signIn(page);
  }
});

test("the browser's Back skips the login page that was passed on the way @exhaustive", async ({ page }) => {
  await open(page, "/orders");
  await page.context().clearCookies();
  await page.locator("tbody a.primary-cell").first().click();
  await page.waitForURL(/\/login\?from=/);
  await logInBy(page);
  await page.waitForURL(/\/orders\/\d+$/);
  await page.goBack();
  await expect(page).toHaveURL("/orders");
});

test("a reply that could not be saved comes back after logging in again, unless a later draft was saved elsewhere @exhaustive", async ({
  page,
  browser,
}) => {
  const ticket = await addTicket(page.request);
  const reply = (page: Page) => page.getByRole("textbox", { name: "Your reply" });
  await open(page, ticket);
  for (const text of ["Older", "Newest"]) {
    await page.context().clearCookies();
    await reply(page).fill(text);
    await expect(page.getByText("You are signed out, so the draft is not saved.")).toBeVisible();
    if (text === "Older") {
      const elsewhere = await otherBrowser(browser, demo);
      await open(elsewhere, ticket);
      await reply(elsewhere).fill("Newer, and much longer");
      await expect(elsewhere.getByText("Draft saved")).toBeVisible();
      await elsewhere.context().close();
    }
    await signIn(page);
    await open(page, ticket);
    await expect(reply(page)).toHaveValue(text === "Older" ? "Newer, and much longer" : text);
  }
});

test("text typed before scripts ran is in the draft, and card numbers are not", async ({ page }) => {
  const scripts = await hold(page, /\/assets\/entry/);
  await page.goto("/support/canned-replies/create", { waitUntil: "commit" });
  await page.getByLabel("Title").fill("Early bird");
  scripts.open();
  await hydrated(page);
  await page.locator("#record textarea").fill("Card 4242 4242 4242 4242");
  await expect(bar(page)).toContainText("Draft kept in this browser");
  const kept = await page.evaluate(() => JSON.stringify(localStorage));
  expect(kept).toContain("Early bird");
  expect(kept).not.toContain("4242");
});

/** Leaves a draft of a new user and reopens its form with scripts held back. Returns the hold, which lets them load. */
async function againWithDraft(page: Page) {
  await open(page, "/users/create");
  await page.locator("#record [name=name]").fill("First draft");
  await expect(bar(page)).toContainText("Draft kept in this browser");
  const scripts = await hold(page, /\/assets\/entry/);
  await page.goto("/users/create", { waitUntil: "commit" });
  return scripts;
}

test("a draft does not replace text typed before it was read, and waits @exhaustive", async ({ page }) => {
  const name = page.locator("#record [name=name]");
  const scripts = await againWithDraft(page);
  await name.fill("Typed at once");
  scripts.open();
  await hydrated(page);
  await expect(bar(page)).toContainText(/A draft of .* is kept/);
  await expect(name).toHaveValue("Typed at once");
  await page.getByRole("link", { name: "Cancel" }).click();
  await question(page).getByRole("button", { name: "Stay" }).click();
  await page.getByRole("button", { name: "Bring it back" }).click();
  await expect(name).toHaveValue("First draft");
});

test("leaving a new record asks if the browser cannot store its draft @exhaustive", async ({ page }) => {
  await open(page, "/users/create");
  await page.evaluate(
    () =>
      (Storage.prototype.setItem = () => {
        throw new Error("full");
      }),
  );
  await page.locator("#record [name=name]").fill("Nobody");
  await expect(bar(page)).toContainText("Unsaved changes");
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(question(page)).toContainText("Your changes are not saved.");
});

test("leaving a draft with chosen files asks, because files are not kept @exhaustive", async ({ page }) => {
  await open(page, "/users/create");
  await page.getByLabel("Upload a picture").focus();
  await page.getByLabel("Upload a picture").setInputFiles("public/favicon.svg");
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(question(page)).toContainText("but not the files that you chose");
});

test("text typed while a draft is being restored stays, and the draft waits @exhaustive", async ({ page }) => {
  const name = page.locator("#record [name=name]");
  const scripts = await againWithDraft(page);
  await expect(name).toBeVisible();
  await page.evaluate(() => {
    const slow = { isAsked: false, open: () => {} };
    const opened = new Promise<void>((resolve) => (slow.open = resolve));
    const { json } = Request.prototype;
    Request.prototype.json = async function () {
      slow.isAsked = true;
      await opened;
      return json.call(this) as Promise<unknown>;
    };
    Object.assign(window, { slow });
  });
  scripts.open();
  await page.waitForFunction(() => (window as unknown as { slow: { isAsked: boolean } }).slow.isAsked);
  await name.fill("Typed meanwhile");
  await page.evaluate(() => (window as unknown as { slow: { open: () => void } }).slow.open());
  await expect(bar(page)).toContainText(/A draft of .* is kept/);
  await expect(name).toHaveValue("Typed meanwhile");
  await page.getByRole("button", { name: "Bring it back" }).click();
  await expect(name).toHaveValue("First draft");
});

test("a field with suggestions shows them when the user types at once @exhaustive", async ({ page }) => {
  await open(page, "/invoices/create");
  await page.keyboard.type("Priya");
  await expect(page.getByRole("option", { name: /^Priya Raman/ }).first()).toBeVisible();
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });

    test("a form for a new record has the focus in its first field @exhaustive", async ({ page }) => {
      const first = {
        "/users/create": "name",
        "/products/create": "title",
        "/support/faqs/manage/create": "question",
        "/support/canned-replies/create": "title",
        "/views/create?path=/users": "name",
        "/team/invite": "email",
        "/support/create-ticket": "requesterId",
        "/support/create-ticket?for=4": "subject",
        "/support/contact": "subject",
        "/invoices/create": "customer",
        "/settings/security/tokens/create": "name",
      };
      for (const [path, name] of Object.entries(first)) {
        await page.goto(path);
        await expect(page.locator(`[name=${name}]`), path).toBeFocused();
      }
      await page.goto("/users");
      await page.getByRole("link", { name: "Create user" }).click();
      const name = page.locator("[name=name]");
      await expect(name).toBeFocused();
      await page.getByRole("button", { name: "Create user" }).click();
      await expect(page.getByRole("alert")).toContainText("The user was not created.");
      await expect(name).not.toBeFocused();
    });
  });
}
