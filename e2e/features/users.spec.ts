import type { Page } from "@playwright/test";
import { addUser } from "../records";
import {
  deleteHere,
  demo,
  expect,
  hold,
  hydrated,
  newPerson,
  openMore,
  otherBrowser,
  row,
  signIn,
  inOneWindow as test,
  toast,
  unique,
} from "../support";

/** A picture of one red pixel. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);

test.beforeEach(({ page }) => signIn(page));

const names = (page: Page) => page.locator("tbody .primary-cell").allTextContents();
const bulkBar = (page: Page) => page.getByRole("region", { name: "Selection" });

/** Creates three users whose names share a unique word. */
async function threePeople(page: Page, values: Record<string, string> = {}) {
  const word = unique("Trio");
  const users = [];
  for (const first of ["Ann", "Ben", "Cyd"])
    users.push(await addUser(page.request, { name: `${first} ${word}`, ...values }));
  return { word, users, list: `/users?q=${word}` };
}

test("the list shows the directory, newest first, with name, e-mail, role, status, country and phone @exhaustive", async ({
  page,
}) => {
  await page.goto("/users?q=example.com&role=UX+Designer&status=Active&sort=createdAt");
  await expect(row(page, "Priya Raman")).toContainText(
    /Priya Raman\s*priya\.raman@example\.com.*UX Designer.*Active.*India.*\+91 555 010 4471/,
  );
  await expect(row(page, "Priya Raman").locator("img").first()).toHaveJSProperty("complete", true);
  const { word } = await threePeople(page);
  await page.goto("/users");
  expect((await names(page))[0]).toContain(word);
});

test("a search narrows the list of users, is in the address, and is removed by its chip", async ({ page }) => {
  await page.goto("/users");
  await page.getByRole("searchbox", { name: "Search name or e-mail" }).fill("okafor");
  await page.getByRole("main").getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL("/users?q=okafor");
  await expect(page.locator("tbody tr")).toHaveCount(1);
  await expect(row(page, "Amara Okafor")).toBeVisible();
  await page.reload();
  await expect(page.locator("tbody tr")).toHaveCount(1);
  await page.getByRole("link", { name: "Remove the filter “okafor”" }).click();
  await expect(page).toHaveURL("/users");
  await expect(page.getByRole("searchbox", { name: "Search name or e-mail" })).toHaveValue("");
});

test("filters add up, and Clear takes all of them away @exhaustive", async ({ page }) => {
  await page.goto("/users?sort=name");
  await page.getByRole("button", { name: "Job title" }).click();
  await page.getByRole("link", { name: "IT Support" }).click();
  await page.getByRole("navigation", { name: "Status" }).getByRole("link", { name: "Banned" }).click();
  await expect(page).toHaveURL(/status=Banned/);
  await expect(page).toHaveURL(/role=IT\+Support/);
  await expect(page).toHaveURL(/sort=name/);
  await expect(row(page, "Oskar Nowak")).toBeVisible();
  for (const cells of await page.locator("tbody tr").allTextContents()) expect(cells).toMatch(/IT Support.*Banned/);
  await page.getByRole("link", { name: "Remove the filter Job title: IT Support" }).click();
  await expect(row(page, "Lucas Ferreira")).toBeVisible();
  const clear = page.getByRole("link", { name: "Clear", exact: true });
  await expect(clear).toHaveCount(0); // a tab alone is no filter
  await page.getByRole("button", { name: "Job title" }).click();
  await page.getByRole("link", { name: "IT Support" }).click();
  await clear.click();
  await expect(page).toHaveURL("/users?sort=name");
});

