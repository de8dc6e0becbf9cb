/** Shared by the end-to-end tests: users, sign-in, mails, and pages that report console errors. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import {
  type APIRequestContext,
  type Browser,
  devices,
  expect,
  type Page,
  request,
  test as base,
} from "@playwright/test";
import { isHydrated } from "./layout";
import { appEnvironment, type RunningApp, startApp } from "../scripts/app.mjs";
import { paths } from "../scripts/messages.mjs";

export { expect };

export interface Person {
  name: string;
  email: string;
  password: string;
}

/** The account of every sample. Tests share it, so none may change its password or permissions. */
export const demo: Person = { name: "Mara Ellison", email: "demo@portico.example", password: "portico-demo" };

let running: RunningApp | undefined;

/** Returns the URL of the app under test in this worker process. */
export function site(): string {
  if (!running) throw new Error("The app runs only during tests.");
  return running.url;
}

/** Returns that app's data folder, which includes unsent mails. */
export function dataDir(): string {
  if (!running) throw new Error("The app runs only during tests.");
  return running.dataDir;
}

/**
 * Playwright's `test` with an app and a fresh sample per worker process. A console error fails the test, such as a
 * script error, a hydration mismatch or a CSP violation; 4xx responses and requests cut off by the test are expected.
 */
export const test = base.extend<
  object,
  {
    app: RunningApp;
    /** Returns this process's one window with or without scripts. */
    windowOf: (javaScriptEnabled: boolean) => Promise<Page>;
  }
>({
  app: [
    async ({}, use) => {
      running = await startApp();
      await maintain(running);
      await use(running);
      await running.remove();
    },
    { scope: "worker", auto: true },
  ],
  windowOf: [
    async ({ browser, app }, use) => {
      const windows = new Map<boolean, Promise<Page>>();
      const open = async (javaScriptEnabled: boolean) => {
        const context = await browser.newContext({
          ...devices["Desktop Chrome"],
          baseURL: app.url,
          reducedMotion: "reduce",
          javaScriptEnabled,
        });
        return context.newPage();
      };
      await use((javaScriptEnabled) => {
        const window = windows.get(javaScriptEnabled) ?? open(javaScriptEnabled);
        windows.set(javaScriptEnabled, window);
        return window;
      });
      for (const window of windows.values()) await (await window).context().close();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ app }, use) => use(app.url),
  page: async ({ page }, use) => {
    const problems = watchConsole(page);
    await use(page);
    expect(problems, "errors in the console").toEqual([]);
  },
});

/**
 * Like `test`, but reuses one window per process (and one without scripts), with session and storage cleared before
 * each test, because loading and compiling the scripts takes as long as the page itself. Not for tests that set a
 * clock, scripts or other window options, which a window keeps.
 */
export const inOneWindow = test.extend({
  context: async ({ windowOf, javaScriptEnabled }, use) => use((await windowOf(javaScriptEnabled ?? true)).context()),
  page: async ({ windowOf, javaScriptEnabled, app }, use) => {
    const page = await windowOf(javaScriptEnabled ?? true);
    await cleared(page, app);
    const problems = watchConsole(page);
    await use(page);
    expect(problems, "errors in the console").toEqual([]);
    page.removeAllListeners();
    await page.unrouteAll();
  },
});

/**
 * Clears what the previous test may have left in its window. It stays at the app, since an empty page would get a
 * new, slow process.
 */
async function cleared(page: Page, app: RunningApp) {
  const context = page.context();
  // Unsaved changes of the previous test open no dialog, which a busy browser may never answer.
  await page.evaluate(() => addEventListener("beforeunload", (event) => event.stopImmediatePropagation(), true));
  await page.goto(`${app.url}/health`); // ends all pending requests
  await page.evaluate(() => (localStorage.clear(), sessionStorage.clear()));
  for (const other of context.pages()) if (other !== page) await other.close();
  await context.clearCookies();
  await context.clearPermissions();
  await page.emulateMedia({ colorScheme: null, media: null, reducedMotion: "reduce" });
  const chromium = await context.newCDPSession(page);
  await chromium.send("Emulation.setTouchEmulationEnabled", { enabled: false });
  await chromium.detach();
  await page.setViewportSize(devices["Desktop Chrome"].viewport); // a phone, perhaps
}

/**
 * Runs the maintenance that the app's timer would start half a minute later, in the middle of a test; it also
 * notifies users of overdue invoices.
 */
