import type { Page } from "@playwright/test";
import { exhaustiveIf } from "../exhaustive";
import { expect, hydrated, row, signIn, inOneWindow as test, toast, unique } from "../support";

test.beforeEach(({ page }) => signIn(page));

/** The FAQ with this question, with its answer. */
const faq = (page: Page, question: string) => page.locator("details").filter({ hasText: question });
const yes = (page: Page, question: string) => faq(page, question).getByRole("button", { name: /^Yes/ });

const invoice = "How do I mark an invoice as complete?";

/** Creates a FAQ with the form. */
async function write(page: Page, question: string, answer: string, status = "Published") {
  await page.goto("/support/faqs/manage/create");
  await page.getByLabel("Question").fill(question);
  await page.getByLabel("Answer").fill(answer);
  await page.getByLabel("Topic").selectOption("Data and export");
  await page.getByRole("radio", { name: new RegExp(`^${status}`) }).check();
  await page.getByRole("button", { name: "Create FAQ" }).click();
  await expect(toast(page)).toContainText("was created");
}

for (const scripts of [true, false]) {
  test.describe(scripts ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled: scripts });

    test(`a search marks its words in the FAQs found, and takes a vote${exhaustiveIf(!scripts)}`, async ({ page }) => {
      await page.goto("/support");
      await page.getByRole("searchbox", { name: "Ask you questions" }).fill("complete INVOICE");
      await page.getByRole("button", { name: "Search", exact: true }).click();
      await expect(page).toHaveURL(/\/support\/faqs\?q=complete/);
      await expect(faq(page, invoice).locator("summary mark").first()).toHaveText("invoice");
      await page.getByText(invoice).click();
      const before = Number(await yes(page, invoice).locator(".num").innerText());
      await yes(page, invoice).click();
      await expect(yes(page, invoice)).toHaveAttribute("aria-pressed", "true");
      await expect(yes(page, invoice)).toBeVisible();
      await expect(yes(page, invoice).locator(".num")).toHaveText(String(before + 1));
      await yes(page, invoice).click();
      await expect(yes(page, invoice)).toHaveAttribute("aria-pressed", "false");
      await expect(page).toHaveURL(/q=complete/);
    });

    test("a search in vain offers a ticket about it, and waits to be answered @exhaustive", async ({ page }) => {
      const word = unique("elephants");
      await page.goto(`/support/faqs?q=${word}`);
      await page.getByRole("main").getByRole("link", { name: "Create Ticket" }).last().click();
      await expect(page.getByLabel("Subject")).toHaveValue(word);
      await page.goto("/support/faqs/searches");
      await page.getByRole("link", { name: `Write a FAQ for ${word}` }).click();
      await expect(page.getByLabel("Question")).toHaveValue(word);
      await page.goto("/support/faqs/searches");
      await page.getByRole("button", { name: `Remove ${word}` }).click();
      await expect(toast(page)).toContainText("off the list");
      await expect(page.getByText(word, { exact: true })).toHaveCount(0);
    });

    test("a FAQ is seen before it is saved, published, moved, hidden and taken back @exhaustive", async ({ page }) => {
      const question = unique("Where is it ");
      await page.goto("/support/faqs/manage/create");
      await page.getByLabel("Answer").fill("Look **there** <script>");
      await page.getByRole("button", { name: "Preview" }).click();
      await expect(page.getByRole("status").locator("strong")).toHaveText("there");
      await expect(page.getByLabel("Answer")).toHaveValue("Look **there** <script>");
      await write(page, question, "Look **there**.");

      const list = "/support/faqs/manage?topic=Data+and+export";
      await page.goto(list);
      await row(page, question)
        .getByLabel(/^Actions/)
        .click();
      await row(page, question).getByRole("button", { name: "Move up" }).click();
      await expect(toast(page)).toContainText("moved up");
      await expect(page).toHaveURL(list);
      await expect(page.getByRole("row").last()).not.toContainText(question);
      await toast(page).getByRole("button", { name: "Undo" }).click();
      await expect(toast(page)).toContainText("Undone"); // arriving on the page closes what is open
      await expect(page.getByRole("row").last()).toContainText(question);

      await row(page, question)
        .getByLabel(/^Actions/)
        .click();
      await row(page, question).getByRole("button", { name: "Unpublish" }).click();
      await expect(row(page, question)).toContainText("Draft");
      await page.goto(`/support/faqs?q=${encodeURIComponent(question)}`);
      await expect(page.getByText("No answer has all words")).toBeVisible();
    });

    test("an answer has a link that opens it @exhaustive", async ({ page }) => {
      await page.goto("/support/faqs/10");
      await expect(page).toHaveURL("/support/faqs?open=10#faq-10");
      await expect(yes(page, invoice)).toBeInViewport();
      await page.goto("/support/faqs?topic=Invoices+and+tax#faq-12");
      await expect(
        faq(page, "Why do the numbers of invoices have no gaps?").getByText("Most tax offices"),
      ).toBeVisible();
    });
  });
}

test("an opened FAQ is counted once per page, and leads the week's list @exhaustive", async ({ page }) => {
  const question = unique("Is it counted ");
  await write(page, question, "It is.");
  await page.goto(`/support/faqs?q=${encodeURIComponent(question)}`);
  await hydrated(page);
  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.url()));
  const counted = page.waitForResponse((answer) => answer.url().endsWith("/read"));
  for (let press = 0; press < 3; press++) await faq(page, question).locator("summary").click();
  const answer = await counted;
  expect(answer.status()).toBe(204);
  expect(sent.filter((url) => url.endsWith("/read"))).toHaveLength(1);
  for (let time = 0; time < 40; time++) await page.request.post(answer.url());
  await page.goto("/support");
  await expect(faq(page, question)).toHaveAttribute("open", "");
});

test("voting leaves other answers open and the page where it was @exhaustive", async ({ page }) => {
  await page.goto("/support/faqs");
  await hydrated(page);
  for (const question of ["How do I add a colleague?", invoice]) {
    await page.getByText(question).click();
    await yes(page, question).click();
    await expect(yes(page, question)).toHaveAttribute("aria-pressed", "true");
  }
  await expect(yes(page, "How do I add a colleague?")).toBeVisible();
  await expect(yes(page, invoice)).toBeInViewport();
});
