/** The team page, on the screen of a phone. */
import { expect, inOneWindow as test, row, signIn, unique } from "../support";

test("on a phone the list says whose access goes how far, names what is on or off, and shows all of its tabs", async ({
  page,
}) => {
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
  await expect(kwame.getByText("Second step")).toBeVisible();
  await expect(kwame.getByText("Off")).toBeVisible();
  await expect(kwame.getByText("Support (can change)")).toBeVisible();
});