test("a filter chosen while the list is loading is added to the pending one", async ({ page }) => {
  await page.goto("/users?page=2&size=10");
  await hydrated(page); // without scripts it would be a page of its own
  await page.route(/users\.data\?.*Banned/, () => {}, { times: 1 }); // never comes
  const tab = (name: string) => page.getByRole("navigation", { name: "Status" }).getByRole("link", { name });
  await tab("Banned").click();
  await expect(tab("Active")).toHaveAttribute("href", "/users?size=10&status=Active");
  await page.getByRole("button", { name: "Job title" }).click();
  await page.getByRole("link", { name: "IT Support" }).click();
  await expect(page).toHaveURL("/users?size=10&status=Banned&role=IT+Support");
  await expect(page.locator("tbody tr").first()).toContainText("Banned");
  for (const cells of await page.locator("tbody tr").allTextContents()) expect(cells).toMatch(/IT Support.*Banned/);
});

test("a tab takes along what stands in the search box, and a menu that is opened meanwhile stays open @exhaustive", async ({
  page,
}) => {
  await page.goto("/users");
  await hydrated(page);
  await page.route(/users\.data/, (route) => void setTimeout(() => void route.continue(), 500));
  await page.getByRole("searchbox", { name: "Search name or e-mail" }).fill("okafor");
  const tabs = page.getByRole("navigation", { name: "Status" });
  await tabs.getByRole("link", { name: "Active" }).click();
  const menu = page.getByRole("group", { name: "Job title" });
  await page.getByRole("button", { name: "Job title" }).click();
  await expect(page).toHaveURL("/users?q=okafor&status=Active");
  await expect(row(page, "Amara Okafor")).toBeVisible();
  await expect(menu).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Remove the filter “okafor”" }).click();
  await expect(page).toHaveURL("/users?status=Active");
  await tabs.getByRole("link", { name: "All" }).click();
  await expect(page).toHaveURL("/users");
});

test("going back from a record shows the list as it was left @exhaustive", async ({ page }) => {
  await page.goto("/users?q=okafor&status=Active");
  await hydrated(page);
  for (const [from, back] of [
    ["main", "Back to users"],
    ["navigation", "Users"],
  ] as const) {
    await page.getByRole("link", { name: "Amara Okafor" }).click();
    await expect(page).toHaveURL("/users/1");
    const place = from === "main" ? page.getByRole("main") : page.getByRole("navigation", { name: "Breadcrumb" });
    await place.getByRole("link", { name: back, exact: true }).click();
    await expect(page).toHaveURL("/users?q=okafor&status=Active");
  }
  await page.getByRole("link", { name: "List", exact: true }).first().click();
  await expect(page).toHaveURL("/users");
});

test("the tabs count what they show @exhaustive", async ({ page }) => {
  const { list } = await threePeople(page, { status: "Rejected" });
  await page.goto(list);
  const tabs = page.getByRole("navigation", { name: "Status" });
  await expect(tabs.getByRole("link", { name: /^Rejected/ })).toContainText("3");
  await expect(tabs.getByRole("link", { name: /^Active/ })).toContainText("0");
  await tabs.getByRole("link", { name: /^Rejected/ }).click();
  await expect(page).toHaveURL(/status=Rejected/);
  await expect(tabs.locator("[aria-current=page]")).toHaveText(/^Rejected/);
  await expect(page.locator("tbody tr")).toHaveCount(3);
});

test("a head sorts by its column, upwards and then downwards, and says so @exhaustive", async ({ page }) => {
  const { word, list } = await threePeople(page);
  await page.goto(list);
  const head = page.getByRole("columnheader", { name: "Name" });
  await expect(head).not.toHaveAttribute("aria-sort");
  await head.getByRole("link").click();
  await expect(head).toHaveAttribute("aria-sort", "ascending");
  await expect.poll(() => names(page)).toEqual([`Ann ${word}`, `Ben ${word}`, `Cyd ${word}`]);
  await head.getByRole("link").click();
  await expect(head).toHaveAttribute("aria-sort", "descending");
  await expect.poll(() => names(page)).toEqual([`Cyd ${word}`, `Ben ${word}`, `Ann ${word}`]);
});

