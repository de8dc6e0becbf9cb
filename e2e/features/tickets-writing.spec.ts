import type { Browser, Page } from "@playwright/test";
import { addTicket } from "../records";
import {
  demo,
  expect,
  hydrated,
  newPerson,
  otherBrowser,
  signIn,
  toast,
  test as inOwnWindow,
  inOneWindow as test,
} from "../support";

const text = { name: "receipt.txt", mimeType: "text/plain", buffer: Buffer.from("paid") };
const lie = { name: "photo.png", mimeType: "image/png", buffer: Buffer.from("no picture") };

/** Opens a new ticket for Mara, who answers, and its requester's page in another browser. */
async function conversation(
  page: Page,
  browser: Parameters<typeof otherBrowser>[0],
  options?: Parameters<typeof otherBrowser>[2],
) {
  const person = await newPerson("Ria");
  const theirs = await otherBrowser(browser, person, options);
  const address = await addTicket(theirs.request);
  await signIn(page);
  return { person, theirs, address };
}

const box = (page: Page) => page.getByRole("textbox", { name: /^Your (reply|note)/ });
const messages = (page: Page) =>
  page
    .getByRole("list", { name: "Conversation" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("article") });

/** Opens a ticket with an unfinished reply by Mara, and returns its path. */
async function halfWritten(page: Page, browser: Parameters<typeof otherBrowser>[0]) {
  const { theirs, address } = await conversation(page, browser);
  await theirs.context().close();
  await page.goto(address);
  await hydrated(page);
  await box(page).fill("Half a word");
  return address;
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const alert = (page: Page) => page.getByRole("alert");

test("a reply and a note: only the reply is for who asked", async ({ page, browser }) => {
  const { theirs, address, person } = await conversation(page, browser);
  await page.goto(address);
  await page.getByText("Internal note", { exact: true }).click();
  await expect(page.getByText(`For your team only: ${person.name}`)).toBeVisible();
  await expect(page.getByLabel("Then set to")).toBeHidden();
  await box(page).fill("Ria is in a hurry.");
  await press(page, "Add note");
  await expect(toast(page)).toContainText("Note added");
  await expect(box(page)).toHaveValue("");
  await box(page).fill("It comes **today**.");
  await press(page, "Send reply");
  await expect(messages(page)).toHaveCount(3);
  await expect(page.getByRole("heading", { level: 1 }).locator("..")).toContainText("Pending");

  await theirs.goto(address);
  await expect(messages(theirs)).toHaveCount(2);
  await expect(theirs.getByText("in a hurry")).toHaveCount(0);
  await expect(theirs.getByText("Internal note")).toHaveCount(0);
  await theirs.context().close();
});

const film = (bytes: number) => ({ name: "film.txt", mimeType: "text/plain", buffer: Buffer.alloc(bytes, "x") });

/** Types a reply on a new ticket and attaches files. */
async function writeWithFiles(page: Page, browser: Browser, files: (typeof text)[]) {
  const { address } = await conversation(page, browser);
  await page.goto(address);
  await hydrated(page);
  await box(page).fill("Here they are.");
  await page.getByLabel("Attach").setInputFiles(files);
}

test("an attachment that is too large is named with its size, and the other files are kept @exhaustive", async ({
  page,
  browser,
}) => {
  await writeWithFiles(page, browser, [text, film(5.5 * 1024 * 1024)]);
  await expect(page.getByText("“film.txt” was not taken: it has 5.5 MB, more than 5 MB.")).toBeVisible();
  await expect(page.getByRole("link", { name: /receipt\.txt/ })).toBeVisible();
  await expect(box(page)).toHaveValue("Here they are.");
  await press(page, "Send reply");
  await expect(messages(page)).toHaveCount(2);
  await expect(messages(page).last()).toContainText("receipt.txt4 B");
  await expect(page.getByText("was not taken")).toHaveCount(0);
});

test("beside one that is too large, another that is refused is named too, and nothing is sent before it is left out @exhaustive", async ({
  page,
  browser,
}) => {
  await writeWithFiles(page, browser, [text, film(5 * 1024 * 1024 + 1), lie]);
  const named =
    "“film.txt” was not taken: it has 5.1 MB, more than 5 MB. “photo.png” is text, though its name ends in .png.";
  await expect(page.locator(".error").filter({ hasText: named })).toBeVisible();
  await press(page, "Send reply");
  await expect(alert(page)).toContainText("Nothing was sent, because a file was refused.");
  await press(page, "Leave the refused file out");
  await expect(alert(page)).toHaveCount(0);
  await press(page, "Send reply");
  await expect(messages(page)).toHaveCount(2);
});

test("on a phone a toast covers nothing that a reply is sent by @exhaustive", async ({ page, browser }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  const { address } = await conversation(page, browser);
  await page.goto(address);
  await hydrated(page);
  await page.getByLabel("Priority").selectOption("Urgent");
  await press(page, "Save");
  await expect(toast(page)).toBeVisible();
  const send = page.getByRole("button", { name: "Send reply" });
  await send.scrollIntoViewIfNeeded();
  const [below, above] = [await send.boundingBox(), await toast(page).boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 999)).toBeLessThan(below?.y ?? 0);
});

