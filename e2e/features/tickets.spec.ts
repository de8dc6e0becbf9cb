import { type Page, request } from "@playwright/test";
import { addTicket } from "../records";
import {
  demo,
  expect,
  hydrated,
  logIn,
  otherBrowser,
  row,
  signIn,
  site,
  inOneWindow as test,
  toast,
  unique,
} from "../support";

test.beforeEach(({ page }) => signIn(page));

/** Creates a ticket as the demo user and returns its path. */
const ask = (page: Page, subject: string, values = {}) =>
  addTicket(page.request, { subject, topic: "Plan and billing", message: "How does this work?", ...values });

/** Opens the actions menu of the current ticket. */
const openMenu = (page: Page) => page.getByRole("button", { name: /^Actions for ticket/ }).click();

test("a ticket is solved, taken and opened again from its head, each with one undo", async ({ page }) => {
  const subject = unique("Head");
  await page.goto(await ask(page, subject, { requesterId: 9 })); // nobody looks after their own question
  await hydrated(page);
  await page.getByRole("button", { name: "Mark as solved" }).click();
  await expect(toast(page)).toContainText("marked as solved");
  await expect(page.getByText(/^Marked as solved by/)).toBeVisible();
  await toast(page).getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("button", { name: "Mark as solved" })).toBeVisible();
  await openMenu(page);
  await page.getByRole("button", { name: "Assign to me" }).click();
  await expect(page.locator("[data-menu]:popover-open")).toHaveCount(0); // "Delete" would be under the pointer now
  await expect(page.getByLabel("Assigned").locator("option:checked")).toHaveText(demo.name);
  await expect(page.getByText(new RegExp(`^Taken by ${demo.name}`))).toBeVisible();
});

test("a change of a ticket can be undone after a colleague changed the ticket too @exhaustive", async ({ page }) => {
  const path = await ask(page, unique("Both"), { requesterId: 9 });
  await page.goto(path);
  await hydrated(page);
  await page.getByRole("button", { name: "Mark as solved" }).click();
  await expect(toast(page)).toContainText("marked as solved");
  await toast(page).hover(); // it leaves by itself after a while
  const elsewhere = await request.newContext({ baseURL: site() });
  await logIn(elsewhere);
  const closed = await elsewhere.post(`${path}/status`, { form: { status: "Closed" }, maxRedirects: 0 });
  expect(closed.status()).toBe(303);
  await expect(page.getByText("The ticket is closed now.")).toBeVisible();
  await expect(toast(page).getByRole("button", { name: "Undo" })).toBeVisible();
  await elsewhere.dispose();
});

test("a conversation that is longer than the page leads from its top to what was said last @exhaustive", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 600 });
  await page.goto(await ask(page, unique("Long"), { requesterId: 9 }));
  await hydrated(page);
  const latest = page.getByRole("link", { name: "Latest message" });
  for (const text of ["First answer", "Second answer", "Third answer"]) {
    await expect(latest).toHaveCount(0);
    await page.getByLabel("Your reply").fill(text);
    await page.getByRole("button", { name: "Send reply" }).click();
    await expect(page.getByRole("article").filter({ hasText: text })).toBeVisible();
  }
  await page.reload();
  const last = page.getByRole("article").filter({ hasText: "Third answer" });
  await expect(last).not.toBeInViewport();
  await latest.click();
  await expect(last).toBeInViewport();
});

