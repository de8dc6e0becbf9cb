/** Notifications and messages: live, in the popovers, and on their pages, with and without JavaScript. */
import { addOrder, addTicket, addUser } from "../records";
import {
  demo,
  expect,
  hydrated,
  markDocument,
  newPerson,
  otherBrowser,
  signIn,
  test as inOwnWindow,
  inOneWindow as test,
} from "../support";

test("a new order appears in another browser without reload, and leaves a form there as it is", async ({
  page,
  browser,
}) => {
  const person = await newPerson("Lou");
  await signIn(page, person);
  const { id, name, email } = await addUser(page.request);
  await page.goto(`/users/${id}`);
  await hydrated(page);
  const same = await markDocument(page);
  const revision = await page.locator("input[name=revision]").first().inputValue();
  await page.getByLabel("Country").fill("half typ");
  const bell = page.getByRole("button", { name: /^Notification/ });
  await expect(bell).toHaveAccessibleName("Notification");

  const other = await otherBrowser(browser, await newPerson("Otto"));
  const changed = { id, name, email, role: "HR Manager", status: "Pending", address: "Malta", phone: "" };
  expect((await other.request.put("/api/users", { data: changed })).status()).toBe(200);
  await addOrder(other.request, { customer: { name: "Olga Live", email: "olga.live@example.com" } });
  await expect(bell).toHaveAccessibleName("Notification, 1 unread");
  await expect(page.getByText("1 new notification", { exact: true })).toBeAttached();
  await expect(page.getByLabel("Country")).toHaveValue("half typ");
  expect(await page.locator("input[name=revision]").first().inputValue()).toBe(revision);

  await addOrder(other.request, { customer: { name: "Olga Again", email: "olga.live@example.com" } });
  await expect(bell).toHaveAccessibleName("Notification, 2 unread");
  await bell.click();
  await expect(page.getByRole("dialog", { name: "Notification" }).getByRole("listitem").first()).toContainText(
    "Olga Again",
  );
  expect(await same()).toBe(true);
  await other.context().close();
});

test("a reply raises the count of messages in another browser without reload @exhaustive", async ({
  page,
  browser,
}) => {
  await signIn(page, await newPerson("Ria"));
  const ticket = await addTicket(page.request);
  await page.goto("/support");
  await hydrated(page);
  const same = await markDocument(page);
  const button = page.getByRole("button", { name: /^Messages/ });
  await expect(button).toHaveAccessibleName("Messages");

  const support = await otherBrowser(browser, demo);
  await support.request.post(ticket, { form: { body: "It comes today." } });
  await expect(button).toHaveAccessibleName("Messages, 1 unread");
  await expect(page.getByText(/\b1 new message$/)).toBeAttached();
  await button.click();
  await expect(page.getByRole("dialog", { name: "Messages" }).getByRole("listitem").first()).toContainText(
    "It comes today.",
  );
  expect(await same()).toBe(true);
  await support.context().close();
});

test("a tab in the background holds no stream, and is up to date when it is looked at again @exhaustive", async ({
  page,
}) => {
  await signIn(page, await newPerson("Bea"));
  await page.goto("/users");
  await hydrated(page);
  const show = (state: string) =>
    page.evaluate((state) => {
      Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  const stream = page.waitForRequest(/\/live$/);
  const gone = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/live"));
  await stream;
  await show("hidden");
  await gone;
  await addOrder(page.request);
  await show("visible");
  await expect(page.getByRole("button", { name: /^Notification/ })).toHaveAccessibleName("Notification, 1 unread");
});

inOwnWindow("where no stream comes through the inbox is asked for now and then @exhaustive", async ({ page }) => {
  await page.clock.install();
  await signIn(page, await newPerson("Pol"));
  await page.route("**/live", (route) =>
    route.request().headers().accept?.includes("event-stream")
      ? route.fulfill({ status: 403, body: "" })
      : route.continue(),
  );
  await page.goto("/users");
  await hydrated(page);
  const refused = page.waitForResponse(/\/live$/);
  await page.clock.runFor(3_000);
  await refused;
  await addOrder(page.request);
  await expect(async () => {
    await page.clock.runFor(31_000);
    await expect(page.getByRole("button", { name: /^Notification/ })).toHaveAccessibleName("Notification, 1 unread", {
      timeout: 1_000,
    });
  }).toPass();
});

for (const javaScriptEnabled of [true, false]) {
  test(`notifications are read, marked and followed ${javaScriptEnabled ? "with" : "without"} JavaScript @exhaustive`, async ({
    browser,
    baseURL,
  }) => {
    const page = await otherBrowser(browser, await newPerson("Nia"), { javaScriptEnabled, baseURL });
    for (const name of ["Ola One", "Olga Two"])
      await addOrder(page.request, { customer: { name, email: "o@example.com" } });
    await page.goto("/users");
    const bell = page.getByRole("banner").getByRole(javaScriptEnabled ? "button" : "link", { name: /^Notification/ });
    await expect(bell).toHaveAccessibleName("Notification, 2 unread");
    await bell.click();
    if (javaScriptEnabled) await page.getByRole("link", { name: "View All Notification" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Notification" })).toBeVisible();
    const list = page.getByRole("main").getByRole("listitem");
    await page.getByRole("button", { name: /^Mark as read: Ola One/ }).click();
    await expect(bell).toHaveAccessibleName("Notification, 1 unread");
    await page
      .getByRole("link", { name: /^Unread/ })
      .first()
      .click();
    await expect(page).toHaveURL("/notifications?unread=1");
    await expect(list.filter({ hasText: "placed order" })).toHaveCount(1);
    await page
      .getByRole("main")
      .getByRole("link", { name: /^Olga Two placed order/ })
      .click();
    await expect(page.getByRole("heading", { level: 1, name: /^Order #/ })).toBeVisible();
    await page.goto("/notifications");
    await expect(bell).toHaveAccessibleName("Notification");
    await page.getByRole("button", { name: /^Mark as unread: Ola One/ }).click();
    await page.getByRole("main").getByRole("button", { name: "Mark all as read" }).click();
    await page
      .getByRole("main")
      .getByRole("link", { name: /^Unread/ })
      .click();
    await expect(page.getByRole("main").getByRole("heading", { name: "No new notifications" })).toBeVisible();
    await page.context().close();
  });
}