for (const javaScriptEnabled of [true, false])
  test(`one notice of several answers leads to the first of them ${javaScriptEnabled ? "with" : "without"} scripts @exhaustive`, async ({
    page,
    browser,
  }) => {
    const { theirs, address } = await conversation(page, browser);
    for (const said of ["First", "Second", "Third"]) {
      await page.goto(address);
      await hydrated(page);
      await box(page).fill(`${said}. ${"It takes a while. ".repeat(80)}`);
      await press(page, "Send reply");
      await expect(messages(page).last()).toContainText(said);
    }
    const context = await browser.newContext({
      javaScriptEnabled,
      storageState: await theirs.context().storageState(),
      viewport: { width: 390, height: 700 },
    });
    const theirPage = await context.newPage();
    await theirPage.goto("/notifications");
    await theirPage
      .getByRole("link", { name: /answered 3 times on ticket/ })
      .first()
      .click();
    await expect(theirPage).toHaveURL(/\?reply=\d+#reply-\d+$/);
    const firstAnswer = messages(theirPage).nth(1);
    await expect(firstAnswer.getByRole("heading")).toBeInViewport();
    await expect(firstAnswer.getByRole("article")).toHaveCSS("outline-style", "solid");
    await expect(messages(theirPage).last().getByRole("article")).toHaveCSS("outline-style", "none");
    await context.close();
  });

test("attachments are stored as soon as they are chosen; false file types are named, and the text stays @exhaustive", async ({
  page,
  browser,
}) => {
  const { theirs, address } = await conversation(page, browser);
  await page.goto(address);
  await hydrated(page);
  await box(page).fill("Here it is.");
  await page.getByLabel("Attach").setInputFiles([lie, text]);
  await expect(alert(page)).toContainText("“photo.png” is text, though its name ends in .png.");
  await expect(page.getByRole("link", { name: /receipt\.txt/ })).toBeVisible();
  await expect(box(page)).toHaveValue("Here it is.");
  await press(page, "Send reply");
  await expect(alert(page)).toContainText("Nothing was sent, because a file was refused.");
  await expect(messages(page)).toHaveCount(1);
  await press(page, "Leave the refused file out");
  await expect(alert(page)).toHaveCount(0);
  await expect(box(page)).toHaveValue("Here it is.");
  await press(page, "Send reply");
  await expect(messages(page)).toHaveCount(2);
  await expect(messages(page).last()).toContainText("receipt.txt4 B");

  await theirs.goto(address);
  const [download] = await Promise.all([
    theirs.waitForEvent("download"),
    theirs.getByRole("link", { name: /receipt\.txt/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("receipt.txt");
  await theirs.context().close();
});

test("a draft is saved while one types, and is there in another browser", async ({ page, browser }) => {
  const { theirs, address } = await conversation(page, browser);
  await page.goto(address);
  await hydrated(page);
  const saved = page.waitForResponse(
    (answer) => answer.url().endsWith("/draft") && answer.request().method() === "POST",
  );
  await box(page).pressSequentially("Half a thou");
  expect((await saved).status()).toBe(204);
  await expect(page.getByText("Draft saved just now")).toBeVisible();

  await theirs.goto(address);
  await expect(theirs.getByText("Support is writing an answer.")).toBeVisible();
  await page.context().clearCookies();
  await box(page).pressSequentially("ght");
  await expect(page.getByText("You are signed out, so the draft is not saved.")).toBeVisible();
  await expect(box(page)).toHaveValue("Half a thought");

  const again = await otherBrowser(browser, demo);
  await again.goto(address);
  await expect(box(again)).toHaveValue("Half a thou");
  await hydrated(again);
  await press(again, "Discard draft");
  await expect(toast(again)).toContainText("Draft discarded");
  await expect(box(again)).toHaveValue("");
  await again.context().close();
  await theirs.context().close();
});

const kept = (answer: { url(): string; request(): { method(): string } }) =>
  answer.url().endsWith("/draft") && answer.request().method() === "POST";

test("a draft that is discarded stays discarded, though something was typed just before @exhaustive", async ({
  page,
  browser,
}) => {
  const { theirs, address } = await conversation(page, browser);
  await theirs.context().close();
  await page.goto(address);
  await hydrated(page);
  const saved = page.waitForResponse(kept);
  await box(page).pressSequentially("Half a thou");
  await saved;
  await box(page).pressSequentially("ght");
  await press(page, "Discard draft");
  await expect(toast(page)).toContainText("Draft discarded");
  await page.reload();
  await expect(box(page)).toHaveValue("");
});

for (const status of ["Open", "Pending"] as const)
  test(`a reply typed in one window stays while another window sends one: ${status} @exhaustive`, async ({
    page,
    browser,
  }) => {
    const { theirs, address } = await conversation(page, browser);
    if (status === "Pending") await page.request.post(`${address}/status`, { form: { status, seen: "Open" } });
    await theirs.goto(address);
    await hydrated(theirs);
    await box(theirs).fill("Begun on the laptop");
    await expect(theirs.getByText(/^Draft saved/)).toBeVisible();
    const phone = await theirs.context().newPage();
    await phone.goto(address);
    await hydrated(phone);
    await box(phone).fill("Sent from the phone");
    await press(phone, "Send reply");
    await expect(messages(phone).filter({ hasText: "Sent from the phone" })).toBeVisible();
    await expect(box(phone)).toHaveValue("");
    await theirs.bringToFront();
    if (status === "Pending") await expect(messages(theirs).filter({ hasText: "Sent from the phone" })).toBeVisible();
    await expect(box(theirs)).toHaveValue("Begun on the laptop");
    await theirs.goto("/support");
    await expect.poll(async () => (await theirs.request.get(address)).text()).toContain("Begun on the laptop");
    await theirs.goto(address);
    await expect(box(theirs)).toHaveValue("Begun on the laptop");
    await theirs.context().close();
  });

test("a reply typed just before a link is followed is saved as a draft @exhaustive", async ({ page, browser }) => {
  const { theirs, address } = await conversation(page, browser);
  await theirs.context().close();
  await page.goto(`${address}?list=q%3Dparcel`);
  await hydrated(page);
  const saved = page.waitForResponse(kept);
  await box(page).pressSequentially("Half a thought");
  await page.evaluate(() => ((window as { stays?: boolean }).stays = true));
  await page.getByRole("link", { name: "Tickets", exact: true }).first().click();
  await expect(page).toHaveURL(/\/support\/tickets(\?|$)/);
  expect(
    await page.evaluate(() => (window as { stays?: boolean }).stays),
    "the page itself stays, so that nothing but the form goes",
  ).toBe(true);
  expect((await saved).status()).toBe(204);
  await page.goto(address);
  await expect(box(page)).toHaveValue("Half a thought");
});

test("an earlier text that is slow to be saved does not come behind a later one @exhaustive", async ({
  page,
  browser,
}) => {
  const { theirs, address } = await conversation(page, browser);
  await theirs.context().close();
  await page.goto(address);
  await hydrated(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let sent = 0;
  await page.route(`**${new URL(address, "http://here.invalid").pathname}/draft`, async (route) => {
    if (route.request().method() === "POST" && ++sent === 1) await held;
    await route.continue().catch(() => undefined);
  });
  const first = page.waitForRequest((request) => request.url().endsWith("/draft") && request.method() === "POST");
  await box(page).pressSequentially("Half a thou");
  await first;
  const saved = page.waitForResponse(kept);
  await box(page).pressSequentially("ght");
  expect((await saved).status()).toBe(204);
  release();
  await page.unrouteAll({ behavior: "wait" });
  await page.goto(address);
  await expect(box(page)).toHaveValue("Half a thought");
});

test("sending a reply keeps the list that the ticket was opened from @exhaustive", async ({ page, browser }) => {
  const { theirs, address } = await conversation(page, browser);
  await theirs.context().close();
  await page.goto(`${address}?list=sort%3Did`);
  await box(page).fill("It comes today.");
  await press(page, "Send reply");
  await expect(messages(page)).toHaveCount(2);
  await expect(page).toHaveURL(/\?list=sort%3Did$/);
});

test("an open conversation shows what others say, and that they write, as it happens", async ({ page, browser }) => {
  const { theirs, address } = await conversation(page, browser);
  await page.goto(address);
  await hydrated(page);
  await theirs.goto(address);
  await hydrated(theirs);
  await box(page).fill("Half a word");
  await box(theirs).pressSequentially("It has come!");
  await expect(page.getByText("is writing an answer.")).toBeVisible();
  await press(theirs, "Send reply");
  await expect(messages(page)).toHaveCount(2);
  await expect(page.getByText("is writing an answer.")).toHaveCount(0);
  await expect(page.getByText("Something new was said")).toBeVisible();
  await expect(box(page)).toHaveValue("Half a word");
  await theirs.context().close();
});

test("what others set an open ticket to is shown as it happens, beside what one is writing @exhaustive", async ({
  page,
  browser,
}) => {
  const address = await halfWritten(page, browser);
  await page.request.post(`${address}/status`, { form: { status: "Solved" } });
  await expect(page.getByText("The ticket is solved now.")).toBeVisible();
  await expect(page.getByText(/^Marked as solved by/)).toBeVisible();
  await expect(box(page)).toHaveValue("Half a word");
  await page.keyboard.press("Control+Enter");
  await expect(alert(page)).toContainText("is solved now, no longer open");
  await page.getByLabel("Then set to").selectOption("No change");
  await box(page).press("Control+Enter");
  await expect(messages(page)).toHaveCount(2);
  await expect(box(page)).toHaveValue("");
  await expect(page.getByRole("button", { name: "Reopen" })).toBeVisible();
});

test("Ctrl+Enter on a button presses that button and does not send the reply @exhaustive", async ({
  page,
  browser,
}) => {
  await halfWritten(page, browser);
  await page.getByRole("button", { name: "Save draft" }).press("Control+Enter");
  await expect(page.getByText(/^Draft saved/)).toBeVisible();
  await expect(messages(page)).toHaveCount(1);
});

inOwnWindow("what others say meanwhile is told, and read before one's own is sent", async ({ page, browser }) => {
  const { theirs, address } = await conversation(page, browser);
  await page.route("**/live?*", (route) => route.fulfill({ status: 204 })); // no stream comes through, so it is asked
  await page.clock.install();
  await page.goto(address);
  await hydrated(page);
  await box(page).fill("We look for it.");
  await theirs.request.post(address, { form: { body: "It has come!" } });
  await page.clock.runFor(6_000);
  await expect(messages(page)).toHaveCount(2);
  await expect(page.getByText("Something new was said")).toBeVisible();
  await expect(box(page)).toHaveValue("We look for it.");

  await theirs.request.post(address, { form: { body: "Never mind the rest." } });
  await press(page, "Send reply");
  await expect(alert(page)).toContainText("A new message came in while you wrote.");
  await expect(messages(page)).toHaveCount(3);
  await expect(box(page)).toHaveValue("We look for it.");
  await press(page, "Send anyway");
  await expect(messages(page)).toHaveCount(4);
  await expect(box(page)).toHaveValue("");
  await theirs.context().close();
});

test("a canned reply is a paragraph where the cursor is, and one however fast it is pressed twice @exhaustive", async ({
  page,
  browser,
}) => {
  const { theirs, address, person } = await conversation(page, browser);
  await theirs.context().close();
  await page.goto(address);
  await hydrated(page);
  await box(page).fill("Before. After.");
  await box(page).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(8, 8));
  await page.getByLabel("Canned reply").selectOption("Refund: on its way");
  await page.getByRole("button", { name: "Insert" }).dblclick();
  const paragraphs = `^Before\\.\n\nHello ${person.name},(?:(?!Hello)[^])+ask for you\\.\n\nAfter\\.$`;
  await expect(box(page)).toHaveValue(new RegExp(paragraphs));
  await expect(box(page)).toBeFocused();
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a refused reply keeps its text and its files, and is sent then @exhaustive", async ({ page, browser }) => {
    const { theirs, address } = await conversation(page, browser, { javaScriptEnabled: false });
    await page.goto(address);
    await page.getByLabel("Attach").setInputFiles([text, lie]);
    await box(page).fill("Here it is.");
    await press(page, "Send reply");
    await expect(alert(page)).toContainText("“photo.png” is text, though its name ends in .png.");
    await expect(box(page)).toHaveValue("Here it is.");
    await expect(page.getByRole("link", { name: /receipt\.txt/ })).toBeVisible();
    await press(page, "Leave the refused file out");
    await expect(box(page)).toHaveValue("Here it is.");
    await press(page, "Send reply");
    await expect(messages(page).last()).toContainText("receipt.txt");

    await theirs.goto(address);
    await expect(theirs.getByRole("link", { name: /receipt\.txt/ })).toBeVisible();
    await box(theirs).fill("Thank you.");
    await theirs.getByLabel("Then set to").selectOption("Solved");
    await press(theirs, "Send reply");
    await expect(messages(theirs)).toHaveCount(3);
    await theirs.context().close();
  });

  test("a draft is saved by its button, a canned reply is put behind it, and a file is taken back @exhaustive", async ({
    page,
    browser,
  }) => {
    const { theirs, address, person } = await conversation(page, browser);
    await theirs.context().close();
    await page.goto(address);
    await box(page).fill("First.");
    await page.getByLabel("Attach").setInputFiles([text]);
    await press(page, "Save draft");
    await expect(page.getByText("Draft saved just now")).toBeVisible();
    await page.getByLabel("Canned reply").selectOption("Solved: anything else?");
    await press(page, "Insert");
    await expect(page).toHaveURL(/\?canned=5#reply$/);
    await expect(box(page)).toHaveValue(new RegExp(`^First\\.\\n\\nHello ${person.name},`));
    await press(page, "Remove receipt.txt");
    await expect(page.getByRole("link", { name: /receipt\.txt/ })).toHaveCount(0);
    await expect(box(page)).toHaveValue(/^First\.\n\nHello/);
    await press(page, "Discard draft");
    await expect(box(page)).toHaveValue("");
  });

  test("a closed ticket is opened again with the reply, or followed by a new one @exhaustive", async ({
    page,
    browser,
  }) => {
    const { theirs, address, person } = await conversation(page, browser);
    await theirs.context().close();
    await page.request.post(`${address}/status`, { form: { status: "Closed" } });
    await page.goto(address);
    await box(page).fill("One more thing.");
    await press(page, "Create a follow-up ticket");
    await expect(page.getByText(`On behalf of ${person.name}`)).toBeVisible();
    await expect(page.getByRole("textbox", { name: /What happened/ })).toHaveValue("");
    await page
      .getByRole("main")
      .getByRole("link", { name: /^ticket #/ })
      .click();
    await expect(box(page)).toHaveValue("One more thing.");
    await press(page, "Reopen and send");
    await expect(messages(page)).toHaveCount(2);
    await expect(page.getByRole("heading", { level: 1 }).locator("..")).not.toContainText("Closed");
  });
});
