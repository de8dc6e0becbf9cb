import { startApp } from "../../scripts/app.mjs";
import { exhaustiveIf } from "../exhaustive";
import { expect, otherBrowser, signIn, inOneWindow as test, unique } from "../support";

const csv = (name: string, content: string | Buffer) => ({ name, mimeType: "text/csv", buffer: Buffer.from(content) });
const row = (email: string, role = "Data Scientist") => `Ida Import,${email},${role},Active`;

for (const javaScriptEnabled of [true, false]) {
  test.describe(`an import ${javaScriptEnabled ? "with" : "without"} scripts`, () => {
    test.use({ javaScriptEnabled });

    test(`is uploaded, matched, tried, confirmed and taken back${exhaustiveIf(!javaScriptEnabled)}`, async ({
      page,
    }) => {
      await signIn(page);
      const email = `${unique("ida")}@example.com`;
      await page.goto("/users");
      await page.getByRole("link", { name: "Import" }).click();
      await page
        .getByLabel("CSV file")
        .setInputFiles(
          csv(
            "people.csv",
            `Name;Mail;Job;Status\r\n${[row(email), row("nobody", "Juggler")].join("\r\n").replaceAll(",", ";")}\r\n`,
          ),
        );
      await page.getByRole("button", { name: "Read the file" }).click();
      await expect(page.getByRole("heading", { name: "Match the columns" })).toBeVisible();
      await expect(page.getByLabel("Mail")).toHaveValue("email");
      await page.getByRole("button", { name: "Try it" }).click();

      await expect(page.getByRole("heading", { name: "What would be imported" })).toBeVisible();
      await expect(page.getByText("Enter a full address, such as name@example.com")).toBeVisible();
      await page.getByRole("link", { name: /^Created/ }).click();
      await expect(page.getByText(email)).toBeVisible();
      await expect(page.getByText("Choose a job title")).toBeHidden();
      await page.getByRole("button", { name: "Import 1 user" }).click();

      await expect(page.getByText("people.csv: 1 user created")).toBeVisible();
      const found = async () => (await (await page.request.get(`/users.csv?q=${email}`)).text()).includes(email);
      expect(await found()).toBe(true);
      await page.goto("/imports");
      await page.getByRole("link", { name: "people.csv" }).first().click();
      await page.getByRole("button", { name: "Undo the import" }).click();
      await page.getByRole("button", { name: "Move 1 user to the trash" }).click();
      await expect(page.getByText("Undone: creation of Ida Import")).toBeVisible();
      await expect(page.getByText("It was undone.")).toBeVisible();
      expect(await found()).toBe(false);
    });

    test("an import of a wrong file says so beside the field @exhaustive", async ({ page }) => {
      await signIn(page);
      await page.goto("/users/import");
      const send = async (content: string | Buffer) => {
        await page.getByLabel("CSV file").setInputFiles(csv("wrong.csv", content));
        await page.getByRole("button", { name: "Read the file" }).click();
      };
      await send("name,email,Name\na,b,c\n");
      await expect(page.locator("#field-file-error")).toContainText("Columns 1 and 3 are both called “Name”");
      await send(Buffer.from("name\nRen\xe9\n", "latin1"));
      await expect(page.locator("#field-file-error")).toContainText("Line 2 is not UTF-8");
      await page.getByLabel("Encoding").selectOption("windows-1252");
      await send(Buffer.from("name\nRen\xe9\n", "latin1"));
      await expect(page.getByText("René")).toBeVisible();
    });
  });
}

test("a file that the server does not even read is answered with a sentence @exhaustive", async ({ page }) => {
  await signIn(page);
  const answer = await page.request.post("/users/import", {
    multipart: { encoding: "auto", file: csv("large.csv", Buffer.alloc(33 * 1024 * 1024, "a")) },
  });
  expect(answer.status()).toBe(413);
  expect(await answer.text()).toContain("At most 32 MB can be sent at once. Nothing was changed.");
});

test("a column whose commas could mean two things is asked about, and the way back leaves the toast's text the width of a phone @exhaustive", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  const code = unique("asked");
  await page.goto("/products/import");
  await page
    .getByLabel("CSV file")
    .setInputFiles(
      csv(
        "products-of-the-winter-collection.csv",
        `Title;Code;Category;Price;Stock;Status\r\nAsked;${code};Electronics;1,290;3;Draft\r\n`,
      ),
    );
  await page.getByRole("button", { name: "Read the file" }).click();
  await page.getByRole("button", { name: "Try it" }).click();
  await expect(page.locator("#field-columns\\.3\\.format-error")).toContainText("“1,290” could be 1290 or 1.290");
  await page.getByLabel("How this column writes numbers").selectOption({ label: "A point for decimals: 1,234.50" });
  await page.getByRole("button", { name: "Try it" }).click();
  await expect(page.getByText("Read so: Price as in 1,234.50.")).toBeVisible();
  await page.getByRole("button", { name: "Import 1 product" }).click();
  const text = page.locator(".toast > span");
  await expect(text).toHaveText("products-of-the-winter-collection.csv: 1 product created");
  expect((await text.boundingBox())?.width).toBeGreaterThan(250);
  await page.locator(".toast").getByRole("button", { name: "Undo" }).click();
  await expect(text).toContainText("Undone");
});

test("a file of thousands of rows is tried, brought in and taken back, which another thread of the server does @exhaustive", async ({
  browser,
}) => {
  const app = await startApp({ env: { LOG_LEVEL: "info" } }); // by itself: nobody else's lists are to have all these
  try {
    const page = await otherBrowser(browser, undefined, { baseURL: app.url });
    await signIn(page);
    await page.goto("/users/import");
    const lines = Array.from({ length: 2500 }, (_, number) => row(`many${number}@example.com`));
    await page.getByLabel("CSV file").setInputFiles(csv("many.csv", ["Name,Mail,Job,Status", ...lines].join("\n")));
    await page.getByRole("button", { name: "Read the file" }).click();
    await page.getByRole("button", { name: "Try it" }).click();
    await page.getByRole("button", { name: "Import 2,500 users" }).click({ timeout: 60_000 });
    await expect(page.getByText("many.csv: 2,500 users created")).toBeVisible({ timeout: 60_000 });
    await page.locator(".toast").getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Move 2,500 users to the trash" }).click();
    await expect(page.locator(".toast")).toContainText("Undone", { timeout: 60_000 });
    expect(await (await page.request.get("/users.csv?q=many2499")).text()).not.toContain("many2499@example.com");
    await page.context().close();
    expect(app.output()).toContain("a thread for long runs starts");
    expect(await app.stop()).toEqual({ code: 0, signal: null });
  } finally {
    await app.remove();
  }
});
