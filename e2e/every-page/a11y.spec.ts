import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import AxeBuilder from "@axe-core/playwright";
import type { CDPSession, Page } from "@playwright/test";
import { type RunningApp, startApp } from "../../scripts/app.mjs";
import { exhaustiveIf } from "../exhaustive";
import { coveredControls, overflows } from "../layout";
import { nameFaults } from "../names";
import { inside, outside, representativeScreens } from "../screens";
import { expect, hydrated, inOneWindow as test, otherBrowser, signIn } from "../support";

/** Source of axe. AxeBuilder would send twice as much to each page, twice. */
const axeSource = readFileSync(
  createRequire(createRequire(import.meta.url).resolve("@axe-core/playwright")).resolve("axe-core/axe.min.js"),
  "utf8",
);

const wcag = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const narrowest = { width: 320, height: 640 };
const [ltr, rtl] = ["from left to right", "from right to left"];

/** The rules that depend only on layout. */
const layout = { type: "rule", values: ["target-size", "scrollable-region-focusable"] } as const;

/** The shell around every page of a signed-in user. */
const shell = [".topbar", ".sidebar"];

interface Asked {
  /** The part of the page to check; the whole page by default. */
  within?: string;
  /** The parts to leave out. */
  without?: string[];
  runOnly?: typeof wcag | typeof layout;
}

/** A color in axe's representation. */
type Color = Record<"r" | "g" | "b" | "alpha", number>;
type Read = (this: Color, text: string) => Color;

/** Caches parsed colors in axe, which otherwise parses several for each element. */
function rememberColors() {
  const { axe } = window as unknown as { axe: { commons: { color: { Color: { prototype: { parseString: Read } } } } } };
  const { prototype } = axe.commons.color.Color;
  const read = prototype.parseString;
  const known = new Map<string, Color>();
  prototype.parseString = function (text) {
    const { r, g, b, alpha } = known.get(text) ?? read.call(this, text);
    known.set(text, { r, g, b, alpha });
    return Object.assign(this, { r, g, b, alpha });
  };
}