test("a page has as many rows as chosen, and the pages follow one another @exhaustive", async ({ page }) => {
  await page.goto("/users?q=example.com&sort=id");
  await page.getByRole("navigation", { name: "Rows on a page" }).getByRole("link", { name: "10", exact: true }).click();
  await expect(page).toHaveURL(/size=10/);
  await expect(page.locator("tbody tr")).toHaveCount(10);
  const first = await names(page);
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByText(/^11–\d+ of \d+$/)).toBeVisible();
  expect((await names(page)).filter((name) => first.includes(name))).toEqual([]);
  await page.getByRole("link", { name: "Previous" }).click();
  await expect.poll(() => names(page)).toEqual(first);
});

test("nothing that matches, an empty trash and nothing wrong in the address @exhaustive", async ({ page }) => {
  await page.goto("/users?q=nobody+is+called+this");
  await expect(page.getByText("No user matches “nobody is called this”")).toBeVisible();
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(page.locator("tbody tr").first()).toBeVisible();
  const answer = await page.goto("/users?page=99999&size=7&sort=passwordHash&status=King&constructor=1&__proto__=1");
  expect(answer?.status()).toBe(200);
  await expect(page.locator("tbody tr").first()).toBeVisible();
});

test("a search typed and rows ticked before scripts ran stay", async ({ page }) => {
  const { word, list } = await threePeople(page);
  const scripts = await hold(page, "**/assets/*.js");
  await page.goto(list, { waitUntil: "domcontentloaded" });
  await page.getByRole("searchbox", { name: "Search name or e-mail" }).fill("typed early");
  await page.getByRole("button", { name: "Company" }).click();
  const company = page.locator("input[name=company]");
  await company.fill("typed too");
  await page.getByRole("checkbox", { name: `Select Ann ${word}` }).check();
  scripts.open();
  await hydrated(page);
  await expect(page.getByRole("searchbox", { name: "Search name or e-mail" })).toHaveValue("typed early");
  await expect(company).toHaveValue("typed too");
  await expect(page.getByRole("checkbox", { name: `Select Ann ${word}` })).toBeChecked();
  await page.getByRole("checkbox", { name: `Select Ben ${word}` }).check();
  await bulkBar(page).getByRole("button", { name: "Ban" }).click();
  await expect(toast(page)).toContainText("2 users marked as banned");
});

test("a form that is wrong keeps what was typed, says each fault beside its field, and takes the focus", async ({
  page,
}) => {
  await page.goto("/users/create");
  await hydrated(page);
  await page.getByLabel("Name").fill("Only A Name <b>&amp;\u202E");
  await page.getByLabel("E-mail").fill("not an address");
  await page.getByLabel("Phone").fill("call me");
  await page.getByRole("button", { name: "Create user" }).click();
  const summary = page.getByRole("alert").filter({ hasText: "The user was not created." });
  await expect(summary).toContainText("Correct these 2 fields:");
  await expect(summary).toBeFocused();
  await expect(page.getByLabel("Name")).toHaveValue("Only A Name <b>&amp;\u202E");
  await expect(page.getByLabel("E-mail")).toHaveValue("not an address");
  await expect(page.getByLabel("E-mail")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("E-mail")).toHaveAccessibleDescription(/Enter a full address/);
  await summary.getByRole("link", { name: /^Enter digits/ }).click();
  await expect(page.getByLabel("Phone")).toBeFocused();
});

