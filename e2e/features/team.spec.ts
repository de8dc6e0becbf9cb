/** The team page on a phone, and what an owner does there. */
import { startApp } from "../../scripts/app.mjs";
import { demo, expect, inOneWindow as test, logIn, newPerson, row, signIn, unique } from "../support";

test("on a phone the team list shows each access level and all tabs", async ({ page }) => {
  await signIn(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.request.post("/team/invite", { form: { email: `${unique("phone")}@example.com`, access: "client" } });
  for (const path of ["/team", "/team/clients", "/team/waiting", "/team/invitations"]) {
    await page.goto(path);
    for (const tab of await page.getByRole("navigation", { name: "Team" }).getByRole("link").all())
      await expect(tab, `${await tab.textContent()} at ${path}`).toBeInViewport({ ratio: 0.99 });
  }
  await page.goto("/team?q=kwame");
  const kwame = row(page, "Kwame Mensah");
  await expect(kwame.getByText("Second factor")).toBeVisible();
  await expect(kwame.getByText("Off")).toBeVisible();
  await expect(kwame.getByText("Support (can change)")).toBeVisible();
});

test("an owner of their own removes the demo accounts, whose sessions end and which the login page no longer offers @exhaustive", async ({
  page,
}) => {
  const app = await startApp();
  try {
    const person = await newPerson("Nora", app.url);
    await logIn(page.context().request, demo, app.url);
    await page.goto(`${app.url}/team`);
    await page.getByRole("link", { name: "Remove demo accounts" }).click();
    await expect(page.getByText("Only demo accounts can sign in as an owner.")).toBeVisible();
    await page.goto(`${app.url}/team?q=${person.name}`);
    await page.getByRole("link", { name: person.name, exact: true }).click();
    await page.getByRole("radio", { name: /^Owner/ }).check();
    await page.getByRole("button", { name: "Save access" }).click();
    await expect(row(page, person.name)).toContainText("Owner");
    await page.goto(`${app.url}/team/demo-accounts`);
    await page.getByRole("button", { name: "Remove demo accounts" }).click();
    await expect(page).toHaveURL(`${app.url}/login`);
    await expect(page.getByText(/^Removed the demo accounts demo@portico\.example, /)).toBeVisible();
    await expect(page.getByText("or look around as")).toHaveCount(0);
    await logIn(page.context().request, person, app.url);
    await page.goto(`${app.url}/team`);
    await expect(row(page, person.name)).toBeVisible();
    await expect(page.getByRole("link", { name: "Remove demo accounts" })).toHaveCount(0);
  } finally {
    await app.remove();
  }
});
