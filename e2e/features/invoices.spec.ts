import type { Page } from "@playwright/test";
import { addUser } from "../records";
import { expect, hold, hydrated, openMore, row, signIn, inOneWindow as test, toast, unique } from "../support";

const alert = (page: Page) => page.getByRole("alert");
const total = (page: Page) => page.locator("dl dd").last();
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const field = (page: Page, name: string) => page.locator(`[name="${name}"]`);

/** Creates an invoice through the API and returns its id. */
async function addInvoice(page: Page, values: object = {}): Promise<string> {
  const answer = await page.request.post("/api/invoices", {
    data: { customer: { id: 3 }, products: [{ title: "Consulting", quantity: 2, price: 30 }], ...values },
  });
  const { invoice } = (await answer.json()) as { invoice: { id: string } };
  return invoice.id;
}

test.describe("an invoice", () => {
  test.beforeEach(({ page }) => signIn(page));

  test("is made with sums that follow what is typed, marked as complete, and that is taken back", async ({ page }) => {
    await page.goto("/invoices/create?customer=3");
    await hydrated(page);
    await field(page, "lines.0.product").pressSequentially("FOUNTAIN");
    await page.getByRole("option", { name: /^Marlow Fountain Pen · #3/ }).click();
    await expect(field(page, "lines.0.title")).toHaveValue("Marlow Fountain Pen");
    await field(page, "customer").fill("amar");
    await expect(page.getByRole("listbox").getByRole("option")).toHaveText([
      /^Amara Okafor · #\d+ amara\.okafor@example\.com$/,
    ]);
    await field(page, "customer").press("Enter");
    await expect(field(page, "billingEmail")).toHaveValue("amara.okafor@example.com");
    await field(page, "lines.0.quantity").fill("3");
    await field(page, "lines.0.quantity").press("Enter");
    await field(page, "lines.1.title").fill("Gift wrapping");
    await field(page, "lines.1.price").fill("4.50");
    await field(page, "lines.0.price").fill("10");
    await field(page, "lines.0.discount").fill("0");
    await expect(total(page)).toHaveText("$34.50");
    await page.keyboard.press("Control+Enter");

    await expect(page).toHaveURL(/\/invoices\/INV-\d{4}\/details/);
    await expect(toast(page)).toContainText("was created");
    await expect(total(page)).toHaveText("$34.50");
    await page.getByRole("button", { name: "Mark as complete" }).click();
    await expect(page.getByText("Paid in full")).toBeVisible();
    await toast(page).getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Due in 14 days")).toBeVisible();
  });

  test("says in its form that it is paid, once it is @exhaustive", async ({ page }) => {
    const id = await addInvoice(page);
    const notice = page.getByText("This invoice is paid.");
    await page.goto(`/invoices/${id}`);
    await expect(page.getByRole("heading", { name: "Lines" })).toBeVisible();
    await expect(notice).toHaveCount(0);
    await page.getByLabel("Complete").check();
    await page.getByRole("button", { name: "Save invoice" }).click();
    await expect(toast(page)).toContainText("was saved");
    await page.goto(`/invoices/${id}`);
    await expect(notice).toBeVisible();
    await page.getByRole("link", { name: "create another invoice" }).click();
    await expect(field(page, "customer")).toHaveValue(/ · #3$/);
  });

  test("offers no customers over a form that one has gone on in before they came @exhaustive", async ({ page }) => {
    const script = await hold(page, "**/assets/picks-*.js");
    await page.goto("/invoices/create");
    await hydrated(page);
    const customer = page.getByRole("combobox", { name: "Customer" });
    await customer.fill("nobody at all");
    await page.getByLabel("Billing address").focus();
    const found = page.getByRole("status").filter({ hasText: "found" });
    script.open();
    await expect.poll(() => script.asked.length).toBe(1);
    await page.waitForLoadState("networkidle");
    await expect(found).toHaveCount(0);
    await customer.pressSequentially("!");
    await expect(found).toHaveText(/^0 found\./);
    await expect(customer).toHaveAttribute("aria-expanded", "false"); // a sentence is no list
  });

  test("has room for large figures on every screen @exhaustive", async ({ page }) => {
    await page.goto("/invoices/create");
    const figures = {
      "lines.0.quantity": "1000000",
      "lines.0.price": "-1,234,567.89",
      "lines.0.discount": "99.99",
      shippingCharge: "1,234,567.89",
      tax: "1,234,567.89",
    };
    for (const [name, figure] of Object.entries(figures)) await field(page, name).fill(figure);
    for (const width of [320, 390, 640, 1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      for (const name of Object.keys(figures)) {
        const cut = await field(page, name).evaluate((input) => input.scrollWidth > input.clientWidth);
        expect(cut, `${name} at ${width} pixels`).toBe(false);
      }
    }
  });

  test("prints on one page, whatever the theme, and without what surrounds it @exhaustive", async ({ page }) => {
    await page.emulateMedia({ colorScheme: "dark" });
    for (const id of ["INV-0001", "INV-0006", "INV-0018"]) {
      await page.goto(`/invoices/${id}/details`);
      const pdf = await page.pdf({ format: "A4", preferCSSPageSize: true });
      expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    }
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
    await expect(page.getByRole("heading", { name: "Activity" })).toBeHidden();
    await expect(page.getByRole("article")).toBeVisible();
  });

  test("is sent by e-mail, to whom is asked, and says so @exhaustive", async ({ page }) => {
    const id = await addInvoice(page, { billingAddress: { email: "books@harbour.example" } });
    await page.goto(`/invoices/${id}/details`);
    await expect(page.getByText("not sent by e-mail yet")).toBeVisible();
    await page.getByRole("link", { name: "Send" }).click();
    await hydrated(page);
    await expect(page.getByRole("main")).toContainText("2 x Consulting at $30.00: $60.00");
    await expect(field(page, "to")).toHaveValue("books@harbour.example");
    await field(page, "to").fill("books");
    await field(page, "message").fill("As agreed on the phone.");
    await press(page, "Send");
    await expect(alert(page)).toContainText("Enter a full address");
    await page.getByRole("link", { name: "Cancel" }).click();
    await press(page, "Stay");
    await expect(field(page, "message")).toHaveValue("As agreed on the phone.");
    await field(page, "to").fill("accounts@harbour.example");
    await press(page, "Send");
    await expect(toast(page)).toContainText(`The mail with ${id} for accounts@harbour.example was saved`);
    await expect(page.getByText("sent just now")).toBeVisible();
    await expect(page.getByText("“As agreed on the phone.”")).toBeVisible();
    await page.getByRole("link", { name: "Send again" }).click();
    await expect(page.getByText("Last sent to accounts@harbour.example by Mara Ellison")).toBeVisible();
  });

  test("an invoice that was changed meanwhile is sent once its new e-mail is there to be read @exhaustive", async ({
    page,
  }) => {
    const id = await addInvoice(page);
    await page.goto(`/invoices/${id}/send`);
    await hydrated(page);
    await field(page, "message").fill("As agreed on the phone.");
    const products = [{ title: "Consulting", quantity: 5, price: 30 }];
    await page.request.put("/api/invoices", { data: { id, products } });
    await press(page, "Send");
    await expect(alert(page)).toContainText("Check the new e-mail below");
    await expect(page.getByRole("main")).toContainText("5 x Consulting at $30.00: $150.00");
    await expect(field(page, "message")).toHaveValue("As agreed on the phone.");
    await press(page, "Send");
    await expect(toast(page)).toContainText(`The mail with ${id}`);
  });

  test("an invoice that two people change is not overwritten", async ({ page }) => {
    const id = await addInvoice(page);
    await page.goto(`/invoices/${id}`);
    await hydrated(page);
    await page.request.put("/api/invoices", {
      data: { id, products: [{ title: "Consulting", quantity: 5, price: 30 }] },
    });
    await field(page, "lines.0.quantity").fill("4");
    await field(page, "tax").fill("2");
    await page.getByRole("button", { name: "Save invoice" }).click();
    await expect(alert(page)).toContainText(`${id} was changed while you were editing`);
    await page.getByRole("group", { name: "Lines" }).getByRole("radio").last().check();
    await page.getByRole("button", { name: "Save my choice" }).click();
    await expect(total(page)).toHaveText("$152.00");
  });
});

test.describe("without scripts, an invoice", () => {
  test.use({ javaScriptEnabled: false });
  test.beforeEach(({ page }) => signIn(page));

  test("is made with lines added and removed by posting, corrected, listed, duplicated, sent and credited @exhaustive", async ({
    page,
  }) => {
    const person = await addUser(page.request, { name: unique("Nora ") });
    await page.goto("/invoices/create");
    await field(page, "customer").fill(person.name.slice(1).toUpperCase());
    await field(page, "tax").fill("0.00");
    await page.getByRole("button", { name: "Find" }).first().click();
    await page.getByLabel("Which one?").selectOption(`${person.name} · #${person.id}`);
    await field(page, "lines.0.product").fill("Marlow Fountain Pen · #3");
    await field(page, "lines.0.quantity").fill("1.2345");
    await page.getByRole("button", { name: "Add line" }).click();
    await expect(field(page, "lines.0.title")).toHaveValue("Marlow Fountain Pen");
    await field(page, "lines.1.title").fill("A mistake");
    await page.getByRole("button", { name: "Add line" }).click();
    await field(page, "lines.2.title").fill("Goodwill");
    await field(page, "lines.2.price").fill("-5");
    await page.getByRole("button", { name: "Remove A mistake" }).click();
    await field(page, "lines.0.price").fill("20");
    await page.getByRole("button", { name: "Create invoice" }).click();
    await expect(alert(page)).toContainText("Enter a quantity above 0, such as 2 or 1.5");
    await alert(page).getByRole("link", { name: "Line 1: Enter a quantity" }).click();
    await expect(field(page, "lines.0.quantity")).toBeInViewport();
    await field(page, "lines.0.quantity").fill("2");
    await page.getByRole("button", { name: "Create invoice" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Invoice INV-");
    await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
    await expect(page.getByRole("cell", { name: "−$5.00" }).first()).toBeVisible();

    await page.goto(`/invoices?q=${encodeURIComponent(person.email)}&status=pending`);
    await expect(page.locator("tbody tr")).toHaveCount(1);
    await row(page, person.name)
      .getByLabel(/^Actions for/)
      .click();
    await page.getByRole("link", { name: "Duplicate" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Create invoice");
    await expect(page.getByRole("main")).toContainText("Copied from INV-");
    await expect(field(page, "customer")).toHaveValue(`${person.name} · #${person.id}`);
    await expect(field(page, "lines.1.price")).toHaveValue("-5.00");
    await page.getByRole("button", { name: "Create invoice" }).click();
    await expect(page.locator(".sheet")).toContainText("Marlow Fountain Pen");
    await page.getByRole("link", { name: "Send" }).click();
    await field(page, "to").fill("");
    await field(page, "message").fill("Thank you!");
    await press(page, "Send");
    await expect(alert(page)).toContainText("Enter an e-mail address");
    await expect(field(page, "message")).toHaveValue("Thank you!");
    await field(page, "to").fill(person.email);
    await press(page, "Send");
    await expect(toast(page)).toContainText(`for ${person.email} was saved`);
    await expect(page.getByText("Locked, because it was sent")).toBeVisible();
    await openMore(page);
    await expect(page.getByRole("button", { name: "Void invoice" })).toBeHidden();
    await page.getByRole("link", { name: "Create credit note" }).click();
    await page.getByLabel("Reason").selectOption("Goods returned");
    await press(page, "Create credit note");
    await expect(page.locator(".sheet")).toContainText("Credit note");
  });
});

for (const javaScriptEnabled of [true, false])
  test.describe(`${javaScriptEnabled ? "with" : "without"} scripts, overdue invoices`, () => {
    test.use({ javaScriptEnabled });
    test.beforeEach(({ page }) => signIn(page));

    test("are reminded of together, from a page with their mails that says which get none @exhaustive", async ({
      page,
    }) => {
      const person = await addUser(page.request, { name: unique("Otto ") });
      const customer = { id: Number(person.id) };
      const overdue = { customer, issueDate: "2025-11-01", dueDate: "2025-11-15" };
      const [first, , last] = [
        await addInvoice(page, overdue),
        await addInvoice(page, { ...overdue, dueDate: "2999-01-01" }),
        await addInvoice(page, overdue),
      ];
      const list = `/invoices?customer=${person.id}`;
      await page.goto(`${list}&select=all`);
      if (javaScriptEnabled) await hydrated(page);
      await press(page, "Send reminders");
      await expect(page.getByRole("heading", { name: "To send: 2 mails" })).toBeVisible();
      await expect(page.getByRole("region", { name: "Passed over" })).toContainText("It is not overdue");
      await page.getByText(`${first} from`).click();
      await expect(page.getByText(`Please use ${first} as the payment reference.`)).toBeVisible();
      await page.getByLabel(`Send ${last}`).uncheck();
      await press(page, "Send what is ticked");
      await expect(page).toHaveURL(list);
      await expect(toast(page)).toContainText("A mail was saved");

      await page.getByLabel(`Select ${first}`).check();
      await press(page, "Send reminders");
      await expect(page.getByText(`Reminder: invoice ${first}`)).toBeVisible();
    });
  });
