/** A company with another currency than the dollar: no page shows a dollar sign. */
import { type RunningApp, startApp } from "../../scripts/app.mjs";
import { pagesInside } from "../../scripts/areas.mjs";
import { expect, test } from "../support";
import { signIn } from "./people";

let app: RunningApp;
test.beforeAll(async () => {
  app = await startApp({ env: { CURRENCY: "EUR" } });
});
test.afterAll(() => app?.remove());

/** Pages with the prices of plans, which are in dollars for every company. */
const isOfPlans = (path: string) => path.startsWith("/settings/plan-billing");

/** Returns what a page shows: its texts and the values of its fields. */
const shownIn = (html: string) =>
  html
    .replace(/<(script|style)\b[^>]*>.*?<\/\1>/gs, "")
    .replace(/\b(?:href|class|id)="[^"]*"|\$(PORTICO_TOKEN|PASSWORD)/g, "");

test("a company in euros reads no dollar sign on any page, and euros where there are amounts", async () => {
  const cookie = await signIn(app);
  const withDollars: string[] = [];
  let withEuros = 0;
  const more = ["/invoices/INV-0012/details", "/payments", "/credit-notes", "/finance", "/orders", "/products"];
  const signInPage = await (await fetch(`${app.url}/login`)).text();
  expect(shownIn(signInPage)).not.toContain("$");
  for (const path of new Set([...pagesInside, ...more].filter((path) => !isOfPlans(path)))) {
    const answer = await fetch(app.url + path, { headers: { cookie } });
    const text = shownIn(await answer.text());
    const [found] = /.{40}\$.{20}/s.exec(text) ?? [];
    if (found) withDollars.push(`${path}: ${found}`);
    if (text.includes("€")) withEuros++;
  }
  expect(withDollars).toEqual([]);
  expect(withEuros).toBeGreaterThan(20);
});

test("the company's page says why the currency of a company with invoices stays", async () => {
  const cookie = await signIn(app);
  const page = await (await fetch(`${app.url}/settings/company`, { headers: { cookie } })).text();
  expect(page).toMatch(/It stays, because there are 18 invoices and \d+ payments in it\./);
});
