/** What the specs share: people, ways in, mails, and a page that reports what its console says. */
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
import { paths } from "../scripts/say.mjs";

export { expect };

export interface Person {
  name: string;
  email: string;
  password: string;
}

/** The account that every sample has. Specs share it: none may change its password or its rights. */
export const demo: Person = { name: "Mara Ellison", email: "demo@portico.example", password: "portico-demo" };

let running: RunningApp | undefined;

/** The address of the app that this process tests. */
export function site(): string {
  if (!running) throw new Error("The app runs only during tests.");
  return running.url;
}

/** The folder in which that app keeps its data, mails that nobody sends among them. */
export function dataDir(): string {
  if (!running) throw new Error("The app runs only during tests.");
  return running.dataDir;
}

/**
 * Playwright's `test`, in which each process has an app with a fresh sample of its own, so that they can work side by
 * side. A page fails the test when its console says an error: a script that broke, a part that React drew anew,
 * something that the Content-Security-Policy refused. Chromium calls every 4xx answer an error too, and requests for
 * which a test has cut the network, or ended the server; those are expected.
 */
export const test = base.extend<
  object,
  {
    app: RunningApp;
    /** This process's one window with scripts, or that without: here, so that all specs can follow one another. */
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
 * The same in one window per process, and one more without scripts: a new window for each test loads and compiles the
 * same scripts anew, which takes as long as the page itself. Nobody is signed in when a test begins, nothing is stored,
 * nothing is allowed, and what is open has no script. For a spec that sets no clock and no script of its own (a window
 * keeps those), and no option of a window but whether it has scripts.
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
 * Takes away what the test before may have left in its window. It stays at the app: an empty page would be given a new
 * process, and that is slow to begin with.
 */
async function cleared(page: Page, app: RunningApp) {
  const context = page.context();
  await page.goto(`${app.url}/health`); // whatever was still on its way has ended then
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
 * Does what the app's timer would do half a minute later, in the midst of some test: telling everybody of overdue
 * invoices is among it.
 */
async function maintain({ port, dataDir }: RunningApp) {
  await promisify(execFile)(process.execPath, ["--import", "tsx", "scripts/maintenance.ts"], {
    cwd: paths.root,
    env: { ...appEnvironment({ port, dataDir }), NODE_ENV: "production" },
  });
}

/** Collects the errors of a page's console. */
export function watchConsole(page: Page): string[] {
  const problems: string[] = [];
  // What Chromium says of an answer that was still being read when the page was left, by an address or within the app:
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

/** A word that no other record of this run has. */
export const unique = (word: string) => `${word}${Date.now().toString(36)}${(ticketCount++).toString(36)}`;

/** Opens a session for a person in the page's browser, without the detour over the screen. */
export async function signIn(page: Page, person: Person = demo) {
  await logIn(page.context().request, person);
}

/** Fills in the form of the login page that is shown, and sends it. */
export async function fillLogin(page: Page, email: string, password: string) {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
}

/** `at` is another server than this process's. */
export async function logIn(browser: APIRequestContext, { email, password }: Person = demo, at = "") {
  const answer = await browser.post(`${at}/login`, { form: { email, password }, maxRedirects: 0 });
  expect(answer.status(), "the answer to the login form").toBe(303);
}

/** Another browser of its own, in which a person may be signed in. Close its context at the end. */
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
 * Somebody who has registered and verified their address: an active person whom no other test knows. `at` is another
 * server than this process's.
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

/** The link of the mail that a page shows in sample mode, as a path of this site. */
export function mailedLink(html: string): string {
  const found = /href="([^"]*[?&](?:amp;)?oobCode=[^"]*)"/.exec(html)?.[1];
  expect(found, "the mail's link on the page").toBeDefined();
  const { pathname, search } = new URL((found ?? "").replaceAll("&amp;", "&"), site());
  return pathname + search;
}

/** Resolves when scripts have taken over the page, and what they do once it is theirs is done. */
export async function hydrated(page: Page) {
  await page.waitForFunction(isHydrated);
  await page.evaluate(
    () =>
      new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(() => requestIdleCallback(resolve)))),
  );
}

/** Holds back what is asked for by such addresses. Answers the paths of what was, and how to let it come. */
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

/** Leaves a mark on the document that a full reload would wipe away. Answers how to look whether it is still there. */
export async function markDocument(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => document.documentElement.setAttribute("data-same-document", ""));
  return () => page.evaluate(() => document.documentElement.hasAttribute("data-same-document"));
}

/** The toast that says what has happened. */
export const toast = (page: Page) => page.locator(".toast");

/** The row of a list whose text contains this. */
export const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

/** Opens the menu of the record that a page is about. */
export const openMore = (page: Page) => page.getByRole("button", { name: /^More actions for/ }).click();

/** Deletes the record that a page is about. */
export async function deleteHere(page: Page) {
  await openMore(page);
  await page.getByRole("button", { name: "Delete", exact: true }).click();
}
