/**
 * Looks at the pages of the built app in the engines of Safari and Firefox, where this machine has them: that every
 * control can be pressed, that nothing is wider than its place, and that a real mouse gets where it points. The last
 * line reads "N passed, N failed".
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, startApp } from "../../scripts/app.mjs";
import { pagesInside } from "../../scripts/areas.mjs";
import { say } from "../../scripts/say.mjs";
import { coveredControls, overflows } from "../layout";
import type { Engine, StartEngine } from "./browser";
import { startFirefox } from "./firefox";
import { endAll, until } from "./process";
import { startWebKit } from "./webkit";

const dashboards = ["/sales", "/finance", "/analytics", "/career", "/course"];
const demo = new URLSearchParams({ email: "demo@portico.example", password: "portico-demo" });

/**
 * A function of ours, as an expression that calls it in a page. What runs our TypeScript names its functions by a
 * helper of its own.
 */
const inPage = (look: () => unknown) => `(() => { const __name = (named) => named; return (${look})(); })()`;

let passed = 0;
let failed = 0;
const temporary = mkdtempSync(join(tmpdir(), "portico-engines-"));
const app = await startApp();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.once(signal, () => void cleanUp().then(() => process.exit(1)));
try {
  await Promise.all([inEngine("WebKit", startWebKit), inEngine("Firefox", startFirefox)]);
} finally {
  await cleanUp();
}
say(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

async function cleanUp() {
  endAll();
  await app.remove();
  rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
}

function verdict(sentence: string, wrong: string[]) {
  if (wrong.length === 0) passed++;
  else failed++;
  say(`${wrong.length === 0 ? "  ok  " : "FAILED"}  ${sentence}`);
  for (const line of wrong.slice(0, 20)) say(`        ${line}`);
}

async function inEngine(name: string, start: StartEngine) {
  const engine = await start({ folder: mkdtempSync(join(temporary, "home-")), port: await freePort() });
  if ("missing" in engine) return say(`!       ${name} was not asked: this machine has no ${engine.missing}.`);
  try {
    await signIn(engine);
    const wrong = await walk(engine);
    verdict(
      `${name}: on ${pagesInside.length} pages every control is what stands at its centre, on a large screen and on a phone`,
      wrong.covered,
    );
    verdict(`${name}: on ${pagesInside.length} pages nothing is wider than its place`, wrong.wide);
    verdict(
      `${name}: the mouse leads from each dashboard to another page, and from its chart to the rows`,
      await clicks(engine),
    );
  } catch (error) {
    verdict(`${name} went through all pages`, [String(error)]);
  } finally {
    await engine.close();
  }
}

async function signIn(engine: Engine) {
  await engine.open(`${app.url}/login`);
  const type = "application/x-www-form-urlencoded";
  await engine.ask(
    `((form) => (form.open("POST", "/login", false), form.setRequestHeader("content-type", "${type}"), form.send("${demo}"), form.status))(new XMLHttpRequest())`,
  );
}

/** Each page is loaded once, and made narrow as a person would do it who changes the window. */
async function walk(engine: Engine) {
  const covered: string[] = [];
  const wide: string[] = [];
  for (const page of pagesInside) {
    await engine.resize(1280, 900);
    await engine.open(app.url + page);
    for (const width of [1280, 390]) {
      if (width !== 1280) await engine.resize(width, 900);
      const where = (line: string) => `${page}, ${width} px: ${line}`;
      covered.push(...(await engine.ask<string[]>(inPage(coveredControls))).map(where));
      wide.push(...(await engine.ask<string[]>(inPage(overflows))).map(where));
    }
  }
  return { covered, wide };
}

/** What a click does not lead to, among what it should. */
async function clicks(engine: Engine): Promise<string[]> {
  await engine.resize(1280, 900);
  const wrong: string[] = [];
  for (const dashboard of dashboards) {
    for (const link of [
      ".sidebar .nav-child:not([aria-current])",
      "main :is(.legend, .bar-list, .funnel, .table-stack, .tile) a",
    ]) {
      await engine.open(app.url + dashboard);
      const at = `((link) => (link.scrollIntoView({ block: "center", behavior: "instant" }), ((box) => ({ href: link.href, x: box.x + box.width / 2, y: box.y + box.height / 2 }))(link.getBoundingClientRect())))(document.querySelector("${link}"))`;
      const { href, x, y } = await engine.ask<{ href: string; x: number; y: number }>(at);
      await engine.click(x, y);
      await until(() => engine.ask<boolean>(`location.href === ${JSON.stringify(href)}`), "").catch(async () =>
        wrong.push(`${dashboard}: a click on ${href} led to ${await engine.ask<string>("location.href")}`),
      );
    }
  }
  return wrong;
}