test("a user is created with a picture, is found, and is removed by the toast's undo @exhaustive", async ({ page }) => {
  const name = unique("Greta ");
  await page.goto("/users/create");
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("E-mail").fill(`${name.replace(" ", ".")}@example.com`);
  await page.getByLabel("Job title").selectOption("Data Scientist");
  await page.getByLabel("Country").fill("Iceland");
  await page.getByLabel("Upload a picture").setInputFiles({ name: "me.png", mimeType: "image/png", buffer: png });
  await page.getByRole("button", { name: "Create user" }).click();
  await expect(toast(page)).toContainText(`${name} was created`);
  await expect(page).toHaveURL("/users");
  await expect(row(page, name)).toContainText("Active");
  const picture = row(page, name).locator("img");
  await expect(picture).toHaveAttribute("src", /^\/files\//);
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText(`This takes away ${name}.`)).toBeVisible();
  await page.getByRole("button", { name: "Move 1 user to the trash" }).click();
  await expect(toast(page)).toContainText(`of ${name}`);
  await expect(row(page, name)).toHaveCount(0);
  await toast(page).getByRole("button", { name: "Redo" }).click();
  await expect(row(page, name)).toHaveCount(1);
});

test("one's own page and row lead to Account Deactivation where others are deleted @exhaustive", async ({ page }) => {
  await page.goto("/users?q=demo@portico.example");
  const own = page.locator("tbody tr");
  await own.getByLabel(/^Actions for/).click();
  await expect(own.getByRole("link", { name: "Account Deactivation" })).toBeVisible();
  await expect(own.getByRole("button", { name: "Delete" })).toHaveCount(0);
  await page.goto((await own.locator("a.primary-cell").getAttribute("href")) ?? "");
  await openMore(page);
  await expect(page.getByRole("button", { name: "Delete" })).toHaveCount(0);
  await expect(page.getByRole("radio")).toHaveCount(1);
  await page.getByRole("link", { name: "Account Deactivation" }).first().click();
  await expect(page).toHaveURL("/settings/account-deactivation");
});

test("a picture that is none is refused beside its field @exhaustive", async ({ page }) => {
  const user = await addUser(page.request);
  await page.goto(`/users/${user.id}`);
  await page
    .getByLabel("Upload a picture")
    .setInputFiles({ name: "me.png", mimeType: "image/png", buffer: Buffer.from("<svg onload=alert(1)>") });
  await page.getByRole("button", { name: "Save user" }).click();
  await expect(page.getByLabel("Upload a picture")).toHaveAccessibleDescription(/Choose a JPEG, PNG or WebP/);
});

test("what was typed stays when the server cannot be reached, and is saved when it can again @exhaustive", async ({
  browser,
}) => {
  const page = await otherBrowser(browser, demo); // its console reports the lost network
  const user = await addUser(page.request);
  await page.goto(`/users/${user.id}`);
  await hydrated(page);
  await page.getByLabel("Country").fill("Ghana");
  await page.getByLabel("Pending").check();
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Save user" }).click();
  await expect(page.getByRole("alert")).toContainText("Portico could not be reached");
  await expect(page.getByLabel("Name")).toHaveValue(user.name);
  await expect(page.getByLabel("Country")).toHaveValue("Ghana");
  await expect(page.getByLabel("Pending")).toBeChecked();
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Save user" }).click();
  await expect(toast(page)).toContainText(`${user.name} was saved`);
  await expect(page.getByLabel("Country")).toHaveValue("Ghana");
  await page.context().close();
});

test("a picture that is too large is turned down beside its field, and everything else stays @exhaustive", async ({
  page,
}) => {
  const user = await addUser(page.request);
  await page.goto(`/users/${user.id}`);
  await hydrated(page);
  await page.getByLabel("Country").fill("Ghana");
  const picture = page.getByLabel("Upload a picture");
  await picture.setInputFiles({ name: "big.png", mimeType: "image/png", buffer: Buffer.alloc(8 * 1024 * 1024 + 1) });
  await expect(picture).toHaveAccessibleDescription(/This file is larger than 8 MB/);
  await expect(picture).toHaveValue("");
  await page.getByRole("button", { name: "Save user" }).click();
  await expect(picture).toBeFocused();
  await expect(toast(page)).toHaveCount(0);
  await expect(picture).toHaveAccessibleDescription(/Choose a smaller one\. Or save once more, without it\./);
  await picture.setInputFiles({ name: "me.png", mimeType: "image/png", buffer: png });
  await expect(picture).toHaveAccessibleDescription(/^JPEG, PNG or WebP, up to 8 MB\./);
  await page.getByRole("button", { name: "Save user" }).click();
  await expect(toast(page)).toContainText("was saved");
  await expect(page.getByLabel("Country")).toHaveValue("Ghana");
});