async function maintain({ port, dataDir }: RunningApp) {
  await promisify(execFile)(process.execPath, ["--import", "tsx", "scripts/maintenance.ts"], {
    cwd: paths.root,
    env: { ...appEnvironment({ port, dataDir }), NODE_ENV: "production" },
  });
}

/** Collects console errors of a page. */
export function watchConsole(page: Page): string[] {
  const problems: string[] = [];
  // Errors in Chromium about a response that was still being read when the page was left:
  // turbo-stream rejects a promise for the answer's end that nobody waits for, or Remix writes down what it waited for.
  const wasLeft = (text: string) =>
    /^(TypeError: network error$|AbortError: signal is aborted without reason)/.test(text);
  page.on("pageerror", (error) => {
    if (!wasLeft(String(error))) problems.push(String(error));
  });
  page.on("console", (message) => {
    const expected =
      /^Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_(INTERNET_DISCONNECTED|CONNECTION_RESET|INCOMPLETE_CHUNKED_ENCODING))/.test(
        message.text(),
      );
    if (message.type() === "error" && !expected && !wasLeft(message.text())) problems.push(message.text());
  });
  return problems;
}

let ticketCount = 0;

/** Returns a word that no other record of this run contains. */
export const unique = (word: string) => `${word}${Date.now().toString(36)}${(ticketCount++).toString(36)}`;

/** Signs a user in in the page's browser, without the login page. */
export async function signIn(page: Page, person: Person = demo) {
  await logIn(page.context().request, person);
}

/** Fills in and submits the login form. */
export async function fillLogin(page: Page, email: string, password: string) {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
}

/** Signs in through HTTP; `at` is the URL of another server than this process's. */
export async function logIn(browser: APIRequestContext, { email, password }: Person = demo, at = "") {
  const answer = await browser.post(`${at}/login`, { form: { email, password }, maxRedirects: 0 });
  expect(answer.status(), "the answer to the login form").toBe(303);
}

/** Opens another browser context, with a user signed in if given. Close the context at the end. */
export async function otherBrowser(
  browser: Browser,
  person?: Person,
  options: Parameters<Browser["newContext"]>[0] = {},
): Promise<Page> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  if (person) await signIn(page, person);
  return page;
}

/**
 * Registers a user with a verified address: active, and used by no other test. `at` is the URL of another server than
 * this process's.
 */
export async function newPerson(word = "Tess", at = site()): Promise<Person> {
  const name = unique(word);
  const person = { name, email: `${name.toLowerCase()}@example.com`, password: "blue kettle 91" };
  const browser = await request.newContext({ baseURL: at });
  try {
    const sent = await browser.post("/register", { form: { ...person } });
    await browser.get(mailedLink(await sent.text()));
  } finally {
    await browser.dispose();
  }
  return person;
}

/** Returns the path of the link in the mail that a page shows in sample mode. */
export function mailedLink(html: string): string {
  const found = /href="([^"]*[?&](?:amp;)?oobCode=[^"]*)"/.exec(html)?.[1];
  expect(found, "the mail's link on the page").toBeDefined();
  const { pathname, search } = new URL((found ?? "").replaceAll("&amp;", "&"), site());
  return pathname + search;
}

/** Resolves when the page is hydrated and its first effects have run. */
export async function hydrated(page: Page) {
  await page.waitForFunction(isHydrated);
  await page.evaluate(
    () =>
      new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(() => requestIdleCallback(resolve)))),
  );
}

/** Delays requests to matching URLs. Returns the paths requested so far, and a function that releases them. */
export async function hold(window: Pick<Page, "route">, address: string | RegExp) {
  const asked: string[] = [];
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  await window.route(address, async (route) => {
    asked.push(new URL(route.request().url()).pathname);
    await opened;
    await route.continue();
  });
  return { asked, open };
}

/** Marks the document and returns a function that tells whether the mark is still there; a full reload removes it. */
export async function markDocument(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => document.documentElement.setAttribute("data-same-document", ""));
  return () => page.evaluate(() => document.documentElement.hasAttribute("data-same-document"));
}

export const toast = (page: Page) => page.locator(".toast");

/** The table row that contains this text. */
export const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

/** Opens the actions menu of the current record. */
export const openMore = (page: Page) => page.getByRole("button", { name: /^More actions for/ }).click();

/** Deletes the current record. */
export async function deleteHere(page: Page) {
  await openMore(page);
  await page.getByRole("button", { name: "Delete", exact: true }).click();
}
