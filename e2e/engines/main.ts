/**
 * Tests the built app in the engines of Safari and Firefox, if installed: whether every control can be clicked,
 * nothing overflows or is mirrored wrongly, and the mouse reaches what it points at. The last line of output reads "N
 * passed, N failed".
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, type RunningApp, startApp } from "../../scripts/app.mjs";
import { pagesInside } from "../../scripts/areas.mjs";
import { printLine } from "../../scripts/messages.mjs";
import { coveredControls, overflows, turnedTexts } from "../layout";
import { acts } from "./acts";
import { type Engine, inPage, type StartEngine } from "./browser";
import { startFirefox } from "./firefox";
import { personIn, pressOn } from "./person";
import { endAll, until } from "./process";
import { startWebKit } from "./webkit";

const dashboards = ["/sales", "/finance", "/analytics", "/career", "/course"];

let passed = 0;
let failed = 0;
const temporary = mkdtempSync(join(tmpdir(), "portico-engines-"));
const apps: RunningApp[] = [];
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.once(signal, () => void cleanUp().then(() => process.exit(1)));
try {
  await Promise.all([inEngine("WebKit", startWebKit), inEngine("Firefox", startFirefox)]);
} finally {
  await cleanUp();
}
printLine(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

async function cleanUp() {
  endAll();
  await Promise.all(apps.map((app) => app.remove()));
  rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
}

function verdict(sentence: string, wrong: string[]) {
  if (wrong.length === 0) passed++;
  else failed++;
  printLine(`${wrong.length === 0 ? "  ok  " : "FAILED"}  ${sentence}`);
  for (const line of wrong.slice(0, 20)) printLine(`        ${line}`);
}

async function inEngine(name: string, start: StartEngine) {
  const engine = await start({ folder: mkdtempSync(join(temporary, "home-")), port: await freePort() });
  if ("missing" in engine) return printLine(`!       ${name} was not asked: this machine has no ${engine.missing}.`);
  try {
    const app = await startApp();
    apps.push(app);
    const person = personIn(engine, app.url);
    await engine.resize(1280, 900);
    for (const [sentence, act] of Object.entries(acts))
      verdict(
        `${name}: one ${sentence}`,
        await act(person).then(
          () => [],
          (error: unknown) => [String(error)],
        ),
      );
    const wrong = await walk(engine, app.url);
    verdict(
      `${name}: on ${pagesInside.length} pages every control is what stands at its centre, on a large screen and on a phone`,
      wrong.covered,
    );
    verdict(`${name}: on ${pagesInside.length} pages nothing is wider than its place`, wrong.wide);
    verdict(
      `${name}: on ${pagesInside.length} pages no number changes places with its words from right to left`,
      wrong.turned,
    );
    verdict(
      `${name}: the mouse leads from each dashboard to another page, and from its chart to the rows`,
      await clicks(engine, app.url),
    );
  } catch (error) {
    verdict(`${name} went through all pages`, [String(error)]);
  } finally {
    await engine.close();
  }
}

/** Loads each page once and then narrows the window, like a user would. */
async function walk(engine: Engine, url: string) {
  const covered: string[] = [];
  const wide: string[] = [];
  const turned: string[] = [];
  for (const page of pagesInside) {
    await engine.resize(1280, 900);
    await engine.open(url + page);
    for (const width of [1280, 390]) {
      if (width !== 1280) await engine.resize(width, 900);
      const where = (line: string) => `${page}, ${width} px: ${line}`;
      covered.push(...(await engine.ask<string[]>(inPage(coveredControls))).map(where));
      wide.push(...(await engine.ask<string[]>(inPage(overflows))).map(where));
    }
    await engine.ask(`document.documentElement.dir = document.body.dir = "rtl"`);
    covered.push(...(await engine.ask<string[]>(inPage(coveredControls))).map((line) => `${page}, mirrored: ${line}`));
    turned.push(...(await engine.ask<string[]>(inPage(turnedTexts))).map((line) => `${page}: ${line}`));
  }
  return { covered, wide, turned };
}

/** Lists the links whose click does not lead to their target. */
async function clicks(engine: Engine, url: string): Promise<string[]> {
  await engine.resize(1280, 900);
  const wrong: string[] = [];
  for (const dashboard of dashboards) {
    for (const link of [
      ".sidebar .nav-child:not([aria-current])",
      "main :is(.legend, .bar-list, .funnel, .table-stack, .tile) a",
    ]) {
      await engine.open(url + dashboard);
      const found = `document.querySelector("${link}")`;
      const href = await engine.ask<string>(`${found}.href`);
      await pressOn(engine, found);
      await until(() => engine.ask<boolean>(`location.href === ${JSON.stringify(href)}`), "").catch(async () =>
        wrong.push(`${dashboard}: a click on ${href} led to ${await engine.ask<string>("location.href")}`),
      );
    }
  }
  return wrong;
}
