import type { Page } from "@playwright/test";
import { exhaustiveIf } from "../exhaustive";
import { addTicket, addUser } from "../records";
import { deleteHere, expect, hydrated, row, signIn, inOneWindow as test, toast, unique } from "../support";

const crumb = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name, exact: true });

for (const javaScriptEnabled of [true, false])
  test.describe(`${javaScriptEnabled ? "with" : "without"} scripts`, () => {
    test.use({ javaScriptEnabled });
    test.beforeEach(({ page }) => signIn(page));

    const ready = async (page: Page) => javaScriptEnabled && hydrated(page);

    test(`a person's page leads back to the list as it was left, also when it was loaded anew or has deleted them${exhaustiveIf(!javaScriptEnabled)}`, async ({
      page,
    }) => {
      const word = unique("Back");
      for (const first of ["Ann", "Ben"]) await addUser(page.request, { name: `${first} ${word}` });
      const list = `/users?q=${word}&sort=name`;
      await page.goto(list);
      await ready(page);
      const open = async (first: string) => {
        await row(page, `${first} ${word}`).getByRole("link", { name: word }).first().click();
        await expect(page).toHaveURL(/\/users\/\d+$/);
      };
      await open("Ann");
      await crumb(page, "Users").click();
      await expect(page).toHaveURL(list);
      await open("Ben");
      await page.reload();
      await ready(page);
      await page.getByRole("link", { name: "Back to users" }).click();
      await expect(page).toHaveURL(list);
      await open("Ben");
      await deleteHere(page);
      await expect(toast(page)).toContainText(`Ben ${word} moved to the trash`);
      await expect(page).toHaveURL(list);
      await expect(page.locator("tbody tr")).toHaveCount(1);
    });

    test("the menu leads to the whole list, and so do links back from then on @exhaustive", async ({ page }) => {
      await page.goto("/users?status=Active&q=okafor");
      await ready(page);
      await page.getByRole("link", { name: "Amara Okafor" }).first().click();
      await expect(page).toHaveURL("/users/1");
      await page.getByRole("link", { name: "List", exact: true }).first().click();
      await expect(page).toHaveURL("/users");
      await page.locator("tbody tr").first().getByRole("link").first().click(); // the newest user by now
      await expect(page).toHaveURL(/\/users\/\d+$/);
      await crumb(page, "Users").click();
      await expect(page).toHaveURL("/users");
    });

    test("orders and tickets lead back as people do, however they were opened @exhaustive", async ({ page }) => {
      const ticket = await addTicket(page.request);
      for (const [list, record, name] of [
        ["/orders?status=Delivered&page=2&size=10", "/orders/1/packing-slip", "Orders"],
        ["/support/tickets?status=Open", ticket, "Tickets"],
        ["/course?period=7d", "/course/courses/1", "Course"],
      ] as const) {
        await page.goto(list);
        await page.goto(record);
        await ready(page);
        await crumb(page, name).click();
        await expect(page).toHaveURL(list);
      }
    });
  });