test("a user trashed while the form was open is restored and saved together, with one undo @exhaustive", async ({
  page,
}) => {
  const user = await addUser(page.request);
  await page.goto(`/users/${user.id}`);
  await hydrated(page);
  await page.request.post(`/users/${user.id}/trash`);
  await page.getByLabel("Country").fill("Ghana");
  await page.getByRole("button", { name: "Save user" }).click();
  await expect(page.getByRole("alert")).toContainText(`${user.name} is in the trash now.`);
  await expect(page.getByLabel("Country")).toHaveValue("Ghana");
  await page.getByRole("button", { name: "Restore and save" }).click();
  await expect(toast(page)).toContainText(`${user.name} was restored and saved`);
  await expect(page.getByLabel("Country")).toHaveValue("Ghana");
  await expect(page.getByRole("listitem").filter({ hasText: "restored this" })).toContainText(
    "Country: Norway → Ghana",
  );
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Move 1 user to the trash" }).click();
  await expect(page.getByText(`${user.name} is in the trash.`)).toBeVisible();
});

test("an e-mail address of another user is refused beside its field @exhaustive", async ({ page }) => {
  const [mine, other] = [await addUser(page.request), await addUser(page.request)];
  await page.goto(`/users/${mine.id}`);
  await page.getByLabel("E-mail").fill(other.email.toUpperCase());
  await page.getByRole("button", { name: "Save user" }).click();
  await expect(page.getByLabel("E-mail")).toHaveAccessibleDescription(
    new RegExp(`${other.name} already has this e-mail address`),
  );
  await expect(page.getByLabel("E-mail")).toHaveValue(new RegExp(other.email, "i"));
});

test("a change of a user is saved, listed in the history with before and after, and undone there @exhaustive", async ({
  page,
}) => {
  const user = await addUser(page.request);
  await page.goto(`/users/${user.id}`);
  await page.getByLabel("Country").fill("Portugal");
  await page.getByLabel("Active").check();
  await page.getByRole("button", { name: "Save user" }).click();
  await expect(toast(page)).toContainText(`${user.name} was saved`);
  const change = page.getByRole("listitem").filter({ hasText: "changed this" }).first();
  await expect(change).toContainText("Country: Norway → Portugal");
  await expect(change).toContainText("Status: Pending → Active");
  await expect(change).toContainText("Mara Ellison");

  await change.getByRole("button", { name: /^Undo/ }).click();
  await expect(toast(page)).toContainText(`of ${user.name}`);
  await expect(page.getByLabel("Country")).toHaveValue("Norway");
  await expect(page.getByLabel("Pending")).toBeChecked();
  await expect(page.getByText("Undone", { exact: true })).toHaveCount(1);
});

test("a user is moved to the trash, found there and restored @exhaustive", async ({ page }) => {
  const user = await addUser(page.request);
  await page.goto(`/users/${user.id}`);
  await deleteHere(page);
  await expect(toast(page)).toContainText(`${user.name} moved to the trash`);
  await page.goto(`/users/${user.id}`);
  await expect(page.getByText(`${user.name} is in the trash.`)).toBeVisible();

  await page.goto(`/users?q=${encodeURIComponent(user.name)}`);
  await expect(row(page, user.name)).toHaveCount(0);
  await page.goto(`/users?trash=1&q=${encodeURIComponent(user.name)}`);
  await row(page, user.name)
    .getByLabel(/^Actions/)
    .click();
  await page.getByRole("button", { name: "Restore" }).first().click();
  await expect(toast(page)).toContainText(`${user.name} restored`);
  await page.goto(`/users?q=${encodeURIComponent(user.name)}`);
  await expect(row(page, user.name)).toBeVisible();
});

