// `npm run trace -- GET /users` prints the functions and SQL statements that a request runs through, with a fresh sample.
// `npm run trace -- POST /users/6 name="Ada King"` fills in the form of that page, or of the page that `--from` names.
// `--pages` also lists the functions that draw the page.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createServer as createViteServer } from "vite";
import { appEnvironment, freePort } from "../../scripts/app.mjs";
import { explain, fail, paths, printLine } from "../../scripts/messages.mjs";
import { describeCalls, describeTotals } from "./describe.mjs";
import { instrument } from "./instrument.mjs";
import { record, recordCalls, recordStatements } from "./recorder.mjs";

/** @typedef {{ action: string, multipart: boolean, fields: [name: string, value: string][] }} Form */

const usage = `Name a method and an address: npm run trace -- GET /users, or with fields of the page's form: npm run trace -- POST /users/6 name="Ada King"`;
const account = { email: "demo@portico.example", password: "portico-demo" };

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { from: { type: "string" }, pages: { type: "boolean", default: false } },
});
const [method = "", path = "", ...fields] = positionals;
if (!/^[A-Z]+$/.test(method) || !path.startsWith("/")) fail(usage);

const dataDir = mkdtempSync(join(tmpdir(), "portico-trace-"));
process.once("exit", () => rmSync(dataDir, { recursive: true, force: true }));
try {
  const port = await freePort();
  Object.assign(process.env, appEnvironment({ port, dataDir }), { NODE_ENV: "development" });
  printLine("Loading the sources …");
  const { app, formsIn } = await loadApp();
  const send = await serve(app, port);
  const { cookie } = await send("POST", "/login", { body: new URLSearchParams(account) });
  const page = options.from ?? path;
  const { text } = await send("GET", page, { cookie });
  await send("GET", page, { cookie }); // what only the first requests of a process do is not of interest
  const body = method === "GET" ? undefined : fillForm(formsIn(text, page).posted, path, fields);
  const { status, recording } = await send(method, path, { cookie, body });
  printLine(`\n${method} ${path} was answered with ${status}. Milliseconds, and what ran, below what called it:`);
  for (const line of describeCalls(recording, { withPages: options.pages })) printLine(line);
  printLine("");
  for (const line of describeTotals(recording)) printLine(line);
  process.exit(0);
} catch (error) {
  fail(explain(error));
}

/** Loads the app from its sources, with its functions instrumented. */
async function loadApp() {
  /** @type {import("./instrument.mjs").FunctionSite[]} */
  const sites = [];
  const vite = await createViteServer({
    root: paths.root,
    appType: "custom",
    logLevel: "error",
    plugins: [instrument(paths.root, sites)],
    optimizeDeps: { noDiscovery: true, include: [] },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  });
  recordCalls(sites);
  recordStatements();
  const { developmentApp } = await vite.ssrLoadModule("./server/development.ts");
  const { app } = await developmentApp({
    files: (/** @type {unknown} */ _req, /** @type {unknown} */ _res, /** @type {() => void} */ next) => next(),
    build: () => vite.ssrLoadModule("virtual:remix/server-build"),
  });
  const { formsIn } = await vite.ssrLoadModule("./tools/fuzz/forms.ts");
  return { app, /** @type {(html: string, path: string) => { posted: Form[] }} */ formsIn };
}

/**
 * Serves the app and returns a function that sends a request and records it until its response is complete.
 * @param {import("node:http").RequestListener} app @param {number} port
 */
async function serve(app, port) {
  /** @type {import("./recorder.mjs").Call | undefined} */
  let recording;
  const http = createHttpServer((req, res) => {
    res.setMaxListeners(0); // one more than the server's own
    const recorded = record(() => app(req, res));
    recording = recorded.call;
    res.once("close", recorded.end);
  });
  await new Promise((resolve) => http.listen(port, "127.0.0.1", () => resolve(undefined)));
  return async (
    /** @type {string} */ method,
    /** @type {string} */ path,
    /** @type {{ cookie?: string, body?: FormData | URLSearchParams }} */ { cookie = "", body },
  ) => {
    const headers = { cookie, accept: "text/html" };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, body, headers, redirect: "manual" });
    const text = await response.text();
    const cookies = response.headers.getSetCookie().map((line) => line.split(";")[0]);
    if (!recording) throw new Error("The request did not reach the server.");
    return { status: response.status, text, cookie: cookies.join("; "), recording };
  };
}

/**
 * Returns the body of a page's form that posts to `path` and has the given fields, with these filled in, as its plainest
 * button sends it; or of the fields alone if there is no such form.
 * @param {Form[]} forms @param {string} path @param {string[]} fields such as `name=Ada`
 */
function fillForm(forms, path, fields) {
  const values = fields.map(
    (field) => /** @type {const} */ ([field.split("=")[0] ?? "", field.replace(/^[^=]*=/, "")]),
  );
  const [form] = forms
    .filter(
      ({ action, fields: known }) =>
        action === path && values.every(([name]) => known.some(([other]) => other === name)),
    )
    .toSorted((one, other) => one.fields.length - other.fields.length);
  const body = form?.multipart ? new FormData() : new URLSearchParams();
  for (const [name, value] of form?.fields ?? []) body.append(name, value);
  for (const [name, value] of values) body.set(name, value);
  return body;
}