for (const scripts of [true, false])
  test.describe(`${scripts ? "with" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled: scripts });

    test("a ticket is assigned and made urgent beside its conversation @exhaustive", async ({ page }) => {
      await page.goto(await ask(page, unique("Triage"), { requesterId: 9 }));
      if (scripts) await hydrated(page);
      const save = page.getByRole("complementary").getByRole("button", { name: "Save" });
      await page.getByLabel("Assigned").selectOption("Kwame Mensah");
      await page.getByLabel("Priority").selectOption("Urgent");
      await save.click();
      await expect(toast(page)).toContainText("is assigned to Kwame Mensah and urgent in priority");
      await expect(page.getByLabel("Assigned").locator("option:checked")).toHaveText("Kwame Mensah");
      await expect(page.getByText(/^Assigned to Kwame Mensah/)).toBeVisible();
    });
  });

test("keys move from ticket to ticket along the list that the ticket was opened from", async ({ page }) => {
  const word = unique("Row");
  for (const letter of ["a", "b", "c"]) await ask(page, `${word} ${letter}`);
  await page.goto(`/support/tickets?q=${word}&sort=subject`);
  await row(page, `${word} b`).getByRole("link").first().click();
  await page.getByRole("link", { name: "Previous ticket" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${word} a`);
  await expect(page.getByRole("link", { name: "Previous ticket" })).toHaveCount(0);
  await page.getByRole("link", { name: "Next ticket" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${word} b`);
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Tickets" }).click();
  await expect(page).toHaveURL(`/support/tickets?q=${word}&sort=subject`);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a ticket is edited, merged, and the merge is taken back @exhaustive", async ({ page }) => {
    const word = unique("Merge");
    const [from, into] = [await ask(page, `${word} again`), await ask(page, `${word} first`)];
    const number = (path: string) => path.split("/").at(-1) ?? "";

    await page.goto(`${from}/edit`);
    await page.getByLabel("Assigned").selectOption({ label: "Kwame Mensah, kwame.mensah@example.com" });
    await page.getByLabel("Priority").selectOption("High");
    await page.getByRole("button", { name: "Save ticket" }).click();
    await expect(page.getByText(/^Assigned to Kwame Mensah/)).toBeVisible();

    await page.goto(`${from}/merge`);
    await page.getByLabel(`${word} first`).check();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: `Merge #${number(from)} into #${number(into)}` }).click();
    await expect(page).toHaveURL(into);
    await expect(page.getByText(`Ticket #${number(from)} was merged into this one`)).toBeVisible();
    await expect(page.getByRole("list", { name: "Conversation" }).getByText("How does this work?")).toHaveCount(2);
    await toast(page).getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("list", { name: "Conversation" }).getByText("How does this work?")).toHaveCount(1);
  });

  test("a merge that cannot be is refused beside the field @exhaustive", async ({ page }) => {
    await page.goto(`${await ask(page, unique("Wrong"))}/merge?number=1`);
    await expect(page.getByRole("alert")).toContainText(/asked by somebody else|is closed/);
    await expect(page.getByRole("textbox", { name: /number/ })).toHaveValue("1");
  });
});

test("on a phone a ticket's card shows who asked, its priority and who looks after it @exhaustive", async ({
  page,
}) => {
  const read = async <Row>(path: string) => (await (await page.request.get(path)).json()) as Row;
  const ticket = await read<{
    subject: string;
    priority: string;
    requester: { id: number; name: string };
    assigneeId: number;
  }>("/api/tickets?id=3");
  const user = await read<{ name: string }>(`/api/users?id=${ticket.assigneeId}`);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/support/tickets?requester=${ticket.requester.id}`);
  const card = row(page, ticket.subject);
  for (const text of [ticket.requester.name, ticket.priority, user.name])
    await expect(card.getByText(text).filter({ visible: true }).first(), text).toBeVisible();
});

test("an open ticket list shows a colleague's change in place and offers a new ticket, and no row moves @exhaustive", async ({
  page,
  browser,
}) => {
  await page.goto("/support/tickets?status=Open");
  await hydrated(page);
  const links = page.locator("tbody a.primary-cell");
  const before = await links.allInnerTexts();
  const colleague = await otherBrowser(browser, demo);
  const id = Number(/\d+/.exec((await links.last().getAttribute("href")) ?? "")?.[0]);
  await colleague.request.post(`/support/tickets/${id}/status`, { form: { status: "Solved" } });
  const changed = page.getByRole("row").filter({ has: page.locator(`[value="${id}"]`) });
  await expect(changed).toContainText("Solved");
  await addTicket(colleague.request, { subject: unique("Just now ") });
  await expect(page.getByRole("link", { name: /^1 new ticket/ })).toBeVisible();
  expect(await links.allInnerTexts()).toEqual(before);
  await page.getByRole("link", { name: /^1 new ticket/ }).click();
  await expect(links.first()).toContainText("Just now");
  await expect(page.getByRole("link", { name: / · Show$/ })).toHaveCount(0);
  await colleague.context().close();
});