test("a row's menu opens and closes by mouse and by keys, and gives the focus back", async ({ page }) => {
  await page.goto("/users?q=demo@portico.example");
  const button = page.getByRole("button", { name: /^Actions for/ });
  const item = page.getByRole("link", { name: "Send e-mail" });
  await expect(button).toBeVisible();
  await expect(item).toHaveCount(0);
  await button.click();
  await expect(item).toBeVisible();
  await button.click();
  await expect(item).toBeHidden();
  for (const key of ["Space", "Enter"]) {
    await button.press(key);
    await expect(page.getByRole("link", { name: "Edit" }).last()).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(item).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(item).toBeHidden();
    await expect(button).toBeFocused();
  }
  await expect(page).toHaveURL("/users?q=demo@portico.example");
});

test("a row's menu opened before scripts ran can be closed by them @exhaustive", async ({ page }) => {
  const { id, name } = await addUser(page.request);
  const list = `/users?${new URLSearchParams({ q: name })}`;
  await page.goto(`${list}&menu=${id}#menu-${id}`);
  const open = page.locator(":popover-open");
  await expect(open.getByRole("link", { name: "Send e-mail" })).toBeVisible();
  await expect(page.locator(".pop:not([popover])")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(open).toHaveCount(0);
  await expect(page).toHaveURL(`${list}#menu-${id}`);
  await page
    .getByRole("button", { name: /^Actions for/ })
    .first()
    .click();
  await expect(open).toHaveCount(1);
});

test("a row's menu bans, and its toast takes the ban back @exhaustive", async ({ page }) => {
  const user = await addUser(page.request, { status: "Active" });
  await page.goto(`/users?q=${encodeURIComponent(user.name)}`);
  await row(page, user.name)
    .getByLabel(/^Actions/)
    .click();
  await row(page, user.name).getByRole("button", { name: "Ban", exact: true }).click();
  await expect(toast(page)).toContainText(`${user.name} marked as banned`);
  await expect(row(page, user.name)).toContainText("Banned");
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(row(page, user.name)).toContainText("Active");
});

test("the activity is filtered by kind, action and person, and takes changes back @exhaustive", async ({ page }) => {
  const user = await addUser(page.request);
  await page.request.post(`/users/${user.id}/status`, { form: { status: "Rejected" } });
  await page.goto(`/activity?q=${encodeURIComponent(user.name)}`);
  const entries = page.locator("tbody tr:has(td)");
  await expect(entries).toHaveCount(2);
  await expect(page.getByRole("rowheader")).toHaveText(["Today"]);
  await expect(entries.first().locator("td").first()).toHaveText(/^\d\d:\d\d$/);
  const [undo, sentence] = [
    entries.first().getByRole("button", { name: /^Undo/ }),
    entries.first().locator("p").first(),
  ];
  const [button, text] = [await undo.boundingBox(), await sentence.boundingBox()];
  expect((button?.x ?? 0) - (text?.x ?? 0) - (text?.width ?? 0), "from the sentence to Undo").toBeLessThan(24);
  await page.getByRole("button", { name: "Action", exact: true }).click();
  await page.getByRole("link", { name: /^changed$/i }).click();
  await expect(page).toHaveURL(/action=changed/);
  await expect(entries).toHaveCount(1);
  await expect(entries).toContainText("Pending → Rejected");
  await page.locator("tbody").getByRole("button", { name: /^Undo/ }).click();
  await expect(toast(page)).toContainText(`of ${user.name}`);
  await expect(page.locator("tbody")).toContainText("undid a change");
  await page.getByRole("button", { name: "Person", exact: true }).click();
  await page.getByRole("textbox", { name: "Person" }).fill("mara ellison");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(/person=/);
  await expect(page.getByRole("link", { name: "Remove the filter Person: Mara Ellison" })).toBeVisible();
  await page.goto("/activity?from=2001-01-01&to=2001-01-02");
  await expect(page.getByText("No entry matches these filters")).toBeVisible();
});

test("ticked rows are counted and banned together, with one undo", async ({ page }) => {
  const { word, list } = await threePeople(page);
  await page.goto(list);
  await expect(bulkBar(page)).toBeHidden();
  for (const first of ["Ann", "Cyd"]) await page.getByRole("checkbox", { name: `Select ${first} ${word}` }).check();
  await expect(bulkBar(page)).toBeVisible();
  await bulkBar(page).getByRole("button", { name: "Ban" }).click();
  await expect(toast(page)).toContainText("2 users marked as banned");
  await expect(row(page, `Ann ${word}`)).toContainText("Banned");
  await expect(row(page, `Ben ${word}`)).toContainText("Pending");
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(toast(page)).toContainText("Undone: 2 changes");
  await expect(row(page, `Cyd ${word}`)).toContainText("Pending");
});

test("ticked rows are exported, and only they @exhaustive", async ({ page }) => {
  const { word, list } = await threePeople(page);
  await page.goto(list);
  for (const first of ["Ann", "Ben"]) await page.getByRole("checkbox", { name: `Select ${first} ${word}` }).check();
  const download = page.waitForEvent("download");
  await bulkBar(page).getByRole("button", { name: "Export" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("users.csv");
  let text = "";
  for await (const chunk of await file.createReadStream()) text += String(chunk);
  expect(
    text
      .trim()
      .split("\r\n")
      .slice(1)
      .map((line) => line.split(",")[1])
      .sort(),
  ).toEqual([`Ann ${word}`, `Ben ${word}`]);
});

test("the head's box is a checkbox for the page: Space and Enter press it, and it says what is ticked @exhaustive", async ({
  page,
}) => {
  const { word, list } = await threePeople(page);
  await page.goto(list);
  const head = page.getByRole("checkbox", { name: "Select all 3 on this page" });
  const ticked = page.locator("tbody :checked");
  await head.press("Space");
  await expect(ticked).toHaveCount(3);
  await expect(head).toHaveAttribute("aria-checked", "true");
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.getByRole("checkbox", { name: `Select Ben ${word}` }).uncheck();
  await expect(head).toHaveAttribute("aria-checked", "mixed");
  await head.press("Enter");
  await expect(ticked).toHaveCount(3);
  await head.press("Enter");
  await expect(ticked).toHaveCount(0);
  await expect(page).toHaveURL(list);
});

test("on a phone the bar above the rows sorts and selects, and Tab reaches only visible controls @exhaustive", async ({
  page,
}) => {
  const { word, list } = await threePeople(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(list);
  await page.getByRole("columnheader", { name: "Name" }).getByRole("link").click();
  await expect.poll(() => names(page)).toEqual([`Ann ${word}`, `Ben ${word}`, `Cyd ${word}`]);
  await page.getByText("Select all", { exact: true }).click();
  await expect(page.locator("tbody :checked")).toHaveCount(3);
  for (const link of await page.locator("thead a").all()) {
    await link.focus();
    if (!(await link.evaluate((element) => element === document.activeElement))) continue;
    expect(await link.evaluate(canBeHit), await link.innerText()).toBe(true);
  }
});

/** Whether the center of the element is not covered by another. */
function canBeHit(element: Element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

test("two people who change one record see both versions and choose for each field", async ({ page, browser }) => {
  const user = await addUser(page.request);
  await page.goto(`/users/${user.id}`);
  const other = await otherBrowser(browser, await newPerson("Otto"));
  await other.goto(`/users/${user.id}`);
  await other.getByLabel("Country").fill("Chile");
  await other.getByLabel("Phone").fill("+56 555 01 11");
  await other.getByRole("button", { name: "Save user" }).click();
  await expect(toast(other)).toContainText("was saved");
  await other.context().close();

  await page.getByLabel("Country").fill("Peru");
  await page.getByLabel("Job title").selectOption("UX Designer");
  await page.getByRole("button", { name: "Save user" }).click();
  await expect(page.getByText(`${user.name} was changed while you were editing.`)).toBeVisible();
  const field = (name: string) => page.getByRole("group", { name, exact: true });
  await expect(field("Country").getByLabel("Yours")).toHaveAccessibleName(/Peru/);
  await expect(field("Country").getByLabel("Theirs")).toHaveAccessibleName(/Chile/);
  await expect(page.getByRole("radio")).toHaveCount(2); // only the one field that both have changed
  await field("Country").getByLabel("Theirs").check();
  await page.getByRole("button", { name: "Save my choice" }).click();
  await expect(toast(page)).toContainText("was saved");
  await expect(page.getByLabel("Country")).toHaveValue("Chile");
  await expect(page.getByLabel("Job title")).toHaveValue("UX Designer");
  await expect(page.getByLabel("Phone")).toHaveValue("+56 555 01 11");
});

test("a form that is sent twice makes one person @exhaustive", async ({ page }) => {
  const name = unique("Dora ");
  await page.goto("/users/create");
  const key = await page.locator("input[name=key]").inputValue();
  const form = {
    key,
    name,
    email: `${name.replace(" ", ".")}@example.com`,
    role: "IT Support",
    status: "Pending",
    country: "",
    phone: "",
  };
  const answers = await Promise.all([1, 2, 3].map(() => page.request.post("/users/create", { form, maxRedirects: 0 })));
  expect(answers.map((answer) => answer.status())).toEqual([303, 303, 303]);
  await page.goto(`/users?q=${encodeURIComponent(name)}`);
  await expect(page.locator("tbody tr")).toHaveCount(1);
});

test("a double click on Create makes one person @exhaustive", async ({ page }) => {
  const name = unique("Dirk ");
  await page.goto("/users/create");
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("E-mail").fill(`${name.replace(" ", ".")}@example.com`);
  await page.getByLabel("Job title").selectOption("IT Support");
  await page.getByRole("button", { name: "Create user" }).dblclick();
  await expect(page).toHaveURL("/users");
  await page.goto(`/users?q=${encodeURIComponent(name)}`);
  await expect(page.locator("tbody tr")).toHaveCount(1);
});

test("an unknown record is a 404 inside the shell @exhaustive", async ({ page }) => {
  for (const path of ["/users/999999", "/users/abc", "/users/0", "/users/3/nonsense", "/analytics/nonsense"]) {
    const answer = await page.goto(path);
    expect({ path, status: answer?.status() }).toEqual({ path, status: 404 });
    await expect(page.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  }
});

test("the profile shows the signed-in user and their sessions @exhaustive", async ({ page }) => {
  await page.goto("/users/profile");
  await expect(page.locator("#main").getByText("demo@portico.example")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "This one" })).toContainText("Chrome on");
});

test("on a phone rows become cards that keep what matters @exhaustive", async ({ page }) => {
  const { word, list } = await threePeople(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(list);
  const card = row(page, `Ann ${word}`);
  await expect(card.getByRole("link", { name: `Ann ${word}`, exact: true })).toBeVisible();
  await expect(card.getByText("IT Support")).toBeVisible();
  await expect(card.getByText("Pending")).toBeVisible();
  await expect(card.getByText("Norway")).toBeHidden();
  const [name, role] = [await card.locator(".c-first").boundingBox(), await card.locator(".c-second").boundingBox()];
  expect(role?.y ?? 0).toBeGreaterThan(name?.y ?? Infinity);
  expect(name?.width ?? 0).toBeGreaterThan(220); // all that the box and the menu beside it leave
  await card.getByRole("checkbox").check();
  await expect(bulkBar(page)).toBeInViewport({ ratio: 1 });
  await card.getByLabel(/^Actions/).click();
  await expect(card.getByRole("button", { name: "Delete" })).toBeInViewport({ ratio: 1 });
});