/** Returns axe's findings in short form: the rules, and where they are violated. */
async function violations(page: Page, { within, without = [], runOnly = wcag }: Asked = {}) {
  const hasAxe = await page.evaluate(() => "axe" in window);
  if (!hasAxe) {
    await page.evaluate(axeSource);
    await page.evaluate(rememberColors);
  }
  // A page without frames needs neither a second page to add up its results, nor anything but what is wrong.
  const axe = new AxeBuilder({ page, axeSource: ";" })
    .setLegacyMode()
    .options({ runOnly: runOnly as typeof wcag, resultTypes: ["violations"], preload: false });
  for (const part of without) axe.exclude(part);
  const found = (await (within ? axe.include(within) : axe).analyze()).violations;
  return found.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)} (${node.any[0]?.message ?? node.failureSummary ?? ""})`),
  );
}

/** Switches the theme as the theme button does. */
async function inTheme(page: Page, theme: "light" | "dark") {
  await page.emulateMedia({ colorScheme: theme });
  await page.evaluate((name) => {
    document.documentElement.classList.remove("light", "dark");
    document.documentElement.classList.add(name);
  }, theme);
}

/** Switches the text direction as the direction button does. */
async function inDirection(page: Page, direction: "ltr" | "rtl") {
  await page.evaluate((dir) => {
    document.documentElement.dir = document.body.dir = dir;
  }, direction);
}

/** Chromium DevTools sessions by page; each stays open as long as its page. */
const lines = new WeakMap<Page, CDPSession>();

/** Switches to another screen size; phones emulate touch. */
async function onScreen(page: Page, size: typeof phone) {
  const touch = size !== desktop;
  const chromium = lines.get(page) ?? (await page.context().newCDPSession(page));
  lines.set(page, chromium);
  await chromium.send("Emulation.setTouchEmulationEnabled", { enabled: touch });
  await page.setViewportSize(size);
  expect(await page.evaluate(() => matchMedia("(pointer: coarse)").matches)).toBe(touch);
}

/** Makes the viewport as tall as the page and waits for a repaint, so that sticky headers and bars cover nothing. */
async function asTallAsItself(page: Page) {
  const { width, height } = await page.evaluate(() => ({
    width: innerWidth,
    height: Math.max(innerHeight, document.documentElement.scrollHeight),
  }));
  await page.setViewportSize({ width, height });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
}

/** Returns by how many pixels the page is wider than the viewport. */
const overhang = (page: Page) => page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - innerWidth);

async function expectToFit(page: Page, size: typeof phone, where: string) {
  await onScreen(page, size);
  expect(await overhang(page), `wider than ${size.width} pixels, ${where}`).toBeLessThanOrEqual(0);
}

/** Expects every control to be clickable at its center, and nothing to overflow its card. */
async function expectInReach(page: Page, where: string) {
  expect(await page.evaluate(coveredControls), `${where}: covered`).toEqual([]);
  expect(await page.evaluate(overflows), `${where}: sticks out`).toEqual([]);
}

async function expectInTheme(page: Page, theme: "light" | "dark", where: string, asked?: Asked) {
  await inTheme(page, theme);
  expect(await violations(page, asked), `${where}, ${theme}`).toEqual([]);
}

/**
 * Checks layout, rules and names on both screens, in both themes, mirrored, and at the minimum width, on one visit. The
 * full rules run only twice, which together cover each screen, theme and direction; `without` leaves out the shell.
 */
async function expectForEveryone(page: Page, without: string[] = []) {
  await hydrated(page);
  await expectToFit(page, phone, ltr);
  await asTallAsItself(page);
  await expectInTheme(page, "dark", "a phone");
  await expectInReach(page, "a phone");
  await expectToFit(page, narrowest, ltr);
  await inDirection(page, "rtl");
  await expectToFit(page, narrowest, rtl);
  await expectToFit(page, phone, rtl);
  await onScreen(page, desktop);
  await asTallAsItself(page);
  await expectInTheme(page, "light", `a large screen, ${rtl}`, { without });
  await expectInReach(page, `a large screen, ${rtl}`);
  const mirrored = await places(page);
  await inDirection(page, "ltr");
  if (!areAlike(mirrored, await places(page)))
    expect(await violations(page, { without, runOnly: layout }), `a large screen, ${ltr}`).toEqual([]);
  expect(await nameFaults(page)).toEqual([]); // last, since it opens all menus
}

/**
 * Returns position and size of every control and scroll container: distance from the side where reading begins and
 * from the top, width and height.
 */
const places = (page: Page) =>
  page.evaluate(() => {
    const pressed = "a, button, input, select, textarea, summary, label, [tabindex], [role], [contenteditable]";
    const scrolls = (part: Element) =>
      (part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight) &&
      /auto|scroll/.test(getComputedStyle(part).overflow);
    const seen = [...document.body.querySelectorAll(":not(script, link, option)")].filter(
      (part) => (part.matches(pressed) || scrolls(part)) && part.checkVisibility(),
    );
    return seen.map((part) => {
      const { left, right, top, width, height } = part.getBoundingClientRect();
      return [document.dir === "rtl" ? innerWidth - right : left, top, width, height];
    });
  });

/** Whether both lists match within a pixel. */
const areAlike = (these: number[][], those: number[][]) =>
  these.length === those.length &&
  these.every((place, turn) => place.every((value, side) => Math.abs(value - (those[turn]?.[side] ?? NaN)) <= 1));

for (const [name, prepare] of Object.entries(outside)) {
  test(`${name} is for everyone${exhaustiveIf(!representativeScreens.has(name))}`, async ({ page }) => {
    await prepare(page);
    await expectForEveryone(page);
  });
}

/** Screens whose shell is checked, too: one without a menu entry, one in a group, and one with tabs. */
const withShell = ["the home of somebody who is signed in", "the list of orders", "the security page"];

test("the pages with their shell, and the representative screens, exist", () => {
  const names = [...Object.keys(outside), ...Object.keys(inside)];
  expect(names).toEqual(expect.arrayContaining([...withShell, ...representativeScreens]));
});

for (const [name, prepare] of Object.entries(inside)) {
  test(`${name} is for everyone${exhaustiveIf(!representativeScreens.has(name))}`, async ({ page }) => {
    await signIn(page);
    await prepare(page);
    await expectForEveryone(page, withShell.includes(name) ? [] : shell);
  });
}

test.describe("while the site is looked after", () => {
  let app: RunningApp;
  test.beforeAll(async () => {
    app = await startApp({ env: { MAINTENANCE: "true" } });
  });
  test.afterAll(() => app.remove());

  test("the page that stands for all others is for everyone", async ({ browser }) => {
    const page = await otherBrowser(browser, undefined, { reducedMotion: "reduce" }); // `page` takes a 503 for a fault
    expect((await page.goto(`${app.url}/users`))?.status()).toBe(503);
    await expectForEveryone(page);
    await page.context().close();
  });
});

test.describe("while somebody works on the app", () => {
  let app: RunningApp;
  test.beforeAll(async () => {
    app = await startApp({ server: "scripts/dev.mjs" });
  });
  test.afterAll(() => app.remove());

  for (const size of [phone, desktop]) {
    test(`charts in every state that they can be in are for everyone on a screen of ${size.width} pixels @exhaustive`, async ({
      page,
    }) => {
      test.slow(); // the page is as long as twenty
      await page.setViewportSize(size);
      for (const look of ["theme=light&dir=ltr", "theme=dark&dir=rtl"]) {
        await page.goto(`${app.url}/design?${look}`);
        // All rules once of each theme, as of every page: colours depend on no screen.
        const runOnly = look.includes("dark") === (size === phone) ? wcag : layout;
        expect(await violations(page, { within: "#charts", runOnly }), look).toEqual([]);
        expect(await overhang(page), look).toBeLessThanOrEqual(0);
        expect(await readoutsOutside(page), look).toEqual([]);
      }
    });
  }
});

/** Lists the chart readouts that overflow their card. */
const readoutsOutside = (page: Page) =>
  page.locator(":is(.tipbox, .heat-readout)").evaluateAll((readouts) =>
    readouts.flatMap((readout) => {
      const [box, card] = [readout.getBoundingClientRect(), readout.closest(".card")?.getBoundingClientRect()];
      return card &&
        box.left >= card.left &&
        box.right <= card.right &&
        box.top >= card.top &&
        box.bottom <= card.bottom
        ? []
        : [readout.textContent];
    }),
  );

const open = ":popover-open";

/** Popovers over the list of users, by the button that opens them. */
const overThePage = ["Notification", "Messages", /^Account: /, "Export", /^Actions for /];

for (const size of [desktop, phone]) {
  test(`what opens over a page is for everyone on a screen of ${size.width} pixels`, async ({ page }) => {
    await signIn(page);
    await page.goto("/users?q=amara+okafor");
    await hydrated(page);
    await onScreen(page, size);
    await asTallAsItself(page);
    const buttons = size === phone ? [...overThePage, "Open menu"] : overThePage;
    for (const name of buttons) {
      await page.getByRole("button", { name }).first().click();
      await expect(page.locator(open)).toHaveCount(1);
      for (const theme of ["dark", "light"] as const) await expectInTheme(page, theme, String(name), { within: open });
      await inDirection(page, "rtl");
      expect(await violations(page, { within: open }), `${name}, from right to left`).toEqual([]);
      expect(await overhang(page), `${name} makes the page wider`).toBeLessThanOrEqual(0);
      await inDirection(page, "ltr");
      await page.keyboard.press("Escape");
      await expect(page.locator(open)).toHaveCount(0);
    }
  });
}
